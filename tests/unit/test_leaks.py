"""Traced values that leave the function they belong to."""

import gc
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest

import functrace as ft

X = 0.7


def with_object(use):
    def fun(x):
        kept = SimpleNamespace(v=x)

        def double():
            kept.v = kept.v * 2

        use(x, double)
        return kept.v

    return fun


def with_dict(use):
    def fun(x):
        kept = {"v": x}

        def double():
            kept["v"] = kept["v"] * 2

        use(x, double)
        return kept["v"]

    return fun


def with_list(use):
    def fun(x):
        kept = [x]

        def double():
            kept.append(kept[-1] * 2)

        use(x, double)
        return kept[-1]

    return fun


def with_nonlocal(use):
    def fun(x):
        v = x

        def double():
            nonlocal v
            v = v * 2

        use(x, double)
        return v

    return fun


STORES = [with_object, with_dict, with_list, with_nonlocal]


def in_scan(x, act):
    ft.scan(lambda c, _: (act(), (c, c))[1], x, None, length=3)


def in_while(x, act):
    ft.while_loop(lambda c: c[1] < 3, lambda c: (act(), (c[0], c[1] + 1))[1], (x, 0))


def in_condition(x, act):
    ft.while_loop(lambda c: (act(), c < 3)[1], lambda c: c + 1, 1)


def in_fori(x, act):
    ft.fori_loop(0, 3, lambda i, c: (act(), c + i)[1], x)


def in_map(x, act):
    ft.map(lambda row: (act(), row)[1], np.ones(3) * x)


def in_cond(x, act):
    for _ in range(3):
        ft.cond(x > 0, lambda c: (act(), c)[1], lambda c: -c, x)


def in_switch(x, act):
    branches = [lambda c: (act(), c)[1]] * 3
    for _ in range(3):
        ft.switch((x * 2).astype(int), branches, x)


BODIES = [in_scan, in_while, in_condition, in_fori, in_map, in_cond, in_switch]
WAYS = {
    "jit": ft.jit,
    "jit of grad": lambda f: ft.jit(ft.grad(f)),
    "grad of jit": lambda f: ft.grad(ft.jit(f)),
    "make_graph": ft.make_graph,
    "vmap": lambda f: lambda x: ft.vmap(f)(np.array([x])),
    "nested jit": lambda f: ft.jit(lambda x: ft.jit(f)(x)),
}


CASES = [(store, in_scan, "jit") for store in STORES]
CASES += [(with_object, body, way) for body in BODIES for way in WAYS]


@pytest.mark.parametrize(("store", "body", "way"), CASES)
def test_a_value_of_a_body_used_outside_it(store, body, way):
    fun = store(body)
    with pytest.raises(ft.LeakedTracerError, match="carry through a loop"):
        WAYS[way](fun)(np.float64(X))


@pytest.mark.parametrize("store", STORES)
def test_bodies_that_run_on_values_may_store_them(store):
    fun = store(in_scan)
    assert fun(X) == 8 * X
    assert ft.grad(fun)(X) == 8.0


def test_the_message_names_the_line_of_the_body():
    def fun(x):
        kept = []

        def body(c, _):
            kept.append(c)
            return c, None

        return ft.scan(body, x, None, length=2)[0]

    line = fun.__code__.co_firstlineno + 3
    with pytest.raises(ft.LeakedTracerError, match=f"test_leaks.py:{line} in body"):
        ft.jit(fun)(X)


def test_what_dies_with_the_body_is_no_leak():
    class Cell:
        """In a cycle with itself."""

        def __init__(self, value):
            self.value, self.me = value, self

    def body(c, _):
        cell = Cell(c * 2)

        def count(n):
            return cell.value if n == 0 else count(n - 1)

        return count(2) / 2 + 1, None

    gc.disable()
    try:
        assert ft.jit(lambda x: ft.scan(body, x, None, length=3)[0])(X) == X + 3
    finally:
        gc.enable()


@pytest.mark.slow
def test_values_of_the_enclosing_function_may_be_stored_by_a_mapped_one():
    """It is called once by its nature: what does not depend on the rows stays right."""

    def fun(x):
        kept = {}

        def row(r):
            kept["root"] = np.sqrt(x)
            return r * kept["root"]

        return np.sum(ft.vmap(row)(np.arange(3.0))) * kept["root"]

    for way in (ft.grad, lambda f: ft.jit(ft.grad(f)), lambda f: ft.grad(ft.jit(f))):
        np.testing.assert_allclose(way(fun)(X), 3.0, rtol=1e-14)


class Result:
    """Of a class that no transform knows."""

    def __init__(self, value):
        self.value = value


@pytest.mark.slow
def test_a_result_in_an_unknown_object():
    for way in (ft.jit, ft.vmap, ft.make_graph):
        with pytest.raises(ft.LeakedTracerError, match="that is not a pytree"):
            way(lambda x: Result(x * 2))(np.array([X]))
    plain = ft.jit(lambda x: Result(x.shape))(np.ones(3))
    assert plain.value == (3,)


def test_a_generator_function():
    def rows(x):
        yield x * 2
        yield x * 3

    with pytest.raises(ft.LeakedTracerError, match="no generator"):
        ft.jit(rows)(X)
    assert ft.jit(lambda x: list(rows(x)))(X) == [X * 2, X * 3]


