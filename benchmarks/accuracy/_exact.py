"""Exact values, by MPFR and MPC, and errors in units in the last place.

A unit in the last place (ulp) is that of the exact value. Of complex numbers the error is
the distance from the exact number, in ulp of its magnitude; that of the worse part, in ulp
of this part, is told, too.
"""

from __future__ import annotations

import functools
import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gmpy2
import numpy as np

from benchmarks.accuracy import _error_functions
from benchmarks.accuracy._functions import Function

_LIMITS = {"64": (53, -1074, 1024), "32": (24, -149, 128)}
PRECISION = 160
_WIDE = 400  # bits, where two products of numbers may cancel


def _wide(f: Callable[..., Any]) -> Callable[..., Any]:
    """A formula in which digits cancel."""

    @functools.wraps(f)
    def evaluate(*values: Any) -> Any:
        with gmpy2.local_context(gmpy2.get_context(), precision=_WIDE):
            return f(*values)

    return evaluate


def _log_of_sum(exp: Any, log: Any) -> Callable[..., Any]:
    @_wide
    def evaluate(x: Any, y: Any) -> Any:
        high, low = max(x, y), min(x, y)
        return high + log(exp(low - high))

    return evaluate


def _logarithm_2_of_1_plus(x: Any) -> Any:
    return gmpy2.log1p(x) / gmpy2.const_log2()


def _ratio(x: Any, y: Any) -> Any:
    return x / y if y != 0 else gmpy2.mpc(math.nan, math.nan)


REAL: dict[str, Callable[..., Any]] = {
    **{
        name: getattr(gmpy2, name)
        for name in (
            *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt"),
            *("cos", "cosh", "digamma", "erf", "erfc", "exp", "exp2", "expm1"),
            *("gamma", "hypot", "j0", "j1", "log", "log10", "log1p", "log2"),
            *("sin", "sinh", "sqrt", "tan", "tanh", "y0", "y1"),
        )
    },
    **{
        name: getattr(_error_functions, name)
        for name in ("erfcinv", "erfcx", "erfinv", "log_ndtr", "ndtr", "ndtri")
    },
    "expit": lambda x: 1 / (1 + gmpy2.exp(-x)),
    "gammaln": lambda x: gmpy2.lgamma(x)[0],
    "lgamma": lambda x: gmpy2.lgamma(x)[0],
    "logaddexp": _log_of_sum(gmpy2.exp, gmpy2.log1p),
    "logaddexp2": _log_of_sum(gmpy2.exp2, _logarithm_2_of_1_plus),
    "pow": lambda x, y: x**y,
}


def _logarithm(base: int) -> Callable[[Any], Any]:
    return lambda x: gmpy2.log(x) / gmpy2.log(gmpy2.mpfr(base))


@_wide
def _expm1(z: Any) -> Any:
    half = gmpy2.sin(z.imag / 2)
    real = gmpy2.expm1(z.real) * gmpy2.cos(z.imag) - 2 * half * half
    return gmpy2.mpc(real, gmpy2.exp(z.real) * gmpy2.sin(z.imag))


@_wide
def _log1p(z: Any) -> Any:
    excess = 2 * z.real + (z.real * z.real + z.imag * z.imag)
    return gmpy2.mpc(gmpy2.log1p(excess) / 2, gmpy2.atan2(z.imag, 1 + z.real))


def _power(x: Any, y: Any) -> Any:
    if x == 0 and y != 0:  # as NumPy has it
        return gmpy2.mpc(0) if y.real > 0 else gmpy2.mpc(math.nan, math.nan)
    return x**y


def _sinc(z: Any) -> Any:
    if z == 0:
        return gmpy2.mpc(1)
    turns = gmpy2.rint(z.real)  # sin(pi z) is exactly 0 at whole numbers
    sine = gmpy2.sin((z - turns) * gmpy2.const_pi())
    return (-sine if turns % 2 else sine) / (z * gmpy2.const_pi())


COMPLEX: dict[str, Callable[..., Any]] = {
    **{
        name: getattr(gmpy2, name)
        for name in (
            *("acos", "acosh", "asin", "asinh", "atan", "atanh"),
            *("cos", "cosh", "exp", "sin", "sinh", "sqrt", "tan", "tanh"),
        )
    },
    "absolute": abs,
    "divide": _ratio,
    "exp2": lambda z: gmpy2.exp(z * gmpy2.const_log2()),
    "expm1": _expm1,
    "log": gmpy2.log,
    "log10": _logarithm(10),
    "log1p": _log1p,
    "log2": _logarithm(2),
    "power": _power,
    "reciprocal": lambda z: _ratio(gmpy2.mpc(1), z),
    "sign": lambda z: z / abs(z) if z != 0 else z,
    "sinc": _sinc,
}


def has_reference(name: str, kind: str) -> bool:
    """Whether an exact function is known."""
    return name in (COMPLEX if kind[0] == "c" else REAL)


class Reference(NamedTuple):
    """Exact values: ``(near + rest) * ulp``, with the ulp in powers of two.

    Attributes
    ----------
    near : ndarray of float64
        The nearest number of the format over the ulp, which is whole; NaN for NaN.
    rest : ndarray of float64
        Between -1/2 and 1/2, mostly.
    ulp : ndarray of int
        Its exponent.
    """

    near: np.ndarray
    rest: np.ndarray
    ulp: np.ndarray


