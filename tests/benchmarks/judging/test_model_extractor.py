"""Claims by a chat model: one call a step, tools' texts never shown, failures counted."""

import json

import pytest

from benchmarks.agents.trajectory import Call, Step, Trajectory
from benchmarks.judging.model_extractor import ModelExtractor, read_claims, request_for
from hubscope.errors import UnavailableError
from hubscope.llm.chat import Reply, Request
from hubscope.llm.doubles import ScriptedModel
from hubscope.llm.structured import ReplyFault


class BySentence:
    """Says every sentence of the step that holds "is", with a quote; fails where told to."""

    name, fingerprint = "scripted", "0" * 64

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def reply(self, request: Request) -> Reply:
        self.prompts.append(request.messages[0].text)
        step = request.labels["step"]
        if "breaks" in step:
            raise UnavailableError("down", reason="server_error")
        said = [part.strip() for part in step.split(".") if " is " in part]
        return Reply(json.dumps({"claims": [{"claim": one, "quote": one} for one in said]}))


def test_each_step_is_one_call_and_no_tool_result_is_shown() -> None:
    model = BySentence()
    steps = (
        Step(
            "Zinc is a metal. Let me look.", (Call("search", {"q": "zinc"}, "TOOL TEXT is here"),)
        ),
        Step(" ?! "),
        Step("zinc is a  metal! Iron is one.", reasoning="Gold is none."),
    )
    [found] = ModelExtractor(model).extract_many([Trajectory("t", steps, "What is zinc?")])
    assert [(one.text, one.step, one.count) for one in found.claims] == [
        ("Zinc is a metal", 0, 1),
        ("zinc is a metal! Iron is one", 2, 1),
    ]
    assert len(model.prompts) == 2
    assert not any("TOOL TEXT" in prompt for prompt in model.prompts)
    assert not any("Gold" in prompt for prompt in model.prompts)
    assert all("What is zinc?" in prompt for prompt in model.prompts)


def test_thinking_is_read_where_it_is_asked_for() -> None:
    model = BySentence()
    steps = (Step("Zinc is a metal.", reasoning="Gold is none."),)
    [found] = ModelExtractor(model).extract_many([Trajectory("t", steps)], include_reasoning=True)
    assert [one.text for one in found.claims] == ["Gold is none", "Zinc is a metal"]


def test_a_final_answer_that_stands_apart_is_a_text_of_the_last_step() -> None:
    model = BySentence()
    apart = Trajectory("t", (Step("I think."),), final="Zinc is a metal.")
    same = Trajectory("u", (Step("So zinc is a metal."),), final="zinc is a metal.")
    option = Trajectory("v", (Step("It is so."),), final="B")
    found = ModelExtractor(model).extract_many([apart, same, option])
    assert [len(one.claims) for one in found] == [1, 1, 1]
    assert len(model.prompts) == 4


def test_a_step_that_fails_is_counted_and_the_others_stay() -> None:
    steps = (Step("Zinc is a metal."), Step("This breaks."), Step("Iron is one."))
    [found] = ModelExtractor(BySentence()).extract_many([Trajectory("t", steps)])
    assert [one.text for one in found.claims] == ["Zinc is a metal", "Iron is one"]
    assert found.failed == 1


def test_a_quote_that_the_step_does_not_hold_is_dropped_and_its_claim_kept() -> None:
    said = {"claims": [{"claim": "Zinc is a metal", "quote": "I made this up"}, "Iron is one"]}
    model = ScriptedModel([json.dumps(said)])
    [found] = ModelExtractor(model).extract_many([Trajectory("t", (Step("Zinc and iron are."),))])
    assert [(one.text, one.sentence) for one in found.claims] == [
        ("Zinc is a metal", ""),
        ("Iron is one", ""),
    ]


def test_an_unreadable_answer_is_asked_for_once_more() -> None:
    model = ScriptedModel(["None that I see.", '{"claims": []}'])
    assert ModelExtractor(model).claims_of("Let me look.") == []
    assert len(model.asked) == 2
    with pytest.raises(ReplyFault):
        ModelExtractor(ScriptedModel(["no", "no"])).claims_of("Let me look.")


@pytest.mark.parametrize(
    "reply",
    ["", "none", '{"claims": "a"}', '{"claims": [3]}', '{"claims": [{"claim": " "}]}', "{}"],
)
def test_what_is_no_list_of_claims_is_refused(reply: str) -> None:
    with pytest.raises(ReplyFault):
        read_claims(reply)


def test_the_labels_of_a_request_name_its_step() -> None:
    assert request_for("Zinc\nis a metal.").labels == {"step": "Zinc is a metal."}
