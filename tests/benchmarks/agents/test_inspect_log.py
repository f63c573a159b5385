"""Inspect's `.eval` archives: whole, cut, hostile; what is wrong with a member costs no other."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from benchmarks.agents.formats import guess_format, inspect_log
from benchmarks.agents.importing import import_trajectories
from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.errors import InputError

SAMPLE = Path(__file__).parents[2] / "samples" / "trajectories" / "inspect.json"
SHARED = Path(__file__).parents[4] / "shared" / "data" / "inspect_logs"


def archived(
    path: Path, status: str = "success", extra: Mapping[str, bytes] = MappingProxyType({})
) -> Path:
    """The sample as an archive, with members of other names beside."""
    log: dict[str, Any] = json.loads(SAMPLE.read_text())
    samples = log.pop("samples")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_journal/start.json", json.dumps({"version": 2, "eval": log["eval"]}))
        for sample in samples[:-1]:
            name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
            archive.writestr(name, json.dumps(sample))
        for name, content in extra.items():
            archive.writestr(name, content)
        if status != "started":
            archive.writestr("header.json", json.dumps({**log, "status": status}))
    return path


def read(path: Path) -> tuple[list[Trajectory], list[tuple[str, str]]]:
    found = list(inspect_log.read(path))
    problems = [each for each in found if isinstance(each, Problem)]
    assert all(problem.where.startswith(str(path)) for problem in problems)
    return [each for each in found if isinstance(each, Trajectory)], [
        (problem.where.removeprefix(str(path)), problem.kind) for problem in problems
    ]


def test_archive_and_document_hold_the_same(tmp_path: Path) -> None:
    path = archived(tmp_path / "log.eval")
    assert guess_format(path) == "inspect"
    documents, _ = read(SAMPLE)
    assert read(path) == (documents, [])


def test_run_that_never_ended_is_read_as_far_as_it_got(tmp_path: Path) -> None:
    trajectories, problems = read(archived(tmp_path / "log.eval", "started"))
    assert (len(trajectories), problems) == (4, [("", "incomplete_run")])
    assert {each.model for each in trajectories} == {"made-up/1"}


def test_cut_archive_is_refused(tmp_path: Path) -> None:
    path = archived(tmp_path / "log.eval")
    path.write_bytes(path.read_bytes()[:-60])
    with pytest.raises(InputError, match=r"log\.eval.*Fetch it again") as refused:
        import_trajectories([path])
    assert refused.value.reason == "truncated_zip"


def test_bad_members_are_listed_and_cost_no_other(tmp_path: Path) -> None:
    path = archived(
        tmp_path / "log.eval",
        extra={
            "samples/broken.json": b'{"id": 1',
            "samples/latin1.json": "é".encode("latin-1"),
            "../samples/outside.json": b"{}",
            "samples/zeros.json": b"0" * (80 << 20),
        },
    )
    trajectories, problems = read(path)
    assert len(trajectories) == 4
    assert problems == [
        (":samples/broken.json", "invalid_json"),
        (":samples/latin1.json", "not_utf8"),
        (":../samples/outside.json", "unsafe_name"),
        (":samples/zeros.json", "too_large"),
    ]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["log.eval"]


def test_archive_without_a_header_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("samples/1_epoch_1.json", "{}")
    assert read(path)[1] == [
        ("", "no_header"),
        ("", "incomplete_run"),
        (":samples/1_epoch_1.json", "unknown_shape"),
    ]


def test_epochs_are_told_apart(tmp_path: Path) -> None:
    trajectories, _ = read(SAMPLE)
    assert [(each.id, each.item) for each in trajectories[:2]] == [("q1:1", "q1"), ("q1:2", "q1")]


def test_attachments_are_put_in_up_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspect_log, "_MOST_PUT_IN", 250)
    id_ = "0" * 32
    log: dict[str, Any] = json.loads(SAMPLE.read_text())
    said = {"role": "assistant", "content": f"attachment://{id_} " * 1000}
    log["samples"] = [
        {"id": 1, "epoch": 1, "messages": [said], "attachments": {id_: "x" * 100}, "input": "q"}
    ]
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log))
    [found], _ = read(path)
    assert found.steps[0].content.count("x" * 100) == 2
    assert found.lint == ("too_large_attachment",)


@pytest.mark.skipif(not SHARED.exists(), reason="no ../shared/data beside the checkout")
def test_real_archive_and_its_document_are_one() -> None:
    (packed,), (plain,) = (read(SHARED / f"log_formats.{end}")[0] for end in ("eval", "json"))
    assert (packed.steps, packed.final, packed.score) == (plain.steps, "No", 0.0)
    assert packed.question == plain.question
