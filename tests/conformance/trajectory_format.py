"""What every trajectory format promises, checked on its own sample: run it on yours, too."""

import gzip
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.agents.exports import EXPORTS
from benchmarks.agents.formats import FORMATS, guess_format, leftovers, own
from benchmarks.agents.importing import import_trajectories
from benchmarks.agents.trajectory import Outcome, Problem, Trajectory
from hubscope.errors import InputError
from hubscope.records import Json

# What an observation of a sample says and no agent does; see tests/samples/trajectories.
TOOL_WORDS = ("3 hits", "Zinc is a protein.", "Insulin is a hormone.")


def check_format(
    name: str,
    *,
    sample: Path,
    golden: Path,
    folder: Path,
    mapping: Mapping[str, str] | None = None,
) -> None:
    """Raise AssertionError where a format breaks its promises.

    Args:
        name: registered name of the format.
        sample: a small file of its format with at least one record that has a problem.
        golden: JSON Lines of what the sample yields; rewritten with HUBSCOPE_GOLDEN=rewrite.
        folder: an empty folder to work in.
        mapping: field to column, where the format needs one.
    """
    found = list(FORMATS.load(name).read(sample, mapping))
    trajectories = [each for each in found if isinstance(each, Trajectory)]
    assert trajectories
    assert guess_format(sample, mapping) == name
    assert list(FORMATS.load(name).read(sample, mapping)) == found
    check_problems(sample, found)
    check_trajectories(trajectories)
    check_round_trip(trajectories, folder)
    check_import(name, sample, trajectories, mapping)
    check_packed(name, sample, folder, trajectories, mapping)
    check_refusals(name, folder, mapping)
    check_golden(sample, found, golden)
    check_exports(trajectories, folder)
    check_odd_records(name, sample, folder, mapping)


def check_problems(sample: Path, found: list[Trajectory | Problem]) -> None:
    problems = [each for each in found if isinstance(each, Problem)]
    for problem in problems:
        assert problem.where.startswith(str(sample))
        assert problem.kind.replace("_", "").isalpha()
    assert problems or any(each.lint for each in found if isinstance(each, Trajectory))


def check_trajectories(trajectories: list[Trajectory]) -> None:
    for trajectory in trajectories:
        assert trajectory.id
        assert trajectory.score is None or 0 <= trajectory.score <= 1
        assert trajectory.lint == tuple(sorted(trajectory.lint))
        assert trajectory.steps or trajectory.outcome is not Outcome.ANSWERED
        said = "".join(step.content for step in trajectory.steps)
        assert not any(words in said for words in TOOL_WORDS)


def check_round_trip(trajectories: list[Trajectory], folder: Path) -> None:
    copy = folder / "copy.jsonl"
    own.write(copy, trajectories)
    assert list(own.read(copy)) == trajectories


def check_import(
    name: str, sample: Path, trajectories: list[Trajectory], mapping: Mapping[str, str] | None
) -> None:
    once = import_trajectories([sample], name, mapping)
    twice = import_trajectories([sample, sample], "auto", mapping)
    assert once.n_trajectories + once.duplicates == len(trajectories)
    assert twice.runs == once.runs
    assert twice.duplicates == len(trajectories) + once.duplicates
    assert set(once.runs) == {trajectory.run for trajectory in trajectories}


def check_packed(
    name: str,
    sample: Path,
    folder: Path,
    trajectories: list[Trajectory],
    mapping: Mapping[str, str] | None,
) -> None:
    packed = folder / f"{sample.name}.gz"
    packed.write_bytes(gzip.compress(sample.read_bytes()))
    found = FORMATS.load(name).read(packed, mapping)
    assert [each for each in found if isinstance(each, Trajectory)] == trajectories


def check_refusals(name: str, folder: Path, mapping: Mapping[str, str] | None) -> None:
    with pytest.raises(InputError) as refused:
        list(FORMATS.load(name).read(folder / "absent", mapping))
    assert refused.value.reason == "file_not_found"
    broken = folder / "latin1"
    broken.write_bytes("Claim: caf\u00e9\n".encode("latin-1"))
    with pytest.raises(InputError):
        list(FORMATS.load(name).read(broken, mapping))


def check_exports(trajectories: list[Trajectory], folder: Path) -> None:
    """Out and back is the identity, for each format that runs are written in."""
    whole = [replace(each, steps=leftovers.whole_steps(each)) for each in trajectories]
    for name in EXPORTS.names():
        copy = folder / f"{name}.exported"
        EXPORTS.load(name)(copy, "mine", trajectories)
        assert guess_format(copy) == name
        assert list(FORMATS.load(name).read(copy)) == (trajectories if name == "own" else whole)


def check_odd_records(
    name: str, sample: Path, folder: Path, mapping: Mapping[str, str] | None
) -> None:
    """Whatever a field holds, a record is read, listed, or refused with its reason."""
    odd = folder / f"odd{sample.suffix}"
    for record in odd_documents(sample):
        odd.write_text(json.dumps(record))
        with suppress(InputError):
            guess_format(odd, mapping)
        found: list[Trajectory | Problem] = []
        with suppress(InputError):
            found += FORMATS.load(name).read(odd, mapping)
        for each in found:
            assert isinstance(each, Problem) or own.parse(own.to_record(each), "") == each


def odd_documents(sample: Path) -> Iterator[Json]:
    """A sample's records, each field in turn missing or holding what it should not."""
    text = sample.read_text("utf-8")
    if sample.suffix == ".jsonl":
        documents = [json.loads(line) for line in text.splitlines() if line.endswith("}")]
    elif sample.suffix == ".json":
        documents = [json.loads(text)]
    else:
        return  # a format of text has no fields
    strange: list[Json] = [[], {}, 5, None, "x", [[None]], True]
    for document in documents:
        # Every other field: one of each kind is met, and the suite stays quick.
        for number, place in enumerate(islice(_places(document), 0, None, 2)):
            yield _changed(document, place, strange[number % len(strange)])


def _places(value: Json) -> Iterator[tuple[str | int, ...]]:
    parts = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    for name, part in parts:
        yield (name,)
        yield from ((name, *place) for place in _places(part))


def _changed(value: Json, place: tuple[str | int, ...], new: Json) -> Json:
    """A value with another one at a place; None there removes it from an object."""
    name, *rest = place
    if isinstance(value, list):
        assert isinstance(name, int)
        inner = _changed(value[name], tuple(rest), new) if rest else new
        return [*value[:name], inner, *value[name + 1 :]]
    assert isinstance(value, dict)
    if not rest and new is None:
        return {key: part for key, part in value.items() if key != name}
    inner = _changed(value[str(name)], tuple(rest), new) if rest else new
    return {**value, str(name): inner}


def check_golden(sample: Path, found: list[Trajectory | Problem], golden: Path) -> None:
    lines = [json.dumps(_line(each, sample), ensure_ascii=False) for each in found]
    if os.environ.get("HUBSCOPE_GOLDEN") == "rewrite":
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    kept = golden.read_text("utf-8").splitlines()
    assert list(map(json.loads, lines)) == list(map(json.loads, kept))


def _line(found: Trajectory | Problem, sample: Path) -> dict[str, object]:
    """What was read, its place without the folder."""
    if isinstance(found, Problem):
        where = found.where.removeprefix(str(sample))
        return {"problem": {"where": where, "kind": found.kind, "detail": found.detail}}
    return {"trajectory": own.to_record(found)}
