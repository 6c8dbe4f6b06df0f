"""Plain arrays beside traced ones: buffers, constants changed later, results."""

from __future__ import annotations

import math

import numpy as np
import pytest

import functrace as ft
from functrace.core.errors import ConcretizationError, MutationError

X = np.array([1.0, 2.0, 3.0])
LARGE = 300_000  # elements: more than 1 MB, so watched instead of copied


# -- traced values into plain arrays -----------------------------------------------


def write_element(x, buffer):
    buffer[0] = x[0]


def write_slice(x, buffer):
    buffer[:] = x


def write_part(x, buffer):
    buffer[1:] = x[:2]


def write_masked(x, buffer):
    buffer[np.array([True, False, True])] = x[:2]


def write_listed(x, buffer):
    buffer[[0, 1]] = x[:2]


def write_filled(x, buffer):
    buffer.fill(x[0])


def write_put(x, buffer):
    buffer.put([0], x[0])


def write_sum(x, buffer):
    buffer[0] += x[0]


def write_from_list(x, buffer):
    buffer[:2] = [x[0], x[1]]


WRITERS = [
    write_element,
    write_slice,
    write_part,
    write_masked,
    write_listed,
    write_filled,
    write_put,
    write_sum,
    write_from_list,
]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("dtype", [float, np.float32, complex])
def test_a_traced_value_is_not_written_into_a_plain_array(write, dtype):
    buffer = np.zeros(3, dtype)
    for make in (lambda x: x, lambda x: x * 2):

        def function(x, make=make):
            with pytest.raises((ValueError, TypeError)) as error:
                write(make(x), buffer)
            # NumPy wraps the error of a float buffer into one of its own.
            cause = error.value.__cause__ or error.value
            assert isinstance(cause, ConcretizationError)
            assert "array.copy()" in str(cause)
            return np.sum(x)

        ft.grad(function)(X)
    assert not buffer.any()


@pytest.mark.parametrize(
    "convert",
    [
        lambda x: x[0].item(),
        lambda x: x[0].__float__(),
        lambda x: math.nextafter(x[0], 1),
        lambda x: x.tolist(),
        lambda x: np.fromiter(x, float),
        lambda x: np.frombuffer(x),
        lambda x: complex(x),
        lambda x: [1, 2, 3][x[0]],
        lambda x: range(x[0]),
    ],
)
def test_a_conversion_that_would_drop_the_gradient_raises(convert):
    def function(x):
        with pytest.raises((TypeError, ValueError)):
            convert(x)
        return np.sum(x)

    ft.grad(function)(X)


def test_writing_into_an_integer_buffer_truncates_as_numpy_does():
    def function(x):
        places = np.zeros(2, int)
        places[0] = x[1]
        return np.sum(x[places])

    assert ft.grad(function)(X).tolist() == [1, 0, 1]


def test_object_buffers_hold_traced_values():
    def function(x):
        single = np.empty(3, object)
        for i in range(3):
            single[i] = x[i] ** 2
        whole = np.empty(3, object)
        whole[:] = x
        square = np.empty((2, 2), object)
        square[:, 0] = x[1:]
        square[:, 1] = 1.0
        filled = np.full(2, x[0])
        return np.sum(np.sin(single)) + np.sum(whole * x) + np.sum(square @ filled)

    expected = 2 * X * np.cos(X**2) + 2 * X + [7, 1, 1]
    assert np.allclose(ft.grad(function)(X), expected)


def test_pythons_own_functions():
    def function(x):
        assert 2.0 in x
        assert 5.0 not in x
        assert x[0] in [1.0, 5.0]
        assert sorted(-x)[:2] == [-3, -2]
        assert [float(ft.stop_gradient(v)) for v in reversed(x)] == [3, 2, 1]
        _, *rest = x
        return (
            sum(x) + max(x) * min(x) + sum(a * b for a, b in zip(x, rest, strict=False))
        )

    assert ft.grad(function)(X).tolist() == [1 + 3 + 2, 1 + 4, 1 + 1 + 2]


# -- plain arrays that are changed later -------------------------------------------


def accumulate(x, buffer, change, steps=3):
    """Use `buffer` with a traced value, and change it, again and again."""
    total = 0
    for i in range(steps):
        change(buffer, i)
        total = total + np.sum(np.sin(x) * buffer) + np.sum(buffer * x * x)
    return total


def change_first(buffer, i):
    buffer[0] = i


def change_all(buffer, i):
    buffer += i


