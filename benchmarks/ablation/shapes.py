"""SHAPES: how data sets of claims name their sentences, their label, and the gold among them.

SciFact: abstracts by number, in `corpus.jsonl` or a table of `corpus_id` and `abstract` beside;
rationales are alternative gold sets. Check-COVID: one abstract of `corpus.json` beside; the primary
sentences are gold, and these with the supplementary ones. FEVER: pages by name, in `wiki-pages`
beside; evidence sets are alternatives. Climate-FEVER: five evidences, each that bears the claim's
label is gold. WiCE: `supporting_sentences`, alternatives. FEVEROUS, SufficientFacts (restored),
pairs: gold evidence and no other; rows of one claim are alternatives. Generic: places, lists of
places, or texts.
"""

from collections.abc import Callable
from functools import partial

from benchmarks.ablation.draft import Fields, Shape, each
from benchmarks.ablation.shapes_citing import check_covid, fever, scifact
from benchmarks.ablation.shapes_generic import generic
from benchmarks.ablation.shapes_holding import (
    climate_fever,
    feverous,
    pair,
    sufficient_facts,
    wice,
)
from ingest.answers import as_text


def _has(*names: str) -> Callable[[Fields], bool]:
    return lambda fields: all(name in fields for name in names)


def _is_scifact(fields: Fields) -> bool:
    return "claim" in fields and isinstance(fields.get("evidence"), dict)


def _is_fever(fields: Fields) -> bool:
    if not {"claim", "label"} <= fields.keys():
        return False
    evidence = fields.get("evidence")
    parts = evidence if isinstance(evidence, list) else []
    return any(isinstance(one, list) and any(isinstance(x, list) for x in one) for one in parts)


def _is_feverous(fields: Fields) -> bool:
    return {"claim", "label"} <= fields.keys() and "\t" in as_text(fields.get("evidence"))


SHAPES: dict[str, Shape] = {
    shape.name: shape
    for shape in (
        Shape("scifact", "SciFact, abstracts beside", _is_scifact, scifact),
        Shape(
            "check_covid",
            "Check-COVID, abstracts beside",
            _has("claim", "cord_id", "evidence_set"),
            check_covid,
        ),
        Shape(
            "climate_fever",
            "Climate-FEVER",
            _has("claim", "claim_label", "evidences"),
            partial(each, climate_fever),
        ),
        Shape(
            "wice", "WiCE", _has("claim", "evidence", "supporting_sentences"), partial(each, wice)
        ),
        Shape("fever", "FEVER, pages beside", _is_fever, fever),
        Shape("feverous", "FEVEROUS, lines of sentences", _is_feverous, partial(each, feverous)),
        Shape(
            "sufficient_facts",
            "SufficientFacts, what was taken away put back",
            _has("claim", "text_orig", "label_before"),
            partial(each, sufficient_facts),
        ),
        Shape(
            "scifact_pairs",
            "pairs of SciFact's gold sentences and claim",
            _has("sentence1", "sentence2", "entailment"),
            partial(each, partial(pair, "sentence1", "sentence2", "entailment")),
        ),
        Shape(
            "fever_pairs",
            "pairs of FEVER's gold sentences and claim",
            _has("input0", "input1", "label"),
            partial(each, partial(pair, "input0", "input1", "label")),
        ),
        Shape(
            "generic",
            "claim, label, sentences, gold",
            _has("claim", "label", "sentences"),
            generic({}).read,
        ),
    )
}