def references(
    function: Function, kind: str, inputs: Sequence[np.ndarray], cache: Path
) -> list[Reference]:
    """Exact values of the parts of results; kept in a folder, for other machines."""
    key = zlib.crc32(b"".join(array.tobytes() for array in inputs))
    path = cache / f"{function.name}-{kind}-{inputs[0].size}-{key:08x}.npz"
    if not path.exists():
        found = _references(function, kind, inputs)
        cache.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.npz")  # the whole, unless it is interrupted
        np.savez_compressed(part, exact=np.array(found))
        part.rename(path)
    with np.load(path) as data:
        return [Reference(*part) for part in data["exact"]]


def _references(
    function: Function, kind: str, inputs: Sequence[np.ndarray]
) -> list[np.ndarray]:
    table = COMPLEX if kind[0] == "c" else REAL
    exact = table[function.name]
    with gmpy2.context(precision=PRECISION):
        values = [exact(*x) for x in _operands(kind, inputs)]
        if isinstance(values[0], type(gmpy2.mpc(0))):
            parts = [[v.real for v in values], [v.imag for v in values]]
        else:
            parts = [values]
        return [_scaled(part, kind) for part in parts]


def _operands(
    kind: str, inputs: Sequence[np.ndarray]
) -> Iterator[tuple[gmpy2.mpfr | gmpy2.mpc, ...]]:
    lists = [array.tolist() for array in inputs]
    if kind[0] == "f":
        return (tuple(map(gmpy2.mpfr, x)) for x in zip(*lists, strict=True))
    return (tuple(map(gmpy2.mpc, x[::2], x[1::2])) for x in zip(*lists, strict=True))


def _scaled(values: list[Any], kind: str) -> np.ndarray:
    """Rows of a `Reference`."""
    digits, least, greatest = _LIMITS[kind[1:]]
    out = np.empty((3, len(values)))
    bound = gmpy2.exp2(greatest)
    for k, value in enumerate(values):
        if gmpy2.is_nan(value):
            out[:, k] = math.nan, 0.0, 0
            continue
        exact = max(-bound, min(bound, value))  # the bound stands for infinity
        exponent = gmpy2.get_exp(exact) if exact else least
        ulp = max(exponent - digits, least)
        exact = gmpy2.mul_2exp(exact, -ulp) if ulp < 0 else gmpy2.div_2exp(exact, ulp)
        near = gmpy2.rint(exact)
        out[:, k] = float(near), float(exact - near), ulp
    return out


# -- errors ----------------------------------------------------------------------------


def errors(got: Sequence[np.ndarray], exact: Sequence[Reference]) -> np.ndarray:
    """In ulp of the magnitudes; infinite where one is NaN and the other is not."""
    tops = np.max([_top(r) for r in exact], axis=0)
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        pairs = zip(got, exact, strict=True)
        found = [_distances(g, _in_units(r, tops)) for g, r in pairs]
        size = functools.reduce(np.hypot, (_magnitude(r, tops) for r in exact))
        ulp = np.where(size >= np.ldexp(1.0, _digits(got[0])), 2.0, 1.0)
        return functools.reduce(np.hypot, found) / ulp


def errors_of_parts(
    got: Sequence[np.ndarray], exact: Sequence[Reference]
) -> np.ndarray:
    """Of the worse part, in ulp of this part."""
    pairs = zip(got, exact, strict=True)
    return np.max([_distances(g, r) for g, r in pairs], axis=0)


def _digits(got: np.ndarray) -> int:
    return np.finfo(got.dtype).nmant + 1


def _top(exact: Reference) -> np.ndarray:
    """Exponents of the ulp; below all others where the value is zero."""
    least = _LIMITS["64"][1]
    return np.where(exact.near + exact.rest == 0, least, exact.ulp)


def _in_units(exact: Reference, ulp: np.ndarray) -> Reference:
    """The same numbers over larger units."""
    shift = np.minimum(exact.ulp - ulp, 0).astype(int)
    near, rest = np.ldexp(exact.near, shift), np.ldexp(exact.rest, shift)
    return Reference(near, rest, exact.ulp - shift)


def _magnitude(exact: Reference, tops: np.ndarray) -> np.ndarray:
    near = np.nan_to_num(exact.near + exact.rest, nan=0.0)
    return np.ldexp(near, np.maximum(exact.ulp - tops, -4000).astype(int))


def _distances(got: np.ndarray, exact: Reference) -> np.ndarray:
    """In ulp of the exact values."""
    _, _, greatest = _LIMITS["64" if got.dtype == np.float64 else "32"]
    ulp = exact.ulp.astype(int)
    with np.errstate(invalid="ignore", over="ignore"):
        scaled = np.ldexp(got.astype(np.float64), -np.clip(ulp, -1000, 1000))
        scaled = np.ldexp(scaled, -(ulp - np.clip(ulp, -1000, 1000)))
        bound = np.ldexp(np.copysign(1.0, got), greatest - ulp)
        scaled = np.where(np.isinf(got), bound, scaled)
        distance = np.abs((scaled - exact.near) - exact.rest)
    nan, wanted = np.isnan(got), np.isnan(exact.near)
    return np.where(nan & wanted, 0.0, np.where(nan | wanted, np.inf, distance))
