"""Values that are no plain arrays: right, or refused with the way out; never stripped."""

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core.tracer import Tracer
from tests._foreign import (
    ALL,
    KINDS,
    Converts,
    Kind,
    Subclass,
    V,
    X,
    as_argument,
    as_constant,
    differences,
    row,
)

PAGE = Path(__file__).parents[2] / "docs" / "pages" / "foreign.md"
REFUSED = [kind for kind in KINDS if not kind.captured]
MISSING = "an optional library of the tests"


def named(kinds: list[Kind]):
    return [pytest.param(kind, id=kind.name.replace("`", "")) for kind in kinds]


def check(kind: Kind, transform: str, right: tuple[str, ...], got: str):
    if transform in right:
        assert got == "right"
    else:
        assert kind.way_out in got
        assert "functrace" in got


@pytest.mark.parametrize("transform", ALL)
@pytest.mark.parametrize("kind", named(KINDS))
def test_as_an_argument(kind, transform):
    check(kind, transform, kind.argument, as_argument(kind, transform))


@pytest.mark.parametrize("transform", ALL)
@pytest.mark.parametrize("kind", named(KINDS))
def test_captured(kind, transform):
    check(kind, transform, kind.captured, as_constant(kind, transform))


@pytest.mark.parametrize("kind", named(KINDS))
def test_the_documentation_has_the_table(kind):
    assert row(kind) in PAGE.read_text(encoding="utf-8").splitlines()


# -- every way to meet a traced value ----------------------------------------------------

OPERATIONS = {
    "x * m": lambda x, m: x * m,
    "m * x": lambda x, m: m * x,
    "x[0] - m": lambda x, m: x[0] - m,
    "m / x[0]": lambda x, m: m / x[0],
    "x @ m": lambda x, m: x @ m,
    "m @ x": lambda x, m: m @ x,
    "x ** m": lambda x, m: x**m,
    "np.add(x, m)": np.add,
    "np.add(m, x)": lambda x, m: np.add(m, x),
    "np.add(x, m, dtype)": lambda x, m: np.add(x, m, dtype=float),
    "np.arctan2(m, x)": lambda x, m: np.arctan2(m, x),
    "np.subtract.outer": np.subtract.outer,
    "np.dot(m, x)": lambda x, m: np.dot(m, x),
    "np.dot(x, m)": np.dot,
    "np.stack": lambda x, m: np.stack([x, m]),
    "np.where": lambda x, m: np.where(x > 0, x, m),
    "np.interp": lambda x, m: np.interp(x, V, m),
    "np.linalg.solve": lambda x, m: np.linalg.solve(x[0] * np.eye(3), m),
    "a list": lambda x, m: x[0] + [m, m],
    "x += m": lambda x, m: x.copy().__iadd__(m),
    "x[:] = m": lambda x, m: x.copy().__setitem__(slice(None), m),
}


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
@pytest.mark.parametrize("kind", named(REFUSED))
@pytest.mark.parametrize("transform", [ft.grad, ft.make_graph])
def test_no_operation_strips(kind, operation, transform):
    """It raises; a number would be a derivative of another function."""
    value = kind.value()
    results: list[Any] = []

    def fun(x):
        results.append(operation(x, value))
        return np.sum(x)

    with contextlib.suppress(Exception):  # the library's own, too
        transform(fun)(X)
    for result in results:  # pandas' masked arrays may have the traced value in them
        assert type(vars(result)["_data"]) is Tracer


