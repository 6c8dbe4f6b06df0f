"""Functions related to the error function, in the arithmetic of MPFR."""

from __future__ import annotations

from typing import Any

import gmpy2
import scipy.special

_FAR = 1e4  # where two terms of asymptotic series have more digits than are asked for
_STEPS = 3  # of Newton, each of which doubles the digits of SciPy's inverses


def _root_of_2() -> Any:
    return gmpy2.sqrt(gmpy2.mpfr(2))


def ndtr(x: Any) -> Any:
    """The normal distribution."""
    return gmpy2.erfc(-x / _root_of_2()) / 2


def log_ndtr(x: Any) -> Any:
    """Its logarithm."""
    if x > 0:
        return gmpy2.log1p(-ndtr(-x))
    if x > -_FAR:
        return gmpy2.log(ndtr(x))
    root = _root_of_2()
    return gmpy2.log(erfcx(-x / root) / 2) - x * x / 2


def erfcx(x: Any) -> Any:
    """``exp(x**2) erfc(x)``."""
    if x < _FAR:
        return gmpy2.exp(x * x) * gmpy2.erfc(x)
    inverse = 1 / (2 * x * x)
    series, term = gmpy2.mpfr(1), gmpy2.mpfr(1)
    for k in range(1, 12, 2):
        term *= -k * inverse
        series += term
    return series / (x * gmpy2.sqrt(gmpy2.const_pi()))


def erfinv(x: Any) -> Any:
    """The inverse of the error function."""
    if abs(x) >= 0.5:
        return erfcinv(1 - x) if x > 0 else -erfcinv(1 + x)
    y = gmpy2.mpfr(float(scipy.special.erfinv(float(x))))
    for _ in range(_STEPS):
        y -= (gmpy2.erf(y) - x) / _slope(y)
    return y


def erfcinv(x: Any) -> Any:
    """The inverse of the complementary error function."""
    if not 0 < x < 2:
        return gmpy2.mpfr(float(scipy.special.erfcinv(float(x))))
    if x > 1:
        return -erfcinv(2 - x) if x > 1.5 else -erfinv(x - 1)
    y = gmpy2.mpfr(_start(x))
    for _ in range(_STEPS):
        y += (gmpy2.erfc(y) - x) / _slope(y)
    return y


def ndtri(x: Any) -> Any:
    """The inverse of the normal distribution."""
    return -_root_of_2() * erfcinv(2 * x)


def _start(x: Any) -> float:
    """SciPy's inverse; Newton's iteration takes what it has no numbers for from afar."""
    return float(scipy.special.erfcinv(max(float(x), 5e-324)))


def _slope(y: Any) -> Any:
    return 2 * gmpy2.exp(-y * y) / gmpy2.sqrt(gmpy2.const_pi())
