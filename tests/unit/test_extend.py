"""Primitives from outside the package."""

import inspect
import pickle

import numpy as np
import pytest
import scipy.special

import functrace as ft
import functrace.scipy.special
from functrace import extend
from functrace.core.aval import Aval
from functrace.core.dispatch import FUNCTIONS, UFUNCS

X = np.array([0.4, 1.2, 2.0])
OURS = UFUNCS[scipy.special.owens_t]

owens_t = extend.elementwise(
    "test_owens_t",
    scipy.special.owens_t,
    partials=(
        lambda x, y: (
            -np.exp(-(x**2) / 2) * (2 * std_cdf(x * y) - 1) / np.sqrt(8 * np.pi)
        ),
        lambda x, y: np.exp(-(x**2) * (1 + y**2) / 2) / (2 * np.pi * (1 + y**2)),
    ),
    domain=(extend.REAL, extend.REAL),
    reference="Owen 1956, Ann. Math. Statist. 27, eq. (2.1)",
)

THEIRS = UFUNCS[scipy.special.owens_t]
UFUNCS[scipy.special.owens_t] = OURS  # in other files' tests


@pytest.fixture(autouse=True)
def _answers(monkeypatch):
    monkeypatch.setitem(UFUNCS, scipy.special.owens_t, THEIRS)


std_cdf = extend.elementwise(
    "test_std_cdf",
    lambda x: scipy.special.erfc(-x / np.sqrt(2)) / 2,
    partials=(lambda x: np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi),),
    domain=(extend.REAL,),
)

moments = extend.primitive(
    "test_moments",
    lambda x, *, axis: (x.mean(axis=axis), (x**2).mean(axis=axis)),
    lambda x, axis: (_reduced(x, axis),) * 2,
    vjp=lambda g, x, axis: (_moments_vjp(g, x, axis),),
    jvp=extend.TRANSPOSED,
    multiple=True,
)


def _reduced(x, axis):
    return Aval((n for i, n in enumerate(x.shape) if i != axis), x.dtype)


def _moments_vjp(g, x, axis):
    mean, square = (np.zeros(()) if c is None else np.expand_dims(c, axis) for c in g)
    return (mean + 2 * x * square + 0 * x) / x.shape[axis]


def test_a_scipy_ufunc():
    x, y = X, X[::-1] / 2
    gradient = ft.grad(lambda x, y: np.sum(scipy.special.owens_t(x, y)), (0, 1))(x, y)
    step = 1e-6
    for i, move in enumerate(((step, 0), (0, step))):
        up = scipy.special.owens_t(x + move[0], y + move[1])
        down = scipy.special.owens_t(x - move[0], y - move[1])
        np.testing.assert_allclose(gradient[i], (up - down) / (2 * step), rtol=1e-7)
    ft_hessian = ft.hessian(lambda v: scipy.special.owens_t(v[0], v[1]))(
        np.array([1, 2.0])
    )
    np.testing.assert_allclose(ft_hessian, ft_hessian.T, rtol=1e-12)


def test_a_structural_primitive():
    x = np.arange(6.0).reshape(2, 3)
    first, second = ft.jacobian(lambda x: moments(x, axis=1))(x)
    assert first.shape == second.shape == (2, 2, 3)
    np.testing.assert_allclose(first[0], [[1 / 3] * 3, [0] * 3])
    np.testing.assert_allclose(second[1, 1], 2 * x[1] / 3)
    forward = ft.jacfwd(lambda x: moments(x, axis=1))(x)
    np.testing.assert_allclose(forward[1], second)
    hessian = ft.hessian(lambda x: np.sum(moments(x, axis=0)[1]))(x)
    np.testing.assert_allclose(hessian.reshape(6, 6), np.eye(6))


def test_the_record_is_that_of_the_built_in_ones():
    assert type(moments) is extend.Primitive
    assert extend.REGISTRY["test_moments"] is moments
    assert moments.module == __name__
    graph = ft.make_graph(lambda x: moments(x, axis=1)[1])(Aval((2, 3)))
    assert "test_moments(x, axis=1)" in str(graph)
    with pytest.raises(ValueError, match="there is a primitive 'test_moments' already"):
        extend.nondifferentiable("test_moments", np.sign)


def test_records_are_pickled_by_name():
    sine = extend.REGISTRY["sin"]
    assert pickle.loads(pickle.dumps(sine)) is sine
    assert owens_t.__reduce__()[1] == ("test_owens_t", __name__)


def test_a_missing_rule_says_so():
    half = extend.primitive(
        "test_half",
        lambda x: x / 2,
        lambda x: x,
        vjp=extend.Unsupported("not written yet"),
        jvp=(lambda t: t / 2,),
    )
    assert ft.jvp(half, (2.0,), (1.0,))[1] == 0.5
    with pytest.raises(ft.MissingRuleError, match="no vjp rule: not written yet"):
        ft.grad(half)(2.0)


def test_what_impl_makes_besides_is_kept_for_the_rule():
    made = []

    def impl(x):
        out = extend.Outputs((np.sin(x),))
        out.residuals = np.cos(x)
        made.append(1)
        return out

    def vjp(g, x, residuals):
        recorded = isinstance(x, extend.Tracer)
        return (g[0] * (np.cos(x) if recorded or residuals is None else residuals),)

    sine = extend.primitive(
        "test_sine",
        impl,
        lambda x: (x,),
        vjp=vjp,
        jvp=extend.TRANSPOSED,
        multiple=True,
    )
    np.testing.assert_allclose(ft.grad(lambda x: sine(x)[0].sum())(X), np.cos(X))
    assert len(made) == 1
    np.testing.assert_allclose(
        ft.hessian(lambda x: sine(x)[0].sum())(X), np.diag(-np.sin(X)), atol=1e-15
    )
    np.testing.assert_allclose(
        ft.jvp(lambda x: sine(x)[0], (X,), (X,))[1], np.cos(X) * X
    )


def test_a_numpy_function_of_ones_own():
    @extend.implements(np.packbits)
    def packbits(p):
        return moments(p, axis=0)[0]

    assert ft.grad(np.packbits)(X).shape == (3,)
    del FUNCTIONS[np.packbits]


def test_every_name_is_documented():
    for name in extend.__all__:
        value = getattr(extend, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__
