"""Claims with gold evidence, as ablation needs them: the sentences to show, and which are gold.

A data set's own shape is recognised (shapes.py), or its fields are named (`--map`). Claims that
say nothing about the use of evidence are left out and counted: those without a verdict (they need
retrieval), without a sentence, or whose gold sentences are not among those that are there.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from benchmarks.ablation.draft import Draft, Shape
from benchmarks.ablation.likeness import repeats
from benchmarks.ablation.shapes import SHAPES
from benchmarks.ablation.shapes_generic import generic
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.keys import digest
from hubscope.tables import rows

AUTO = "auto"
_DECIDED = (Verdict.SUPPORTED, Verdict.REFUTED)


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """A claim, the sentences that may be shown beside it, and what annotators say.

    Attributes:
        sentences: in the order of the document; none is blank.
        gold_sets: alternatives, each a sorted tuple of places in `sentences` that suffices.
        document: what the sentences are from; claims of one document are one cluster.
    """

    id: str
    claim: str
    gold: Verdict
    sentences: tuple[str, ...]
    gold_sets: tuple[tuple[int, ...], ...]
    document: str

    @property
    def gold_places(self) -> frozenset[int]:
        """Every gold sentence, of whichever set."""
        return frozenset(place for one in self.gold_sets for place in one)


@dataclass(frozen=True, slots=True)
class GoldClaims:
    """A data set as read.

    Attributes:
        skipped: what was left out, with the reason.
        notes: what a reader of the figures has to know of the sentences.
    """

    shape: str
    claims: tuple[GoldClaim, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...] = ()

    @property
    def left_out(self) -> dict[str, int]:
        """Records left out, by reason."""
        return dict(sorted(Counter(one.reason for one in self.skipped).items()))


def read_claims(
    path: Path, shape: str = AUTO, mapping: Mapping[str, str] | None = None
) -> GoldClaims:
    """Read a data set of claims with gold evidence.

    Args:
        path: JSON, JSON Lines, CSV, TSV or Parquet; documents lie beside it where the shape has
            them apart.
        shape: a name in SHAPES; `auto` looks at the first records.
        mapping: field to column of the generic shape: id, claim, label, sentences, gold, document.

    Raises:
        InputError: the file cannot be read, is of no known shape, has no usable claim, or two
            different claims have one id.
    """
    found = _shape_of(path, shape, mapping)
    drafts: list[Draft] = []
    skipped: list[Skipped] = []
    notes: list[str] = []
    for one in found.read(path, notes):
        if isinstance(one, Skipped):
            skipped.append(one)
        else:
            drafts.append(one)
    claims, odd = _usable(_merged(drafts))
    skipped.extend(odd)
    if not claims:
        listed = ", ".join(
            f"{n} {reason}" for reason, n in Counter(one.reason for one in skipped).most_common(3)
        )
        raise InputError(
            f"{path}: no claim with a verdict and gold sentences in it ({listed or 'empty'})."
            " Other names for its fields? --map claim=column,label=column,sentences=column,"
            "gold=column.",
            reason="no_valid_items",
            where=str(path),
        )
    return GoldClaims(found.name, tuple(claims), tuple(skipped), tuple(notes))


def with_strangers(claims: Sequence[GoldClaim], n: int, seed: int) -> list[GoldClaim]:
    """The claims with `n` sentences of other documents mixed in, at places drawn by the seed.

    Gold evidence alone leaves nothing to show once it is taken away, and a verdict that then goes
    says nothing. Sentences are drawn by the claim's id and the seed, so no other claim matters;
    what repeats a sentence of the claim's own is not drawn.
    """
    pool = sorted({(text, one.document) for one in claims for text in one.sentences})
    return [_mixed(one, pool, n, seed) for one in claims]


def digest_of(claims: Iterable[GoldClaim]) -> str:
    """Hash of everything that is shown and expected."""
    return digest(
        [
            [one.id, one.claim, one.gold, one.sentences, one.gold_sets, one.document]
            for one in claims
        ]
    )


def _shape_of(path: Path, name: str, mapping: Mapping[str, str] | None) -> Shape:
    if mapping:
        return generic(mapping)
    if name != AUTO:
        if name not in SHAPES:
            raise InputError(
                f"no shape named {name!r}. Known: {', '.join(SHAPES)}.", reason="unknown_name"
            )
        return SHAPES[name]
    first = [one.fields for one in islice(rows(path), 50) if not isinstance(one, Skipped)][:5]
    for shape in SHAPES.values():
        if any(shape.recognises(fields) for fields in first):
            return shape
    raise InputError(
        f"{path}: no shape of claims with gold evidence that is known ({', '.join(SHAPES)})."
        " Name its fields: --map claim=column,label=column,sentences=column,gold=column.",
        reason="unknown_format",
        where=str(path),
    )


def _merged(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Rows without an id that say the same of the same claim are alternative gold sets of it."""
    kept: dict[object, Draft] = {}
    for draft in drafts:
        key = ("id", draft.id, draft.where) if draft.id else (draft.claim, draft.verdict)
        before = kept.get(key)
        kept[key] = draft if before is None else _joined(before, draft)
    return iter(kept.values())