@pytest.mark.parametrize("change", [change_first, change_all])
def test_a_small_array_may_be_changed_after_its_use(change):
    x = np.arange(1.0, 5.0)
    buffer = np.ones(4)
    expected, copy = np.zeros(4), np.ones(4)
    for i in range(3):
        change(copy, i)
        expected += np.cos(x) * copy + 2 * copy * x
    assert np.allclose(ft.grad(accumulate)(x, buffer, change), expected)
    _, dot = ft.jvp(lambda x: accumulate(x, np.ones(4), change), (x,), (np.ones(4),))
    assert np.isclose(dot, expected.sum())


def test_small_views_of_a_changed_array_are_copied():
    x, base = np.ones(3), np.arange(8.0)

    def function(x):
        out = np.sum(base[1:7:2] * x)
        base[:] = -1
        return out

    assert ft.grad(function)(x).tolist() == [1, 3, 5]


def test_a_changed_mask_or_index_does_not_matter():
    mask, places = np.array([True, False, True]), np.array([0, 0])

    def function(x):
        out = np.sum(x[mask]) + np.sum(x[places] ** 2)
        y = x * 1
        y[places] = x[1:]
        y[mask] *= 3
        mask[:] = False
        places[:] = 2
        return out + np.sum(y)

    assert ft.grad(function)(X).tolist() == [1 + 2 * 2, 1, 1 + 3 + 3]


def large(array):
    """Arrays of more than 1 MB in several memory layouts."""
    return {
        "contiguous": lambda: array,
        "reversed": lambda: array[::-1],
        "strided": lambda: array.reshape(-1, 2)[:, 0],
        "transposed": lambda: array.reshape(-1, 3).T,
        "float32": lambda: array.astype(np.float32),
    }


@pytest.mark.parametrize("layout", large(np.ones(6)))
def test_a_large_array_may_not_be_changed(layout):
    constant = large(np.ones(2 * LARGE))[layout]()

    def function(x, change):
        out = np.sum(x * constant)
        if change:
            constant.T[..., 1] += 1
        return out

    x = np.float64(2)
    assert ft.grad(function)(x, False) == constant.size
    with pytest.raises(MutationError) as error:
        ft.grad(function)(x, True)
    text = str(error.value)
    assert "an array was changed in place after a traced operation used it" in text
    assert "traced at test_buffers.py" in text
    assert "in function" in text
    assert "array = array.copy()" in text


def test_a_change_through_the_base_of_a_large_view_is_seen():
    base = np.ones((2, LARGE))

    def function(x):
        out = np.sum(np.sin(x) * base[1])
        base[:, 7] = 0
        return out

    with pytest.raises(MutationError):
        ft.grad(function)(1.0)


@pytest.mark.parametrize("change", ["permute", "swap columns", "negative zero", "nan"])
def test_the_fingerprint_sees(change):
    constant = np.random.default_rng(0).normal(size=LARGE)
    constant[5] = 0.0

    def function(x):
        out = np.sum(x * constant)
        if change == "permute":
            constant[[1, 2]] = constant[[2, 1]]
        elif change == "swap columns":
            constant[[1, 2049]] = constant[[2049, 1]]
        elif change == "negative zero":
            constant[5] = -0.0
        else:
            constant[-1] = np.nan
        return out

    with pytest.raises(MutationError):
        ft.grad(function)(1.0)


def test_a_large_array_that_no_derivative_needs_may_be_changed():
    constant = np.ones(LARGE)

    def function(x):
        out = np.sum(x + constant) + np.sum(x - constant)
        constant[0] = 5
        return out

    assert ft.grad(function)(1.0) == 2 * LARGE


def test_a_large_array_changed_back_is_accepted():
    constant = np.ones(LARGE)

    def function(x):
        out = np.sum(x * constant)
        constant[3] = 0
        constant[3] = 1
        return out

    assert ft.grad(function)(2.0) == LARGE


def test_a_read_only_array_is_neither_copied_nor_watched():
    constant = np.ones(LARGE)
    constant.flags.writeable = False
    seen = []

    def function(x):
        y = x * constant
        seen.append(y.grad_fn)
        return np.sum(y)

    assert ft.grad(function)(2.0) == LARGE
    (node,) = seen
    assert node.inputs[1] is constant
    assert node.hooks is None


@pytest.mark.parametrize("size", [10, LARGE])
def test_an_argument_changed_between_vjp_and_its_pullback(size):
    x = np.ones(size)
    _, pull = ft.vjp(lambda x: x * x, x)
    pull(np.ones(size))
    x[0] = 5
    if size < LARGE:
        assert (pull(np.ones(size))[0] == 2).all()
    else:
        with pytest.raises(MutationError) as error:
            pull(np.ones(size))
        assert "test_buffers.py" in str(error.value)


