"""Sums of products: matmul, einsum and the cross product."""

from __future__ import annotations

import functools
import math
import string
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from functrace.compiler.forms import Elementwise, Expanded, Step, form_of
from functrace.core.aval import Aval, result_dtype
from functrace.core.errors import ShapeError, message
from functrace.core.node import Edge
from functrace.core.strides import as_computed
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.engine.cotangent import unbroadcast
from functrace.primitives._batching import broadcasting
from functrace.primitives._lazy_modules import contraction_rules, linear_matmul
from functrace.primitives._make import bilinear, broadcast_shape
from functrace.primitives._stacks import LAPACK
from functrace.primitives.layout import transpose

Axes: TypeAlias = "tuple[int, ...]"

_FEW = 4  # of sums, or terms, that loops over the other two axes treat at once
_MANY = 16  # iterations of these loops
_SMALL = 1 << 12  # multiplications of axes in any order that are better done in loops
_SMALL_APPLIED = 1 << 10  # likewise, of a matrix and a vector

# -- matmul ----------------------------------------------------------------------------


def matrix_transpose(x: Any) -> Any:
    """The last two axes exchanged."""
    return x.T if x.ndim == 2 else x.swapaxes(-1, -2)


def _matmul_aval(x: Aval, y: Aval) -> Aval:
    rows, columns = x.shape[-2:-1], y.shape[-1:] if y.ndim > 1 else ()
    if not (x.ndim and y.ndim) or x.shape[-1] != y.shape[-min(2, y.ndim)]:
        raise ShapeError(
            message(
                "functrace: matmul of operands whose shapes do not fit.",
                expected="(*batch, m, k) and (*batch, k, n), or (k,)",
                got=f"{x} and {y}",
            )
        )
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    return Aval(stack + rows + columns, result_dtype(x, y))


def _matmul_in_loops(x: Any, y: Any) -> Any:
    """Products that are sums in the loops of others; None: by a step of their own."""
    find = _few_terms if x.ndim == y.ndim == 2 else _few_terms_of_many
    found = find(x, y)
    if found is not None:
        return found
    return _in_loops(x, y, *linear_matmul.matmul_labels(x.ndim, y.ndim))


def _in_loops(x: Any, y: Any, left: str, right: str, out: str) -> Any:
    """A contraction as a sum of products, unless a step of its own does it better."""
    lengths = dict(zip(left, x.shape, strict=True))
    for c, n in zip(right, y.shape, strict=True):
        lengths[c] = max(lengths.get(c, 1), n)
    real = [c for c, n in lengths.items() if n != 1]
    rows = [c for c in real if c not in right]
    columns = [c for c in real if c not in left]
    summed = [c for c in real if c not in out]
    stack = math.prod(lengths[c] for c in real if c in left and c in right and c in out)
    count = math.prod(lengths.values())
    if count and summed and (rows or columns):
        is_blas = np.result_type(x.dtype, y.dtype).char in LAPACK
        if rows and columns and len(summed) == 1:
            return None
        if max(map(len, (rows, columns, summed))) > 1:
            few = count <= _SMALL
        else:
            few = count <= _SMALL_APPLIED * stack
        if is_blas and not few:
            return None
    order = out + "".join(c for c in left if c not in out)
    products = _product_kernel(left, right, order)(x, y)
    axes = tuple(range(len(out), len(order)))
    if not axes:
        return products
    if products.dtype.kind == "b":
        return np.any(products, axis=axes)
    return np.sum(products, axis=axes, dtype=products.dtype)


def _few_terms(x: Any, y: Any) -> Any:
    """Few terms, or a few sums of what loops compute, as sums: these store nothing."""
    if x.dtype.kind not in "fc" or y.dtype.kind not in "fc":
        return None
    (m, k), n = x.shape, y.shape[1]
    least, middle, _ = sorted((m, k, n))
    if not 0 < least <= _FEW < _MANY <= middle:
        return None
    turned = False
    if k != least:
        made = maker_of(x if n == least else y)
        if made is not None and made.primitive is transpose:
            turned, made = True, maker_of(made.inputs[0])
        if made is None or not isinstance(form_of(made.primitive), Elementwise):
            return None
    if not turned:
        return np.sum(x[:, :, None] * y, axis=1)
    if n == least:
        return np.sum(x.T[:, :, None] * y[:, None], axis=0)
    return np.sum(x[:, None] * y.T, axis=2)


def _few_terms_of_many(x: Any, y: Any) -> Any:
    """The same of stacks of products with a second short axis: as fast, if they are stored.

    Points that are turned, in many ways, are such.
    """
    if x.dtype.kind not in "fc" or y.dtype.kind not in "fc" or min(x.ndim, y.ndim) < 2:
        return None
    (m, k), n = x.shape[-2:], y.shape[-1]
    _, middle, most = sorted((m, k, n))
    if not (0 < k <= middle <= _FEW < _MANY <= most):
        return None
    return np.sum(x[..., None] * y[..., None, :, :], axis=-2)


