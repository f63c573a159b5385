"""Ready triples: TSV, CSV, JSON Lines, Parquet with head, relation, tail and what is known of them.

Every row is a paper that states one relation; rows of one document meet in the graph, which knows a
document by its DOI, PubMed id or title.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.citations import doi_of, pmid_of
from graph.vocabulary import Origin, Polarity
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from ingest.answers import as_text
from ingest.columns import Aliases, field_values, mapped_rows
from ingest.items import Paper, Record, Section, StatedRelation
from ingest.readers.reader import Columns, Reader, Sample

# Field to the column names it goes by, best first; case and separators do not count.
ALIASES: Aliases = {
    "head": ("head", "head name", "subject", "subject name", "source", "source name"),
    "relation": ("relation", "relation type", "predicate", "relationship", "interaction", "edge"),
    "tail": ("tail", "tail name", "object", "object name", "target", "target name"),
    "head_type": ("head type", "subject type", "source type"),
    "tail_type": ("tail type", "object type", "target type"),
    "head_id": ("head id", "subject id", "source id", "head identifier", "subject identifier"),
    "tail_id": ("tail id", "object id", "target id", "tail identifier", "object identifier"),
    "quote": ("quote", "evidence", "sentence", "evidence text"),
    "text": ("text", "passage", "abstract", "context"),
    "document": ("document", "reference", "citation", "paper"),
    "pmid": ("pmid", "pubmed id", "pubmed"),
    "doi": ("doi",),
    "title": ("title", "paper title", "document title"),
    "polarity": ("polarity",),
    "negated": ("negated", "is negated", "negation"),
    "sign": ("sign", "effect", "direction"),
    "confidence": ("confidence", "score", "probability"),
}
_ENDS = ("head", "relation", "tail")
_POSITIVE = frozenset({"", "positive", "pos", "+", "1", "asserted", "affirmed"})
_NEGATIVE = frozenset({"negative", "neg", "-", "-1", "negated", "denied", "not"})
_SIGNS = {"": 0, "0": 0, "none": 0, "+": 1, "1": 1, "+1": 1, "up": 1, "positive": 1}
_SIGNS |= {"-": -1, "-1": -1, "down": -1, "negative": -1, "increase": 1, "decrease": -1}
_YES = frozenset({"true", "yes", "1"})
_NO = frozenset({"", "false", "no", "0"})


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper with one relation a row, in file order.

    Yields:
        Papers; a Skipped for a row without head, relation or tail, and for a polarity, sign or
        confidence that cannot be read.

    Raises:
        InputError: the file cannot be read, or a table lacks a needed column (`missing_column`).
    """
    for row in mapped_rows(path, ALIASES, columns, required=_ENDS):
        yield row if isinstance(row, Skipped) else _paper(row, columns)


def recognises(sample: Sample) -> bool:
    """Whether a record has a head, a relation and a tail by one of their names."""
    return any(
        all(as_text(known.get(name)) for name in _ENDS)
        for known in (_flat(record, {}) for record in sample.records)
    )


def _paper(row: Row, columns: Columns) -> Paper | Skipped:
    known = _flat(row.fields, columns)
    for name in _ENDS:
        if not as_text(known.get(name)):
            return Skipped(row.where, f"missing_{name}", row.line)
    try:
        relation = _relation(known)
    except ValueError as fault:
        return Skipped(row.where, str(fault), row.line)
    text = as_text(known.get("text")) or relation.quote
    pmid, doi, title = _document(known)
    return Paper(
        sections=(Section(text),) if text else (),
        title=title,
        doi=doi,
        pmid=pmid,
        relations=(relation,),
        where=row.where,
    )


def _flat(record: Mapping[str, Json], columns: Columns) -> dict[str, Json]:
    """Fields by name; a head or tail that is a record of its own gives name, type, id."""
    known, _ = field_values(record, ALIASES, columns)
    for end in ("head", "tail"):
        if isinstance(part := known.get(end), dict):
            known[end] = part.get("name")
            known.setdefault(f"{end}_type", part.get("type"))
            known.setdefault(f"{end}_id", part.get("id"))
    return known


def _relation(known: Mapping[str, Json]) -> StatedRelation:
    return StatedRelation(
        head=as_text(known["head"]),
        relation=as_text(known["relation"]),
        tail=as_text(known["tail"]),
        polarity=_polarity(known),
        sign=_sign(known.get("sign")),
        quote=as_text(known.get("quote")),
        head_type=as_text(known.get("head_type")),
        tail_type=as_text(known.get("tail_type")),
        head_identifiers=_identifiers(known.get("head_id")),
        tail_identifiers=_identifiers(known.get("tail_id")),
        confidence=_confidence(known.get("confidence")),
    )


def _polarity(known: Mapping[str, Json]) -> Polarity:
    """Positive unless `polarity` or `negated` denies it; another word in them is a fault."""
    polarity, negated = (as_text(known.get(name)).lower() for name in ("polarity", "negated"))
    if polarity not in _POSITIVE | _NEGATIVE or negated not in _YES | _NO:
        raise ValueError("unclear_polarity")
    is_negative = polarity in _NEGATIVE or negated in _YES
    return Polarity.NEGATIVE if is_negative else Polarity.POSITIVE


def _sign(value: Json) -> int:
    word = as_text(value).lower()
    if word not in _SIGNS:
        raise ValueError("unclear_sign")
    return _SIGNS[word]


def _confidence(value: Json) -> float:
    text = as_text(value)
    if not text:
        return 1.0
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise ValueError("confidence_not_between_0_and_1")
    return number


def _identifiers(value: Json) -> tuple[str, ...]:
    parts = value if isinstance(value, list) else re.split(r"[|;]", as_text(value))
    return tuple(sorted({text for part in parts if (text := as_text(part))}))


def _document(known: Mapping[str, Json]) -> tuple[str | None, str | None, str]:
    """PubMed id, DOI and title: from their own columns, else from what `document` holds."""
    named = as_text(known.get("document"))
    pmid = pmid_of(as_text(known.get("pmid"))) or pmid_of(named)
    doi = doi_of(as_text(known.get("doi"))) or doi_of(named)
    title = as_text(known.get("title"))
    if not (pmid_of(named) or doi_of(named)):
        title = title or named
    return pmid, doi, title


READER = Reader(
    "Ready triples: head, relation, tail, quote",
    read,
    recognises,
    mappable=True,
    origin=Origin.CURATED,
)
