"""The generic shape: the columns of claim, label, sentences and gold are named by the user."""

from collections.abc import Mapping, Sequence
from functools import partial

from benchmarks.ablation.draft import Draft, Shape, each, sentences_of, verdict_of
from hubscope.errors import InputError
from hubscope.json_values import Json
from hubscope.records import Row
from ingest.answers import as_text
from ingest.wikipedia import plain

GENERIC_FIELDS = ("id", "claim", "label", "sentences", "gold", "document")


def generic(mapping: Mapping[str, str]) -> Shape:
    """The shape whose columns are named; a field that is not named has its own name.

    Raises:
        InputError: a field that there is none of.
    """
    if unknown := sorted(mapping.keys() - {*GENERIC_FIELDS}):
        raise InputError(
            f"--map: no field named {unknown[0]!r}. Known: {', '.join(GENERIC_FIELDS)}.",
            reason="unknown_name",
        )
    names = {field: mapping.get(field, field) for field in GENERIC_FIELDS}
    return Shape("generic", "fields named", lambda _: True, partial(each, partial(_generic, names)))


def _generic(names: Mapping[str, str], row: Row) -> Draft:
    fields = {field: row.fields.get(name) for field, name in names.items()}
    sentences = sentences_of(fields["sentences"])
    gold, fault = _gold_sets(fields["gold"], sentences)
    return Draft(
        id=as_text(fields["id"]),
        claim=as_text(fields["claim"]),
        verdict=verdict_of(fields["label"]),
        sentences=sentences,
        gold_sets=gold,
        document=as_text(fields["document"]),
        where=row.where,
        fault=fault,
    )


def _gold_sets(gold: Json, sentences: Sequence[str]) -> tuple[tuple[tuple[int, ...], ...], str]:
    """Gold sets of places, of lists of places, or of the texts of sentences; None = all."""
    if gold is None:
        return (tuple(range(len(sentences))),), ""
    parts: list[Json] = gold if isinstance(gold, list) else [gold]
    nested: list[list[Json]] = [one for one in parts if isinstance(one, list)] or [parts]
    sets = []
    for one in nested:
        places = [_place(part, sentences) for part in one]
        if None in places:
            return (), "gold_not_among_sentences"
        sets.append(tuple(place for place in places if place is not None))
    return tuple(sets), ""


def _place(part: Json, sentences: Sequence[str]) -> int | None:
    if isinstance(part, int) and not isinstance(part, bool):
        return part
    text = " ".join(plain(as_text(part)).split())
    found = (at for at, one in enumerate(sentences) if " ".join(one.split()) == text)
    return next(found, None)
