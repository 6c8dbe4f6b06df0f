"""SciPy's own functions, classes and objects in traced code, as users import them."""

import inspect
import math
import subprocess
import sys
import threading
from functools import partial

import numpy as np
import pytest
import scipy
from scipy import (
    fft,
    integrate,
    interpolate,
    linalg,
    ndimage,
    optimize,
    signal,
    sparse,
    special,
    stats,
)
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq
from scipy.sparse import csr_array
from scipy.sparse.linalg import LinearOperator, aslinearoperator, cg, gmres, spilu, splu
from scipy.spatial import distance
from scipy.spatial.transform import Rotation
from scipy.stats import norm

import functrace as ft
from functrace.numpy import interception
from functrace.scipy import _as_it_stands

X = np.linspace(0.0, 1.0, 8)
Y = np.sin(5 * X)
A = np.array([[2.0, 0.3], [0.3, 1.0]])
SCATTERED = np.random.default_rng(0).random((10, 2))

# Made of plain values, outside of what is traced.
CURVES = {
    "CubicSpline": interpolate.CubicSpline(X, Y),
    "Pchip": interpolate.PchipInterpolator(X, Y),
    "Akima": interpolate.Akima1DInterpolator(X, Y),
    "BSpline": interpolate.make_interp_spline(X, Y),
    "interp1d": interpolate.interp1d(X, Y),
    "interp1d-cubic": interpolate.interp1d(X, Y, kind="cubic"),
    "interp1d-nearest": interpolate.interp1d(X, Y, kind="nearest"),
    "interp1d-beyond": interpolate.interp1d(X, Y, fill_value="extrapolate"),
    "interp1d-filled": interpolate.interp1d(
        X, Y, bounds_error=False, fill_value=(0.0, 1.0)
    ),
    "Krogh": interpolate.KroghInterpolator(X, Y),
    "Barycentric": interpolate.BarycentricInterpolator(X, Y),
    "Univariate": interpolate.UnivariateSpline(X, Y, s=0.01),
    "Univariate-zeros": interpolate.UnivariateSpline(X, Y, ext=1),
    "Univariate-const": interpolate.UnivariateSpline(X, Y, ext=3),
    "InterpolatedUnivariate": interpolate.InterpolatedUnivariateSpline(X, Y, k=2),
}
GRID = interpolate.RegularGridInterpolator((X, X), np.outer(Y, Y), method="cubic")
RADIAL = interpolate.RBFInterpolator(SCATTERED, np.arange(10.0))
SURFACE = interpolate.RectBivariateSpline(X, X, np.outer(Y, Y), kx=2)
TCK = interpolate.splrep(X, Y)
FROZEN = stats.gamma(2.5, scale=3.0)
MATRIX = (sparse.diags_array([-np.ones(7), 3 + Y], offsets=[-1, 0])).tocsc()
FACTORS, ROUGH = splu(MATRIX), spilu(MATRIX, drop_tol=0.1)
OPERATOR = 2 * aslinearoperator(MATRIX) + LinearOperator((8, 8), lambda x: x * Y)
TWICE = aslinearoperator(sparse.diags_array(1 / (1 + X)))
BEFORE = LinearOperator((8, 8), ROUGH.solve)
TURN = Rotation.from_euler("xyz", [[0.1, 0.2, 0.3], [1.0, 0.0, 0.0]])
DENSITY = stats.gaussian_kde(Y, weights=1 + X)


def written(p):
    u = linalg.inv(A)
    u[0] = p
    return np.sum(u * u)


def by_map(p):
    return sum(map(norm.logpdf, [p, 2 * p]))


def shooting(p):
    def miss(slope):
        def field(t, y):
            return [y[1], -p * y[0]]

        found = solve_ivp(field, (0, 1), [0.0, slope], t_eval=[1.0], rtol=1e-9)
        return found.y[0, -1] - 1.0

    return brentq(miss, 0.1, 5.0, xtol=1e-14)


