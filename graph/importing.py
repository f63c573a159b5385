"""Reading an exported graph back into a store, through what every source is written with.

What sources attest is written source by source; names, degrees and relations are derived anew, and
then have to be those of the file, line by line. So an import can be killed and done again, and a
file whose parts contradict each other leaves nothing behind.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from graph.canonical import Line
from graph.corrections import from_json, to_json
from graph.export import graph_sha256
from graph.model import (
    Chunk,
    Claim,
    Concept,
    Contribution,
    Document,
    Evidence,
    Gold,
    Item,
    Mention,
    Naming,
    Source,
)
from graph.portable import Counts, GraphFile, open_graph
from graph.store import GraphStore, SourceState
from graph.vocabulary import ChunkPart, ConceptType, MentionRole, Origin, Polarity, RelationType
from hubscope.errors import InputError

Progress = Callable[[str, int], None]
# As the ingest pipeline: about what one writing holds in memory, in graph elements.
BATCH_ELEMENTS = 20_000
_STEP = 5_000


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import brought; `sha256` is of the graph's canonical lines as they are now."""

    concepts: int
    relations: int
    claims: int
    sha256: str
    unchanged: bool = False


def import_graph(
    store: GraphStore,
    path: Path,
    progress: Progress | None = None,
    *,
    batch_elements: int = BATCH_ELEMENTS,
) -> Imported:
    """Bring an exported graph into an empty store, or finish an import that was killed.

    A graph that is the file's already is left as it is. Runs that the graph holds stay.

    Args:
        store: where to.
        path: JSON Lines of `graph.export`, plain or gzip.
        progress: told what is done, and how many lines are through.
        batch_elements: about how much is written in one go.

    Raises:
        InputError: a wrong line (the message names it), a damaged file, or a graph that holds
            other sources: nothing was written.
    """
    file = open_graph(path)
    return bring(store, file, progress, batch_elements=batch_elements)


def bring(
    store: GraphStore,
    file: GraphFile,
    progress: Progress | None = None,
    *,
    batch_elements: int = BATCH_ELEMENTS,
    there: bool | None = None,
) -> Imported:
    """Import a file that was checked (see `import_graph`); `there` = what `is_there` has said."""
    held = store.sources()
    if is_there(store, file) if there is None else there:
        return imported(file.counts, file.counts.sha256, unchanged=True)
    writing = _Writing(store, batch_elements)
    for n, (_, line) in enumerate(file.lines()):
        writing.line(json.loads(line))
        if progress and n % _STEP == 0:
            progress("lines", n)
    writing.finish()
    if not file.follows:  # by another vocabulary other things follow from the same attestations
        return imported(file.counts, graph_sha256(store))
    try:
        require_same(store, file)
    except InputError:
        for name in () if held else file.sources:
            store.delete_source(name)
        raise
    return imported(file.counts, file.counts.sha256)


def is_there(store: GraphStore, file: GraphFile) -> bool:
    """Whether the store holds the file's graph; False where it can be brought in.

    It can where the store holds nothing, or what an import of this file that was killed had begun.

    Raises:
        InputError: it holds another graph.
    """
    held = {source.name: (source.sha256, source.state) for source in store.sources()}
    if held == file.sources and graph_sha256(store) == file.counts.sha256:
        return True
    layers = {name: to_json(layer) for name, layer in store.layers().items()}
    if other := sorted(name for name, says in layers.items() if file.layers.get(name) != says):
        raise InputError(
            f"{file.path}: the graph is under corrections {other[0]!r} that are not the file's, "
            "and an import fills an empty graph only. Wipe it (`hubscope db wipe --yes`), or "
            "choose another HUBSCOPE_HOME.",
            reason="not_empty",
            where=other[0],
        )
    begun = any(state is SourceState.PENDING for _, state in held.values())
    foreign = [n for n, (sha, _) in sorted(held.items()) if file.sources.get(n, ("",))[0] != sha]
    if held and (foreign or not begun):
        name = foreign[0] if foreign else min(held)
        raise InputError(
            f"{file.path}: the graph holds source {name!r}, and an import fills an empty graph "
            "only. Wipe it (`hubscope db wipe --yes`), or choose another HUBSCOPE_HOME.",
            reason="not_empty",
            where=name,
        )
    return False


def require_same(store: GraphStore, file: GraphFile) -> None:
    """Compare what the store holds with the file, line by line.

    Raises:
        InputError: they differ.
    """
    for there, line in zip_longest(file.lines(), store.canonical()):
        number, wanted = there or (file.counts.lines + 2, "")
        if line != wanted:
            raise InputError(
                f"{file.path}:{number}: does not follow from what the sources attest in this "
                "file, so `hubscope export` did not write it. Export it again.",
                reason="does_not_follow",
                where=f"{file.path}:{number}",
            )


def imported(counts: Counts, sha256: str, *, unchanged: bool = False) -> Imported:
    """What an import of so much brought."""
    return Imported(counts.concepts, counts.relations, counts.claims, sha256, unchanged)


