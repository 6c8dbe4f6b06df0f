"""What writes to traced arrays cost: no copies where nobody looks, in either pass."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.primitives import indexing

X = np.array([1.0, 2.0, 3.0, 4.0])


def addresses(monkeypatch, shape):
    """Note the array behind each write to a handle of this shape."""
    arrays = []
    original = indexing.write

    def noting(x, *args, **kwargs):
        out = original(x, *args, **kwargs)
        if out.shape == shape:
            arrays.append(out.value.ctypes.data)
        return out

    monkeypatch.setattr(indexing, "write", noting)
    return arrays


@pytest.mark.parametrize("shape", [(50,), (50, 3)])
def test_a_buffer_is_filled_in_place(monkeypatch, shape):
    arrays = addresses(monkeypatch, shape)

    def function(x):
        y = np.zeros_like(x)
        y[0] = x[0]
        for i in range(1, len(x)):
            y[i] = y[i - 1] + 0.1 * np.sin(y[i - 1] * x[i])  # keeps y[i - 1]
            y[i, ...] *= 2
            y[np.array([i])] += 1
        return np.sum(y)

    ft.grad(function)(np.ones(shape))
    assert len(arrays) > 100
    assert len(set(arrays)) == 1


def test_an_array_that_somebody_else_sees_is_copied():
    def function(x):
        y = x * 1
        y[0] = 0  # alone from here on
        before = y.value.ctypes.data
        y[1] = 0
        assert y.value.ctypes.data == before
        kept = np.sin(y)
        y[2] = 0
        after = y.value.ctypes.data
        assert after != before
        z = y.copy()
        y[3] = 0
        assert ft.stop_gradient(z).tolist() == [0, 0, 0, 4]
        return np.sum(kept + z)

    assert np.allclose(ft.grad(function)(X), [0, 0, np.cos(3), 1 + np.cos(4)])


def test_the_reverse_pass_clears_parts_in_place(monkeypatch):
    copies = []
    original = indexing.Cleared.add_to

    def counting(self, total, *, owned, spare):
        copies.append(not spare)
        return original(self, total, owned=owned, spare=spare)

    monkeypatch.setattr(indexing.Cleared, "add_to", counting)

    def function(x):
        y = np.zeros_like(x)
        for i in range(1, len(x)):
            y[i] = y[i - 1] + x[i]
        return np.sum(y)

    g = ft.grad(function)(np.ones(300))
    assert g.tolist() == [0, *range(299, 0, -1)]
    assert len(copies) > 200
    assert sum(copies) == 1


def test_cotangents_given_or_found_are_not_overwritten():
    def edited(x):
        y = x * 1
        y[0] = y[1] * y[2]
        return y

    _, pull = ft.vjp(edited, X)
    seed = np.ones(4)
    first = pull(seed)
    assert (seed == 1).all()
    second = pull(seed)
    assert np.all(first[0] == second[0])

    x = ft.variable(X)
    y = x * 1
    z = y.copy()
    z[0] = z[1]
    total = np.sum(z + z)
    dy, dx = ft.backward(total, inputs=[y, x])
    assert dy.tolist() == dx.tolist() == [0, 4, 2, 2]


def test_hooks_see_the_cotangents_of_reads_and_writes_as_arrays():
    x = ft.variable(X)
    y = x * 1
    part = y[1:3]
    y[0] = 5
    seen = []
    for handle in (part, y):
        handle.grad_fn.register_hook(lambda cotangents, _: seen.append(cotangents[0]))
    np.sum(y * 2 + np.sum(part)).backward()
    assert [s.tolist() for s in seen] == [[0, 4, 4, 0], [0, 6, 6, 2]]
    assert x.grad.tolist() == [0, 6, 6, 2]


def test_second_order_through_writes():
    def function(x):
        y = np.zeros_like(x)
        y[0] = x[0]
        for i in range(1, len(x)):
            y[i] = y[i - 1] * x[i]
        y[[0, 0]] = y[1:3] * x[0]
        y[1:] += y[:-1]
        return np.sum(y)

    def direct(x):  # y = [a b c a, a b + a a b c, a b c + a b, ...] added up
        a, b, c, d = x
        return 2 * a * a * b * c + 2 * a * b + 2 * a * b * c + a * b * c * d

    assert np.allclose(ft.grad(function)(X), ft.grad(direct)(X))
    assert np.allclose(ft.hessian(function)(X), ft.hessian(direct)(X))
