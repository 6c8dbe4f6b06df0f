"""Views and copies are NumPy's, whether values are known or not."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import functrace as ft
from functrace.core.primitive import REGISTRY
from functrace.core.strides import alike, in_c_order, is_view, strided
from functrace.core.tracer import Tracer
from tests._discover import modules
from tests.samples._base import SAMPLES

pytestmark = pytest.mark.share(12)

X = np.arange(6.0).reshape(2, 3)
SAMPLED = list(modules("samples"))  # which fills SAMPLES

ARRAYS = {
    "elementwise": lambda x: x.T + 2.0,
    "of two": lambda x: x.T * x.T[::-1],
    "of both orders": lambda x: x.T + np.ones((3, 2)),
    "repeated": lambda x: x.T + x[:, 0],
    "choice": lambda x: np.where(x.T > 0, x.T, 1.0),
    "conversion": lambda x: x.T.astype(np.float32),
    "rounded": lambda x: x.T - np.round(x.T * 1.5),
    "sum": lambda x: np.sum(x.T[:, None] * 1.0, axis=1),
    "largest": lambda x: np.max(np.swapaxes(x[None], 0, 2), axis=1),
    "running sum": lambda x: np.cumsum(x.T, axis=0),
    "sorted": lambda x: np.sort(x.T, axis=0),
    "joined": lambda x: np.concatenate([x.T, x.T * 2.0]),
    "stacked": lambda x: np.stack([x.T, x.T * 2.0]),
    "rolled": lambda x: np.roll(x.T, 1, axis=0),
    "rolled twice": lambda x: np.roll(x.T, (1, 1), axis=(0, 1)),
    "repeated rows": lambda x: np.repeat(x.T, 2, axis=0),
    "taken": lambda x: np.take(x.T, [0, 1, 1], axis=1),
    "picked": lambda x: x.T[:, [0, 1, 1]],
    "picked rows": lambda x: x.T[[0, 1, 1]],
    "picked in the middle": lambda x: x[None].T[:, [1, 0], 0],
    "padded": lambda x: np.pad(x.T * 1.0, 1),
    "selected": lambda x: np.select([x.T > 1], [x.T * 2.0], 0.0),
    "a copy": lambda x: x.T.copy(),
    "a copy in its order": lambda x: np.copy(x.T),
    "a copy in the other order": lambda x: np.copy(x, order="F"),
    "of a copy": lambda x: x.T.copy() + 1.0,
    "like another": lambda x: np.zeros_like(x.T) + x.T,
    "overwritten": lambda x: np.copy(x.T) * 1.0,
    "product": lambda x: x.T @ x,
    "strided": lambda x: x[:, ::2].T * 2.0,
    "of complex parts": lambda x: (x.T * (1.0 + 2.0j)).real,
}
WRITES = {
    "an element": lambda y, x: y.__setitem__(0, 7.0),
    "in another order": lambda y, x: y.__iadd__(np.ones(y.shape) * x[0, 1]),
    "all": lambda y, x: y.__setitem__(..., np.ones(y.shape) * x[0, 1]),
    "through a view": lambda y, x: y.T.__iadd__(np.ones(y.shape[::-1]) * x[0, 1]),
}
SHAPES = {
    "flat": lambda y: y.reshape(-1),
    "ravel": np.ravel,
    "as in memory": lambda y: y.ravel("K"),
    "either order": lambda y: y.ravel("A"),
    "turned": lambda y: y.reshape(y.shape[::-1]),
    "columns first": lambda y: y.reshape(y.shape[::-1], order="F"),
    "split": lambda y: y.reshape(*y.shape[:-1], y.shape[-1], 1).reshape(-1, 1),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("make", ARRAYS)
def test_a_reshape_is_a_view_where_it_is_in_numpy(make, write):
    def fun(x):
        results = []
        for shape in SHAPES.values():
            y = ARRAYS[make](x)
            WRITES[write](y, x)
            z = shape(y)
            y[0] = 0.25
            z[-1] = 0.5
            results += [y * 1.0, z * 1.0]
        return results

    expected = fun(X.copy())
    flat = ft.vjp(lambda x: np.concatenate([np.ravel(v) for v in fun(x)]), X)[0]
    np.testing.assert_array_equal(flat, np.concatenate(list(map(np.ravel, expected))))
    for got, value in zip(ft.jit(fun)(X), expected, strict=True):
        np.testing.assert_array_equal(got, value)


@pytest.mark.parametrize("shape", [(2, 3), (2, 2, 3), (3, 2, 3), (2, 1, 3)])
def test_ravel_of_repeated_elements(shape):
    def fun(x):
        y = np.broadcast_to(x[0], shape)
        return [v.ravel("K") for v in (y, y.T, y[::-1], np.swapaxes(y, 0, -1)[:, ::-1])]

    got = ft.jit(fun)(X)
    for i, expected in enumerate(fun(X)):
        np.testing.assert_array_equal(got[i], expected)
        eager, _ = ft.vjp(lambda x, i=i: fun(x)[i], X)
        np.testing.assert_array_equal(eager, expected)


PICKED = {
    "a row": lambda x, i: x[i],
    "of the first axis turned": lambda x, i: x.T[i],
    "in the middle": lambda x, i: x[:, i],
    "of the last axis": lambda x, i: x[..., i],
    "alone": lambda x, i: x[0, :, i],
    "beside a slice": lambda x, i: x[:, i, 1:3].T,
    "rows": lambda x, i: x[i : i + 1],
    "a window": lambda x, i: x[:, i : i + 2],
    "a window of columns": lambda x, i: x[0].T[i : i + 2],
    "a window turned": lambda x, i: x[1, i : i + 2].T,
    "a window in a window": lambda x, i: x[:, i : i + 2][..., i : i + 2],
    "operation": lambda x, i: x.T[i : i + 1] * 2.0,
}


@pytest.mark.parametrize("pick", PICKED.values(), ids=PICKED)
@pytest.mark.parametrize("shape", ["flat", "ravel", "as in memory", "turned"])
def test_what_traced_integers_pick_is_laid_out_as_a_view(pick, shape):
    def fun(x, i):
        x = x.copy()
        y = pick(x, i)
        z = SHAPES[shape](y)
        z[...] = 0.5
        x[0] = 7.0
        return x, y * 1.0, z * 1.0

    x = np.arange(24.0).reshape(2, 3, 4)
    for got, value in zip(ft.jit(fun)(x, 1), fun(x, 1), strict=True):
        np.testing.assert_array_equal(got, value)


def test_is_view(rng):
    shapes = [(2, 3, 4), (4, 3, 2), (6, 4), (24,), (2, 1, 12), (3, 8), (2, 2, 3, 2)]
    seen = set()
    for _ in range(300):
        x = np.empty(shapes[rng.integers(len(shapes))])
        x = x.transpose(tuple(rng.permutation(x.ndim)))
        x = x[tuple(slice(None, None, rng.choice([-1, 1, 1, 2])) for _ in x.shape)]
        x = np.broadcast_to(x, (2, *x.shape)) if rng.random() < 0.2 else x
        for shape in [s for s in shapes if np.prod(s) == x.size] + [
            (-1,),
            (1, *x.shape),
        ]:
            new = x.reshape(shape)
            assert is_view(x, new.shape) == np.shares_memory(new, x)
            seen.add(is_view(x, new.shape))
    assert seen == {True, False}


def variants(x):
    """The array in every order in memory, and with gaps."""
    for axes in itertools.permutations(range(x.ndim)):
        y = np.empty([x.shape[a] for a in axes], x.dtype)
        y = y.transpose(tuple(np.argsort(axes)))
        y[...] = x
        yield y
        wide = np.repeat(y, 2, axis=0) if x.ndim else y
        yield wide[::-2][::-1] if x.ndim else wide


def laid_out(rng, name):
    """Applications of a primitive to operands in several orders."""
    for sample in SAMPLES[name](rng):
        if sample.before is not None:
            continue  # the arguments are no operands
        operands = [list(variants(np.asarray(x)))[:12] for x in sample.args]
        combinations = list(itertools.product(*operands))
        for i in rng.permutation(len(combinations))[:20]:
            yield combinations[i], sample.params


RULES = [
    name
    for name, primitive in sorted(REGISTRY.items())
    if primitive.layout is not None and name in SAMPLES and name != "reshape"
]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_rules(name, rng):
    """What is known of an output's place in memory is what `impl` does."""
    primitive = REGISTRY[name]
    compared = deepest = 0
    for args, params in laid_out(rng, name):
        if any(a.dtype.kind == "b" for a in args) and name == "gather":
            continue  # a mask: it has a value
        outs = primitive.impl(*args, **params)
        deepest = max(deepest, *(a.ndim for a in args))
        outs = outs if primitive.multiple else (outs,)
        found = abstractly(primitive, args, params)
        for out, laid in zip(outs, found, strict=True):
            if np.ndim(out) > 1 and np.size(out) and 0 not in map(np.size, args):
                compared += 1
                assert order(out) == order(laid)
    assert compared or deepest < 2


