"""Profiles of what is called often: no call is lost, and none that is another's is told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

import functrace as ft
from functrace import extend
from functrace.transforms.jit import detour
from tests.unit.test_profile import rows_of

X = np.linspace(0.0, 1.0, 2000)


def smooth(x):
    return np.exp(-x)  # exp


def counts_of(report):
    return {row.name: row.count for row in report.operations}


def test_calls_that_no_line_of_python_separates():
    fast = ft.jit(smooth)

    def maps(x):
        outs = list(map(fast, [x] * 20))  # map
        return outs[-1]  # rest

    report = ft.profile(maps, memory=False)(X)
    np.testing.assert_array_equal(report.result, fast(X))
    assert counts_of(report)["exp"] == 20
    rows = rows_of(report, maps, smooth)
    assert rows["exp"].count >= 20
    assert rows["map"].seconds >= 0  # what stages took is not its own
    assert rows["exp"].seconds > rows["rest"].seconds
    assert report.seconds <= report.wall_seconds


def test_shapes_take_turns():
    fast = ft.jit(smooth)

    def turns(x):
        return [fast(part) for part in (x, x[:7], x, x[:7])]

    report = ft.profile(turns, memory=False)(X)
    assert counts_of(report)["exp"] == 4


def test_calls_of_other_threads_are_not_told():
    fast = ft.jit(smooth)

    def elsewhere(x):
        with ThreadPoolExecutor(1) as pool:
            other = pool.submit(fast, x).result()
        return other, fast(x)

    report = ft.profile(elsewhere, memory=False)(X)
    assert counts_of(report)["exp"] == 1
    np.testing.assert_array_equal(*report.result)


def test_compiled_functions_in_compiled_and_plain_ones():
    inner = ft.jit(smooth)
    outer = ft.jit(lambda x: np.sum(inner(x) ** 2))

    def both(x):
        return outer(x) + inner(x)[0] + ft.grad(outer)(x)[0]

    report = ft.profile(both, memory=False)(X)
    assert counts_of(report)["exp"] == 3
    np.testing.assert_allclose(report.result, both(X))


def test_what_is_captured_in_a_fast_call_may_change_while_it_is_watched():
    state = {"k": 1.0}
    scaled = ft.jit(lambda x: state["k"] * x)

    def runs(x):
        outs = []
        for k in range(6):
            state["k"] = float(k // 2)
            outs.append(scaled(x)[-1])
        return outs

    assert ft.profile(runs, memory=False)(X).result == [0, 0, 1, 1, 2, 2]


def test_an_error_while_a_function_is_traced_leaves_time_running():
    @ft.jit
    def fails(x):
        raise KeyError(x)

    def goes_on(x):
        try:
            fails(x)
        except KeyError:
            return np.sin(x)  # after
        return x

    rows = rows_of(ft.profile(goes_on, memory=False)(X), goes_on)
    assert rows["after"].seconds > 0


def host(x):
    return np.cos(x)  # host


@ft.custom_vjp
def square(x):
    return x * x  # square


def forward(x):
    y = 2 * x  # forward
    return square(x), y


square.defvjp(forward, lambda y, g: (y * g,))


def half_of(x):
    return x / 2  # half


half = extend.elementwise(
    "half in profiles", half_of, partials=(lambda x: 0.5,), domain=(extend.REAL,)
)


def test_lines_of_functions_that_operations_call():
    def calls(x):
        aval = ft.Aval(x.shape, x.dtype)
        kept = ft.stop_gradient(ft.pure_callback(host, aval, ft.stop_gradient(x)))
        return np.sum(square(x) + kept + half(x))

    report = ft.profile(ft.grad(calls), memory=False)(X)
    np.testing.assert_allclose(report.result, 2 * X + 0.5)
    rows = rows_of(report, host, forward, half_of)
    assert {"host", "forward", "half"} <= set(rows)
    assert all(row.seconds > 0 for row in rows.values())


def test_operations_have_the_line_that_runs():
    def lines(x):
        y = np.sin(x)  # sin
        z = [
            np.cos(x),  # cos
            np.tanh(y),  # tanh
        ]
        return np.sum(
            z[0] * z[1]  # product
        )

    rows = rows_of(ft.profile(ft.grad(lines), memory=False)(X), lines)
    for name in ("sin", "cos", "tanh", "product"):
        assert rows[name].derivative_seconds > 0
    alone = ft.profile(ft.grad(lambda x: np.sum(x)), memory=False)(X)
    assert any(row.line.file == __file__ for row in alone.lines)


def test_ways_of_a_detour():
    fast = ft.jit(smooth)
    expected = fast(0.5)
    with detour() as lead:
        lead(fast, lambda x: "led")
        assert fast(0.5) == "led"
        with detour():  # who asks for another mode is heard
            assert fast(0.5) == expected
        assert fast(0.5) == "led"
    assert fast(0.5) == expected


def test_compilation_is_an_operation_and_tracing_none():
    def compiles(x):
        gradient = ft.grad(lambda x: np.sum(np.tanh(x) * np.sin(x[0])))
        return ft.jit(gradient)(x)  # compiles

    report = ft.profile(compiles, memory=False, repeat=1)(X)
    counts = {(row.name, row.mode): row.count for row in report.operations}
    assert counts["(compilation)", "value"] == 1
    assert counts["tanh", "value"] == 1
    assert ("alias", "derivative") not in counts  # of the trace, which is not told
    assert sum(row.seconds for row in report.operations) <= report.seconds
    (compilation,) = (r for r in report.operations if r.name == "(compilation)")
    assert rows_of(report, compiles)["compiles"].seconds >= compilation.seconds
