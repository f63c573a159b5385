"""A third field of science of our own, and a way to know it for one test alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graph import fields
from graph.vocabulary import load_vocabulary

SOILS = """
name = "soil science"

[types]
SoilHorizon = "locative"
SoilProcess = "processual"

[relations.shapes]
prior = "strong"
aliases = ["forms_horizon"]
passive = ["shaped_by"]

[relations.overlies]
prior = "weak"
signless = true
passive = ["underlies"]

[relations.part_of]
prior = "weak"
signless = true
"""
SOIL_NAMES = "name\ttype\tid\tsynonyms\npodzolization\tSoilProcess\tSOIL:1\tpodsolization\n"
SOIL_NAMES += "B horizon\tSoilHorizon\tSOIL:2\tilluvial layer\n"


def write_field(folder: Path, text: str = SOILS, name: str = "soils") -> Path:
    """A vocabulary file with its lexicon beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.tsv").write_text(SOIL_NAMES, "utf-8")
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return path


@contextmanager
def as_before() -> Iterator[None]:
    """Forget at the end what fields were added."""
    held = fields.FIELDS._fields, fields.FIELDS._known
    try:
        yield
    finally:
        fields.FIELDS._fields, fields.FIELDS._known = held


@contextmanager
def only_shipped() -> Iterator[None]:
    """Know no more fields than those that ship, for a while."""
    with as_before():
        shipped = fields.Fields([load_vocabulary(name) for name in fields.SHIPPED])
        fields.FIELDS._fields, fields.FIELDS._known = shipped._fields, shipped._known
        yield
