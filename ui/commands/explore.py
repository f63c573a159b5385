"""Verbs that look at the graph: hubs, concept, claims, cypher."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from graph.fields import known
from graph.store import ClaimRecord, ConceptRecord, GraphStore
from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.options import Number, json_option, pass_settings
from ui.connection import open_store

if TYPE_CHECKING:
    from ingest.grading import EvidenceTier

HUB_COLUMNS = (
    "key",
    "name",
    "type",
    "degree",
    "pagerank",
    "tier",
    "claims",
    "refuted",
    "unverifiable",
    "penalty",
    "failure",
    "failure_low",
    "failure_high",
)


@click.command("hubs")
@click.option("--top", type=click.IntRange(1, 10_000), default=20, show_default=True)
@click.option("--type", "type_name", help="Only concepts of this type.")
@click.option(
    "--by",
    type=click.Choice(["degree", "pagerank", "failures"]),
    default="degree",
    show_default=True,
)
@click.option("--run", "run_name", help="Whose failures; with one scored run that one.")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values instead of a table.")
@json_option
@pass_settings
def hubs_command(
    settings: Settings,
    top: int,
    type_name: str | None,
    by: str,
    run_name: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Hubs of the graph, or the failure hubs of a run.

    Failure hubs stand by the lower end of the failure's 90 % interval times ln(1 + degree).

    Example: hubscope hubs --by failures --run demo:careless --top 10
    """
    from benchmarks.hubs import FEW, failure_rows, hub_rows

    kind = known().type(type_name) if type_name else None
    if run_name and by != "failures":
        raise InputError(
            "--run goes with --by failures: the graph is no run's.", reason="bad_option"
        )
    if by == "failures":
        rows = failure_rows(settings.home, run_name, top=top, type=kind)
    else:
        with open_store(settings) as store:
            rows = hub_rows(store, by=by, top=top, type=kind)
    if as_json:
        output.print_json({"hubs": rows})
    elif as_csv:
        click.echo(output.csv_text(HUB_COLUMNS, rows), nl=False)
    elif not rows:
        click.echo("none")
    else:
        shown = [name for name in HUB_COLUMNS[1:] if any(row[name] is not None for row in rows)]
        few = [row for row in rows if row["claims"] is not None and row["claims"] < FEW]
        marked = [{**row, "name": f"{row['name']} ‡"} if row in few else row for row in rows]
        click.echo(output.table(shown, [[row[name] for name in shown] for row in marked]))
        if few:
            click.echo(f"‡ fewer than five claims: {len(few)} of {len(rows)} concepts")


@click.command("concept")
@click.argument("name")
@click.option("--hops", type=click.IntRange(1, 3), default=1, show_default=True)
@json_option
@pass_settings
def concept_command(settings: Settings, name: str, hops: int, as_json: bool) -> None:
    """A concept with its relations, their quotes, and what agents said about it.

    Evidence is graded STRONG, MEDIUM or WEAK: of each relation alone, and of all relations
    within --hops together, with what keeps that from being better (docs/extraction.md, Grades).

    Example: hubscope concept insulin
    """
    from ingest.grading import claim_tiers, grade

    with open_store(settings) as store:
        found = store.find(name)
        if not found:
            raise InputError(f"no concept named {name!r}", reason="unknown_concept")
        concept, others = found[0], found[1:]
        claims = list(store.claims(about=concept.key))
        tiers = claim_tiers(claims, store.relations_at([concept.key]))
        around = store.neighbourhood(concept.key, hops=hops)
        said = store.agent_claims(concept.key)
    relations = [_relation_row(claim, concept.key, tiers.get(claim.key)) for claim in claims]
    evidence = grade(around.relations)
    if as_json:
        output.print_json(
            {
                "concept": concept,
                "homonyms": others,
                "relations": relations,
                "evidence": evidence,
                "neighbours": around.concepts,
                "neighbours_total": around.total,
                "agent_claims": said,
            }
        )
        return
    click.echo(f"{output.safe(concept.name)} ({concept.type}), degree {concept.degree}")
    if concept.aliases:
        click.echo("also: " + output.safe(", ".join(concept.aliases)))
    if concept.identifiers:
        click.echo("ids: " + ", ".join(concept.identifiers))
    for other in others:
        click.echo(f"same name, other concept: {other.type}, degree {other.degree}")
    if around.relations:
        part = "" if around.total == len(around.concepts) else f" of {around.total:,}"
        within = f"{len(around.concepts)}{part} concepts within {hops} hop{'s' * (hops > 1)}"
        click.echo(f"evidence among {within}: {evidence}")
    for row in relations:
        _echo_relation(row)
    for one in said:
        verdict = one.claim.verdict or "ERROR"
        click.echo(f"  agent {one.run} {one.trajectory}: [{verdict}] {output.safe(one.claim.text)}")


def _relation_row(claim: ClaimRecord, at: str, tier: "EvidenceTier | None") -> dict[str, Any]:
    outward = claim.head.key == at
    other: ConceptRecord = claim.tail if outward else claim.head
    return {
        "relation": claim.relation,
        "direction": "out" if outward else "in",
        "polarity": claim.polarity,
        "other": {"key": other.key, "name": other.name, "type": other.type},
        "sources": claim.sources,
        "conflict": claim.conflict,
        "believed": claim.believed,
        "evidence_tier": tier,
        "quotes": claim.quotes,
    }


