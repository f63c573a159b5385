"""Verb `ingest`: sources into the graph."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import InputError
from hubscope.settings import Settings
from ingest.readers import READERS
from ui import output
from ui.commands.curate import apply_again
from ui.commands.ingested import estimate_lines, health_lines, show_ingested, show_preview
from ui.commands.literature import Outward, literature_names, literature_option, opened_outward
from ui.commands.options import (
    Number,
    json_option,
    map_option,
    parse_map,
    pass_settings,
    paths_argument,
)
from ui.connection import open_store, spool_folder
from ui.cost_text import cost_document, cost_text, estimate_document, estimate_text

if TYPE_CHECKING:
    from hubscope.llm.opening import Models
    from ingest.expansion_papers import Papers
    from ingest.extraction import Extractor
    from ingest.ingested import Ingested
    from ingest.model_reading import ModelReader
    from ingest.pipeline import Plan

# State of a source in a dry run.
NOT_WRITTEN = "not written"


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
@literature_option
@click.option(
    "--max-cost",
    type=Number(min=0),
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
    literature: str | None,
    max_cost: float | None,
    dry_run: bool,
    preview: int | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """Add a source to the concept graph.

    The same content again changes nothing; other content under the same name replaces it.

    Several PATHs are one source only with --source; without it each file is a source of its own.

    With --model a chat model reads every chunk of a paper that names two things, too. With
    --literature papers about the things that the items ask about are searched for and read; they
    are a source of their own that goes with this one. What both will take is said first, and what
    was asked once is kept: a killed ingest pays nothing twice.

    Example: hubscope ingest ori_pqal.json --source pubmedqa --literature pubmed,biorxiv
    """
    services = literature_names(literature)
    plans = _plans(paths, reader, parse_map(mapping), name, limit)
    extractors = _extractors(plans, lexicon, field)
    if preview:
        show_preview(plans, extractors, preview, as_json)
        return
    with opened_outward(settings, services) as outward:
        estimate = _estimated(settings, plans, extractors, model, max_cost, outward)
        if dry_run:
            tried = [_tried(plan, one) for plan, one in zip(plans, extractors, strict=True)]
            show_ingested(tried, as_json, estimate=estimate)
            return
        for line in estimate_lines(estimate):
            output.note(line)
        _ingest(settings, plans, extractors, model, max_cost, outward, as_json)
    if outward and outward.stopped:
        raise outward.stopped


def _ingest(
    settings: Settings,
    plans: list["Plan"],
    extractors: list["Extractor"],
    model: str | None,
    max_cost: float | None,
    outward: Outward | None,
    as_json: bool,
) -> None:
    from ingest import pipeline

    done = []
    with (
        _models(settings, plans, model, max_cost) as models,
        open_store(settings) as store,
        output.progress("ingest", models.budget if model else None) as step,
    ):
        for plan, extractor in zip(plans, extractors, strict=True):
            done.append(
                pipeline.ingest(
                    store,
                    plan,
                    extractor,
                    spool_folder=spool_folder(settings),
                    progress=step,
                    model=_model_reader(models, extractor, model) if model else None,
                )
            )
            if outward:
                reader = _model_reader(models, extractor, model) if model else None
                said = partial(_say_papers, settings, extractor, model)
                found = outward.expand(store, plan, extractor, reader, step, said)
                done += [found] if found else []
                if outward.stopped:
                    break
        apply_again(settings, store)
        notes = health_lines(store)
        costs = cost_document(models) if model else None
        notes += [cost_text(models)] if model else []
        if not (outward and outward.stopped):
            models.finish()
    show_ingested(done, as_json, notes, costs=costs, outward=outward)


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
    """A reader of one source."""
    from ingest.model_reading import ModelReader, TriplesModel, guessed_triples

    opened = models.open(model, guessed_triples)
    return ModelReader(TriplesModel(opened, extractor.vocabulary), extractor.seeds)


def _estimated(
    settings: Settings,
    plans: list["Plan"],
    extractors: list["Extractor"],
    model: str | None,
    max_cost: float | None,
    outward: Outward | None,
) -> dict[str, Any] | None:
    """What the model and services will be asked and cost; nothing is sent. None where nobody is."""
    from hubscope.llm.opening import Models
    from ingest import pipeline

    if model is None and outward is None:
        return None
    found: dict[str, Any] = {"dry_run": True}
    with Models(settings.home, max_cost=max_cost, dry_run=True) as models:
        if model:
            for plan, extractor in zip(plans, extractors, strict=True):
                pipeline.rehearse(plan, extractor, _model_reader(models, extractor, model))
        if outward:
            readers = [_model_reader(models, one, model) if model else None for one in extractors]
            found["literature"] = outward.forecast(plans, extractors, readers)
        return (estimate_document(models) if model else {}) | found


def _say_papers(
    settings: Settings, extractor: "Extractor", model: str | None, papers: "Papers"
) -> None:
    """Say what a model will be asked about the papers found: now their texts are there."""
    from hubscope.llm.opening import Models
    from ingest.expansion_forecast import rehearse_reading

    if model is None:
        return
    with Models(settings.home, dry_run=True) as models:
        rehearse_reading(papers, extractor, _model_reader(models, extractor, model))
        output.note(f"{len(papers.records)} papers: {estimate_text(estimate_document(models))}")


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
    from dataclasses import replace

    from graph.memory_store import MemoryStore
    from ingest import pipeline

    with tempfile.TemporaryDirectory() as folder:
        found = pipeline.ingest(MemoryStore(), plan, extractor, spool_folder=Path(folder))
    return replace(found, state=NOT_WRITTEN)
