"""What derivatives start from, which stays unevaluated where a graph is to be compiled.

A basis of unit vectors, or a direction, goes through linear operations, and these repeat it:
evaluated at once, the constants that come of it would be as large as all tangents together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise, Positions
from functrace.core.aval import Aval
from functrace.core.serialize import freeze
from functrace.core.strides import of_itself
from functrace.core.symbolic import Symbolic
from functrace.engine.folding import is_little
from functrace.engine.rewrite import Make, identity
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import _lowering
from functrace.primitives._make import linear, primitive


def _eye(*, size: int, dtype: Any) -> np.ndarray:
    return np.eye(size, dtype=dtype)


def _eye_aval(size: int, dtype: Any) -> Aval:
    return Aval((size, size), dtype)


def _little(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """The array itself, if it is a small one."""
    return freeze(_eye(**params)) if is_little(out) else None


eye = primitive(
    "eye",
    _eye,
    _eye_aval,
    vjp=None,
    jvp=None,
    kind=Symbolic,
    lower=Positions((-1, 1), lambda b, place, steps, size, dtype: steps == -place),
    simplify=lambda p: _little,
    doc="The identity matrix, whose rows are the unit vectors.",
)

seed = linear(
    "seed",
    lambda x: x,
    lambda x: x,
    transpose=lambda g: g,
    kind=Symbolic,
    batch=unary,
    layout=of_itself,
    lower=lambda: Elementwise(_lowering.identity),
    simplify=lambda p: identity,
    doc="The same value: the direction in which a function is differentiated.",
)


def directions(
    colours: np.ndarray, total: int, avals: Sequence[Aval], numbers: Any = None
) -> list[Any]:
    """For arrays whose elements have these colours, one after another: a row for each colour.

    It is one at elements of that colour, and zero elsewhere. With `numbers`, rows are for
    the colours of these numbers.
    """
    found, begin = [], 0
    small = np.min_scalar_type(-max(total, 1))  # has the colours, and that of none: -1
    colours = freeze(colours.astype(small))
    numbers = np.arange(total) if numbers is None else numbers
    for aval in avals:
        own = colours[begin : begin + aval.size].reshape(aval.shape)
        found.append(_onehot(own, numbers.astype(small), np.dtype(aval.dtype)))
        begin += aval.size
    return found


def _onehot(colours: np.ndarray, numbers: Any, dtype: np.dtype[Any]) -> Any:
    """Where a graph is to be compiled, loops compare colours: that takes no memory."""
    numbers = numbers.reshape(-1, *[1] * colours.ndim)
    return (seed(colours) == numbers).astype(dtype)


def started(given: Sequence[Any]) -> list[Any]:
    """Cotangents or tangents as seeds; a number is repeated without memory as it is."""
    return [x if x is None or np.size(x) == 1 else seed(x) for x in given]
