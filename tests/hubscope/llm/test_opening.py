"""Models by their names, in a run and in its rehearsal."""

from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.llm.chat import Request
from hubscope.llm.estimate import guessing
from hubscope.llm.opening import Models


@pytest.mark.parametrize(
    "spec",
    [
        "nope:m",
        "m",
        ":m",
        "openai: ",
        "record:f.jsonl:nope:m",
        "record::openai:m",
        "replay:none.jsonl",
    ],
)
@pytest.mark.parametrize("dry_run", [True, False])
def test_a_name_that_no_model_has_is_refused_in_a_dry_run_too(
    spec: str, dry_run: bool, tmp_path: Path
) -> None:
    with Models(tmp_path, dry_run=dry_run) as models, pytest.raises(InputError):
        models.open(spec, guessing(lambda _: "yes"))


def test_a_dry_run_needs_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with Models(tmp_path, dry_run=True) as models:
        model = models.open("record:f.jsonl:openai:gpt-4o", guessing(lambda _: "yes"))
        assert (model.name, model.reply(Request(())).content) == ("openai:gpt-4o", "yes")
