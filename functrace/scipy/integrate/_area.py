"""Integrals whose derivatives are integrals again, each as accurate as it was asked for.

Piessens et al., *QUADPACK*, Springer 1983: the rule of Gauss and Kronrod with 21 points, its
estimate of the error, and bisection of the interval where that is largest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate._rules import GaussKronrodQuadrature

from functrace.core.tracer import Tracer
from functrace.scipy.integrate._integrand import Integrand
from functrace.transforms.custom import custom_vjp
from functrace.transforms.loops import while_loop

_EPS, _TINY = np.finfo(np.float64).eps, np.finfo(np.float64).tiny
_HOPELESS = 1e4  # times the tolerance: what is so far from it is no result
_BLURRED = 0.01  # of the integral of the modulus: what cancels is not resolved further


class QuadratureAccuracy(NamedTuple):
    """How accurate an integral is to be.

    Attributes
    ----------
    epsabs, epsrel : float
    limit : int
        Of the number of intervals.
    norm : callable or None
        Of the vector, to which tolerances apply; None: to each element.
    original : callable or None
        Calls SciPy's function on values: ``(integrand, operands, a, b, points) -> value,
        error``.
    moving : pair of bool
        Whether the limits have derivatives.
    derived : bool
        The integral is a derivative, which has no scale of its own: the tolerance is
        relative to its elements, and to the integrals of their moduli.
    """

    epsabs: float
    epsrel: float
    limit: int
    norm: Callable[[Any], Any] | None = None
    original: Callable[..., Any] | None = None
    moving: tuple[bool, bool] = (True, True)
    derived: bool = False

    def of_derivative(self) -> QuadratureAccuracy:
        """Of the derivatives of such an integral."""
        epsrel = max(self.epsrel, 1e-12)
        return QuadratureAccuracy(
            0.0, epsrel, self.limit, moving=self.moving, derived=True
        )

    def excess(self, sums: QuadratureResult) -> Any:
        """Errors in units of what is tolerated, of each element or of all."""
        error, value = sums.error, np.abs(sums.value)
        if self.norm is not None:
            error, value = self.norm(error), self.norm(value)
        elif self.derived:
            value = np.maximum(value, _BLURRED * sums.modulus)
        allowed = np.maximum(self.epsabs, self.epsrel * value)
        return error / np.maximum(allowed, _TINY)


class QuadratureResult(NamedTuple):
    """Of an integral, or of parts: the value, its error, the integral of the modulus."""

    value: Any
    error: Any
    modulus: Any


class Parts(NamedTuple):
    """The intervals ``[low, high]``, the first `count` of these, and what belongs to each."""

    low: Any
    high: Any
    urgency: Any
    sums: QuadratureResult
    count: Any
    total: QuadratureResult


def _area(
    integrand: Integrand,
    accuracy: QuadratureAccuracy,
    low: Any,
    high: Any,
    points: Any,
    operands: Any,
) -> tuple[Any, Any]:
    plain = Tracer not in map(type, (low, high, points, *operands))
    if accuracy.original is not None and plain:
        return accuracy.original(integrand, operands, low, high, points)
    sign = np.where(low <= high, 1.0, -1.0)
    first, last = np.minimum(low, high), np.maximum(low, high)
    space = _Space(first, last)
    ends = space.ends(points)

    def measured(low: Any, high: Any) -> QuadratureResult:
        return _measured(integrand, operands, space, low, high)

    parts = _begun(accuracy, ends, measured)
    parts = while_loop(
        lambda parts: _wanting(accuracy, parts),
        lambda parts: _bisected(accuracy, parts, measured),
        parts,
    )
    value, error = parts.total.value, parts.total.error
    hopeless = accuracy.excess(parts.total) > _HOPELESS
    return sign * value * np.where(hopeless, np.nan, 1.0), error


area = custom_vjp(_area, nondiff_argnums=(0, 1))


def _forward(integrand: Integrand, accuracy: QuadratureAccuracy, *args: Any) -> Any:
    return area(integrand, accuracy, *args), args


def _backward(
    integrand: Integrand, accuracy: QuadratureAccuracy, made: Any, bars: Any
) -> Any:
    low, high, points, operands = made
    bar, _ = bars
    found = [None] * len(operands)
    if integrand.moving:
        vector, _ = area(
            integrand.pulled,
            accuracy.of_derivative(),
            low,
            high,
            points,
            [*operands, bar],
        )
        found = integrand.cotangents(vector)
    slopes = _slopes_at_ends(integrand, accuracy, low, high, operands)
    ends = [None if slope is None else np.sum(bar * slope) for slope in slopes]
    return *ends, None, found


def _pushed(
    integrand: Integrand, accuracy: QuadratureAccuracy, primals: Any, tangents: Any
) -> Any:
    low, high, points, operands = primals
    *ends, _, dots = tangents
    found = np.zeros(integrand.size)
    slopes = _slopes_at_ends(integrand, accuracy, low, high, operands)
    for slope, dot in zip(slopes, ends, strict=True):
        if slope is not None:
            found = found + slope * dot
    if integrand.moving:
        moved = [dots[i] for i in integrand.moving]
        inner, _ = area(
            *(integrand.pushed, accuracy.of_derivative(), low, high, points),
            [*operands, *moved],
        )
        found = found + inner
    return None, (found, None)


area.defvjp(_forward, _backward)
area.defjvp(_pushed)


def _slopes_at_ends(
    integrand: Integrand,
    accuracy: QuadratureAccuracy,
    low: Any,
    high: Any,
    operands: Any,
) -> list[Any]:
    """Derivatives with respect to the limits: zero at infinite ones, which do not move."""
    found: list[Any] = []
    for x, moves, sign in zip((low, high), accuracy.moving, (-1.0, 1.0), strict=True):
        infinite = np.isinf(x)
        slope = None
        if moves:
            slope = sign * integrand(operands, np.where(infinite, 0.0, x)[()])
            slope = np.where(infinite, 0.0, slope)
        found.append(slope)
    return found


# -- the loop --------------------------------------------------------------------------


class _Space:
    """A variable in which the interval is finite, and the points are functions of it.

    ``x = a + t / (1 - t)``, and likewise at the other end; ``t / (1 - t**2)`` for both.
    """

    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low, high
        self.below, self.above = np.isinf(low), np.isinf(high)
        self.both = self.below & self.above

    def ends(self, points: Any) -> Any:
        """The interval's ends, and the given points between them."""
        first = np.where(
            self.both, -1.0, np.where(self.below | self.above, 0.0, self.low)
        )
        last = np.where(self.below | self.above, 1.0, self.high)
        if len(points) == 0:
            return np.stack([first, last])
        inner = np.sort(np.minimum(np.maximum(points, first), last))
        return np.concatenate([first[None], inner, last[None]])

    def points(self, t: Any) -> tuple[Any, Any]:
        """The points, and how fast they move."""
        left = np.maximum(1 - np.abs(t), _EPS)
        ray, speed = t / left, 1 / left**2
        curved = left * (1 + np.abs(t))
        x = np.where(
            self.above, self.low + ray, np.where(self.below, self.high - ray, t)
        )
        x = np.where(self.both, t / curved, x)
        slope = np.where(self.above | self.below, speed, 1.0)
        return x, np.where(self.both, (1 + t * t) / curved**2, slope)


