"""What `ingest` shows: counts of each source, estimates, and previews of what is extracted."""

from typing import TYPE_CHECKING, Any

import click

from ui import output
from ui.commands.literature import Outward, forecast_text
from ui.cost_text import estimate_text

if TYPE_CHECKING:
    from ingest.extraction import Extractor
    from ingest.ingested import Ingested
    from ingest.pipeline import Plan


def estimate_lines(estimate: dict[str, Any] | None) -> list[str]:
    """What an ingest will take, for people."""
    if estimate is None:
        return []
    lines = [forecast_text(estimate["literature"])] if "literature" in estimate else []
    return [*lines, *([estimate_text(estimate)] if "calls" in estimate else [])]


def health_lines(store: Any) -> list[str]:
    """How dense the graph is, and warnings of it."""
    from graph.health import health

    found = health(store.degrees(), store.edges())
    return [found.line, *(f"warning: {warning}" for warning in found.warnings)]


def show_ingested(
    done: list["Ingested"],
    as_json: bool,
    notes: list[str] | None = None,
    *,
    estimate: dict[str, Any] | None = None,
    costs: dict[str, Any] | None = None,
    outward: Outward | None = None,
) -> None:
    """Print what became of each source."""
    from ingest.pipeline import LITERATURE

    if as_json:
        found = outward.documents() if outward else None
        more = {"estimate": estimate, "costs": costs, "literature": found}
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
        if one.format != LITERATURE:
            _show_skipped(one)
        elif one.reasons:
            counts = ", ".join(f"{n} {reason}" for reason, n in one.reasons.items())
            click.echo(f"  left out of {output.safe(one.source)}: {counts}")
    for line in [*(outward.lines() if outward else ()), *(notes or []), *estimate_lines(estimate)]:
        click.echo(line)


def _show_skipped(one: "Ingested") -> None:
    for skip in one.skipped:
        click.echo(f"  skipped {output.safe(skip.where)}: {skip.reason}")
    if one.n_skipped > len(one.skipped):
        click.echo(f"  ... {one.n_skipped - len(one.skipped)} more skipped in {one.source}")


def show_preview(plans: list["Plan"], extractors: list["Extractor"], n: int, as_json: bool) -> None:
    """Print what the first records of each source give."""
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
