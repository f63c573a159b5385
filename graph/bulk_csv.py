"""CSV files for `neo4j-admin database import full`: the whole graph, into an empty database.

One file a kind of node or relationship, headers as the server's import wants them, and the options
of its command line in `import.args`. Nodes are numbered in the order of the lines, so that the
import need not look up every end by its key, which was half of its work. Text is exact, because a
database reads it: a name such as `-OH` must stay one. Exported files are compressed, which the
server reads and no spreadsheet opens as formulas; for a sheet there is `hubscope hubs --csv`.
"""

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from graph.attestations import evidence_key_of
from graph.canonical import PLACES, Line
from graph.contributed import Contributed
from graph.neo4j_rows import form_key
from graph.portable import Counts
from graph.store import SourceState
from hubscope.errors import InputError, IntegrityError
from hubscope.files import unwritable, writing

# Between the parts of a list; a name cannot hold it.
DELIMITER = "\x1f"
OPTIONS = (
    "--array-delimiter=U+001F",
    "--id-type=actual",
    "--multiline-fields=true",
    "--read-buffer-size=8m",
)
# The node label that every node of a file has; concepts have their type beside it.
_LABELS = {
    "sources": "Source",
    "documents": "Document",
    "chunks": "Chunk",
    "concepts": "Concept",
    "items": "Item",
    "claims": "Claim",
}
_HEADERS = {
    "sources": ":ID,key,name,kind,sha256,state,skipped:long,items:long,documents:long,chunks:long,"
    "concepts:long,claims:long,relations:long",
    "documents": ":ID,key,title,doi,pmid",
    "chunks": ":ID,key,part,text",
    "concepts": ":ID,key,identity,type,name,degree:long,aliases:string[],identifiers:string[],"
    ":LABEL",
    "items": ":ID,key,source,id,question,answer,options,kind,meta",
    "claims": ":ID,key,relation,polarity",
    "from": ":START_ID,:END_ID,title,doi,pmid",
    "part_of": ":START_ID,:END_ID,source,position:long,section",
    "names": ":START_ID,:END_ID,source,form,form_key,n:long,identifiers:string[]",
    "item_from": ":START_ID,:END_ID",
    "mentions": ":START_ID,:END_ID,role",
    "gold": ":START_ID,:END_ID",
    "subject": ":START_ID,:END_ID",
    "object": ":START_ID,:END_ID",
    "evidence": ":START_ID,:END_ID,key,source,quote,quoted:boolean,sign:long,hedge:double,"
    "confidence:double,extractor,wording,origin",
    "relations": ":START_ID,:END_ID,:TYPE,key,origin:string[],strength,hedge:double,support:long",
}
_TYPES = {
    "from": "FROM",
    "part_of": "PART_OF",
    "names": "NAMES",
    "item_from": "FROM",
    "mentions": "MENTIONS",
    "gold": "GOLD",
    "subject": "SUBJECT",
    "object": "OBJECT",
    "evidence": "EVIDENCED_BY",
    "relations": "",
}


def arguments(ending: str) -> list[str]:
    """Options of the import that name the files and how they are to be read."""
    nodes = [f"--nodes={label}=./{file}{ending}" for file, label in _LABELS.items()]
    between = [
        f"--relationships={f'{type}=' if type else ''}./{file}{ending}"
        for file, type in _TYPES.items()
    ]
    return [*nodes, *between, *OPTIONS]


