"""A scored run on disk, made by hand: what pages of a run need, without a graph or a judge."""

from pathlib import Path

from benchmarks.agents.trajectory import Call, Step, Trajectory
from benchmarks.hallucination.judged import Anchor, JudgedClaim, JudgedTrajectory
from benchmarks.hallucination.scored import rescore
from benchmarks.manifest import Manifest
from benchmarks.runs import RunFolder, create_run
from graph.degree import snapshot, write_snapshot
from graph.memory_store import MemoryStore
from graph.model import Concept, Contribution, Document, Naming, Source
from graph.vocabulary import ConceptType, HubTier, Verdict
from hubscope.codec import to_json
from hubscope.files import Journal

HOSTILE = "<img src=x onerror=alert(1)> ![x](http://evil.example/x.png) :red[y] $z$"
ZINC = Concept(ConceptType("MolecularEntity"), "zinc")


def scored_run(home: Path, name: str = "by-hand") -> RunFolder:
    """Two trajectories: a wrong one with a refuted and an unjudged claim, and a right one."""
    trajectories = [
        Trajectory(
            "wrong",
            (
                Step("Let me search.", (Call("search", {"query": HOSTILE}, HOSTILE),)),
                Step(f"Zinc inhibits ACE2. {HOSTILE} binds ACE2.", reasoning="Hm."),
            ),
            question=f"Does zinc bind? {HOSTILE}",
            item="i1",
            final="no",
        ),
        Trajectory("right", (Step("Zinc binds ACE2."),), question="Does it?", final="yes"),
    ]
    run = create_run(
        home, name, trajectories, [], format="own", items="", imported_from=["by-hand.jsonl"]
    )
    anchor = Anchor(ZINC.key, "Zinc", ZINC.type, 3, HubTier.CORE)
    with Journal(run.judged) as journal:
        for one in (
            JudgedTrajectory(
                "wrong",
                (
                    JudgedClaim(
                        "Zinc inhibits ACE2",
                        step=1,
                        anchors=(anchor,),
                        evidence_tier="gold",
                        verdict=Verdict.REFUTED,
                        confidence=0.9,
                        quote=f"Zinc binds ACE2. {HOSTILE}",
                    ),
                    JudgedClaim(f"{HOSTILE} binds ACE2", step=1, error="gold: timeout"),
                ),
                item="i1",
                score=0.0,
            ),
            JudgedTrajectory(
                "right",
                (JudgedClaim("Zinc binds ACE2", step=0, anchors=(anchor,), verdict=_SUPPORTED),),
                score=1.0,
            ),
        ):
            journal.append(to_json(one))
    taken = snapshot(zinc_graph())
    write_snapshot(run.snapshot, taken)
    run.write("manifest.json", manifest(run, taken.sha256))
    run.write("scores.json", rescore(run))
    return run


_SUPPORTED = Verdict.SUPPORTED


def bare_run(home: Path, name: str) -> RunFolder:
    """A bare answer beside a wrong claim that names no concept: HS^w is 1."""
    claim = JudgedClaim("it is so", step=0, verdict=Verdict.REFUTED)
    run = create_run(
        home,
        name,
        [Trajectory("bare", (Step("It is so."),), final="yes")],
        [],
        format="own",
        items="",
        imported_from=["bare.jsonl"],
    )
    with Journal(run.judged) as journal:
        journal.append(to_json(JudgedTrajectory("bare", (claim,), score=0.0)))
    taken = snapshot(zinc_graph())
    write_snapshot(run.snapshot, taken)
    run.write("manifest.json", manifest(run, taken.sha256))
    run.write("scores.json", rescore(run))
    return run


def zinc_graph() -> MemoryStore:
    """One concept in one document."""
    store, source = MemoryStore(), Source("s", "table", "0" * 64)
    store.begin(source)
    store.write(
        source,
        Contribution(
            concepts=(ZINC,),
            documents=(Document("d"),),
            namings=(Naming("d", ZINC.key, "Zinc"),),
        ),
    )
    store.commit(source)
    return store


def manifest(run: RunFolder, snapshot_sha256: str) -> Manifest:
    """What a run of this module says of how it was scored."""
    return Manifest(
        run=run.name,
        model="",
        hubscope="0",
        code="",
        packages={},
        trajectories=run.record().sha256,
        dataset="",
        evidence="",
        degree_snapshot=snapshot_sha256,
        degree_with_vocabulary=False,
        judge="by hand",
        judge_fingerprint="",
        judge_test={},
        extractor="rules",
        encoder="",
        tiers=("gold",),
        relevance_floor=0.4,
        evidence_chunks=3,
        evidence_characters=1500,
        scope="all",
        include_reasoning=False,
        anchor="max",
        seed=1,
        draws=50,
        graph={},
        warnings=(),
    )
