"""Manifests: everything that must be equal for two scored runs to be comparable."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hubscope import __version__
from hubscope.keys import digest, digest_file, digest_lines

ROOMS = ("hubscope", "graph", "retrieval", "ingest", "benchmarks")
# Packages whose version can change a number.
NUMERIC_PACKAGES = ("faiss-cpu", "numpy", "scipy", "sentence-transformers", "tokenizers", "torch")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a run's scores depend on; every hash is a SHA-256.

    Attributes:
        dataset: hash over the items that the trajectories answer (key, question, answer, options).
        judge: name and fingerprint of the judge; it is never the model under test.
        encoder: fingerprint of the sentence encoder.
        code: hash over hubscope's own modules.
        graph: health of the graph at the time, and its warnings.
        limits: of the judged claims: tiers asked, floor, passages, characters.
    """

    run: str
    model: str
    hubscope: str
    code: str
    packages: dict[str, str]
    trajectories: str
    dataset: str
    degree_snapshot: str
    degree_with_vocabulary: bool
    judge: str
    judge_fingerprint: str
    judge_test: dict[str, object]
    extractor: str
    encoder: str
    tiers: tuple[str, ...]
    relevance_floor: float
    scope: str
    include_reasoning: bool
    anchor: str
    seed: int
    draws: int
    graph: dict[str, object]
    warnings: tuple[str, ...]

    @property
    def judging(self) -> str:
        """Hash over what decides the verdicts: a half-done journal with another one is no use."""
        parts = {
            name: getattr(self, name)
            for name in (
                "code",
                "packages",
                "trajectories",
                "dataset",
                "degree_snapshot",
                "judge_fingerprint",
                "extractor",
                "encoder",
                "tiers",
                "relevance_floor",
                "scope",
                "include_reasoning",
            )
        }
        return digest(parts)


@cache
def code_digest() -> str:
    """Hash over the source of every module that can change a number."""
    return digest_lines(f"{name} {sha}" for name, sha in sorted(_modules()))


def package_versions() -> dict[str, str]:
    """Installed versions of the packages that can change a number."""
    found = {}
    for name in NUMERIC_PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return {"hubscope": __version__, **found}


def _modules() -> Iterable[tuple[str, str]]:
    for room in ROOMS:
        folder = Path(str(import_module(room).__file__)).parent
        for path in folder.rglob("*.py"):
            yield f"{room}/{path.relative_to(folder).as_posix()}", digest_file(path)
