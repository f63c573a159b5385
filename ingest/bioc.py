"""BioC: passages with annotations and relations (Comeau et al., 2013), whichever its notation.

Corpora agree on the frame and differ in the `infons`: where an identifier stands, how a relation
names its ends. Those of PubTator 3, of PubMed Central's BioC, of BC5CDR, BioRED and NLM's corpora
are known here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from graph.citations import doi_of, pmcid_of, pmid_of
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.reading import clean_text
from ingest.abstracts import is_asserted
from ingest.annotated import as_relation, fold, identifiers
from ingest.answers import as_text
from ingest.article import CAPTION, TITLE
from ingest.items import Annotation, Paper, Record, Section, StatedRelation

_ID_NAMES = frozenset(
    ("identifier", "id", "conceptid", "mesh", "meshid", "ncbigene", "ncbigeneid", "entrezgene",
     "ncbitaxonomy", "taxonomy", "omim", "cellosaurus", "chebi", "uniprot", "doid", "hgnc", "umls")
)  # fmt: skip
_PLAIN_ID_NAMES = frozenset(("identifier", "id", "conceptid"))
_LEFT_OUT = frozenset(
    ("ref", "ackfund", "authcont", "compint", "suppl", "abbr", "reviewinfo", "keyword", "table",
     "footnote", "reference", "references")
)  # fmt: skip
_CAPTIONS = re.compile(r"fig|table", re.IGNORECASE)
_METHODS = re.compile(r"method", re.IGNORECASE)
_HEADING = re.compile(r"title_\d+|(?:fig|table)(?:_title)?_title", re.IGNORECASE)
_DOI = re.compile(r"\bdoi:\s*(10\.\d{4,9}/\S+?)\.?(?:\s|$)", re.IGNORECASE)
_RELATION_NAMES = frozenset(("type", "relation", "relationtype", "label"))
_HEADS = frozenset(("arg1", "subject", "agent", "cause", "head", "e1", "source", "chemical"))
_TAILS = frozenset(("arg2", "object", "theme", "tail", "e2", "target", "disease"))
_NO_END = frozenset(
    ("score", "novel", "note", "annotator", "updatedat", "display", "role", "confidence", "comment")
)


def records_of(document: Mapping[str, Json], where: str, line: int) -> Iterator[Record]:
    """The paper that a document is, and a Skipped for each relation that names no two ends.

    Args:
        document: with `id`, `infons`, `passages`, `relations` as BioC JSON has them.
        where: file:line of its beginning.
        line: the same line.
    """
    read = _Document(document)
    if not any(section.text for section in read.sections):
        yield Skipped(where, "no_text", line)
        return
    relations: list[StatedRelation] = []
    for relation in read.relations():
        if isinstance(relation, str):
            yield Skipped(where, relation, line)
        else:
            relations.append(relation)
    doi, pmid, pmcid = read.citation()
    yield Paper(
        sections=tuple(read.sections),
        title=read.title,
        doi=doi,
        pmid=pmid,
        pmcid=pmcid,
        annotations=tuple(read.annotations),
        relations=tuple(relations),
        where=where,
    )


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a relation: an identifier or a form, and its type."""

    name: str
    type: str = ""


