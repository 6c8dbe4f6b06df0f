"""quad and what is made of it: SciPy's numbers, and derivatives that are integrals."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate
import scipy.special

import functrace as ft
from functrace.scipy import integrate

WRAPS = pytest.mark.parametrize("wrap", [lambda f: f, ft.jit], ids=["values", "jit"])


def wave(x, pull, width):
    return np.sin(pull * x) * np.exp(-width * x)


def area(a, b, pull, width):
    return integrate.quad(lambda x, pull: wave(x, pull, width), a, b, args=(pull,))[0]


def exact(a, b, pull, width):
    """The imaginary part of an exponential's integral."""
    rate = 1j * pull - width
    return (np.exp(rate * b) - np.exp(rate * a)).imag * rate.real / abs(rate) ** 2 - (
        np.exp(rate * b) - np.exp(rate * a)
    ).real * rate.imag / abs(rate) ** 2


GIVEN = 0.1, 2.0, 3.0, 0.5


@pytest.mark.slow
@WRAPS
def test_gradients_with_respect_to_everything(wrap):
    value, found = wrap(ft.value_and_grad(area, (0, 1, 2, 3)))(*GIVEN)
    expected = scipy.integrate.quad(wave, *GIVEN[:2], args=GIVEN[2:])[0]
    np.testing.assert_allclose(value, expected, rtol=1e-13)
    np.testing.assert_allclose(value, exact(*GIVEN), rtol=1e-12)
    slopes = ft.grad(exact, (0, 1, 2, 3))(*GIVEN)
    np.testing.assert_allclose(found, slopes, rtol=1e-9)
    forward = wrap(ft.jacfwd(area, (0, 1, 2, 3)))(*GIVEN)
    np.testing.assert_allclose(forward, slopes, rtol=1e-9)


@pytest.mark.slow
@WRAPS
def test_second_order(wrap):
    def of(f):
        return lambda v: f(v[0], v[1], v[2], v[3])

    expected = ft.hessian(of(exact))(np.array(GIVEN))
    for second in (
        ft.hessian,
        lambda f: ft.jacfwd(ft.jacfwd(f)),
        lambda f: ft.jacrev(ft.grad(f)),
    ):
        found = wrap(second(of(area)))(np.array(GIVEN))
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-10)


@WRAPS
@pytest.mark.parametrize(
    ("low", "high", "value", "slope"),
    [
        (-np.inf, np.inf, np.sqrt(np.pi / 2), -np.sqrt(np.pi / 2) / 4),
        (np.inf, -np.inf, -np.sqrt(np.pi / 2), np.sqrt(np.pi / 2) / 4),
        (0.0, np.inf, np.sqrt(np.pi / 8), -np.sqrt(np.pi / 8) / 4),
        (-np.inf, 0.0, np.sqrt(np.pi / 8), -np.sqrt(np.pi / 8) / 4),
    ],
)
@pytest.mark.slow
def test_infinite_limits(wrap, low, high, value, slope):
    def bell(low, high, rate):
        return integrate.quad(lambda x: np.exp(-rate * x**2), low, high)[0]

    assert integrate.quad(lambda x: np.exp(-2 * x**2), low, high) == (
        scipy.integrate.quad(lambda x: np.exp(-2 * x**2), low, high)
    )
    found, slopes = wrap(ft.value_and_grad(bell, (0, 1, 2)))(low, high, 2.0)
    np.testing.assert_allclose(found, value, rtol=1e-10)
    np.testing.assert_allclose(slopes[2], slope, rtol=1e-8)
    ends = [-1.0 if np.isfinite(low) else 0.0, 1.0 if np.isfinite(high) else 0.0]
    np.testing.assert_allclose(slopes[:2], ends)


