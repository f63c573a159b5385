"""GNBR: sentences with two entities and the theme of the path between them (Percha, Altman, 2018).

Part II holds the sentences, one a line, without a header; part I, which is read from beside it,
says for each dependency path how often it fell into each theme. Only a theme that the authors
flagged and that is the path's largest is taken, with its share as the confidence. In a gene-gene
path neither end is the actor by its place: the grammar of the path decides, or nothing does.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graph.vocabulary import LIFE_SCIENCE, Origin, RelationType
from hubscope.files import Skipped
from hubscope.reading import clean_text, numbered_lines
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.corpus import companion_only, needed
from ingest.items import Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, species, statement
from ingest.wordings import Wording, load_wordings

_CELLS = 14
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
# Themes that only one pair of types has tell which pair a file of part I is about.
_PAIRS = {"A+": "chemical_gene", "Sa": "chemical_disease", "Ud": "gene_disease", "V+": "gene_gene"}
_CLAUSES = re.compile(r"\|(?:advcl|ccomp|parataxis|conj|dep|acl:relcl)\|")
_ID = re.compile(r"(\d+)(?:\(Tax:(\d+)\))?")
_HUMAN = "9606"


@dataclass(frozen=True, slots=True)
class Theme:
    """The theme of a path and the share of the path's uses that fell into it."""

    name: str
    share: float


Themes = Mapping[tuple[str, str], Theme]


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a sentence, in file order.

    Raises:
        InputError: the file cannot be read, is part I, or has no part I beside it.
    """
    themes: Themes | None = None
    for number, text in numbered_lines(path):
        where = f"{path}:{number}"
        if text is None:
            yield Skipped(where, "field_too_large", number)
        elif text.strip():
            if themes is None:
                themes = _themes(path, text)
            yield _paper(clean_text(text).split("\t"), themes, where, number)


def recognises(sample: Sample) -> bool:
    """Whether the first line has GNBR's cells: ends, places, a path, a sentence; or its themes."""
    first = sample.head.partition("\n")[0]
    cells = first.split("\t")
    is_part_two = len(cells) == _CELLS and "START_ENTITY" in cells[12] and "END_ENTITY" in cells[12]
    return is_part_two or (first.startswith("path\t") and any(mark in cells for mark in _PAIRS))


def _paper(cells: Sequence[str], themes: Themes, where: str, line: int) -> Paper | Skipped:
    if len(cells) != _CELLS:
        return Skipped(where, "wrong_cell_count", line)
    pair = f"{cells[10]}_{cells[11]}".lower()
    path = cells[12].lower()
    theme = themes.get((pair, path))
    if theme is None:
        return Skipped(where, "no_clear_theme", line)
    wording = load_wordings(f"gnbr_{pair}").find(theme.name)
    head, tail = _end(cells, 6), _end(cells, 7)
    if wording.skip or head is None or tail is None:
        return Skipped(where, wording.skip or "no_single_identifier", line)
    if pair == "gene_gene" and not _is_symmetric(wording):
        exchanged = _is_exchanged(path)
        if exchanged is None:
            return Skipped(where, "direction_unknown", line)
        head, tail = (tail, head) if exchanged else (head, tail)
    quote = _plain(cells[13])
    word = f"{wording.means.replace('_', ' ')} (theme {theme.name})"
    taxa = [found[2] or _HUMAN for id in cells[8:10] if (found := _ID.fullmatch(id))]
    return Paper(
        sections=(Section(quote),),
        pmid=cells[0] if cells[0].isdecimal() else None,
        annotations=species(taxa),
        relations=(statement(wording, head, word, tail, quote=quote, confidence=theme.share),),
        where=where,
    )


def _end(cells: Sequence[str], at: int) -> End | None:
    """An end with its identifier; None where it has none or several."""
    name, id, kind = _plain(cells[at]), cells[at + 2], cells[at + 4]
    gene = _ID.fullmatch(id)
    if gene and kind == "Gene":
        return End(name, kind, (f"NCBIGene:{gene[1]}",))
    is_one = re.fullmatch(r"[A-Za-z]+:[\w.-]+", id)
    return End(name, kind, (id,)) if is_one else None


def _plain(text: str) -> str:
    """Text as it was before it was parsed: words joined by "_", brackets spelled out."""
    for mark, bracket in _BRACKETS.items():
        text = text.replace(mark, bracket)
    return " ".join(text.replace("_", " ").split())


def _is_symmetric(wording: Wording) -> bool:
    return LIFE_SCIENCE.relations[RelationType(wording.means)].symmetric or wording.means == "binds"


def _is_exchanged(path: str) -> bool | None:
    """Whether the second end acts on the first; None where the path's grammar does not say."""
    if _CLAUSES.search(path):
        return None
    first, second = "|nsubj|start_entity" in path, "|nsubj|end_entity" in path
    if "nsubjpass|start_entity" in path and ("agent|" in path or "nmod|end_entity" in path):
        return True
    return None if first == second else second


# --- part I


def _themes(path: Path, first: str) -> Themes:
    if first.startswith("path\t"):
        raise companion_only(
            path,
            "GNBR's part I, which holds no sentence. Give part II; this file is read from beside "
            "it.",
        )
    what = "GNBR's part II needs its part I (paths with themes) in the same folder."
    beside = needed(path, _beside(path), what)
    found: dict[tuple[str, str], Theme] = {}
    for file in beside:
        for row in rows(file):
            if isinstance(row, Row) and (theme := _theme(row)):
                pair = next((_PAIRS[name] for name in _PAIRS if name in row.fields), "")
                found[pair, as_text(row.fields.get("path")).lower()] = theme
    return found


def _theme(row: Row) -> Theme | None:
    """The flagged theme of a path if it is its largest, too."""
    counts = {
        name: float(as_text(value) or 0)
        for name, value in row.fields.items()
        if name != "path" and not name.endswith(".ind")
    }
    if not counts or not sum(counts.values()):
        return None
    largest = max(counts, key=lambda name: counts[name])
    is_flagged = as_text(row.fields.get(f"{largest}.ind")) == "1"
    return Theme(largest, counts[largest] / sum(counts.values())) if is_flagged else None


def _beside(path: Path) -> list[Path]:
    """The files of part I in the folder."""
    if not path.parent.is_dir():
        return []
    named = (file for file in path.parent.iterdir() if re.search(r"part-?(?:1|i)[-_]", file.name))
    return sorted(file for file in named if file.is_file() and file != path)


READER = Reader(
    "GNBR: sentences with the theme between two entities",
    read,
    recognises,
    origin=Origin.CURATED,
    companions=_beside,
)