@pytest.mark.parametrize(
    "enter",
    [
        lambda m: ft.jvp(np.sum, (m,), (X,)),
        lambda m: ft.jvp(np.sum, (X,), (m,)),
        lambda m: ft.vjp(np.positive, m),
        lambda m: ft.vjp(np.positive, X)[1](m),
        lambda m: ft.make_graph(np.sum)(m),
        lambda m: ft.make_graph(np.sum)(X)(m),
        lambda m: ft.eval_shape(np.sum, m),
        lambda m: ft.variable(m),
        lambda m: ft.hessian(np.sum)(m),
        lambda m: ft.linearize(np.sum, m),
        lambda m: ft.scan(lambda c, x: (c + x, c), 0.0, m),
        lambda m: ft.scan(lambda c, x: (c, x), m, X),
        lambda m: ft.jit(lambda x: ft.while_loop(lambda c: True, lambda c: c, m))(X),
        lambda m: ft.jit(lambda x, m: np.sum(x))(X, m),
        lambda m: ft.vmap(lambda x, m: x)(X, m),
        lambda m: ft.grad(lambda x: np.vdot(ft.custom_vjp(np.add)(x, m), x))(X),
    ],
)
@pytest.mark.parametrize("kind", named([k for k in REFUSED if k.module == "pandas"]))
def test_no_transform_takes_them(kind, enter):
    with pytest.raises((TypeError, ft.MissingRuleError)):
        enter(kind.value())


# -- what must go on working -------------------------------------------------------------


@pytest.fixture
def frame():
    pd = pytest.importorskip("pandas", reason=MISSING)
    return pd.DataFrame({"a": V, "b": V**2})


def model(x, frame):
    a, table = frame["a"].to_numpy(), frame.to_numpy()
    return np.sum((x[:2] @ table.T - a) ** 2) * len(frame) + x[2] * frame["b"].std()


def test_a_frame_is_handed_through(frame):
    expected = differences(lambda x: model(x, frame), X)
    for got in (
        ft.grad(model)(X, frame),
        ft.value_and_grad(model)(X, frame)[1],
        ft.jacobian(model)(X, frame),
        ft.grad(lambda x: model(x, frame))(X),
        ft.jit(ft.grad(lambda x: model(x, frame)))(X),
    ):
        np.testing.assert_allclose(got, expected, rtol=1e-6)
    batch = np.stack([X, X])
    got = ft.vmap(ft.grad(model), in_axes=(0, None))(batch, frame)
    np.testing.assert_allclose(got, [expected] * 2, rtol=1e-6)


def test_a_compiled_function_takes_no_frame(frame):
    with pytest.raises(ft.DtypeError, match=r"'frame'[\s\S]*\.to_numpy\(\)"):
        ft.jit(ft.grad(model))(X, frame)
    with pytest.raises(TypeError, match="cannot be hashed"):
        ft.jit(ft.grad(model), static_argnames="frame")(X, frame)


def test_a_series_chooses_elements(frame):
    """As of an ndarray: NumPy takes any index for an array."""
    big = frame["a"] > 1
    got = ft.grad(lambda x: np.sum(x[big] ** 2))(X)
    np.testing.assert_array_equal(got, 2 * X * big.to_numpy())


def test_a_memory_map_is_an_array(tmp_path):
    table = np.memmap(tmp_path / "table", float, "w+", shape=3)
    table[:] = V
    fun = lambda x, m: np.sum(np.exp(x[:2]) * m[1:])  # noqa: E731
    for transform in (ft.grad, lambda f: ft.jit(ft.grad(f))):
        got = transform(fun)(X, table)
        np.testing.assert_allclose(got, [*np.exp(X[:2]) * V[1:], 0.0])
        got = transform(lambda m: fun(X, m))(table)
        assert type(got) is np.ndarray
        np.testing.assert_allclose(got, [0.0, *np.exp(X[:2])])


@pytest.mark.parametrize(
    "listed", [[1.0, 2.0, 3.0], (1, 2, 3), range(1, 4), memoryview(V)]
)
def test_sequences_are_arrays(listed):
    np.testing.assert_array_equal(ft.grad(lambda x: np.sum(x * listed))(X), V)
    np.testing.assert_array_equal(ft.grad(lambda x: np.dot(listed, x))(X), V)


# -- objects that compute with arrays by themselves ---------------------------------------


@pytest.fixture
def unit():
    return pytest.importorskip("pint", reason=MISSING).get_application_registry()