@WRAPS
def test_derivatives_are_as_accurate_as_values(wrap):
    """A rule that suits the integrand does not suit its derivative."""

    def spike(height, scale):
        def f(x):
            return x + height / (1 + ((x - 0.3) / 1e-4) ** 2)

        return scale * integrate.quad(f, 0, 1)[0]

    ends = np.arctan(0.7e4) + np.arctan(0.3e4)
    for scale in (1.0, 1e-9):
        slope = wrap(ft.grad(spike))(0.0, scale)
        np.testing.assert_allclose(slope, scale * 1e-4 * ends, rtol=1e-8)


@WRAPS
@pytest.mark.slow
def test_singular_ends(wrap):
    def f(power):
        return integrate.quad(lambda x: x**power, 0, 1)[0]

    value, slope = wrap(ft.value_and_grad(f))(-0.5)
    np.testing.assert_allclose([value, slope], [2.0, -4.0], rtol=1e-6)


def test_what_does_not_converge_is_nan():
    def f(power):
        return integrate.quad(lambda x: x**power, 0, 1)[0]

    value, slope = ft.jit(ft.value_and_grad(f))(-1.5)
    assert np.isnan(value)
    assert np.isnan(slope)


@WRAPS
def test_points(wrap):
    def f(place, points):
        return integrate.quad(lambda x: abs(x - place), 0, 2, points=points)[0]

    value, slopes = wrap(ft.value_and_grad(f, (0, 1)))(0.3, np.array([0.3, 5.0]))
    np.testing.assert_allclose(value, (0.09 + 1.7**2) / 2, rtol=1e-12)
    np.testing.assert_allclose(slopes[0], 0.3 - 1.7, rtol=1e-10)
    np.testing.assert_array_equal(slopes[1], 0.0)


WEIGHTS = {
    "cos": 3.0,
    "sin": 25.0,
    "alg": (-0.5, 0.3),
    "alg-loga": (-0.5, 0.3),
    "alg-logb": (0.5, -0.3),
    "alg-log": (-0.5, 0.3),
    "cauchy": 0.9,
}


def with_weight(weight, a, b, rate, parameter, module=integrate, **options):
    if parameter.ndim:
        parameter = (parameter[0], parameter[1])
    f = lambda x: np.exp(-rate * x) * np.cos(x)  # noqa: E731
    return module.quad(f, a, b, weight=weight, wvar=parameter, **options)[0]


@pytest.mark.slow
@pytest.mark.parametrize("weight", WEIGHTS)
def test_weights(weight):
    given = 0.2, 2.0, 0.7, np.array(WEIGHTS[weight])

    def f(*given):
        return with_weight(weight, *given)

    def differences(k):
        def at(change):
            moved = [*given[:k], given[k] + change, *given[k + 1 :]]
            tight = {"epsabs": 1e-12, "epsrel": 1e-12}
            return with_weight(weight, *moved, scipy.integrate, **tight)

        steps = 1e-5 * np.eye(2) if np.ndim(given[k]) and given[k].ndim else [1e-5]
        found = [(at(step) - at(-step)) / 2e-5 for step in steps]
        return np.reshape(found, np.shape(given[k]))

    expected = with_weight(weight, *given, scipy.integrate)
    gradient = ft.grad(f, (0, 1, 2, 3))
    found = gradient(*given)
    np.testing.assert_allclose(ft.vjp(f, *given)[0], expected, rtol=1e-10)
    np.testing.assert_allclose(ft.jit(f)(*given), expected, rtol=1e-9)
    forward = ft.jacfwd(f, (0, 1, 2, 3))(*given)
    compiled = ft.jit(gradient)(*given)
    for k, slope in enumerate(found):
        np.testing.assert_allclose(slope, differences(k), rtol=1e-6, atol=1e-7)
        np.testing.assert_allclose(forward[k], slope, atol=1e-10)
        np.testing.assert_allclose(compiled[k], slope, atol=1e-9)


