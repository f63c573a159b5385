"""Verb `ingest`: sources into the graph."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import InputError
from hubscope.settings import Settings
from ingest.readers import READERS
from ui import output
from ui.commands.curate import apply_again
from ui.commands.options import json_option, map_option, parse_map, pass_settings, paths_argument
from ui.connection import open_store, spool_folder
from ui.cost_text import cost_document, cost_text, estimate_document, estimate_text

if TYPE_CHECKING:
    from hubscope.llm.opening import Models
    from ingest.extraction import Extractor
    from ingest.model_reading import ModelReader
    from ingest.pipeline import Ingested, Plan


@click.command("ingest")
@paths_argument
@click.option(
    "--format",
    "reader",
    type=click.Choice(["auto", *READERS.names()]),
    default="auto",
    show_default=True,
    help="Reader; auto finds it by content.",
)
@map_option
@click.option("--source", "name", default="", help="Name of the source. Default: the file's name.")
@click.option(
    "--lexicon",
    type=click.Path(path_type=Path),
    help="Your own names: TSV with name, type, id, synonyms.",
)
@click.option(
    "--vocabulary",
    "field",
    help="Field of science: NAME of a vocabulary. Default: that of the format, else life_science.",
)
@click.option(
    "--model", help="A chat model that reads chunks beside the rules: PROVIDER:NAME, replay:FILE."
)
@click.option(
    "--max-cost",
    type=click.FloatRange(min=0),
    metavar="USD",
    help="Stop before the model costs more than this.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Read and extract, write and send nothing, show the counts and the cost to expect.",
)
@click.option("--preview", type=click.IntRange(1), help="Show what N records give.")
@click.option("--limit", type=click.IntRange(1), help="Read at most this many records.")
@json_option
@pass_settings
def ingest_command(
    settings: Settings,
    paths: tuple[Path, ...],
    reader: str,
    mapping: str | None,
    name: str,
    lexicon: Path | None,
    field: str | None,
    model: str | None,
    max_cost: float | None,
    dry_run: bool,
    preview: int | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """Add a source to the concept graph.

    The same content again changes nothing; other content under the same name replaces it.

    Several PATHs are one source only with --source; without it each file is a source of its own.

    With --model a chat model reads every chunk of a paper that names two things, too. What it will
    cost is said first; its replies are kept, so that a killed ingest pays nothing twice.

    Example: hubscope ingest ori_pqal.json --source pubmedqa
    """
    from ingest import pipeline

    plans = _plans(paths, reader, parse_map(mapping), name, limit)
    extractors = _extractors(plans, lexicon, field)
    if preview:
        _preview(plans, extractors, preview, as_json)
        return
    estimate = _estimated(settings, plans, extractors, model) if model else None
    if dry_run:
        tried = [_tried(plan, one) for plan, one in zip(plans, extractors, strict=True)]
        _show_ingested(tried, as_json, estimate=estimate)
        return
    if estimate:
        output.note(estimate_text(estimate))
    done = []
    with (
        _models(settings, plans, model, max_cost) as models,
        open_store(settings) as store,
        output.progress("ingest", models.budget if model else None) as step,
    ):
        readers = [_model_reader(models, one, model) if model else None for one in extractors]
        for plan, extractor, one in zip(plans, extractors, readers, strict=True):
            done.append(
                pipeline.ingest(
                    store,
                    plan,
                    extractor,
                    spool_folder=spool_folder(settings),
                    progress=step,
                    model=one,
                )
            )
        apply_again(settings, store)
        graph_line = _health_line(store)
        costs = cost_document(models) if model else None
        said = [cost_text(models)] if model else []
        models.finish()
    _show_ingested(done, as_json, [*graph_line, *said], costs=costs)


def _models(
    settings: Settings, plans: list["Plan"], model: str | None, max_cost: float | None
) -> "Models":
    """Models under a cap that holds for these sources with this model, over kills."""
    from hubscope.keys import digest
    from hubscope.llm.opening import Models

    names = digest([model, [plan.source_name for plan in plans]])[:16]
    ledger = settings.home / "costs" / f"ingest-{names}.jsonl" if model else None
    return Models(settings.home, max_cost=max_cost, ledger=ledger)


def _model_reader(models: "Models", extractor: "Extractor", model: str) -> "ModelReader":
    from ingest.model_reading import ModelReader, TriplesModel, guessed_triples

    opened = models.open(model, guessed_triples)
    return ModelReader(TriplesModel(opened, extractor.vocabulary), extractor.seeds)


def _estimated(
    settings: Settings, plans: list["Plan"], extractors: list["Extractor"], model: str
) -> dict[str, Any]:
    """What the model will be asked and cost; nothing is sent."""
    from hubscope.llm.opening import Models
    from ingest import pipeline

    with Models(settings.home, dry_run=True) as models:
        for plan, extractor in zip(plans, extractors, strict=True):
            pipeline.rehearse(plan, extractor, _model_reader(models, extractor, model))
        return estimate_document(models)


def _plans(
    paths: tuple[Path, ...],
    reader: str,
    mapping: dict[str, str] | None,
    name: str,
    limit: int | None,
) -> list["Plan"]:
    from ingest.pipeline import Plan

    groups = [paths] if name else [(path,) for path in paths]
    plans = [Plan(group, reader, name, mapping, limit) for group in groups]
    names = [plan.source_name for plan in plans]
    twice = sorted({one for one in names if names.count(one) > 1})
    if twice:
        raise InputError(
            f"several files would be the source {twice[0]!r}: ingest them one by one with --source,"
            " or all as one source with it",
            reason="same_name",
        )
    return plans


def _extractors(plans: list["Plan"], lexicon: Path | None, field: str | None) -> list["Extractor"]:
    """Of each plan the extractor of the field chosen, else of its format's; one a field."""
    from ingest.pipeline import field_of, load_extractor

    names = [field or field_of(plan) for plan in plans]
    made = {name: load_extractor(lexicon, name) for name in dict.fromkeys(names)}
    return [made[name] for name in names]


