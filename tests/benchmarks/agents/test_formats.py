"""Every registered format keeps the promises; each reads its sample as it should."""

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.agents.formats import FORMATS, guess_format, openai_chat
from benchmarks.agents.importing import import_trajectories
from benchmarks.agents.trajectory import Call, Outcome, Problem, Step, Trajectory
from hubscope.errors import InputError
from hubscope.records import Json
from tests.conformance.trajectory_format import check_format

SAMPLES = Path(__file__).parents[2] / "samples" / "trajectories"
GOLDEN = Path(__file__).parents[2] / "golden" / "trajectories"
SHARED = Path(__file__).parents[4] / "shared" / "data"
MAPPING = {
    "table": {
        "id": "key",
        "item": "question_id",
        "question": "prompt",
        "text": "answer.text",
        "choice": "answer.label",
        "run": "system",
        "score": "grade",
    }
}


def sample_of(name: str) -> Path:
    (path,) = SAMPLES.glob(f"{name}.*")
    return path


def read(name: str) -> tuple[list[Trajectory], list[str]]:
    found = list(FORMATS.load(name).read(sample_of(name), MAPPING.get(name)))
    trajectories = [each for each in found if isinstance(each, Trajectory)]
    return trajectories, [each.kind for each in found if isinstance(each, Problem)]


@pytest.mark.parametrize("name", FORMATS.names())
def test_every_format_conforms(name: str, tmp_path: Path) -> None:
    check_format(
        name,
        sample=sample_of(name),
        golden=GOLDEN / f"{name}.jsonl",
        folder=tmp_path,
        mapping=MAPPING.get(name),
    )


def test_own_fills_what_is_left_out_and_keeps_what_it_does_not_know() -> None:
    (full, short, open_end), problems = read("own")
    assert full.steps[0].calls == (Call("search", {"q": "zinc ACE"}, "3 hits"),)
    assert (short.id, short.item, short.final) == ("q2", "q2", "yes")
    assert (short.lint, short.meta) == (("unknown_field:cost_usd",), {"cost_usd": 0.01})
    assert (open_end.run, open_end.outcome) == ("other", Outcome.OVER_BUDGET)
    assert problems == ["unknown_shape"]


def test_medrag_saves_what_the_agent_wrote() -> None:
    trajectories, problems = read("medrag")
    texts = [[step.content for step in each.steps] for each in trajectories]
    assert texts == [
        ["Aspirin inhibits COX-1. It lowers fever."],
        ['The drug got "orphan" status in 2010.\nIt is safe.'],
        ["Aspirin does not inhibit COX-1."],
        ["It is not safe.", "It may be safe."],
        [],
        ["I cannot say, since gefitinib was not tested.\n\nGefitinib inhibits EGFR."],
    ]
    assert [each.choice for each in trajectories] == ["yes", "no", "no", "maybe", None, None]
    assert [each.score for each in trajectories] == [1.0, 0.0, 0.0, 1.0, None, 0.0]
    assert trajectories[4].outcome is Outcome.ERROR
    assert trajectories[5].outcome is Outcome.NO_ANSWER
    assert problems == ["broken_output", "several_outputs", "service_error", "broken_output"]


def test_gene_sets_make_a_run_of_each_model_and_kind_of_set() -> None:
    trajectories, problems = read("gene_sets")
    assert [(each.run, each.item, each.score) for each in trajectories] == [
        ("m1/real", "GO:0006829/real", None),
        ("m1/random", "GO:0006829/random", 0.0),
        ("m1/random", "GO:0042593/random", 1.0),
        ("m1/real", "GO:0042593/real", 0.0),
        ("m1/half_random", "GO:0042593/half_random", 0.0),
    ]
    assert trajectories[0].final == "Zinc transport"
    assert trajectories[0].meta == {"score": "0.9"}
    assert trajectories[4].outcome is Outcome.NO_ANSWER
    assert problems == ["unknown_set", "missing_id", "empty_trajectory", "unknown_shape"]


def test_openai_array_names_the_records_it_cannot_use() -> None:
    (answered, silent), problems = read("openai_chat")
    assert answered.steps == (
        Step(
            "",
            (Call("search", {"q": "zinc"}, "3 hits"), Call("search", '{"q": zinc}', "bad query")),
        ),
        Step("Zinc inhibits ACE.", reasoning="So it does."),
    )
    assert (answered.id, answered.item, answered.score) == ("c1", "q1", 1.0)
    assert answered.lint == ("bad_arguments:k2",)
    assert (silent.steps, silent.outcome) == ((), Outcome.NO_ANSWER)
    assert problems == ["empty_trajectory", "unknown_shape"]


