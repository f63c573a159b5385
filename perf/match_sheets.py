"""The sheet of concepts that claims are matched to, judged by hand.

    python -m perf.match_sheets show                every row: claim, matches, verdicts
    python -m perf.match_sheets blind FILE          claims and matches for a second reader
    python -m perf.match_sheets names FILE          what else of the graph a claim may name
    python -m perf.match_sheets judge READER FILE   merges "ROW<TAB>VERDICTS[<TAB>MISSED; ...]"
    python -m perf.match_sheets report              precision, recall, agreement, what has changed

A row holds no text: its claim is found again in ../shared/data by its hash. The graph is that of
PubMedQA, BioASQ and BC5CDR. `one` and `two` judge the concept that a claim is anchored to (highest
degree): `right`; `partial` = a part of a longer name, which means something else; `alias` = the
graph's name means something else, too; `prose` = a word of prose. `missed` are concepts of the
graph that the claim names and that no match of it is, `named` those that it is right about.
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from benchmarks.agreement import agreement
from benchmarks.judging.claims import claims_of
from benchmarks.judging.clauses import subject_of
from benchmarks.judging.matching import ConceptMatcher
from benchmarks.judging.phrases import noun_phrases
from benchmarks.statistics import wilson
from graph.memory_store import MemoryStore
from graph.names import identity
from graph.store import ConceptRecord
from hubscope.files import write_atomically
from hubscope.json_values import Json
from hubscope.settings import load_settings
from ingest.abbreviations import local_forms
from ingest.lexicon import common_words, load_lexicon
from ingest.pipeline import Plan, ingest
from perf.claim_texts import units
from perf.extraction_sources import DATA, extractor
from retrieval.embeddings import SentenceEncoder

SHEET = Path(__file__).parents[1] / "tests" / "data" / "sheets" / "matches.jsonl"
VERDICTS = ("right", "partial", "alias", "prose")
READERS = ("one", "two")
_GRAPH = {
    "bc5cdr": ("CDR_TrainingSet.PubTator.txt.gz", "CDR_DevelopmentSet.PubTator.txt.gz"),
    "pubmedqa": ("ori_pqal.json",),
    "mirage_medrag_runs": ("bioasq_questions.jsonl.gz",),
}
# How near a name of the graph has to be to be shown as one that a claim may name.
_NEAR, _SHOWN = 0.6, 3
Row = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Matched:
    """A concept that a claim is matched to, highest degree first."""

    name: str
    type: str
    text: str
    degree: int


def main(arguments: Sequence[str]) -> None:
    """Run one of the commands."""
    match list(arguments):
        case ["judge", ("one" | "two") as reader, file]:
            print(judge(reader, Path(file).read_text("utf-8")))
        case ["report"] if not DATA.is_dir():
            print("\n".join(report()))
        case _ if not DATA.is_dir():
            sys.exit(f"needs the shared data at {DATA}")
        case ["report"]:
            print("\n".join([*report(), *changed()]))
        case ["show"]:
            for row in rows():
                print(_shown(row), *(f"\t{row[reader]}" for reader in READERS if reader in row))
        case ["blind", file]:
            Path(file).write_text("".join(f"{_shown(row)}\n" for row in rows()), "utf-8")
        case ["names", file]:
            Path(file).write_text("\n".join(_others(rows())) + "\n", "utf-8")
        case _:
            sys.exit(__doc__)


def rows() -> list[Row]:
    """Rows of the committed sheet."""
    return [json.loads(line) for line in SHEET.read_text("utf-8").splitlines()]


def claim_of(row: Row) -> str:
    """The text of a row's claim.

    Raises:
        LookupError: the rules take no such claim any more.
    """
    found = _claims(str(row["source"])).get((str(row["record"]), str(row["claim"])))
    if found is None:
        raise LookupError(f"row {row['row']}: the rules take no such claim any more")
    return found


def matches_today(claim: str) -> list[Matched]:
    """What a claim is matched to by name now, as a run orders it."""
    graph = _graph()
    degrees, records = graph.degrees, graph.concepts
    return [
        Matched(records[m.key].name, str(records[m.key].type), m.text, degrees.get(m.key, 0))
        for m in sorted(graph.matcher.match(claim), key=lambda m: (-degrees.get(m.key, 0), m.key))
    ]


@cache
def _claims(source: str) -> Mapping[tuple[str, str], str]:
    texts = {unit.record: (unit.text, unit.question) for unit in units(source)}
    return {
        (record, _hash_of(claim.text)): claim.text
        for record, (text, question) in texts.items()
        for claim in claims_of(text, 0, subject_of(question))
    }


def _hash_of(claim: str) -> str:
    return sha256(claim.encode("utf-8")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class _Graph:
    """What matching asks of a graph."""

    matcher: ConceptMatcher
    forms: Sequence[tuple[str, str]]
    concepts: Mapping[str, ConceptRecord]
    degrees: Mapping[str, int]


@cache
def _graph() -> _Graph:
    store = MemoryStore()
    with tempfile.TemporaryDirectory() as spool:
        for folder, files in _GRAPH.items():
            plan = Plan(tuple(DATA / folder / file for file in files), name=folder)
            ingest(store, plan, extractor(), spool_folder=Path(spool))
    forms = list(store.forms())
    local = local_forms(forms, is_usual=load_lexicon().means_the_same)
    degrees = store.degrees()
    matcher = ConceptMatcher(forms, None, common_words(), local)
    return _Graph(matcher, forms, store.concepts(sorted(degrees)), degrees)


def _shown(row: Row) -> str:
    claim = claim_of(row)
    matched = matches_today(claim)
    head = f"{row['row']}\t{claim}\n\tanchored to: {row['concept']} ({row['type']})"
    others = [one for one in matched if one.name != row["concept"]]
    return head + "".join(f"\n\talso: {one.name} ({one.type}) by {one.text!r}" for one in others)


def _others(sheet: Sequence[Row]) -> Iterator[str]:
    """Names of the graph near to what a claim names and is not matched to."""
    graph = _graph()
    forms = sorted(set(graph.forms))
    encoder = SentenceEncoder(load_settings().embedding_model)
    known = encoder.embed([form for form, _ in forms])
    for row in sheet:
        claim = claim_of(row)
        matched = {match.key for match in graph.matcher.match(claim)}
        lines, phrases = [_shown(row)], _phrases(claim)
        for phrase, vector in zip(phrases, encoder.embed(phrases), strict=True):
            cosine = known @ vector
            best = [forms[at] + (float(cosine[at]),) for at in cosine.argsort()[::-1][:_SHOWN]]
            near = [
                f"{form} {near:.2f}"
                for form, key, near in best
                if near >= _NEAR and key not in matched
            ]
            if near:
                lines.append(f"\t\t{phrase}: {' | '.join(near)}")
        yield "\n".join(lines)


def _phrases(claim: str) -> list[str]:
    """Noun phrases of a claim and their ends, which may be names by themselves."""
    found: dict[str, None] = {}
    for phrase in noun_phrases(claim):
        words = phrase.split()
        found |= {" ".join(words[at:]): None for at in range(len(words))}
    return list(found)


def judge(reader: str, text: str) -> str:
    """Merge a reader's verdicts, and the concepts missed, into the sheet."""
    given = {}
    for line in text.splitlines():
        if line.strip():
            number, verdict, missed, named = (*line.split("\t"), "", "", "")[:4]
            given[number.strip()] = (verdict.strip(), missed, named.strip())
    sheet = rows()
    for row in sheet:
        if str(row["row"]) not in given:
            continue
        verdict, missed, named = given[str(row["row"])]
        if verdict not in VERDICTS:
            sys.exit(f"row {row['row']}: give one of {', '.join(VERDICTS)}")
        row[reader] = verdict
        if named:
            row["named"] = int(named)
            row["missed"] = [name.strip() for name in missed.split(";") if name.strip()]
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in sheet]
    write_atomically(SHEET, "".join(f"{line}\n" for line in lines).encode("utf-8"))
    left = sum(reader not in row for row in sheet)
    return f"{len(given)} rows of reader {reader} merged, {left} left"