@pytest.mark.parametrize("size", [10, LARGE])
def test_a_constant_changed_between_linearize_and_its_use(size):
    constant = np.ones(size)
    _, push = ft.linearize(lambda x: x * constant, np.ones(size))
    constant[0] = 5
    if size < LARGE:
        assert (push(np.ones(size)) == 1).all()
    else:
        with pytest.raises(MutationError):
            push(np.ones(size))


def test_a_large_argument_may_be_written_to_inside():
    x = np.ones(LARGE)

    def function(x):
        y = x * x
        x[0] = 7
        return np.sum(y * x)

    g = ft.grad(function)(x)
    assert g[0] == 14
    assert (g[1:] == 3).all()
    assert (x == 1).all()


# -- results -----------------------------------------------------------------------


def no_shared_memory(*arrays):
    return not any(
        np.shares_memory(a, b) for i, a in enumerate(arrays) for b in arrays[:i]
    )


@pytest.mark.parametrize("size", [3, LARGE])
def test_results_are_arrays_of_their_own(size):
    x, c = np.ones(size), np.full(size, 2.0)

    def function(x, c):
        return np.sum(x * c), {"x": x, "part": x[1:], "again": x, "view": x[::-1]}

    (_, aux), bars = ft.value_and_grad(function, (0, 1), has_aux=True)(x, c)
    assert no_shared_memory(x, c, *aux.values(), *bars)
    assert all(a.flags.writeable for a in (*aux.values(), *bars))


def test_gradients_of_two_arguments_are_two_arrays():
    g = ft.grad(lambda x, y: np.sum(x + y), (0, 1))(X, X)
    assert no_shared_memory(X, *g)
    value, pull = ft.vjp(lambda x, y: (x, x + y, y), X, X)
    bar = np.ones(3)
    bars = pull((bar, bar, bar))
    assert no_shared_memory(X, bar, *value, *bars)
    bars[0][:] = 7
    assert pull((bar, bar, bar))[0].tolist() == [2, 2, 2]


@pytest.mark.parametrize("size", [3, LARGE])
def test_a_result_may_be_changed_before_the_next_pullback(size):
    x = np.ones(size)
    value, pull = ft.vjp(np.exp, x)
    value[:] = 0
    assert np.allclose(pull(np.ones(size))[0], np.e)
    (bar,) = pull(np.ones(size))
    bar[:] = 0
    assert np.allclose(pull(np.ones(size))[0], np.e)


def test_a_gradient_does_not_share_memory_with_a_constant():
    c = np.ones(LARGE)
    g = ft.grad(lambda x: x @ c)(np.ones(LARGE))
    assert no_shared_memory(g, c)
    _, pull = ft.vjp(lambda x: x * c, np.ones(LARGE))
    assert no_shared_memory(pull(np.ones(LARGE))[0], c)


@pytest.mark.parametrize("transform", [ft.grad, ft.jit, lambda f: ft.jit(ft.grad(f))])
def test_views_of_constants_are_differentiated_at(transform):
    def total(p):
        matrix = np.ones((2, 2))
        return p * np.sum(ft.jacobian(np.sin)(np.reshape(matrix, -1)[1:]))

    np.testing.assert_allclose(transform(total)(1.0), 3 * np.cos(1.0))


@pytest.mark.parametrize("transform", [ft.jit, ft.grad])
def test_a_shape_is_not_set_in_place(transform):
    def f(x):
        x = x * 2
        x.shape = 3, 1
        return np.sum(x)

    with pytest.raises(AttributeError, match=r"x\.reshape") as caught:
        transform(f)(X)
    assert "in f" in str(caught.value)


@pytest.mark.parametrize("transform", [lambda f: f, ft.jit])
def test_arrays_by_the_name_of_their_class(transform):
    """`numpy.ndarray` is called as `numpy.empty` is; with memory of its own it is NumPy's."""
    memory = np.arange(4.0)

    def f(x):
        a, b = np.ndarray(3), np.ndarray(shape=(2, 3), dtype=float, order="F")
        a[:], b[...] = x, x * 2
        b[0] += a
        return np.sum(a * b) + np.sum(np.ndarray((2,), float, memory, 8))

    expected = np.sum(X * 5 * X) + 3
    np.testing.assert_allclose(transform(f)(X), expected)
    np.testing.assert_allclose(transform(ft.grad(f))(X), 10 * X)
