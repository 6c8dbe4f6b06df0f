"""Arguments at which errors are measured: all magnitudes, and where formulas change."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.accuracy._functions import DTYPES, Function

RANGES: dict[str, tuple[tuple[float, float], ...]] = {
    "acos": ((-1, 1), (0.9, 1)),
    "acosh": ((1, 3), (1, 1e3)),
    "asin": ((-1, 1), (-0.1, 0.1)),
    "asinh": ((-3, 3), (-100, 100)),
    "atan": ((-3, 3), (-100, 100)),
    "atan2": ((-3, 3), (-100, 100)),
    "atanh": ((-1, 1), (-0.1, 0.1)),
    "cbrt": ((-10, 10), (-1e6, 1e6)),
    "cos": ((-4, 4), (-1e3, 1e3), (-1e6, 1e6)),
    "cosh": ((-3, 3), (-710, 710)),
    "erf": ((-2, 2), (-6, 6)),
    "erfc": ((-2, 5), (-6, 28)),
    "erfcinv": ((0, 2), (0, 0.1), (1.9, 2)),
    "erfcx": ((-1, 3), (-26, 100)),
    "erfinv": ((-1, 1), (-0.1, 0.1), (0.99, 1)),
    "exp": ((-3, 3), (-745, 710)),
    "exp2": ((-3, 3), (-1075, 1024)),
    "expit": ((-3, 3), (-745, 40)),
    "expm1": ((-1, 1), (-40, 710)),
    "gamma": ((0, 5), (-20, 20), (-180, 172)),
    "log": ((0.5, 2), (0, 100)),
    "log10": ((0.5, 2), (0, 100)),
    "log1p": ((-1, 1), (-1, 100)),
    "log2": ((0.5, 2), (0, 100)),
    "log_ndtr": ((-3, 3), (-40, 10)),
    "ndtr": ((-3, 3), (-38, 9)),
    "ndtri": ((0, 1), (0, 0.01), (0.99, 1)),
    "sin": ((-4, 4), (-1e3, 1e3), (-1e6, 1e6)),
    "sinh": ((-3, 3), (-710, 710)),
    "tan": ((-4, 4), (-1e3, 1e3), (-1e6, 1e6)),
    "tanh": ((-3, 3), (-20, 20)),
}
"""Where functions are used; the first is that of the times."""
USUAL = ((-1.0, 1.0), (-10.0, 10.0), (-100.0, 100.0))
BOUNDS = {"exp2": 2.0**10, "power": 16.0, "sinc": 24.0}
"""Of complex arguments: beyond, results overflow, or their angles have few digits."""
CENTERS = (
    *(0.25, 0.5, 1.0, 1.5, 2.0, math.e, 3.0, 4.0, 0.35, 0.66, 2.4375, 6.0),
    *(math.pi * k / 4 for k in (1, 2, 3, 4, 6, 8, 100)),
    *(math.log(2) * k for k in (0.5, 1, 1.5, 40)),
    *(88.72, 103.97, 126.0, 149.0, 709.78, 745.13, 1022.0, 1074.0, 1e5, 1e9),
)
"""Numbers in whose vicinity are zeros, poles, thresholds or ends of domains."""


def points(function: Function, kind: str, n: int) -> list[np.ndarray]:
    """Arrays of `n` arguments each, the parts of complex ones apart; always the same."""
    rng = np.random.default_rng(zlib.crc32(f"{function.name}-{kind}".encode()))
    if function.name == "pow":
        arrays = _powers(rng, kind, n)
    else:
        count = function.arity * (2 if kind[0] == "c" else 1)
        arrays = _related(rng, [_mixed(rng, function, kind, n) for _ in range(count)])
    with np.errstate(over="ignore", under="ignore"):
        arrays = [np.asarray(a).astype(DTYPES[kind]) for a in arrays]
    arrays = [np.nan_to_num(a, posinf=1.0, neginf=-1.0, nan=1.0) for a in arrays]
    bound = BOUNDS.get(function.name, np.inf) if kind[0] == "c" else np.inf
    return [np.where(np.abs(a) > bound, np.fmod(a, bound), a) for a in arrays]


def usual(function: Function, kind: str, n: int) -> list[np.ndarray]:
    """Arguments for measurements of time."""
    rng = np.random.default_rng(0)
    low, high = RANGES.get(function.name, USUAL)[0]
    count = function.arity * (2 if kind[0] == "c" else 1)
    low = abs(low) / 8 if function.name == "pow" else low
    return [rng.uniform(low, high, n).astype(DTYPES[kind]) for _ in range(count)]


def _mixed(rng: Any, function: Function, kind: str, n: int) -> np.ndarray:
    """Equal parts of each sort, shuffled."""
    ranges = RANGES.get(function.name, USUAL)
    sorts: list[Callable[[int], np.ndarray]] = [
        lambda n: _any_bits(rng, kind, n),
        lambda n: _signs(rng, n) * 2.0 ** rng.uniform(-30, 30, n),
        lambda n: _near(rng, n),
        *[lambda n, r=r: rng.uniform(*r, n) for r in ranges],
    ]
    shares = np.array_split(np.arange(n), len(sorts))
    out = np.concatenate(
        [f(s.size) for f, s in zip(sorts, shares, strict=True)], dtype=np.float64
    )
    return rng.permutation(out)


def _any_bits(rng: Any, kind: str, n: int) -> np.ndarray:
    """All exponents alike; one in 16 below the least normal number."""
    dtype = np.dtype(DTYPES[kind])
    x = rng.integers(0, 256, (n, dtype.itemsize), np.uint8).view(dtype)[:, 0]
    x = np.nan_to_num(x, nan=0.0, posinf=1.0, neginf=-1.0).astype(np.float64)
    x[::16] = np.finfo(dtype).tiny * rng.uniform(-1, 1, x[::16].size)
    return x


def _near(rng: Any, n: int) -> np.ndarray:
    """Close to `CENTERS`, the nearer the denser, of either sign."""
    centers = rng.choice(CENTERS, n)
    offsets = _signs(rng, n) * 2.0 ** rng.uniform(-54, -1, n)
    return _signs(rng, n) * centers * (1 + offsets)


def _signs(rng: Any, n: int) -> np.ndarray:
    return rng.choice([-1.0, 1.0], n)


def _related(rng: Any, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """Half of the arguments after the first are of a magnitude like the first's."""
    first, n = arrays[0], arrays[0].size
    with np.errstate(over="ignore", under="ignore"):
        for other in arrays[1:]:
            ratio = _signs(rng, n // 2) * 2.0 ** rng.uniform(-20, 20, n // 2)
            ratio[::4] = _signs(rng, n // 2)[::4] * _near_one(rng, ratio[::4].size)
            other[: n // 2] = first[: n // 2] * ratio
    return arrays


def _near_one(rng: Any, n: int) -> np.ndarray:
    return 1 + _signs(rng, n) * 2.0 ** rng.uniform(-54, -1, n)


def _powers(rng: Any, kind: str, n: int) -> list[np.ndarray]:
    """Bases and exponents whose power is mostly finite, and whole exponents."""
    limit = 128 if kind == "f32" else 1024
    base = 2.0 ** rng.uniform(-limit, limit, n)
    near = slice(n // 4, n // 2)
    base[near] = _near_one(rng, n)[near]
    base[n // 2 :] = 2.0 ** rng.uniform(-4, 4, n - n // 2)
    base = base.astype(DTYPES[kind]).astype(np.float64)
    base[(base == 0) | (base == 1) | np.isinf(base)] = 0.75
    logarithm = rng.uniform(-1.1, 1.02, n) * limit
    logarithm[: n // 8] = rng.uniform(-1, 1, n // 8)
    exponent = logarithm / np.log2(base)
    whole = slice(0, n, 4)
    exponent[whole] = np.rint(exponent[whole])
    base[whole] *= _signs(rng, n)[whole]
    return [base, exponent]
