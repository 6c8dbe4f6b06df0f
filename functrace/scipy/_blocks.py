"""Entries of Jacobians block by block: no array holds all tangents.

Where rows of the tangents are made of rows of what is given, as those of a residual that
gathers its neighbours are, a block of rows is computed in all directions, and its entries
are taken, before the next one: what is computed in between stays in caches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.recording import recording_all
from functrace.core.serialize import freeze
from functrace.engine.batching import evaluate_along
from functrace.engine.simplify import simplify
from functrace.primitives._dependence.colouring import Colouring
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.primitives.seeds import directions
from functrace.scipy._cuts import Cuts
from functrace.transforms.loops import scan

_BLOCK = 1 << 16  # bytes of a block's tangents: caches hold them
_SPREAD = 4  # times as many rows as a block has on average, at most
_LARGE = 1 << 20  # bytes of all tangents: of fewer, they may be in one array
_EMPTY = 1.5  # times as many tangents as there are entries, at least
_DEEP = 1 << 9  # operations


class _Blocks(NamedTuple):
    """Entries in blocks of the same number.

    Attributes
    ----------
    firsts : ndarray
        Of each block its first row.
    height : int
        How many rows a block has.
    places : ndarray
        A row for each block: of each entry, where it is among the block's tangents.
    """

    firsts: np.ndarray
    height: int
    places: np.ndarray


def entries_in_blocks(
    graph: Graph,
    operands: Sequence[Any],
    colouring: Colouring,
    avals: Sequence[Aval],
    places: np.ndarray,
) -> Any:
    """Entries of the tangents of a graph's only output, perhaps with others behind them.

    Parameters
    ----------
    graph : Graph
        Its last inputs are directions.
    operands : sequence
        Of its other inputs.
    colouring : Colouring
    avals : sequence of Aval
        Of the last inputs.
    places : ndarray
        Of each entry where it is among the tangents, counted from one.

    Returns
    -------
    Tracer or None
        None where that is not possible, or not good.
    """
    (out,) = graph.out_avals
    size = colouring.total * out.size
    if out.ndim != 1 or len(graph.nodes) > _DEEP or not np.all(places):
        return None
    if size * out.dtype.itemsize < _LARGE or size < _EMPTY * places.size:
        return None
    blocks = _blocks_of(places, out.shape[0], colouring.total * out.dtype.itemsize)
    if blocks is None:
        return None
    cuts = Cuts.of(_in_all_directions(graph, colouring, avals), [1])
    most = size * out.dtype.itemsize // 2
    if any(edge.aval.nbytes > most for edge in cuts.whole):
        return None
    inputs = cuts.graph.inputs
    values = Graph(inputs, cuts.whole).evaluate(operands)
    known = dict(zip(cuts.whole, values, strict=True))
    rows = np.arange(blocks.height)

    windows = cuts.windows(blocks.firsts, blocks.height)

    def in_one(_: Any, block: Any) -> Any:
        first, places, windows = block
        (part,) = cuts.part(known, windows, first + rows, {})
        return (), part.reshape(-1)[places]

    given = blocks.firsts, blocks.places, windows
    _, found = scan(in_one, (), given)
    return found.reshape(-1)


def _in_all_directions(
    graph: Graph, colouring: Colouring, avals: Sequence[Aval]
) -> Graph:
    """The graph in all directions, which are constants."""
    given = fresh("given", graph.in_avals[: -len(avals)])
    with recording_all():
        dots = directions(*colouring, avals)
        (out,) = evaluate_along(graph, handles(given), dots, colouring.total)
    return simplify(Graph(given, [edge_of(out)]))


def _blocks_of(places: np.ndarray, rows: int, nbytes: int) -> _Blocks | None:
    """Blocks of entries row by row; `nbytes` are those of a row of tangents."""
    size = max(_BLOCK // nbytes * places.size // rows, 1)
    size = next((n for n in range(size, size // 4, -1) if places.size % n == 0), size)
    begins = range(0, places.size, size)
    parts = [places[begin : begin + size] for begin in begins]
    firsts, ends = np.array([_ends(part, rows) for part in parts]).T
    height = int(np.max(ends - firsts)) + 1
    if len(parts) < 2 or height * nbytes > _SPREAD * _BLOCK or height > rows:
        return None
    firsts = np.minimum(firsts, rows - height).astype(np.int32)
    last = height * (int(places.max()) // rows + 1)  # as many directions, or one more
    found = np.zeros((len(parts), size), np.min_scalar_type(last))
    for line, part, first in zip(found, parts, firsts, strict=True):
        colours, numbers = np.divmod(part - 1, rows)
        line[: part.size] = colours * height + (numbers - first)
    return _Blocks(freeze(firsts), height, freeze(found))


def _ends(places: np.ndarray, rows: int) -> tuple[int, int]:
    """The first and the last row of some places."""
    numbers = (places - 1) % rows
    return int(numbers.min()), int(numbers.max())
