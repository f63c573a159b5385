"""What models say of gene sets (Hu et al., 2024): a process named, and an analysis gene by gene.

A file holds several models and, of each process, a real set, a half random and a random one: each
model and kind of set is a run (`gpt_4/random`), and a trajectory answers the item `GO:.../random`
of the reader `gene_sets`. Naming a process for random genes is wrong, declining to is right; for a
real set it is the other way round, but whether the name is the right one is not known.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.agents.formats.fields import id_of, parted, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Outcome, Problem, Step, Trajectory
from hubscope.records import Json

_FIELDS = ("go", "model", "set", "analysis")
_KINDS = ("real", "half_random", "random")
_DECLINES = "unrelated"


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record.

    Problems: `missing_id`, `unknown_set`, `empty_trajectory`, `unknown_shape`, `invalid_json`.
    """
    for record in json_records(path):
        if isinstance(record, Problem):
            yield record
        else:
            yield _parse(record.value, record.where)


def _parse(record: Json, where: str) -> Trajectory | Problem:
    if not isinstance(record, dict):
        return Problem(where, "unknown_shape")
    go, model, kind = (id_of(record, name) for name in ("go", "model", "set"))
    if go is None or model is None:
        return Problem(where, "missing_id")
    if kind not in _KINDS:
        return Problem(where, "unknown_set")
    name = text_of(record.get("name")).strip()
    analysis, thought = parted(text_of(record.get("analysis")).strip())
    if not (name or analysis or thought):
        return Problem(where, "empty_trajectory")
    return Trajectory(
        id=go,
        item=f"{go}/{kind}",
        run=f"{model}/{kind}",
        model=model,
        steps=(Step(analysis, reasoning=thought),) if analysis or thought else (),
        final=name or None,
        score=_score(name, kind),
        outcome=Outcome.ANSWERED if name else Outcome.NO_ANSWER,
        meta={key: value for key, value in record.items() if key not in {*_FIELDS, "name"}},
    )


def _score(name: str, kind: str) -> float | None:
    """What the way the set was made decides; a name for a real or half random set is not graded.

    >>> _score("Muscle growth", "random"), _score("System of unrelated proteins", "random")
    (0.0, 1.0)
    """
    declines = _DECLINES in name.lower()
    if not name or kind == "random":
        return float(declines)
    return 0.0 if declines and kind == "real" else None


def _fits(head: Head) -> bool:
    return head.has(*_FIELDS)


FORMAT = Format(_fits, read)
