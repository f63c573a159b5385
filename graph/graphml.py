"""GraphML of the concept graph: concepts as nodes, relations as directed edges.

Gephi, Cytoscape, yEd, igraph and networkx read it. Claims, chunks and sources are not in it: those
programs draw and measure the topology.
"""

import re
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from graph.canonical import Line
from graph.portable import Counts

# What XML 1.0 cannot hold, escaped or not.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BETWEEN = " | "
_NODE = {"label": "string", "type": "string", "degree": "int"} | dict.fromkeys(
    ("aliases", "identifiers"), "string"
)
_EDGE = {
    "relation": "string",
    "origin": "string",
    "strength": "string",
    "hedge": "double",
    "support": "int",
}


class GraphML:
    """Writes lines as GraphML."""

    def __init__(self, file: TextIO) -> None:
        self._write = file.write
        self._write('<?xml version="1.0" encoding="UTF-8"?>\n')
        self._write('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n')
        for domain, names in (("node", _NODE), ("edge", _EDGE)):
            for name, type in names.items():
                self._write(
                    f'<key id="{name}" for="{domain}" attr.name="{name}" attr.type="{type}"/>\n'
                )
        self._write('<graph id="concepts" edgedefault="directed">\n')

    def write(self, line: str, record: Line) -> None:
        """Take a line; only concepts and relations are written."""
        if record["kind"] == "concept":
            self._write(f"<node id={quoteattr(record['key'])}>")
            self._data(record | {"label": record["name"]}, _NODE)
            self._write("</node>\n")
        elif record["kind"] == "relation":
            ends = f"source={quoteattr(record['head'])} target={quoteattr(record['tail'])}"
            self._write(f"<edge id={quoteattr(record['key'])} {ends}>")
            self._data(record | {"relation": record["type"].lower()}, _EDGE)
            self._write("</edge>\n")

    def finish(self, counts: Counts) -> None:
        """Close the document."""
        self._write("</graph>\n</graphml>\n")

    def _data(self, record: Line, names: dict[str, str]) -> None:
        for name in names:
            value = record[name]
            shown = _BETWEEN.join(value) if isinstance(value, list) else str(value)
            written = escape(_UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", shown))
            self._write(f'<data key="{name}">{written}</data>')
