"""Judging a sample of a run's claims again without the sentence that decided them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from benchmarks.ablation.likeness import repeats
from benchmarks.hallucination.evidence_use import (
    FILE,
    Probe,
    asked,
    decided,
    sampled,
    stored,
    wanted,
)
from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.judging.encoding import sentences
from benchmarks.judging.judge import Judge, JudgeInput
from benchmarks.judging.verdicts import NO_EVIDENCE
from benchmarks.runs import RunFolder
from graph.store import GraphStore
from hubscope.codec import to_json
from hubscope.files import write_atomically
from hubscope.keys import canonical_json, key_of
from retrieval.tiers import Limits, fitting, texts_of

TextsOf = Callable[[Iterable[str]], Mapping[str, str]]


def probe(
    run: RunFolder,
    judged: Sequence[JudgedTrajectory],
    store: GraphStore,
    judge: Judge,
    limits: Limits,
    *,
    seed: int,
) -> None:
    """Judge the sample again and write it down, unless it is there already.

    Args:
        run: its folder.
        judged: all its trajectories.
        store: has the chunks that the claims were judged on.
        judge: the run's own.
        limits: what cut the passages.
        seed: of the sample.
    """
    sample = sampled(judged, seed)
    if run.has(FILE) and [asked(one) for one in stored(run)] == [wanted(*one) for one in sample]:
        return
    probes = judge_again(judged, partial(texts_of, store), judge, limits, seed)
    lines = "".join(canonical_json(to_json(one)) + "\n" for one in probes)
    write_atomically(run.path / FILE, lines)


def judge_again(
    judged: Sequence[JudgedTrajectory], look_up: TextsOf, judge: Judge, limits: Limits, seed: int
) -> list[Probe]:
    """The sample, judged without the sentences that decided."""
    sample = sampled(judged, seed)
    texts = look_up({key for _, _, claim in sample for key in claim.chunks})
    left = [_without_quote(claim, texts, limits) for _, _, claim in sample]
    able = [at for at, passages in enumerate(left) if passages]
    inputs = [
        JudgeInput(
            sample[at][2].text, left[at], group=key_of(sample[at][0], str(sample[at][2].step))
        )
        for at in able
    ]
    answers = dict(zip(able, judge.judge_many(inputs), strict=True))
    return [
        Probe(id, number, decided(claim), answers.get(at, NO_EVIDENCE).verdict, at in answers)
        for at, (id, number, claim) in enumerate(sample)
    ]


def _without_quote(claim: JudgedClaim, texts: Mapping[str, str], limits: Limits) -> tuple[str, ...]:
    """The passages that the judge was shown, without the sentence it quoted."""
    chunks = [texts[key] for key in claim.chunks if key in texts]
    left = []
    for passage in fitting(chunks, limits.characters):
        said = sentences(passage)
        gone = set(repeats([claim.quote], said))
        left.append(" ".join(text for at, text in enumerate(said) if at not in gone))
    return tuple(text for text in left if text.strip())
