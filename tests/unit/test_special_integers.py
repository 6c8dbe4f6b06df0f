"""Functions of integers that take floats, too: SciPy cuts off what is behind the point."""

import numpy as np
import pytest
import scipy.special

import functrace as ft

CASES = [
    (name, (order, x))
    for name in ("kn", "yn", "expn")
    for order in (0.5, 1.4, 2.6, 3.0)
    for x in (0.7, 2.2)
]
CASES += [("kn", (-1.3, 0.8)), ("yn", (-1.3, 0.8))]
CASES += [
    (name, (k, n, p))
    for name in ("bdtr", "bdtrc", "nbdtr", "nbdtrc", "bdtri", "nbdtri")
    for k, n in ((2.6, 5.7), (3.2, 6.0), (1.0, 4.9))
    for p in (0.3, 0.6)
]
CASES += [("bdtrc", (-1.3, 4.8, 0.6))]  # where it is 1


@pytest.mark.filterwarnings("ignore:floating point number truncated")
@pytest.mark.filterwarnings("ignore:non-integer arg n is deprecated")
@pytest.mark.parametrize(("name", "args"), CASES)
def test_slopes_are_those_of_the_integers(name, args):
    function = getattr(scipy.special, name)
    *orders, x = map(np.float64, args)

    def fun(x):
        return function(*orders, x)

    h = 1e-4
    near = 8 * (fun(x + h) - fun(x - h)) - (fun(x + 2 * h) - fun(x - 2 * h))
    found = ft.grad(fun)(x)
    np.testing.assert_allclose(found, near / (12 * h), rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(ft.jit(ft.grad(fun))(x), found, rtol=1e-13)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("eval_jacobi", (-1.3, 0.2, -0.4, -0.2)),
        ("eval_jacobi", (-0.4, -0.55, 0.3, 0.1)),
        ("eval_sh_jacobi", (-1.3, 0.8, 0.6, 0.4)),
        ("eval_sh_jacobi", (0.01, 0.05, 0.6, 0.4)),
        ("eval_sh_jacobi", (3.0, 2.5, 1.5, 0.4)),
        ("eval_genlaguerre", (-1.2, 0.25, 0.7)),
        ("eval_gegenbauer", (0.05, -0.53, 0.39)),
    ],
)
def test_polynomials_near_poles_of_their_leading_coefficient(name, args):
    function = getattr(scipy.special, name)
    for place in range(len(args)):

        def fun(x, place=place):
            return function(*[x if k == place else a for k, a in enumerate(args)])

        x, h = np.float64(args[place]), 2e-5
        near = 8 * (fun(x + h) - fun(x - h)) - (fun(x + 2 * h) - fun(x - 2 * h))
        np.testing.assert_allclose(ft.grad(fun)(x), near / (12 * h), rtol=1e-5)