def _joined(one: Draft, other: Draft) -> Draft:
    places: dict[str, int] = {}
    for text in (*one.sentences, *other.sentences):
        places.setdefault(text, len(places))
    sets = [
        tuple(sorted({places[draft.sentences[at]] for at in gold}))
        for draft in (one, other)
        for gold in draft.gold_sets
    ]
    return replace(one, sentences=tuple(places), gold_sets=tuple(dict.fromkeys(sets)))


def _usable(drafts: Iterable[Draft]) -> tuple[list[GoldClaim], list[Skipped]]:
    claims: dict[str, GoldClaim] = {}
    skipped: list[Skipped] = []
    for draft in drafts:
        found = _claim(draft)
        if isinstance(found, GoldClaim):
            before = claims.setdefault(found.id, found)
            if before is not found and before != found:
                raise InputError(
                    f"{draft.where}: two different claims have the id {found.id!r}.",
                    reason="duplicate_id",
                    where=draft.where,
                )
            if before is found:
                continue
            found = "duplicate_identical"
        line = draft.where.rpartition(":")[2]
        skipped.append(Skipped(draft.where, found, int(line) if line.isdigit() else None))
    return list(claims.values()), skipped


def _claim(draft: Draft) -> GoldClaim | str:
    """The claim, or why it cannot be used."""
    if not draft.claim.strip():
        return "missing_claim"
    if draft.verdict is None:
        return draft.fault or "unknown_label"
    if draft.verdict not in _DECIDED:
        return "not_enough_info"
    if draft.fault:
        return draft.fault
    kept = [at for at, text in enumerate(draft.sentences) if text.strip()]
    place = {at: new for new, at in enumerate(kept)}
    if not kept:
        return "no_sentences"
    if any(at not in place for one in draft.gold_sets for at in one):
        return "gold_not_among_sentences"
    sets = [tuple(sorted({place[at] for at in one})) for one in draft.gold_sets if one]
    if not sets:
        return "no_gold_sentence"
    texts = tuple(" ".join(draft.sentences[at].split()) for at in kept)
    made = digest([draft.claim, draft.verdict, texts])[:16]
    return GoldClaim(
        id=draft.id or f"content-{made}",
        claim=" ".join(draft.claim.split()),
        gold=draft.verdict,
        sentences=texts,
        gold_sets=tuple(dict.fromkeys(sets)),
        document=draft.document or digest(sorted(texts))[:16],
    )


def _mixed(claim: GoldClaim, pool: Sequence[tuple[str, str]], n: int, seed: int) -> GoldClaim:
    rng = random.Random(f"{seed} strangers {claim.id}")  # noqa: S311  # reproducible, no secret
    drawn: list[str] = []
    for text, document in rng.sample(pool, min(len(pool), 4 * n + 8)):
        if len(drawn) == n:
            break
        if document != claim.document and not repeats([*claim.sentences, *drawn], [text]):
            drawn.append(text)
    order = [*range(len(claim.sentences) + len(drawn))]
    rng.shuffle(order)
    # The claim's own sentences keep their order among themselves.
    own = iter(range(len(claim.sentences)))
    texts = [*claim.sentences, *drawn]
    order = [next(own) if at < len(claim.sentences) else at for at in order]
    place = {at: new for new, at in enumerate(order)}
    return replace(
        claim,
        sentences=tuple(texts[at] for at in order),
        gold_sets=tuple(tuple(sorted(place[at] for at in one)) for one in claim.gold_sets),
    )
