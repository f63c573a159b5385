"""A navigable small world over a large index: candidates without comparing with every entry.

Hierarchical navigable small worlds (Malkov and Yashunin, IEEE TPAMI 2020; FAISS `HNSW,SQ8`) over
coded vectors give candidates, whose exact cosines the flat index ranks. Entries cannot be taken out
of such a graph: the flat index knows which are gone, and the graph is made anew when it is stale.
"""

from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from retrieval.embeddings import Vectors

# perf/search.py measures what these give. Near search is a little faster from 2,000 entries on; up
# to this many an exact one answers within a millisecond, and exact is better.
CROSS_OVER = 5_000
LINKS = 16
BUILD_DEPTH, SEARCH_DEPTH = 80, 96
CANDIDATES_PER_HIT = 4

Ids = npt.NDArray[np.int64]


class SmallWorld:
    """Ids and coded vectors of an index's entries, gone ones among them."""

    def __init__(self, faiss: ModuleType, index: Any) -> None:
        self.index = index
        self._ids = set(faiss.vector_to_array(index.id_map).tolist())
        faiss.downcast_index(index.index).hnsw.efSearch = SEARCH_DEPTH

    @classmethod
    def over(cls, faiss: ModuleType, vectors: Vectors, ids: Ids) -> "SmallWorld":
        """One that holds unit vectors: float32, (entries, dimension), with the id of each."""
        graph = faiss.IndexHNSWSQ(
            vectors.shape[1], faiss.ScalarQuantizer.QT_8bit, LINKS, faiss.METRIC_INNER_PRODUCT
        )
        graph.hnsw.efConstruction = BUILD_DEPTH
        graph.train(vectors)
        index = faiss.IndexIDMap(graph)
        index.add_with_ids(vectors, ids)
        graph.this.disown()
        index.own_fields = True
        return cls(faiss, index)

    def add(self, vectors: Vectors, ids: Ids) -> None:
        """Add entries; one that was there before, and went, comes back by itself."""
        fresh = np.array([one not in self._ids for one in ids.tolist()], bool)
        if fresh.any():
            self.index.add_with_ids(np.ascontiguousarray(vectors[fresh]), ids[fresh])
            self._ids.update(ids[fresh].tolist())

    def stale(self, entries: int) -> bool:
        """Whether more than a third of what it holds is gone from an index of so many entries."""
        return 3 * entries < 2 * len(self._ids)

    def candidates(self, vectors: Vectors, top: int) -> list[Ids]:
        """For each query the ids worth comparing, gone ones among them."""
        _, found = self.index.search(vectors, CANDIDATES_PER_HIT * top)
        return [row[row >= 0] for row in found]