def recall(sheet: Sequence[Row]) -> tuple[int, int]:
    """Concepts of the graph that claims name and are matched to, and all that they name."""
    judged = [row for row in sheet if "named" in row]
    named = sum(int(str(row["named"])) for row in judged)
    return named, named + sum(len(_missed(row)) for row in judged)


def _missed(row: Row) -> list[Json]:
    found = row.get("missed")
    return found if isinstance(found, list) else []


def report() -> Iterator[str]:
    """Precision by reader, recall, kinds of errors, agreement."""
    sheet = rows()
    for reader in READERS:
        verdicts = [str(row[reader]) for row in sheet if reader in row]
        if verdicts:
            yield f"reader {reader}: precision {_rate(verdicts.count('right'), len(verdicts))}"
            yield f"  verdicts: {dict(Counter(verdicts).most_common())}"
    yield f"recall {_rate(*recall(sheet))}"
    both = [row for row in sheet if all(reader in row for reader in READERS)]
    if both:
        first, second = (
            ["right" if row[reader] == "right" else "wrong" for row in both] for reader in READERS
        )
        same = agreement(first, second, ["right", "wrong"])
        yield f"agreement {same.agreement} of {same.n} claims, kappa {same.kappa}"


def changed() -> Iterator[str]:
    """Rows whose claim is not taken any more, or is anchored to another concept today."""
    for row in rows():
        try:
            matched = matches_today(claim_of(row))
        except LookupError as error:
            yield str(error)
            continue
        name = matched[0].name if matched else ""
        if identity(name) != identity(str(row["concept"])):
            yield f"row {row['row']}: {row['concept']} is {name or 'nothing'} today"


def _rate(hits: int, n: int) -> str:
    interval = wilson(hits, n)
    if interval is None:
        return "0/0"
    return f"{hits}/{n} = {hits / n:.3f} ({interval.low:.3f}-{interval.high:.3f})"


if __name__ == "__main__":
    main(sys.argv[1:])
