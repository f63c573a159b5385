"""What the shipped verifier is trained on: the mix, with company, negation and removed phrases."""

import logging
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from benchmarks.ablation.company import Stranger, strangers
from benchmarks.ablation.enhancement import Marker, enhanced
from benchmarks.ablation.likeness import repeats
from benchmarks.ablation.pairs import Arm, Shown, TrainingPair, training_pairs
from benchmarks.ablation.removal import one_removal
from benchmarks.judging.augment import contrary, renumbered
from benchmarks.judging.encoding import sentences
from benchmarks.judging.mix import Pair
from benchmarks.judging.negation import negated, reworded
from benchmarks.judging.sample import DEV_CAPS, sampled
from graph.vocabulary import Verdict

log = logging.getLogger(__name__)

S, R, U = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE

TRAIN_CAPS: Mapping[str, int] = {
    "vitaminc_real": 16_000,
    "vitaminc_synthetic": 3_000,
    "mnli": 6_000,
    "snli": 1_500,
    "scitail": 10**6,
    "negation": 10**6,
    "feverous": 1_800,
    "fever_dev": 10**6,
    "scifact_train": 10**6,
    "evidence_inference": 10**6,
}
# The few claims of SciFact are shown several times, each time in other company.
TIMES: Mapping[str, int] = {"scifact_train": 4}
# Share of claims that get a negative pair. The general sets are many and need few.
NEGATIVES: Mapping[str, float] = {
    "vitaminc_real": 0.15,
    "vitaminc_synthetic": 0.25,
    "mnli": 0.1,
    "snli": 0.1,
    "scitail": 0.2,
    "negation": 0.1,
    "feverous": 0.5,
    "fever_dev": 0.5,
    "scifact_train": 0.6,
    "evidence_inference": 0.7,
}
_NEGATION, _PHRASES, _FINDINGS = 3_000, 3_600, 1_500
_MOST_COMPANY = 4
# More strangers than are shown, so that claims shown several times get others.
_STRANGERS = 12
_LONGEST_CLAIM = 200


def recipe(
    mix: Mapping[str, Sequence[Pair]], arm: Arm, seed: int, markers: Sequence[Marker]
) -> list[TrainingPair]:
    """All training pairs of an arm; what is made of the claims is the same in every arm.

    Args:
        mix: as read_mix gives it; only its training split is used.
        arm: what is compared; the shipped verifier is trained as FULL.
        seed: of every draw.
        markers: models that enhance the gold sets where the arm does so, the cheapest first.
    """
    shown = shown_claims(mix, seed, "train", TRAIN_CAPS)
    if arm.enhances:
        shown, added = enhanced(shown, markers)
        log.info("%d sentences added to gold sets", added)
    pairs = training_pairs(shown, arm, seed, NEGATIVES)
    pairs.extend(about_negation(mix, seed, _NEGATION))
    if arm.ablates:
        pairs.extend(without_phrases(mix, seed, _PHRASES))
        pairs.extend(other_findings(mix, seed, _FINDINGS))
    return pairs


