"""What continuous and discrete distributions have in common."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from functrace.core.dispatch import unsupported
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, element
from functrace.primitives.elementwise import stop_gradient
from functrace.scipy._namespace import refusing
from functrace.scipy._plain import any_traced

Formula = Callable[..., Any]
OF_VALUES = (
    "pdf logpdf pmf logpmf cdf logcdf sf logsf ppf isf".split()  # noqa: SIM905 - a table
)
OF_PARAMETERS = ("mean", "var", "std", "median", "entropy", "support")


def all_positive(*shapes: Any) -> Any:
    """Whether every shape parameter is a positive number."""
    valid: Any = np.True_
    for shape in shapes:
        valid = valid & (shape > 0)
    return valid


@dataclass(frozen=True, kw_only=True)
class Standard:
    """A distribution with ``loc=0`` and ``scale=1``, as formulas.

    All but `mean`, `variance` and `entropy` take first a value inside of the support or a
    probability inside of (0, 1), then the shape parameters.

    Attributes
    ----------
    log_density : callable
        Of a discrete distribution the logarithm of the probability.
    density, cdf, logcdf, sf, logsf, ppf, isf : callable, optional
        What is not given is derived from what is.
    mean, variance, entropy : callable, optional
        Of the shape parameters.
    low, high : float or callable
        The support; callables take the shape parameters.
    closed : str
        The ends at which the density is the formula's: "both", "low", "neither". At others
        it is zero.
    inner : float or callable
        A point inside of the support, at which formulas are harmless.
    typical : tuple of float
        Shape parameters at which they are; by default 1.
    valid : callable
        ``(*shapes) -> bool``.
    symmetric : bool
        Whether the density is even.
    """

    log_density: Formula | None = None
    density: Formula | None = None
    cdf: Formula | None = None
    logcdf: Formula | None = None
    sf: Formula | None = None
    logsf: Formula | None = None
    ppf: Formula | None = None
    isf: Formula | None = None
    mean: Formula | None = None
    variance: Formula | None = None
    entropy: Formula | None = None
    low: Any = -np.inf
    high: Any = np.inf
    closed: str = "both"
    inner: Any = None
    typical: tuple[float, ...] = ()
    valid: Formula = all_positive
    symmetric: bool = False

    def bounds(self, shapes: tuple[Any, ...]) -> tuple[Any, Any]:
        """The ends of the support."""
        return _called(self.low, shapes), _called(self.high, shapes)

    def harmless(self, shapes: tuple[Any, ...]) -> Any:
        """A point inside of the support."""
        if self.inner is not None:
            return stop_gradient(_called(self.inner, shapes))
        if self.low > -np.inf:
            return (self.low + min(self.high, self.low + 2)) / 2
        return min(0.0, self.high - 1)


def _called(value: Any, shapes: tuple[Any, ...]) -> Any:
    return value(*shapes) if callable(value) else value


def as_float(value: Any) -> Any:
    """In double precision, as SciPy computes."""
    value = as_array(value)
    return value if value.dtype == np.float64 else value.astype(np.float64)


def guarded(condition: Any, value: Any, otherwise: Any) -> Any:
    """`value`, replaced where it is known, or may be, that the condition fails."""
    return value if _certain(condition) else np.where(condition, value, otherwise)


def _certain(condition: Any) -> bool:
    return not isinstance(condition, Tracer) and bool(np.all(condition))


class Distribution:
    """A distribution of SciPy's, of which the methods take traced values.

    On plain values they are SciPy's own.

    Parameters
    ----------
    original : scipy.stats.rv_continuous or rv_discrete
        What it stands for.
    standard : Standard
        Formulas for its methods.
    """

    def __init__(self, original: Any, standard: Standard) -> None:
        self.original = original
        self.standard = standard
        self.__doc__ = original.__doc__
        names = original.shapes.split(", ") if original.shapes else []
        self._typical = standard.typical or (1.0,) * len(names)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [inspect.Parameter(name, kind) for name in names]
        parameters.append(inspect.Parameter("loc", kind, default=0))
        if hasattr(original, "pdf"):
            parameters.append(inspect.Parameter("scale", kind, default=1))
        self._signature = inspect.Signature(parameters)
        self.formulas = self.complete(standard)

    def complete(self, standard: Standard) -> dict[str, Formula | None]:
        """The formulas by name of method, with those that are derived from others."""
        raise NotImplementedError

    def __call__(self, *args: Any, **kwds: Any) -> Frozen:
        """Fix the parameters."""
        self._signature.bind(*args, **kwds)
        return Frozen(self, args, kwds)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self.original, name)
        return refusing(value) if callable(value) else value

    def __repr__(self) -> str:
        return f"<Distribution {self.original.name}>"

    def __reduce__(self) -> Any:
        return _find, (self.original.name,)

    def formula(self, name: str) -> Formula:
        """The formula of a method, or MissingRuleError."""
        found = self.formulas.get(name)
        if found is None:
            raise unsupported(getattr(self.original, name))
        return found

    def parameters(self, args: Any, kwds: Any) -> tuple[tuple[Any, ...], Any, Any]:
        """Shape parameters, location and scale, as SciPy binds them."""
        bound = self._signature.bind(*args, **kwds)
        bound.apply_defaults()
        values = {k: as_float(v) for k, v in bound.arguments.items()}
        loc, scale = values.pop("loc"), values.pop("scale", np.float64(1))
        return tuple(values.values()), loc, scale

    def checked(
        self, shapes: tuple[Any, ...], scale: Any
    ) -> tuple[Any, tuple[Any, ...], Any]:
        """Whether parameters are valid, and valid ones in place of those that are not."""
        valid = self.standard.valid(*shapes) & (scale > 0)
        typical = zip(shapes, self._typical, strict=True)
        return (
            valid,
            tuple(guarded(valid, s, other) for s, other in typical),
            guarded(valid, scale, 1.0),
        )

    def moment_of(self, name: str, args: Any, kwds: Any) -> tuple[Any, Any, Any]:
        """Of standard form, with location and scale; NaN for invalid parameters."""
        formula = self.formula(name)
        shapes, loc, scale = self.parameters(args, kwds)
        valid, shapes, scale = self.checked(shapes, scale)
        return guarded(valid, formula(*shapes), np.nan), loc, scale


def _find(name: str) -> Any:
    return getattr(importlib.import_module(__name__.rpartition(".")[0]), name)


def of_values(name: str, evaluate: Callable[..., Any]) -> Callable[..., Any]:
    """Make the method `name`: SciPy's own on plain values, else `evaluate`."""

    def method(self: Distribution, x: Any, *args: Any, **kwds: Any) -> Any:
        if not any_traced(x, args, kwds):
            return getattr(self.original, name)(x, *args, **kwds)
        return element(evaluate(self, as_float(x), self.parameters(args, kwds)))

    return _named(name, method)


