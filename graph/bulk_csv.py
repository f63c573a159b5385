"""CSV files for `neo4j-admin database import full`: the whole graph, into an empty database.

One file a kind of node or relationship, headers as the server's import wants them, and the options
of its command line in `import.args`. Text is exact, because a database reads it: a name such as
`-OH` must stay one. Exported files are compressed, which the server reads and no spreadsheet opens
as formulas; for a sheet there is `hubscope hubs --csv`.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from graph.attestations import evidence_key_of
from graph.canonical import Line
from graph.neo4j_rows import form_key
from graph.portable import Counts
from hubscope.errors import InputError, IntegrityError
from hubscope.files import unwritable, writing

# Between the parts of a list; a name cannot hold it.
DELIMITER = "\x1f"
OPTIONS = (
    "--array-delimiter=U+001F",
    "--multiline-fields=true",
    "--read-buffer-size=8m",
    "--strict=true",
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
    "sources": "key:ID(Source),name,kind,sha256,state,skipped:long",
    "documents": "key:ID(Document),title,doi,pmid",
    "chunks": "key:ID(Chunk),part,text",
    "concepts": "key:ID(Concept),identity,type,name,degree:long,aliases:string[],"
    "identifiers:string[],:LABEL",
    "items": "key:ID(Item),source,id,question,answer,options,kind,meta",
    "claims": "key:ID(Claim),relation,polarity",
    "from": ":START_ID(Document),:END_ID(Source),title,doi,pmid",
    "part_of": ":START_ID(Chunk),:END_ID(Document),source,position:long,section",
    "names": ":START_ID(Document),:END_ID(Concept),source,form,form_key,n:long,"
    "identifiers:string[]",
    "item_from": ":START_ID(Item),:END_ID(Source)",
    "mentions": ":START_ID(Item),:END_ID(Concept),role",
    "gold": ":START_ID(Item),:END_ID(Document)",
    "subject": ":START_ID(Claim),:END_ID(Concept)",
    "object": ":START_ID(Claim),:END_ID(Concept)",
    "evidence": ":START_ID(Claim),:END_ID(Chunk),key,source,quote,quoted:boolean,sign:long,"
    "hedge:double,confidence:double,extractor,wording,origin",
    "relations": ":START_ID(Concept),:END_ID(Concept),:TYPE,key,origin:string[],strength,"
    "hedge:double,support:long",
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
        self._source_keys: dict[str, str] = {}
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
        getattr(self, f"_{record['kind']}")(record)

    def finish(self, counts: Counts) -> None:
        """Say how the files are to be read."""
        text = "\n".join(arguments(self._ending)) + "\n"
        (self._folder / "import.args").write_text(text, "utf-8")

    def _row(self, file: str, *cells: str) -> None:
        self._write[file](",".join(cells) + "\n")

    # -- one method a kind ------------------------------------------------------------------------
    def _layer(self, r: Line) -> None:
        raise InputError(
            "the graph is under corrections, which these files cannot hold: export JSON Lines, or "
            "GraphML, which shows the graph as corrected.",
            reason="corrected",
            where=r["name"],
        )

    def _source(self, r: Line) -> None:
        self._source_keys[r["name"]] = key = _text(r["key"])
        texts = map(_text, (r["name"], r["source_kind"], r["sha256"], r["state"]))
        self._row("sources", key, *texts, str(r["skipped"]))

    def _document(self, r: Line) -> None:
        self._row("documents", *map(_text, (r["key"], r["title"], r["doi"], r["pmid"])))

    def _from(self, r: Line) -> None:
        about = map(_text, (r["title"], r["doi"], r["pmid"]))
        self._row("from", _text(r["document"]), self._source_keys[r["source"]], *about)

    def _chunk(self, r: Line) -> None:
        self._row("chunks", *map(_text, (r["key"], r["part"], r["text"])))

    def _part_of(self, r: Line) -> None:
        place = (_text(r["source"]), str(r["position"]), _text(r["section"]))
        self._row("part_of", _text(r["chunk"]), _text(r["document"]), *place)

    def _concept(self, r: Line) -> None:
        self._row(
            "concepts",
            *map(_text, (r["key"], r["identity"], r["type"], r["name"])),
            str(r["degree"]),
            _list(r["aliases"]),
            _list(r["identifiers"]),
            _text(r["type"]),
        )

    def _names(self, r: Line) -> None:
        self._row(
            "names",
            *map(_text, (r["document"], r["concept"], r["source"], r["form"])),
            form_key(r["form"]),
            str(r["n"]),
            _list(r["identifiers"]),
        )

    def _item(self, r: Line) -> None:
        names = ("key", "source", "id", "question", "answer", "options", "item_kind", "meta")
        self._row("items", *(_text(r[name]) for name in names))
        self._row("item_from", _text(r["key"]), self._source_keys[r["source"]])

    def _mentions(self, r: Line) -> None:
        self._row("mentions", _text(r["item"]), _text(r["concept"]), r["role"])

    def _gold(self, r: Line) -> None:
        self._row("gold", _text(r["item"]), _text(r["document"]))

    def _claim(self, r: Line) -> None:
        self._row("claims", r["key"], r["relation"], r["polarity"])
        self._row("subject", r["key"], r["head"])
        self._row("object", r["key"], r["tail"])

    def _evidence(self, r: Line) -> None:
        claim, chunk, quote, wording = r["claim"], r["chunk"], r["quote"], r["wording"]
        said = (r["quoted"], r["sign"], r["hedge"], r["confidence"])
        key = evidence_key_of(claim, chunk, quote, r["extractor"], r["origin"], wording, said=said)
        self._row(
            "evidence",
            *(claim, chunk, key, _text(r["source"]), _text(quote)),
            "true" if r["quoted"] else "false",
            *map(repr, said[1:]),
            *(_text(r["extractor"]), _text(wording), r["origin"]),
        )

    def _relation(self, r: Line) -> None:
        self._row(
            "relations",
            *(r["head"], r["tail"], r["type"], r["key"]),
            _list(r["origin"]),
            r["strength"],
            repr(r["hedge"]),
            str(r["support"]),
        )


def _text(value: str | None) -> str:
    return "" if value is None else '"' + value.replace('"', '""') + '"'


def _list(values: list[str]) -> str:
    if any(DELIMITER in value for value in values):
        raise IntegrityError("a name holds U+001F, which parts the names of a list in CSV.")
    return _text(DELIMITER.join(values)) if values else ""
