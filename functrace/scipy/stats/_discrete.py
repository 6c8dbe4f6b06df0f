"""Discrete distributions, from formulas in standard form."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.primitives.elementwise import stop_gradient
from functrace.scipy.stats import _pieces
from functrace.scipy.stats._base import (
    Distribution,
    Formula,
    Standard,
    guarded,
    interval,
    of_values,
)
from functrace.scipy.stats._quantile import numerically


class Discrete(Distribution):
    """A discrete distribution: differentiable in its parameters, not in the counts."""

    def complete(self, standard: Standard) -> dict[str, Formula | None]:
        """The formulas by name of method, with those that are derived from others."""
        cdf, sf, logsf = standard.cdf, standard.sf, standard.logsf
        if logsf is not None:
            sf = _after(_pieces.exp, logsf)
        if sf is None and cdf is not None:
            sf = _after(_complement, cdf)
        return {
            "pmf": standard.density or _after(_pieces.exp, standard.log_density),
            "logpmf": standard.log_density,
            "cdf": cdf,
            "logcdf": standard.logcdf or _after(_pieces.log, cdf),
            "sf": sf,
            "logsf": logsf or _after(_pieces.log, sf),
            "mean": standard.mean,
            "var": standard.variance,
            "entropy": standard.entropy,
        }

    interval = interval


def _after(outer: Formula, inner: Formula | None) -> Formula | None:
    return inner and (lambda *args: outer(inner(*args)))


def _complement(p: Any) -> Any:
    return 1 - p


def _density(name: str, outside: float) -> Any:
    """Make the method of probabilities: `outside` of the support a constant."""

    def evaluate(self: Discrete, x: Any, parameters: Any) -> Any:
        formula = self.formula(name)
        shapes, loc, scale = parameters
        valid, shapes, _ = self.checked(shapes, scale)
        k = stop_gradient(x - loc)
        low, high = self.standard.bounds(shapes)
        inside = valid & (k >= low) & (k <= high) & (np.floor(k) == k) & np.isfinite(k)
        missing = ~valid | np.isnan(k)
        value = formula(guarded(inside, k, self.standard.harmless(shapes)), *shapes)
        return guarded(inside, value, np.where(missing, np.nan, outside))

    return of_values(name, evaluate)


def _probability(name: str, below: float, above: float) -> Any:
    """Make the method of a distribution function, with its values outside."""

    def evaluate(self: Discrete, x: Any, parameters: Any) -> Any:
        formula = self.formula(name)
        shapes, loc, scale = parameters
        valid, shapes, _ = self.checked(shapes, scale)
        k = np.floor(stop_gradient(x - loc))
        low, high = self.standard.bounds(shapes)
        inside = valid & (k >= low) & (k < high) & np.isfinite(k)
        beyond = np.where(k >= high, above, below)
        missing = ~valid | np.isnan(k)
        value = formula(guarded(inside, k, self.standard.harmless(shapes)), *shapes)
        return guarded(inside, value, np.where(missing, np.nan, beyond))

    return of_values(name, evaluate)


def _inverse(name: str) -> Any:
    """Make the method of quantiles, which are piecewise constant."""

    def evaluate(self: Discrete, q: Any, parameters: Any) -> Any:
        shapes, loc, _ = parameters
        operands = [as_constant(v) for v in (q, *shapes, loc)]
        return numerically(*operands, family=self.original.name, method=name)

    return of_values(name, evaluate)


def as_constant(value: Any) -> Any:
    """The value, of which nothing is differentiated."""
    return stop_gradient(value) if isinstance(value, Tracer) else value


_METHODS = {
    "pmf": _density("pmf", 0.0),
    "logpmf": _density("logpmf", -np.inf),
    "cdf": _probability("cdf", 0.0, 1.0),
    "logcdf": _probability("logcdf", -np.inf, 0.0),
    "sf": _probability("sf", 1.0, 0.0),
    "logsf": _probability("logsf", 0.0, -np.inf),
    "ppf": _inverse("ppf"),
    "isf": _inverse("isf"),
}
for _name, _method in _METHODS.items():
    setattr(Discrete, _name, _method)


def discrete(original: Any, **formulas: Any) -> Discrete:
    """The distribution that stands for SciPy's, from the fields of `Standard`."""
    return Discrete(original, Standard(**formulas))