def of_parameters(name: str, evaluate: Callable[..., Any]) -> Callable[..., Any]:
    """Make the method `name` of parameters: SciPy's own on plain ones, else `evaluate`."""

    def method(self: Distribution, *args: Any, **kwds: Any) -> Any:
        if not any_traced(args, kwds):
            return getattr(self.original, name)(*args, **kwds)
        return evaluate(self, args, kwds)

    return _named(name, method)


def _named(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    method.__name__ = name
    method.__doc__ = f"See `scipy.stats.rv_continuous.{name}`."
    return method


def _mean(self: Distribution, args: Any, kwds: Any) -> Any:
    mean, loc, scale = self.moment_of("mean", args, kwds)
    return mean * scale + loc


def _variance(self: Distribution, args: Any, kwds: Any) -> Any:
    variance, loc, scale = self.moment_of("var", args, kwds)
    return variance * scale * scale + 0 * loc


def _deviation(self: Distribution, args: Any, kwds: Any) -> Any:
    return np.sqrt(_variance(self, args, kwds))


def _median(self: Any, args: Any, kwds: Any) -> Any:
    return self.ppf(0.5, *args, **kwds)


def _entropy(self: Distribution, args: Any, kwds: Any) -> Any:
    entropy, loc, scale = self.moment_of("entropy", args, kwds)
    return entropy + np.log(scale) + 0 * loc


def _support(self: Distribution, args: Any, kwds: Any) -> Any:
    shapes, loc, scale = self.parameters(args, kwds)
    valid, shapes, scale = self.checked(shapes, scale)
    ends = (placed(end, loc, scale) for end in self.standard.bounds(shapes))
    return tuple(guarded(valid, end, np.nan) for end in ends)


def placed(end: Any, loc: Any, scale: Any) -> Any:
    """An end of the standard support where location and scale put it."""
    finite = np.isfinite(end)
    inside = guarded(finite, end, 0.0) * scale + loc
    return guarded(finite, inside, stop_gradient(end))


for _name, _evaluate in zip(
    OF_PARAMETERS,
    (_mean, _variance, _deviation, _median, _entropy, _support),
    strict=True,
):
    setattr(Distribution, _name, of_parameters(_name, _evaluate))


def interval(self: Any, confidence: Any, *args: Any, **kwds: Any) -> Any:
    """See `scipy.stats.rv_continuous.interval`."""
    confidence = as_array(confidence)
    lower, upper = (1 - confidence) / 2, (1 + confidence) / 2
    return self.ppf(lower, *args, **kwds), self.ppf(upper, *args, **kwds)


class Frozen:
    """A distribution with fixed parameters; see `scipy.stats.rv_continuous.__call__`."""

    def __init__(
        self, dist: Distribution, args: tuple[Any, ...], kwds: dict[str, Any]
    ) -> None:
        self.dist = dist
        self.args = args
        self.kwds = kwds

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in OF_VALUES or name == "interval":
            method = getattr(self.dist, name)
            return lambda x: method(x, *self.args, **self.kwds)
        if name in OF_PARAMETERS:
            return lambda: getattr(self.dist, name)(*self.args, **self.kwds)
        if name == "rvs":
            return self._sample
        if any_traced(self.args, self.kwds):
            raise unsupported(getattr(self.dist.original, name))
        return getattr(self.dist.original(*self.args, **self.kwds), name)

    def _sample(self, size: Any = None, random_state: Any = None) -> Any:
        given = {**self.kwds, "size": size, "random_state": random_state}
        return self.dist.rvs(*self.args, **given)
