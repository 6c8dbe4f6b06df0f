"""Loops over random shapes, in every order and with all vectors that are considered."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import functrace as ft
from functrace.compiler.plan import arrange, order

LENGTHS = st.sampled_from([1, 2, 3, 4, 5, 6, 7, 9, 15, 16, 17, 33, 40])
LAYOUTS = {
    "C": lambda x: x,
    "transposed": lambda x: np.ascontiguousarray(x.T).T,
    "part": lambda x: np.pad(x, [(0, 2)] * x.ndim)[tuple(slice(n) for n in x.shape)],
    "every second": lambda x: np.repeat(x, 2, axis=-1)[..., ::2],
    "reversed": lambda x: x[..., ::-1],
}
DTYPES = ["f8", "f4", "c16", "i4", "?"]


READ = {
    "as it is": lambda x, rows: x,
    "by rows": lambda x, rows: x[rows],
    "before": lambda x, rows: np.roll(x, 1, axis=-1),
    "after": lambda x, rows: np.roll(x, -2, axis=0),
    "around": lambda x, rows: np.roll(x, (1, -1), axis=(0, 1)) + np.roll(x, 2, axis=0),
    "computed": lambda x, rows: np.roll(x * x, 1, axis=-1) + np.roll(x * x, 1, axis=0),
}


@st.composite
def computations(draw):
    """A shape, an operand's layout, the other's broadcast axes, what is summed, what read."""
    shape = tuple(draw(st.lists(LENGTHS, min_size=2, max_size=3)))
    axes = range(len(shape))
    some = st.sets(st.sampled_from(axes)).map(sorted).map(tuple)
    return (
        shape,
        draw(st.sampled_from(sorted(LAYOUTS))),
        draw(st.sampled_from(DTYPES)),
        draw(some),
        draw(st.lists(some, max_size=2)),
        draw(st.sampled_from(sorted(READ))),
    )


def program(layout, sums, read):
    """A function of two arrays and of indices of the first one's rows."""

    def function(x, y, rows):
        x = LAYOUTS[layout](x)
        z = READ[read](x, rows) * y + y
        return [z, np.where(z > 1, z, y), *(np.sum(z, axis=axes) for axes in sums)]

    return function


def numbers(rng, shape, dtype):
    if dtype == "c16":
        return rng.normal(size=shape) + 1j * rng.normal(size=shape)
    return (3 * rng.normal(size=shape)).astype(dtype)


@pytest.mark.parametrize("lanes", [4, 8, 32])
@pytest.mark.parametrize("which", range(4))
@given(data=st.data())
def test_every_order_computes_the_same(which, lanes, data):
    shape, layout, dtype, broadcast, sums, read = data.draw(computations())
    rng = np.random.default_rng(0)
    x = numbers(rng, shape, dtype)
    y = numbers(rng, [1 if d in broadcast else n for d, n in enumerate(shape)], dtype)
    rows = rng.integers(-shape[0], shape[0], shape[0])
    function = program(layout, sums, read)

    def chosen(work, most):
        if not most or not work.domain:
            return order.choose(work, most)
        found = list(order.candidates(work, lanes))
        return found[which % len(found)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrange, "choose", chosen)
        results = ft.jit(function)(x, y, rows)
    tolerance = 1e-4 if dtype == "f4" else 1e-12
    for result, expected in zip(results, function(x, y, rows), strict=True):
        assert result.dtype == expected.dtype
        np.testing.assert_allclose(
            result, expected, rtol=tolerance, atol=tolerance * expected.size
        )


def vectors(function, *args):
    """What the loops of a plan say of their vectors."""
    plan = str(ft.jit(function).lower(*args).plan)
    return [
        line.strip() for line in plan.splitlines() if line.strip().startswith("for ")
    ]


def test_neighbours_in_memory_are_one_loop():
    x = np.ones((5, 4, 30))
    assert vectors(lambda x: np.exp(x) * x, x)[0].startswith("for i0 < 600")
    outer, inner = vectors(lambda x: np.exp(x[:, 1:]), x)
    assert outer.startswith("for i0 < 5:")
    assert inner.startswith("for i1 < 90")


def test_short_rows_are_vectors_together():
    (loop,) = vectors(lambda x, w: x * w, np.ones((500, 2)), np.ones(2))
    assert loop.startswith("for i0 < 500 in rows of i1 < 2")


def test_vectors_are_along_the_axis_that_lies_so_in_memory():
    def function(x, y):
        return np.sum(x.T * y.T, axis=1)

    (*_, inner) = vectors(function, np.ones((40, 50)), np.ones((40, 50)))
    assert inner.startswith("for i0 < 50")
