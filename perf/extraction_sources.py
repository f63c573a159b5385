"""Texts that extraction is measured on: benchmarks, and annotated abstracts read plain."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from graph.vocabulary import LIFE_SCIENCE
from hubscope.files import Skipped
from hubscope.keys import digest
from ingest.extraction import Extractor
from ingest.items import BenchmarkItem, Paper
from ingest.lexicon import load_lexicon
from ingest.questions import completed
from ingest.readers import READERS

DATA = Path(__file__).parents[2] / "shared" / "data"
# Source to its reader and files; of the last two only the abstracts, without their annotations.
SOURCES = {
    "pubmedqa": ("pubmedqa", ["pubmedqa/ori_pqal.json"]),
    "scifact": ("scifact", ["scifact/claims_train.jsonl", "scifact/claims_dev.jsonl"]),
    "check_covid": ("check_covid", ["check_covid/Check-COVID_all.json"]),
    "mmlu": ("medical_mcq", ["medical_mcq/mmlu_medical_input.jsonl"]),
    "medqa": ("medical_mcq", ["medical_mcq/medqa_input.jsonl"]),
    "pathvqa": ("pathvqa", ["pathvqa_text/pvqa_test.json", "pathvqa_text/QA_pairs_vb.json"]),
    "bc5cdr_plain": ("pubtator", ["bc5cdr/CDR_TrainingSet.PubTator.txt.gz"]),
    "ncbi_plain": ("pubtator", ["ncbi_disease/NCBItrainset_corpus.txt.gz"]),
}


@cache
def extractor() -> Extractor:
    """One extractor for a script."""
    return Extractor(LIFE_SCIENCE, load_lexicon())


def records(source: str) -> Iterator[BenchmarkItem | Paper]:
    """Records of a source in file order."""
    reader, files = SOURCES[source]
    for name in files:
        for record in READERS.load(reader).read(DATA / name, {}):
            if isinstance(record, Skipped):
                continue
            if source.endswith("_plain") and isinstance(record, Paper):
                record = replace(record, annotations=(), relations=())
            yield record


def name_of(record: BenchmarkItem | Paper) -> str:
    """Id of an item, PubMed id of a paper."""
    return record.id if isinstance(record, BenchmarkItem) else record.pmid or record.title


def texts_of(record: BenchmarkItem | Paper) -> dict[str, str]:
    """Every text that extraction reads, by its place: question, option A, section 0.1 ..."""
    if isinstance(record, Paper):
        return {f"section 0.{n}": section.text for n, section in enumerate(record.sections)}
    found = {"question": record.question}
    found |= {f"option {label}": text for label, text in record.options}
    for at, paper in enumerate(record.papers):
        for n, section in enumerate(paper.sections):
            found[f"section {at}.{n}"] = section.text
    answer = dict(record.options).get(str(record.answer), record.answer)
    if isinstance(answer, str):
        whole = completed(record.question, answer)
        if whole:
            found["completed"] = whole
        if not record.options and record.kind == "open":
            found["answer"] = answer
    return found


def hash_of(text: str) -> str:
    """Digest of a sentence, spaces folded: what a sheet keeps of it."""
    return digest(" ".join(text.split()))[:16]