@pytest.mark.slow
def test_a_stored_value_is_refused_at_each_call():
    kept = SimpleNamespace()

    def fun(x):
        kept.v = x * 2
        return x * 3

    for _ in range(2):
        with pytest.raises(ft.LeakedTracerError, match="stored a traced value"):
            ft.jit(fun)(X)
    kept.v = ft.numpy.zeros(2)
    buffer = []

    def write(x):
        y = ft.numpy.zeros(2)
        buffer.append(y)
        y[0] = x
        return x

    with pytest.raises(ft.LeakedTracerError, match="stored a traced value"):
        ft.jit(write)(X)


TRANSFORMS = {
    "grad": lambda f: ft.grad(f)(X),
    "vjp": lambda f: ft.vjp(f, X),
    "jvp": lambda f: ft.jvp(f, (X,), (1.0,)),
    "linearize": lambda f: ft.linearize(f, X),
    "jacobian": lambda f: ft.jacobian(f)(X),
    "hvp": lambda f: ft.hvp(f)(X, 1.0),
    "aux": lambda f: ft.grad(lambda x: (f(x), Result(x)), has_aux=True)(X),
}
USES = {
    "operator": lambda v: v + 1,
    "reflected": lambda v: np.ones(2) * v,
    "ufunc": np.sin,
    "function": np.sum,
    "comparison": lambda v: v > 0,
    "method": lambda v: v.reshape(1),
    "bool": bool,
    "float": float,
    "item": lambda v: v.item(),
    "stack": lambda v: np.stack([v, 1.0]),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("transform", TRANSFORMS)
def test_a_value_used_after_its_transform(transform, use):
    kept = []
    TRANSFORMS[transform](lambda x: kept.append(x * 2) or x**3)
    with pytest.raises(ft.LeakedTracerError, match="after the transform that made it"):
        USES[use](kept[0])
    assert "Tracer(" in repr(kept[0])


@pytest.mark.parametrize("use", USES)
def test_an_unknown_value_used_after_its_transform(use):
    kept = []
    with pytest.raises(ft.LeakedTracerError):
        ft.jit(lambda x: kept.append(x * 2) or x)(X)
    with pytest.raises(ft.LeakedTracerError, match="after the transform that made it"):
        USES[use](kept[0])
    assert str(kept[0]) == "Tracer(float[])"


def test_a_plain_array_takes_no_stored_value():
    kept = []
    ft.grad(lambda x: kept.append(x * 2) or x)(X)
    with pytest.raises(ValueError, match="array element") as caught:
        np.zeros(2)[0] = kept[0]
    assert isinstance(caught.value.__cause__, ft.LeakedTracerError)


def test_variables_go_on_after_other_transforms():
    w = ft.variable(2.0)
    old = w * 3
    assert ft.grad(np.sin)(0.0) == 1.0
    total = old * w + np.sin(old)
    value, slope = ft.value_and_grad(lambda x: np.sin(x) * w)(1.0)
    (total + value + slope * 2).backward()
    expected = 12 + 3 * np.cos(6.0) + np.sin(1.0) + 2 * np.cos(1.0)
    np.testing.assert_allclose(w.grad, expected, rtol=1e-14)


def test_results_that_no_variable_is_in_are_plain():
    w = ft.variable(2.0)
    (_, square), pull = ft.vjp(lambda x: (x * w, x**2), 3.0)
    assert square + 1 == 10.0
    assert type(square) is np.float64
    (bar,) = pull((1.0, 1.0))
    assert float((bar + 1).value) == 9.0


def test_other_threads_that_trace_do_not_matter():
    failures = []

    def work():
        try:
            for _ in range(20):
                w = ft.variable(2.0)
                y = w * w
                ft.grad(np.sin)(0.5)
                ft.jit(lambda x: x * 2)(0.5)
                (y * w).backward()
                assert w.grad == 12.0
        except Exception as error:  # noqa: BLE001 - to be seen by the other thread
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize("body", BODIES)
def test_a_plain_array_that_a_body_writes_to(body):
    def fun(x):
        counts = np.zeros(3)

        def count():
            counts[1] += 1

        body(x, count)
        return x + counts[1]

    assert fun(np.float64(X)) == X + 3
    with pytest.raises(ft.MutationError, match="an array from outside it"):
        ft.jit(fun)(X)


def test_arrays_that_a_body_only_reads():
    table = np.arange(3.0)

    @ft.jit
    def fun(x):
        return ft.scan(lambda c, _: (c + table, None), x, None, length=3)[0]

    np.testing.assert_allclose(fun(np.full(3, X)), X + 3 * np.arange(3.0))
    table[0] = 1.0
    np.testing.assert_allclose(fun(np.full(3, X)), X + 3 * np.array([1.0, 1.0, 2.0]))


@pytest.mark.slow
def test_a_thread_that_looks_at_frames_keeps_nothing():
    done, kept = threading.Event(), []

    def look():  # as profilers do
        while not done.wait(0.0005):
            frames = sys._current_frames()
            done.wait(0.002)
            del frames

    def leaves(x):
        kept.append(x)
        return x

    thread = threading.Thread(target=look)
    thread.start()
    try:
        for k in range(30):
            assert ft.jit(lambda x, k=k: np.sum(np.sin(x) * k))(np.ones(3)) >= 0
        with pytest.raises(ft.LeakedTracerError, match="stored a traced value"):
            ft.jit(leaves)(X)
    finally:
        done.set()
        thread.join()
