"""Discrete cosine and sine transforms.

The records are the orthogonal ones: types 1 and 4 are symmetric, and types 2 and 3 are each
other's transposes. The other normalizations differ by factors.
"""

from __future__ import annotations

from typing import Any

import scipy.fft

from functrace.core.aval import Aval
from functrace.core.primitive import Primitive
from functrace.core.strides import as_computed
from functrace.primitives._batching import along_axes
from functrace.primitives._make import linear

_TRANSPOSED = {1: 1, 2: 3, 3: 2, 4: 4}


def _orthogonal(name: str, transform: Any, doc: str) -> Primitive:
    """The record of an orthogonal transform along axes."""

    def impl(x: Any, *, type: int, axis: tuple[int, ...]) -> Any:
        return transform(x, type, axes=axis, norm="ortho")

    def transpose(g: Any, type: int, axis: tuple[int, ...]) -> Any:
        return record.unary(g, {"type": _TRANSPOSED[type], "axis": axis})

    record = linear(
        name,
        impl,
        lambda x, **_: Aval(x.shape, x.dtype),
        transpose=transpose,
        batch=along_axes,
        layout=as_computed(impl),
        doc=doc,
    )
    return record


dct = _orthogonal(
    "dct", scipy.fft.dctn, "Orthogonal discrete cosine transform of types 1 to 4."
)
dst = _orthogonal(
    "dst", scipy.fft.dstn, "Orthogonal discrete sine transform of types 1 to 4."
)
