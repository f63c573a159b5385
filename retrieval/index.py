"""The vector index: FAISS over the keys of chunks or of concepts' forms. It holds no truth.

Searches are exact, unless a large index is asked for near entries rather than the nearest
(small_world.py). Tiers compare a claim with their own candidates only: a product with the few
vectors concerned, not a search that filters. What does not fit the
graph or its own manifest (index_files.py) is rebuilt from the graph, never trusted.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, KeysView, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from graph.store import GraphStore
from hubscope.errors import HubscopeError, IntegrityError
from hubscope.keys import SEPARATOR, key_of
from hubscope.settings import Settings
from retrieval.embeddings import MAX_THREADS, Embedder, Vectors
from retrieval.index_files import (
    FORMAT,
    MANIFEST,
    METRIC,
    FileRecord,
    Manifest,
    broken,
    check_files,
    publish,
    read_manifest,
    write_manifest,
)
from retrieval.small_world import CROSS_OVER, Ids, SmallWorld

if TYPE_CHECKING:
    from hubscope.doctor import Check

# Decimals of a cosine: what lies below is noise of the order in which floats are added.
DECIMALS = 6

_BLOCK = 4096


@dataclass(frozen=True, slots=True)
class Entry:
    """What an index holds: a key, and the text whose vector stands for it."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A key with its cosine to what was asked, six decimals."""

    key: str
    score: float


@dataclass(frozen=True, slots=True)
class Synced:
    """What bringing an index in step with the graph changed."""

    added: int
    deleted: int
    rebuilt: str | None = None


def chunk_entries(store: GraphStore) -> Iterator[Entry]:
    """Every chunk of the graph."""
    return (Entry(chunk.key, chunk.text) for chunk in store.chunks())


def form_entries(store: GraphStore) -> Iterator[Entry]:
    """Every form that names a concept; `concept_and_form` takes its key apart."""
    return (Entry(f"{concept}{SEPARATOR}{form}", form) for form, concept in store.forms())


def concept_and_form(key: str) -> tuple[str, str]:
    """Concept key and written form of an entry of the names index."""
    concept, _, form = key.partition(SEPARATOR)
    return concept, form


