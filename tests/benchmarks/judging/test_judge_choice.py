"""Who judges: never the model under test, under whatever name it goes."""

import pytest

from benchmarks.judging.judge_choice import choose_judge, same_model
from hubscope.errors import InputError


@pytest.mark.parametrize(
    ("model", "judge"),
    [
        ("gpt-4o", "openai:gpt-4o"),
        ("gpt-4o-2024-08-06", "azure_openai:GPT-4o"),
        ("openai/gpt-4o", "record:replies.jsonl:openai:gpt-4o-2024-11-20"),
        ("claude-sonnet-4-5-20250929", "anthropic:claude-sonnet-4-5"),
        ("llama3.1:8b", "ollama:llama3.1:8b"),
        ("mistral:7b", "ollama:mistral:7b"),
        ("openai:gpt-4o", "azure-openai:gpt-4o"),
        ("gpt-4o", "openrouter:openai/gpt-4o:free"),
        ("gemini-2.5-pro", "google-genai:gemini-2.5-pro"),
        ("gemini-2.5-pro", "google_genai:models/gemini-2.5-pro-preview-05-06"),
        ("gemini-1.5-pro", "google_vertexai:gemini-1.5-pro-002"),
        ("claude-sonnet-4-5", "openrouter:anthropic/claude-sonnet-4.5"),
        ("claude-3-5-sonnet-20240620", "bedrock:anthropic.claude-3-5-sonnet-20240620-v1:0"),
        ("claude-3-5-sonnet-20241022", "bedrock:us.anthropic.claude-3-5-sonnet-20241022-v2:0"),
        ("claude-3-5-sonnet-20241022", "google_vertexai:claude-3-5-sonnet-v2@20241022"),
        ("anthropic/claude-3.5-sonnet", "anthropic:claude-3-5-sonnet-latest"),
        ("gpt-4o-mini, gpt-4o-2024-08-06", "openai:gpt-4o"),
        ("claude-sonnet-4-5, gpt-4o", "anthropic:claude-sonnet-4-5"),
    ],
)
def test_the_model_under_test_is_refused_as_judge(model: str, judge: str) -> None:
    with pytest.raises(InputError) as raised:
        choose_judge(model, judge)
    assert raised.value.reason == "self_judging"


@pytest.mark.parametrize(
    ("model", "judge"),
    [
        ("gpt-4o", "openai:gpt-4o-mini"),
        ("gpt-4", "openai:gpt-4o"),
        ("", "openai:gpt-4o"),
        ("llama3.1:8b", "ollama:llama3.1:70b"),
        ("mistral:7b", "ollama:qwen:7b"),
        ("claude-sonnet-4-5", "anthropic:claude-opus-4-5"),
        ("claude-sonnet-4-5", "anthropic:claude-sonnet-4-20250514"),
        ("gemini-2.5-pro", "google-genai:gemini-2.5-flash"),
        ("gemini-2.5-flash", "google-genai:gemini-2.5-flash-lite"),
        ("deepseek-v2", "deepseek:deepseek-v3"),
        ("gpt-4.1", "openai:gpt-4"),
        ("gpt-4o", "replay:gpt-4o.jsonl"),
        ("gpt-4o-mini, gpt-4.1", "openai:gpt-4o"),
    ],
)
def test_another_model_may_judge(model: str, judge: str) -> None:
    assert choose_judge(model, judge) == judge
    assert not same_model(model, judge)


def test_the_methods_own_rule() -> None:
    for judge in (None, "default"):
        assert choose_judge("llama", judge) == "openai:gpt-4o"
        assert choose_judge("", judge) == "openai:gpt-4o"
        assert choose_judge("openai:gpt-4o-2024-05-13", judge) == "openai:intern-s1-pro"


def test_the_methods_own_rule_for_a_run_of_several_models() -> None:
    assert choose_judge("gpt-4o, llama", "default") == "openai:intern-s1-pro"
    with pytest.raises(InputError, match="intern-s1-pro is the model under test") as raised:
        choose_judge("gpt-4o, intern-s1-pro", "default")
    assert raised.value.reason == "self_judging"
