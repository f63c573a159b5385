"""Pairs of near vectors, exactly and without comparing all of every pair.

Vectors are turned so that their first axes hold most of what tells names apart. With those alone,
and the lengths of what is left out, the cosine of a pair has an upper bound (Cauchy and Schwarz);
only pairs whose bound is above the threshold are looked at in full. No pair is lost.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from hubscope.errors import InputError

Vectors = npt.NDArray[np.float32]

# Of 384 axes these hold enough of a name that the bound rules nearly every pair out.
_AXES = 64
_BLOCK_ROWS = 2_048
# What rounding in single precision may take off a bound.
_ROUNDING = 1e-4


def near_pairs(vectors: Vectors, threshold: float) -> Iterator[tuple[int, int, float]]:
    """Pairs of rows whose cosine is above a threshold, each once.

    Args:
        vectors: float32, (names, dimension), unit length.
        threshold: cosine that a pair has to exceed, above 0.

    Yields:
        (row, later row, cosine), by row.

    Raises:
        InputError: a vector is not of unit length (`bad_vector`).
    """
    check_unit(vectors)
    if len(vectors) < 2:
        return
    bounding = _bounding(vectors)
    for first in range(0, len(vectors), _BLOCK_ROWS):
        block = bounding[first : first + _BLOCK_ROWS]
        for other in range(first, len(vectors), _BLOCK_ROWS):
            bounds = block @ bounding[other : other + _BLOCK_ROWS].T
            rows, columns = np.nonzero(bounds > threshold - _ROUNDING)
            rows, columns = rows + first, columns + other
            later = columns > rows
            yield from _confirmed(vectors, rows[later], columns[later], threshold)


def check_unit(vectors: Vectors) -> None:
    """Refuse vectors whose cosine is no inner product.

    Raises:
        InputError: one is not of unit length, or not a number (`bad_vector`).
    """
    lengths = np.linalg.norm(vectors, axis=1)
    # `not` on purpose: a comparison with NaN is false.
    bad = np.flatnonzero(~(np.abs(lengths - 1.0) < 1e-3))
    if len(bad):
        raise InputError(
            f"vector {bad[0]} is not of unit length: embed the names again.",
            reason="bad_vector",
            where=str(bad[0]),
        )


def _bounding(vectors: Vectors) -> Vectors:
    """Rows whose inner products bound the cosines: the first axes, and the length of the rest.

    Returns:
        float32, (names, axes + 1).
    """
    _, axes = np.linalg.eigh((vectors.T @ vectors).astype(np.float64))
    kept = vectors @ axes[:, ::-1][:, :_AXES].astype(np.float32)
    rest = np.sqrt(np.maximum(0.0, 1.0 - np.einsum("ij,ij->i", kept, kept)))
    return np.ascontiguousarray(np.column_stack([kept, rest]), dtype=np.float32)


def _confirmed(
    vectors: Vectors,
    rows: npt.NDArray[np.intp],
    columns: npt.NDArray[np.intp],
    threshold: float,
) -> Iterator[tuple[int, int, float]]:
    for at in range(0, len(rows), _BLOCK_ROWS):
        one, other = rows[at : at + _BLOCK_ROWS], columns[at : at + _BLOCK_ROWS]
        cosines = np.einsum("ij,ij->i", vectors[one].astype(np.float64), vectors[other])
        for pair in np.flatnonzero(cosines > threshold):
            yield int(one[pair]), int(other[pair]), float(cosines[pair])