CASES = {
    "solve": lambda p: linalg.solve(A * p, np.ones(2)).sum(),
    "cho_solve": lambda p: linalg.cho_solve(linalg.cho_factor(A * p), Y[:2]).sum(),
    "expm": lambda p: scipy.linalg.expm(A * p).sum(),
    "written": written,
    "norm": lambda p: norm.logpdf(Y, p, 2.0).sum(),
    "frozen of p": lambda p: stats.norm(p, scale=2.0).cdf(Y).sum(),
    "frozen at p": lambda p: FROZEN.logpdf(p) + FROZEN.cdf(p),
    "ppf": lambda p: stats.gamma.ppf(0.3, p),
    "discrete": lambda p: stats.poisson.logpmf(3, p),
    "moments": lambda p: stats.beta.mean(p, 2.0) + stats.beta(2.0, p).var(),
    "multivariate": lambda p: stats.multivariate_normal.logpdf(
        Y[:2], mean=[p, 1.0], cov=A
    ),
    "multivariate of p": lambda p: stats.multivariate_normal([p, 1.0], A).pdf(Y[:2]),
    "kernel": lambda p: DENSITY(p)[0] + DENSITY.logpdf(p)[0],
    "kernel of p": lambda p: stats.gaussian_kde(Y * p)(0.3)[0],
    "any array": lambda p: stats.zscore(Y * p + (Y * p) ** 2)[1],
    "by map": by_map,
    "grid": lambda p: GRID([p, p * p])[0],
    "radial": lambda p: RADIAL(np.array([[p, p * p]]))[0],
    "surface": lambda p: (
        SURFACE.ev(p, p * p) + SURFACE(X, [p]).sum() + SURFACE(p, 2)[0, 0]
    ),
    "surface slopes": lambda p: SURFACE(p, p, dx=1)[0, 0] + SURFACE.ev(p, 0.2, dy=1),
    "splev": lambda p: interpolate.splev(p, TCK, der=1) + interpolate.splev(2 * p, TCK),
    "integral": lambda p: CURVES["Univariate"].integral(-1.0, p),
    "integrate": lambda p: CURVES["CubicSpline"].integrate(0.1, p),
    "spline of p": lambda p: interpolate.CubicSpline(X, Y * p)(0.33),
    "interp1d of p": lambda p: interpolate.interp1d(X, Y * p, kind="quadratic")(0.33),
    "filter": lambda p: signal.savgol_filter(Y * p, 5, 2).sum(),
    "convolution": lambda p: signal.fftconvolve(Y * p, Y).sum(),
    "image": lambda p: ndimage.gaussian_filter(Y * p, 1.0)[2],
    "quad": lambda p: quad(lambda t: np.exp(-p * t), 0, 1)[0],
    "odeint": lambda p: integrate.odeint(lambda z, t: -p * z, [1.0], [0, 1.0])[-1, 0],
    "simpson": lambda p: integrate.simpson(Y * p, x=X),
    "root": lambda p: optimize.root(lambda t: t**2 - p, [1.0]).x[0],
    "minimize": lambda p: optimize.minimize(lambda t: (t[0] - p) ** 2, [1.0]).x[0],
    "constraint": lambda p: optimize.minimize(
        lambda t: t @ t,
        [1.0, 1.0],
        jac=lambda t: 2 * t,
        constraints=[
            {
                "type": "eq",
                "fun": lambda t: t[0] + 2 * t[1] - p,
                "jac": lambda t: np.array([1.0, 2.0]),
            }
        ],
    ).x[0],
    "curve_fit": lambda p: optimize.curve_fit(lambda t, a: a * t, X, X * p)[0][0],
    "least_squares": lambda p: optimize.least_squares(lambda a: a * X - Y * p, [1.0]).x[
        0
    ],
    "assignment": lambda p: (A * p)[optimize.linear_sum_assignment(A * p)].sum(),
    "shooting": shooting,
    "distances": lambda p: distance.cdist(np.outer(Y, Y) * p, np.outer(X, X)).sum(),
    "fft": lambda p: np.abs(fft.fft(Y * p)[1]) ** 2 + fft.dct(Y * p)[1],
    "sparse": lambda p: sparse.linalg.spsolve(
        sparse.diags_array([-p * np.ones(7), 2 * np.ones(8)], offsets=[-1, 0]).tocsc(),
        Y,
    ).sum(),
    "csr": lambda p: (csr_array(([p, 2 * p], ([0, 1], [1, 0]))) @ np.ones(2)).sum(),
    "factors": lambda p: FACTORS.solve(np.sin(p * Y)).sum(),
    "factors, transposed": lambda p: FACTORS.solve(rhs=np.sin(p * Y), trans="T")[3],
    "incomplete factors": lambda p: ROUGH.solve(np.sin(p * Y)).sum(),
    "operator": lambda p: (OPERATOR @ np.sin(p * Y)).sum(),
    "operator's method": lambda p: aslinearoperator(MATRIX).rmatvec(p * Y)[0] ** 2,
    "preconditioner": lambda p: (BEFORE @ np.sin(p * Y))[4],
    "gmres": lambda p: gmres(MATRIX, np.sin(p * Y), M=BEFORE, rtol=1e-12)[0].sum(),
    "cg": lambda p: cg(MATRIX.T @ MATRIX, np.sin(p * Y), M=TWICE, rtol=1e-12)[0].sum(),
    "rotations": lambda p: np.sum(TURN.apply([p, p * p, 1.0]) ** 2 * [[1, 2, 3]]),
    "rotations back": lambda p: TURN[0].apply(np.outer(Y[:3], [p, 1, 2]), True)[1, 0],
    "family": lambda p: special.sph_harm_y(1, 1, p, 0.3).real,
    "special": lambda p: special.logsumexp(Y * p) + special.polygamma(1, p),
    "list": lambda p: np.sum(special.gammaln([p, 2.0])),
} | {name: partial(lambda f, p: f(p) + f(p / 2), f) for name, f in CURVES.items()}

