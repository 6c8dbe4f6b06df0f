"""Writes to traced arrays: NumPy's semantics."""

from __future__ import annotations

import operator

import numpy as np
import pytest

import functrace as ft

X = np.array([1.0, 2.0, 3.0, 4.0])


def gradient_of(edit, x=X):
    """Gradient of ``sum(y**2)`` after `edit` has written to ``y``, a copy of `x`."""

    def function(x):
        y = x.copy()
        edit(x, y)
        return np.sum(y**2)

    return ft.grad(function)(x)


def test_an_assignment_names_the_same_handle():
    def edit(x, y):
        z = y
        z[0] = 5
        assert z is y
        z += 1
        assert z is y

    assert gradient_of(edit).tolist() == [0, 6, 8, 10]


def test_scalars_are_immutable():
    def function(x):
        s = x[0]
        t = s
        t += 1
        assert (float(ft.stop_gradient(s)), float(ft.stop_gradient(t))) == (1, 2)
        with pytest.raises(TypeError, match=r"'numpy.float64' object does not support"):
            s[...] = 1
        return s * t

    assert ft.grad(function)(X).tolist() == [3, 0, 0, 0]


def test_an_element_is_a_scalar_and_a_view_with_ellipsis():
    def function(x):
        y = x * 1
        assert isinstance(y[0].value, np.float64)
        view = y[0, ...]
        view += 1
        assert y[0] == 2
        view[...] = 7
        assert y[0] == 7
        return y[0] + y[1]

    assert ft.grad(function)(X).tolist() == [0, 1, 0, 0]


def test_the_callers_arrays_are_not_modified():
    x, c = X.copy(), np.arange(4.0)

    def function(x):
        x[0] = 10
        x *= c
        x[1:] += c[1:]
        return np.sum(x)

    assert ft.grad(function)(x).tolist() == [0, 1, 2, 3]
    assert (x == X).all()
    assert (c == np.arange(4)).all()


@pytest.mark.parametrize("size", [4, 200_000])
def test_the_functions_own_argument_can_be_written_to(size):
    x = np.ones(size)

    def function(x):
        before = np.sum(x**2)
        x[0] = 1
        return before + np.sum(3 * x)

    expected = np.full(size, 5.0)
    expected[0] = 2
    assert (ft.grad(function)(x) == expected).all()
    assert (x == 1).all()


def test_residuals_survive_a_write():
    def edit(x, y):
        s = np.sin(y)
        y[:2] = 0
        y += s

    late = np.array([0, 0, 1, 1])
    assert np.allclose(
        gradient_of(edit),
        2 * (X * late + np.sin(X)) * (late + np.cos(X)),
    )


def test_residual_views_survive_a_write():
    def edit(x, y):
        y[0] = y[0] * 1
        s = np.sin(y[1:])
        y[1] = 0
        y[1:] += s

    y = X + np.sin(X) * [0, 1, 1, 1] - X * [0, 1, 0, 0]
    slope = np.array([1, 0, 1, 1]) + np.cos(X) * [0, 1, 1, 1]
    assert np.allclose(gradient_of(edit), 2 * y * slope)


def test_views_see_writes_and_write_through():
    def edit(x, y):
        first, middle = y[:3], y[1:]
        inner = middle[1:]
        y[2] = 10 * x[0]
        assert [float(v) for v in map(ft.stop_gradient, (first[2], inner[0]))] == [
            10,
            10,
        ]
        inner[0] *= 2
        assert ft.stop_gradient(y)[2] == 20
        first[...] = middle
        assert ft.stop_gradient(y).tolist() == [2, 20, 4, 4]

    assert gradient_of(edit).tolist() == [800, 4, 0, 16]


def test_writes_through_reshaped_and_transposed_views():
    def edit(x, y):
        square = y.reshape(2, 2)
        square.T[0] = x[:2] * 10
        square[0].T[1:] = 0

    assert gradient_of(edit).tolist() == [200, 400, 0, 8]


def test_flat_reaches_arrays_that_numpy_cannot_reshape_without_a_copy():
    x = np.arange(1.0, 7.0).reshape(2, 3)
    weights = np.arange(6.0).reshape(3, 2)

    def function(x):
        y = x.T[::-1]
        y.flat[1:3] = 0
        y.flat[-1] *= 3
        z = np.zeros_like(x).T
        z.flat[4] = x[0, 0]
        assert ft.stop_gradient(z).tolist() == [[0, 0], [0, 0], [1, 0]]
        return np.sum(y * weights) + np.sum(z)

    assert ft.grad(function)(x).tolist() == [[5, 0, 0], [15, 3, 0]]


