"""Captured branches and loops: that known values change nothing."""
# ruff: noqa: SIM108 - as users write

from __future__ import annotations

import functools
import gc
import linecache
import sys
import threading
import traceback
import weakref

import numpy as np
import pytest
from scipy._lib._ccallback_c import get_raw_capsule

import functrace as ft
from functrace.transforms._capture.memory import ReachableState


class Counter:
    def __init__(self):
        self.n = 0
        self.seen = set()


def test_without_a_source():
    scope = {"np": np}
    exec("def f(x):\n    if x > 0:\n        return x\n    return -x", scope)
    with pytest.raises(ft.ConcretizationError, match="'f' has no source"):
        ft.jit(scope["f"])(1.0)
    assert ft.grad(scope["f"])(-1.0) == -1


def typed_in(text, name="<ipython-input-1-cell>"):
    """The function `f` of a text, as of a cell of a notebook."""
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    scope = {}
    exec(compile(text, name, "exec"), scope)
    return scope["f"]


def test_a_source_that_has_changed(tmp_path):
    file = tmp_path / "changing.py"
    file.write_text("def f(x):\n    if x > 0:\n        return x\n    return -x\n")
    scope = {}
    exec(compile(file.read_text(), str(file), "exec"), scope)
    file.write_text("def f(x):\n    if x > 0:\n        return x\n    return +x\n")
    with pytest.raises(
        ft.ConcretizationError, match="'f' is not what its file now says"
    ):
        ft.jit(scope["f"])(1.0)


def test_a_cell_of_a_notebook():
    f = typed_in("def f(x):\n    if x > 0:\n        return x\n    return -3 * x\n")
    assert ft.jit(ft.grad(f))(-1.0) == -3


def test_classes_without_a_module():
    f = typed_in(
        """class Counter:
    n = 0.5
def f(x):
    counter = Counter()
    counter.n = 1.0
    if x > 0:
        counter.n = counter.n * x
    return counter.n
"""
    )
    assert ft.jit(f)(3.0) == 3
    assert ft.jit(f)(-3.0) == 1


# -- effects before a test happen once ---------------------------------------------------


def test_what_was_done_before_the_test_is_done_once():
    done, counter = [], Counter()

    def f(x):
        done.append(1)
        counter.n += 1
        counter.seen.add(len(done))
        if x > 0:
            return x * counter.n
        return x * len(done)

    with pytest.raises(ft.MutationError, match=r"'counter'\.n"):
        ft.jit(f)(2.0)
    assert done == [1]
    assert counter.n == 1
    assert counter.seen == {1}


def test_under_vmap_they_are_refused_once():
    done = []

    def f(x):
        done.append(1)
        return x if x > 0 else -x

    with pytest.raises(ft.MutationError, match="would happen twice"):
        ft.vmap(f)(np.ones(2))
    np.testing.assert_array_equal(ft.vmap(f)(-np.ones(2)), np.ones(2))


# -- known values --------------------------------------------------------------------------


def steps(x):
    total = 0.0
    for i in range(3):
        if i == 1:
            continue
        if x > 0:
            total += x * i
    return total


def test_code_is_as_it_was_afterwards():
    code, meanwhile = steps.__code__, []

    def look(x):
        meanwhile.append(steps.__code__)
        return steps(x)

    assert ft.jit(look)(1.0) == steps(1.0)
    assert meanwhile[-1] is not code
    assert steps.__code__ is code


def needs_capture(x, n):
    total = 0.0
    k = 0
    while k < n:
        if x > k:
            total += x
        elif x < -1:
            total -= 1
        k += 1
    return total


def lines_run(function, *args):
    """Lines of this file that a call runs."""
    lines = []

    def local(frame, event, arg):
        if event == "line" and frame.f_code.co_filename == __file__:
            lines.append(frame.f_lineno)
        return local

    before = sys.gettrace()
    sys.settrace(local)
    try:
        function(*args)
    finally:
        sys.settrace(before)
    return lines


def test_lines_are_the_users():
    ft.jit(needs_capture)(1.5, 3)
    plain = lines_run(needs_capture, 1.5, 2)
    inside = []

    def look(x):
        inside.extend(lines_run(needs_capture, 1.5, 2))
        return x

    ft.jit(look)(1.0)
    assert inside
    assert set(plain) <= set(inside)
    assert [line for line in inside if line in set(plain)]


def fails(x, y):
    if x > 0:
        y = y + 1
        if y > 2:
            raise ArithmeticError("known")
    return x


