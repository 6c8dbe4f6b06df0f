"""Operations of an inner transform, in which loops have been looked for before."""

from importlib import import_module

import numpy as np

import functrace as ft


def test_they_are_the_items_that_are_found_anew(monkeypatch):
    rolled = import_module("functrace.transforms._rolling.rolled")
    original, compared = rolled._items, []

    def both(nodes, known):
        codes, items = original(nodes, known)
        anew, expected = original(nodes, None)
        assert items.entries == expected.entries == nodes
        for name in ("refs_at", "ints", "ints_at", "first"):
            found = getattr(items, name), getattr(expected, name)
            np.testing.assert_array_equal(*found)
        tokens = {*zip(items.tokens.tolist(), expected.tokens.tolist(), strict=True)}
        assert len(tokens) == len({*items.tokens}) == len({*expected.tokens})
        for mine, other in zip(items.refs, expected.refs, strict=True):
            found = codes.meaning(int(mine)), anew.meaning(int(other))
            assert found[0] is found[1] or found[0] == found[1]
        compared.append(known is not None and known[1].entries[0] in nodes)
        return codes, items

    monkeypatch.setattr(rolled, "_items", both)
    monkeypatch.setattr(rolled.worth, "is_little", lambda count: not count)

    def f(x, y):
        a, b = x * 3.0, np.sin(y)
        for k in (1, 4, 2, 8, 5, 7):
            a, b = np.cos(a[k % 3 :: 2] * b[:2])[0] * x - k, b * a[::-1] + y[k % 2]
            a = np.exp(a) if k % 4 else a / 2.0
        return np.sum(a * b)

    def outer(x):
        y = np.sqrt(x) + x[0]
        value, (first, second) = ft.value_and_grad(f, (0, 1))(y * x, y)
        return value * first + second[::-1]

    x = np.linspace(0.3, 0.9, 4)
    np.testing.assert_allclose(ft.jit(outer)(x), outer(x), rtol=1e-12)
    assert any(compared)
