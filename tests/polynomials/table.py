"""Where the coefficients of the compiler's mathematical functions come from."""

from collections.abc import Sequence
from typing import NamedTuple

import mpmath
import numpy as np
from mpmath import mp, mpf

from functrace.compiler.math.vecmath import (
    _tails,
    error_function,
    exponentials,
    gamma,
    hyperbolic,
    inverse_normal,
    inverse_trigonometric,
    logarithms,
    power,
    trigonometric,
)
from tests.polynomials.remez import Minimax, Point, grid, minimax

DIGITS = 60
_DENSITY = 10  # points of the grid for each extremum of the error


class Row(NamedTuple):
    """A polynomial, and the problem that it solves.

    Attributes
    ----------
    name : str
    stored : sequence of float
        The coefficients, that of the highest power first.
    function, weight : str
        Formulas in `x` of what it approximates, and of what an error is multiplied by.
    interval : tuple of str
        From where to where `x` goes.
    variable : str
        What the polynomial is one in.
    fixed : int
        How many coefficients, of the lowest powers, were given.
    excess : float
        Up to which factor the greatest error is above the least possible one, besides what
        comes of rounding coefficients. Above 1.01 they are near the best ones, no more.
    """

    name: str
    stored: Sequence[float]
    function: str
    weight: str
    interval: tuple[str, str]
    variable: str = "x"
    fixed: int = 0
    excess: float = 1.01

    @property
    def degree(self) -> int:
        return len(self.stored) - 1

    @property
    def digits(self) -> int:
        """Binary digits of the coefficients."""
        singles = np.array(self.stored, np.float32)
        return 24 if np.array_equal(singles, np.array(self.stored)) else 53

    def points(self) -> list[Point]:
        """The problem on a grid."""
        first, last = (_evaluated(text) for text in self.interval)
        texts = self.variable, self.function, self.weight
        return [
            Point(*(_evaluated(text, x) for text in texts))
            for x in grid(first, last, _DENSITY * (self.degree + 2))
        ]

    @property
    def given(self) -> Sequence[float]:
        """The coefficients of the lowest powers, those that were given."""
        return self.stored[len(self.stored) - self.fixed :]

    def best(self, points: Sequence[Point]) -> Minimax:
        """The best polynomial with the coefficients that were given."""
        free = [
            Point(
                p.t,
                (p.value - polynomial(self.given, p.t)) / p.t**self.fixed,
                p.weight * abs(p.t) ** self.fixed,
            )
            for p in points
        ]
        return minimax(free, self.degree - self.fixed)

    def error(self, points: Sequence[Point]) -> mpf:
        """The greatest weighted error of what is stored."""
        return max(
            p.weight * abs(polynomial(self.stored, p.t) - p.value) for p in points
        )

    def rounding(self, points: Sequence[Point]) -> mpf:
        """What rounding the coefficients may add to that."""
        halves = [mpf(2) ** -self.digits * power_below(c) for c in self.stored]
        return max(p.weight * polynomial(halves, abs(p.t)) for p in points)


def power_below(number: float) -> mpf:
    """The greatest power of two that is not above a number's magnitude."""
    return mpf(2) ** mp.floor(mp.log(abs(mpf(number)), 2))


def polynomial(coefficients: Sequence[float], t: mpf) -> mpf:
    total = mpf(0)
    for coefficient in coefficients:
        total = total * t + mpf(coefficient)
    return total


def _evaluated(text: str, x: mpf | None = None) -> mpf:
    names = {**vars(mpmath), "root": _ROOT, "quantile": _quantile, "x": x}
    return mpf(eval(text, names))


def _quantile(w: float) -> mpf:
    """The positive `x` with ``-log(1 - erf(x / sqrt(2))**2) == w``."""
    guess = mp.sqrt(2 * w) * (0.93 if w < 10 else 1 - 1 / mpf(w) ** 0.9)
    return mp.findroot(lambda x: _evaluated(_W, x) - w, guess)


with mp.workdps(DIGITS):
    _ROOT = mp.findroot(mpmath.digamma, 1.46)
