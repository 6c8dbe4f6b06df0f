"""Entries of sparse Jacobians from tangents and cotangents that hold many of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import optree
import scipy.sparse as sp

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.node import Edge
from functrace.core.serialize import freeze
from functrace.primitives._dependence.colouring import Colouring, none_of
from functrace.primitives._dependence.compression import (
    Compression,
    compression_of,
    is_mirrored,
    recovered,
)
from functrace.primitives._graphs import pullback_of, pushforward_of
from functrace.primitives.elimination import subtract_in_turn
from functrace.primitives.indexing import ARRAY, index_update
from functrace.scipy._blocks import entries_in_blocks
from functrace.scipy._rounds import along
from functrace.scipy._sparsity import Sparsity, TracedFunction
from functrace.scipy.sparse._entries import take
from functrace.scipy.sparse._structure import Structure
from functrace.transforms._compressed import in_words


class SparseResult:
    """A sparse array that a compiled function returns: unflattened, it is SciPy's."""

    __slots__ = ("data", "structure")

    def __init__(self, structure: Structure, data: Any) -> None:
        self.structure = structure
        self.data = data

    @classmethod
    def made(cls, pattern: Any, data: Any) -> SparseResult:
        """Of an array of SciPy's, which is not copied, and values."""
        return cls(Structure(pattern), data)


def _split(found: SparseResult) -> tuple[list[Any], Structure, None]:
    return [found.data], found.structure, None


def _join(structure: Any, leaves: Any) -> Any:
    (data,) = leaves
    return (
        structure.filled(data[: structure.data_shape[0]])
        if type(data) is np.ndarray
        else SparseResult(structure, data)
    )


optree.register_pytree_node(
    cast("Any", SparseResult), cast("Any", _split), _join, namespace=pytree.NAMESPACE
)

# -- entries ---------------------------------------------------------------------------


class Directly(NamedTuple):
    """The entries of a Jacobian as they are in its own tangents and cotangents.

    Attributes
    ----------
    traced : TracedFunction
    compression : Compression
    """

    traced: TracedFunction
    compression: Compression

    @property
    def places(self) -> np.ndarray:
        """Of each entry where it is in `parts`, counted from one."""
        return self.compression.places

    def in_words(self, pattern: Any) -> str:
        """What is computed."""
        return in_words(pattern, self.compression)

    def in_order(self) -> Any:
        """The entries, block by block; None where that cannot be, or is not good."""
        return _in_blocks(self.traced, self.compression)

    def parts(self) -> list[Any]:
        """The tangents in one row, and the cotangents, if there are both."""
        return _parts(self.traced, self.compression)


def blocks_of(
    traced: TracedFunction, pattern: Any, entries: Any, format: str
) -> list[list[tuple[Any, Any]]]:
    """For each leaf of the output, and of the arguments, a pattern and its entries.

    Behind these there may be others, that are no entries.
    """
    if not traced.outs:
        return []
    sides = [_slices(avals) for avals in (traced.outs, traced.arguments.avals)]
    alone = len(sides[0]) == len(sides[1]) == 1
    found = entries.in_order() if alone and format == "csr" else None
    parts = entries.parts() if found is None else []
    whole = pattern
    if found is None:
        whole = sp.csr_array((entries.places, *_indices(pattern)), pattern.shape)
    blocks: list[list[tuple[Any, Any]]] = []
    for side, out in zip(sides[0], traced.outs, strict=True):
        row: list[tuple[Any, Any]] = []
        for other in sides[1]:
            places = (whole if alone else whole[side, other]).asformat(format)
            if format != "coo":
                places.has_canonical_format  # noqa: B018 - noted for all that are made
            values = _entries(parts, places.data) if found is None else found
            row.append((places, values.astype(out.dtype)))
        blocks.append(row)
    return blocks


def _entries(parts: Sequence[Any], places: np.ndarray) -> Any:
    """Of the rows of values, as if they were one, those that are named."""
    first, *others = parts
    apart = np.flatnonzero(places > first.size).astype(places.dtype)
    if not apart.size:
        return take(first, places)
    (second,) = others
    rest = places[apart] - first.size
    places = places.copy()
    places[apart] = 1  # whatever is there
    values = take(second, rest).astype(first.dtype)
    return index_update(take(first, places), values, freeze(apart), index=(ARRAY,))


def _indices(pattern: Any) -> tuple[np.ndarray, np.ndarray]:
    return pattern.indices, pattern.indptr


def _slices(avals: Sequence[Aval]) -> list[slice]:
    stops = np.cumsum([aval.size for aval in avals])
    pairs = zip(stops, avals, strict=True)
    return [slice(stop - aval.size, stop) for stop, aval in pairs]


def _parts(traced: TracedFunction, compression: Compression) -> list[Any]:
    found: list[Any] = []
    if compression.tangents.total or not compression.cotangents.total:
        found.append(_tangents(traced, compression.tangents))
    if compression.cotangents.total:
        found.append(_cotangents(traced, compression.cotangents))
    parts = [each.reshape(-1) for each in found]
    if compression.turns:
        (tangents,) = parts
        parts = [subtract_in_turn(tangents, *map(freeze, compression.turns))]
    return parts


def _in_blocks(traced: TracedFunction, compression: Compression) -> Any:
    tangents, cotangents, places, turns = compression
    if cotangents.total or turns:
        return None
    push = pushforward_of(traced.graph, traced.places)
    if len(push.graph.outputs) != 1:
        return None
    ins = traced.arguments.avals
    return entries_in_blocks(push.graph, traced.operands, tangents, ins, places)


