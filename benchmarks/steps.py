"""The steps of scoring that a model may take: who extracts claims and who judges them."""

import re
from dataclasses import dataclass
from pathlib import Path

from benchmarks.judging.answer_claims import ANSWERS, AnswersExtractor
from benchmarks.judging.answer_judge import AnswerJudge
from benchmarks.judging.claims import claims_of
from benchmarks.judging.encoding import sentences
from benchmarks.judging.extractor import RULES, Extractor, RulesExtractor
from benchmarks.judging.judge import JUDGES, Judge
from benchmarks.judging.judge_choice import DEFAULT, choose_judge, refuse_itself
from benchmarks.judging.model_extractor import ModelExtractor
from benchmarks.judging.model_judge import ModelJudge
from hubscope.errors import InputError
from hubscope.json_values import Json
from hubscope.keys import canonical_json, digest
from hubscope.llm.chat import Reply, Request
from hubscope.llm.opening import Models
from retrieval.embeddings import Embedder


@dataclass(frozen=True, slots=True)
class Steps:
    """Who takes which step.

    Attributes:
        judge: a name in JUDGES, `PROVIDER:NAME`, or `default` for the method's own rule.
        extractor: `rules`, `answers` or `PROVIDER:NAME`.
        votes: how often a judging model is asked.
        grader: of answers in free text, `PROVIDER:NAME`; "" = nobody.
    """

    judge: str = "embedded"
    extractor: str = RULES
    votes: int = 1
    grader: str = ""

    @property
    def use_models(self) -> bool:
        """Whether any of them is a chat model."""
        return any(map(is_model, (self.judge, self.extractor, self.grader)))

    def ledger(self, run: Path) -> Path:
        """Where the costs of a run with these steps are counted."""
        asked = [self.judge, self.extractor, self.votes, *filter(None, [self.grader])]
        return run / f"costs-{digest(asked)[:12]}.jsonl"


def is_model(name: str) -> bool:
    """Whether a step's name means a chat model."""
    return ":" in name or name == DEFAULT


def open_judge(steps: Steps, model: str, embedder: Embedder, models: Models | None) -> Judge:
    """The judge of a run.

    Args:
        steps: names it.
        model: under test, which never judges itself.
        embedder: of the run.
        models: of the run; needed where the judge is one.

    Raises:
        InputError: no such judge, the model under test, or no models are given.
        NoModelError: its package or key is not there.
    """
    if not is_model(steps.judge):
        if steps.votes != 1:
            raise InputError("--votes is for a judge that is a chat model.", reason="bad_votes")
        return JUDGES.load(steps.judge)(embedder)
    name = choose_judge(model, steps.judge)
    return ModelJudge(_given(models).open(name, _guessed_verdicts), steps.votes)


def open_extractor(steps: Steps, model: str, models: Models | None) -> Extractor:
    """The extractor of a run.

    Args:
        steps: names it.
        model: under test, which does not choose what it is judged by.
        models: of the run; needed where the extractor is one.

    Raises:
        InputError: no such extractor, the model under test, or no models are given.
        NoModelError: its package or key is not there.
    """
    if steps.extractor == RULES:
        return RulesExtractor()
    if steps.extractor == ANSWERS:
        return AnswersExtractor()
    if not is_model(steps.extractor):
        raise InputError(
            f"no extractor {steps.extractor!r}: rules, answers, or a model as PROVIDER:NAME.",
            reason="bad_extractor",
        )
    refuse_itself(model, steps.extractor, "--extractor")
    return ModelExtractor(_given(models).open(steps.extractor, _guessed_claims))


def open_grader(steps: Steps, model: str, models: Models | None) -> AnswerJudge | None:
    """Who grades answers in free text, None where nobody was asked to.

    Args:
        steps: names it.
        model: under test, which never grades itself.
        models: of the run.

    Raises:
        InputError: it is no model, the model under test, or no models are given.
        NoModelError: its package or key is not there.
    """
    if not steps.grader:
        return None
    if not is_model(steps.grader):
        raise InputError(
            f"no grader {steps.grader!r}: a model as PROVIDER:NAME.", reason="bad_grader"
        )
    refuse_itself(model, steps.grader, "--grader")
    return AnswerJudge(_given(models).open(steps.grader, _guessed_score))


def _given(models: Models | None) -> Models:
    if models is None:
        raise InputError("no models are given to open one of", reason="no_models")
    return models


_PASSAGES = re.compile(
    r"^Passages for claim (?P<id>c\d+):\n(?P<mark>==[0-9a-f]+==)\n(?P<first>.*)$", re.MULTILINE
)


def _guessed_verdicts(request: Request) -> Reply:
    """A plausible reply of a judge: two thirds of the claims are decided, by a first sentence."""
    found = _PASSAGES.finditer(request.messages[0].text)
    said = [_guessed_verdict(request.labels["claim"], one["id"], one["first"]) for one in found]
    return Reply(canonical_json({"verdicts": said}))


def _guessed_verdict(claims: str, id: str, passage: str) -> dict[str, Json]:
    # By content, so that a claim judged again without its sentence may be decided otherwise.
    if int(digest([claims, id, passage])[:8], 16) % 3 == 0:
        return {"id": id, "verdict": "UNVERIFIABLE", "quote": "", "conflict": False}
    quote = sentences(passage)[0]
    return {"id": id, "verdict": "SUPPORTED", "quote": quote, "conflict": False}


def _guessed_score(_: Request) -> Reply:
    """A plausible reply of a grader."""
    said = "it gives the main point of the reference answer and leaves out a part"
    return Reply(canonical_json({"score": 0.5, "reason": said}))


def _guessed_claims(request: Request) -> Reply:
    """A plausible reply of an extractor: the claims that the rules find."""
    found = claims_of(request.labels["step"])
    claims = [{"claim": one.text, "quote": one.sentence} for one in found]
    return Reply(canonical_json({"claims": claims}))