_HALF_LOG_2 = ("-log(2) / 2", "log(2) / 2")
_TO_HALF_LOG_2 = ("mpf(2)**-20", "log(2) / 2")
_MANTISSA = ("sqrt(1 / mpf(2)) - 1", "sqrt(2) - 1")
_QUOTIENT = ("mpf(2)**-20", "(sqrt(2) - 1) / (sqrt(2) + 1)")
_TO_EIGHTH_TURN = ("mpf(2)**-20", "pi / 4")
_TO_HALF, _TO_ONE = ("mpf(2)**-20", "1 / mpf(2)"), ("mpf(2)**-20", "1")
_EXP = "(expm1(x) - x) / x**2"
_LOG = "(log1p(x) - x) / x**2"
_MEAN = "digamma(1.5 + x) / (1.5 + x - root)"
_STIRLING = (
    "(loggamma(1/x) - (1/x - mpf(1)/2) * (log(1/x) - 1)"
    " - log(2 * pi) / 2 + mpf(1)/2) / x"
)
_ASYMPTOTIC = "(log(1/x) - x / 2 - digamma(1/x)) / x**2"
_W = "-log(erfc(x / sqrt(2)) * (2 - erfc(x / sqrt(2))))"


def _both(name: str, stored: dict, *problem: object, **options: object) -> list[Row]:
    """A row for each precision; ``excess`` of the two, if it is not usual."""
    excess = options.pop("excess", (1.01, 1.01))
    return [
        Row(f"{name}[{kind}]", stored[kind], *problem, excess=most, **options)
        for kind, most in zip(("f64", "f32"), excess, strict=True)
    ]


def _tail(name: str, tail: _tails.Tail, scaled: str, excess: float) -> list[Row]:
    """For a tail in ``t = 2 x / (x + center) - 1``; `scaled` is of ``z``, which is `x`."""
    text = scaled.replace("z", f"({tail.center} * (1 + x) / (1 - x))")
    problem = text, f"1 / ({text})", ("-1", "1 - mpf(2)**-12")
    return [
        Row(f"{name}.precise", tail.precise, *problem),
        Row(f"{name}.rough", tail.rough, *problem, excess=excess),
    ]


def _of_root(name: str, stored: Sequence[float], center: int, *ends: float) -> Row:
    """For a factor of ``sqrt(w)``, of which the interval's ends are given."""
    root = f"sqrt({_W})"
    return Row(
        f"inverse_normal.{name}",
        stored,
        f"x / {root}",
        f"{root} / x",
        tuple(f"quantile({end**2})" for end in ends),
        f"({root} - {center}) / ({root} + {center})",
    )


