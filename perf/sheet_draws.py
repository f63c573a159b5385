"""Drawing the sheets of extraction with a fixed seed; what rules read in each source."""

import random
import sys
from collections import defaultdict
from collections.abc import Iterator

from graph.model import Evidence
from graph.vocabulary import Origin
from hubscope.files import write_atomically
from ingest.extraction import mined_part
from ingest.items import BenchmarkItem
from ingest.readers import READERS
from ingest.stated import ANNOTATION, TRIPLES
from perf.extraction_sources import SOURCES, extractor, hash_of, name_of, records, texts_of
from perf.sheet_rows import COUNTS, FOLDER, RELATION_SHEETS, Row, rows
from retrieval.sentences import split

SEEDS = {
    "mentions": 20261202,
    "relations": 20261130,
    "pictures": 20261201,
    "sources": 20261203,
    "redrawn": 20261204,
    "redrawn_again": 20261205,
}
DRAWN = {
    "mentions": {
        "pubmedqa": 50,
        "scifact": 20,
        "check_covid": 20,
        "mmlu": 20,
        "medqa": 20,
        "pathvqa": 20,
    },
    "relations": {
        "pubmedqa": 35,
        "scifact": 20,
        "check_covid": 15,
        "mmlu": 12,
        "bc5cdr_plain": 20,
        "ncbi_plain": 25,
    },
    "pictures": {"pathvqa": 100},
    "sources": {
        "check_covid": 20,
        "ncbi_disease": 20,
        "bioasq": 20,
        "full_text": 20,
        "pubmed_xml": 20,
        "medline": 20,
        "scifact_table": 20,
        "scifact_pairs": 20,
        "kqa": 20,
        "expertqa": 20,
        "proteinlmbench": 20,
        "medxpertqa": 20,
        "fever": 20,
        "fever_pairs": 20,
        "feverous": 20,
    },
    "redrawn": {"check_covid": 25, "ncbi_disease": 25, "bioasq": 25, "kqa": 25},
    "redrawn_again": {"ncbi_disease": 25},
}
# Of the smallest sources nothing is unseen: all of it may be drawn, and docs say so.
_MAY_BE_SEEN = {
    ("relations", "mmlu"),
    ("pictures", "pathvqa"),
    ("sources", "check_covid"),
    ("redrawn", "check_covid"),
    ("redrawn_again", "ncbi_disease"),
}
_OF_QUESTIONS = frozenset({"question", "claim"})


def draw(sheet: str) -> list[Row]:
    """Rows of a sheet: for each source so many, of different sentences, none seen before.

    Of pictures each relation once, whatever was seen: there are no more.
    """
    seen = set((FOLDER / "seen.txt").read_text("utf-8").split())
    judged = _judged_before(sheet)
    drawn = []
    for source, n in DRAWN[sheet].items():
        found = _mentions(source) if sheet == "mentions" else mined_relations(source)
        rows_of: dict[str, list[Row]] = defaultdict(list)
        for row in found:
            rows_of[_triple(row) if sheet == "pictures" else str(row["sentence"])].append(row)
        fresh = sorted(rows_of.keys() - judged)
        if (sheet, source) not in _MAY_BE_SEEN:
            fresh = [sentence for sentence in fresh if sentence not in seen]
        order = random.Random(f"{SEEDS[sheet]} {sheet} {source}")  # noqa: S311 - a fixed draw
        chosen = order.sample(fresh, min(n, len(fresh)))
        drawn += [order.choice(rows_of[key]) for key in chosen]
    for number, row in enumerate(drawn, 1):
        row["row"] = number
    return drawn


def _judged_before(sheet: str) -> set[str]:
    """Sentences of the sheets of relations that were drawn before this one."""
    at = RELATION_SHEETS.index(sheet) if sheet in RELATION_SHEETS else 0
    return {str(row["sentence"]) for earlier in RELATION_SHEETS[:at] for row in rows(earlier)}


def _triple(row: Row) -> str:
    return " ".join(str(row[part]).casefold() for part in ("head", "relation", "tail"))


def mined_relations(source: str) -> Iterator[Row]:
    """Every relation that rules read from a source today, as rows; what it states itself is none.

    Raises:
        LookupError: a quote stands in no text of its record.
    """
    general = READERS.load(SOURCES[source].reader).general
    triples = set()
    for number, record in enumerate(records(source)):
        texts = texts_of(record)
        extracted = extractor().contribution(record, source, Origin.INTRINSIC, general=general)
        part = extracted.contribution
        concepts = {concept.key: concept for concept in part.concepts}
        for evidence in part.evidence:
            if evidence.extractor in {ANNOTATION, TRIPLES}:
                continue
            head, tail = concepts[evidence.claim.head], concepts[evidence.claim.tail]
            triple = (head.key, evidence.claim.relation, tail.key, hash_of(evidence.quote))
            if triple in triples:
                continue
            triples.add(triple)
            place = _place(evidence, texts)
            start = texts[place].index(evidence.quote)
            yield {
                "source": source,
                "record": number,
                "item": name_of(record),
                "place": place,
                "start": start,
                "end": start + len(evidence.quote),
                "sentence": hash_of(evidence.quote),
                "head": head.name,
                "head_type": head.type,
                "relation": evidence.claim.relation,
                "tail": tail.name,
                "tail_type": tail.type,
                "polarity": str(evidence.claim.polarity),
                "sign": evidence.sign,
            }


def write_counts() -> str:
    """Commit how much rules read today in every source, as a table; the same table."""
    lines = ["source\treader\trelations\tsentences"]
    for source, one in SOURCES.items():
        found = list(mined_relations(source))
        sentences = len({row["sentence"] for row in found})
        lines.append(f"{source}\t{one.reader}\t{len(found)}\t{sentences}")
        print(lines[-1], file=sys.stderr)
    table = "".join(f"{line}\n" for line in lines)
    write_atomically(COUNTS, table.encode("utf-8"))
    return table


def _place(evidence: Evidence, texts: dict[str, str]) -> str:
    """Which text a relation was read in: a question's is what gold says of the question."""
    is_asked = evidence.extractor in _OF_QUESTIONS
    for place, text in texts.items():
        if evidence.quote in text and (place == "question") == is_asked:
            return place
    raise LookupError(f"no text holds the quote of {evidence.claim}")


def _mentions(source: str) -> Iterator[Row]:
    for number, record in enumerate(records(source)):
        texts = texts_of(record)
        texts.pop("completed", None)
        papers = record.papers if isinstance(record, BenchmarkItem) else (record,)
        annotations = papers[0].annotations if len(papers) == 1 else ()
        local = extractor().seeds.local(texts.values(), annotations)
        for place, text in texts.items():
            begin, stop = mined_part(text) if place == "question" else (0, len(text))
            sentences = split(text)
            for mention in extractor().seeds.find(text, local)[1]:
                if not begin <= mention.start <= mention.end <= stop:
                    continue
                start, end = next(
                    (s for s in sentences if s[0] <= mention.start < s[1]), (begin, stop)
                )
                yield {
                    "source": source,
                    "record": number,
                    "item": name_of(record),
                    "place": place,
                    "start": start,
                    "end": end,
                    "from": mention.start,
                    "to": mention.end,
                    "sentence": hash_of(text[start:end]),
                    "name": mention.entry.name,
                    "type": mention.entry.type,
                }