@dataclass(slots=True)
class _Document:
    """A document under reading."""

    source: Mapping[str, Json]
    title: str = ""
    sections: list[Section] = field(default_factory=list)
    annotations: list[Annotation] = field(default_factory=list)
    _ends: dict[str, _End] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for passage in _maps(self.source.get("passages")):
            self._passage(passage)

    def citation(self) -> tuple[str | None, str | None, str | None]:
        """DOI, PubMed id and PubMed Central id, wherever they stand."""
        texts = _strings(self.source) | _strings(_map(self.source.get("infons")))
        for passage in _maps(self.source.get("passages"))[:1]:
            texts |= _strings(_map(passage.get("infons")))
        own = texts.get("id", "")
        dois = (doi_of(texts.get("doi", "")), doi_of(texts.get("articleiddoi", "")), doi_of(own))
        named = _DOI.search(texts.get("journal", ""))
        doi = next(filter(None, dois), named[1].lower() if named else None)
        pmids = (texts.get(name, "") for name in ("pmid", "articleidpmid", "id"))
        pmcs = (texts.get(name, "") for name in ("pmcid", "articleidpmc", "pmc"))
        pmcid = next(filter(None, map(pmcid_of, pmcs)), None)
        if own.upper().startswith("PMC"):
            pmcid = pmcid or pmcid_of(own)
        return doi, next(filter(None, map(pmid_of, pmids)), None), pmcid

    def relations(self) -> Iterator[StatedRelation | str]:
        """Relations of the document and its passages, in order; why not, for the others."""
        passages = _maps(self.source.get("passages"))
        parts = [self.source, *passages, *chain(*(_maps(p.get("sentences")) for p in passages))]
        shown = _displayed(self.source)
        for number, relation in enumerate(chain(*(_maps(p.get("relations")) for p in parts))):
            yield self._relation(relation, shown[number] if number < len(shown) else ())

    def _passage(self, passage: Mapping[str, Json]) -> None:
        infons = _strings(_map(passage.get("infons")))
        kind, part = infons.get("type", ""), infons.get("sectiontype", infons.get("section", ""))
        text, offset = _text_of(passage)
        if not text or {fold(kind), fold(part)} & _LEFT_OUT or _HEADING.fullmatch(kind):
            number = None
        else:
            number = len(self.sections)
            self.sections.append(_section(text, kind, part))
            if not self.title and fold(kind) in ("title", "front", "articletitle"):
                self.title = text
        for holder in (passage, *_maps(passage.get("sentences"))):
            for annotation in _maps(holder.get("annotations")):
                self._annotate(annotation, number, text, offset)

    def _annotate(
        self, annotation: Mapping[str, Json], section: int | None, text: str, offset: int
    ) -> None:
        infons = _map(annotation.get("infons"))
        form = " ".join(as_text(annotation.get("text")).split())
        type = _strings(infons).get("type", "")
        ids = _identifiers(infons, type)
        self._ends[as_text(annotation.get("id"))] = _End(ids[0] if ids else form, type)
        places = _maps(annotation.get("locations"))
        if not form or section is None or not places:
            return
        start = _integer(places[0].get("offset")) - offset
        # Of a mention in pieces, and of one whose text stands elsewhere, no place is known.
        if not (start >= 0 and text.startswith(form, start)):
            return
        for id in ids or ("",):
            known = (id,) if id else ()
            self.annotations.append(Annotation(form, type, known, section, start))

    def _relation(
        self, relation: Mapping[str, Json], shown: tuple[str, ...]
    ) -> StatedRelation | str:
        infons = _map(relation.get("infons"))
        folded = {fold(name): value for name, value in infons.items()}
        word = next((as_text(folded[n]) for n in _RELATION_NAMES if n in folded), "")
        ends = _stated_ends(infons) or self._node_ends(_maps(relation.get("nodes")))
        if not word:
            return "relation_without_type"
        if len(ends) != 2:
            return "relation_not_binary"
        # PubTator 3 says beside the class what it means for these two, and in which direction.
        if len(shown) == 3:
            word = shown[0]
            if as_text(_map(infons.get("role2")).get("accession")) == shown[1]:
                ends = ends[::-1]
        head, tail = ends
        stated = as_relation(word, head.name, head.type, tail.name, tail.type)
        if isinstance(stated, str):
            return stated
        types = {end.name: end.type for end in ends}
        return replace(
            stated,
            head_type=types[stated.head],
            tail_type=types[stated.tail],
            confidence=_score(infons.get("score")),
        )

    def _node_ends(self, nodes: Sequence[Mapping[str, Json]]) -> list[_End]:
        found = []
        for node in nodes:
            end = self._ends.get(as_text(node.get("refid")))
            if end is not None and end.name:
                found.append((fold(as_text(node.get("role"))), end))
        roles = [role for role, _ in found]
        if (
            len(roles) == 2
            and roles[0] not in _HEADS
            and (roles[0] in _TAILS or roles[1] in _HEADS)
        ):
            found.reverse()
        return [end for _, end in found]


def _section(text: str, kind: str, part: str) -> Section:
    label = part or kind
    if fold(kind) in ("title", "front") or fold(part) == "title":
        return Section(text, label=TITLE, quotable=not text.rstrip().endswith("?"))
    if _CAPTIONS.match(kind) or _CAPTIONS.match(part):
        return Section(text, label=CAPTION, quotable=False)
    return Section(text, label=label, quotable=is_asserted(label) and not _METHODS.search(label))


def _text_of(passage: Mapping[str, Json]) -> tuple[str, int]:
    """Text of a passage and where it begins; of one in sentences, they are set at their places."""
    offset = _integer(passage.get("offset"))
    text = as_text(passage.get("text"))
    sentences = _maps(passage.get("sentences"))
    if text.strip() or not sentences:
        return clean_text(text), offset
    pieces: list[str] = []
    at = offset
    for sentence in sentences:
        gap = _integer(sentence.get("offset")) - at
        piece = as_text(sentence.get("text"))
        pieces.append(" " * min(max(gap, 1 if pieces else 0), 1000) + piece)
        at += len(pieces[-1])
    return clean_text("".join(pieces)), offset


def _identifiers(infons: Mapping[str, Json], type: str) -> tuple[str, ...]:
    for name, value in infons.items():
        if fold(name) in _ID_NAMES and (ids := as_text(value)):
            list_name = type if fold(name) in _PLAIN_ID_NAMES else name
            if known := identifiers(ids, list_name):
                return known
    return ()


def _stated_ends(infons: Mapping[str, Json]) -> list[_End]:
    """Ends that a relation names itself: as roles, as entities, or under the names of types."""
    roles = [_map(infons.get(name)) for name in ("role1", "role2")]
    if all(roles):
        each = [(as_text(role.get("type")), role) for role in roles]
        ends = [_End(next(iter(_identifiers(role, type)), ""), type) for type, role in each]
        return ends if all(end.name for end in ends) else []
    named = [
        (name, value)
        for name, value in infons.items()
        if isinstance(value, str) and fold(name) not in _RELATION_NAMES | _NO_END
    ]
    if len(named) != 2:
        return []
    ends = [_End(next(iter(identifiers(value, name)), "")) for name, value in named]
    return ends if all(end.name for end in ends) else []


def _displayed(document: Mapping[str, Json]) -> list[tuple[str, ...]]:
    names = (as_text(one.get("name")) for one in _maps(document.get("relations_display")))
    return [tuple(name.split("|")) for name in names]


def _score(value: Json) -> float:
    try:
        score = float(as_text(value))
    except ValueError:
        return 1.0
    return score if 0.0 <= score <= 1.0 else 1.0


def _integer(value: Json) -> int:
    text = as_text(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def _map(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


def _maps(value: Json) -> list[Mapping[str, Json]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _strings(values: Mapping[str, Json]) -> dict[str, str]:
    plain = {
        fold(name): as_text(value)
        for name, value in values.items()
        if not isinstance(value, (dict, list))
    }
    return {name: text for name, text in plain.items() if text}
