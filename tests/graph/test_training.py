"""The JVM's cache: used when it is there, and harmless when it is missing or spoilt."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from graph import java, training
from graph.java import Java
from hubscope.settings import Settings


@pytest.fixture
def runtime(tmp_path: Path) -> Java:
    """Java with a class path of one file that is no jar: no server can start with it."""
    jar = tmp_path / "empty.jar"
    jar.touch()
    return Java(java.runtime(), (jar,))


def _run(java: Java, *options: str) -> subprocess.CompletedProcess[str]:
    command = [*java.command("64m", *options), "-version"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_java_starts_with_a_spoilt_cache(runtime: Java, tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.aot"
    spoilt.write_bytes(b"no cache" * 1000)
    ended = _run(runtime, *training.use(spoilt))
    assert ended.returncode == 0
    assert "25." in ended.stderr


def test_java_takes_every_option_without_a_warning(runtime: Java) -> None:
    ended = _run(runtime)
    assert ended.returncode == 0
    assert "warning" not in (ended.stdout + ended.stderr).lower()


@pytest.mark.slow
def test_a_training_that_fails_is_not_tried_again(
    runtime: Java, own_settings: Settings, tmp_path: Path
) -> None:
    settings = replace(own_settings, cache=tmp_path / "cache")
    folder = settings.cache / "neo4j"
    assert training.options(runtime, settings) == []  # no server can start from this class path
    [failed] = folder.glob("*.failed")
    before = failed.stat().st_mtime_ns
    assert training.options(runtime, settings) == []
    assert failed.stat().st_mtime_ns == before
    assert not (folder / "training").exists()


def test_another_class_path_has_another_cache(runtime: Java, tmp_path: Path) -> None:
    other = tmp_path / "other.jar"
    other.touch()
    longer = replace(runtime, class_path=(*runtime.class_path, other))
    turned = replace(longer, class_path=longer.class_path[::-1])
    assert len({training.key(java) for java in (runtime, longer, turned)}) == 3
    runtime.class_path[0].write_bytes(b"changed")
    assert training.key(runtime) != training.key(longer)
