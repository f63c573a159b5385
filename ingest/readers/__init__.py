"""READERS: one module a format. What a file holds decides, not what it is called."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.registry import Registry
from hubscope.xml_records import web_page
from ingest.intake import Intake
from ingest.items import Record
from ingest.readers.reader import Columns, Reader, Sample

AUTO = "auto"
# Prose and tables are what is left: any other format, a plug-in's too, is asked before.
_LAST = ("text", "table")
_TRIPLE = {"head", "relation", "tail"}

# The order is the order of guessing: formats without a header go before those that look at columns,
# and the generic table takes what no other wants.
READERS: Registry[Reader] = Registry(
    "reader",
    {
        "bioc_json": "ingest.readers.bioc_json:READER",
        "bioc_xml": "ingest.readers.bioc_xml:READER",
        "pdf": "ingest.readers.pdf:READER",
        "pubmed_xml": "ingest.readers.pubmed_xml:READER",
        "jats": "ingest.readers.jats:READER",
        "medline": "ingest.readers.medline:READER",
        "pubtator": "ingest.readers.pubtator:READER",
        "pubtator_bulk": "ingest.readers.pubtator_bulk:READER",
        "gnbr": "ingest.readers.gnbr:READER",
        "evidence_inference": "ingest.readers.evidence_inference:READER",
        "civic": "ingest.readers.civic:READER",
        "bel": "ingest.readers.bel:READER",
        "pgr": "ingest.readers.pgr:READER",
        "signor": "ingest.readers.signor:READER",
        "biogrid": "ingest.readers.biogrid:READER",
        "hetionet": "ingest.readers.hetionet:READER",
        "schema_release": "ingest.readers.schema_release:READER",
        "pubmedqa": "ingest.readers.pubmedqa:READER",
        "bioasq": "ingest.readers.bioasq:READER",
        "scifact": "ingest.readers.scifact:READER",
        "check_covid": "ingest.readers.check_covid:READER",
        "fever": "ingest.readers.fever:READER",
        "medical_mcq": "ingest.readers.medical_mcq:READER",
        "proteinlmbench": "ingest.readers.proteinlmbench:READER",
        "pathvqa": "ingest.readers.pathvqa:READER",
        "litqa": "ingest.readers.litqa:READER",
        "geneturing": "ingest.readers.geneturing:READER",
        "gene_sets": "ingest.readers.gene_sets:READER",
        "kqa": "ingest.readers.kqa:READER",
        "expertqa": "ingest.readers.expertqa:READER",
        "phreeqc": "ingest.readers.phreeqc:READER",
        "triples": "ingest.readers.triples:READER",
        "text": "ingest.readers.text:READER",
        "table": "ingest.readers.table:READER",
    },
)


def read_source(
    paths: Sequence[Path], reader: str = AUTO, mapping: Columns | None = None
) -> Iterator[Record]:
    """The records of one source, its files in the order given: items with ids, and what to skip.

    Args:
        paths: the source's files.
        reader: a name in READERS; `auto` looks at each file.
        mapping: field to column, for the readers that take one.

    Yields:
        Items with unique ids, papers, and a Skipped for every record left out: with the reasons of
        the readers and those of `ingest.intake`. Of several files of papers (the first one
        says whether they are), one that cannot be read is a Skipped, too.

    Raises:
        InputError: a file is missing, unreadable or of no known format, has no record
            (`empty_file`) or no usable one (`no_valid_items`, after its skipped records), or two
            different items have one id (`duplicate_id`).
    """
    for _, record in read_formats(paths, reader, mapping):
        yield record


def read_formats(
    paths: Sequence[Path], reader: str = AUTO, mapping: Columns | None = None
) -> Iterator[tuple[str, Record]]:
    """As `read_source`, each record with the name of the reader that gave it."""
    intake = Intake()
    tolerant = len(paths) > 1 and READERS.load(reader_of(paths[0], reader, mapping)).of_papers
    usable_files, unused = 0, Counter[str]()
    for path in paths:
        usable, skipped = 0, Counter[str]()
        for name, record in _records(path, reader, mapping, tolerant):
            record = intake.check(record)
            if isinstance(record, Skipped):
                skipped[record.reason] += 1
            else:
                usable += 1
            yield name, record
        # A file that repeats an earlier one holds nothing new, which is no mistake.
        if usable or skipped["duplicate_identical"]:
            usable_files += 1
        elif not tolerant:
            raise _nothing_usable(path, skipped) if skipped else _empty_file(path)
        elif skipped:
            unused += skipped
        else:
            unused["empty_file"] += 1
            yield "", Skipped(str(path), "empty_file")
    if unused and not usable_files:
        raise _nothing_usable(paths[0], unused)


def _records(
    path: Path, reader: str, mapping: Columns | None, tolerant: bool
) -> Iterator[tuple[str, Record]]:
    """A file's records; a file that cannot be read is a skipped record where that is `tolerant`."""
    name = ""
    try:
        name = reader_of(path, reader, mapping)
        for record in READERS.load(name).read(path, mapping or {}):
            yield name, record
    except InputError as error:
        if not tolerant:
            raise
        yield name, Skipped(error.where or str(path), error.reason)


def reader_of(path: Path, reader: str = AUTO, mapping: Columns | None = None) -> str:
    """Name of the reader for a file: the one chosen, else by the fields mapped, else by content.

    Raises:
        InputError: no such reader, it takes no mapping, or no reader knows the file.
    """
    if reader == AUTO and mapping:
        return "triples" if _TRIPLE & mapping.keys() else "table"
    name = guess(path) if reader == AUTO else reader
    if mapping and not READERS.load(name).mappable:
        able = [other for other in READERS.names() if READERS.load(other).mappable]
        raise InputError(
            f"format {name} has fixed columns; --map goes with --format {' or '.join(able)}.",
            reason="not_mappable",
        )
    return name


def guess(path: Path) -> str:
    """Name of the reader whose format a file has.

    Raises:
        InputError: the file cannot be read, is empty, or no reader knows it (`unknown_format`).
    """
    sample = Sample(path)
    try:
        kind = sample.kind
    except InputError as error:
        if error.reason == "not_utf8" and (name := _guess_old(path)):
            return name
        raise
    if kind == "empty":
        raise _empty_file(path)
    if sample.root.lower() == "html":
        raise web_page(path)
    for name in sorted(READERS.names(), key=lambda name: name in _LAST):  # plug-ins go before
        if READERS.load(name).recognises(sample):
            return name
    raise InputError(
        f"{path}: no reader knows this format. Known: {', '.join(READERS.names())}. "
        "JSON, JSON Lines, CSV, TSV and Parquet of any columns: --format table --map field=column.",
        reason="unknown_format",
        where=str(path),
    )


def _guess_old(path: Path) -> str | None:
    """Name of the reader that knows a file that is not UTF-8, by its own older encoding."""
    for name in READERS.names():
        old = READERS.load(name).old_encoding
        if old and READERS.load(name).recognises(Sample(path, old)):
            return name
    return None


def _empty_file(path: Path) -> InputError:
    return InputError(
        f"{path}: no record in it. Was it written to its end?",
        reason="empty_file",
        where=str(path),
    )


def _nothing_usable(path: Path, skipped: Counter[str]) -> InputError:
    reasons = ", ".join(f"{n} {reason}" for reason, n in skipped.most_common(3))
    return InputError(
        f"{path}: none of its {skipped.total()} records can be used ({reasons}). "
        "Other names for its fields? --map field=column. Another format? --format.",
        reason="no_valid_items",
        where=str(path),
    )
