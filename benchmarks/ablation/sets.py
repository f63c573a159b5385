"""The sets that judges are compared on, without a claim that training or calibration has seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.ablation.data import GoldClaims, read_claims
from benchmarks.judging.mix import Pair, normalised
from hubscope.errors import InputError
from hubscope.files import Skipped

TRAINED_ON = "trained_on"


@dataclass(frozen=True, slots=True)
class ComparedSet:
    """A set of claims with gold evidence, and the labelled pairs that accuracy is measured on.

    Attributes:
        file: under the folder that `ablate train` reads, too.
        source: its labelled pairs in the mix, UNVERIFIABLE among them; None = those of another row.
        about: what a reader of the figures has to know.
    """

    name: str
    title: str
    file: str
    source: str | None
    about: str


SETS: Mapping[str, ComparedSet] = {
    one.name: one
    for one in (
        ComparedSet(
            "scifact", "SciFact dev", "scifact_pairs/dev.tsv", "scifact_dev", "gold sentences"
        ),
        ComparedSet(
            "scifact_abstracts",
            "SciFact dev, abstracts",
            "scifact/claims_dev.jsonl",
            None,
            "claims whose abstract is there",
        ),
        ComparedSet(
            "check_covid",
            "Check-COVID",
            "check_covid/Check-COVID_all.json",
            "check_covid",
            "whole abstracts; never trained on",
        ),
        ComparedSet(
            "fever", "FEVER dev", "fever_dev_pairs/dev.jsonl.gz", "fever_dev", "gold sentences"
        ),
        ComparedSet(
            "hover",
            "HoVer (SufficientFacts)",
            "sufficient_facts/hover_sufficient_facts.jsonl",
            "sufficient_facts",
            "evidence over several pages, all claims SUPPORTED; never trained on",
        ),
    )
}


def seen_claims(mix: Mapping[str, Sequence[Pair]]) -> frozenset[str]:
    """Normalised claims of every pair that training or calibration may see."""
    return frozenset(
        normalised(pair.claim) for pairs in mix.values() for pair in pairs if pair.split != "test"
    )


def read_set(data: Path, compared: ComparedSet, seen: frozenset[str]) -> GoldClaims:
    """The claims of a set; those in `seen` are left out and counted as `trained_on`.

    Raises:
        InputError: the set is not in the folder, or training has seen all of it.
    """
    path = data / compared.file
    if not path.exists():
        raise InputError(
            f"{path}: not there, so {compared.title} cannot be compared. Leave it out: --set.",
            reason="not_there",
            where=str(path),
        )
    gold = read_claims(path)
    known = [normalised(one.claim) in seen for one in gold.claims]
    if all(known):
        raise InputError(
            f"{path}: training has seen every claim of it", reason=TRAINED_ON, where=str(path)
        )
    each = list(zip(gold.claims, known, strict=True))
    gone = [Skipped(f"{path}:{one.id}", TRAINED_ON) for one, is_known in each if is_known]
    kept = tuple(one for one, is_known in each if not is_known)
    return replace(gold, claims=kept, skipped=(*gold.skipped, *gone))