_KRONROD = GaussKronrodQuadrature(21)


def _measured(
    integrand: Integrand, operands: Any, space: _Space, low: Any, high: Any
) -> QuadratureResult:
    """Of intervals ``(k,)``: arrays ``(k, size)``."""
    nodes, weights = (np.asarray(x).reshape(-1) for x in _KRONROD.nodes_and_weights)
    coarse = np.zeros(21)
    coarse[1::2] = np.asarray(_KRONROD.lower_nodes_and_weights[1])
    half, middle = (high - low) / 2, (high + low) / 2
    t = middle[:, None] + half[:, None] * nodes
    x, slope = space.points(t.reshape(-1))
    f = integrand.at_all(operands, x) * slope[:, None]
    f = f.reshape(low.shape[0], 21, integrand.size)
    half = half[:, None]
    mean = weights @ f / 2
    value = 2 * half * mean
    error = np.abs(value - half * (coarse @ f))
    modulus = half * (weights @ np.abs(f))
    spread = half * (weights @ np.abs(f - mean[:, None]))
    known = (spread > 0) & (error > 0)
    ratio = 200 * error / np.where(known, spread, 1.0)
    error = np.where(known, spread * np.minimum(1.0, ratio**1.5), error)
    return QuadratureResult(value, np.maximum(error, 50 * _EPS * modulus), modulus)


def _begun(
    accuracy: QuadratureAccuracy, ends: Any, measured: Callable[..., QuadratureResult]
) -> Parts:
    low, high = ends[:-1], ends[1:]
    first = measured(low, high)
    total = QuadratureResult(*(np.sum(x, axis=0) for x in first))
    count = low.shape[0]
    more = max(accuracy.limit, count) - count

    def room(x: Any) -> Any:
        return np.concatenate([x, np.zeros((more, *x.shape[1:]))])

    urgency = np.max(_urgency(accuracy, first, total), axis=-1, initial=0.0)
    sums = QuadratureResult(*map(room, first))
    return Parts(room(low), room(high), room(urgency), sums, np.int64(count), total)


def _urgency(
    accuracy: QuadratureAccuracy, sums: QuadratureResult, total: QuadratureResult
) -> Any:
    """Errors of some intervals in units of what is tolerated of the whole."""
    if accuracy.norm is None:
        return accuracy.excess(QuadratureResult(total.value, sums.error, total.modulus))
    return sums.error


def _wanting(accuracy: QuadratureAccuracy, parts: Parts) -> Any:
    finite = np.all(np.isfinite(parts.total.error))
    room = parts.count < parts.low.shape[0]
    return np.any(accuracy.excess(parts.total) > 1) & room & finite


def _bisected(
    accuracy: QuadratureAccuracy,
    parts: Parts,
    measured: Callable[..., QuadratureResult],
) -> Parts:
    """The interval with the largest error in two."""
    k, count = np.argmax(parts.urgency), parts.count
    middle = (parts.low[k] + parts.high[k]) / 2
    low = np.stack([parts.low[k], middle])
    high = np.stack([middle, parts.high[k]])
    new = measured(low, high)
    total = QuadratureResult(
        *(
            t + x[0] + x[1] - old[k]
            for t, x, old in zip(parts.total, new, parts.sums, strict=True)
        )
    )
    urgency = np.max(_urgency(accuracy, new, total), axis=-1, initial=0.0)

    def put(x: Any, values: Any) -> Any:
        x = x.copy()
        x[k] = values[0]
        x[count] = values[1]
        return x

    sums = QuadratureResult(
        *(put(x, values) for x, values in zip(parts.sums, new, strict=True))
    )
    rows = (put(parts.low, low), put(parts.high, high), put(parts.urgency, urgency))
    return Parts(*rows, sums, count + 1, total)
