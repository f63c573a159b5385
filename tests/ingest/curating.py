"""A small graph to correct: who says what about which concepts."""

from collections.abc import Sequence
from pathlib import Path

from graph.memory_store import MemoryStore
from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming, Source
from graph.store import GraphStore
from graph.vocabulary import ChunkPart, ConceptType, Origin, RelationType

# head type, head, relation, tail type, tail
Said = tuple[str, str, str, str, str]
FACTS: tuple[Said, ...] = (
    ("Drug", "zinc", "inhibits", "Protein", "ACE"),
    ("Gene", "TNFA", "causes", "Disease", "sepsis"),
    ("Gene", "TNF", "causes", "Disease", "fever"),
    ("Other", "Wnt signaling", "promotes", "Disease", "cancer"),
    ("Protein", "ERK", "activates", "Protein", "RSK"),
    ("Protein", "ERK1", "activates", "Protein", "RSK"),
)


def concept(type: str, name: str) -> Concept:
    return Concept(ConceptType(type), name)


def claim(said: Said) -> Claim:
    head_type, head, relation, tail_type, tail = said
    return Claim(concept(head_type, head).key, RelationType(relation), concept(tail_type, tail).key)


def write(
    store: GraphStore,
    facts: Sequence[Said] = FACTS,
    source: str = "facts",
    forms: dict[str, str] | None = None,
) -> None:
    """Write facts as one source; `forms` says how a document writes a concept."""
    whole = Source(source, "triples", "0" * 64)
    document = Document(f"document of {source}")
    named = {
        concept(type, name): (forms or {}).get(name, name)
        for said in facts
        for type, name in ((said[0], said[1]), (said[3], said[4]))
    }
    chunks = [
        Chunk(document.key, ChunkPart.STATEMENT, f"{one[1]} {one[2]} {one[4]}", position)
        for position, one in enumerate(facts)
    ]
    store.begin(whole)
    store.write(
        whole,
        Contribution(
            concepts=tuple(named),
            documents=(document,),
            chunks=tuple(chunks),
            namings=tuple(Naming(document.key, one.key, form) for one, form in named.items()),
            evidence=tuple(
                Evidence(claim(said), chunk.key, chunk.text, Origin.CURATED, "triples")
                for said, chunk in zip(facts, chunks, strict=True)
            ),
        ),
    )
    store.commit(whole)


def facts_store() -> MemoryStore:
    store = MemoryStore()
    write(store)
    return store


def statements(store: GraphStore) -> set[str]:
    """Every relation as text."""
    names = {one.key: one.name for one in store.hubs(top=1_000)}
    found = set()
    for key in names:
        for one in store.neighbourhood(key).relations:
            found.add(f"{names[one.head]} {one.relation} {names[one.tail]}")
    return found


def file_of(folder: Path, text: str) -> Path:
    path = folder / "my corrections.toml"
    path.write_text(text, "utf-8")
    return path
