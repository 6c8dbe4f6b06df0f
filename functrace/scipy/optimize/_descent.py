"""Descents by quasi-Newton methods, as loops of a graph: BFGS and L-BFGS.

Nocedal and Wright, *Numerical Optimization*, 2nd ed. 2006, algorithms 6.1 and 7.4. Steps,
tolerances and what `status` says are SciPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import OptimizeResult

from functrace.scipy.optimize._brackets import over
from functrace.scipy.optimize._line_search import LineSearchResult, Wolfe, search
from functrace.transforms._solutions import fixed
from functrace.transforms.gradient import value_and_grad
from functrace.transforms.loops import fori_loop, while_loop

Function = Callable[[Any], Any]

_OPTIONS: dict[str, dict[str, Any]] = {
    "bfgs": {"gtol": 1e-5, "maxiter": None, "xrtol": 0.0, "c1": 1e-4, "c2": 0.9},
    "l-bfgs-b": {
        "gtol": 1e-5,
        "maxiter": 15000,
        "maxfun": 15000,
        "ftol": 2.220446049250313e-09,
        "maxcor": 10,
        "maxls": 20,
    },
}
_TOLERANCES = {"bfgs": ("gtol",), "l-bfgs-b": ("gtol", "ftol")}


def descended(
    name: str, objective: Function, x: Any, tol: float | None, options: dict[str, Any]
) -> OptimizeResult | None:
    """SciPy's result, as far as it is arrays; None if this is not known here."""
    known = _OPTIONS.get(name)
    if known is None or not options.keys() <= known.keys():
        return None
    if tol is not None:
        options = {**dict.fromkeys(_TOLERANCES[name], tol), **options}
    x = x.astype(np.float64)
    method = {"bfgs": _bfgs, "l-bfgs-b": _lbfgs}[name]
    return fixed(method(value_and_grad(objective), x, **known | options))


class _Here(NamedTuple):
    """Where a descent is.

    Attributes
    ----------
    x, f, g : array
    before : array
        The last value but one.
    model : tuple of arrays
        What is known of the Hessian.
    done, failed : bool
    nit, nfev : int
    """

    x: Any
    f: Any
    g: Any
    before: Any
    model: Any
    done: Any
    failed: Any
    nit: Any
    nfev: Any

    def result(self, ends: Any) -> OptimizeResult:
        """As SciPy reports it; `ends` says that it is out of rounds."""
        good = self.done & ~self.failed & np.isfinite(self.f)
        status = np.where(self.failed, 2, np.where(good, 0, np.where(ends, 1, 3)))
        return OptimizeResult(
            x=self.x, success=good, status=status, nit=self.nit, nfev=self.nfev
        )


def _begin(evaluate: Function, x: Any, model: Any, gtol: float) -> _Here:
    f, g = evaluate(x)
    before = f + np.sqrt(np.sum(g * g)) / 2
    done, no = _flat(g, gtol), np.bool_(False)
    return _Here(x, f, g, before, model, done, no, np.int64(0), np.int64(1))


def _flat(g: Any, gtol: float) -> Any:
    return np.max(np.abs(g), initial=0.0) <= gtol


# -- BFGS ------------------------------------------------------------------------------


def _bfgs(
    evaluate: Function,
    x: Any,
    *,
    gtol: float,
    maxiter: int | None,
    xrtol: float,
    c1: float,
    c2: float,
) -> OptimizeResult:
    most = 200 * x.size if maxiter is None else maxiter
    wolfe = Wolfe(c1, c2, 1e-14, 100, 1e100)

    def step(here: _Here) -> _Here:
        (inverse,) = here.model
        direction = -(inverse @ here.g)
        slope = np.sum(here.g * direction)
        guess = np.minimum(1.0, over(2.02 * (here.f - here.before), slope))
        first = np.where(guess > 0, guess, 1.0)
        line = search(evaluate, here[:3], direction, first, wolfe)
        s, y = line.x - here.x, line.g - here.g
        small = np.sqrt(np.sum(s * s)) <= xrtol * (xrtol + np.sqrt(line.x @ line.x))
        return _moved(
            here,
            line,
            (np.where(line.found, _updated(inverse, s, y), inverse),),
            done=_flat(line.g, gtol) | small,
            failed=~line.found,
        )

    def going(here: _Here) -> Any:
        return ~here.done & ~here.failed & (here.nit < most)

    end = while_loop(going, step, _begin(evaluate, x, (np.eye(x.size),), gtol))
    return end.result(end.nit >= most)