@dataclass(slots=True)
class _Part:
    """What is to be written of one source next."""

    concepts: dict[str, Concept] = field(default_factory=dict)
    documents: list[Document] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)
    namings: list[Naming] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    golds: list[Gold] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)

    def contribution(self) -> Contribution:
        return Contribution(
            tuple(self.concepts.values()),
            tuple(self.documents),
            tuple(self.chunks),
            tuple(self.namings),
            tuple(self.items),
            tuple(self.mentions),
            tuple(self.golds),
            tuple(self.evidence),
        )


class _Writing:
    """Turns lines into contributions of sources, and writes them when there is enough."""

    def __init__(self, store: GraphStore, batch_elements: int) -> None:
        self._store = store
        self._batch = batch_elements
        self._sources: dict[str, tuple[Source, SourceState]] = {}
        self._concepts: dict[str, Concept] = {}
        self._item_source: dict[str, str] = {}
        self._chunk: Line = {}
        self._claim: Claim | None = None
        self._parts: defaultdict[str, _Part] = defaultdict(_Part)
        self._held = 0

    def line(self, line: Line) -> None:
        """Take one line; derived ones say nothing new."""
        take = getattr(self, f"_{line['kind']}_line", None)
        if take is not None:
            take(line)

    def finish(self) -> None:
        """Write what is left, and commit what was committed."""
        self._flush()
        for source, state in self._sources.values():
            if state is SourceState.COMMITTED:
                self._store.commit(source)

    def _part(self, source: str, *concepts: str) -> _Part:
        if self._held >= self._batch:
            self._flush()
        self._held += 1
        part = self._parts[source]
        part.concepts.update((key, self._concepts[key]) for key in concepts)
        return part

    def _flush(self) -> None:
        for name, part in self._parts.items():
            self._store.write(self._sources[name][0], part.contribution())
        self._parts.clear()
        self._held = 0

    # -- one method a kind ------------------------------------------------------------------------
    def _layer_line(self, line: Line) -> None:
        corrections = from_json(line["identities"], line["names"], line["rejected"])
        self._store.correct(corrections, layer=line["name"])

    def _source_line(self, line: Line) -> None:
        source = Source(line["name"], line["source_kind"], line["sha256"], line["skipped"])
        self._sources[source.name] = (source, SourceState(line["state"]))
        self._store.begin(source)

    def _from_line(self, line: Line) -> None:
        document = Document(line["document"], line["title"], line["doi"], line["pmid"])
        self._part(line["source"]).documents.append(document)

    def _chunk_line(self, line: Line) -> None:
        self._chunk = line

    def _part_of_line(self, line: Line) -> None:
        chunk = Chunk(
            document=line["document"],
            part=ChunkPart(self._chunk["part"]),
            text=self._chunk["text"],
            position=line["position"],
            section=line["section"],
        )
        self._part(line["source"]).chunks.append(chunk)

    def _concept_line(self, line: Line) -> None:
        concept = Concept(ConceptType(line["type"]), line["identity"])
        self._concepts[concept.key] = concept

    _written_line = _concept_line

    def _names_line(self, line: Line) -> None:
        naming = Naming(
            document=line["document"],
            concept=line.get("as_written") or line["concept"],
            form=line["form"],
            n=line["n"],
            identifiers=tuple(line["identifiers"]),
        )
        self._part(line["source"], naming.concept).namings.append(naming)

    def _item_line(self, line: Line) -> None:
        item = Item(
            source=line["source"],
            id=line["id"],
            question=line["question"],
            answer=line["answer"],
            options=line["options"],
            kind=line["item_kind"],
            meta=line["meta"],
        )
        self._item_source[item.key] = item.source
        self._part(item.source).items.append(item)

    def _mentions_line(self, line: Line) -> None:
        concept = line.get("as_written") or line["concept"]
        mention = Mention(line["item"], concept, MentionRole(line["role"]))
        source = self._item_source[mention.item]
        self._part(source, mention.concept).mentions.append(mention)

    def _gold_line(self, line: Line) -> None:
        gold = Gold(line["item"], line["document"])
        self._part(self._item_source[gold.item]).golds.append(gold)

    def _claim_line(self, line: Line) -> None:
        relation, polarity = RelationType(line["relation"]), Polarity(line["polarity"])
        self._claim = Claim(line["head"], relation, line["tail"], polarity)

    def _evidence_line(self, line: Line) -> None:
        claim = self._claim
        assert claim is not None, "the order of lines was checked"
        if ends := line.get("as_written"):
            claim = Claim(ends[0], claim.relation, ends[1], claim.polarity)
        evidence = Evidence(
            claim=claim,
            chunk=line["chunk"],
            quote=line["quote"],
            origin=Origin(line["origin"]),
            extractor=line["extractor"],
            quoted=line["quoted"],
            sign=line["sign"],
            hedge=line["hedge"],
            confidence=line["confidence"],
            wording=line["wording"],
        )
        self._part(line["source"], claim.head, claim.tail).evidence.append(evidence)