@pytest.mark.slow
def test_batches_and_second_order_of_weights():
    def f(rate):
        given = 0.2, 2.0, rate, np.array([-0.5, 0.3])
        return with_weight("alg", *given)

    rates = np.array([0.5, 0.7])
    many = ft.jit(ft.vmap(ft.grad(ft.grad(f))))(rates)
    h = 1e-4
    for rate, second in zip(rates, many, strict=True):
        slope = ft.grad(f)
        expected = (slope(rate + h) - slope(rate - h)) / (2 * h)
        np.testing.assert_allclose(second, expected, rtol=1e-6)


@pytest.mark.slow
def test_batches():
    slope = ft.grad(area, (1, 2))
    ends, pulls = np.array([1.0, 2.0, 3.0]), np.array([0.1, 30.0, 5.0])
    expected = [slope(0.1, b, p, 0.5) for b, p in zip(ends, pulls, strict=True)]
    for wrap in (lambda f: f, ft.jit):
        found = wrap(ft.vmap(slope, (None, 0, 0, None)))(0.1, ends, pulls, 0.5)
        np.testing.assert_allclose(np.transpose(found), expected, rtol=1e-9)


@WRAPS
@pytest.mark.slow
def test_closures_over_arrays_and_complex_values(wrap):
    def f(w, z):
        found = integrate.quad(
            lambda x: np.exp(1j * w[0] * x) * z + w[1], 0, 1, complex_func=True
        )[0]
        return np.abs(found) ** 2

    def own(w, z):
        rate = 1j * w[0]
        return np.abs((np.exp(rate) - 1) / rate * z + w[1]) ** 2

    given = np.array([2.0, 0.5]), 1.0 + 0.5j
    found = wrap(ft.value_and_grad(f, (0, 1)))(*given)
    expected = ft.value_and_grad(own, (0, 1))(*given)
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-12)
    for x, y in zip(found[1], expected[1], strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-9)


def test_plain_values_are_scipys():
    given = {"args": (3.0, 0.5), "full_output": 1, "weight": "cos", "wvar": 2.0}
    for found, expected in zip(
        integrate.quad(wave, 0, 1, **given),
        scipy.integrate.quad(wave, 0, 1, **given),
        strict=True,
    ):
        if not isinstance(found, dict):
            assert found == expected
    f = lambda y, x: x * y**2  # noqa: E731
    for name, limits in (("dblquad", (0, 1, 0, lambda x: x)),):
        ours, theirs = getattr(integrate, name), getattr(scipy.integrate, name)
        assert ours(f, *limits) == theirs(f, *limits)
    assert integrate.quad_vec(np.sin, 0, 1) == scipy.integrate.quad_vec(np.sin, 0, 1)
    # what is constant within a transform, too
    total = ft.grad(lambda p: p * integrate.quad(np.cos, 0, 1)[0])(2.0)
    assert total == scipy.integrate.quad(np.cos, 0, 1)[0]


def test_refusals():
    with pytest.raises(ft.MissingRuleError, match="infinite limits"):
        ft.grad(lambda w: integrate.quad(np.exp, -np.inf, 0, weight="cos", wvar=w)[0])(
            1.0
        )
    with pytest.raises(ValueError, match="weighting"):
        ft.grad(lambda b: integrate.quad(np.cos, 0, b, weight="other", wvar=1.0)[0])(
            1.0
        )
    with pytest.raises(ft.MissingRuleError, match="full_output"):
        ft.grad(lambda b: integrate.quad(np.cos, 0, b, full_output=1)[0])(1.0)
    with pytest.raises(ft.MissingRuleError, match="full_output"):
        ft.grad(lambda b: integrate.nquad(np.cos, [(0, b)], full_output=True)[0])(1.0)
    with pytest.raises(ft.MissingRuleError, match="full_output"):
        ft.grad(lambda b: integrate.quad_vec(np.cos, 0, b, full_output=True)[0])(1.0)
    with pytest.raises(ft.ShapeError, match="one real number"):
        ft.grad(lambda b: integrate.quad(lambda x: np.ones(2) * b, 0, 1)[0])(1.0)
    with pytest.raises(ft.ConcretizationError, match="epsabs"):
        ft.jit(lambda e: integrate.quad(np.cos, 0, 1, epsabs=e)[0])(1e-3)
    with pytest.raises(TypeError, match="real"):
        ft.jit(lambda b: integrate.quad(np.cos, 0, b)[0])(1j)
    with pytest.raises(ft.MissingRuleError, match="norm"):
        ft.grad(lambda b: integrate.quad_vec(np.sin, 0, b, norm=np.sum)[0])(1.0)