class BulkCsv:
    """Writes lines as rows of the files of a folder."""

    def __init__(self, files: dict[str, TextIO], folder: Path, ending: str) -> None:
        self._write = {name: file.write for name, file in files.items()}
        self._folder = folder
        self._ending = ending
        self._source_lines: list[Line] = []
        self._contributed: defaultdict[str, Contributed] = defaultdict(Contributed)
        self._nodes = 0
        # Key to number of the nodes that later lines refer to.
        self._sources: dict[str, str] = {}
        self._documents: dict[str, str] = {}
        self._chunks: dict[str, str] = {}
        self._concepts: dict[str, str] = {}
        self._item: tuple[str, str] = ("", "")  # number and source of the last one
        self._claim: tuple[str, Line] = ("", {})
        self._take = {kind: getattr(self, f"_{kind}_line", self._corrected) for kind in PLACES}
        for name, header in _HEADERS.items():
            self._write[name](header + "\n")

    @classmethod
    @contextmanager
    def folder(cls, path: Path, *, compressed: bool = True) -> Iterator["BulkCsv"]:
        """Files in a folder that is there when all of them are whole.

        Raises:
            InputError: something of that name is there, or it cannot be made.
            UnavailableError: the disk is full.
        """
        if path.exists():
            raise InputError(
                f"{path}: is there already. Remove it, or name another folder.",
                reason="exists",
                where=str(path),
            )
        ending = ".csv.gz" if compressed else ".csv"
        part = None
        try:
            part = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
            with ExitStack() as stack:
                files = {}
                for name in _HEADERS:
                    raw = stack.enter_context((part / f"{name}{ending}").open("wb"))
                    files[name] = stack.enter_context(writing(raw, compressed=compressed))
                yield cls(files, part, ending)
            part.chmod(0o755)
            part.rename(path)
        except OSError as error:
            raise unwritable(path, error) from error
        finally:
            if part is not None:
                shutil.rmtree(part, ignore_errors=True)

    def write(self, line: str, record: Line) -> None:
        """Take a line."""
        self._take[record["kind"]](record)

    def finish(self, counts: Counts) -> None:
        """Write the sources, whose counts are known now, and how the files are to be read."""
        for line in self._source_lines:
            self._write_source(line)
        text = "\n".join(arguments(self._ending)) + "\n"
        (self._folder / "import.args").write_text(text, "utf-8")

    def _row(self, file: str, *cells: str) -> None:
        self._write[file](",".join(cells) + "\n")

    def _number(self) -> str:
        """Number of the next node."""
        self._nodes += 1
        return str(self._nodes - 1)

    # -- one method a kind ------------------------------------------------------------------------
    def _corrected(self, r: Line) -> None:
        raise InputError(
            "the graph is under corrections, which these files cannot hold: export JSON Lines, or "
            "GraphML, which shows the graph as corrected.",
            reason="corrected",
            where=r["name"],
        )

    def _source_line(self, r: Line) -> None:
        self._sources[r["name"]] = self._number()
        self._source_lines.append(r)

    def _write_source(self, r: Line) -> None:
        counts = self._contributed[r["name"]].counts()
        known = r["state"] == SourceState.COMMITTED  # of a pending source they are counted anew
        self._row(
            "sources",
            self._sources[r["name"]],
            *map(_text, (r["key"], r["name"], r["source_kind"], r["sha256"], r["state"])),
            str(r["skipped"]),
            *(str(n) if known else "" for n in counts.values()),
        )

    def _document_line(self, r: Line) -> None:
        self._documents[r["key"]] = number = self._number()
        about = map(_text, (r["key"], r["title"], r["doi"], r["pmid"]))
        self._row("documents", number, *about)

    def _from_line(self, r: Line) -> None:
        self._contributed[r["source"]].documents += 1
        ends = (self._documents[r["document"]], self._sources[r["source"]])
        self._row("from", *ends, *map(_text, (r["title"], r["doi"], r["pmid"])))

    def _chunk_line(self, r: Line) -> None:
        self._chunks[r["key"]] = number = self._number()
        self._row("chunks", number, *map(_text, (r["key"], r["part"], r["text"])))

    def _part_of_line(self, r: Line) -> None:
        self._contributed[r["source"]].chunks += 1
        ends = (self._chunks[r["chunk"]], self._documents[r["document"]])
        place = (_text(r["source"]), str(r["position"]), _text(r["section"]))
        self._row("part_of", *ends, *place)

    def _concept_line(self, r: Line) -> None:
        self._concepts[r["key"]] = number = self._number()
        self._row(
            "concepts",
            number,
            *map(_text, (r["key"], r["identity"], r["type"], r["name"])),
            str(r["degree"]),
            _list(r["aliases"]),
            _list(r["identifiers"]),
            _text(r["type"]),
        )

    def _names_line(self, r: Line) -> None:
        self._contributed[r["source"]].names(r["concept"])
        ends = (self._documents[r["document"]], self._concepts[r["concept"]])
        self._row(
            "names",
            *ends,
            *map(_text, (r["source"], r["form"])),
            form_key(r["form"]),
            str(r["n"]),
            _list(r["identifiers"]),
        )

    def _item_line(self, r: Line) -> None:
        self._contributed[r["source"]].items += 1
        self._item = number, _ = self._number(), r["source"]
        names = ("key", "source", "id", "question", "answer", "options", "item_kind", "meta")
        self._row("items", number, *(_text(r[name]) for name in names))
        self._row("item_from", number, self._sources[r["source"]])

    def _mentions_line(self, r: Line) -> None:
        number, source = self._item
        self._contributed[source].names(r["concept"])
        self._row("mentions", number, self._concepts[r["concept"]], r["role"])

    def _gold_line(self, r: Line) -> None:
        self._row("gold", self._item[0], self._documents[r["document"]])

    def _claim_line(self, r: Line) -> None:
        number = self._number()
        self._claim = number, r
        self._row("claims", number, r["key"], r["relation"], r["polarity"])
        self._row("subject", number, self._concepts[r["head"]])
        self._row("object", number, self._concepts[r["tail"]])

    def _evidence_line(self, r: Line) -> None:
        number, claim = self._claim
        self._contributed[r["source"]].attests(claim, r["sign"])
        chunk, quote, wording = r["chunk"], r["quote"], r["wording"]
        said = (r["quoted"], r["sign"], r["hedge"], r["confidence"])
        texts = (r["claim"], chunk, quote, r["extractor"], r["origin"], wording)
        self._row(
            "evidence",
            *(number, self._chunks[chunk], evidence_key_of(*texts, said=said)),
            *(_text(r["source"]), _text(quote), "true" if r["quoted"] else "false"),
            *map(repr, said[1:]),
            *(_text(r["extractor"]), _text(wording), r["origin"]),
        )

    def _relation_line(self, r: Line) -> None:
        ends = (self._concepts[r["head"]], self._concepts[r["tail"]])
        self._row(
            "relations",
            *ends,
            *(r["type"], r["key"], _list(r["origin"]), r["strength"], repr(r["hedge"])),
            str(r["support"]),
        )


def _text(value: str | None) -> str:
    return "" if value is None else '"' + value.replace('"', '""') + '"'


def _list(values: list[str]) -> str:
    if any(DELIMITER in value for value in values):
        raise IntegrityError("a name holds U+001F, which parts the names of a list in CSV.")
    return _text(DELIMITER.join(values)) if values else ""
