"""Equation of state of seawater: a rational function of three fields.

McDougall et al., "A computationally efficient 48-term expression for the density of
seawater in terms of Conservative Temperature, and related properties of seawater" (the
expression of TEOS-10, version 3.0), as in https://github.com/dionhaefner/pyhpc-benchmarks.
The specific volume is one polynomial over another, both of degree three and two in
pressure; the dynamic enthalpy is its integral over pressure, in closed form.
"""

from typing import Any

import numpy as np

from benchmarks._problem import Problem

PASCAL_PER_DECIBAR = 1e4


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Salinity [g/kg], temperature [°C], pressure [dbar] of about `size` cells."""
    edge = size ** (1 / 3)
    wide, deep = round(np.ceil(2 * edge)), round(np.ceil(0.25 * edge))
    return (
        rng.uniform(0.01, 10, (wide, wide, deep)),
        rng.uniform(-12, 20, (wide, wide, deep)),
        rng.uniform(0, 1000, (1, 1, deep)),
    )


# By powers of temperature; the names say which power of pressure, and of salinity, root of
# salinity (r) or product of both, they belong to.
A0 = (
    1.0,
    2.775927747785646e-3,
    -2.349607444135925e-5,
    1.119513357486743e-6,
    6.743689325042773e-10,
)
A0_S = (
    -7.521448093615448e-3,
    -2.764306979894411e-5,
    1.262937315098546e-7,
    9.527875081696435e-10,
    -1.811147201949891e-11,
)
A0_SR = (
    -3.303308871386421e-5,
    3.801564588876298e-7,
    -7.672876869259043e-9,
    -4.634182341116144e-11,
    2.681097235569143e-12,
)
A0_SS = 5.419326551148740e-6
A1 = (
    -2.742185394906099e-5,
    -3.212746477974189e-7,
    3.191413910561627e-9,
    -1.931012931541776e-12,
)
A1_S = (-1.105097577149576e-7, 6.211426728363857e-10)
A2 = (-1.119011592875110e-10, -1.941660213148725e-11, -1.864826425365600e-14)
A2_ST = 1.119522344879478e-14
A3 = (-1.200507748551599e-15, 6.057902487546866e-17)
B0 = (
    9.998420897506056e2,
    2.839940833161907,
    -3.147759265588511e-2,
    1.181805545074306e-3,
)
B0_S = (-6.698001071123802, -2.986498947203215e-2, 2.327859407479162e-4)
B0_SR = (
    -3.988822378968490e-2,
    5.095422573880500e-4,
    -1.426984671633621e-5,
    1.645039373682922e-7,
)
B1 = (-2.233269627352527e-2, -3.436090079851880e-4, 3.726050720345733e-6)
B1_S = (-1.806789763745328e-4, 6.876837219536232e-7)
B2 = (-3.087032500374211e-7, -1.988366587925593e-8, -1.061519070296458e-11)
B2_S = 1.550932729220080e-10


def horner(coefficients: tuple[float, ...], t: Any) -> Any:
    """Return a polynomial, lowest power first."""
    result = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        result = coefficient + t * result
    return result


def numerator(xp: Any, s: Any, t: Any) -> tuple[Any, Any, Any, Any]:
    """Coefficients of the powers of pressure in the specific volume's numerator."""
    root = xp.sqrt(s)
    return (
        horner(A0, t) + s * (horner(A0_S, t) + A0_SS * s + root * horner(A0_SR, t)),
        horner(A1, t) + s * horner(A1_S, t),
        horner(A2, t) + A2_ST * s * t,
        horner(A3, t),
    )


def denominator(xp: Any, s: Any, t: Any) -> tuple[Any, Any, Any]:
    """Coefficients of the powers of pressure in the specific volume's denominator."""
    root = xp.sqrt(s)
    return (
        horner(B0, t) + s * (horner(B0_S, t) + root * horner(B0_SR, t)),
        horner(B1, t) + s * horner(B1_S, t),
        horner(B2, t) + B2_S * s,
    )


def density(xp: Any, salinity: Any, temperature: Any, pressure: Any) -> Any:
    """Density in kg/m³."""
    p = pressure
    a0, a1, a2, a3 = numerator(xp, salinity, temperature)
    b0, b1, b2 = denominator(xp, salinity, temperature)
    return (b0 + p * (b1 + p * b2)) / (a0 + p * (a1 + p * (a2 + p * a3)))


def enthalpy(xp: Any, salinity: Any, temperature: Any, pressure: Any) -> Any:
    """Dynamic enthalpy in J/kg: specific volume integrated from the surface."""
    p = pressure
    a0, a1, a2, a3 = numerator(xp, salinity, temperature)
    b0, b1, b2 = denominator(xp, salinity, temperature)
    b1 = 0.5 * b1  # the denominator is b0 + 2 b1 p + b2 p²
    root = xp.sqrt(b1**2 - b0 * b2)
    constant = a0 + (2 * a3 * b0 * b1 / b2 - a2 * b0) / b2
    linear = a1 + (4 * a3 * b1**2 / b2 - a3 * b0 - 2 * a2 * b1) / b2
    polynomial = p * (a2 - 2 * a3 * b1 / b2 + 0.5 * a3 * p) / b2
    first = linear / (2 * b2) * xp.log(1 + p * (2 * b1 + b2 * p) / b0)
    weight = (constant * b2 - linear * b1) / (2 * b2 * root)
    ratio = 2 * b2 * p * root / ((b1 - root) * (b1 + root + b2 * p))
    return PASCAL_PER_DECIBAR * (polynomial + first + weight * xp.log(1 + ratio))


def make_shape(size: tuple[int, ...], rng: np.random.Generator) -> tuple[Any, ...]:
    """Cells of a shape, with a pressure along its shortest axis."""
    least = min(range(len(size)), key=lambda axis: (size[axis], -axis))
    levels = tuple(n if axis == least else 1 for axis, n in enumerate(size))
    return (
        rng.uniform(0.01, 10, size),
        rng.uniform(-12, 20, size),
        rng.uniform(0, 1000, levels),
    )


SHAPES = (
    (4096,),
    (32, 32, 4),
    (16, 16, 16),
    (4, 32, 32),
    (1365, 3),
    (3, 1365),
    (585, 7),
)


def problem(
    name: str,
    summary: str,
    objective: Any,
    *,
    sizes: tuple[Any, ...] = (4096, 65536, 10**6),
    make: Any = make,
    smoke: Any = 8,
) -> Problem:
    """The field, and the gradient of its sum."""
    return Problem(
        name=name,
        summary=summary,
        make=make,
        objective=objective,
        sizes=sizes,
        smoke=smoke,
        tasks=("value", "value_and_grad"),
        argnums=(0, 1, 2),
        total=True,
        per="cell",
    )


PROBLEMS = (
    problem("seawater_density", "density of n cells of ocean", density),
    problem("seawater_enthalpy", "dynamic enthalpy of n cells of ocean", enthalpy),
    problem(
        "seawater_shapes",
        "density of 4 096 cells, as arrays of several shapes",
        density,
        sizes=SHAPES,
        make=make_shape,
        smoke=(5, 3),
    ),
)