def _tangents(traced: TracedFunction, colouring: Colouring) -> Any:
    """Tangents of all outputs, in rows, a row for each colour of the arguments."""
    push = pushforward_of(traced.graph, traced.places)
    ins = traced.arguments.avals
    found = push.spread(along(push.graph, traced.operands, colouring, ins))
    return _joined(found[: len(traced.outs)], traced.outs, colouring.total)


def _cotangents(traced: TracedFunction, colouring: Colouring) -> Any:
    """Cotangents of all arguments, in rows, a row for each colour of the outputs."""
    outs = traced.graph.outputs[: len(traced.outs)]
    given = tuple(k for k, out in enumerate(outs) if type(out) is Edge)
    pull = pullback_of(traced.graph, traced.places, given)
    ends = np.cumsum([aval.size for aval in traced.outs])[:-1]
    parts = np.split(colouring.colours, ends)
    colours = np.concatenate([parts[k] for k in given])
    own = Colouring(colours, colouring.total)
    avals = [traced.outs[k] for k in given]
    found = pull.spread(along(pull.graph, traced.operands, own, avals))
    return _joined(
        found[len(traced.captured) :], traced.arguments.avals, colouring.total
    )


def _joined(found: Sequence[Any], avals: Sequence[Aval], count: int) -> Any:
    rows: list[Any] = []
    for each, aval in zip(found, avals, strict=True):
        given = np.zeros((), aval.dtype) if each is None else each
        whole = np.broadcast_to(given, (count, *aval.shape))
        rows.append(np.reshape(whole, (count, aval.size)))
    return rows[0] if len(rows) == 1 else np.concatenate(rows, axis=1)


# -- patterns and colours --------------------------------------------------------------


def pattern_of(
    where: str, traced: TracedFunction, given: Any, *, check: bool, symmetric: bool
) -> Any:
    """The pattern that a user gives, or the one that is found."""
    pattern = None if given is None else _as_pattern(where, traced, given)
    if pattern is None or check:
        found = traced.sparsity().pattern
        if pattern is not None and (missing := found > pattern).nnz:
            raise _missing(where, missing)
        pattern = found if pattern is None else pattern
    if symmetric and not is_mirrored(pattern):
        pattern = pattern + pattern.T.tocsr()
    return pattern


def check_held(where: str, outs: Sequence[Aval]) -> None:
    """Raise DtypeError if a sparse array cannot hold the entries."""
    half = next((aval for aval in outs if aval.dtype == np.float16), None)
    if half is not None:
        raise DtypeError(
            message(
                f"{where}: SciPy has no sparse arrays in half precision.",
                expected="float64 or float32",
                got=half,
            )
        )


def _as_pattern(where: str, traced: TracedFunction, given: Any) -> Any:
    """Where a user's array is not zero, or a sparse one has entries."""
    if isinstance(given, Sparsity):
        _check_holds(where, given)
        given = given.pattern
    if not sp.issparse(given) and np.asarray(given).dtype.kind not in "biuf":
        raise DtypeError(
            message(
                f"{where}: the pattern is no array of numbers.",
                expected="a sparse array, an array or a Sparsity",
                got=type(given).__name__,
            )
        )
    pattern = sp.csr_array(given if sp.issparse(given) else np.atleast_2d(given))
    pattern = pattern.copy()
    pattern.sum_duplicates()
    pattern.data = np.ones(pattern.nnz, bool)
    shape = tuple(
        sum(aval.size for aval in avals)
        for avals in (traced.outs, traced.arguments.avals)
    )
    if pattern.shape != shape:
        raise ShapeError(
            message(
                f"{where}: the pattern has another shape than the Jacobian.",
                expected=shape,
                got=pattern.shape,
            )
        )
    return pattern


def _check_holds(where: str, given: Sparsity) -> None:
    if given.is_local:
        raise ValueError(
            message(
                f"{where}: this pattern holds at one point only.",
                expected="that for all values: functrace.sparsity(fun)(x)",
                got="functrace.sparsity(fun, local=True)(x)",
            )
        )


def _missing(where: str, missing: Any) -> ValueError:
    row, column = (int(place[0]) for place in missing.tocoo().coords)
    return ValueError(
        message(
            f"{where}: the pattern lacks entries that may differ from zero.",
            got=f"{missing.nnz} such entries, the first in row {row}, column {column}",
            help="leave `sparsity` out, and it is found.",
        )
    )


def compressed(
    where: str, pattern: Any, colors: Any, *, symmetric: bool
) -> Compression:
    """How the entries are computed: by the user's colours of columns, or by the best."""
    if colors is None:
        return compression_of(pattern, symmetric=symmetric)
    colours = np.asarray(colors)
    if colours.shape != pattern.shape[1:] or colours.dtype.kind not in "iu":
        raise ShapeError(
            message(
                f"{where}: there is to be a colour, an integer, for each column.",
                expected=f"shape {pattern.shape[1:]}",
                got=f"shape {colours.shape} of {colours.dtype}",
            )
        )
    _, colours = np.unique(colours, return_inverse=True)
    made = Colouring(colours.astype(np.int32), int(colours.max(initial=-1)) + 1)
    found = recovered(pattern, made, none_of(pattern.shape[0]), symmetric=symmetric)
    if not found.is_whole:
        raise ValueError(
            message(
                f"{where}: two entries of a row are in columns of one colour.",
                got=f"{np.count_nonzero(found.places == 0)} entries that are not alone",
                help="leave `colors` out, or take those of functrace.sparsity(fun)(x).",
            )
        )
    return found
