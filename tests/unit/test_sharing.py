"""Which results share memory with what went in: the same under every transform."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft

X = np.arange(4.0) + 1


def same(x):
    return x


def twice(x):
    return x, x


@ft.custom_vjp
def ruled(x):
    return x


ruled.defvjp(lambda x: (x, None), lambda _, g: (g,))


@ft.custom_vjp
def ruled_part(x):
    return x[::1]


ruled_part.defvjp(lambda x: (x[::1], None), lambda _, g: (g,))


@ft.custom_jvp
def pushed(x):
    return x


pushed.defjvp(lambda primals, tangents: (primals[0], tangents[0]))


def pulled(x):
    out, pull = ft.vjp(twice, x)
    return *out, pull((x, x))


CASES = {
    "jit": ft.jit(same),
    "jit of two": ft.jit(twice),
    "jit of a captured array": lambda x: ft.jit(lambda y: x)(x * 2),
    "vmap": ft.vmap(same),
    "vmap of two": ft.vmap(twice),
    "vmap of one mapped": lambda x: ft.vmap(
        lambda a, b: (a, b), in_axes=(0, None), out_axes=(0, None)
    )(x, x),
    "vectorize": ft.vectorize(same, signature="(n)->(n)"),
    "cond": lambda x: ft.cond(True, same, lambda a: a + 1, x),
    "cond of two": lambda x: ft.cond(True, twice, lambda a: (a, a + 1), x),
    "switch": lambda x: ft.switch(0, [same, lambda a: a + 1], x),
    "fori_loop": lambda x: ft.fori_loop(0, 2, lambda i, a: a, x),
    "fori_loop without rounds": lambda x: ft.fori_loop(0, 0, lambda i, a: 2 * a, x),
    "while_loop": lambda x: ft.while_loop(lambda a: False, lambda a: 2 * a, x),
    "scan": lambda x: ft.scan(lambda c, row: (c, (row, c)), x, x),
    "map": lambda x: ft.map(same, x),
    "associative_scan": lambda x: ft.associative_scan(lambda a, b: b, x),
    "vjp": pulled,
    "jvp": lambda x: ft.jvp(twice, (x,), (x,)),
    "has_aux": lambda x: ft.value_and_grad(lambda a: (np.sum(a), a), has_aux=True)(x),
    "has_aux captured": lambda x: ft.grad(lambda a: (np.sum(a), x), has_aux=True)(x),
    "custom_vjp": ruled,
    "custom_vjp of a view": ruled_part,
    "custom_jvp": pushed,
    "stop_gradient": ft.stop_gradient,
}


def flat(result):
    if isinstance(result, (tuple, list)):
        return [leaf for part in result for leaf in flat(part)]
    return [result]


def outer(function):
    """Write to each result of a function and to its argument; what is left in all."""

    def fun(x):
        x = x * 1.0
        outs = [y for y in flat(function(x)) if np.ndim(y)]
        for k, y in enumerate(outs):
            y[..., 0] = 50.0 + k
        before = [y * 1.0 for y in (x, *outs)]
        x[1] = 70.0
        return [*before, *(y * 1.0 for y in (x, *outs))]

    return fun


@pytest.mark.parametrize("case", CASES)
def test_results_share_memory_as_with_plain_arrays(case):
    fun = outer(CASES[case])
    expected = fun(X.copy())
    ways = {
        "jit": ft.jit(fun)(X.copy()),
        "vjp": ft.vjp(fun, X.copy())[0],
        "jvp": ft.jvp(fun, (X.copy(),), (X,))[0],
        "graph": ft.make_graph(fun)(X.copy())(X.copy()),
        "vmap": [out[0] for out in ft.vmap(fun)(np.stack([X, X]))],
        "jit of vjp": ft.jit(lambda x: ft.vjp(fun, x)[0])(X.copy()),
    }
    for way, outs in ways.items():
        for out, wanted in zip(outs, expected, strict=True):
            np.testing.assert_array_equal(out, wanted, err_msg=way)


@pytest.mark.parametrize("case", [c for c in CASES if c != "has_aux captured"])
def test_results_are_arrays_of_their_own(case):
    x = X.copy()
    outs = [y for y in flat(CASES[case](x)) if np.ndim(y)]
    for k, y in enumerate(outs):
        assert not any(np.shares_memory(y, z) for z in (x, *outs[:k]))
