"""An evidence ablation as text and as JSON."""

from typing import TYPE_CHECKING, Any

from hubscope.errors import InputError
from ui import output

if TYPE_CHECKING:
    from benchmarks.ablation.figures import Figure
    from benchmarks.ablation.folder import Ablation, AblationFolder, AblationManifest
    from benchmarks.ablation.score import FaeScores

MOST_FLIPS = 20


def ablation_document(found: "Ablation", manifest: "AblationManifest") -> dict[str, Any]:
    """What `ablate --json` prints: figures as numbers, their intervals and reasons beside."""
    scores = found.scores
    named = _named(scores)
    return {
        "run": found.run,
        "judge": found.judge,
        "dataset": found.file,
        "n": scores.n,
        "rounds": [
            {
                "round": one.round,
                "ideal": one.ideal,
                "accuracy": one.accuracy.value,
                "n": one.accuracy.n,
                "low": one.accuracy.low,
                "high": one.accuracy.high,
                "retained": one.retained,
                "verdicts": one.verdicts,
                "gold_left": one.gold_left,
                "nothing_left": one.nothing_left,
                "cited_nothing": one.cited_nothing,
                "hallucinated": one.hallucinated,
                "repeats": one.repeats,
            }
            for one in scores.rounds
        ],
        **{name: figure.value for name, figure in named.items()},
        "evidence": {
            "precision": scores.evidence.precision.value,
            "recall": scores.evidence.recall.value,
            "f1": scores.evidence.f1.value,
            "macro": {
                "precision": scores.evidence.macro_precision.value,
                "recall": scores.evidence.macro_recall.value,
                "f1": scores.evidence.macro_f1.value,
            },
            "cites_gold": scores.evidence.cites_gold.value,
            "cited_nothing": scores.evidence.cited_nothing,
        },
        "figures": {**named, **_evidence(scores)},
        "hallucinated": sum(one.hallucinated for one in scores.rounds),
        "flips": scores.flips,
        "errors": scores.errors,
        "says_itself": scores.says_itself,
        "left_out": manifest.left_out,
        "strangers": manifest.strangers,
        "notes": manifest.notes,
        "judge_card": manifest.judge_card,
    }


def ablation_text(found: "Ablation", manifest: "AblationManifest") -> str:
    """Rounds with the ideal beside, then the figures with intervals, then flips."""
    scores = found.scores
    left = ", ".join(f"{word} {n}" for word, n in manifest.left_out.items())
    rows = [
        [
            one.round,
            one.ideal,
            one.accuracy.value,
            one.accuracy.low,
            one.accuracy.high,
            *one.verdicts.values(),
            one.gold_left,
            one.nothing_left,
            one.cited_nothing,
            one.hallucinated,
        ]
        for one in scores.rounds
    ]
    header = ["round", "ideal", "accuracy", "low", "high"]
    header += [word.lower() for word in scores.rounds[0].verdicts]
    header += ["gold left", "nothing left", "cites nothing", "hallucinated"]
    lines = [
        f"run {output.safe(found.run)}, judge {output.safe(found.judge)}",
        f"{scores.n} claims of {output.safe(found.file)} ({manifest.shape})"
        + (f"; left out: {left}" if left else "")
        + (
            f"; {manifest.strangers} sentences of other documents beside" * bool(manifest.strangers)
        ),
        "",
        output.table(header, rows),
        "",
        figure_table({**_labels(_named(scores)), **_labels(_evidence(scores))}),
    ]
    if scores.says_itself:
        lines.append(f"{scores.says_itself} claims repeat a sentence that was taken away")
    lines += [f"note: {note}" for note in manifest.notes]
    lines += [f"{n} errors: {output.safe(why)[:200]}" for why, n in scores.errors.items()]
    flips = [f"flip {output.safe(one.id)}: {' '.join(one.verdicts)}" for one in scores.flips]
    lines += flips[:MOST_FLIPS]
    if len(flips) > MOST_FLIPS:
        lines.append(f"... {len(flips) - MOST_FLIPS} more flips, see --json")
    return "\n".join(lines)


def ablation_row(run: "AblationFolder") -> dict[str, Any]:
    """A run of `ablate` as `runs` lists it; figures are None until it has ended."""
    row: dict[str, Any] = dict.fromkeys(
        ("judge", "dataset", "claims", "is", "er", "io", "flip_rate", "broken")
    )
    row = {"ablation": run.name, **row}
    try:
        manifest = run.manifest()
        row |= {"judge": manifest.judge, "dataset": manifest.file, "claims": manifest.claims}
        if run.has("scores.json"):
            scores = run.scores().scores
            row |= {
                "is": scores.immediate.value,
                "er": scores.end_state.value,
                "io": scores.ideal_offset.value,
                "flip_rate": scores.flip_rate.value,
            }
    except InputError as error:
        row["broken"] = str(error)
    return row


def figure_table(figures: dict[str, "Figure"]) -> str:
    """One line a figure: value, 95 % interval, claims, why it is undefined."""
    rows = [[name, one.value, one.low, one.high, one.n, one.note] for name, one in figures.items()]
    return output.table(["figure", "value", "low", "high", "n", "note"], rows)


def _named(scores: "FaeScores") -> dict[str, "Figure"]:
    return {
        "is": scores.immediate,
        "er": scores.end_state,
        "io": scores.ideal_offset,
        "flip_rate": scores.flip_rate,
        "label": scores.label,
        "strict": scores.strict,
        "knowledge": scores.knowledge,
    }


def _evidence(scores: "FaeScores") -> dict[str, "Figure"]:
    found = scores.evidence
    return {
        "evidence_precision": found.precision,
        "evidence_recall": found.recall,
        "evidence_f1": found.f1,
        "evidence_macro_precision": found.macro_precision,
        "evidence_macro_recall": found.macro_recall,
        "evidence_macro_f1": found.macro_f1,
        "cites_gold": found.cites_gold,
    }


LABELS = {
    "is": "IS, immediate sensitivity",
    "er": "ER, end-state retention",
    "io": "IO, ideal offset",
    "flip_rate": "flip rate",
    "label": "label accuracy, round 0",
    "strict": "strict accuracy, round 0",
    "knowledge": "accuracy without sentences",
}


def _labels(figures: dict[str, "Figure"]) -> dict[str, "Figure"]:
    return {LABELS.get(name, name.replace("_", " ")): one for name, one in figures.items()}