def test_broadcast_views_are_read_only():
    def function(x):
        wide = np.broadcast_to(x, (2, 4))
        with pytest.raises(ValueError, match="read-only"):
            wide[0] = 1
        with pytest.raises(ValueError, match="read-only"):
            wide[0][1:] = 1
        return np.sum(wide)

    assert ft.grad(function)(X).tolist() == [2, 2, 2, 2]


def test_a_failed_write_changes_nothing():
    def edit(x, y):
        view = y[1:]
        for statement in (
            lambda: operator.setitem(y, slice(2), X),
            lambda: operator.setitem(y, 7, 0),
            lambda: operator.setitem(view, [0, 5], 0),
            lambda: operator.setitem(view, slice(2), X),
            lambda: operator.iadd(view, X),
        ):
            with pytest.raises((ValueError, IndexError)):
                statement()
            assert ft.stop_gradient(view).tolist() == [2, 3, 4]
        view *= 2

    assert gradient_of(edit).tolist() == [2, 16, 24, 32]


def test_in_place_operators_keep_the_dtype():
    def function(x):
        y = x.astype(np.float32)
        handle = y
        y *= np.float64(2)
        y += x
        assert y is handle
        assert y.dtype == np.float32
        return np.sum(y)

    assert ft.grad(function)(X).tolist() == [3, 3, 3, 3]


def test_in_place_operators_refuse_what_numpy_refuses():
    def function(x):
        y = x.copy()
        with pytest.raises(ValueError, match="non-broadcastable output operand"):
            y += np.ones((2, 4))
        with pytest.raises(TypeError, match="complex value cannot be written"):
            y *= 1j
        return np.sum(y)

    assert ft.grad(function)(X).tolist() == [1, 1, 1, 1]


def test_a_complex_value_is_not_written_into_a_real_array():
    def function(x):
        y = x.copy()
        for value in (1j, x * 1j, (x * 1j)[0], np.ones(4, np.complex64)):
            with pytest.raises(TypeError) as error:
                y[...] = value
            assert "write value.real, or make the array complex" in str(error.value)
            with pytest.raises(TypeError):
                y[x > 1] = value if np.ndim(value) == 0 else 1j
        y[1] = (x * 1j).imag[0]
        return np.sum(y)

    assert ft.grad(function)(X).tolist() == [2, 0, 1, 1]


def test_real_and_imaginary_parts_can_be_assigned():
    def function(x):
        z = x * (1 + 2j)
        z.real = 3 * x
        z.imag = x**2
        y = x.copy()
        y.real = 2 * x
        with pytest.raises(TypeError, match="imaginary part"):
            y.imag = x
        return np.sum(z.real + z.imag + y)

    assert ft.grad(function)(X).tolist() == (5 + 2 * X).tolist()


def test_integers_are_written_as_numpy_does():
    def function(x):
        y = np.zeros_like(x, dtype=int)
        y[:2] = x[1:3] + 0.5
        assert np.asarray(y[:2]).tolist() == [2, 3]
        y //= 2
        return np.sum(x * y)

    assert ft.grad(function)(X).tolist() == [1, 1, 0, 0]


def test_a_variable_cannot_be_written_to():
    x = ft.variable(X)
    view = x[1:]
    for statement in (
        lambda: operator.setitem(x, 0, 1),
        lambda: operator.setitem(x, Ellipsis, X),
        lambda: operator.setitem(view, 0, 1),
        lambda: operator.iadd(x, 1),
        lambda: operator.iadd(view, 1),
        x.sort,
        lambda: x.reshape(2, 2).fill(0),
    ):
        with pytest.raises(ValueError, match="a variable cannot be") as error:
            statement()
        assert "write into a copy (y = x.copy())" in str(error.value)
    assert x.value.tolist() == view.base.value.tolist() == X.tolist()
    assert view.value.tolist() == [2, 3, 4]
    y = x.copy()
    y[0] = 3
    np.sum(y * y).backward()
    assert x.grad.tolist() == [0, 4, 6, 8]


def test_the_last_of_several_values_stays_and_gets_the_cotangent():
    def function(x):
        y = np.zeros_like(x)
        y[[1, 3, 1, -1, 0]] = x[[0, 1, 2, 3, 0]]
        return np.sum(y * [1, 10, 100, 1000])

    assert ft.grad(function)(X).tolist() == [1, 0, 10, 1000]
    _, tangent = ft.jvp(function, (X,), (np.array([1.0, 5.0, 2.0, 3.0]),))
    assert tangent == 1 + 20 + 3000