class VectorIndex:
    """Keys with unit vectors, exact search by cosine, and a folder that keeps them.

    Args:
        folder: where it is saved; nothing is read or written before `load` and `save`.
        embedder: makes the vectors of entries that are added.
        entries: what a graph holds of the kind that is indexed.
        cross_over: from how many entries on a small world answers searches that need not be exact.
    """

    def __init__(
        self,
        folder: Path,
        embedder: Embedder,
        entries: Callable[[GraphStore], Iterator[Entry]],
        *,
        cross_over: int = CROSS_OVER,
    ) -> None:
        self.folder = folder
        self.embedder = embedder
        self._entries = entries
        self._cross_over = cross_over
        self.clear()

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def keys(self) -> KeysView[str]:
        """Every key, in the order of adding."""
        return self._ids.keys()

    # -- changing --------------------------------------------------------------------------------
    def clear(self) -> None:
        """Forget everything; the folder stays as it is."""
        faiss = _faiss()
        self._index = faiss.IndexIDMap2(faiss.IndexFlatIP(self.embedder.dimension))
        self._ids: dict[str, int] = {}
        self._keys: dict[int, str] = {}
        self._world: SmallWorld | None = None

    def add(self, entries: Iterable[Entry]) -> int:
        """Embed and add the entries whose keys are not there yet; return how many.

        Raises:
            IntegrityError: two keys give one id, or a vector is not of unit length.
        """
        before = len(self)
        remaining = iter(entries)
        while block := list(islice(remaining, _BLOCK)):
            fresh = {entry.key: entry.text for entry in block if entry.key not in self._ids}
            self._add_vectors(list(fresh), self.embedder.embed(list(fresh.values())))
        return len(self) - before

    def delete(self, keys: Iterable[str]) -> int:
        """Remove those of the keys that are there; return how many."""
        gone = [key for key in dict.fromkeys(keys) if key in self._ids]
        if gone:
            self._index.remove_ids(self._ids_of(gone))
        for key in gone:
            del self._keys[self._ids.pop(key)]
        if self._world and self._world.stale(len(self)):
            self._world = None
        return len(gone)

    def in_step(self, store: GraphStore) -> bool:
        """Whether the keys here are exactly those of the graph."""
        return {entry.key for entry in self._entries(store)} == self._ids.keys()

    def sync(self, store: GraphStore) -> Synced:
        """Add what the graph has and this has not, and delete what the graph lacks."""
        # The store is read to its end before a text is embedded: that may outlast a transaction.
        seen: set[str] = set()
        missing: list[Entry] = []
        for entry in self._entries(store):
            seen.add(entry.key)
            if entry.key not in self._ids:
                missing.append(entry)
        deleted = self.delete(self._ids.keys() - seen)
        return Synced(self.add(missing), deleted)

    # -- asking ----------------------------------------------------------------------------------
    def cosines(self, vectors: Vectors, keys: Sequence[str]) -> npt.NDArray[np.float64]:
        """Cosines of unit vectors to some entries only.

        Args:
            vectors: float32, (queries, dimension).
            keys: the entries to compare with, each of them in the index.

        Returns:
            float64, (queries, keys), six decimals.

        Raises:
            IntegrityError: a key is not in the index.
        """
        missing = next((key for key in keys if key not in self._ids), None)
        if missing is not None:
            message = f"{self.folder}: {missing} is not indexed. Run `hubscope index build`."
            raise IntegrityError(message, reason="index_out_of_step", where=missing)
        if not keys:
            return np.empty((len(vectors), 0))
        chosen = self._index.reconstruct_batch(self._ids_of(keys))
        return _rounded(vectors @ chosen.T)

    def nearest(self, vectors: Vectors, *, top: int, exact: bool = True) -> list[list[Hit]]:
        """The `top` entries nearest to each vector, best first, with exact cosines.

        Args:
            vectors: float32, (queries, dimension), unit length.
            top: how many entries.
            exact: False lets a large index miss a few of the nearest and answer at once.
        """
        n = min(top, len(self))
        if n == 0:
            return [[] for _ in vectors]
        if not exact and (world := self._small_world()):
            found = world.candidates(np.ascontiguousarray(vectors), n)
            return [self._best(row, ids, n) for row, ids in zip(vectors, found, strict=True)]
        scores, ids = self._index.search(np.ascontiguousarray(vectors), n)
        rows = zip(_rounded(scores).tolist(), ids.tolist(), strict=True)
        return [ranked(zip(map(self._keys.__getitem__, at), row, strict=True)) for row, at in rows]

    def _best(self, vector: Vectors, ids: Ids, top: int) -> list[Hit]:
        """The best of some candidates for one vector (float32, (dimension,))."""
        keys = [key for number in ids.tolist() if (key := self._keys.get(number)) is not None]
        scores = self.cosines(vector[None], keys)[0].tolist()
        return ranked(zip(keys, scores, strict=True))[:top]

    def _small_world(self) -> SmallWorld | None:
        """The small world of a large index, made on first need; None for a small one."""
        if self._world is None and len(self) >= self._cross_over:
            ids = self._ids_of(self._ids)
            vectors = self._index.reconstruct_batch(ids)
            self._world = SmallWorld.over(_faiss(), vectors, ids)
        return self._world

    # -- keeping ---------------------------------------------------------------------------------
    def save(self) -> Manifest:
        """Write the index; a reader finds the old one or the new one, whole."""
        self.folder.mkdir(parents=True, exist_ok=True)
        faiss, keys = _faiss(), list(self._ids)
        manifest = Manifest(
            format=FORMAT,
            faiss=faiss.__version__,
            model=self.embedder.name,
            fingerprint=self.embedder.fingerprint,
            dimension=self.embedder.dimension,
            metric=METRIC,
            n=len(self),
            vectors=publish(
                self.folder, "vectors.faiss", lambda to: faiss.write_index(self._index, str(to))
            ),
            keys=publish(self.folder, "keys.json", lambda to: to.write_text(json.dumps(keys))),
            world=self._publish_world(),
        )
        write_manifest(self.folder, manifest)
        return manifest

    def load(self) -> bool:
        """Read the folder; False if nothing was ever saved there.

        Raises:
            IntegrityError: it is damaged, of another format, or made with another model.
        """
        if not (self.folder / MANIFEST).exists():
            return False
        manifest = read_manifest(self.folder)
        if manifest.fingerprint != self.embedder.fingerprint:
            message = f"{self.folder} was made with another model, {manifest.model}."
            raise broken(message, reason="index_of_other_model")
        check_files(self.folder, manifest)
        keys = json.loads((self.folder / manifest.keys.name).read_text("utf-8"))
        index = _faiss().read_index(str(self.folder / manifest.vectors.name))
        if not manifest.n == len(keys) == index.ntotal or index.d != self.embedder.dimension:
            raise broken(f"{self.folder}: vectors, keys and manifest do not fit together.")
        self._index = index
        self._world = None
        if manifest.world is not None:
            world = _faiss().read_index(str(self.folder / manifest.world.name))
            self._world = SmallWorld(_faiss(), world)
        self._ids = dict(zip(keys, map(stable_id, keys), strict=True))
        self._keys = {number: key for key, number in self._ids.items()}
        return True

    def _publish_world(self) -> FileRecord | None:
        world = self._small_world()
        if world is None:
            return None
        faiss = _faiss()
        return publish(
            self.folder, "world.faiss", lambda to: faiss.write_index(world.index, str(to))
        )

    def _add_vectors(self, keys: list[str], vectors: Vectors) -> None:
        if not keys:
            return
        # Also catches what is not finite: a comparison with NaN is false.
        if not (np.abs(np.linalg.norm(vectors, axis=1) - 1.0) < 1e-3).all():
            raise IntegrityError(f"{self.embedder.name} gave a vector that is not of unit length.")
        numbers = [stable_id(key) for key in keys]
        fresh = dict(zip(numbers, keys, strict=True))
        if len(fresh) < len(keys) or not fresh.keys().isdisjoint(self._keys):
            message = f"{self.folder}: two keys have the same id."
            raise IntegrityError(message, reason="id_collision")
        ids = np.array(numbers, np.int64)
        self._index.add_with_ids(np.ascontiguousarray(vectors), ids)
        if self._world:
            self._world.add(vectors, ids)
        self._keys.update(fresh)
        self._ids.update(zip(keys, numbers, strict=True))

    def _ids_of(self, keys: Collection[str]) -> Ids:
        return np.fromiter((self._ids[key] for key in keys), np.int64, len(keys))


