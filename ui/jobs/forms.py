"""What people fill in to start a job, as the command that does it; no page in sight."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from hubscope.errors import InputError
from hubscope.llm.prices import Prices
from ui.cost_text import priced_name
from ui.jobs.job import Job

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class AgentForm:
    """What an agent's run needs; "" and None leave an option to the command's own default.

    Attributes:
        literature: connectors to search; it cannot do without one.
        pays_searches: there is a key for the search engine of the web, which bills its searches.
    """

    items: str
    model: str
    run: str
    limit: int | None = None
    cap: float | None = None
    parallel: int | None = None
    literature: Sequence[str] | None = None
    web: bool = True
    until: date | None = None
    format: str = AUTO
    mapping: str = ""
    pays_searches: bool = False

    def costs(self, prices: Prices) -> bool:
        """Whether it may cost money; it does as long as no model is named."""
        return pays(prices, self.model) or (self.web and self.pays_searches)

    def job(self, prices: Prices) -> Job:
        """The command.

        Raises:
            InputError: something that it cannot do without is missing.
        """
        items = _needed("Items", self.items)
        model, run = _needed("Model", self.model), _needed("Name of the run", self.run)
        if self.literature is not None and not self.literature:
            raise InputError("Literature: choose at least one.", reason="missing")
        command = [
            "agent",
            f"--model={model}",
            f"--run={run}",
            *_option("limit", self.limit),
            *_option("parallel", self.parallel),
            *_option("literature", ",".join(self.literature or ())),
            *([] if self.web else ["--no-web"]),
            *_option("until", self.until.isoformat() if self.until else None),
            *_option("format", self.format),
            *_option("map", self.mapping.strip()),
            *_arguments(items_given(items)),
        ]
        return _job(command, run, self.costs(prices), self.cap)


@dataclass(frozen=True, slots=True)
class IngestForm:
    """What an ingest needs; "" and None leave an option to the command's own default."""

    paths: Sequence[Path]
    source: str = ""
    format: str = AUTO
    vocabulary: str = ""
    limit: int | None = None
    lexicon: str = ""
    mapping: str = ""
    model: str = ""
    literature: Sequence[str] = ()
    cap: float | None = None

    def costs(self, prices: Prices) -> bool:
        """Whether it may cost money; rules alone do not."""
        return bool(self.model.strip()) and pays(prices, self.model)

    def job(self, prices: Prices) -> Job:
        """The command.

        Raises:
            InputError: there is no file.
        """
        if not self.paths:
            raise InputError("Files: name at least one.", reason="missing")
        source = self.source.strip()
        command = [
            "ingest",
            *_option("source", source),
            *_option("format", self.format),
            *_option("vocabulary", self.vocabulary),
            *_option("limit", self.limit),
            *_option("lexicon", str(path_given(self.lexicon)) if self.lexicon.strip() else None),
            *_option("map", self.mapping.strip()),
            *_option("model", self.model.strip()),
            *_option("literature", ",".join(self.literature)),
            *_arguments(*map(str, self.paths)),
        ]
        title = source or ", ".join(path.name for path in self.paths)
        return _job(command, title, self.costs(prices), self.cap)


def score_job(run: str) -> Job:
    """Scores of a run by the judge that needs no key, right answers among them."""
    return _job(["score", "--all", *_arguments(run)], run, False, None)


def pays(prices: Prices, model: str) -> bool:
    """Whether asking a model may cost money: it does where the price is not known.

    A replay costs nothing, nor does a model whose price is zero.
    """
    name = model.strip()
    if name.startswith("replay:"):
        return False
    price = prices.find(priced_name(name))
    return price is None or price.cost(1, 1) > 0


def paths_given(text: str) -> list[Path]:
    """The paths that somebody typed, one a line, seen from where the app was started."""
    return [path_given(line) for line in text.splitlines() if line.strip()]


def path_given(text: str) -> Path:
    """A path that somebody typed, whole: a job may be gone on with from elsewhere.

    A tilde before a name that no user has is a part of the path, as in a shell.
    """
    path = Path(text.strip())
    with suppress(RuntimeError):
        path = path.expanduser()
    return path.absolute()


def items_given(text: str) -> str:
    """A file's whole path, or a source's name as it is."""
    path = path_given(text)
    return str(path) if path.exists() or "/" in text else text


def _job(command: Sequence[str], title: str, pays: bool, cap: float | None) -> Job:
    """A job that costs money begins with its rehearsal; a cap on one that does not is none."""
    return Job(
        tuple(command),
        title,
        time.time(),
        pays=pays,
        cap=cap if pays else None,
        rehearsal=pays,
    )


def _needed(label: str, value: str) -> str:
    text = value.strip()
    if not text:
        raise InputError(f"{label}: fill it in.", reason="missing")
    return text


def _option(name: str, value: object) -> list[str]:
    return [] if value in (None, "", AUTO) else [f"--{name}={value}"]


def _arguments(*given: str) -> list[str]:
    """What is no option, however it begins."""
    return ["--", *given] if any(one.startswith("-") for one in given) else [*given]
