"""What is killed: one operation on a graph, in a process of its own and in small transactions.

`python -m tests.integration.worker URI SPOOL ingest FILE` (or `delete NAME`); the password is in
NEO4J_PASSWORD.
"""

import logging
import os
import sys
from pathlib import Path

from graph import neo4j_deleting, neo4j_writing
from graph.neo4j_store import Neo4jStore
from graph.server import Endpoint
from hubscope.errors import HubscopeError
from hubscope.settings import Secret
from ingest import pipeline

# So small that a short text is written in many transactions, each of which can be the last.
ROWS = 60
PATIENCE_S = 3.0


def main(uri: str, spool: str, verb: str, what: str) -> int:
    """Run one operation; the exit code is that of the command line."""
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)  # as the command line does
    vars(neo4j_writing).update(TRANSACTION_ROWS=ROWS)
    vars(neo4j_deleting).update(BATCH_ROWS=ROWS, _DOCUMENTS_AT_ONCE=10)
    try:
        endpoint = Endpoint(uri, "neo4j", Secret(os.environ["NEO4J_PASSWORD"]), "neo4j")
        store = Neo4jStore.connect(endpoint, patience_s=PATIENCE_S)
        if verb == "delete":
            pipeline.remove(store, what, spool_folder=Path(spool))
        else:
            plan = pipeline.Plan((Path(what),), reader="triples")
            extractor = pipeline.load_extractor()
            pipeline.ingest(
                store, plan, extractor, spool_folder=Path(spool), batch_elements=10 * ROWS
            )
        store.close()
    except HubscopeError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