def _echo_relation(row: dict[str, Any]) -> None:
    arrow = f"-{row['relation']}->" if row["direction"] == "out" else f"<-{row['relation']}-"
    denied = " (denied)" if row["polarity"] == "negative" else ""
    conflict = " (sources disagree)" if row["conflict"] else ""
    tier = f" [{row['evidence_tier']}]" if row["evidence_tier"] else ""
    unbelieved = "" if row["believed"] else " (not believed)"
    name = output.safe(row["other"]["name"])
    click.echo(f"  {arrow} {name}{tier}{denied}{conflict}{unbelieved}")
    for quote in row["quotes"][:3]:
        where = quote.pmid or quote.doi or quote.title or quote.document
        click.echo(f"      “{output.cut(output.safe(quote.quote), 160)}” {quote.source}, {where}")
    if len(row["quotes"]) > 3:
        click.echo(f"      ... {len(row['quotes']) - 3} more quotes")


@click.command("claims")
@click.option("--about", help="Only claims about this concept.")
@click.option("--relation", "relation_name", help="Only this relation.")
@click.option("--source", help="Only claims that this source attests.")
@click.option("--limit", type=click.IntRange(1), help="At most this many.")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines instead of text.")
@pass_settings
def claims_command(
    settings: Settings,
    about: str | None,
    relation_name: str | None,
    source: str | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """Claims with everything that attests them.

    Example: hubscope claims --about metformin --relation treats
    """
    relation = known().relation(relation_name)[0] if relation_name else None
    with open_store(settings) as store:
        key = _one_concept(store, about) if about else None
        names = [one.name for one in store.sources()]
        if source is not None and source not in names:
            listed = ", ".join(names) or "none yet"
            raise InputError(f"no source named {source!r}. Known: {listed}.")
        for claim in store.claims(about=key, relation=relation, source=source, limit=limit):
            row = _claim_row(claim)
            if as_json:
                output.print_json_line(row)
            else:
                denied = "" if claim.polarity == "positive" else " (denied)"
                denied += "" if claim.believed else " (not believed)"
                statement = f"{claim.head.name} -{claim.relation}-> {claim.tail.name}{denied}"
                click.echo(output.safe(statement))
                click.echo(f"    “{output.safe(claim.quotes[0].quote)}” {', '.join(claim.sources)}")


def _claim_row(claim: ClaimRecord) -> dict[str, Any]:
    return {
        "key": claim.key,
        "head": claim.head.name,
        "relation": claim.relation,
        "tail": claim.tail.name,
        "polarity": claim.polarity,
        "conflict": claim.conflict,
        "believed": claim.believed,
        "origin": sorted({quote.origin for quote in claim.quotes}),
        "sources": claim.sources,
        "strength": known().relations[claim.relation].prior,
        "hedge": min((quote.hedge for quote in claim.quotes), default=None),
        "quotes": claim.quotes,
    }


def _one_concept(store: GraphStore, name: str) -> str:
    found = store.find(name)
    if not found:
        raise InputError(f"no concept named {name!r}", reason="unknown_concept")
    for other in found[1:]:
        output.note(f"another concept has this name: {other.type}, degree {other.degree}")
    return found[0].key


@click.command("cypher")
@click.argument("query")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A query parameter.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=1000, show_default=True)
@click.option("--timeout", type=Number(0.1, 60), default=10.0, show_default=True)
@json_option
@pass_settings
def cypher_command(
    settings: Settings,
    query: str,
    params: tuple[str, ...],
    limit: int,
    timeout: float,
    as_json: bool,
) -> None:
    """A read-only Cypher query under limits of time, rows and memory.

    A query that is not a plain read is refused with exit code 2, without asking the server.

    Example: hubscope cypher "MATCH (c:Concept) WHERE c.degree > 9 RETURN c.name LIMIT 5"
    """
    from graph.console import check_query, run_query

    check_query(query)
    values = _parameters(params)
    with open_store(settings) as store:
        found = run_query(
            store.connection.driver,
            query,
            values,
            limit=limit,
            timeout_s=timeout,
            database=store.connection.database,
        )
    if as_json:
        output.print_json(found)
        return
    click.echo(output.table(found.columns, found.rows))
    if found.truncated:
        click.echo(f"cut off at {limit} rows: there are more", err=True)


def _parameters(texts: Sequence[str]) -> dict[str, Any]:
    """Parameters of a query: each value is JSON, or the text that it is.

    Raises:
        InputError: no NAME=VALUE, a name given twice, or a value that no query can hold.
    """
    from hubscope.json_values import JsonFault, JsonParser

    values: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or name in values:
            raise InputError(f"--param {text!r} is not NAME=VALUE once", reason="bad_param")
        try:
            values[name] = JsonParser().parse(value)
        except JsonFault as fault:
            if fault.reason != "invalid_json":
                raise InputError(f"--param {name}: {fault}.", reason="bad_param") from fault
            values[name] = value
    return values
