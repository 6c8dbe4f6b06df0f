"""What Python's `math` and `cmath` do with traced numbers."""

from __future__ import annotations

import cmath
import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.recording import ambient
from functrace.core.tracer import Tracer
from functrace.numpy import special
from functrace.numpy._arguments import as_array
from functrace.numpy.elementwise import as_number

_SAME = """acos acosh asin asinh atan atan2 atanh cbrt copysign cos cosh degrees exp exp2
    expm1 fabs fmod frexp isfinite isinf isnan ldexp log10 log1p log2 modf pow radians sin
    sinh sqrt tan tanh""".split()  # noqa: SIM905 - reads best as prose
_PREDICATES = frozenset(("isclose", "isfinite", "isinf", "isnan"))
_OF_SEQUENCES = frozenset(("dist", "fsum", "prod", "sumprod"))
_OUTSIDE: dict[str, Callable[[Any], Any]] = {
    "acos": lambda x: np.abs(x) > 1,
    "acosh": lambda x: x < 1,
    "asin": lambda x: np.abs(x) > 1,
    "atanh": lambda x: np.abs(x) >= 1,
    "log": lambda x: x <= 0,
    "log10": lambda x: x <= 0,
    "log1p": lambda x: x <= -1,
    "log2": lambda x: x <= 0,
    "sqrt": lambda x: x < 0,
}  # the domains of real functions that raise errors where they have no value
_MAY_OVERFLOW = frozenset(
    ("cosh", "exp", "exp2", "expm1", "fmod", "gamma", "ldexp", "lgamma", "pow", "sinh")
)
_CONVERTED = {"ldexp": 1, "prod": 0, "sumprod": 0}  # of the arguments; of others all


def _log(x: Any, base: Any = None) -> Any:
    return np.log(x) if base is None else np.log(x) / np.log(base)


def _isclose(a: Any, b: Any, *, rel_tol: Any = 1e-9, abs_tol: Any = 0.0) -> Any:
    size = np.maximum(np.abs(a), np.abs(b))
    near = np.abs(a - b) <= np.maximum(rel_tol * size, abs_tol)
    return np.logical_or(a == b, np.logical_and(near, np.isfinite(size)))


def _listed(values: Any) -> Any:
    return values if type(values) is Tracer else as_array(list(values))


_OWN: dict[str, Callable[..., Any]] = {
    "dist": lambda p, q: np.linalg.norm(_listed(p) - _listed(q)),
    "erf": lambda x: special.erf(x),
    "erfc": lambda x: special.erfc(x),
    "fsum": lambda values: np.sum(_listed(values), dtype=float),
    "gamma": lambda x: special.gamma(x),
    "hypot": lambda *xs: np.linalg.norm(as_array(xs)),
    "isclose": _isclose,
    "lgamma": lambda x: special.gammaln(x),
    "log": _log,
    "prod": lambda values, *, start=1: start * np.prod(_listed(values)),
    "sumprod": lambda p, q: np.sum(_listed(p) * _listed(q)),
}
_OWN_COMPLEX: dict[str, Callable[..., Any]] = {
    "isclose": _isclose,
    "log": _log,
    "phase": np.angle,
    "polar": lambda z: (np.abs(z), np.angle(z)),
    "rect": lambda r, phi: r * np.exp(1j * phi),
}


def _answer(
    function: Callable[..., Any],
    ours: Callable[..., Any],
    kind: type,
    *args: Any,
    **options: Any,
) -> Any:
    """What NumPy's counterpart gives of traced values, where Python's takes such.

    If the values are known Python's function is called in any case: it refuses what is
    not in its domain. If they are not, that is noted of the trace.
    """
    traced = [x for arg in args for x in _traced(arg)]
    name = function.__name__
    scalars = name in _OF_SEQUENCES or not any(x.ndim for x in traced)
    taken = all(x.dtype.kind in "biuf" or kind is complex for x in traced)
    if not traced or not scalars or not taken:
        return NotImplemented
    if all(x.value is not None for x in traced):
        result = function(*map(_plain, args), **options)
        if name in _PREDICATES or all(x.edge is None for x in traced):
            return result
    count = _CONVERTED.get(name, len(args))
    out = ours(*[_number(a, kind) for a in args[:count]], *args[count:], **options)
    failure = ambient.get().failure
    if failure is not None and (name in _OUTSIDE or name in _MAY_OVERFLOW):
        alone = kind is float and len(args) == 1
        failure.note(_fails(_OUTSIDE.get(name) if alone else None, out, traced))
    parts = [_as_python(part) for part in (out if type(out) is tuple else (out,))]
    return tuple(parts) if type(out) is tuple else parts[0]


def _fails(outside: Callable[[Any], Any] | None, out: Any, operands: list[Any]) -> Any:
    """Whether Python raises an error: outside of a domain; if numbers give no number."""
    if outside is not None:
        return outside(operands[0])
    given = functools.reduce(np.logical_or, map(np.isnan, operands))
    return np.logical_not(np.logical_or(np.isfinite(out), given))


def _as_python(x: Any) -> Any:
    """What Python's functions give: a number, or a truth value."""
    return as_number(x, type(x.dtype.type(0).item()))


def _number(arg: Any, kind: type) -> Any:
    """What Python makes of a number first: a float, or a complex one."""
    return arg.astype(kind) if type(arg) is Tracer and arg.dtype != kind else arg


def _traced(arg: Any) -> list[Tracer]:
    """The traced values in an argument, brought up to date."""
    if type(arg) is Tracer:
        arg.sync()
        return [arg]
    if type(arg) in (list, tuple):
        return [x for part in arg for x in _traced(part)]
    return []


def _plain(arg: Any) -> Any:
    if type(arg) is Tracer:
        return arg.value.tolist()
    return type(arg)(map(_plain, arg)) if type(arg) in (list, tuple) else arg


def _table() -> dict[Callable[..., Any], Callable[..., Any]]:
    found: dict[Callable[..., Any], Callable[..., Any]] = {}
    for module, own, kind in ((math, _OWN, float), (cmath, _OWN_COMPLEX, complex)):
        for name, ours in ({n: getattr(np, n) for n in _SAME} | own).items():
            function = getattr(module, name, None)
            if function is not None:
                found[function] = functools.partial(_answer, function, ours, kind)
    return found


SCALAR_FUNCTIONS = _table()