def order(array):
    """The axes of more than one element, the slowest one first."""
    axes = [i for i, n in enumerate(array.shape) if n != 1]
    return sorted(axes, key=lambda i: -abs(array.strides[i]))


def abstractly(primitive, args, params):
    """The outputs where only shapes, dtypes and strides of the operands are known."""
    outs = []

    def apply(*bases):
        operands = [
            np.transpose(b, tuple(np.argsort(axes)))
            for b, axes in zip(bases, orders, strict=True)
        ]
        out = primitive(*operands, **params)
        outs.extend(map(strided, out if primitive.multiple else (out,)))

    orders = [
        tuple(sorted(range(a.ndim), key=lambda i: -abs(a.strides[i]))) for a in args
    ]
    bases = [
        ft.Aval(a.transpose(axes).shape, a.dtype)
        for a, axes in zip(args, orders, strict=True)
    ]
    ft.make_graph(apply)(*bases)
    return outs


def test_no_array_is_made_to_ask_for_c_order():
    def fun(x):
        y = np.sin(x) + x
        y += x
        return y.reshape(-1), y.ravel(), y.copy()

    shapes = ft.eval_shape(fun, ft.Aval((10**8, 10**8)))
    assert [s.shape for s in shapes] == [(10**16,), (10**16,), (10**8, 10**8)]


def test_long_chains():
    """The rules are followed without recursion, and once for each node."""

    def fun(x):
        y = x.T
        for _ in range(3000):
            y = y * 1.0
        z = y.reshape(-1)
        y[0] = 0.0
        return z

    graph = ft.make_graph(fun)(ft.Aval((2, 3)))
    np.testing.assert_array_equal(graph(X), X.T.reshape(-1))


def test_constants_keep_their_order():
    constant = np.asfortranarray(X)

    def fun(x):
        y = constant + x[0, 0]
        z = y.reshape(-1)
        y[0] = 0.0
        return z

    np.testing.assert_array_equal(ft.jit(fun)(X), fun(X))


def test_in_c_order():
    x = Tracer(None, X)
    assert in_c_order(x)
    assert not in_c_order(x.T)
    assert alike(x.T, X.T)
    assert not alike(x.T, np.ones((3, 2)))
    assert alike(x[:1], np.ones((1, 3)))
