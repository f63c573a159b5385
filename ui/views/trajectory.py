"""Trajectory: what an agent said step by step, each claim with its verdict and its evidence."""

from dataclasses import dataclass

import streamlit as st
from markupsafe import Markup

from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.hallucination.score import AnchorRule, claim_weight, score_trajectory
from benchmarks.judging.claims import extract_claims
from graph.store import ChunkRecord, ItemRecord
from graph.vocabulary import Verdict
from hubscope.errors import UnavailableError
from ui import cached, cached_runs, parts
from ui.passages import Span, locate, mark_of, marked, quoted, show

ALL, WRONG, REFUTED = "all", "wrong answer", "refuted claims"


@dataclass(frozen=True, slots=True)
class NumberedClaim:
    """A claim as the page shows it: numbered over the whole trajectory from 1.

    Attributes:
        passages: (chunk, its text with the deciding quote marked).
    """

    number: int
    claim: JudgedClaim
    weight: float
    sentence: str
    passages: tuple[tuple[ChunkRecord, Markup], ...]


def page() -> None:
    """Draw the page."""
    st.title("Trajectory")
    run = parts.chosen_run()
    if run is None:
        parts.next_step(
            "No runs yet. Import what an agent said and did:", "hubscope import FILE --run NAME"
        )
        return
    judged = cached_runs.judged(run)
    if not judged:
        parts.next_step(
            "This run is not scored, so its claims have no verdicts yet:",
            f"hubscope score {run} --all",
        )
    trajectories = cached_runs.trajectories(run)
    id = _choose(list(trajectories), judged)
    if id is None:
        st.info("No trajectory fits this filter.")
        return
    trajectory, found = trajectories[id], judged.get(id)
    show(
        "question.html",
        trajectory=trajectory,
        judged=found,
        item=_item(run, trajectory),
        total=score_trajectory(found, _rule(run)) if found else None,
    )
    _steps(trajectory, _numbered(run, trajectory, found))


def _choose(ids: list[str], judged: dict[str, JudgedTrajectory]) -> str | None:
    first, second, third, fourth = st.columns([10, 16, 1.6, 1.6], vertical_alignment="bottom")
    wanted = first.segmented_control(
        "Show", [ALL, WRONG, REFUTED], default=ALL, key="show", bind="query-params", required=True
    )
    ids = [id for id in ids if wanted == ALL or _fits(judged.get(id), wanted or ALL)]
    if not ids:
        return None
    with second:
        id = parts.choose(f"Trajectory ({len(ids)})", ids, "trajectory", default=ids[0])
    at = ids.index(id) if id in ids else 0
    third.button(
        ":material/chevron_left:",
        help="Previous",
        key="previous",
        disabled=at == 0,
        on_click=_go,
        args=(ids[at - 1],),
        width="stretch",
    )
    fourth.button(
        ":material/chevron_right:",
        help="Next",
        key="next",
        disabled=at + 1 == len(ids),
        on_click=_go,
        args=(ids[(at + 1) % len(ids)],),
        width="stretch",
    )
    return ids[at]


def _fits(judged: JudgedTrajectory | None, wanted: str) -> bool:
    if judged is None:
        return False
    if wanted == WRONG:
        return judged.score is not None and judged.score < 1
    return any(claim.verdict is Verdict.REFUTED for claim in judged.claims)


def _go(id: str) -> None:
    st.session_state["trajectory"] = id


def _rule(run: str) -> AnchorRule:
    return AnchorRule(cached_runs.manifest(run).anchor)


def _item(run: str, trajectory: Trajectory) -> ItemRecord | None:
    """The benchmark item; None where there is none, or no graph to ask."""
    if trajectory.item is None:
        return None
    try:
        return cached.item(cached_runs.record(run).items, trajectory.item)
    except UnavailableError:
        return None


def _numbered(
    run: str, trajectory: Trajectory, judged: JudgedTrajectory | None
) -> list[NumberedClaim]:
    if judged is None:
        return []
    rule = _rule(run)
    said = {one.text: one.sentence for one in extract_claims(trajectory, include_reasoning=True)}
    chunks = _chunks(judged)
    return [
        NumberedClaim(
            number,
            claim,
            claim_weight(claim, rule),
            said.get(claim.text, claim.text),
            tuple(
                (chunks[key], quoted(chunks[key].text, [claim.quote]))
                for key in claim.chunks
                if key in chunks
            ),
        )
        for number, claim in enumerate(sorted(judged.claims, key=lambda one: one.step), 1)
    ]


def _chunks(judged: JudgedTrajectory) -> dict[str, ChunkRecord]:
    """The chunks that the claims were judged on; none where there is no graph to ask."""
    keys = tuple(sorted({key for claim in judged.claims for key in claim.chunks}))
    try:
        return cached.chunks(keys) if keys else {}
    except UnavailableError as error:
        parts.problem(error)
        return {}


def _steps(trajectory: Trajectory, claims: list[NumberedClaim]) -> None:
    last = len(trajectory.steps) - 1
    for at, step in enumerate(trajectory.steps):
        here = [one for one in claims if min(one.claim.step, last) == at]
        left, right = st.columns([5, 6], gap="medium")
        with left:
            show("step.html", number=at + 1, step=step, content=_content(step, here))
        with right:
            show("claims.html", claims=here, run=parts.chosen_run())
    if trajectory.final and not any(trajectory.final in step.content for step in trajectory.steps):
        show("final.html", final=trajectory.final)


def _content(step: Step, claims: list[NumberedClaim]) -> Markup:
    """What the agent wrote, the sentences that state claims marked by verdict."""
    spans = []
    for one in claims:
        place = locate(step.content, one.claim.text) or locate(step.content, one.sentence)
        if place:
            spans.append(Span(*place, mark_of(one.claim.verdict), one.number))
    return marked(step.content, spans)


if __name__ == "__main__":
    page()
