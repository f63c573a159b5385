"""What is killed: one operation on a graph, in a process of its own and in small transactions.

`python -m tests.integration.worker URI SPOOL ingest FILE` (or `delete NAME`, `fuse NUMBER` of pairs
of genes, `undo -`); the password is in NEO4J_PASSWORD.
"""

import logging
import os
import sys
from pathlib import Path

from graph import fusion, neo4j_correcting, neo4j_deleting, neo4j_writing
from graph.model import Concept
from graph.neo4j_store import Neo4jStore
from graph.server import Endpoint
from graph.vocabulary import ConceptType
from hubscope.errors import HubscopeError
from hubscope.settings import Secret
from ingest import pipeline
from ingest.extraction import Extractor

# So small that a short text is written in many transactions, each of which can be the last.
ROWS = 60
PATIENCE_S = 3.0


def main(uri: str, spool: str, verb: str, what: str) -> int:
    """Run one operation; the exit code is that of the command line."""
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)  # as the command line does
    vars(neo4j_writing).update(TRANSACTION_ROWS=ROWS)
    vars(neo4j_deleting).update(BATCH_ROWS=ROWS, _DOCUMENTS_AT_ONCE=10)
    vars(neo4j_correcting).update(MOVED_ROWS=ROWS, KEYS_AT_ONCE=5)
    try:
        endpoint = Endpoint(uri, "neo4j", Secret(os.environ["NEO4J_PASSWORD"]), "neo4j")
        store = Neo4jStore.connect(endpoint, patience_s=PATIENCE_S)
        operate(store, Path(spool), verb, what, pipeline.load_extractor())
        store.close()
    except HubscopeError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


def operate(store: Neo4jStore, spool: Path, verb: str, what: str, extractor: Extractor) -> None:
    """Run one operation on a store: `ingest` a file, `delete` a source, `fuse` pairs, `undo`."""
    if verb == "delete":
        pipeline.remove(store, what, spool_folder=spool)
    elif verb == "fuse":
        fusion.apply(store, pairs_of_genes(int(what)))
    elif verb == "undo":
        fusion.undo(store)
    else:
        plan = pipeline.Plan((Path(what),), reader="triples")
        pipeline.ingest(store, plan, extractor, spool_folder=spool, batch_elements=10 * ROWS)


def pairs_of_genes(n: int) -> dict[str, str]:
    """The first so many pairs of the genes that the tests write, to be one each."""
    keys = [Concept(ConceptType("Gene"), f"gene {i}").key for i in range(2 * n)]
    return dict(zip(keys[1::2], keys[::2], strict=True))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