def held_out(
    mix: Mapping[str, Sequence[Pair]], arm: Arm, seed: int
) -> dict[str, list[TrainingPair]]:
    """Pairs of an arm's kinds from the dev split, by source: what a verifier is calibrated on.

    An arm without negative pairs is calibrated without them, too: thresholds fitted on ablated
    claims would teach it what it is compared with.
    """
    found: dict[str, list[TrainingPair]] = {}
    for one in training_pairs(shown_claims(mix, seed, "dev", DEV_CAPS), arm, seed, NEGATIVES):
        found.setdefault(one.source, []).append(one)
    found["about negation"] = list(about_negation(mix, seed, _NEGATION // 10, "dev"))
    return found


def shown_claims(
    mix: Mapping[str, Sequence[Pair]], seed: int, split: str, caps: Mapping[str, int]
) -> list[Shown]:
    """Claims of one split with their evidence among strangers of that split."""
    made: list[Shown] = []
    for source, pairs in sampled(mix, split, seed, caps).items():
        rng = random.Random(f"{seed} company {source}")  # noqa: S311  # reproducible, no secret
        others = strangers(pairs, _STRANGERS)
        for _ in range(TIMES.get(source, 1)):
            made.extend(
                in_company(pair, other, rng) for pair, other in zip(pairs, others, strict=True)
            )
    return made


def in_company(pair: Pair, others: Sequence[Stranger], rng: random.Random) -> Shown:
    """A labelled claim with its evidence among one to four strangers, in an order by chance."""
    own = sentences(pair.evidence)
    texts = [one.text for one in others]
    alike = set(repeats(own, texts))
    fresh = [text for at, text in enumerate(texts) if at not in alike]
    wanted = rng.choice((1, 1, 1, 2, 2, 3, _MOST_COMPANY))
    # The likest come first, and mostly they are taken: easy strangers teach little.
    likely = fresh[: wanted + 2]
    company = rng.sample(likely, min(wanted, len(likely)))
    if pair.verdict is U:
        company = company if rng.random() < 0.35 else []
    cut = rng.randint(0, len(company))
    around = (*company[:cut], *own, *company[cut:])
    gold = () if pair.verdict is U else tuple(range(cut, cut + len(own)))
    return Shown(pair.source, pair.claim, around, pair.verdict, gold)


def without_phrases(
    mix: Mapping[str, Sequence[Pair]], seed: int, most: int
) -> Iterator[TrainingPair]:
    """Evidence of one sentence without the phrase that decides, or without one that does not.

    Two of the first kind (UNVERIFIABLE) for one of the second (label as before), so that a
    missing phrase alone means nothing.
    """
    rng = random.Random(f"{seed} phrases")  # noqa: S311  # reproducible, no secret
    wanted = ("fever_dev", "vitaminc_real", "vitaminc_synthetic", "feverous", "scifact_train")
    pool = [
        pair
        for source in wanted
        for pair in mix[source]
        if pair.split == "train" and pair.verdict is not U and len(sentences(pair.evidence)) == 1
    ]
    rng.shuffle(pool)
    made = 0
    for number, pair in enumerate(pool):
        decides = number % 3 != 0
        removal = one_removal(
            pair.claim, pair.evidence, refuted=pair.verdict is R, decides=decides, rng=rng
        )
        if removal is not None and len(removal.text) > 20:
            verdict, cited = (U, ()) if decides else (pair.verdict, (0,))
            kind = "phrase removed" if decides else "other phrase removed"
            yield TrainingPair(pair.source, pair.claim, (removal.text,), verdict, cited, kind)
            made += 1
            if made == most:
                return


def about_negation(
    mix: Mapping[str, Sequence[Pair]], seed: int, most: int, split: str = "train"
) -> Iterator[TrainingPair]:
    """Negation on both sides, on one side, on none; beside restatements and beside evidence.

    Denied claims are made SUPPORTED about twice as often as REFUTED, since the labelled sets hold
    more denied claims that are REFUTED, and some are UNVERIFIABLE beside a denial of something
    else: a negation decides nothing by itself.
    """
    rng = random.Random(f"{seed} negation")  # noqa: S311  # reproducible, no secret
    by_source: dict[str, list[Pair]] = defaultdict(list)
    for source, pairs in mix.items():
        known = [pair for pair in pairs if pair.split == split and _short(pair.claim)]
        by_source[source] = rng.sample(known, min(len(known), most))
    share = -(-most // max(1, sum(map(bool, by_source.values()))))
    for source, pairs in by_source.items():
        chosen = [(pair, denial) for pair in pairs if (denial := negated(pair.claim))][:share]
        denials = [denial for _, denial in chosen]
        for number, (pair, denial) in enumerate(chosen):
            other = denials[(number + 1) % len(denials)]
            for claim, text, verdict in _contrasts(pair, denial, other, number, rng):
                cited = () if verdict is U else (0,)
                yield TrainingPair(source, claim, (text,), verdict, cited, "negation")
            yield from _beside_evidence(pair, denial, rng)


def _short(claim: str) -> bool:
    return len(claim) <= _LONGEST_CLAIM


def _contrasts(
    pair: Pair, denial: str, other: str, number: int, rng: random.Random
) -> Iterator[tuple[str, str, Verdict]]:
    """Claim, evidence, verdict: one claim gives a few of the kinds, in turn."""
    claim = pair.claim
    yield _said(denial, rng), _read(denial, rng), S
    if number % 2:
        yield _said(denial, rng), _read(claim, rng), R
    else:
        yield _said(claim, rng), _read(denial, rng), R
    if number % 3 == 0:
        yield _said(claim, rng), _read(claim, rng), S
    turned = contrary(claim)
    if turned is not None:
        yield _said(denial, rng), _read(turned, rng), S
        yield _said(claim, rng), _read(turned, rng), R
    elif (changed := renumbered(claim, rng)) is not None:
        yield _said(claim, rng), _read(changed, rng), R
    if number % 3 == 1 and not repeats([denial], [other]):
        yield _said(denial, rng), _read(other, rng), U
        yield _said(claim, rng), _read(other, rng), U


def _said(text: str, rng: random.Random) -> str:
    """As an agent might say it."""
    return reworded(text, rng)


def _read(text: str, rng: random.Random) -> str:
    """As evidence might have it."""
    return reworded(text, rng, frame=True)


def _beside_evidence(pair: Pair, denial: str, rng: random.Random) -> Iterator[TrainingPair]:
    """The denied claim beside the evidence of the claim: what supports one refutes the other."""
    verdict = {S: R, R: S, U: U}[pair.verdict]
    if verdict is R and rng.random() < 0.5:
        return
    texts = tuple(sentences(pair.evidence))
    cited = () if verdict is U else tuple(range(len(texts)))
    claim = reworded(denial, rng)
    yield TrainingPair(pair.source, claim, texts, verdict, cited, "denied")


def other_findings(
    mix: Mapping[str, Sequence[Pair]], seed: int, most: int
) -> Iterator[TrainingPair]:
    """A trial's claim about one outcome beside the evidence for another: UNVERIFIABLE.

    The words that tell the two claims apart must be absent from the evidence.
    """
    rng = random.Random(f"{seed} findings")  # noqa: S311  # reproducible, no secret
    articles: dict[str, list[Pair]] = defaultdict(list)
    for pair in mix["evidence_inference"]:
        if pair.split == "train":
            articles[pair.group].append(pair)
    made = []
    for pairs in articles.values():
        for pair in pairs:
            others = [one for one in pairs if _is_other_finding(pair, one)]
            if others:
                one = rng.choice(others)
                made.append((pair.claim, one.evidence))
    for claim, evidence in rng.sample(made, min(most, len(made))):
        texts = tuple(sentences(evidence))
        yield TrainingPair("evidence_inference", claim, texts, U, (), "other finding")


def _is_other_finding(pair: Pair, other: Pair) -> bool:
    words, others = _words(pair.claim), _words(other.claim)
    telling = words - others
    return len(telling) >= 2 and not telling & _words(other.evidence)


def _words(text: str) -> set[str]:
    return {word.lower().strip(".,;:()[]") for word in text.split() if len(word) > 3}