def _tried(plan: "Plan", extractor: "Extractor") -> "Ingested":
    """The counts that an ingest into an empty graph would give: on the store in memory."""
    import tempfile

    from graph.memory_store import MemoryStore
    from ingest import pipeline

    with tempfile.TemporaryDirectory() as folder:
        return pipeline.ingest(MemoryStore(), plan, extractor, spool_folder=Path(folder))


def _health_line(store: Any) -> list[str]:
    from graph.health import health

    found = health(store.degrees(), store.edges())
    return [found.line, *(f"warning: {warning}" for warning in found.warnings)]


def _show_ingested(
    done: list["Ingested"],
    as_json: bool,
    notes: list[str] | None = None,
    *,
    estimate: dict[str, Any] | None = None,
    costs: dict[str, Any] | None = None,
) -> None:
    if as_json:
        more = {"estimate": estimate, "costs": costs}
        document = {name: value for name, value in more.items() if value is not None}
        output.print_json({"sources": done, **document})
        return
    header = ["source", "format", "state", "items", "concepts", "relations", "chunks", "skipped"]
    rows = [
        [
            one.source,
            one.format,
            "unchanged" if one.unchanged else "replaced" if one.replaced else one.state,
            one.items,
            one.concepts,
            one.relations,
            one.chunks,
            one.n_skipped,
            one.seconds,
        ]
        for one in done
    ]
    click.echo(output.table([*header, "seconds"], rows))
    for one in done:
        for name in one.rolled_forward:
            output.note(f"{output.safe(name)}: an earlier ingest of it was killed; finished now")
        for skip in one.skipped:
            click.echo(f"  skipped {output.safe(skip.where)}: {skip.reason}")
        if one.n_skipped > len(one.skipped):
            click.echo(f"  ... {one.n_skipped - len(one.skipped)} more skipped in {one.source}")
    for line in notes or []:
        click.echo(line)
    if estimate:
        click.echo(estimate_text(estimate))


def _preview(plans: list["Plan"], extractors: list["Extractor"], n: int, as_json: bool) -> None:
    from ingest import pipeline

    found = [
        {"where": where, **_previewed(extracted)}
        for plan, extractor in zip(plans, extractors, strict=True)
        for where, extracted in pipeline.preview(plan, extractor, n)
    ]
    if as_json:
        output.print_json({"records": found})
        return
    for record in found:
        click.echo(output.safe(str(record["where"])))
        for concept in record["concepts"]:
            click.echo(f"  {concept['type']:<18} {output.safe(', '.join(concept['forms']))}")
        for relation in record["relations"]:
            line = f"  {relation['head']} -{relation['relation']}-> {relation['tail']}"
            click.echo(output.safe(line) + f"  ({relation['polarity']})")
            click.echo(f"      “{output.safe(relation['quote'])}”")


def _previewed(extracted: Any) -> dict[str, Any]:
    part = extracted.contribution
    forms: dict[str, list[str]] = {}
    for naming in part.namings:
        forms.setdefault(naming.concept, []).append(naming.form)
    names = {concept.key: concept.name for concept in part.concepts}
    return {
        "concepts": [
            {"type": concept.type, "forms": sorted(set(forms.get(concept.key, [concept.name])))}
            for concept in part.concepts
        ],
        "relations": [
            {
                "head": names.get(one.claim.head, one.claim.head),
                "relation": one.claim.relation,
                "tail": names.get(one.claim.tail, one.claim.tail),
                "polarity": one.claim.polarity,
                "sign": one.sign,
                "quote": one.quote,
                "quoted": one.quoted,
                "extractor": one.extractor,
            }
            for one in part.evidence
        ],
        "skipped": extracted.skipped,
    }
