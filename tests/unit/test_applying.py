"""Functions of the user's, applied to parts of arrays, where calls cannot say it."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp


def test_vectorize_reads_signatures_as_numpy_does():
    x = ft.variable(np.ones((2, 3)))
    dot = fnp.vectorize(np.dot, signature="(n),(n)->()")
    with pytest.raises(ValueError, match="inconsistent size for core dimension 'n'"):
        dot(x, np.ones(2))
    with pytest.raises(ValueError, match="does not have enough dimensions"):
        dot(x, 1.0)
    with pytest.raises(TypeError, match="wrong number of positional arguments"):
        dot(x)
    with pytest.raises(ValueError, match="wrong number of outputs"):
        fnp.vectorize(np.sum, signature="(n)->(),()")(x)
    with pytest.raises(ValueError, match="unless `otypes` is set"):
        fnp.vectorize(np.sin)(x[:0])


def test_vectorize_of_plain_arrays_is_numpys():
    def sign(v):
        return 1 if v > 0 else -1

    x = np.array([1.0, -2.0])
    np.testing.assert_array_equal(fnp.vectorize(sign)(x), np.vectorize(sign)(x))
    assert fnp.vectorize(sign)(x).dtype == np.int64


def test_vectorize_with_otypes_in_plain_numpy_refuses():
    with pytest.raises(ft.ConcretizationError, match="drop its gradient"):
        ft.grad(lambda x: np.sum(np.vectorize(np.sin, otypes="d")(x)))(np.ones(2))


def test_ufuncs_made_of_python_functions():
    larger = np.frompyfunc(lambda a, b: max(b, a), 2, 1)
    x = np.array([1.0, 3.0, 2.0])
    gradient = ft.grad(lambda x: larger.reduce(x))(x)
    np.testing.assert_array_equal(gradient, [0.0, 1.0, 0.0])
    product = fnp.frompyfunc(lambda a, b: a * b, 2, 1)
    gradient = ft.grad(ft.jit(lambda x: np.sum(product(x, [2.0, 3.0, 4.0]))))(x)
    np.testing.assert_array_equal(gradient, [2.0, 3.0, 4.0])
    both = np.frompyfunc(lambda a: (a * a, "text"), 1, 2)
    squares, texts = both(ft.variable(x))
    assert texts.tolist() == ["text"] * 3
    assert squares.shape == (3,)


def test_apply_along_axis_of_nothing():
    x = ft.variable(np.zeros((0, 3)))
    with pytest.raises(ValueError, match="any iteration dimensions are 0"):
        np.apply_along_axis(np.sum, 1, x)


def test_padding_by_a_function():
    def ramp(vector, width, axis, options):
        vector[: width[0]] = options["slope"] * vector[width[0]]
        vector[len(vector) - width[1] :] = axis

    x = np.arange(1.0, 5.0).reshape(2, 2)
    expected = np.pad(x, 1, ramp, slope=3.0)
    _, pull = ft.vjp(lambda x, s: np.pad(x, 1, ramp, slope=s), x, 3.0)
    np.testing.assert_array_equal(
        ft.jit(lambda x: np.pad(x, 1, ramp, slope=3.0))(x), expected
    )
    x_bar, slope_bar = pull(np.ones((4, 4)))
    np.testing.assert_allclose(x_bar, [[16.0, 4.0], [4.0, 1.0]])
    np.testing.assert_allclose(slope_bar, 13.0)


@pytest.mark.parametrize("mode", ["reflect", "symmetric"])
@pytest.mark.parametrize("width", [(1, 2), (9, 4), (0, 7)])
def test_odd_padding(mode, width):
    x = np.array([1.0, 4.0, 9.0, 2.0])

    def padded(x):
        return np.pad(x, width, mode, reflect_type="odd")

    np.testing.assert_allclose(ft.jit(padded)(x), padded(x))
    linear = np.stack([padded(row) for row in np.eye(4)], axis=1)
    np.testing.assert_allclose(ft.jacobian(padded)(x), linear)


def test_updates_of_one_element_come_in_order():
    def f(x, y):
        out = x * 1.0
        np.power.at(out, [0, 0, 1], y)
        np.subtract.at(out, [0, 0], y[:2])
        np.negative.at(out, [1, 1, 1])
        return out

    x, y = np.array([2.0, 3.0]), np.array([2.0, 3.0, 0.5])
    tangents = np.zeros(2), np.array([1.0, 0.0, 0.0])
    dot = ft.jvp(f, (x, y), tangents)[1]
    np.testing.assert_allclose(f(x, y), [64.0 - 5.0, -np.sqrt(3.0)])
    np.testing.assert_allclose(dot, [3 * np.log(2.0) * 64.0 - 1.0, 0.0])


def test_thousands_of_segments_are_summed_at_once():
    starts = np.arange(0, 20_000, 2)
    graph = ft.make_graph(lambda x: np.add.reduceat(x, starts))(np.ones(20_000))
    assert len(graph.plan) < 5
    gradient = ft.grad(lambda x: np.sum(np.maximum.reduceat(x, starts)))
    assert gradient(np.arange(20_000.0)).sum() == 10_000