# -- several variables, vectors --------------------------------------------------------


@pytest.mark.slow
@WRAPS
def test_nested(wrap):
    def f(side, rate):
        return integrate.dblquad(
            lambda y, x: np.exp(-rate * x) * y, 0, side, 0, lambda x: x * side
        )[0]

    def own(side, rate):  # the inner one by hand
        return integrate.quad(
            lambda x: np.exp(-rate * x) * (x * side) ** 2 / 2, 0, side
        )[0]

    found = wrap(ft.value_and_grad(f, (0, 1)))(1.5, 0.7)
    value, slopes = ft.value_and_grad(own, (0, 1))(1.5, 0.7)
    np.testing.assert_allclose(found[0], value, rtol=1e-10)
    np.testing.assert_allclose(found[1], slopes, rtol=1e-8)


@pytest.mark.slow
def test_three_variables():
    def f(side):
        return integrate.tplquad(
            lambda z, y, x: x * side, 0, 1, 0, lambda x: x, 0, lambda x, y: y
        )[0]

    np.testing.assert_allclose(ft.grad(f)(2.0), 1 / 8, rtol=1e-8)


@pytest.mark.slow
def test_options_of_nested_integrals():
    def f(rate):
        return integrate.nquad(
            lambda x, y, p: abs(x - y) * p,
            [(0, 1), lambda p: (0.0, 1.0)],
            args=(rate,),
            opts=[lambda y, p: {"points": [y]}, {"epsrel": 1e-9}],
        )[0]

    np.testing.assert_allclose(ft.grad(f)(2.0), 1 / 3, rtol=1e-10)
    np.testing.assert_allclose(ft.jit(f)(3.0), 1.0, rtol=1e-10)


@pytest.mark.slow
@WRAPS
def test_vectors(wrap):
    powers = np.array([[1.0, 2.0], [0.5, 3.0]])

    def f(b, scale, norm):
        found, error = integrate.quad_vec(
            lambda x, s: s * x**powers, 0, b, args=(scale,), norm=norm, points=[0.5]
        )
        assert np.shape(error) == ()
        return found

    for norm in ("2", "max"):

        def measured(b, scale, norm=norm):
            return f(b, scale, norm)

        value = wrap(measured)(2.0, 1.5)
        np.testing.assert_allclose(value, 1.5 * 2 ** (powers + 1) / (powers + 1))
        by_end, by_scale = wrap(ft.jacobian(measured, (0, 1)))(2.0, 1.5)
        np.testing.assert_allclose(by_end, 1.5 * 2**powers, rtol=1e-8)
        np.testing.assert_allclose(
            by_scale, 2 ** (powers + 1) / (powers + 1), rtol=1e-7
        )
        forward = wrap(ft.jacfwd(measured))(2.0, 1.5)
        np.testing.assert_allclose(forward, by_end, rtol=1e-8)


@pytest.mark.parametrize("wrap", [lambda f: f, ft.jit])
def test_integrands_with_branches(wrap):
    def area(end, height):
        def roof(x):
            if x < 1.0:
                return height * x
            return height / x

        return integrate.quad(roof, 0.0, end, points=[1.0])[0]

    found = wrap(ft.grad(area, (0, 1)))(2.0, 3.0)
    np.testing.assert_allclose(found, [1.5, 0.5 + np.log(2.0)], rtol=1e-8)
