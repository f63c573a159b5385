"""A small graph with two items, their documents and one relation, in the in-memory store."""

from graph.memory_store import MemoryStore
from graph.model import (
    Chunk,
    Claim,
    Concept,
    Contribution,
    Document,
    Evidence,
    Gold,
    Item,
    Naming,
    Source,
)
from graph.vocabulary import ChunkPart, ConceptType, Origin, RelationType

SOURCE = Source("papers", "table", "0" * 64)
METFORMIN = Concept(ConceptType("Drug"), "metformin")
GLUCOSE = Concept(ConceptType("MolecularEntity"), "glucose")
SUGAR = Document("d1", "Sugar trial")
LIVER = Document("d2", "Liver trial")
ITEM = Item("papers", "1", "Does metformin lower glucose?", '"yes"')
OTHER_ITEM = Item("papers", "2", "Is this one without documents?", '"no"')

CONTEXT = Chunk("d1", ChunkPart.CONTEXT, "Metformin lowers blood glucose in adults. It is cheap.")
ANSWER = Chunk("d1", ChunkPart.ANSWER, "Yes, glucose fell with metformin.")
QUESTION = Chunk("d1", ChunkPart.QUESTION, "Does metformin lower glucose?")
ELSEWHERE = Chunk("d2", ChunkPart.CONTEXT, "In the liver metformin inhibits glucose release.")
CHUNKS = (CONTEXT, ANSWER, QUESTION, ELSEWHERE)


def small_graph() -> MemoryStore:
    """Item 1 has document d1; document d2 evidences that metformin inhibits glucose."""
    store = MemoryStore()
    claim = Claim(METFORMIN.key, RelationType("inhibits"), GLUCOSE.key)
    part = Contribution(
        concepts=(METFORMIN, GLUCOSE),
        documents=(SUGAR, LIVER),
        chunks=CHUNKS,
        namings=(
            Naming("d1", METFORMIN.key, "Metformin"),
            Naming("d2", METFORMIN.key, "metformin"),
            Naming("d2", GLUCOSE.key, "glucose"),
        ),
        items=(ITEM, OTHER_ITEM),
        golds=(Gold(ITEM.key, "d1"),),
        evidence=(Evidence(claim, ELSEWHERE.key, ELSEWHERE.text, Origin.INTRINSIC, "rules"),),
    )
    store.begin(SOURCE)
    store.write(SOURCE, part)
    store.commit(SOURCE)
    return store