@pytest.mark.slow
def test_units_are_kept(unit):
    """1 km is 1000 m: stripped, it would be 1."""
    base = V * unit.km

    def length(x):
        total = np.sum((x * unit.m + base) ** 2) + np.sum(base * x) * unit.m
        return total.to("m**2").magnitude

    expected = differences(length, X)
    np.testing.assert_allclose(expected, 2 * (X + 1000 * V) + 1000 * V, rtol=1e-6)
    for transform in (ft.grad, ft.jacobian, lambda f: ft.jit(ft.grad(f))):
        np.testing.assert_allclose(transform(length)(X), expected, rtol=1e-6)
    np.testing.assert_allclose(ft.hessian(length)(X), 2 * np.eye(3))
    np.testing.assert_allclose(ft.vmap(length)(X[None]), [length(X)])


def test_units_must_fit(unit):
    with pytest.raises(TypeError, match=r"Cannot convert from .* 'dimensionless'"):
        ft.grad(lambda x: np.sum(x + V * unit.km).magnitude)(X)


def test_polynomials_of_numpy():
    """``__array_ufunc__ = None``: arrays leave the operation to them."""
    line = np.polynomial.Polynomial([1.0, 2.0])
    fun = lambda x: (x[0] * line)(3.0) + (line * x[1])(1.0)  # noqa: E731
    np.testing.assert_allclose(ft.grad(fun)(X), [7.0, 3.0, 0.0])


class Vector:
    """As many programs have: operators, and nothing of arrays."""

    def __init__(self, *parts):
        self.parts = parts

    def __rmul__(self, factor):
        return Vector(*(factor * part for part in self.parts))

    def __radd__(self, other):
        return other + sum(self.parts)


def test_a_scalar_times_an_object_is_the_objects():
    fun = lambda t: 1.0 + np.exp(t) * Vector(2.0, 3.0)  # noqa: E731
    for t in (0.5, np.float64(0.5)):
        np.testing.assert_allclose(ft.grad(fun)(t), 5 * np.exp(0.5))
    np.testing.assert_allclose(ft.jit(ft.grad(fun))(0.5), 5 * np.exp(0.5))
    with pytest.raises(TypeError, match="not 'Vector'"):
        ft.grad(lambda x: np.sum((x * Vector(1.0)).parts[0]))(X)


@pytest.mark.parametrize("value", [Converts(), V.view(Subclass)])
def test_nothing_is_converted_in_a_list(value):
    with pytest.raises(ft.DtypeError, match=r"numpy\.asarray\(m\)"):
        ft.grad(lambda x: np.sum(x * [value, [value]]))(X)


# -- other libraries' objects hold no traced values ---------------------------------------

HOLDERS = {
    "pandas": [
        lambda pd, x: pd.Series(x),
        lambda pd, x: pd.DataFrame({"a": x}),
        lambda pd, x: pd.Index(x),
        lambda pd, x: pd.Series(V).fillna(x[0]),
        lambda pd, x: pd.Series(V).where(V > 1, x),
        lambda pd, x: pd.Series(V).add(x),
        lambda pd, x: pd.Series(V) > x[0],
        lambda pd, x: pd.Series(V).apply(lambda v: v * x),
        lambda pd, x: pd.DataFrame({"a": V}).assign(b=x),
        lambda pd, x: pd.DataFrame({"a": V}).clip(x[0]),
        lambda pd, x: pd.DataFrame(np.eye(3)) @ x,
        lambda pd, x: pd.DataFrame(np.eye(3)).dot(x),
        lambda pd, x: x @ pd.DataFrame(np.eye(3)),
    ],
    "xarray": [
        lambda xr, x: xr.DataArray(x, dims="t"),
        lambda xr, x: xr.DataArray(V, dims="t") * x,
        lambda xr, x: xr.where(xr.DataArray(V > 1, dims="t"), x, 0.0),
        lambda xr, x: xr.DataArray(V, dims="t").fillna(x[0]),
        lambda xr, x: xr.Dataset({"a": ("t", V)}) * x[0],
        lambda xr, x: xr.Dataset({"a": ("t", x)}).sum(),
        lambda xr, x: xr.Variable("t", x).values,
    ],
    "astropy.units": [
        lambda units, x: units.Quantity(x, units.m),
        lambda units, x: units.Quantity(V) + x,
        lambda units, x: (V * units.m) * x[0],
        lambda units, x: (V * units.m).__setitem__(0, x[0]),
        lambda units, x: np.hypot(V * units.m, x),
    ],
    "numpy.ma": [
        lambda ma, x: ma.array(x, mask=[0, 1, 0]),
        lambda ma, x: ma.masked_where(V > 1, x),
        lambda ma, x: ma.array(V, mask=[0, 1, 0]) + x,
        lambda ma, x: ma.average(V, weights=x),
    ],
    "numpy.matrixlib": [
        lambda lib, x: lib.matrix(np.eye(3)) * x,
        lambda lib, x: lib.matrix(np.eye(3)) * x[:, None],
        lambda lib, x: lib.bmat([[x, x]]),
        lambda lib, x: lib.asmatrix(x),
    ],
}


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
@pytest.mark.parametrize(
    ("module", "hold"), [(m, hold) for m, holds in HOLDERS.items() for hold in holds]
)
@pytest.mark.parametrize("transform", [ft.grad, ft.jit, ft.jacfwd])
def test_libraries_hold_no_traced_values(module, hold, transform):
    library = pytest.importorskip(module, reason=MISSING)
    with pytest.raises(TypeError, match="functrace: ") as caught:
        transform(lambda x: np.sum(x) + 0 * bool(hold(library, x) is None))(X)
    assert "help: take" in str(caught.value)


