"""Laws of the rows of rewriting tables, on examples generated from their patterns.

Every row is taken for some of them, as the first of its table. What it gives has the shape,
dtype, values and first derivatives of what it replaces.
"""

from __future__ import annotations

import functools

import numpy as np

import functrace as ft
from functrace.core.check import check
from tests._quick import first_of_each, law
from tests._rows import examples, tables
from tests._simplify import SPECIAL, evaluate, signs

ROWS = [(table, row) for table in tables() for row in table.rows]

# What `functrace.engine.simplify` says of values that are not preserved.
SIGNS_OF_ZEROS = ("add(x, 0)", "add(0, x)", "subtract(x, 0)", "add(mask", "reduce_sum")
STRONG_ZEROS = (
    "multiply(mask",
    "multiply(a, mask",
    "true_divide(mask",
    "negative(mask",
)
ROOTS = ("power(x, 0.5)",)
POWERS = ("power",)

_CASES = {f"{k}-{row}": (table, row) for k, (table, row) in enumerate(ROWS)}
_FIRST = first_of_each(_CASES.items(), lambda case: str(case[1][1]), share=6)
each_row = law("table,row", _CASES, dict(_FIRST))


@functools.cache
def found(table, row):
    return examples(row, table)


def numbers(rng, aval, values):
    kind = aval.dtype.kind
    if kind == "b":
        return rng.choice([True, False], aval.shape)[()]
    if kind in "iu":
        return rng.integers(-9, 10, aval.shape).astype(aval.dtype)[()]
    many = values(aval.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        if kind == "c":
            many = many + 1j * values(aval.shape)
        return np.asarray(many).astype(aval.dtype)[()]


def specials(graph, seed):
    rng = np.random.default_rng(seed)
    return [
        numbers(rng, aval, lambda shape: rng.choice(SPECIAL, shape))
        for aval in graph.in_avals
    ]


@each_row
def test_every_row_is_taken(table, row):
    assert any(example.is_first for example in found(table, row))


@each_row
def test_values(table, row):
    text = str(row)
    for seed, example in enumerate(found(table, row)):
        check(example.after)
        assert example.after.out_avals == example.before.out_avals
        values = specials(example.before, seed)
        (old,), (new,) = (
            evaluate(example.before, values),
            evaluate(example.after, values),
        )
        assert old.dtype == new.dtype
        assert old.shape == new.shape
        if text.startswith(STRONG_ZEROS):
            masked = (new == 0) & ((old == 0) | np.isnan(old))
            old, new = np.where(masked, 0, old), np.where(masked, 0, new)
        if text.startswith(
            ROOTS
        ):  # NumPy's of arrays, where the power is that of numbers
            old = np.where(np.isposinf(old) & np.isnan(new), np.nan, old)
        if text.startswith(POWERS) and old.dtype.kind in "fc":
            if old.dtype.kind == "c":  # NumPy's own differ where these are infinite
                old, new = np.where(np.isfinite(old), (old, new), 0)
            info = np.finfo(old.dtype)
            tolerance = {"rtol": 8 * info.eps, "atol": 16 * info.smallest_subnormal}
            np.testing.assert_allclose(new, old, **tolerance)
        else:
            np.testing.assert_array_equal(new, old)
            if not text.startswith(SIGNS_OF_ZEROS):
                np.testing.assert_array_equal(signs(new), signs(old))


@each_row
def test_first_derivatives(table, row):
    for seed, example in enumerate(found(table, row)):
        before, after = example.before, example.after
        avals = before.in_avals
        places = [i for i, aval in enumerate(avals) if aval.dtype.kind in "fc"]
        if not places or before.out_avals[0].dtype.kind not in "fc":
            continue
        rng = np.random.default_rng(seed)
        given, tangents = (
            [
                numbers(rng, aval, functools.partial(rng.uniform, 0.5, 2))
                for aval in avals
            ]
            for _ in range(2)
        )
        (cotangent,) = (numbers(rng, a, rng.standard_normal) for a in before.out_avals)

        def derivatives(graph, given=given, places=places, seeds=(tangents, cotangent)):
            def function(*xs):
                full = dict(enumerate(given)) | dict(zip(places, xs, strict=True))
                return graph.evaluate([full[i] for i in range(len(given))])[0]

            primals = [given[i] for i in places]
            dots = [seeds[0][i] for i in places]
            _, dot = ft.jvp(function, primals, dots)
            _, pullback = ft.vjp(function, *primals)
            return [dot, *pullback(seeds[1])]

        dtypes = {aval.dtype.char for node in before.nodes for aval in node.avals}
        dtypes |= {aval.dtype.char for aval in avals}
        rtol = 1e-5 if dtypes & {"f", "F"} else 1e-12
        with np.errstate(all="ignore"):
            pairs = zip(derivatives(before), derivatives(after), strict=True)
        for old, new in pairs:
            if str(row).startswith(STRONG_ZEROS):
                new = np.where(np.isnan(old), old, new)  # noqa: PLW2901
            assert np.asarray(old).dtype == np.asarray(new).dtype
            np.testing.assert_allclose(new, old, rtol=rtol, atol=rtol)
