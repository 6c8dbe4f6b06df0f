"""Samples of elementwise records, made from their domains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from functrace.core.primitive import Primitive
from tests.samples._base import REAL_ONLY, Sample

# Of the operands; None: a Python number. Alone or all together, () is a NumPy scalar.
_SHAPES = {
    1: [((2, 3),), ((),)],
    2: [
        ((2, 3), (3,)),
        ((3, 1), (1, 2)),
        ((), (2,)),
        ((), ()),
        ((3,), None),
        (None, (3,)),
    ],
    3: [((2, 3), (3,), ()), ((3,), None, (2, 1)), ((), (2,), ()), ((), (), ())],
    4: [((2, 3), (3,), (), (2, 1)), ((3,), None, (2, 1), None), ((), (), (), ())],
}
_COMPLEX_SHAPES = {
    1: [((2, 3),), ((),)],
    2: [((2, 3), (3,)), ((), ()), ((3,), None)],
    3: [((2, 3), (3,), ())],
    4: [((2, 3), (3,), (), (2, 1))],
}


def automatic_samples(record: Primitive, rng: np.random.Generator) -> Iterator[Sample]:
    """Operands of several shapes, real and complex."""
    if record.domain:
        kinds = _kinds(record, len(record.domain))
        intervals = record.domain
    elif record.ufunc is not None and record.ufunc.signature is None:
        kinds = _kinds(record, record.ufunc.nin)
        intervals = ((-np.inf, np.inf),) * len(kinds)
    else:
        return
    for shapes in _SHAPES[len(kinds)]:
        yield Sample(_operands(rng, kinds, intervals, shapes))
    if _takes_complex(record) and record.name not in REAL_ONLY:
        for shapes in _COMPLEX_SHAPES[len(kinds)]:
            yield Sample(_operands(rng, "D" * len(kinds), intervals, shapes))


def _kinds(record: Primitive, count: int) -> str:
    """Type characters of the operands: floats, or what the ufunc takes instead."""
    signatures = [t.split("->")[0] for t in record.ufunc.types] if record.ufunc else []
    usual = ["d" * count, *(s for s in signatures if s[0] == "d")]
    usual += (s for s in signatures if s[-1] == "d")  # integers before floats
    whole = [i for i, (low, high) in enumerate(record.domain) if low == high]
    usual.sort(key=lambda s: -sum(s[i] == "l" for i in whole))
    for signature in (*usual, *(s for s in signatures if s in ("??", "?", "ll", "l"))):
        if not signatures or signature in signatures:
            return signature
    return next((s for s in signatures if "l" in s), "d" * count)


def _takes_complex(record: Primitive) -> bool:
    if record.ufunc is None:
        return False
    return any(t.startswith("D" * record.ufunc.nin) for t in record.ufunc.types)


def _operands(
    rng: np.random.Generator, kinds: str, intervals: Any, shapes: tuple[Any, ...]
) -> tuple[Any, ...]:
    operands = tuple(
        _operand(rng, kind, interval, shape)
        for kind, interval, shape in zip(kinds, intervals, shapes, strict=True)
    )
    return operands if any(shapes) else tuple(operand[()] for operand in operands)


def _operand(
    rng: np.random.Generator, kind: str, interval: tuple[float, float], shape: Any
) -> Any:
    size = shape or ()
    if kind == "?":
        values: Any = rng.integers(0, 2, size) == 1
    elif kind not in "dD":
        low, high = interval if np.isfinite(interval).all() else (1, 4)
        values = np.asarray(rng.integers(low, high + 1, size))
    else:
        values = _points(rng, *interval, size)
        if kind == "D":
            values = values + 1j * rng.uniform(0.1, 0.4, size) * rng.choice(
                [-1, 1], size
            )
    return np.asarray(values).item() if shape is None else np.asarray(values)


def _points(rng: np.random.Generator, low: float, high: float, size: Any) -> Any:
    """Points of an interval, away from its ends and from zero, where kinks are."""
    if np.isfinite(low) and np.isfinite(high):
        return low + (high - low) * rng.uniform(0.1, 0.9, size)
    if np.isfinite(low):
        return low + rng.uniform(0.3, 2.0, size)
    if np.isfinite(high):
        return high - rng.uniform(0.3, 2.0, size)
    return rng.uniform(0.3, 2.0, size) * rng.choice([-1, 1], size)
