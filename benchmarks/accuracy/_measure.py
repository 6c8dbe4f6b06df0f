"""One row of the table: a function on a machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np

from benchmarks.accuracy import _exact, _points
from benchmarks.accuracy._functions import Function, loop_text, outputs
from benchmarks.accuracy._machines import MACHINES, Program, program

_CHUNK = 1 << 20
_TIMED = 8192
_LEFT_OUT = 64  # lanes of which the number of points is a multiple


@dataclass(frozen=True)
class Row:
    """What was found.

    Attributes
    ----------
    name, kind, isa : str
    lanes : int
    points : int
        Arguments tried; 2**32 are all.
    error : float
        The largest, in ulp; infinite where a result is wrongly NaN, or not.
    at : list of str
        The arguments there, in hexadecimal.
    parts : float
        Of complex numbers: the largest error of a part.
    nanoseconds : float
        Of an element; 0 under an emulator.
    """

    name: str
    kind: str
    isa: str
    lanes: int
    points: int
    error: float
    at: list[str]
    parts: float
    nanoseconds: float


def measure(
    function: Function, kind: str, isa: str, lanes: int, n: int, cache: Path
) -> Row:
    """Errors at `n` points against exact values."""
    count = outputs(function, kind)
    run = _program(function, kind, isa, lanes)
    speed = run.nanoseconds(_points.usual(function, kind, _TIMED), count)
    inputs = _points.points(function, kind, -(-n // _LEFT_OUT) * _LEFT_OUT)
    exact = _exact.references(function, kind, inputs, cache)
    got = run(inputs, count)
    found = _exact.errors(got, exact)
    worst = int(np.argmax(found))
    parts = float(_exact.errors_of_parts(got, exact).max()) if count > 1 else 0.0
    at = _at(inputs, worst)
    return _row(function, kind, isa, lanes, n, float(found[worst]), at, parts, speed)


def measure_all(function: Function, isa: str, lanes: int) -> Row:
    """Errors at all numbers of single precision, against the routine of doubles."""
    run = _program(function, "f32", isa, lanes)
    speed = run.nanoseconds(_points.usual(function, "f32", _TIMED), 1)
    precise = _program(function, "f64", "host", 32)
    error, at = -1.0, np.float32(0)
    for start in range(0, 1 << 32, _CHUNK):
        bits = np.arange(start, start + _CHUNK, dtype=np.uint32)
        x = bits.view(np.float32)
        with np.errstate(invalid="ignore"):  # signalling NaN
            (got,), (exact,) = run([x], 1), precise([x.astype(np.float64)], 1)
        worst, place = _worst(got, exact, _ULPS)
        if worst > error:
            error, at = worst, x[place]
    where = [float(at).hex()]
    return _row(function, "f32", isa, lanes, 1 << 32, error, where, 0.0, speed)


def _program(function: Function, kind: str, isa: str, lanes: int) -> Program:
    return program(loop_text(function, kind, lanes, MACHINES[isa]), isa)


def _at(inputs: Sequence[np.ndarray], place: int) -> list[str]:
    return [float(array[place]).hex() for array in inputs]


def _row(function: Function, *rest: Any) -> Row:
    return Row(function.name, *rest)


# Units in the last place of single precision, by the exponent field of doubles.
_ULPS = 2.0 ** np.maximum(np.arange(2048) - 1023 - 23, -149)


@numba.njit(error_model="numpy")
def _worst(got: np.ndarray, exact: np.ndarray, ulps: np.ndarray) -> tuple[float, int]:
    """The largest error, and where; infinity stands for 2**128."""
    worst, place = -1.0, 0
    exponents = exact.view(np.int64)
    bound = 2.0**128
    for i in range(got.size):
        a, b = np.float64(got[i]), exact[i]
        if np.isnan(a) or np.isnan(b):
            error = 0.0 if np.isnan(a) and np.isnan(b) else np.inf
        else:
            a, b = min(max(a, -bound), bound), min(max(b, -bound), bound)
            error = abs(a - b) / ulps[(exponents[i] >> 52) & 2047]
        if error > worst:
            worst, place = error, i
    return worst, place