P = 0.61


@pytest.mark.share(2)
@pytest.mark.parametrize("name", CASES)
def test_derivatives_are_those_of_differences(name):
    f, h = CASES[name], 1e-5
    expected = (8 * (f(P + h) - f(P - h)) - (f(P + 2 * h) - f(P - 2 * h))) / (12 * h)
    value, slope = ft.value_and_grad(f)(P)
    assert np.allclose(value, f(P), rtol=1e-7)  # odeint's own tolerance
    assert np.allclose(slope, expected, rtol=1e-5, atol=1e-8)
    assert np.allclose(ft.jit(ft.grad(f))(P), slope, rtol=1e-5, atol=1e-8)


BEYOND = ["interp1d-beyond", "interp1d-filled", *(n for n in CURVES if "ivariate" in n)]


@pytest.mark.parametrize("name", BEYOND)
def test_beyond_the_data_curves_do_as_scipy_does(name):
    f = CURVES[name]
    for x in (-0.4, 1.7):
        assert np.allclose(ft.value_and_grad(f)(x)[0], f(x))
        slope = (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
        assert np.allclose(ft.grad(f)(x), slope, atol=1e-6)
    if hasattr(f, "ext"):
        assert np.allclose(ft.jit(lambda x: f(x, 1))(0.3), f(0.3, 1))


def test_points_out_of_range_are_an_error():
    f = interpolate.UnivariateSpline(X, Y, ext=2)
    with pytest.raises(ValueError, match="out of range"):
        ft.grad(f)(1.5)
    with pytest.raises(ValueError, match="Unknown extrapolation mode"):
        ft.grad(lambda x: f(x, ext=7))(0.5)
    with pytest.raises(ValueError, match="increasing"):
        ft.grad(lambda x: SURFACE(np.array([x, 0.1]), X).sum())(0.5)


def test_functions_of_scipy_are_transformed_themselves():
    assert ft.grad(norm.logpdf)(1.0) == -1.0
    assert np.array_equal(ft.grad(linalg.det)(np.eye(2)), np.eye(2))
    assert np.allclose(ft.vmap(stats.norm.cdf)(np.zeros(3)), 0.5)
    assert np.allclose(ft.jit(ft.grad(optimize.rosen))(np.zeros(2)), [-2.0, 0.0])
    total = ft.grad(lambda a, b: linalg.solve(a, b).sum(), "b")
    assert np.allclose(total(A, np.ones(2)), linalg.solve(A, np.ones(2)))


@pytest.mark.parametrize("wrap", [lambda f: f, ft.jit])
def test_functions_of_math_are_handed_on(wrap):
    def f(b):
        area = quad(math.exp, 0.0, b)[0]
        return area + brentq(f=math.cos, a=b, b=3.0) * b

    value, slope = wrap(ft.value_and_grad(f))(1.1)
    np.testing.assert_allclose(value, math.exp(1.1) - 1 + math.pi / 2 * 1.1, rtol=1e-12)
    np.testing.assert_allclose(slope, math.exp(1.1) + math.pi / 2, rtol=1e-12)


def test_what_is_plain_is_scipys_own():
    seen = []

    def f(x):
        seen.extend(
            [interpolate.CubicSpline(X, Y), csr_array(A), linalg.inv(A), norm(1.0)]
        )
        seen.append(optimize.minimize(lambda t: t @ t, [1.0]))
        return x

    ft.grad(f)(1.0)
    spline, matrix, inverse, frozen, result = seen
    assert type(spline) is interpolate.CubicSpline
    assert type(matrix) is csr_array
    assert np.array_equal(np.asarray(inverse), linalg.inv(A))
    assert type(frozen) is type(norm(1.0))
    assert type(result) is optimize.OptimizeResult


def test_everything_is_turned_back():
    interception._silence()
    own = linalg.solve.__code__
    ft.grad(lambda x: linalg.solve(A * x, Y[:2]).sum())(1.0)
    assert linalg.solve.__code__ is not own
    interception._silence()
    assert linalg.solve.__code__ is own


def test_signatures_stay_while_functions_ask():
    signatures = []

    def f(x):
        signatures.extend(map(inspect.signature, (linalg.solve, quad, brentq)))
        return x

    ft.grad(f)(1.0)
    interception._silence()
    assert signatures == list(map(inspect.signature, (linalg.solve, quad, brentq)))


def test_other_threads_get_scipys_own():
    kinds = []

    def elsewhere():
        kinds.append(type(linalg.inv(A)))

    def f(x):
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        kinds.append(type(linalg.inv(A)))
        return x

    ft.grad(f)(1.0)
    assert kinds[0] is np.ndarray
    assert kinds[1] is ft.Tracer  # which can be written to


class Own(csr_array):
    """A user's class."""


def test_users_subclasses_are_made():
    def f(x):
        assert type(Own(A)) is Own
        return x

    assert ft.grad(f)(1.0) == 1.0
    assert type(Own((2, 2))) is Own


@pytest.mark.slow
def test_what_is_imported_while_it_is_traced_is_heard():
    code = """
import numpy as np, scipy, functrace as ft
def f(p):
    from scipy.linalg import expm
    import scipy.stats as st
    root = scipy.optimize.brentq(lambda t: t * t - p, 0, 2)
    spline = scipy.interpolate.CubicSpline(np.arange(4.0), p * np.arange(4.0))
    turned = expm([[0, -p], [p, 0]])[0, 0] - np.cos(p)
    return root + spline(1.5) + st.norm(0, 1).logpdf(p) + turned
print(float(ft.grad(f)(1.5)))
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert np.isclose(float(run.stdout), 0.5 / np.sqrt(1.5) + 1.5 - 1.5)


@pytest.mark.parametrize("name", _as_it_stands.CLASSES)
def test_classes_are_those_that_we_have(name):
    original = getattr(scipy, name)
    module = __import__(f"functrace.scipy.{name}", fromlist=["x"])
    ours = {
        n
        for n, value in vars(module).items()
        if isinstance(getattr(original, n, None), type)
        and n[0] != "_"
        and value is not getattr(original, n)
    }
    assert ours == set(_as_it_stands.CLASSES[name].split())
