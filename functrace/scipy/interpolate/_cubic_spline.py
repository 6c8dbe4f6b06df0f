"""Cubic splines with two continuous derivatives."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.primitives.banded import solve_banded
from functrace.primitives.checks import require
from functrace.scipy.interpolate._arguments import column
from functrace.scipy.interpolate._cubic import CubicHermiteSpline, prepare


class CubicSpline(CubicHermiteSpline):
    """Interpolating cubic spline; see `scipy.interpolate.CubicSpline`.

    Parameters
    ----------
    x : array_like, shape (n,)
        Increasing places.
    y : array_like
        Values, with n of them along `axis`.
    axis : int
        Along which the values are.
    bc_type : str or pair
        "not-a-knot", "periodic", "clamped", "natural", or a pair of the first, the last
        two and (order, value) of a derivative at the end.
    extrapolate : bool or "periodic", optional
        As of `PPoly`; "periodic" by default if `bc_type` is.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import CubicSpline
    >>> x = np.linspace(0.0, 3.0, 7)
    >>> spline = CubicSpline(x, np.sin(x))
    >>> bool(abs(ft.grad(spline)(1.2) - spline(1.2, 1)) < 1e-15)
    True
    >>> ft.grad(lambda y: CubicSpline([0.0, 1.0, 2.0], y)(0.5))(np.zeros(3))
    array([ 0.375,  0.75 , -0.125])
    """

    def __init__(
        self,
        x: Any,
        y: Any,
        axis: int = 0,
        bc_type: Any = "not-a-knot",
        extrapolate: Any = None,
    ) -> None:
        x, y, axis, _ = prepare(x, y, axis)
        ends, y = _conditions(bc_type, y, axis)
        if extrapolate is None:
            extrapolate = "periodic" if ends[0] == "periodic" else True
        self._set_slopes(x, y, _slopes(x, y, ends), extrapolate, axis)


class _Derivative(NamedTuple):
    """A condition at an end: the derivative of this order has this value."""

    order: int
    value: Any


def _conditions(bc_type: Any, y: Any, axis: int) -> tuple[list[Any], Any]:
    """Those at the start and at the end; the values, complex if a condition is."""
    if isinstance(bc_type, str):
        if bc_type == "periodic":
            closed = np.isclose(y[0], y[-1], rtol=1e-15, atol=1e-15)
            text = (
                f"The first and last `y` point along axis {axis} must be identical "
                "(within machine precision) when bc_type='periodic'."
            )
            y = require(y, closed, message=text)
        bc_type = (bc_type, bc_type)
    if len(bc_type) != 2:
        raise ValueError(
            "`bc_type` must contain 2 elements to specify start and end conditions."
        )
    kinds = [bc for bc in bc_type if isinstance(bc, str)]
    if kinds.count("periodic") == 1:
        raise ValueError(
            "'periodic' `bc_type` is defined for both curve ends and cannot be used with "
            "other boundary conditions."
        )
    return [_condition(bc, y) for bc in bc_type], y


def _condition(bc: Any, y: Any) -> Any:
    if isinstance(bc, str):
        if bc in ("clamped", "natural"):
            return _Derivative(1 if bc == "clamped" else 2, np.zeros(y.shape[1:]))
        if bc in ("not-a-knot", "periodic"):
            return bc
        raise ValueError(f"bc_type={bc} is not allowed.")
    try:
        order, value = bc
    except Exception as error:
        raise ValueError(
            "A specified derivative value must be given in the form (order, value)."
        ) from error
    if order not in (1, 2):
        raise ValueError("The specified derivative order must be 1 or 2.")
    value = as_array(value)
    if value.shape != y.shape[1:]:
        raise ValueError(
            f"`deriv_value` shape {value.shape} is not the expected one {y.shape[1:]}."
        )
    return _Derivative(order, value)


def _slopes(x: Any, y: Any, ends: list[Any]) -> Any:
    """Slopes at the places for which the second derivative is continuous.

    De Boor, *A Practical Guide to Splines*, rev. ed. 2001, chapter IV, eqs. (11)-(15).
    """
    if y.size == 0:
        return np.zeros_like(y)
    h = np.diff(x)
    steps = column(h, y.ndim - 1)
    secants = np.diff(y, axis=0) / steps
    count = x.shape[0]
    if count == 2:
        line = _Derivative(1, secants[0])
        ends = [line if isinstance(end, str) else end for end in ends]
    if count == 3 and isinstance(ends[0], str):
        if ends[0] == "periodic":
            slope = np.sum(secants / steps, axis=0) / np.sum(1.0 / steps, axis=0)
            return np.broadcast_to(slope, y.shape)
        if isinstance(ends[1], str):
            return _parabola_slopes(steps, secants)
    if isinstance(ends[0], str) and ends[0] == "periodic":
        return _periodic_slopes(h, steps, secants)
    rows = _inner_rows(h, steps, secants)
    first = _end_row(ends[0], h[:2], steps[:2], secants[:2])
    last = _end_row(ends[1], h[::-1][:2], steps[::-1][:2], secants[::-1][:2], -1.0)
    return _solve(*_joined(first, rows, last))


def _parabola_slopes(steps: Any, secants: Any) -> Any:
    """Slopes of the parabola through three points."""
    h0, h1 = steps[0], steps[1]
    s0, s1 = secants[0], secants[1]
    middle = (h0 * s1 + h1 * s0) / (h0 + h1)
    return np.stack([2 * s0 - middle, middle, 2 * s1 - middle])


def _inner_rows(h: Any, steps: Any, secants: Any) -> tuple[Any, Any, Any, Any]:
    """Diagonals of the system, below, main and above, and its right-hand side."""
    right = 3 * (steps[1:] * secants[:-1] + steps[:-1] * secants[1:])
    return h[1:], 2 * (h[:-1] + h[1:]), h[:-1], right


def _end_row(
    end: Any, h: Any, steps: Any, secants: Any, sign: float = 1.0
) -> tuple[Any, Any, Any]:
    """Main and other diagonal and right-hand side, seen from the end inwards."""
    if isinstance(end, str):
        both = h[0] + h[1]
        reach = steps[0] + steps[1]
        s0, s1 = secants[0], secants[1]
        right = ((steps[0] + 2 * reach) * steps[1] * s0 + steps[0] ** 2 * s1) / reach
        return h[1], both, right
    if end.order == 1:
        return np.ones(()), np.zeros(()), end.value
    right = 3 * steps[0] * secants[0] - sign * 0.5 * end.value * steps[0] ** 2
    return 2 * h[0], h[0], right


def _joined(first: Any, rows: Any, last: Any) -> tuple[Any, Any, Any, Any]:
    """The diagonals and the right-hand side of the whole system."""
    below, main, above, right = rows
    dtype = np.result_type(*(r.dtype for r in (first[2], right, last[2])), np.float64)
    edges = [np.broadcast_to(r[2], right.shape[1:])[None] for r in (first, last)]
    return (
        np.concatenate([below, last[1][None]]),
        np.concatenate([first[0][None], main, last[0][None]]),
        np.concatenate([first[1][None], above]),
        np.concatenate([edges[0], right, edges[1]]).astype(dtype),
    )


def _solve(below: Any, main: Any, above: Any, right: Any) -> Any:
    """The solution of a tridiagonal system, for right-hand sides of any shape."""
    none = np.zeros((1,))
    band = np.stack(
        [np.concatenate([none, above]), main, np.concatenate([below, none])]
    )
    columns = right.reshape((right.shape[0], -1))
    out = solve_banded(band, columns, below=1, above=1, positive=False)
    return out.reshape(right.shape)


def _periodic_slopes(h: Any, steps: Any, secants: Any) -> Any:
    """The last slope is the first; the last but one is eliminated.

    The remaining system is tridiagonal, with another right-hand side for what the
    eliminated slope contributes: the Sherman-Morrison formula.
    """
    ring = np.concatenate([steps[-1:], steps])
    slopes = np.concatenate([secants[-1:], secants])
    hs = np.concatenate([h[-1:], h])
    _, main, _, right = _inner_rows(hs, ring, slopes)
    below, above = hs[2:-1], hs[:-3]
    zeros = np.zeros((main.shape[0] - 3,))
    corner = np.concatenate([-hs[1:2], zeros, -h[-3:-2]])
    corner = column(corner, right.ndim - 1)
    inner = (below, main[:-1], above)
    s1 = _solve(*inner, right[:-1])
    s2 = _solve(*inner, np.broadcast_to(corner, right[:-1].shape))
    onto, before, own = h[-2], h[-1], main[-1]
    s = right[-1] - onto * s1[0] - before * s1[-1]
    last = s / (own + onto * s2[0] + before * s2[-1])
    kept = s1 + last * s2
    return np.concatenate([kept, last[None], kept[:1]])