def test_react_never_credits_an_observation_to_the_agent() -> None:
    (first, second, langchain), _ = read("react")
    assert first.steps[0].calls[0].observation == (
        "Zinc is a metal.\nThought 1: Zinc is a protein.\nIt is found in soil."
    )
    assert [step.content for step in first.steps][1:] == [
        "The observation says that zinc is a metal, so zinc may bind ACE.",
        "ACE needs zinc.",
    ]
    assert (first.final, first.score, first.id) == ("REFUTES", 1.0, "17")
    assert first.lint == ("bad_action:2",)
    assert (second.final, second.outcome) == (None, Outcome.NO_ANSWER)
    assert second.lint == ("bad_action:2", "unparsed_reply")
    assert langchain.final == "insulin"
    assert langchain.steps[0].calls == (
        Call("search", "glucose hormone", "Insulin lowers glucose."),
    )


def test_table_reaches_into_objects_and_keeps_other_columns() -> None:
    (first, second), problems = read("table")
    assert (first.id, first.item, first.choice, first.score) == ("a1", "q1", "yes", 1.0)
    assert first.steps == (Step("Zinc inhibits ACE."),)
    assert first.meta == {"note": "kept"}
    assert (second.score, second.lint) == (None, ("bad_score",))
    assert problems == ["empty_trajectory", "empty_trajectory", "invalid_json"]


def test_table_refuses_a_field_it_does_not_know() -> None:
    with pytest.raises(InputError, match="no field 'anwser'"):
        import_trajectories([sample_of("table")], "table", {"anwser": "answer"})


def test_format_that_fits_nothing_is_refused_with_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("just prose\n")
    with pytest.raises(InputError, match="--format") as refused:
        guess_format(path)
    assert refused.value.reason == "unknown_format"
    path.write_text(" \n")
    with pytest.raises(InputError, match="no record in it") as refused:
        guess_format(path)
    assert refused.value.reason == "empty_file"


def test_result_belongs_to_the_nearest_open_call_before_it() -> None:
    def asks(number: int) -> Json:
        function: Json = {"name": "search", "arguments": f'{{"n": {number}}}'}
        return {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "k", "function": function}],
        }

    result: Json = {"role": "tool", "tool_call_id": "k", "content": "late"}
    found = openai_chat.parse({"messages": [asks(1), asks(2), result]}, "here")
    assert isinstance(found, Trajectory)
    assert [step.calls[0].observation for step in found.steps] == [None, "late"]
    assert found.lint == ("duplicate_call_id:k", "orphan_call:k")


def test_messages_one_a_line_are_one_conversation(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(
        '{"role": "user", "content": "Is zinc a metal?"}\n'
        '{"role": "assistant", "content": "Zinc is a metal."}\n'
    )
    (run,) = import_trajectories([path]).runs.values()
    assert [each.final for each in run] == ["Zinc is a metal."]


@pytest.mark.parametrize(
    "text",
    [
        '[{{"type": "human", "content": "Is zinc a metal?"}}, {said}]\n[{{"broken"\n[{said}]\n',
        '[\n[{{"type": "human", "content": "Is zinc a metal?"}}, {said}],\n5,\n[{said}]\n]\n',
    ],
    ids=["a line each", "elements of one list"],
)
def test_lists_of_messages_are_records_of_their_own(tmp_path: Path, text: str) -> None:
    path = tmp_path / "talks.jsonl"
    path.write_text(text.format(said='{"type": "ai", "content": "Zinc is a metal."}'))
    found = import_trajectories([path], "langchain")
    (run,) = found.runs.values()
    assert [each.question for each in run] == ["Is zinc a metal?", ""]
    assert [each.final for each in run] == ["Zinc is a metal."] * 2
    assert [each.kind for each in found.problems] in (["invalid_json"], ["unknown_shape"])


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("langchain", "[]", "empty_trajectory"),
        ("autogen", "[ ]\n", "empty_trajectory"),
        ("openai_chat", "{}", "unknown_shape"),
    ],
)
def test_a_document_without_a_record_is_a_problem(
    tmp_path: Path, name: str, text: str, kind: str
) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    [problem] = FORMATS.load(name).read(path)
    assert isinstance(problem, Problem)
    assert problem.kind == kind