def test_values_written_in_another_memory_order():
    places = np.asfortranarray([[0, 1], [1, 0]])

    def function(x):
        y = np.zeros_like(x)
        y[places] = np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]) * x.reshape(2, 2).T
        return y[0] + 10 * y[1]

    assert ft.grad(function)(X).tolist() == [0, 30, 0, 4]


def test_duplicates_that_are_read_add_up():
    def function(x):
        return np.sum(x[[0, 0, 1, -4]] * x[[3, 3, 2, 3]])

    assert ft.grad(function)(X).tolist() == [12, 3, 2, 3]


# -- random programs ---------------------------------------------------------------

STATEMENTS = (
    "a[{i}] = {j}.5 * b[{j}]",
    "a[{i}:] += b[: 6 - {i}]",
    "a[::-1][{i}] = a[{j}]",
    "v = a[{i}:]",
    "v = b[: {j} + 1]",
    "v *= a[0]",
    "v[...] = 0.5 * v[::-1]",
    "w = v[::2]",
    "w += {j}",
    "w[-1:] = a[{i}]",
    "a[[{i}, {j}, {i}]] = b[[0, 1, 2]]",
    "b[a > {j} / 3] = a[{i}]",
    "b[a > 0] *= 0.5",
    "a, b = b, a",
    "b = a.copy()",
    "m = a.reshape(2, 3)",
    "m[{i} % 2, 1:] = m.T[1:, 0]",
    "m.T[{i} % 3] -= b[:2]",
    "m[...] = np.sin(m)",
    "a *= np.cos(a)",
    "s = a[{i}]; s *= 2; b[{j}] -= s",
    "a[...] = b",
    "b.fill(a[{j}])",
    "m.flat[{i}] = w[0]",
)


def run(program, x):
    names = {"np": np, "a": x.copy(), "b": x[::-1] * 1}
    exec("v, w = a[1:4], b[2:]; m = a.reshape(2, 3)", names)
    exec(program, names)
    return np.concatenate([names[k].reshape(-1) for k in "abvwm"])


@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed):
    rng = np.random.default_rng(seed)
    lines = rng.choice(STATEMENTS, size=12)
    program = "\n".join(s.format(i=rng.integers(6), j=rng.integers(6)) for s in lines)
    x, t = rng.normal(size=(2, 6))
    value, dot = ft.jvp(lambda x: run(program, x), (x,), (t,))
    assert np.array_equal(value, run(program, x)), program
    numerical = (run(program, x + 1e-6 * t) - run(program, x - 1e-6 * t)) / 2e-6
    assert np.allclose(dot, numerical, rtol=1e-5, atol=1e-7), program
    out, pull = ft.vjp(lambda x: run(program, x), x)
    seed_bar = rng.normal(size=out.shape)
    assert np.allclose(pull(seed_bar)[0] @ t, seed_bar @ dot), program


def test_the_method_copy_gives_c_order_and_the_function_keeps_the_layout():
    def written_through(copied):
        flat = copied.ravel()  # a view of an array in C order, a copy of another
        flat[1] = 7.0
        return copied[0, 1]

    x = np.arange(6.0).reshape(2, 3)
    for copy in (lambda a: a.T.copy(), lambda a: np.copy(a.T), lambda a: a.T.copy("K")):
        expected = written_through(copy(x))
        _, value = ft.grad(
            lambda x, c=copy: (x.sum(), written_through(c(x))), has_aux=True
        )(x)
        assert value == expected


def _transposed(u):
    u[:] = u.T


def _columns_to_rows(u):
    u[0] = u[:, 1]
    u.T[1] = u[2]


@pytest.mark.parametrize("write", [_transposed, _columns_to_rows])
@pytest.mark.parametrize("wrap", [lambda f: f, ft.jit])
def test_views_are_written_into_the_array_they_are_of(write, wrap):
    x, weights = np.arange(9.0).reshape(3, 3), np.arange(9.0).reshape(3, 3) ** 2

    def written(x):
        u = x * 1.0
        write(u)
        return np.sum(weights * u)

    # a permutation, with repetitions: the gradient is what it does to each unit
    expected = [written(unit.reshape(3, 3)) for unit in np.eye(9)]
    gradient = wrap(ft.grad(written))(x)
    np.testing.assert_array_equal(gradient, np.reshape(expected, (3, 3)))