ROWS = [
    *_both("exponentials._EXP", exponentials._EXP, _EXP, "x**2 / exp(x)", _HALF_LOG_2),
    Row(
        "exponentials._EXP_BY_TABLE",
        exponentials._EXP_BY_TABLE,
        _EXP,
        "x**2 / exp(x)",
        ("-log(2) / 32", "log(2) / 32"),
    ),
    *_both(
        "exponentials._EXPM1",
        exponentials._EXPM1,
        _EXP,
        "x**2 / abs(expm1(x))",
        _HALF_LOG_2,
        fixed=1,
    ),
    *_both(
        "exponentials._EXP2",
        exponentials._EXP2,
        "(mpf(2)**x - 1 - x * log(2)) / x**2",
        "x**2 / mpf(2)**x",
        ("-1 / mpf(2)", "1 / mpf(2)"),
        excess=(2.2, 1.01),
    ),
    Row("power._EXP", power._EXP, _EXP, "x**2 / exp(x)", _HALF_LOG_2, excess=1.69),
    Row("_tails._EXP", _tails._EXP, _EXP, "x**2", _HALF_LOG_2, excess=1.05),
    *_both(
        "logarithms._LOG",
        logarithms._LOG,
        _LOG,
        "x**2 / abs(log1p(x))",
        _MANTISSA,
        fixed=1,
    ),
    Row("power._LOG", power._LOG, _LOG, "x**2 / abs(log1p(x))", _MANTISSA, excess=1.62),
    Row(
        "power._ATANH",
        power._ATANH,
        "((2 * atanh(x) - 2 * x) / x**3 - mpf(2)/3) / x**2",
        "x**5 / (2 * atanh(x))",
        _QUOTIENT,
        "x**2",
    ),
    *_both(
        "gamma._LOG",
        gamma._LOG,
        "(2 * atanh(x) - 2 * x) / x**3",
        "x**3",
        _QUOTIENT,
        "x**2",
        excess=(1.01, 1.08),
    ),
    Row(
        "power._INVERSE_CUBE_ROOT",
        power._INVERSE_CUBE_ROOT,
        "x**(-mpf(1)/3)",
        "x**(mpf(1)/3)",
        ("sqrt(1 / mpf(2))", "sqrt(2)"),
        excess=1.04,
    ),
    *_both(
        "trigonometric._SIN",
        trigonometric._SIN,
        "(sin(x) - x) / x**3",
        "x**3 / sin(x)",
        _TO_EIGHTH_TURN,
        "x**2",
    ),
    *_both(
        "trigonometric._COS",
        trigonometric._COS,
        "(cos(x) - 1 + x**2 / 2) / x**4",
        "x**4 / cos(x)",
        _TO_EIGHTH_TURN,
        "x**2",
    ),
    *_both(
        "hyperbolic._SINH",
        hyperbolic._SINH,
        "(sinh(x) - x) / x**3",
        "x**3 / sinh(x)",
        _TO_HALF_LOG_2,
        "x**2",
    ),
    *_both(
        "hyperbolic._COSH",
        hyperbolic._COSH,
        "(cosh(x) - 1) / x**2",
        "x**2 / cosh(x)",
        _TO_HALF_LOG_2,
        "x**2",
        fixed=1,
    ),
    *_both(
        "inverse_trigonometric._ATAN",
        inverse_trigonometric._ATAN,
        "(atan(x) - x) / x**3",
        "x**3 / atan(x)",
        _TO_ONE,
        "x**2",
    ),
    *_both(
        "inverse_trigonometric._ASIN",
        inverse_trigonometric._ASIN,
        "(asin(x) - x) / x**3",
        "x**3 / asin(x)",
        _TO_HALF,
        "x**2",
    ),
    *_both(
        "error_function._NEAR",
        error_function._NEAR,
        "erf(x) / x - 1",
        "x / erf(x)",
        _TO_ONE,
        "x**2",
    ),
    *[
        Row(
            f"error_function._FAR[{kind}]",
            error_function._FAR[kind],
            "-log(erfc(x))",
            "erfc(x)",
            ("1", last),
        )
        for kind, last in (("f64", "5.95"), ("f32", "3.95"))
    ],
    *_tail("_tails.ERROR", _tails.ERROR, "erfc(z) * exp(z**2) * (1 + z)", 1.11),
    *_tail(
        "_tails.NORMAL",
        _tails.NORMAL,
        "erfc(z / sqrt(2)) / 2 * exp(z**2 / 2) * (1 + z)",
        1.06,
    ),
    Row(
        "inverse_normal._CENTRAL",
        inverse_normal._CENTRAL,
        "x / erf(x / sqrt(2))",
        "erf(x / sqrt(2)) / x",
        ("mpf(2)**-20", "quantile(6.25)"),
        f"{_W} - 3.125",
    ),
    _of_root("_MIDDLE", inverse_normal._MIDDLE, 3.5, 2.5, 5),
    _of_root("_FAR", inverse_normal._FAR, 11, 5, 27.3),
    *_both(
        "gamma._GAMMALN",
        gamma._GAMMALN,
        "loggamma(2 + x) / x",
        "abs(x) / max(abs(loggamma(1 + x)), abs(loggamma(2 + x)))",
        ("-1 + mpf(2)**-20", "0.4"),
        fixed=1,
        excess=(1.01, 1.48),
    ),
    *_both(
        "gamma._STIRLING",
        gamma._STIRLING,
        _STIRLING,
        "x / loggamma(1/x)",
        ("mpf(2)**-10", "1 / mpf(2.4)"),
        "x**2",
        excess=(1.01, 1.14),
    ),
    *_both(
        "gamma._DIGAMMA",
        gamma._DIGAMMA,
        _MEAN,
        f"1 / ({_MEAN})",
        ("-1 / mpf(2)", "1 / mpf(2)"),
        excess=(1.01, 1.19),
    ),
    *_both(
        "gamma._ASYMPTOTIC",
        gamma._ASYMPTOTIC,
        _ASYMPTOTIC,
        "x**2 / digamma(1/x)",
        ("mpf(2)**-10", "1 / mpf(2)"),
        "x**2",
        excess=(1.01, 1.19),
    ),
    Row(
        "gamma._SINE",
        gamma._SINE,
        "(sin(pi * x) / (pi * x) - 1) / x**2",
        "x**3",
        _TO_HALF,
        "x**2",
    ),
    Row(
        "gamma._COTANGENT",
        gamma._COTANGENT,
        "(pi / tan(pi * x) - 1 / x) / x",
        "x**2",
        _TO_HALF,
        "x**2",
    ),
]
