"""The report of scored runs: one self-contained HTML file and one of Markdown.

It holds no script and nothing from elsewhere; text of models and sources is escaped.
"""

import logging
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jinja2

from benchmarks.ablation.figures import Figure
from benchmarks.calibration import Calibration, calibration_of
from benchmarks.charts import Axis, Point, scatter
from benchmarks.cohort import cohort_warnings, scope_warning
from benchmarks.hallucination.judged import JudgedClaim
from benchmarks.hallucination.score import Score
from benchmarks.hallucination.scored import (
    Scored,
    journal_changed,
    judged_of,
    read_manifest,
    rescore,
)
from benchmarks.hubs import FEW
from benchmarks.manifest import Manifest
from benchmarks.runs import RunFolder
from benchmarks.statistics import spearman
from graph.results import FailureHub
from graph.vocabulary import Verdict
from hubscope import __version__
from hubscope.errors import InputError
from hubscope.files import write_atomically
from hubscope.pages import template_environment

log = logging.getLogger(__name__)

HUBS_SHOWN = 20
MARK = (
    "† one trajectory, all alike, or undefined in many resamples: the interval says little."
    " ‡ fewer than five trajectories."
)
EXAMPLES_OF_A_VERDICT = 4
SCORE_NAMES = {
    "acc": "Accuracy",
    "wacc": "Accuracy, weighted by hub tier",
    "hr": "HR (refuted share, macro)",
    "hs_macro": "HS (macro)",
    "hs_micro": "HS (micro)",
    "hsw_macro": "HS^w (macro)",
    "hsw_micro": "HS^w (micro)",
    "hf": "HF (trajectories with a refuted claim)",
}
AGREEMENT_NAMES = {
    "agreement": "agreement",
    "kappa": "Cohen's kappa",
    "weighted_kappa": "quadratic-weighted kappa",
    "alpha": "Krippendorff's alpha, judge and raters",
    "alpha_people": "Krippendorff's alpha, raters alone",
}
# Heads of a table that holds many scores of many runs.
SHORT_NAMES = {
    "acc": "accuracy",
    "wacc": "by tier",
    "hr": "HR",
    "hs_macro": "HS macro",
    "hs_micro": "HS micro",
    "hsw_macro": "HS^w macro",
    "hsw_micro": "HS^w micro",
    "hf": "HF",
}
COLOURS = {
    Verdict.SUPPORTED: "#0072B2",
    Verdict.UNVERIFIABLE: "#999999",
    Verdict.REFUTED: "#D55E00",
}


@dataclass(frozen=True, slots=True)
class Example:
    """A judged claim as the report shows it."""

    trajectory: str
    claim: JudgedClaim


@dataclass(frozen=True, slots=True)
class RunPage:
    """One run in the report."""

    scored: Scored
    manifest: Manifest
    hubs: tuple[FailureHub, ...]
    examples: dict[str, list[Example]]
    chart: str
    calibration: Calibration | None = None

    @property
    def tool_failures(self) -> str:
        """Failed among all tool calls."""
        coverage = self.scored.coverage
        return f"{coverage.tool_failures} of {coverage.tool_calls}" if coverage.tool_calls else "–"


def write_report(runs: Sequence[RunFolder], path: Path) -> list[Path]:
    """Write `path` (HTML) and the same name with `.md`.

    Raises:
        InputError: no run, one of them is not scored yet, or both files would be one.
    """
    if not runs:
        raise InputError("name at least one run", reason="unknown_run")
    if path.suffix.lower() == ".md":
        raise InputError(
            f"{path}: the Markdown is written beside the HTML: name it {path.with_suffix('.html')}",
            reason="bad_name",
        )
    context = _context([_page(run) for run in runs])
    markdown = path.with_suffix(".md")
    write_atomically(
        path, _environment(autoescape=True).get_template("report.html").render(context)
    )
    write_atomically(
        markdown, _environment(autoescape=False).get_template("report.md").render(context)
    )
    return [path, markdown]


