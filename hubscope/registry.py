"""Registries: names to things that are imported on first use, open to other packages."""

import difflib
import importlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

from hubscope.errors import InputError

T = TypeVar("T")


class Registry(Generic[T]):
    """A table of name to `module:attribute`; entry points of the group `hubscope.<kind>` add rows.

    A registered name cannot be replaced by an entry point: the built-in one wins.
    """

    def __init__(self, kind: str, table: Mapping[str, str]) -> None:
        self.kind = kind
        self._table = dict(table)

    def names(self) -> list[str]:
        """Every name, built-in ones first, in table order."""
        return [*self._table, *(name for name in self._plugins() if name not in self._table)]

    def load(self, name: str) -> T:
        """Import what a name stands for.

        Raises:
            InputError: no such name; the message says which known one is nearest.
        """
        module, _, attribute = self.target(name).partition(":")
        loaded: Any = getattr(importlib.import_module(module), attribute)
        return loaded  # type: ignore[no-any-return]  # what a row holds is the table's promise

    def target(self, name: str) -> str:
        """The `module:attribute` of a name.

        Raises:
            InputError: as `load`.
        """
        target = self._table.get(name) or self._plugins().get(name)
        if target is None:
            near = difflib.get_close_matches(name, self.names(), n=1)
            hint = f" Did you mean {near[0]}?" if near else f" Known: {', '.join(self.names())}."
            raise InputError(f"no {self.kind} named {name!r}.{hint}", reason="unknown_name")
        return target

    def _plugins(self) -> dict[str, str]:
        return {point.name: point.value for point in entry_points(group=f"hubscope.{self.kind}s")}
