"""Operations that move elements, and sums over repeated ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval
from functrace.engine.rewrite import Make, fitted, maker, number
from functrace.primitives._rewrites.places import keeps_order, places_of


def broadcast_to(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """No repetition, repetition of what is repeated, of one number, of a masked value."""
    x = operands[0]
    value = number(x)
    if value is not None:
        return uniform(value, out)
    if operand_aval(x)[0] == out[0]:
        return x
    name = maker(x)
    if name == "broadcast_to":
        return make("broadcast_to", (x[0].inputs[0],), params, out)
    if name == "mask":
        condition, inside = x[0].inputs
        spread = make("broadcast_to", (inside,), params, out)
        return make("mask", (condition, spread), x[0].params, out)
    return None


def reshape(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """The same shape, another shape before, one number, a masked value."""
    x = operands[0]
    value = number(x)
    if value is not None:
        return uniform(value, out)
    if operand_aval(x)[0] == out[0]:
        return x
    name = maker(x)
    if name == "reshape" or (name == "getitem" and _is_reshaping(x[0])):
        return make("reshape", (x[0].inputs[0],), params, out)
    return _reshaped_mask(x[0], params, out, make) if name == "mask" else None


def _is_reshaping(node: Node) -> bool:
    """Whether what is read is everything, in another shape."""
    shape = operand_aval(node.inputs[0])[0]
    places = places_of(node.params["index"], shape)
    return places is not None and keeps_order(places, shape)


def _reshaped_mask(node: Node, params: Any, out: Aval, make: Make) -> Any:
    condition, x = node.inputs
    shape = operand_aval(condition)[0]
    if operand_aval(x)[0] != node.shape or shape not in ((), node.shape):
        return None
    if shape:
        condition = make("reshape", (condition,), params)
    inside = make("reshape", (x,), params, out)
    return make("mask", (condition, inside), node.params, out)


def transpose(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Axes in their order, axes transposed before, one number."""
    x, axes = operands[0], params["axes"]
    value = number(x)
    if value is not None:
        return uniform(value, out)
    if axes == tuple(range(len(axes))):
        return x
    if maker(x) == "transpose":
        before = x[0].params["axes"]
        axes = tuple([before[axis] for axis in axes])
        return make("transpose", (x[0].inputs[0],), {"axes": axes}, out)
    return None


def stack(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """One array."""
    if len(operands) > 1:
        return None
    x = operands[0]
    fit = fitted(x, Aval(operand_aval(x)[0], out[1]), make)
    return make("reshape", (fit,), {"shape": out[0]}, out)


def concatenate(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """One array that is not empty."""
    axis = params["axis"]
    full = [x for x in operands if operand_aval(x)[0][axis]]
    if len(full) == 1:
        return fitted(full[0], out, make)
    if full and len(full) < len(operands):
        return make("concatenate", full, params)
    return None


# -- sums ------------------------------------------------------------------------------


def reduce_sum(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Sums over axes of length 1, and of a repeated value."""
    x = operands[0]
    shape, _ = operand_aval(x)
    axes = params["axis"]
    if all(shape[axis] == 1 for axis in axes):
        fit = fitted(x, Aval(shape, out[1]), make)
        return make("reshape", (fit,), {"shape": out[0]}, out)
    if maker(x) == "broadcast_to":
        return _sum_repeated(x[0], axes, out, make)
    return None


def _sum_repeated(node: Node, axes: tuple[int, ...], out: Aval, make: Make) -> Any:
    """The sum of what was repeated, times how often it was."""
    x = node.inputs[0]
    assert node.shape is not None
    shape = operand_aval(x)[0]
    extra = len(node.shape) - len(shape)
    aligned = (1,) * extra + shape
    count = math.prod(node.shape[a] for a in axes if aligned[a] == 1)
    if count <= 1:
        return None
    x = fitted(x, Aval(shape, out[1]), make)
    summed = tuple([a - extra for a in axes if aligned[a] != 1])
    if summed:
        x = make("reduce_sum", (x,), {"axis": summed, "keepdims": True})
    kept = len(out[0]) == len(node.shape)
    lengths = [1 if a in axes else n for a, n in enumerate(aligned)]
    if shape:
        small = tuple(n for a, n in enumerate(lengths) if kept or a not in axes)
        x = make("reshape", (x,), {"shape": small})
    factor = np.dtype(out[1]).type(count)
    return fitted(make("multiply", (x, factor)), out, make)


# -- complex numbers -------------------------------------------------------------------


def conjugate(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Of real numbers, and of conjugates."""
    x = operands[0]
    if type(x) is Edge and np.dtype(operand_aval(x)[1]).kind != "c":
        return x
    return x[0].inputs[0] if maker(x) == "conjugate" else None


def real(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Of what was put together, of conjugates, of converted real numbers."""
    x = operands[0]
    name = maker(x)
    if name == "conjugate":
        return make("real", x[0].inputs, {}, out)
    return x[0].inputs[0] if name in ("from_parts", "convert") else None


def imag(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """Of what was put together, and of conjugates."""
    x = operands[0]
    name = maker(x)
    if name == "conjugate":
        return make("negative", (make("imag", x[0].inputs),), {}, out)
    return x[0].inputs[1] if name == "from_parts" else None
