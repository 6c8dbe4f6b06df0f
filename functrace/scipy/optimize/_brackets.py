"""Roots within brackets, by the algorithms that SciPy has in C, as loops of a graph.

Each follows `scipy/optimize/Zeros`: the same points, and so the same numbers of rounds.

References
----------
Brent, *Algorithms for Minimization Without Derivatives*, 1973, chapters 3 and 4.
Bus and Dekker, ACM TOMS 1 (1975), of the hyperbolic extrapolation of `brenth`.
Ridders, IEEE Transactions on Circuits and Systems 26 (1979).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from functrace.transforms.loops import while_loop

Function = Callable[[Any], Any]


class BracketSettings(NamedTuple):
    """When a search ends."""

    xtol: float
    rtol: float
    maxiter: int


class BracketResult(NamedTuple):
    """What a search came to; `bracketed` says whether it could begin."""

    root: Any
    iterations: Any
    function_calls: Any
    converged: Any
    bracketed: Any = True


def searched(
    rounds: Callable[..., BracketResult],
    f: Function,
    a: Any,
    b: Any,
    settings: BracketSettings,
) -> BracketResult:
    """Search by one of `METHODS`, unless an end is a root or there is no bracket."""
    fa, fb = f(a), f(b)
    at_end = (fa == 0) | (fb == 0)
    bracketed = ((fa < 0) & (fb > 0)) | ((fa > 0) & (fb < 0))
    found = rounds(f, (a, fa), (b, fb), bracketed, settings)
    end = np.where(fa == 0, a, np.where(fb == 0, b, np.nan))
    return BracketResult(
        np.where(bracketed, found.root, end)[()],
        np.where(bracketed, found.iterations, 0)[()],
        np.where(bracketed, found.function_calls, 2)[()],
        np.where(bracketed, found.converged, at_end)[()],
        bracketed | at_end,
    )


def over(x: Any, y: Any) -> Any:
    """The quotient, or NaN, without a warning for what is not taken."""
    return x / np.where(y == 0, np.nan, y)


# -- bisection -------------------------------------------------------------------------


class _Halves(NamedTuple):
    low: Any
    width: Any
    middle: Any
    done: Any
    count: Any


def _bisect(
    f: Function, a: Any, b: Any, active: Any, to: BracketSettings
) -> BracketResult:
    (a, fa), (b, _) = a, b

    def step(state: _Halves) -> _Halves:
        width = state.width * 0.5
        middle = state.low + width
        found = f(middle)
        low = np.where((found < 0) == (fa < 0), middle, state.low)
        near = np.abs(width) < to.xtol + to.rtol * np.abs(middle)
        done = (found == 0) | (near & ~np.isnan(found))
        return _Halves(low, width, middle, done, state.count + 1)

    def going(state: _Halves) -> Any:
        return active & ~state.done & (state.count < to.maxiter)

    start = _Halves(a, b - a, a, np.bool_(False), np.int64(0))
    last = while_loop(going, step, start)
    root = np.where(last.done, last.middle, last.low)
    return BracketResult(root, last.count, last.count + 2, last.done)


# -- Ridder's method -------------------------------------------------------------------


class _Ridder(NamedTuple):
    a: Any
    fa: Any
    b: Any
    fb: Any
    x: Any
    tolerance: Any
    done: Any
    count: Any


def _ridder(
    f: Function, a: Any, b: Any, active: Any, to: BracketSettings
) -> BracketResult:
    (a, fa), (b, fb) = a, b

    def step(s: _Ridder) -> _Ridder:
        half = 0.5 * (s.b - s.a)
        middle = s.a + half
        fm = f(middle)
        root = np.sqrt(fm * fm - s.fa * s.fb)
        shift = over(_sign(s.fb - s.fa) * half * fm, root)
        most = np.abs(half) - 0.5 * s.tolerance
        x = middle - _sign(shift) * np.minimum(np.abs(shift), most)
        fx = f(x)
        around = (fx < 0) != (fm < 0)
        left = ~around & ((fx < 0) != (s.fa < 0))  # the root lies between a and x
        low, flow = np.where(left, s.a, x), np.where(left, s.fa, fx)
        high = np.where(around, middle, np.where(left, x, s.b))
        fhigh = np.where(around, fm, np.where(left, fx, s.fb))
        tolerance = to.xtol + to.rtol * x
        near = (np.abs(high - low) < tolerance) & ~np.isnan(fx)
        done = (fx == 0) | near
        return _Ridder(low, flow, high, fhigh, x, tolerance, done, s.count + 1)

    def going(s: _Ridder) -> Any:
        return active & ~s.done & (s.count < to.maxiter)

    tolerance = to.xtol + to.rtol * np.minimum(np.abs(a), np.abs(b))
    start = _Ridder(a, fa, b, fb, a, tolerance, np.bool_(False), np.int64(0))
    last = while_loop(going, step, start)
    return BracketResult(last.x, last.count, 2 * last.count + 2, last.done)


def _sign(x: Any) -> Any:
    return np.where(x > 0, 1.0, -1.0)


# -- Brent's method --------------------------------------------------------------------


class _Brent(NamedTuple):
    """The latest point, the one before, and one on the other side of the root."""

    before: Any
    x: Any
    other: Any
    fbefore: Any
    fx: Any
    fother: Any
    last: Any  # step, and the one before
    step: Any
    count: Any


def _brent(
    extrapolated: Callable[..., Any],
    f: Function,
    a: Any,
    b: Any,
    active: Any,
    to: BracketSettings,
) -> BracketResult:
    def tolerance(s: _Brent) -> tuple[Any, Any]:
        return (to.xtol + to.rtol * np.abs(s.x)) / 2, (s.other - s.x) / 2

    def done(s: _Brent) -> Any:
        delta, half = tolerance(s)
        return (s.fx == 0) | ((np.abs(half) < delta) & ~np.isnan(s.fx))

    def step(s: _Brent) -> _Brent:
        delta, half = tolerance(s)
        attempt = np.where(
            s.before == s.other,
            over(-s.fx * (s.x - s.before), s.fx - s.fbefore),
            extrapolated(s),
        )
        useful = (np.abs(s.last) > delta) & (np.abs(s.fx) < np.abs(s.fbefore))
        most = np.minimum(np.abs(s.last), 3 * np.abs(half) - delta)
        short = useful & (2 * np.abs(attempt) < most)
        last, new = np.where(short, s.step, half), np.where(short, attempt, half)
        least = np.where(half > 0, delta, -delta)
        x = s.x + np.where(np.abs(new) > delta, new, least)
        moved = s._replace(before=s.x, fbefore=s.fx, x=x, fx=f(x), last=last, step=new)
        return _ordered(moved._replace(count=s.count + 1))

    def going(s: _Brent) -> Any:
        return active & ~done(s) & (s.count < to.maxiter)

    zero = np.float64(0.0)
    start = _Brent(a[0], b[0], zero, a[1], b[1], zero, zero, zero, np.int64(0))
    end = while_loop(going, step, _ordered(start))
    rounds = np.minimum(end.count + 1, to.maxiter)
    return BracketResult(
        end.x, rounds, end.count + 2, done(end) & (end.count < to.maxiter)
    )


def _ordered(s: _Brent) -> _Brent:
    """With the other point on the other side of the root, and the better one the latest."""
    crossed = (s.fbefore != 0) & (s.fx != 0) & ((s.fbefore < 0) != (s.fx < 0))
    width = s.x - s.before
    other, fother = (
        np.where(crossed, s.before, s.other),
        np.where(crossed, s.fbefore, s.fother),
    )
    swap = np.abs(fother) < np.abs(s.fx)
    return s._replace(
        before=np.where(swap, s.x, s.before),
        fbefore=np.where(swap, s.fx, s.fbefore),
        x=np.where(swap, other, s.x),
        fx=np.where(swap, fother, s.fx),
        other=np.where(swap, s.x, other),
        fother=np.where(swap, s.fx, fother),
        last=np.where(crossed, width, s.last),
        step=np.where(crossed, width, s.step),
    )


def _slopes(s: _Brent) -> tuple[Any, Any]:
    before = over(s.fbefore - s.fx, s.before - s.x)
    return before, over(s.fother - s.fx, s.other - s.x)


def _quadratic(s: _Brent) -> Any:
    before, other = _slopes(s)
    rise = s.fother * other - s.fbefore * before
    return over(-s.fx * rise, other * before * (s.fother - s.fbefore))


def _hyperbolic(s: _Brent) -> Any:
    before, other = _slopes(s)
    width = s.fother * before - s.fbefore * other
    return over(-s.fx * (s.fother - s.fbefore), width)


METHODS: dict[str, Callable[..., BracketResult]] = {
    "bisect": _bisect,
    "ridder": _ridder,
    "brentq": partial(_brent, _quadratic),
    "brenth": partial(_brent, _hyperbolic),
}
