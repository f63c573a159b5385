"""Fields of science: which vocabularies the graph is closed over.

Any number of fields live in one graph: every type belongs to one of them (but `Other`, which all
have), so their concepts never fall together, and a relation that two fields share is the same in
both. What reads or writes the graph knows all fields of this process; what extracts knows one.
Fields ship with hubscope, or are files of the user's own in `HUBSCOPE_HOME/vocabularies`.
"""

import difflib
from collections.abc import Sequence
from pathlib import Path

from graph.vocabulary import (
    LIFE_SCIENCE,
    OTHER,
    ConceptType,
    Vocabulary,
    bad_vocabulary,
    folded,
    load_vocabulary,
)
from hubscope.errors import InputError
from hubscope.keys import digest

DEFAULT = LIFE_SCIENCE.name
SHIPPED = (DEFAULT, "aqueous_geochemistry")


class Joined(Vocabulary):
    """What several fields know together; a word that means two things means what the first says.

    Raises:
        InputError: a type is in two fields, or a relation is not the same in two.
    """

    def __init__(self, fields: Sequence[Vocabulary]) -> None:
        super().__init__({"name": "all fields", "types": {}, "relations": {}})
        self.fingerprint = digest([field.fingerprint for field in fields])
        self._owner: dict[ConceptType, str] = {}
        for field in fields:
            self._take_types(field)
            self._take_relations(field)
        for field in fields:
            self._words = field._words | self._words
        # Where people look for it: last.
        self.bands[OTHER] = self.bands.pop(OTHER)

    def field_of(self, type: ConceptType) -> str:
        """Name of the field that a type belongs to, "" for `Other`."""
        return self._owner.get(type, "")

    def _take_types(self, field: Vocabulary) -> None:
        for fold, name in field._types.items():
            if name == OTHER:
                continue
            if fold in self._types:
                raise bad_vocabulary(
                    f"type {name!r} of {field.title} is one of {self._owner[self._types[fold]]}: "
                    "give it another name"
                )
            self._types[fold] = name
            self._owner[name] = field.name
            self.bands[name] = field.bands[name]

    def _take_relations(self, field: Vocabulary) -> None:
        for name, word in field.relations.items():
            if self.relations.setdefault(name, word) != word:
                raise bad_vocabulary(
                    f"relation {name!r} of {field.title} has another prior, sign or symmetry in "
                    "another field: say the same, or give it another name"
                )
            # A relation's own name beats what another field calls one of its relations, too.
            self._words[folded(name)] = (name, False)


class Fields:
    """The fields that this process knows, in order; the first is the default."""

    def __init__(self, fields: Sequence[Vocabulary]) -> None:
        self._fields = tuple(fields)
        self._known = Joined(self._fields)

    @property
    def known(self) -> Joined:
        """All of them together."""
        return self._known

    def names(self) -> list[str]:
        """What each is chosen by."""
        return [field.name for field in self._fields]

    def field(self, name: str) -> Vocabulary:
        """The field of a name.

        Raises:
            InputError: none has it.
        """
        for field in self._fields:
            if field.name == name:
                return field
        near = difflib.get_close_matches(name, self.names(), n=1)
        hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(self.names())}."
        raise InputError(f"no vocabulary named {name!r}. {hint}", reason="unknown_vocabulary")

    def add(self, field: Vocabulary) -> None:
        """Know one field more; the same again changes nothing.

        Raises:
            InputError: it says of a type or a relation what another field does not, or another
                field has its name.
        """
        same = [known for known in self._fields if known.name == field.name]
        if same and same[0].fingerprint == field.fingerprint:
            return
        if same:
            raise InputError(
                f"{field.file or field.title}: there is a vocabulary named {field.name!r} already.",
                reason="bad_vocabulary",
            )
        try:
            known = Joined([*self._fields, field])
        except InputError as error:
            raise InputError(
                f"{field.file or field.title}: {error}", reason=error.reason
            ) from error
        self._fields, self._known = (*self._fields, field), known

    def add_folder(self, folder: Path) -> None:
        """Know every vocabulary (`NAME.toml`) of a folder; one that is not there has none.

        Raises:
            InputError: as `Vocabulary.read` and `add`.
        """
        for path in sorted(folder.glob("*.toml")):
            self.add(Vocabulary.read(path))


def own_folder(home: Path) -> Path:
    """Where a user's own vocabularies lie, each with its lexicon (`NAME.tsv`) beside it."""
    return home / "vocabularies"


FIELDS = Fields([load_vocabulary(name) for name in SHIPPED])


def known() -> Joined:
    """Every type and relation that the graph may hold: what all fields know together."""
    return FIELDS.known