CONSTANTS = {
    "pandas": [
        lambda pd, u: pd.Series(u).sum(),
        lambda pd, u: pd.DataFrame({"a": u}).mean()["a"],
        lambda pd, u: pd.Series(u).to_numpy()[1],
        lambda pd, u: pd.DataFrame(u).to_numpy()[1, 0],
        lambda pd, u: pd.Series([1.0, 2.0, 3.0], index=u).index[0],
        lambda pd, u: (pd.Series(V) * u).iloc[1],
        lambda pd, u: pd.DataFrame({"a": V}).assign(b=u)["b"].iloc[2],
        lambda pd, u: pd.concat([pd.Series(u), pd.Series(V)]).max(),
    ],
    "numpy.ma": [lambda ma, u: ma.array(u, mask=[0, 1, 0]).sum()],
    "numpy.matrixlib": [lambda lib, u: (lib.matrix(np.eye(3)) * u[:, None]).sum()],
}


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
@pytest.mark.parametrize(
    ("module", "hold"), [(m, hold) for m, holds in CONSTANTS.items() for hold in holds]
)
@pytest.mark.parametrize("wrap", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_libraries_hold_constants_that_the_function_makes(module, hold, wrap):
    library = pytest.importorskip(module, reason=MISSING)
    gradient = wrap(lambda x: np.sum(x) * hold(library, np.ones(3) * 2.0))(X)
    np.testing.assert_array_equal(gradient, np.full(3, hold(library, np.full(3, 2.0))))


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
@pytest.mark.parametrize("hold", [np.ma.array, np.asmatrix])
def test_what_others_hold_is_not_written_to(hold):
    def fun(x):
        u = np.zeros(3)
        held = hold(u)
        u[:] = x
        return np.sum(u) + np.asarray(held).sum()

    with pytest.raises(ft.MutationError, match="other code has got"):
        ft.grad(fun)(X)


def test_the_message_names_the_users_line():
    pd = pytest.importorskip("pandas", reason=MISSING)
    with pytest.raises(ft.DtypeError, match=r"traced at test_foreign_inputs\.py:"):
        ft.grad(lambda x: np.sum(pd.Series(V) * x))(X)


def test_others_may_ask_for_anything():
    """What these libraries look for, a user's function may look for, too."""
    names = ("_typ", "dims", "variable", "name", "unit", "_data", "_mask", "view")
    found: list[str] = []

    def fun(x):
        found.extend(name for name in names if hasattr(x, name))
        return sum(part for part in x)

    np.testing.assert_array_equal(ft.grad(fun)(X), np.ones(3))
    assert not found
