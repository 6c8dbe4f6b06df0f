"""Which arrays the standard's namespace gives: of which device, of one kind, to whom."""

from __future__ import annotations

import contextlib
from itertools import starmap
from pathlib import Path

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
from functrace.core.tracer import Tracer

V = np.array([0.3, 0.8, 0.5])


N = np.array([3, 1, 2])


def test_array_of_another_device_is_refused():
    def refused(make):
        with pytest.raises(ValueError, match="gpu"):
            ft.grad(make)(V)

    refused(lambda x: x.to_device("gpu"))
    refused(lambda x: fnp.asarray(x, device="gpu"))
    refused(lambda x: fnp.asanyarray(x, device="gpu"))
    refused(lambda x: fnp.from_dlpack(x, device="gpu"))
    refused(lambda x: fnp.full(2, x[0], device="gpu"))
    refused(lambda x: fnp.full_like(N, x[0], device="gpu"))
    refused(lambda x: fnp.arange(x[0], 2.0, device="gpu"))
    refused(lambda x: fnp.linspace(x[0], 2.0, device="gpu"))
    refused(lambda x: fnp.linspace(0.0, 2.0, device="gpu"))
    with pytest.raises(ValueError, match="Version"):
        ft.grad(lambda x: x.__array_namespace__(api_version="1999.01"))(V)


def test_export_of_what_is_differentiated_is_refused():
    with pytest.raises(ft.ConcretizationError, match="__dlpack__"):
        ft.grad(lambda x: np.sum(x) + len(x.__dlpack__()))(V)
    with pytest.raises(ft.ConcretizationError, match="__dlpack__"):
        ft.jit(lambda x: np.sum(x) + len(x.__dlpack__()))(V)


def test_export():
    constant = Tracer(None, V.copy())
    exported = np.from_dlpack(constant)
    assert np.shares_memory(exported, constant.value)
    assert constant.__dlpack_device__() == V.__dlpack_device__()
    seen = []

    def function(x):
        order = fnp.argsort(x)
        namespace = x.__array_namespace__()
        computed = namespace.argsort(x)  # a node's value, which it may need
        (exported,) = starmap(np.from_dlpack, [(computed,)])  # as code in C does
        seen.extend([order, exported, computed.value])
        with pytest.raises((BufferError, ValueError)):  # NumPy 2.3: the latter
            computed.__dlpack__(copy=False, dl_device=(2, 0))
        return np.sum(x)

    ft.grad(function)(V)
    order, exported, held = seen
    assert isinstance(order, np.ndarray)
    np.testing.assert_array_equal(exported, order)
    assert not np.shares_memory(exported, held)


def test_from_dlpack_keeps_the_derivative():
    grad = ft.grad(lambda x: fnp.sum(fnp.from_dlpack(x, copy=True) ** 2))
    np.testing.assert_array_equal(grad(V), 2 * V)
    assert type(fnp.from_dlpack(V)) is np.ndarray


def test_arrays_of_the_namespace_are_of_one_kind_and_nothing_else_changes():
    seen = []

    def function(x):
        before = x > 0.4, fnp.asarray(V), fnp.asarray(N)
        xp = x.__array_namespace__()
        made = xp.asarray(V), xp.asarray(N), xp.greater(xp.asarray(N), 1), xp.max(x)
        after = x > 0.4, fnp.asarray(V), fnp.asarray(N)
        seen.extend([*before, *after, *made])
        return xp.sum(x)

    ft.grad(function)(V)
    kinds = [isinstance(value, Tracer) for value in seen]
    assert kinds == [False] * 6 + [True] * 4


LIBRARY = """
def asking(x, call):
    namespace(x)
    return x > 0.4, call(), namespace(x) is namespace(x), x > 0.4

def namespace(x):
    return x.__array_namespace__()
"""


def test_arrays_are_of_one_kind_while_a_librarys_function_runs_that_asked():
    own = {}
    exec(compile(LIBRARY, str(Path(np.__path__[0]).parent / "library.py"), "exec"), own)
    seen = []

    def function(x):
        within = own["asking"](x, lambda: own["asking"](x, lambda: x > 0.4))
        assert within[2]
        after = x > 0.4, fnp.argsort(x)
        seen.extend([within[0], *within[1][:2], *within[1][3:], within[3], *after])
        with contextlib.suppress(ZeroDivisionError):
            own["asking"](x, lambda: 1 / 0)
        seen.append(x > 0.4)
        own["namespace"](x)
        seen.append(fnp.zeros(2, int))
        return np.sum(x)

    ft.grad(function)(V)
    kinds = [isinstance(value, Tracer) for value in seen]
    assert kinds == [True] * 5 + [False] * 4


INSTALLED = """
def loss(x, seen):
    seen.append(x > 0.4)
    xp = x.__array_namespace__()
    seen.append(x > 0.4)
    part(x, seen)
    return xp.sum(x)

def part(x, seen):
    x.__array_namespace__()
    seen.append(x > 0.4)
"""


@pytest.mark.parametrize("transform", [ft.grad, ft.value_and_grad])
def test_asking_changes_nothing_in_the_users_own_code_wherever_it_is_installed(
    transform,
):
    own, seen = {}, []
    place = Path(np.__path__[0]).parent / "project" / "model.py"
    exec(compile(INSTALLED, str(place), "exec"), own)
    transform(lambda x: own["loss"](x, []))(V)
    transform(own["loss"])(V, seen)
    assert [type(value) for value in seen] == [np.ndarray] * 3


def test_after_a_librarys_function_that_asked_nothing_is_different():
    own = {}
    exec(compile(LIBRARY, str(Path(np.__path__[0]).parent / "library.py"), "exec"), own)
    doubled = ft.jit(lambda x: 2 * x)

    def made(x):
        before = doubled(x).grad_fn.name
        own["namespace"](x)
        return [before, doubled(x).grad_fn.name, type(x > 0.4).__name__]

    seen = []
    ft.grad(lambda x: (seen.extend(made(x)), np.sum(x))[1])(V)
    assert seen == ["call", "call", "ndarray"]


def test_scalars_can_be_written_to_in_code_for_any_library():
    def clipped(x):
        xp = x.__array_namespace__()
        total = xp.sum(x**2)
        total[total > 0.5] = 3.0
        return total * x[0]

    np.testing.assert_allclose(ft.grad(clipped)(V), [3.0, 0.0, 0.0])

    def numpys(x):
        total = np.sum(x)
        total[()] = 3.0
        return total

    with pytest.raises(TypeError, match="does not support item assignment"):
        ft.grad(numpys)(V)
