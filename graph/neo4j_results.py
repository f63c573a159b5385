"""The graph's copy of runs: trajectories, agents' claims, failure hubs. Folders are the truth."""

from collections.abc import Iterator
from dataclasses import asdict, fields
from functools import partial

from neo4j import ManagedTransaction

from graph.connection import Connection, Row, rows
from graph.cypher import read, write
from graph.neo4j_deleting import delete_in_pieces
from graph.neo4j_deriving import batched, put, put_all
from graph.results import AgentClaim, FailureHub, RunResult, ScoredTrajectory
from graph.store import AgentClaimRecord, agent_claim_order
from graph.values import properties
from graph.vocabulary import Verdict
from hubscope.keys import key_of

_TRAJECTORIES_AT_ONCE = 200


def write_run(connection: Connection, result: RunResult) -> None:
    """Replace the copy of a run; failures and digest come last, so a half copy has none."""
    delete_run(connection, result.name)
    run = _run_key(result.name)
    about = properties(
        {
            "name": result.name,
            "model": result.model,
            "judge": result.judge,
            "degree_snapshot": result.degree_snapshot,
        }
    )
    connection.write(partial(rows, query=write.CREATE_RUN, key=run, properties=about))
    for batch in batched(result.trajectories, _TRAJECTORIES_AT_ONCE):
        connection.write(partial(_write_trajectories, run=run, trajectories=batch))
    connection.write(partial(_write_failures, run=run, failures=result.failures))
    connection.write(partial(rows, query=write.SET_RUN_DIGEST, key=run, digest=result.digest))


def run_digest(connection: Connection, name: str) -> str:
    """The digest that the whole copy of a run was written with, "" without one."""
    found = connection.read(read.RUN_DIGEST, key=_run_key(name))
    return found[0]["digest"] if found else ""


def delete_run(connection: Connection, name: str) -> bool:
    """Remove the copy of a run; False if there is none."""
    key = _run_key(name)
    for part in write.DELETE_RUN_PARTS:
        delete_in_pieces(connection, part, key=key)
    found = connection.write(partial(rows, query=write.DELETE_RUN, key=key))
    return bool(found[0]["deleted"])


def run_names(connection: Connection) -> list[str]:
    """Runs, sorted."""
    return sorted(row["name"] for row in connection.read(read.RUN_NAMES))


def failure_hubs(connection: Connection, run: str, top: int) -> list[FailureHub]:
    """A run's failure hubs, worst first."""
    found = connection.read(read.FAILURE_HUBS, key=_run_key(run), top=top)
    return [FailureHub(**row["hub"]) for row in found]


def agent_claims(connection: Connection, concept: str, limit: int) -> list[AgentClaimRecord]:
    """What agents said about a concept."""
    found = connection.read(read.AGENT_CLAIMS, concept=concept, limit=limit)
    return sorted(map(_agent_claim_record, found), key=agent_claim_order)


def _write_trajectories(
    tx: ManagedTransaction, run: str, trajectories: list[ScoredTrajectory]
) -> None:
    put(tx, write.CREATE_TRAJECTORIES, [_trajectory_row(run, t) for t in trajectories], run_key=run)
    claims = [row for trajectory in trajectories for row in _claim_rows(run, trajectory)]
    put_all(tx, write.CREATE_AGENT_CLAIMS, claims)
    for end, query in (("concept", write.LINK_ABOUT), ("chunks", write.LINK_JUDGED_ON)):
        linked = ({"key": row["key"], end: row[end]} for row in claims if row[end])
        for batch in batched(linked):
            rows(tx, query, rows=batch)


def _write_failures(tx: ManagedTransaction, run: str, failures: tuple[FailureHub, ...]) -> None:
    for batch in batched(properties(asdict(failure)) for failure in failures):
        rows(tx, write.CREATE_FAILURES, rows=batch, run_key=run)


def _trajectory_row(run: str, trajectory: ScoredTrajectory) -> Row:
    return properties(
        {
            "key": key_of(run, trajectory.key),
            "trajectory": trajectory.key,
            "id": trajectory.id,
            "item": trajectory.item,
            "score": trajectory.score,
            "hs": trajectory.hs,
            "hsw": trajectory.hsw,
        }
    )


def _claim_rows(run: str, trajectory: ScoredTrajectory) -> Iterator[Row]:
    """Rows of agents' claims; keys hold the run, for a trajectory may be scored in many."""
    within = key_of(run, trajectory.key)
    for claim in trajectory.claims:
        key = key_of(within, claim.key)
        said = {field.name: getattr(claim, field.name) for field in fields(claim)}
        said = properties(said | {"key": key, "claim": claim.key})
        yield {
            "key": key,
            "trajectory": within,
            "concept": claim.concept,
            "chunks": list(claim.chunks),
            "properties": said,
        }


def _agent_claim_record(row: Row) -> AgentClaimRecord:
    stored = row["claim"] | {"key": row["claim"]["claim"]}
    verdict = stored.get("verdict")
    values = {field.name: stored.get(field.name) for field in fields(AgentClaim)}
    values["chunks"] = tuple(stored.get("chunks") or ())
    values["verdict"] = Verdict(verdict) if verdict is not None else None
    return AgentClaimRecord(row["run"], row["trajectory"], row["item"], AgentClaim(**values))


def _run_key(name: str) -> str:
    return key_of("run", name)