def maker_of(x: Any) -> Any:
    """The node that computes what is traced; None if none does."""
    edge = x.edge if type(x) is Tracer else x
    return edge.node if type(edge) is Edge and edge.node.primitive else None


def _dense(g: Any) -> Any:
    """A cotangent repeated by strides, as sums give it, in full: BLAS takes no others."""
    return np.array(g) if type(g) is np.ndarray and 0 in g.strides else g


def _matmul_x_bar(g: Any, y: Any, x_aval: Aval) -> Any:
    if y.ndim == 1:
        return g[..., None] * y if g.ndim else g * y
    g = _dense(g)
    if x_aval.ndim > 1:
        return unbroadcast(g @ matrix_transpose(y), x_aval.shape)
    return (
        y @ g if y.ndim == 2 else unbroadcast((y @ g[..., None])[..., 0], x_aval.shape)
    )


def _matmul_y_bar(g: Any, x: Any, y_aval: Aval) -> Any:
    if x.ndim == 1:
        return x * g if y_aval.ndim == 1 else x[:, None] * g[..., None, :]
    g = _dense(g)
    if x.ndim == 2 and y_aval.ndim <= 2:
        return x.T @ g if y_aval.ndim == 2 else g @ x
    if y_aval.ndim <= 2:  # one product over the whole stack, which is summed over
        rows = math.prod(x.shape[:-1])
        x = x.reshape(rows, x.shape[-1])
        return x.T @ g.reshape(rows, *y_aval.shape[1:])
    return unbroadcast(matrix_transpose(x) @ g, y_aval.shape)


def _batch_matmul(at: Mapped, x: Any, y: Any) -> Any:
    m, n = (aval.ndim for aval in at.avals)
    if at.mapped == (True, True):
        return _products_in_pairs(at, x, y, m, n)
    if at.mapped[0]:
        return _products_with_one(at, x, y, m, n)
    if n == 1:  # one product of matrices
        return y @ x.T if m <= 2 else np.moveaxis(x @ y.T, -1, 0)
    return x @ y if m == 1 else broadcasting(at, x, y)


def _products_in_pairs(at: Mapped, x: Any, y: Any, m: int, n: int) -> Any:
    if m == n == 1:
        return np.einsum("ij,ij->i", x, y)
    if m == 1:
        return np.squeeze(np.expand_dims(x, tuple(range(1, n))) @ y, -2)
    if n == 1:
        return np.squeeze(x @ np.expand_dims(y, (*range(1, m - 1), -1)), -1)
    return broadcasting(at, x, y)


def _products_with_one(at: Mapped, x: Any, y: Any, m: int, n: int) -> Any:
    """Of many `x` and one `y`: one product of matrices if it is one."""
    if n <= 2:
        rows = math.prod(x.shape[:-1])
        out = x.reshape(rows, x.shape[-1]) @ y
        return out.reshape(*x.shape[:-1], *y.shape[1:])
    return np.moveaxis(x @ y, -2, 0) if m == 1 else broadcasting(at, x, y)


matmul = bilinear(
    "matmul",
    np.matmul,
    _matmul_aval,
    transposes=(_matmul_x_bar, _matmul_y_bar),
    ufunc=np.matmul,
    batch=_batch_matmul,
    lower=lambda: Step(linear_matmul.emit_matmul, _matmul_in_loops, is_total=True),
    simplify=lambda p: contraction_rules.matmul,
    doc="Matrix product, of vectors and of stacks of matrices too.",
    reference="Giles, NA-08-01 (2008), section 2.2.2.",
)

# -- einsum ----------------------------------------------------------------------------


def split_subscripts(subscripts: str) -> tuple[str, str, str]:
    """Labels of the operands and of the output."""
    operands, out = subscripts.split("->")
    left, right = operands.split(",")
    return left, right, out


@functools.lru_cache(maxsize=1024)
def _kernel(subscripts: str) -> Callable[[Any, Any], Any]:
    """The fastest way to contract: a product, einsum's own loop, or matmul (BLAS)."""
    left, right, out = split_subscripts(subscripts)
    stack = [c for c in left if c in right and c in out]
    rows = [c for c in left if c not in right]
    columns = [c for c in right if c not in left]
    summed = [c for c in left if c not in out]
    if not summed:
        return _product_kernel(left, right, out)
    if stack and not rows and not columns:
        return lambda x, y: np.einsum(subscripts, x, y)
    x_axes = _positions(left, stack + rows + summed)
    y_axes = _positions(right, stack + summed + columns)
    out_axes = _positions(stack + rows + columns, out)
    if not stack and max(map(len, (rows, summed, columns))) == 1:
        return _matrix_kernel(x_axes, y_axes, out_axes)
    n, m = len(stack), len(stack) + len(rows)

    def contract(x: Any, y: Any) -> Any:
        x, y = x.transpose(x_axes), y.transpose(y_axes)
        front, back = x.shape[:m], y.shape[n + len(summed) :]
        k = math.prod(x.shape[m:])
        x_shape = (*front[:n], math.prod(front[n:]), k) if front else (k,)
        y_shape = (*front[:n], k, math.prod(back)) if stack or back else (k,)
        product = np.matmul(x.reshape(x_shape), y.reshape(y_shape))
        return product.reshape(front + back).transpose(out_axes) if out else product

    return contract


