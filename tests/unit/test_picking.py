"""What is picked by constant positions, in several steps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import functrace as ft


def determinant(matrix):
    """By minors, as textbooks have it."""
    if len(matrix) == 1:
        return matrix[0, 0]
    total = 0.0
    for j in range(len(matrix)):
        minor = np.delete(np.delete(matrix, 0, axis=0), j, axis=1)
        total = total + (-1) ** j * matrix[0, j] * determinant(minor)
    return total


def written(x, rows):
    new = np.zeros_like(x)
    new[rows] = x
    return new


def names(function, *args):
    return [node.name for node in ft.jit(function).lower(*args).graph.nodes]


@pytest.mark.slow
def test_minors_that_are_equal_are_computed_once(rng):
    x = rng.normal(size=(6, 6))
    found = names(determinant, x)
    assert "gather" not in found
    assert found.count("getitem") == x.size
    assert found.count("multiply") == 6 * 2**5 - 6  # a product for each minor's element
    np.testing.assert_allclose(ft.jit(determinant)(x), np.linalg.det(x))
    gradient = ft.jit(ft.grad(determinant))(x)
    np.testing.assert_allclose(gradient, np.linalg.det(x) * np.linalg.inv(x).T)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda x: x[[1, 2, 3]], ["getitem"]),
        (lambda x: x[:, [5, 3, 1]], ["getitem"]),
        (lambda x: x[..., [-1]], ["getitem"]),
        (lambda x: x[[0, 3, 1]][[2, 2, 0]], ["gather"]),
        (lambda x: x[[0, 3, 1]][[2, 0]], ["getitem"]),
        (lambda x: x[:, [0, 3, 1]][2], ["getitem", "gather"]),
        (lambda x: x[:, [0, 3, 1]][2, 1], ["getitem"]),
        (lambda x: x[[4, 4]], ["gather"]),
        (lambda x: x[(np.arange(5) + 1) % 5], ["roll"]),
        (lambda x: x[:, np.arange(6) - 2], ["roll"]),
        (lambda x: np.roll(x, (1, 2), (0, 1))[1:, 3], ["getitem"]),
        (lambda x: np.roll(x, 3, 0)[1:], ["roll", "getitem"]),
        (lambda x: np.roll(np.roll(x, 3, 1), -3, 1), []),
        (lambda x: written(x, [2, 0, 1, 4, 3]), ["gather"]),
        (lambda x: written(x, [1, 2, 3, 4, 0]), ["roll"]),
        (lambda x: written(x, [1, 2, 3, 4, 4]), ["index_update"]),
        (lambda x: x[[0, 1, 0], [1, 2, 3]], ["gather"]),
    ],
)
def test_what_is_left(rng, function, expected):
    x = rng.normal(size=(5, 6))
    assert names(function, x) == expected
    np.testing.assert_array_equal(ft.jit(function)(x), function(x))


def test_axes_are_picked_in_one_order(rng):
    x = rng.normal(size=(5, 6))

    def function(x):
        return x[[0, 3, 1]][:, [5, 0, 1]] - x[:, [5, 0, 1]][[0, 3, 1]]

    np.testing.assert_array_equal(ft.jit(function)(x), np.zeros((3, 3)))
    assert names(function, x).count("gather") == 2


POSITIONS = st.lists(st.integers(-2, 1), min_size=1, max_size=4)
STEPS = st.one_of(
    POSITIONS,
    st.tuples(st.just(slice(None)), POSITIONS),
    st.tuples(st.just(Ellipsis), POSITIONS),
    st.tuples(POSITIONS, st.just(slice(None, None, -1))),
    st.tuples(st.sampled_from([0, -1, slice(1, None), None, slice(0, 0)]), POSITIONS),
    st.sampled_from([1, slice(None, 1), slice(None, None, -1), (Ellipsis, 0), None]),
    st.sampled_from([np.array([True, False]), (slice(None), [[0], [1]])]),
)


def follow(x, steps):
    for step in steps:
        try:
            x = x[step]
        except IndexError:  # too few elements are left
            break
    return x * x


@pytest.mark.slow
@given(st.lists(STEPS, min_size=1, max_size=5))
def test_picking_in_steps(steps):
    x = np.arange(24.0).reshape(2, 3, 4)
    np.testing.assert_array_equal(
        ft.jit(lambda x: follow(x, steps))(x), follow(x, steps)
    )
    gradient = ft.grad(lambda x: np.sum(follow(x, steps)))
    np.testing.assert_allclose(ft.jit(gradient)(x), gradient(x), atol=1e-14)


def test_positions_out_of_range_are_an_error(rng):
    x = rng.normal(size=4)
    with pytest.raises(IndexError):
        ft.jit(lambda x: x[[0, 1]][[0, 2]])(x)


def others(n):
    return np.array([[k for k in range(n) if k != left] for left in range(n)])


@pytest.mark.parametrize(
    ("index", "is_sum"),
    [
        (np.s_[:, others(3)], True),
        (np.s_[..., others(3), :], True),
        (np.s_[..., others(4)], True),
        (np.s_[:, [[2, -2], [0, 1]]], False),  # one is named by two positions
        (np.s_[:, [[2, 0], [1, 2], [0, -2]]], True),
        (np.s_[:, [[2], [0], [1]]], True),
        (np.s_[:, :, [3, 1, 0, 2, 2, 1, 3, 0]], True),
        (np.s_[:, :, [3, 1, 0, 2, 2, 1, 3, 3]], False),
        (np.s_[:, :, [3, 1, 3, 1]], False),  # some are not named
        (np.s_[others(5)], False),  # long
        (np.s_[:, [0, 1, 2], [0, 1, 2]], False),  # along two axes
    ],
)
def test_sums_onto_short_axes(rng, index, is_sum):
    x, y = rng.normal(size=(2, 5, 3, 4))
    weights = rng.normal(size=x[index].shape)

    def fun(x, weights):
        return ft.vjp(lambda x: x[index], x)[1](weights)[0] + x

    found = names(fun, x, weights)
    assert ("index_add" in found) != is_sum
    np.testing.assert_allclose(ft.jit(fun)(x, weights), fun(x, weights), rtol=1e-13)
    second = ft.grad(lambda x, w: np.sum(fun(x, w) ** 3 * y), (0, 1))
    for out, expected in zip(
        ft.jit(second)(x, weights), second(x, weights), strict=True
    ):
        np.testing.assert_allclose(out, expected, rtol=1e-12)


def test_parts_of_what_is_stored_are_not_copied(rng):
    """What is picked of a part, moved, of what was picked before, is where that is."""
    x = rng.normal(size=(9, 20))

    def fun(x):
        minors = (x * x)[:, others(5) * 4]
        return minors[0], np.swapaxes(minors[1:], 0, 1)[..., others(4)]

    assert ft.jit(fun).lower(x).plan.count("store arena") == 2  # squares, and minors
    for out, expected in zip(ft.jit(fun)(x), fun(x), strict=True):
        np.testing.assert_array_equal(out, expected)
