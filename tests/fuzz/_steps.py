"""Kinds of lines: primitives and ufuncs."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.primitive import REGISTRY, Primitive
from tests.fuzz._inputs import fresh_input, laid_out
from tests.fuzz._notation import (
    held,
    joined,
    layout,
    matrices,
    operator,
    place,
    read,
    reduction,
    ruled,
)
from tests.fuzz._samples import BY_LABEL
from tests.fuzz._support import labelled, shape_of
from tests.fuzz._write import Rejected, Writer

_LABELS: dict[str, list[str]] = {}
for _label, _case in BY_LABEL.items():
    _LABELS.setdefault(_case.primitive.name, []).append(_label)
_LOOPS = frozenset("?bhilBHILfdFD")
_UFUNCS = [
    record
    for _, record in sorted(REGISTRY.items())
    if record.ufunc is not None
    and record.ufunc.signature is None
    and (record.domain or record.bits == 0)
    and record.module.startswith("functrace.")
]


def sample(w: Writer) -> None:
    """A primitive on operands like those of one of its samples."""
    name = w.choose(list(_LABELS))
    label = w.choose(_LABELS[name])
    single = w.root.flavour.startswith("single") or w.chance(0.1)
    if single and labelled(label).sample.float32:
        label += "f"
    chosen = labelled(label)
    operands = list(chosen.sample.args)
    texts = [_operand(w, x, force=False) for x in operands]
    if not any(text.startswith(("x", "near")) for text in texts):
        arrays = [i for i, x in enumerate(operands) if isinstance(x, np.ndarray)]
        if not arrays:
            raise Rejected
        texts[arrays[0]] = _operand(w, operands[arrays[0]], force=True)
    text = f"case({label!r}, {', '.join(texts)})"
    count = len(w.evaluate(text))
    w.assign(chosen.primitive.name, text, count)


def _operand(w: Writer, x: Any, *, force: bool) -> str:
    """Text of an operand like a sample's: moved by another value, an input, a constant."""
    if not isinstance(x, (np.ndarray, np.generic)):
        return w.constant(x)
    array = np.asarray(x)
    if array.dtype.kind in "fc" and w.names and w.chance(0.6 + force):
        step = w.choose([1e-4, 1e-3, 1e-2])
        return f"near({w.pick()}, {w.constant(array)}, {step})"
    if force or w.chance(0.6 if array.dtype.kind in "fc" else 0.25):
        laid = laid_out(w, array)
        return w.input(laid if np.array_equal(laid, array) else array)
    return w.constant(x)


def ufunc(w: Writer) -> None:
    """An elementwise operation on arrays of any shape and dtype."""
    record = w.choose(_UFUNCS)
    assert record.ufunc is not None
    loops = [t.split("->")[0] for t in record.ufunc.types]
    loops = [t for t in loops if set(t) <= _LOOPS]
    wanted = [np.dtype(w.dtype()).char for _ in range(3)]
    likely = [t for t in loops if set(t) & set(wanted)]
    if not loops:
        raise Rejected
    loop = w.choose(likely or loops)
    shape = shape_of(w.value(w.pick())) if w.chance(0.7) else w.shape()
    texts = [_element(w, record, i, c, shape) for i, c in enumerate(loop)]
    if all(not text.startswith(("x", "in", "wh", "to", "fit")) for text in texts):
        raise Rejected
    count = record.ufunc.nout
    name = record.ufunc.__name__
    known = getattr(np, name, None) is record.ufunc
    text = f"{'np.' + name if known else f'ufunc({record.name!r})'}({', '.join(texts)})"
    w.assign(record.name, text, count if count > 1 else None, exact=count > 1)


def _element(
    w: Writer, record: Primitive, place: int, char: str, shape: tuple[int, ...]
) -> str:
    """Text of an operand of a ufunc's loop, inside its domain."""
    dtype = np.dtype(char)
    low, high = record.domain[place] if record.domain else (-np.inf, np.inf)
    if place and w.chance(0.1):
        return repr(_number(w, dtype.kind, low, high))
    smaller = tuple(1 if w.chance(0.1) else n for n in shape)[int(w.chance(0.1)) :]
    name = w.pick() if w.names and w.chance(0.85) else fresh_input(w, shape=smaller)
    target = smaller if place else shape
    text = f"to(fit({name}, {target}), {dtype.name!r})"
    if dtype.kind in "fc":
        return f"inside({text}, {_real(low)}, {_real(high)})"
    if dtype.kind in "iu":
        low, high = (low, high) if np.isfinite([low, high]).all() else (1, 4)
        return f"whole({text}, {int(low)}, {int(high)})"
    return text


def _real(x: float) -> str:
    return repr(float(x)) if np.isfinite(x) else f"{'-' * (x < 0)}np.inf"


def _number(w: Writer, kind: str, low: float, high: float) -> Any:
    low, high = max(low, -2.0), min(high, max(low, -2.0) + 4.0)
    if kind in "iu":
        return int(np.ceil(max(low, 1)))
    if kind == "b":
        return w.chance(0.5)
    value = float(low + (high - low) * w.rng.uniform(0.3, 0.7))
    return value if kind == "f" else complex(value, 0.3)


SIMPLE = [
    (sample, 4.0),
    (ufunc, 4.0),
    (operator, 3.0),
    (reduction, 2.0),
    (layout, 1.7),
    (joined, 0.6),
    (read, 1.5),
    (place, 1.5),
    (matrices, 0.7),
    (ruled, 0.2),
    (held, 0.1),
]
