"""Evidence Inference: what trials found, judged by doctors (DeYoung et al., BioNLP 2020).

`*annotations*.csv` has a label and the quoted evidence for each prompt; the prompts (intervention,
outcome, comparator) stand in a `prompts*.csv` beside it. The comparator belongs to the claim's
wording. "No significant difference" is a denied effect. A prompt on which the annotators disagree
says nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from graph.citations import pmcid_of
from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.corpus import companion_only, needed
from ingest.items import Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, statement
from ingest.readers.trial_names import intervention, is_risk, outcome
from ingest.wordings import Wording, load_wordings

_ANNOTATED = ("PromptID", "PMCID", "Label", "Annotations")
_PROMPT = ("PromptID", "Outcome", "Intervention", "Comparator")
_OF_RISK = {"raises_outcome": "increases_risk_of", "lowers_outcome": "reduces_risk_of"}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper an annotation, in file order.

    Raises:
        InputError: the file cannot be read, holds prompts only, or has none beside it.
    """
    prompts: Mapping[str, Row] | None = None
    labels: Mapping[str, set[str]] = {}
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
            continue
        if prompts is None:
            prompts, labels = _prompts(path, row), _labels(path)
        yield _paper(row, prompts, labels)


def recognises(sample: Sample) -> bool:
    """Whether records have the columns of the annotations or of the prompts."""
    return sample.has(*_ANNOTATED) or sample.has(*_PROMPT)


def _paper(row: Row, prompts: Mapping[str, Row], labels: Mapping[str, set[str]]) -> Paper | Skipped:
    id, label = as_text(row.fields.get("PromptID")), as_text(row.fields.get("Label")).lower()
    prompt = prompts.get(id)
    if not _is_valid(row):
        return Skipped(row.where, "label_not_valid", row.line)
    if prompt is None:
        return Skipped(row.where, "prompt_missing", row.line)
    wording = load_wordings("evidence_inference").find(label)
    if wording.skip or len(labels[id]) > 1:
        return Skipped(row.where, wording.skip or "annotators_disagree", row.line)
    cells = {name: as_text(prompt.fields.get(name)) for name in _PROMPT}
    head, no_head = intervention(cells["Intervention"])
    tail, no_tail = outcome(cells["Outcome"])
    if no_head or no_tail:
        return Skipped(row.where, no_head or no_tail, row.line)
    quote = " ".join(as_text(row.fields.get("Annotations")).split())
    word = f"{label} ({cells['Outcome']}) compared with {cells['Comparator']}"
    relation = statement(_of_risk(wording, cells["Outcome"]), End(head), word, End(tail))
    return Paper(
        sections=(Section(quote),) if quote else (),
        pmcid=pmcid_of(as_text(row.fields.get("PMCID"))),
        relations=(replace(relation, quote=quote),),
        where=row.where,
    )


def _of_risk(wording: Wording, outcome: str) -> Wording:
    means = _OF_RISK.get(wording.means)
    return replace(wording, means=means) if means and is_risk(outcome) else wording


def _is_valid(row: Row) -> bool:
    return as_text(row.fields.get("Valid Label", "True")).lower() in ("true", "1", "")


def _labels(path: Path) -> dict[str, set[str]]:
    """The valid labels of every prompt; two spellings of one label are one."""
    found: dict[str, set[str]] = {}
    table = load_wordings("evidence_inference")
    for row in rows(path):
        if isinstance(row, Row) and _is_valid(row):
            wording = table.find(as_text(row.fields.get("Label")))
            found.setdefault(as_text(row.fields.get("PromptID")), set()).add(wording.means)
    return found


def _prompts(path: Path, first: Row) -> dict[str, Row]:
    if "Label" not in first.fields:
        raise companion_only(
            path,
            "prompts without labels. Give the annotations; the prompts are read from beside them.",
        )
    what = "the annotations need their prompts*.csv in the same folder."
    beside = needed(path, _beside(path), what)
    return {
        as_text(row.fields.get("PromptID")): row
        for file in beside
        for row in rows(file)
        if isinstance(row, Row)
    }


def _beside(path: Path) -> list[Path]:
    return sorted(file for file in path.parent.glob("prompts*.csv*") if file != path)


READER = Reader(
    "Evidence Inference: effects judged in trials, prompts beside them",
    read,
    recognises,
    origin=Origin.CURATED,
    companions=_beside,
)