def chunk_index(settings: Settings, embedder: Embedder) -> VectorIndex:
    """The index over the graph's chunks, empty until loaded or synced."""
    return VectorIndex(settings.home / "index" / "chunks", embedder, chunk_entries)


def name_index(settings: Settings, embedder: Embedder) -> VectorIndex:
    """The index over the forms of the graph's concepts, empty until loaded or synced."""
    return VectorIndex(settings.home / "index" / "names", embedder, form_entries)


def bring_in_step(index: VectorIndex, store: GraphStore) -> Synced:
    """Load an index, or start again where it cannot be trusted; sync it with the graph; save it."""
    rebuilt = None
    try:
        found = index.load()
    except IntegrityError as error:
        index.clear()
        found, rebuilt = False, str(error)
    synced = index.sync(store)
    if not found or synced.added or synced.deleted:
        index.save()
    return Synced(synced.added, synced.deleted, rebuilt)


def stable_id(key: str) -> int:
    """Id of a key in every index, for ever: 63 bits of its hash.

    >>> stable_id("a") == stable_id("a") and 0 <= stable_id("a") < 2**63
    True
    """
    return int(key_of(key)[:16], 16) >> 1


def ranked(scored: Iterable[tuple[str, float]]) -> list[Hit]:
    """Hits by cosine descending, ties by key."""
    return sorted((Hit(key, score) for key, score in scored), key=lambda hit: (-hit.score, hit.key))


def probe(settings: Settings) -> "Check":
    """Doctor's line: the saved chunk index is whole."""
    from hubscope.doctor import Check

    name, fix = "evidence index", "hubscope index build"
    folder = settings.home / "index" / "chunks"
    if not (folder / MANIFEST).exists():
        return Check(name, ok=True, detail="not built yet", fix=fix)
    try:
        manifest = read_manifest(folder)
        check_files(folder, manifest)
    except HubscopeError as error:
        return Check(name, ok=False, detail=str(error), fix=fix)
    return Check(name, ok=True, detail=f"{manifest.n} chunks, {manifest.model}", fix="")


@cache
def _faiss() -> ModuleType:
    import faiss

    # As shipped, FAISS leaves BLAS out up to 128,000 distances: five times the CPU on a batch.
    faiss.cvar.distance_compute_blas_threshold = 16
    faiss.omp_set_num_threads(min(faiss.omp_get_max_threads(), MAX_THREADS))
    module: ModuleType = faiss
    return module


def _rounded(cosines: Vectors) -> npt.NDArray[np.float64]:
    return cosines.astype(np.float64).round(DECIMALS)
