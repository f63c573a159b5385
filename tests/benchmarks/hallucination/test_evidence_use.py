"""Whether a run's judge uses its evidence: what it quotes is taken away and it is asked again."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from benchmarks.hallucination.evidence_probe import probe
from benchmarks.hallucination.evidence_use import (
    FILE,
    OTHER_VERDICTS,
    SAMPLE,
    EvidenceUse,
    evidence_use,
    sampled,
)
from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.verdicts import Judgement
from benchmarks.runs import RunFolder
from graph.memory_store import MemoryStore
from graph.model import Chunk, Contribution, Document, Source
from graph.vocabulary import ChunkPart, Verdict
from hubscope.errors import InputError
from retrieval.tiers import Limits, fitting

S, R, U = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE
CHUNKS = {
    name: Chunk("d", ChunkPart.CONTEXT, text)
    for name, text in {
        "a": "Zinc lowers fever in mice. It was measured.",
        "b": "We know that zinc lowers fever in mice. Iron does not.",
        "c": "Zinc lowers fever in mice.",
    }.items()
}


@dataclass
class Reader:
    """SUPPORTED where a passage has the claim's last word, REFUTED at "raises", by the first."""

    asked: list[JudgeInput] = field(default_factory=list)
    name: str = "reader"
    fingerprint: str = "0" * 64
    card: dict[str, Any] = field(default_factory=dict)

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        self.asked.extend(pairs)
        return [self._judge(pair) for pair in pairs]

    def _judge(self, pair: JudgeInput) -> Judgement:
        if "fails" in pair.claim:
            return Judgement(None, error="broken")
        if "stubborn" in pair.claim:
            return Judgement(S, quote=pair.passages[0])
        return Judgement(R if "turns" in pair.claim else U, quote=pair.passages[0])


def store() -> MemoryStore:
    made, source = MemoryStore(), Source("s", "table", "0" * 64)
    made.begin(source)
    made.write(
        source,
        Contribution(
            documents=(Document("d"),),
            chunks=tuple(CHUNKS.values()),
        ),
    )
    made.commit(source)
    return made


def claim(text: str, *chunks: str, verdict: Verdict | None = S) -> JudgedClaim:
    keys = tuple(CHUNKS[name].key for name in chunks)
    return JudgedClaim(text, 0, chunks=keys, verdict=verdict, quote="Zinc lowers fever in mice.")


def run_of(folder: Path, *claims: JudgedClaim) -> tuple[RunFolder, list[JudgedTrajectory]]:
    judged = [JudgedTrajectory(f"t{at}", (one,)) for at, one in enumerate(claims)]
    folder.mkdir(exist_ok=True)
    return RunFolder(folder), judged


def probed(folder: Path, *claims: JudgedClaim) -> tuple[Reader, EvidenceUse]:
    run, judged = run_of(folder, *claims)
    reader = Reader()
    probe(run, judged, store(), reader, Limits(0.4), seed=1)
    found = evidence_use(run, judged, seed=1, draws=100)
    assert found is not None
    return reader, found


def test_the_quoted_sentence_and_what_repeats_it_are_gone(tmp_path: Path) -> None:
    reader, _ = probed(tmp_path, claim("Zinc is good.", "a", "b", "c"))
    assert [one.passages for one in reader.asked] == [("It was measured.", "Iron does not.")]


def test_the_judge_is_shown_no_more_than_it_was_the_first_time(tmp_path: Path) -> None:
    run, judged = run_of(tmp_path, claim("Zinc is good.", "a", "b"))
    reader = Reader()
    probe(run, judged, store(), reader, Limits(0.4, characters=44), seed=1)
    assert [one.passages for one in reader.asked] == [("It was measured.",)]


def test_shares_count_what_goes_what_turns_and_what_had_nothing_else(tmp_path: Path) -> None:
    claims = [
        claim("It goes.", "a"),
        claim("It is stubborn.", "a"),
        claim("It turns.", "a"),
        claim("It has no other.", "c"),
        claim("It fails.", "a"),
        claim("It is not decided.", "a", verdict=U),
        claim("It is an error.", "a", verdict=None),
        claim("It has no chunk."),
    ]
    reader, found = probed(tmp_path, *claims)
    assert len(reader.asked) == 4  # nothing left is UNVERIFIABLE without a call
    assert found.decided == 5
    assert (found.given_up.value, found.given_up.n) == (0.75, 4)
    assert found.flipped.value == 0.25
    assert (found.nothing_left, found.errors) == (1, 1)


def test_a_sample_is_drawn_whatever_the_order(tmp_path: Path) -> None:
    _, judged = run_of(tmp_path, *(claim(f"Claim {n}.", "a") for n in range(SAMPLE + 50)))
    sample = sampled(judged, seed=1)
    assert len(sample) == SAMPLE
    assert sample == sampled(judged[::-1], seed=1)
    assert sample != sampled(judged, seed=2)


def test_what_is_written_down_is_not_asked_again(tmp_path: Path) -> None:
    run, judged = run_of(tmp_path, claim("It goes.", "a"), claim("It turns.", "a"))
    first, again = Reader(), Reader()
    probe(run, judged, store(), first, Limits(0.4), seed=1)
    probe(run, judged, store(), again, Limits(0.4), seed=1)
    assert (len(first.asked), len(again.asked)) == (2, 0)
    probe(run, judged[:1], store(), again, Limits(0.4), seed=1)
    assert len(again.asked) == 1


def test_without_a_decided_claim_the_figure_is_undefined(tmp_path: Path) -> None:
    _, found = probed(tmp_path, claim("It is open.", "a", verdict=U))
    assert (found.given_up.value, found.given_up.n, found.decided) == (None, 0, 0)
    assert found.given_up.note


def test_a_file_of_other_verdicts_says_nothing_and_a_broken_one_is_refused(tmp_path: Path) -> None:
    run, judged = run_of(tmp_path, claim("It goes.", "a"))
    assert evidence_use(run, judged, seed=1, draws=10) is None
    probe(run, judged, store(), Reader(), Limits(0.4), seed=1)
    _, other = run_of(tmp_path, claim("It goes.", "a", verdict=R))
    stale = evidence_use(run, other, seed=1, draws=10)
    assert stale is not None
    assert (stale.given_up.value, stale.given_up.note) == (None, OTHER_VERDICTS)
    (tmp_path / FILE).write_text('{"trajectory": 1}\n', "utf-8")
    with pytest.raises(InputError) as raised:
        evidence_use(run, judged, seed=1, draws=10)
    assert raised.value.reason == "broken_run"


def test_passages_fit_as_they_did_when_they_were_found() -> None:
    assert list(fitting(["One is long.", "Two."], 3)) == ["One", ""]
    assert list(fitting([], 10)) == []