def _updated(inverse: Any, s: Any, y: Any) -> Any:
    """The inverse of the Hessian with ``inverse @ y = s``: formula 6.17, multiplied out."""
    product = np.sum(s * y)
    rho = np.where(product == 0, 1000.0, 1 / np.where(product == 0, 1.0, product))
    v = inverse @ y
    across = s[:, None] * v
    squared = rho * (1 + rho * np.sum(y * v))
    return inverse - rho * (across + across.T) + squared * (s[:, None] * s)


def _moved(
    here: _Here, line: LineSearchResult, model: Any, *, done: Any, failed: Any
) -> _Here:
    """After a line search; where it failed, the place stays."""
    x, f, g = (
        np.where(line.found, new, old)
        for new, old in zip(line[:3], here[:3], strict=True)
    )
    return _Here(
        x,
        f,
        g,
        np.where(line.found, here.f, here.before),
        model,
        line.found & done,
        failed,
        here.nit + line.found,
        here.nfev + line.count,
    )


# -- with limited memory ---------------------------------------------------------------


class _Memory(NamedTuple):
    """The last steps, and what the gradient changed by.

    Attributes
    ----------
    s, y : (m, n) array
    rho : (m,) array
        ``1 / (s · y)``, zero where nothing is remembered.
    scale : array
        Of the first approximation.
    head : int
        Where the next step goes to.
    """

    s: Any
    y: Any
    rho: Any
    scale: Any
    head: Any

    def direction(self, g: Any) -> Any:
        """The two loops of algorithm 7.4."""
        count = self.rho.shape[0]

        def backward(i: Any, state: Any) -> Any:
            q, alphas = state
            k = (self.head - 1 - i) % count
            alpha = self.rho[k] * np.sum(self.s[k] * q)
            alphas = alphas.copy()
            alphas[k] = alpha
            return q - alpha * self.y[k], alphas

        def forward(i: Any, r: Any) -> Any:
            k = (self.head + i) % count
            beta = self.rho[k] * np.sum(self.y[k] * r)
            return r + self.s[k] * (alphas[k] - beta)

        q, alphas = fori_loop(0, count, backward, (g, np.zeros(count)))
        return -fori_loop(0, count, forward, q * self.scale)

    def updated(self, s: Any, y: Any) -> _Memory:
        """With one more step, if the function is convex along it."""
        product, square = np.sum(s * y), np.sum(y * y)
        ok = product > np.finfo(float).eps * square
        k, count = self.head, self.rho.shape[0]
        inverse = 1 / np.where(ok, product, 1.0)
        return _Memory(
            _written(self.s, k, np.where(ok, s, self.s[k])),
            _written(self.y, k, np.where(ok, y, self.y[k])),
            _written(self.rho, k, np.where(ok, inverse, self.rho[k])),
            np.where(ok, product / np.where(ok, square, 1.0), self.scale),
            np.where(ok, (k + 1) % count, k),
        )


def _written(rows: Any, k: Any, row: Any) -> Any:
    rows = rows.copy()
    rows[k] = row
    return rows


def _lbfgs(
    evaluate: Function,
    x: Any,
    *,
    gtol: float,
    maxiter: int,
    maxfun: int,
    ftol: float,
    maxcor: int,
    maxls: int,
) -> OptimizeResult:
    wolfe = Wolfe(1e-3, 0.9, 0.1, maxls)

    def step(here: _Here) -> _Here:
        memory: _Memory = here.model
        empty = ~np.any(memory.rho)
        direction = memory.direction(here.g)
        length = np.sqrt(np.sum(direction * direction))
        first = np.where(empty, np.minimum(1.0, over(1.0, length)), 1.0)
        line = search(evaluate, here[:3], direction, first, wolfe)
        grown = memory.updated(line.x - here.x, line.g - here.g)
        size = np.maximum(np.maximum(np.abs(here.f), np.abs(line.f)), 1.0)
        little = here.f - line.f <= ftol * size
        kept = partial(np.where, line.found)
        model = _Memory(
            kept(grown.s, memory.s),
            kept(grown.y, memory.y),
            kept(grown.rho, 0.0),  # without memory it is tried again
            kept(grown.scale, 1.0),
            grown.head,
        )
        done = _flat(line.g, gtol) | little
        return _moved(here, line, model, done=done, failed=~line.found & empty)

    def going(here: _Here) -> Any:
        some = (here.nit < maxiter) & (here.nfev < maxfun)
        return ~here.done & ~here.failed & some

    blank = np.zeros((maxcor, x.size))
    memory = _Memory(blank, blank, np.zeros(maxcor), np.float64(1.0), np.int64(0))
    end = while_loop(going, step, _begin(evaluate, x, memory, gtol))
    return end.result((end.nit >= maxiter) | (end.nfev >= maxfun))
