"""The scores of a run as text and as a document."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ui import output

if TYPE_CHECKING:
    from benchmarks.hallucination.evidence_use import EvidenceUse
    from benchmarks.hallucination.score import Score
    from benchmarks.hallucination.scored import Scored
    from benchmarks.runs import RunFolder

SCORES = ("acc", "wacc", "hr", "hs_macro", "hs_micro", "hsw_macro", "hsw_micro", "hf")


def scores_document(run: "RunFolder", scored: "Scored") -> dict[str, Any]:
    """What `score --json` prints."""
    from benchmarks.hubs import rows_of

    return {
        "run": scored.run,
        "judge": scored.judge,
        "degree_snapshot": scored.degree_snapshot,
        "coverage": scored.coverage,
        **{name: scored.scores[name] for name in SCORES},
        "hr_micro": scored.scores["hr_micro"],
        "slices": scored.scores.slices,
        "hubs": rows_of(run, scored.hubs[:20]),
        "unknown": scored.unknown,
        "evidence_use": scored.evidence_use,
        "warnings": scored.warnings,
    }


def scores_text(scored: "Scored") -> str:
    """Scores as a table, with what they rest on."""
    coverage = scored.coverage
    lines = [
        f"run {scored.run}, judge {scored.judge}, degrees {scored.degree_snapshot[:12]}",
        f"{coverage.in_scope} of {coverage.trajectories} trajectories in scope"
        + (f"; left out: {_counts(coverage.left_out)}" if coverage.left_out else ""),
        f"{coverage.no_claims} of them without a scored claim, {coverage.without_item} without an"
        " item in the graph",
        f"{coverage.claims} claims: {coverage.scored} scored, {coverage.errors} errors;"
        f" {coverage.anchored} name a concept, {coverage.with_edge} one with a relation;"
        f" {coverage.unresolved} only point at their subject,"
        f" {coverage.hedged} are hedged by may, might or could and judged as if stated,"
        f" {coverage.unnamed} statements left out because nothing names their pronoun,"
        f" {coverage.too_long} sentences too long to read"
        + (f", {coverage.unread} steps the extractor failed on" if coverage.unread else "")
        + (f", {coverage.ungraded} answers the grader failed on" if coverage.ungraded else ""),
        f"verdicts: {_counts(coverage.verdicts)}",
        f"evidence: {_counts(coverage.by_evidence) or 'no claims'};"
        f" {coverage.conflicts} with evidence for both",
        f"{coverage.tool_failures} of {coverage.tool_calls} tool calls failed",
        "",
        score_table({name: scored.scores[name] for name in SCORES}),
    ]
    if scored.evidence_use:
        lines += ["", evidence_use_text(scored.evidence_use)]
    if scored.unknown:
        named = ", ".join(f"{output.safe(one.name)} {one.claims}" for one in scored.unknown[:10])
        lines += ["", f"claims about what the graph lacks: {named}"]
    lines += [f"warning: {warning}" for warning in scored.warnings]
    return "\n".join(lines)


def evidence_use_text(use: "EvidenceUse") -> str:
    """Whether the judge used its evidence, in one line."""
    if use.given_up.value is None:
        return f"use of evidence: undefined, {use.given_up.note} ({use.errors} errors)"
    return (
        f"use of evidence: of {use.given_up.n} decided claims judged again without the sentence"
        f" that they rest on, {use.given_up.value:.3f}"
        f" [{use.given_up.low:.3f}, {use.given_up.high:.3f}] change their verdict (ideal 1),"
        f" {use.flipped.value:.3f} into the opposite (ideal 0);"
        f" {use.nothing_left} had no other sentence"
    )


def _counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{word} {n}" for word, n in counted.items())


def score_table(scores: dict[str, "Score"]) -> str:
    """One line a score: value, 95 % interval, trajectories, denominator, what to know of it."""
    rows = [
        [name, s.value, s.low, s.high, s.n, s.denominator, s.note] for name, s in scores.items()
    ]
    return output.table(["score", "value", "low", "high", "n", "denominator", "note"], rows)