def _matrix_kernel(x_axes: Axes, y_axes: Axes, out_axes: Axes) -> Any:
    """At most one label is summed over, in front, at the back: a plain matmul."""
    turn_x, turn_y, turn_out = x_axes == (1, 0), y_axes == (1, 0), out_axes == (1, 0)

    def contract(x: Any, y: Any) -> Any:
        product = np.matmul(x.T if turn_x else x, y.T if turn_y else y)
        return product.T if turn_out else product

    return contract


def _product_kernel(left: str, right: str, out: str) -> Callable[[Any, Any], Any]:
    """Nothing is summed over: a product of operands brought into the output's order."""
    x_axes = _positions(left, [c for c in out if c in left])
    y_axes = _positions(right, [c for c in out if c in right])
    x_index = tuple(slice(None) if c in left else None for c in out)
    y_index = tuple(slice(None) if c in right else None for c in out)

    def multiply(x: Any, y: Any) -> Any:
        return x.transpose(x_axes)[x_index] * y.transpose(y_axes)[y_index]

    return multiply


def _positions(labels: Any, chosen: Any) -> Axes:
    return tuple(labels.index(c) for c in chosen)


def _einsum_aval(x: Aval, y: Aval, subscripts: str) -> Aval:
    left, right, out = split_subscripts(subscripts)
    sizes = dict(zip(left + right, x.shape + y.shape, strict=True))
    return Aval((sizes[c] for c in out), result_dtype(x, y))


@functools.lru_cache(maxsize=1024)
def _transposed(subscripts: str, operand: int) -> str:
    left, right, out = split_subscripts(subscripts)
    return f"{left},{out}->{right}" if operand else f"{out},{right}->{left}"


def _einsum_x_bar(g: Any, y: Any, subscripts: str) -> Any:
    return einsum(g, y, subscripts=_transposed(subscripts, 0))


def _einsum_y_bar(g: Any, x: Any, subscripts: str) -> Any:
    return einsum(x, g, subscripts=_transposed(subscripts, 1))


def _batch_einsum(at: Mapped, x: Any, y: Any, *, subscripts: str) -> Any:
    label = next(c for c in string.ascii_letters if c not in subscripts)
    left, right = (label * m for m in at.mapped)
    first, second, out = split_subscripts(subscripts)
    batched = f"{left}{first},{right}{second}->{label}{out}"
    return einsum(x, y, subscripts=batched)


def _einsum(x: Any, y: Any, *, subscripts: str) -> Any:
    return _kernel(subscripts)(x, y)


def _einsum_in_loops(x: Any, y: Any, subscripts: str) -> Any:
    return _in_loops(x, y, *split_subscripts(subscripts))


einsum = bilinear(
    "einsum",
    _einsum,
    _einsum_aval,
    transposes=(_einsum_x_bar, _einsum_y_bar),
    batch=_batch_einsum,
    layout=as_computed(_einsum),
    lower=lambda: Step(linear_matmul.emit_einsum, _einsum_in_loops, is_total=True),
    simplify=lambda p: contraction_rules.einsum,
    doc="Contraction of two arrays. Each label stands at most once in each of the "
    "three places and in two of them at least: the transposes are of the same form.",
)

# -- cross -----------------------------------------------------------------------------

_NEXT = np.array([1, 2, 0])


def _cross(x: Any, y: Any) -> Any:
    """Component i of the difference is component i - 1 of the cross product."""
    difference = x * y.take(_NEXT, -1) - x.take(_NEXT, -1) * y
    return difference.take(_NEXT, -1)


def _cross_formula(x: Any, y: Any) -> Any:
    (x0, x1, x2), (y0, y1, y2) = ([v[..., i] for i in range(3)] for v in (x, y))
    return np.stack([x1 * y2 - x2 * y1, x2 * y0 - x0 * y2, x0 * y1 - x1 * y0], -1)


# The triple product g . (x × y) = x . (y × g) = y . (g × x) gives the transposes.
def _cross_x_bar(g: Any, y: Any) -> Any:
    return cross(y, g)


def _cross_y_bar(g: Any, x: Any) -> Any:
    return cross(g, x)


cross = bilinear(
    "cross",
    _cross,
    lambda x, y: Aval(broadcast_shape(x, y), result_dtype(x, y)),
    transposes=(_cross_x_bar, _cross_y_bar),
    broadcasts=True,
    batch=broadcasting,
    lower=Expanded(_cross_formula, is_total=True),
    doc="Cross product of vectors with three components, along the last axis.",
)
