"""Labels that people give to a run's claims: claims drawn for them, their CSV read.

A label belongs to what an agent said, not to a judge's verdict on it: it stays good when the run is
judged again, by whichever judge. Format: docs/methods/calibration.md.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.judging.verdicts import parse_verdict
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.keys import key_of
from hubscope.records import Row
from hubscope.tables import rows

# The rater whose label decides, whatever the others say.
ADJUDICATED = "adjudicated"
_COLUMNS = {
    "claim": ("claim", "claim_id"),
    "label": ("label", "verdict"),
    "rater": ("rater", "annotator"),
}
_REQUIRED = ("claim", "label")


@dataclass(frozen=True, slots=True)
class SaidClaim:
    """A claim as it is labelled: its id, where it was said, what the judge made of it."""

    id: str
    trajectory: str
    claim: JudgedClaim


@dataclass(frozen=True, slots=True)
class HumanLabel:
    """What one person says of one claim; `where` is the row that says it."""

    claim: str
    rater: str
    verdict: Verdict
    where: str


@dataclass(frozen=True, slots=True)
class LabelFile:
    """The labels of some files and the rows that gave none."""

    labels: tuple[HumanLabel, ...]
    skipped: tuple[Skipped, ...]


def claim_id(trajectory: str, text: str) -> str:
    """Id of what a trajectory says; a trajectory says a text once, however often it is repeated.

    >>> claim_id("t1", "Zinc binds ACE2") == claim_id("t2", "Zinc binds ACE2")
    False
    """
    return key_of("said", trajectory, text)


def said_claims(judged: Iterable[JudgedTrajectory]) -> list[SaidClaim]:
    """Every claim of the trajectories in scope, in their order."""
    return [
        SaidClaim(claim_id(one.id, claim.text), one.id, claim)
        for one in judged
        if one.in_scope
        for claim in one.claims
    ]


def draw(claims: Iterable[SaidClaim], n: int, seed: int) -> list[SaidClaim]:
    """A simple random draw of scored claims by a fixed seed.

    The order is that of the hashes of seed and id: it does not depend on the order given, and a
    larger draw begins with the smaller one, so that labelling can go on.

    Raises:
        InputError: `n` is not positive, or no claim is scored.
    """
    if n < 1:
        raise InputError(f"{n} claims cannot be drawn", reason="bad_counts")
    scored = [one for one in claims if one.claim.verdict is not None]
    if not scored:
        raise InputError("the run has no scored claim to label", reason="nothing_in_scope")
    return sorted(scored, key=lambda one: key_of(str(seed), one.id))[:n]


def consensus(labels: Mapping[str, Verdict]) -> Verdict | None:
    """The adjudicated label, else the one that more than half of the raters give, else None."""
    if ADJUDICATED in labels:
        return labels[ADJUDICATED]
    ranked = Counter(labels.values()).most_common(1)
    return ranked[0][0] if ranked and 2 * ranked[0][1] > len(labels) else None


def deciding(labels: Mapping[str, Verdict]) -> list[Verdict]:
    """The labels that a claim's cost is the mean over: the adjudicated one, else every rater's."""
    if ADJUDICATED in labels:
        return [labels[ADJUDICATED]]
    return [labels[rater] for rater in sorted(labels)]


def by_claim(labels: Iterable[HumanLabel]) -> dict[str, dict[str, Verdict]]:
    """Labels as claim id to rater to verdict."""
    found: defaultdict[str, dict[str, Verdict]] = defaultdict(dict)
    for one in labels:
        found[one.claim][one.rater] = one.verdict
    return dict(found)


def read_labels(paths: Sequence[Path], known: Iterable[str]) -> LabelFile:
    """Read CSV, TSV, Parquet or JSON Lines with columns `claim`, `label` and, optional, `rater`.

    A file without `rater` is by one person, named like the file. A row is left out, with its place
    and reason, where it has no claim or no label, a label that is none of the three words, a claim
    that the run does not have, or a label that its rater has given before; a rater who gives one
    claim two labels has given it none.

    Args:
        paths: files.
        known: ids of the claims that can be labelled.

    Raises:
        InputError: a file cannot be read or lacks a column, or no row can be used.
    """
    ids = frozenset(known)
    given: defaultdict[tuple[str, str], list[HumanLabel]] = defaultdict(list)
    skipped: list[Skipped] = []
    for path in paths:
        for one in _labels_of(path, ids):
            if isinstance(one, Skipped):
                skipped.append(one)
            else:
                given[one.claim, one.rater].append(one)
    labels = []
    for several in given.values():
        kept, left = _of_one_rater(several)
        labels += kept
        skipped += left
    if not labels:
        why = ", ".join(f"{n} {reason}" for reason, n in Counter(s.reason for s in skipped).items())
        raise InputError(
            f"{paths[0]}: no label that can be used ({why or 'no rows'}). A row is the id of a"
            " claim of this run, SUPPORTED, UNVERIFIABLE or REFUTED, and who says so.",
            reason="no_valid_items",
            where=str(paths[0]),
        )
    return LabelFile(tuple(labels), tuple(skipped))


def _labels_of(path: Path, known: frozenset[str]) -> Iterable[HumanLabel | Skipped]:
    columns: dict[str, str] = {}
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
            continue
        columns = columns or _columns(path, row)
        yield _label(row, columns, path.stem, known)


def _columns(path: Path, row: Row) -> dict[str, str]:
    """Which column of a file holds what.

    Raises:
        InputError: one is missing.
    """
    named = {name.strip().casefold().replace(" ", "_"): name for name in row.fields}
    found = {
        field: next((named[word] for word in words if word in named), "")
        for field, words in _COLUMNS.items()
    }
    missing = [field for field in _REQUIRED if not found[field]]
    if missing:
        raise InputError(
            f"{path}: no column `{missing[0]}`; it has {', '.join(row.fields)}",
            reason="missing_column",
            where=str(path),
        )
    return found


def _label(
    row: Row, columns: Mapping[str, str], author: str, known: frozenset[str]
) -> HumanLabel | Skipped:
    def cell(field: str) -> str:
        value = row.fields.get(columns[field])
        return "" if value is None else str(value).strip()

    claim, written, rater = cell("claim"), cell("label"), cell("rater") or author
    verdict = parse_verdict(written)
    if not claim:
        return Skipped(row.where, "no_claim", row.line)
    if not written:
        return Skipped(row.where, "no_label", row.line)
    if verdict is None:
        return Skipped(row.where, "unknown_label", row.line)
    if claim not in known:
        return Skipped(row.where, "unknown_claim", row.line)
    return HumanLabel(claim, rater, verdict, row.where)


def _of_one_rater(given: Sequence[HumanLabel]) -> tuple[list[HumanLabel], list[Skipped]]:
    """What one rater says of one claim: at most one label, and the rows left out."""
    if len({one.verdict for one in given}) > 1:
        return [], [Skipped(one.where, "two_labels") for one in given]
    return [given[0]], [Skipped(one.where, "labelled_before") for one in given[1:]]
