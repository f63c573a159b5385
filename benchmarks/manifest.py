"""Manifests: everything that must be equal for two scored runs to be comparable."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from hubscope import __version__
from hubscope.codec import to_json
from hubscope.keys import digest_file, digest_lines

ROOMS = ("hubscope", "graph", "retrieval", "ingest", "benchmarks")
# Packages whose version can change a number.
NUMERIC_PACKAGES = ("faiss-cpu", "numpy", "scipy", "sentence-transformers", "tokenizers", "torch")

# What decides the verdicts: a half-done journal made under other conditions is no use.
JUDGING = (
    "code",
    "packages",
    "trajectories",
    "dataset",
    "evidence",
    "degree_snapshot",
    "judge_fingerprint",
    "extractor",
    "grader",
    "encoder",
    "tiers",
    "relevance_floor",
    "evidence_chunks",
    "evidence_characters",
    "scope",
    "include_reasoning",
)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a run's scores depend on; every hash is a SHA-256.

    Attributes:
        dataset: hash over the items that the trajectories answer (key, question, answer, options).
        judge: name and fingerprint of the judge; it is never the model under test.
        grader: who grades free-text answers, with its fingerprint; "" = nobody.
        encoder: fingerprint of the sentence encoder.
        evidence: hash over the keys of every chunk that could be evidence.
        evidence_chunks, evidence_characters: how much of it reached the judge for one claim.
        code: hash over hubscope's own modules.
        graph: health of the graph at the time, and its warnings.
        vocabularies: fingerprint of every field of science that was known, by name.
    """

    run: str
    model: str
    hubscope: str
    code: str
    packages: dict[str, str]
    trajectories: str
    dataset: str
    evidence: str
    degree_snapshot: str
    degree_with_vocabulary: bool
    judge: str
    judge_fingerprint: str
    judge_test: dict[str, object]
    extractor: str
    encoder: str
    tiers: tuple[str, ...]
    relevance_floor: float
    evidence_chunks: int
    evidence_characters: int
    scope: str
    include_reasoning: bool
    anchor: str
    seed: int
    draws: int
    graph: dict[str, object]
    warnings: tuple[str, ...]
    vocabularies: dict[str, str] = field(default_factory=dict)
    grader: str = ""

    def judged_like(self, stored: Mapping[str, Any]) -> bool:
        """Whether a stored manifest, of any version, names the conditions of the same verdicts."""
        mine = to_json(self)
        return all(name in stored and stored[name] == mine[name] for name in JUDGING)


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
