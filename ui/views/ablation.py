"""Ablation: does a judge use its evidence? Accuracy by round with the ideal beside, and flips."""

import streamlit as st

from benchmarks.ablation.folder import Ablation, AblationManifest
from benchmarks.ablation.score import FaeScores
from ui import ablations, charts, parts
from ui.passages import figure, literal, show

FLIPS_A_PAGE = 10
FIGURES = {
    "immediate": "IS, immediate sensitivity",
    "end_state": "ER, end-state retention",
    "ideal_offset": "IO, ideal offset",
    "flip_rate": "flip rate",
    "label": "label accuracy, round 0",
    "strict": "strict accuracy, round 0",
    "knowledge": "accuracy without sentences",
}
EVIDENCE = {
    "precision": "evidence precision",
    "recall": "evidence recall",
    "f1": "evidence F1",
    "macro_precision": "evidence precision, by claim",
    "macro_recall": "evidence recall, by claim",
    "macro_f1": "evidence F1, by claim",
    "cites_gold": "cites a gold sentence",
}
IDEAL = {"flip_rate": "0", "knowledge": ""}


def page() -> None:
    """Draw the page."""
    st.title("Ablation")
    st.caption(
        "Does a judge use its evidence? What it cites is taken away and it is asked again: its"
        " verdict should go, too."
    )
    names = [one.name for one in ablations.ablations()]
    if not names:
        parts.next_step(
            "No judge was put through ablation yet. Take claims with gold evidence:",
            "hubscope ablate DATASET --judge embedded",
        )
        return
    name = parts.choose("Run of ablate", names, "ablation", default=names[0])
    if name is None:
        return
    manifest, found = ablations.manifest(name), ablations.ablation(name)
    if found is None:
        parts.next_step(
            "This run has not ended. The same command goes on with it:",
            f"hubscope ablate DATASET --judge {manifest.judge} --run {name}",
        )
        return
    _about(manifest, found.scores)
    _rounds(name, manifest, found)
    _directions(name)
    _flips(name, found.scores)


def _about(manifest: AblationManifest, scores: FaeScores) -> None:
    left = ", ".join(f"{n} {reason}" for reason, n in manifest.left_out.items())
    said = [
        f"Judge {manifest.judge}; {scores.n:,} claims of {manifest.file} ({manifest.shape})",
        f"left out: {left}" if left else "",
        f"{manifest.strangers} sentences of other documents beside each claim's"
        if manifest.strangers
        else "",
        f"cites {manifest.judge_card['cites']}" if "cites" in manifest.judge_card else "",
        *manifest.notes,
    ]
    st.caption(literal("; ".join(part for part in said if part) + "."))
    for kind, n in scores.errors.items():
        st.warning(literal(f"{n} claims are left out for an error of the judge: {kind}"))


def _rounds(name: str, manifest: AblationManifest, found: Ablation) -> None:
    left, right = st.columns([2, 3], gap="medium")
    others = ablations.beside(name, manifest.file)
    with left:
        st.subheader("Accuracy by round")
        st.echarts_chart(
            charts.accuracy_by_round(found, list(others.values())),
            height=440,
            key="accuracy-by-round",
            alt="Accuracy in each round of ablation, with the ideal beside",
        )
    with right:
        st.subheader("Figures")
        scores = found.scores
        rows = [
            (title, getattr(scores, key), IDEAL.get(key, "1")) for key, title in FIGURES.items()
        ]
        rows += [(title, getattr(scores.evidence, key), "1") for key, title in EVIDENCE.items()]
        show("ablation.html", rows=rows)
    _round_table(found.scores)


def _round_table(scores: FaeScores) -> None:
    rows = [
        {
            "round": one.round,
            "ideal": one.ideal,
            "accuracy": one.accuracy.value,
            "95 % interval": f"{figure(one.accuracy.low)} to {figure(one.accuracy.high)}",
            "supported": one.verdicts["SUPPORTED"],
            "not verifiable": one.verdicts["UNVERIFIABLE"],
            "refuted": one.verdicts["REFUTED"],
            "gold left": one.gold_left,
            "nothing left": one.nothing_left,
            "cites nothing": one.cited_nothing,
            "hallucinated": one.hallucinated,
        }
        for one in scores.rounds
    ]
    st.dataframe(
        rows,
        hide_index=True,
        column_config={
            "ideal": st.column_config.NumberColumn(format="%.0f"),
            "accuracy": st.column_config.NumberColumn(format="%.3f"),
            "gold left": st.column_config.Column(
                help="Claims of which a whole gold set is still shown: a right verdict is no fault."
            ),
            "nothing left": st.column_config.Column(help="Claims without a sentence to show."),
            "hallucinated": st.column_config.Column(help="Citations of what was not shown."),
        },
    )
    if scores.says_itself:
        st.caption(f"Claims that repeat a sentence that was taken away: {scores.says_itself}.")


def _directions(name: str) -> None:
    found = ablations.representation(name)
    if found is None:
        return
    st.subheader("Directions of representation")
    st.caption(
        "Does taking evidence away move the judge's state as having none does? 1: the same way;"
        f" 0: another way. State of the {found.token} token of the last layer; {found.n:,} claims."
    )
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.echarts_chart(
            charts.directions_by_round(found.directions),
            height=320,
            key="directions-by-round",
            alt="Cosine of each round's movement with that to the claim alone",
        )
    with right:
        if found.components:
            st.echarts_chart(
                charts.mean_states(found.components),
                height=320,
                key="mean-states",
                alt="Mean state of each round on the first two principal components",
            )
        if found.overlap:
            one = found.overlap
            st.caption(
                f"Neurons that make up 90 % of the activity: {one.shared:.1%} are the same with"
                f" evidence and without, {one.with_evidence:.1%} only with, {one.alone:.1%} only"
                f" without (of {one.n:,})."
            )


def _flips(name: str, scores: FaeScores) -> None:
    st.subheader(f"Flips ({len(scores.flips)})")
    if not scores.flips:
        st.caption("No verdict went over to the other side.")
        return
    st.caption(
        "Verdicts that turn into their opposite when evidence goes. A flip lowers accuracy as"
        " abstaining does, and is worse."
    )
    show("flips.html", flips=parts.one_page(ablations.flips(name), FLIPS_A_PAGE, "flips"))


if __name__ == "__main__":
    page()
