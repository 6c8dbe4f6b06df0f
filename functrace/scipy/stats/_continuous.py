"""Continuous distributions in location and scale, from formulas in standard form."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import known
from functrace.scipy._plain import any_traced
from functrace.scipy.stats import _pieces
from functrace.scipy.stats._base import (
    Distribution,
    Formula,
    Standard,
    guarded,
    interval,
    of_values,
    placed,
)
from functrace.scipy.stats._quantile import implicit


class Continuous(Distribution):
    """A continuous distribution."""

    def complete(self, standard: Standard) -> dict[str, Formula | None]:
        """The formulas by name of method, with those that are derived from others."""
        logpdf, pdf = standard.log_density, standard.density
        cdf, logcdf, sf, logsf = (
            standard.cdf,
            standard.logcdf,
            standard.sf,
            standard.logsf,
        )
        if standard.symmetric:
            sf, logsf = _mirrored(cdf), _mirrored(logcdf)
        cdf = cdf or _after(_pieces.exp, logcdf)
        sf = sf or _after(_pieces.exp, logsf) or _after(_complement, cdf)
        cdf = cdf or _after(_complement, sf)
        pdf = pdf or _after(_pieces.exp, logpdf)
        ppf, isf = self._inverses(standard, cdf, sf, pdf)
        return {
            "pdf": pdf,
            "logpdf": logpdf or _after(_pieces.log, pdf),
            "cdf": cdf,
            "logcdf": logcdf or _after(_pieces.log, cdf),
            "sf": sf,
            "logsf": logsf or _after(_pieces.log, sf),
            "ppf": ppf,
            "isf": isf,
            "mean": standard.mean,
            "var": standard.variance,
            "entropy": standard.entropy,
        }

    def _inverses(
        self,
        standard: Standard,
        cdf: Formula | None,
        sf: Formula | None,
        pdf: Formula | None,
    ) -> tuple[Formula | None, Formula | None]:
        ppf, isf = standard.ppf, standard.isf
        if ppf is not None and standard.symmetric:
            return ppf, lambda q, *shapes: -ppf(q, *shapes)
        if ppf is not None:
            return ppf, isf or (lambda q, *shapes: ppf(1 - q, *shapes))
        if cdf is None or sf is None or pdf is None:
            return None, None
        name = self.original.name

        def falling(x: Any, *shapes: Any) -> Any:
            return -pdf(x, *shapes)

        return implicit(name, "ppf", cdf, pdf), implicit(name, "isf", sf, falling)

    def rvs(
        self, *args: Any, size: Any = None, random_state: Any = None, **kwds: Any
    ) -> Any:
        """See `scipy.stats.rv_continuous.rvs`: differentiable in location and scale."""
        sample = self.original.rvs
        names = [*self._signature.parameters]
        given = dict(zip([*names, "size", "random_state"], args, strict=False), **kwds)
        size = given.pop("size", size)
        state = given.pop("random_state", random_state)
        if not any_traced(given):
            return sample(**given, size=size, random_state=state)
        shapes, loc, scale = self.parameters((), given)
        if any_traced(shapes):
            raise unsupported(sample, " with traced shape parameters")
        if size is None:
            size = np.broadcast_shapes(*(v.shape for v in (*shapes, loc, scale)))
        if np.any(known(scale) < 0):
            raise ValueError("Domain error in arguments.")
        return loc + scale * sample(*shapes, size=size, random_state=state)

    interval = interval


def _mirrored(formula: Formula | None) -> Formula | None:
    return formula and (lambda x, *shapes: formula(-x, *shapes))


def _after(outer: Formula, inner: Formula | None) -> Formula | None:
    return inner and (lambda *args: outer(inner(*args)))


def _complement(p: Any) -> Any:
    return 1 - p


def _standardised(of: Continuous, x: Any, parameters: Any) -> tuple[Any, ...]:
    """Where `x` is in the standard distribution; where the parameters hold, and these."""
    shapes, loc, scale = parameters
    valid, shapes, scale = of.checked(shapes, scale)
    return (x - loc) / scale, valid, shapes, scale


def _density(name: str, outside: float, combine: Formula) -> Any:
    """Make the method of a density: `outside` of the support a constant."""

    def evaluate(self: Continuous, x: Any, parameters: Any) -> Any:
        formula = self.formula(name)
        y, valid, shapes, scale = _standardised(self, x, parameters)
        low, high = self.standard.bounds(shapes)
        closed = self.standard.closed
        above = y >= low if closed in {"both", "low"} else y > low
        below = y <= high if closed == "both" else y < high
        inside = valid & above & below & np.isfinite(y)
        y, missing = _split(inside, y, self.standard.harmless(shapes), valid)
        value = combine(formula(y, *shapes), scale)
        return _join(inside, value, np.where(missing, np.nan, outside))

    return of_values(name, evaluate)


def _split(inside: Any, y: Any, harmless: Any, valid: Any) -> tuple[Any, Any]:
    return guarded(inside, y, harmless), ~valid | np.isnan(y)


def _join(inside: Any, value: Any, elsewhere: Any) -> Any:
    """The formula's value inside, and with the shape of all parameters."""
    shape = np.broadcast_shapes(np.shape(inside), np.shape(value))
    if np.shape(value) != shape:
        value = np.broadcast_to(value, shape)
    return guarded(inside, value, elsewhere)