def test_object_that_begins_with_an_object_is_one_record(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(
        '{\n"meta": {"seed": 1},\n"messages": [{"role": "assistant", "content": "Zinc binds."}]\n}'
    )
    (run,) = import_trajectories([path]).runs.values()
    assert run[0].final == "Zinc binds."


@pytest.mark.skipif(not SHARED.exists(), reason="no ../shared/data beside the checkout")
def test_bioasq_answers_have_the_counts_of_their_source_note() -> None:
    found = import_trajectories([SHARED / "mirage_medrag_runs" / "bioasq_outputs.jsonl.gz"])
    assert (found.format, found.n_trajectories) == ("medrag", 1232)
    counts = {
        run: (
            sum(each.score == 1 for each in members),
            sum(each.score == 0 and each.choice is not None for each in members),
            sum(each.choice is None for each in members),
        )
        for run, members in found.runs.items()
    }
    # Right, wrong, no choice found: SOURCE.txt beside the file.
    assert counts == {
        "cot/gpt-35": (225, 83, 0),
        "cot/gpt-4": (254, 51, 3),
        "rag/gpt-35": (282, 26, 0),
        "rag/gpt-4": (291, 16, 1),
    }
    assert Counter(problem.kind for problem in found.problems) == {
        "broken_output": 2,
        "service_error": 1,
    }


@pytest.mark.skipif(not SHARED.exists(), reason="no ../shared/data beside the checkout")
def test_react_log_holds_500_trajectories_with_their_rewards() -> None:
    found = import_trajectories([SHARED / "fever_react" / "react_fever_500_trajectories.txt"])
    (run,) = found.runs.values()
    assert (found.format, len(run), found.problems) == ("react", 500, ())
    # 270: `grep -c "'em': 1"` on the file.
    assert sum(each.score or 0 for each in run) == 270
    assert not any("Pages for logged out" in step.content[:30] for t in run for step in t.steps)


@pytest.mark.skipif(not SHARED.exists(), reason="no ../shared/data beside the checkout")
def test_processes_named_for_random_genes_are_counted_as_published() -> None:
    found = import_trajectories([SHARED / "gene_set_analyses" / "analyses.jsonl.gz"])
    assert (found.format, len(found.runs), found.problems) == ("gene_sets", 15, ())
    named = {
        run.removesuffix("/random"): sum(each.score == 0 for each in members)
        for run, members in found.runs.items()
        if run.endswith("/random")
    }
    # Named a process for the random set: SOURCE.txt beside the file.
    assert named == {
        "gpt_4": 10,
        "gemini_pro": 28,
        "gpt_35": 68,
        "llama2_70b": 68,
        "mixtral_instruct": 68,
    }


THOUGHT, SAID = "Zinc is toxic?", "Zinc is a metal."
TAGGED = f"<think>{THOUGHT}</think>\n\n{SAID}"


@pytest.mark.parametrize(
    ("name", "text", "final"),
    [
        ("react", f"1 Claim: Zinc?\nThought 1: {TAGGED}\nAction 1: Finish[yes]\n", "yes"),
        (
            "react",
            f"Question: Zinc?\nThought: {SAID}\nFinal Answer: <think>{THOUGHT}</think>no",
            "no",
        ),
        ("table", json.dumps({"id": "a", "text": TAGGED, "final": "yes"}), "yes"),
        ("table", json.dumps({"id": "a", "steps": [TAGGED], "final": "yes"}), "yes"),
        ("table", json.dumps({"id": "a", "steps": [{"output": TAGGED}], "final": "yes"}), "yes"),
        ("table", json.dumps({"id": "a", "final": TAGGED}), SAID),
        (
            "litqa_answers",
            json.dumps({"id": "a", "question": "?", "llm_answer": TAGGED, "score": 1}),
            SAID,
        ),
        (
            "gene_sets",
            json.dumps({"go": "a", "model": "m", "set": "real", "name": "yes", "analysis": TAGGED}),
            "yes",
        ),
        *(
            ("medrag", json.dumps({"id": "a", "run": "r", "output": output}), "A")
            for output in (
                {"step_by_step_thinking": TAGGED, "answer_choice": "A"},
                json.dumps({"step_by_step_thinking": TAGGED, "answer_choice": "A"}),
                f"<think>{THOUGHT}</think>\n```json\n"
                + json.dumps({"step_by_step_thinking": SAID, "answer_choice": "A"})
                + "\n```",
            )
        ),
    ],
)
def test_thinking_between_tags_is_no_saying_in_any_format(
    tmp_path: Path, name: str, text: str, final: str
) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text(text + "\n", "utf-8")
    (found,) = FORMATS.load(name).read(path)
    assert isinstance(found, Trajectory)
    said = [step.content for step in found.steps if step.content]
    assert {*said, found.final} == {SAID, final}
    assert [step.reasoning for step in found.steps if step.reasoning] == [THOUGHT]
    assert found.final == final