def _context(pages: list[RunPage]) -> dict[str, Any]:
    return {
        "version": __version__,
        "pages": pages,
        "mark": MARK,
        "few": FEW,
        "calibrated": any(page.calibration for page in pages),
        "agreement_names": AGREEMENT_NAMES,
        "score_names": SCORE_NAMES,
        "short_names": SHORT_NAMES,
        "colours": COLOURS,
        "comparison": _comparison(pages),
        "correlation": _correlation(pages),
        "mixed": list(_mixed(pages)),
        "judges": judges(
            {page.manifest.judge_fingerprint: page.manifest for page in pages}.values()
        ),
    }


def _page(run: RunFolder) -> RunPage:
    scored = rescore(run)
    if changed := journal_changed(run):
        log.warning("%s", changed)
        scored = replace(scored, warnings=(changed, *scored.warnings))
    hubs = scored.hubs[:HUBS_SHOWN]
    chart = _degree_chart(scored.hubs, {hub.concept for hub in hubs[:12]})
    return RunPage(scored, read_manifest(run), hubs, _examples(run), chart, calibration_of(run))


def _examples(run: RunFolder) -> dict[str, list[Example]]:
    """The claims of each verdict about the biggest hubs; of one hub the surest."""
    found: dict[str, list[Example]] = {str(verdict): [] for verdict in reversed(Verdict)}
    for judged in judged_of(run):
        for claim in judged.claims if judged.in_scope else ():
            if claim.verdict is not None and claim.quote:
                found[claim.verdict].append(Example(judged.id, claim))
    return {
        verdict: sorted(examples, key=_interest)[:EXAMPLES_OF_A_VERDICT]
        for verdict, examples in found.items()
    }


def _interest(example: Example) -> tuple[float, float, str, str]:
    claim = example.claim
    degree = claim.anchors[0].degree if claim.anchors else -1
    return (-degree, -(claim.confidence or 0.0), example.trajectory, claim.text)


# -- charts ---------------------------------------------------------------------------------------


def _degree_chart(hubs: Sequence[FailureHub], labelled: set[str]) -> str:
    points = [
        Point(
            x=hub.degree,
            y=hub.failure,
            title=f"{hub.name}: degree {hub.degree}, {hub.n} claims, failure {hub.failure:.2f}",
            label=hub.name[:28] if hub.concept in labelled else "",
            low=hub.low if hub.concept in labelled else None,
            high=hub.high if hub.concept in labelled else None,
            radius=2.5 + min(6.0, hub.n**0.5),
            colour=COLOURS[Verdict.REFUTED] if hub.concept in labelled else "#999999",
        )
        for hub in hubs
    ]
    widest = max((hub.degree for hub in hubs), default=1)
    return scatter(
        points,
        Axis("degree of the concept (ln(1 + degree))", 0, max(1, widest), log=True),
        Axis("failure, shrunken", 0, 1),
        "Degree of each concept against how often the run fails at it",
    )


def _comparison(pages: Sequence[RunPage]) -> str:
    points = []
    for page in pages:
        accuracy, weighted = page.scored.scores["acc"].value, page.scored.scores["hsw_micro"]
        if accuracy is not None and weighted.value is not None:
            title = f"{page.scored.run}: accuracy {accuracy:.3f}, HS^w {weighted.value:.3f}"
            points.append(
                Point(
                    accuracy,
                    weighted.value,
                    title,
                    page.scored.run,
                    weighted.low,
                    weighted.high,
                    radius=6,
                )
            )
    if not points:
        return ""
    heights = [end for point in points for end in (point.low, point.y, point.high)]
    x = Axis("accuracy", *_around(point.x for point in points))
    y = Axis("HS^w (micro)", *_around(end for end in heights if end is not None))
    return scatter(points, x, y, "Accuracy of each run against its weighted hallucination score")


def _around(shares: Iterable[float]) -> tuple[float, float]:
    """Ends of an axis that holds some shares, in whole fifths so that its ticks are round."""
    known = list(shares)
    low, high = math.floor(5 * min(known)) / 5, math.ceil(5 * max(known)) / 5
    return (low, high) if high > low else (max(0.0, low - 0.2), min(1.0, high + 0.2))