def test_tracebacks_are_the_users():
    ft.jit(lambda x: fails(x, x) if x > 5 else x)
    ft.vmap(lambda x: fails(x, 0.0))(np.ones(2))
    with pytest.raises(ArithmeticError) as plain:
        fails(1.0, 5.0)

    def look(x):
        fails(1.0, 5.0)
        return x

    with pytest.raises(ArithmeticError) as inside:
        ft.jit(look)(1.0)
    expected = traceback.extract_tb(plain.tb)[-1]
    found = traceback.extract_tb(inside.tb)[-1]
    assert (found.filename, found.lineno, found.name, found.line) == (
        expected.filename,
        expected.lineno,
        expected.name,
        expected.line,
    )


@pytest.mark.slow
def test_threads():
    wrong, stop = [], threading.Event()

    def use():
        while not stop.is_set():
            if needs_capture(1.5, 3) != 3.0:
                wrong.append(1)

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()

    def compile_it(k):
        f = ft.jit(lambda x: needs_capture(x, 3) + k)
        if f(1.5) != 3.0 + k:
            wrong.append(2)

    compiling = [threading.Thread(target=compile_it, args=(k,)) for k in range(6)]
    for thread in compiling:
        thread.start()
    for thread in compiling:
        thread.join()
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.slow
def test_functions_are_not_kept_alive():
    def made():
        def f(x):
            return x if x > 0 else -2 * x

        return f

    f = made()
    assert ft.jit(f)(-1.0) == 2
    alive = weakref.ref(f)
    del f
    gc.collect()
    assert alive() is None


def test_a_closure_made_again():
    def made(scale):
        def f(x):
            if x > 0:
                return scale * x
            return x

        return f

    assert ft.jit(made(2.0))(3.0) == 6
    assert ft.jit(made(4.0))(3.0) == 12


def test_partial_and_wrapped():
    @functools.lru_cache
    def cached(n):
        return n + 1

    def f(scale, x):
        return cached(2) * scale if x > 0 else x

    assert ft.jit(functools.partial(f, 2.0))(1.0) == 6


def test_compiled_functions_are_not_compiled_again():
    traced = []

    @ft.jit
    def f(x):
        traced.append(1)
        if x > 0:
            return x
        return -x

    for value in (1.0, -2.0, 3.0):
        assert f(value) == abs(value)
    assert len(traced) == 1


@pytest.mark.slow
def test_rounds_with_branches_are_one_loop():
    def f(x):
        for _ in range(100):
            if x > 2:
                x = x * 0.6
            else:
                x = x + 0.3 * np.sin(x)
        return x

    names = [n.primitive.name for n in ft.make_graph(f)(ft.Aval(())).nodes]
    assert names == ["scan"]


def test_derivatives_of_branches_that_no_element_takes():
    def root(x, a):
        if x > 0:
            return np.sqrt(x) * np.sqrt(a)
        return 0 * x

    xs = np.array([0.0, 4.0, -1.0])
    with np.errstate(all="ignore"):
        for wrap in (lambda f: f, ft.jit):
            total = wrap(
                ft.grad(lambda xs: np.sum(ft.vmap(lambda x: root(x, 4.0))(xs)))
            )
            np.testing.assert_array_equal(total(xs), [0, 0.5, 0])
            over = wrap(
                ft.grad(lambda a: np.sum(ft.vmap(lambda x: root(x, a))(-xs[:1])))
            )
            assert over(0.0) == 0


class Private:
    """State that only its own methods name."""

    __slots__ = ("__level", "last")

    def __init__(self, level):
        self.__level = level
        self.last = 0.0

    def step(self, x):
        if x > 1:
            self.__level = self.__level * 2
            self.last = x
        else:
            self.__level = self.__level + x

    def total(self):
        return self.__level + self.last


def test_private_attributes_in_slots():
    def function(x):
        state = Private(3.0)
        state.step(x)
        state.step(0.5 * x)
        return state.total()

    for x in (0.5, 1.5, 4.0):
        found = ft.jit(ft.value_and_grad(function))(x)
        np.testing.assert_allclose(found, ft.value_and_grad(function)(x), rtol=1e-15)


def test_functions_of_cython_do_not_change():
    """Their structure shows where they are called, another number each time."""
    held = [get_raw_capsule]
    assert not ReachableState([lambda: held]).changes()

    def function(x):
        y = x
        for _ in range(3):
            if y > 1:
                y = y * 0.5
        return y if held else x

    assert ft.jit(function)(3.0) == function(3.0)
