"""The command line without a server: help, errors as one line, exit codes."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.agents.trajectory import Trajectory
from benchmarks.runs import create_run
from ui.cli import VERBS, cli
from ui.cli import run as main_code

HUBSCOPE = [sys.executable, "-m", "ui.cli"]


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"HUBSCOPE_HOME": str(home), "PATH": "/usr/bin:/bin", "NO_COLOR": "1"}
    return subprocess.run(
        [*HUBSCOPE, *arguments], capture_output=True, text=True, env=environment, timeout=120
    )


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    done = CliRunner().invoke(cli, [verb, "--help"])
    assert done.exit_code == 0
    assert "Example: hubscope" in done.output


def test_the_overview_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom click.testing import CliRunner\nfrom ui.cli import cli\n"
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0\n"
        "heavy = {'torch', 'neo4j', 'faiss', 'streamlit', 'scipy', 'sentence_transformers',"
        " 'pyarrow', 'pandas', 'networkx'}\n"
        "print(sorted(heavy & {name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ingest", "bad\udcffname.jsonl", "--dry-run"], "not UTF-8"),
        (["import", "a.jsonl", "--run", "\udcff"], "not UTF-8"),
        (["ingest", "a.jsonl", "--source", ""], "after --source"),
        (["import", "a.jsonl", "--run= "], "after --run"),
        (["", "runs"], "after hubscope"),
        (["index", "search", "\n"], "after search"),
        (["ingest", "a.jsonl", "--max-cost", "nan"], "not a number"),
        (["score", "r", "--max-cost", "NaN"], "not a number"),
        (["--database", "other", "runs"], "go with --uri"),
        (["--username", "me", "sources"], "go with --uri"),
        (["hubs", "--run", "nobody"], "--by failures"),
        (["cypher", "RETURN 1", "--timeout", "nan"], "not a number"),
        (["fuse", "plan", "--threshold", "nan"], "not a number"),
        (["cypher", "RETURN $x", "--param", "x=1", "--param", "x=2"], "once"),
        (["cypher", "RETURN $x", "--param", "x=NaN"], "not_a_number"),
        (["cypher", "RETURN $x", "--param", "x=1e999"], "not_a_number"),
        (["cypher", "RETURN $x", "--param", f"x={'[' * 100_000}"], "nested too deeply"),
    ],
)
def test_what_cannot_be_meant_is_one_line_and_exit_code_2(
    arguments: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NEO4J_URI", raising=False)
    assert main_code(arguments) == 2
    out, said = capsys.readouterr()
    assert out == ""
    assert says in said
    assert said.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ingest", "missing.jsonl", "--dry-run"], "missing.jsonl"),
        (["ingest", "x.csv", "--format", "nonsense"], "nonsense"),
        (["ingest", "x.csv", "--map", "question", "--dry-run"], "FIELD=COLUMN"),
        (["score", "nobody"], "no run named 'nobody'"),
        (["verify", "nobody"], "no run named 'nobody'"),
        (["cypher", "MATCH (n) DETACH DELETE n"], "DETACH"),
        (["hubs", "--type", "Planet"], "no concept type named 'Planet'"),
        (["hubs", "--by", "failures"], "--run"),
        (["db", "wipe"], "--yes"),
        (["import", "missing.jsonl", "--run", "r"], "missing.jsonl"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], says: str, tmp_path: Path
) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == 2, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.rglob("*.jsonl"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("models", "judge", "says"),
    [
        (("gpt-4.1", ""), "openai:gpt-4o", True),
        (("",), "openai:gpt-4o", True),
        (("",), "embedded", False),
        (("gpt-4.1", "llama"), "openai:gpt-4o", False),
    ],
)
def test_a_judge_that_may_be_under_test_is_said_once(
    models: tuple[str, ...], judge: str, says: bool, tmp_path: Path
) -> None:
    tried = [Trajectory(str(n), (), model=model) for n, model in enumerate(models)]
    create_run(tmp_path, "r", tried, [], format="own", items="", imported_from=[])
    done = run(tmp_path, "--uri", "bolt://127.0.0.1:9", "score", "r", "--judge", judge, "--dry-run")
    assert done.returncode == 4, done.stderr
    assert done.stderr.count("does not name the model") == says


@pytest.mark.slow
def test_an_unreachable_server_is_exit_code_4(tmp_path: Path) -> None:
    done = run(tmp_path, "--uri", "bolt://127.0.0.1:9", "hubs")
    assert done.returncode == 4, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:7474", "bolt://neo4j:S3cret@127.0.0.1:1", "bolt://"]
)
def test_an_address_that_is_none_is_refused_without_a_login_in_the_message(
    address: str, tmp_path: Path
) -> None:
    done = run(tmp_path, "--uri", address, "sources")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "S3cret" not in done.stderr


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    done = run(tmp_path, "verify", "\x1b[31mred")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


def test_a_home_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sample = Path(__file__).parents[2] / "benchmarks" / "sample" / "trajectories.jsonl"
    done = run(tmp_path / "file", "import", str(sample), "--run", "x")
    assert done.returncode == 2
    assert str(tmp_path / "file") in done.stderr


def test_wrong_use_is_one_line_too(tmp_path: Path) -> None:
    for arguments in (["hubs", "--top", "none"], ["nonsense"], ["hubs", "--nonsense"]):
        done = run(tmp_path, *arguments)
        assert done.returncode == 2
        assert len(done.stderr.strip().splitlines()) == 1


def test_no_page_or_command_is_called_like_a_package() -> None:
    rooms = {"hubscope", "graph", "retrieval", "ingest", "benchmarks"}
    taken = {path.stem for path in (Path(__file__).parents[2] / "ui").rglob("*")}
    assert not rooms & taken
