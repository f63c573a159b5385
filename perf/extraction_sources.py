"""Texts that extraction is measured on: every data set, and annotated abstracts read plain."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
from perf.data_folder import DATA as DATA
from perf.data_folder import files


@dataclass(frozen=True, slots=True)
class TextSource:
    """A data set.

    Attributes:
        reader: name in READERS.
        files: patterns below DATA; `ARCHIVE:PATTERN` is what a tar archive holds.
        is_plain: only the abstracts are read, without their annotations and ready relations.
    """

    reader: str
    files: tuple[str, ...]
    is_plain: bool = False


SOURCES = {
    "pubmedqa": TextSource("pubmedqa", ("pubmedqa/ori_pqal.json",)),
    "scifact": TextSource(
        "scifact",
        ("scifact/claims_train.jsonl", "scifact/claims_dev.jsonl", "scifact/claims_test.jsonl"),
    ),
    "check_covid": TextSource("check_covid", ("check_covid/Check-COVID_all.json",)),
    "mmlu": TextSource("medical_mcq", ("medical_mcq/mmlu_medical_input.jsonl",)),
    "medqa": TextSource("medical_mcq", ("medical_mcq/medqa_input.jsonl",)),
    "pathvqa": TextSource(
        "pathvqa", ("pathvqa_text/pvqa_test.json", "pathvqa_text/QA_pairs_vb.json")
    ),
    "bc5cdr_plain": TextSource(
        "pubtator", ("bc5cdr/CDR_TrainingSet.PubTator.txt.gz",), is_plain=True
    ),
    "ncbi_plain": TextSource(
        "pubtator", ("ncbi_disease/NCBItrainset_corpus.txt.gz",), is_plain=True
    ),
    "ncbi_disease": TextSource("pubtator", ("ncbi_disease/NCBI*set_corpus.txt.gz",)),
    "bc5cdr": TextSource("pubtator", ("bc5cdr/CDR_*Set.PubTator.txt.gz",)),
    "bioasq": TextSource("bioasq", ("mirage_medrag_runs/bioasq_questions.jsonl.gz",)),
    "full_text": TextSource(
        "jats",
        (
            "open_fulltext/*.nxml.gz",
            "open_fulltext/elife*.gz",
            "open_fulltext/journal.*.gz",
            "biopython_literature/efetch_pmc.xml",
        ),
    ),
    "pubmed_xml": TextSource(
        "pubmed_xml",
        (
            "open_fulltext/pubmed-*.xml.gz",
            "biopython_literature/pubmed[0-9].xml",
            "literature_records/pubmed_xml.tar.gz:*.xml",
            "literature_records/factoid_fixtures.tar.gz:pubmed_xml/*.xml",
            "literature_records/api_answers.tar.gz:pubmed/*.xml",
        ),
    ),
    "medline": TextSource("medline", ("biopython_literature/pubmed_result*.txt",)),
    "pubtator_bioc": TextSource(
        "bioc_json",
        (
            "literature_records/factoid_fixtures.tar.gz:pubtator_bioc/*.json",
            "literature_records/api_answers.tar.gz:pubtator/*.json",
        ),
    ),
    "scifact_table": TextSource("scifact", ("scifact/scifact_test_data.csv",)),
    "scifact_pairs": TextSource("scifact", ("scifact_pairs/*.tsv",)),
    "kqa": TextSource("kqa", ("kqa/questions_w_answers.jsonl",)),
    "expertqa": TextSource("expertqa", ("expertqa_science/expertqa_science.jsonl.gz",)),
    "proteinlmbench": TextSource("proteinlmbench", ("proteinlmbench/protein.jsonl.gz",)),
    "medxpertqa": TextSource("medical_mcq", ("medical_mcq/medxpertqa_*_input.jsonl",)),
    "usmle": TextSource("medical_mcq", ("usmle_gpt4_errors/gpt4_wrong_answers.jsonl.gz",)),
    "litqa3": TextSource("litqa", ("labbench2_answers/litqa3_answers.jsonl.gz",)),
    "geneturing": TextSource("geneturing", ("genegpt_runs/geneturing_runs.jsonl.gz",)),
    "gene_sets": TextSource("gene_sets", ("gene_set_analyses/gene_sets.jsonl.gz",)),
    "schema": TextSource("schema_release", ("schema_hf_sample/concepts_sample.jsonl",)),
    "fever": TextSource("fever", ("fever_react/paper_dev.jsonl",)),
    "fever_pairs": TextSource("fever", ("fever_dev_pairs/dev.jsonl.gz",)),
    "feverous": TextSource("fever", ("feverous_dev/dev.json.gz",)),
    "vitaminc": TextSource("fever", ("vitaminc/*.jsonl.gz",)),
    "civic": TextSource("civic", ("civic_evidence/clinical_evidence.tsv.gz",)),
    "bel": TextSource("bel", ("conib_bel/*.json",)),
    "pgr": TextSource("pgr", ("pgr_gene_phenotype/train.tsv.gz",)),
    "evidence_inference": TextSource(
        "evidence_inference", ("evidence_inference/v2_annotations.csv",)
    ),
    "signor": TextSource("signor", ("kg_source_samples/signor_test_data.csv",)),
    "biogrid": TextSource("biogrid", ("kg_source_samples/biogrid_test.txt",)),
    "gnbr": TextSource("gnbr", ("kg_source_samples/gnbr_*part2_test.tsv",)),
    "hetionet": TextSource("hetionet", ("hetionet/hetionet-v1.0-nodes.tsv",)),
    "phreeqc": TextSource(
        "phreeqc",
        (
            "phreeqc_examples/database/*.dat",
            "phreeqc_examples/examples/ex*",
            "phreeqc_examples/examples/radial",
        ),
    ),
}


@cache
def extractor() -> Extractor:
    """One extractor for a script."""
    return Extractor(LIFE_SCIENCE, load_lexicon())


def records(source: str) -> Iterator[BenchmarkItem | Paper]:
    """Records of a source in file order."""
    one = SOURCES[source]
    with tempfile.TemporaryDirectory() as folder:
        for path in files(DATA, one.files, Path(folder)):
            for record in READERS.load(one.reader).read(path, {}):
                if isinstance(record, Skipped):
                    continue
                if one.is_plain and isinstance(record, Paper):
                    record = replace(record, annotations=(), relations=())
                yield record


def name_of(record: BenchmarkItem | Paper) -> str:
    """Id of an item, an identifier of a paper."""
    if isinstance(record, BenchmarkItem):
        return record.id
    return record.pmid or record.pmcid or record.doi or ""


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