def _probability(name: str, below: float, above: float) -> Any:
    """Make the method of a distribution function, with its values outside."""

    def evaluate(self: Continuous, x: Any, parameters: Any) -> Any:
        formula = self.formula(name)
        y, valid, shapes, _ = _standardised(self, x, parameters)
        low, high = self.standard.bounds(shapes)
        inside = valid & (y > low) & (y < high) & np.isfinite(y)
        beyond = np.where(y >= high, above, below)
        y, missing = _split(inside, y, self.standard.harmless(shapes), valid)
        value = formula(y, *shapes)
        return _join(inside, value, np.where(missing, np.nan, beyond))

    return of_values(name, evaluate)


def _inverse(name: str, first: int) -> Any:
    """Make the method of quantiles; at probability zero it is the end number `first`."""

    def evaluate(self: Continuous, q: Any, parameters: Any) -> Any:
        formula = self.formula(name)
        shapes, loc, scale = parameters
        valid, shapes, scale = self.checked(shapes, scale)
        inside = valid & (q > 0) & (q < 1)
        value = formula(guarded(inside, q, 0.5), *shapes) * scale + loc
        ends = [placed(end, loc, scale) for end in self.standard.bounds(shapes)]
        end = np.where(q == first, ends[0], ends[1])
        known_end = valid & ((q == 0) | (q == 1))
        return _join(inside, value, np.where(known_end, end, np.nan))

    return of_values(name, evaluate)


_METHODS = {
    "pdf": _density("pdf", 0.0, lambda value, scale: value / scale),
    "logpdf": _density("logpdf", -np.inf, lambda value, scale: value - np.log(scale)),
    "cdf": _probability("cdf", 0.0, 1.0),
    "logcdf": _probability("logcdf", -np.inf, 0.0),
    "sf": _probability("sf", 1.0, 0.0),
    "logsf": _probability("logsf", 0.0, -np.inf),
    "ppf": _inverse("ppf", 0),
    "isf": _inverse("isf", 1),
}
for _name, _method in _METHODS.items():
    setattr(Continuous, _name, _method)


def continuous(original: Any, **formulas: Any) -> Continuous:
    """The distribution that stands for SciPy's, from the fields of `Standard`."""
    return Continuous(original, Standard(**formulas))


def reflected(original: Any, of: Continuous) -> Continuous:
    """The distribution of the negative."""
    standard = of.standard
    cdf, logcdf = standard.cdf, standard.logcdf

    def negative(formula: Formula | None) -> Formula | None:
        return formula and (lambda *args: -formula(*args))

    return continuous(
        original,
        log_density=_mirrored(standard.log_density),
        cdf=_mirrored(standard.sf),
        logcdf=_mirrored(standard.logsf),
        sf=_mirrored(cdf),
        logsf=_mirrored(logcdf),
        ppf=negative(standard.isf),
        isf=negative(standard.ppf),
        mean=negative(standard.mean),
        variance=standard.variance,
        entropy=standard.entropy,
        low=-standard.high,
        high=-standard.low,
    )