def _correlation(pages: Sequence[RunPage]) -> float | None:
    pairs = [(p.scored.scores["acc"].value, p.scored.scores["hsw_micro"].value) for p in pages]
    known = [(a, h) for a, h in pairs if a is not None and h is not None]
    return spearman([a for a, _ in known], [h for _, h in known])


# -- warnings and the judge -----------------------------------------------------------------------


def _mixed(pages: Sequence[RunPage]) -> Iterator[str]:
    """Why the runs of one table may not be comparable, and what its columns run over."""
    manifests = [page.manifest for page in pages]
    yield from cohort_warnings(manifests)
    if said := scope_warning(manifests):
        yield said


@dataclass(frozen=True, slots=True)
class JudgeQuality:
    """A judge on held-out pairs: one confusion over all sets, and a row a set."""

    classes: tuple[str, ...]
    confusion: tuple[tuple[int, ...], ...]
    accuracy: float
    n: int
    sets: tuple[tuple[str, int, float, float, float], ...]


def judges(manifests: Iterable[Manifest]) -> list[tuple[str, JudgeQuality | None]]:
    """Name and quality of each judge; the name has the fingerprint where several share it."""
    known = list(manifests)
    names = Counter(one.judge for one in known)
    return [
        (
            one.judge if names[one.judge] == 1 else f"{one.judge} {one.judge_fingerprint[:12]}",
            judge_quality(one.judge_test),
        )
        for one in known
    ]


def judge_quality(card: dict[str, Any]) -> JudgeQuality | None:
    """The measured quality on a judge's card; None where it holds none."""
    measured = card.get("quality", {}).get("test", {})
    if not measured:
        return None
    classes = tuple(card["classes"])
    total = [[0] * len(classes) for _ in classes]
    for one in measured.values():
        for row, counts in enumerate(one["confusion"]):
            for column, count in enumerate(counts):
                total[row][column] += count
    n = sum(map(sum, total))
    right = sum(total[i][i] for i in range(len(classes)))
    sets = tuple(
        (name, one["n"], one["accuracy"], one["macro_f1"], one["majority"])
        for name, one in sorted(measured.items())
    )
    return JudgeQuality(classes, tuple(map(tuple, total)), right / n, n, sets)


# -- templates ------------------------------------------------------------------------------------


def _environment(*, autoescape: bool) -> jinja2.Environment:
    environment = template_environment("benchmarks", autoescape=autoescape)
    environment.filters |= {
        "figure": figure,
        "interval": interval,
        "percent_interval": percent_interval,
        "quantity": quantity,
        "plain": plain_markdown,
    }
    return environment


def figure(value: float | None, digits: int = 3) -> str:
    """A number as the report prints it, an en dash where it is undefined."""
    return "–" if value is None else f"{value:.{digits}f}"


def few(score: Score) -> bool:
    """Whether a score rests on so few trajectories that it is marked."""
    return score.value is not None and score.n < FEW


def quantity(value: object) -> object:
    """A figure of the graph: fractions with three digits, all else as it is."""
    return figure(value) if value is None or isinstance(value, float) else value


def percent_interval(found: Figure) -> str:
    """The interval of a share in brackets, in per cent."""
    if found.low is None or found.high is None:
        return "no interval"
    return f"[{100 * found.low:.1f}, {100 * found.high:.1f}]"


def interval(score: Score) -> str:
    """A score's interval in brackets, with marks where it, or the score, is worth little."""
    marks = ("†" if score.note and score.low is not None else "") + ("‡" if few(score) else "")
    if score.low is None or score.high is None:
        return marks
    return f"[{score.low:.3f}, {score.high:.3f}]{marks}"


def plain_markdown(text: object) -> str:
    """Text that Markdown shows as it is: marks that mean something there are escaped."""
    flat = " ".join(str(text).split())
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|!~$&" else c for c in flat)
