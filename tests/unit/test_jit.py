"""Compiled functions: calls, what they ask for, what they tell."""

import copy
import functools
import gc
import operator
import pickle
import weakref

import numpy as np
import pytest

import functrace as ft
from tests._callers import at_once
from tests._traces import counted

X = np.array([0.5, 1.0, 2.0])


# -- calls -----------------------------------------------------------------------------


def test_results_belong_to_the_caller():
    constant = np.arange(3.0)
    fast = ft.jit(lambda x, y: (x, x, y, constant, np.zeros(2), x[1:], x.T, 2 * x))
    x, y = X.copy(), X.copy()
    for _ in range(3):
        outs = list(fast(x, y))
        for i, out in enumerate(outs):
            assert type(out) is np.ndarray
            assert out.flags.owndata
            assert out.flags.writeable
            assert not np.shares_memory(out, x)
            assert not np.shares_memory(out, constant)
            assert not any(np.shares_memory(out, other) for other in outs[:i])
            outs[i] += 7
        np.testing.assert_array_equal(x, X)
        np.testing.assert_array_equal(fast(x, y)[4], [0, 0])


def test_results_without_dimensions_are_numpy_scalars():
    def f(x, n):
        return {
            "sum": np.sum(x),
            "element": x[0],
            "integer": n + 1,
            "number": 3,
            "half": 0.5,
            "below": x[0] < 1,
            "flag": True,
            "text": "text",
            "nothing": None,
        }

    fast = ft.jit(f)
    for _ in range(3):
        got = fast(X, 4)
        types = {name: type(value) for name, value in got.items()}
        assert types == {
            "sum": np.float64,
            "element": np.float64,
            "integer": np.int64,
            "number": np.int64,
            "half": np.float64,
            "below": np.bool_,
            "flag": bool,
            "text": str,
            "nothing": type(None),
        }
        assert got == f(X, 4)


def test_functions_of_nothing():
    fast = ft.jit(lambda: (np.ones(2), "constant"))
    for _ in range(2):
        ones, text = fast()
        np.testing.assert_array_equal(ones, [1, 1])
        assert text == "constant"


def test_arrays_in_every_layout():
    fast = ft.jit(lambda x: x.T @ x)
    a = np.arange(24.0).reshape(4, 6)
    for x in (
        a,
        np.asfortranarray(a),
        a[:, ::-1],
        a[::2],
        np.broadcast_to(a[0], (3, 6)),
    ):
        for _ in range(2):
            np.testing.assert_allclose(fast(x), x.T @ x)
    unaligned = np.zeros(8 * 24 + 1, np.uint8)[1:].view(float).reshape(4, 6)
    unaligned[...] = a
    np.testing.assert_allclose(fast(unaligned), a.T @ a)


def test_decorating():
    @ft.jit
    def plain(x):
        """Twice."""
        return 2 * x

    @ft.jit(static_argnames="n")
    def optioned(x, n):
        return n * x

    assert (plain.__name__, plain.__doc__) == ("plain", "Twice.")
    assert plain.__wrapped__ is plain.fun
    np.testing.assert_array_equal(plain(X), 2 * X)
    np.testing.assert_array_equal(optioned(X, n=3), 3 * X)
    with pytest.raises(TypeError, match=r"functrace\.jit: a function was expected"):
        ft.jit(3)


def test_errors_of_the_call_are_those_of_the_function():
    def f(x, y):
        return x @ y

    fast = ft.jit(f)
    for args in [(), (X,), (X, X, X)]:
        with pytest.raises(TypeError, match="argument"):
            fast(*args)
    with pytest.raises(ValueError, match=r"mismatch|shape|align"):
        fast(X, X[:2])
    assert fast(X, X) == X @ X
    assert "1 compilation," in fast.explain()


def test_an_exception_leaves_nothing_behind():
    fail = [True]

    def f(x):
        if fail[0]:
            raise KeyError("not yet")
        return 2 * x

    fast = ft.jit(f)
    with pytest.raises(KeyError, match="not yet"):
        fast(X)
    fail[0] = False
    np.testing.assert_array_equal(fast(X), 2 * X)


class Model:
    def __init__(self, w):
        self.w = w
        self.log = []

    @ft.jit
    def predict(self, x):
        return x @ self.w

    @ft.jit(static_argnums=2)
    def repeated(self, x, n):
        return sum(x @ self.w for _ in range(n))


def test_methods():
    a, b = Model(X), Model(-X)
    for _ in range(3):
        assert a.predict(X) == X @ X
        assert b.predict(x=X) == -X @ X
        assert a.repeated(X, 2) == pytest.approx(2 * X @ X)
        assert Model.predict(b, X) == -X @ X
    a.w = 2 * X
    assert a.predict(X) == 2 * X @ X
    a.w[0] = 0
    assert a.predict(X) == X @ a.w
    assert "self.w was bound to another value" in Model.predict.explain()
    before = len(Model.predict._history)
    a.log.append("not referred to")
    a.predict(X)
    assert len(Model.predict._history) == before


def test_wrapped_functions():
    def f(x, y, z=1.0):
        return x * y + z

    partial = ft.jit(functools.partial(f, X, z=2.0))
    np.testing.assert_array_equal(partial(X), X * X + 2)
    np.testing.assert_array_equal(ft.jit(np.sin)(X), np.sin(X))
    np.testing.assert_array_equal(ft.jit(ft.jit(f))(X, X), X * X + 1)

    class Callable:
        offset = 1.0

        def __call__(self, x):
            return x + self.offset

    instance = Callable()
    fast = ft.jit(instance)
    np.testing.assert_array_equal(fast(X), X + 1)
    instance.offset = 2.0
    np.testing.assert_array_equal(fast(X), X + 2)


@ft.jit
def decorated(x):
    return 3 * x


def plain(x):
    return 2 * x


def test_pickles_and_copies():
    again = pickle.loads(pickle.dumps(ft.jit(plain, fastmath=True, maxsize=3)))
    np.testing.assert_array_equal(again(X), 2 * X)
    assert again.options == ft.jit(plain, fastmath=True, maxsize=3).options
    assert pickle.loads(pickle.dumps(decorated)) is decorated
    duplicate = copy.deepcopy(ft.jit(plain))
    np.testing.assert_array_equal(duplicate(X), 2 * X)


@pytest.mark.slow
def test_threads_share_a_function():
    fast, traces = counted(lambda x: np.sum(np.sin(x) * x))
    failures = []

    def work(k):
        for n in range(1, 20):
            x = np.arange(n) + float(k)
            if not np.isclose(fast(x), np.sum(np.sin(x) * x)):
                failures.append((k, n))

    at_once(work, 8)
    assert not failures
    assert 19 <= len(traces) <= 19 * 8


def test_recursion():
    @ft.jit(static_argnums=1)
    def power(x, n):
        return x if n == 1 else x * power(x, n - 1)

    np.testing.assert_allclose(power(X, 4), X**4)
    np.testing.assert_allclose(ft.grad(lambda x: np.sum(power(x, 3)))(X), 3 * X**2)


def test_functions_are_freed():
    def make():
        big = np.ones(3)
        fast = ft.jit(lambda x: x * big)
        fast(X)
        return weakref.ref(big), weakref.ref(fast)

    refs = make()
    gc.collect()
    assert [r() for r in refs] == [None, None]


# -- values asked for --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "what"),
    [
        (lambda x, n: X[::n], "an index"),
        (lambda x, n: np.zeros(n), "an index"),
        (lambda x, n: x * operator.index(n), "an index"),
        (lambda x, n: x * sum(filter(None, (3, n))), "bool()"),
    ],
)
def test_asking_for_a_value(f, what):
    with pytest.raises(ft.ConcretizationError) as caught:
        ft.jit(f)(X, 2)
    text = str(caught.value)
    assert f"functrace: {what} of a value computed from 'n'" in text
    assert "test_jit.py:" in text
    assert "static_argnames='n'" in text
    static = ft.jit(f, static_argnames="n")
    np.testing.assert_array_equal(static(X, 2), f(X, 2))


def test_a_size_that_depends_on_values():
    cases = [
        lambda x: np.trim_zeros(x),
        lambda x: np.repeat(x, (x > 1).astype(int)),
        lambda x: np.setxor1d(x, [1.0]),
    ]
    for f in cases:
        with pytest.raises(ft.ConcretizationError) as caught:
            ft.jit(f)(X)
        assert "'x'" in str(caught.value)
        assert "test_jit.py:" in str(caught.value)


# -- what it tells -----------------------------------------------------------------------


def test_what_is_not_native_is_told():
    def f(x, xs):
        step = lambda c, x: (c + np.partition(x, 1)[0], None)  # noqa: E731
        return ft.scan(step, x, xs)[0] + np.median(xs)

    fast, xs = ft.jit(f), np.arange(6.0).reshape(3, 2)
    assert fast(1.0, xs) == f(1.0, xs)
    lines = fast.lower(1.0, xs).explain().splitlines()
    assert any(
        "argpartition: int64[2], in scan of 3 rounds (test_jit.py:" in line
        for line in lines
    )
    native = ft.jit(lambda x: x * 2).lower(1.0).explain()
    assert native == "functrace.jit: all of it is native code"


def test_explain():
    fast = ft.jit(lambda x, flag=None: x * 2)
    assert fast.explain().splitlines() == [
        "functrace.jit of <lambda>: 0 compilations, 0 in use"
    ]
    calls = [
        ((X,), "first call"),
        ((X[:2],), "argument 'x' changed shape (3,) -> (2,)"),
        ((X.astype("f4"),), "argument 'x' changed dtype float64 -> float32"),
        ((2.0,), "to a Python float"),
        ((X, True), "the arguments changed structure"),
        ((X, False), "argument 'flag' changed value True -> False"),
    ]
    for args, reason in calls:
        fast(*args)
        fast(*args)
        assert reason in fast.explain().splitlines()[-1]
    text = fast.explain()
    assert "6 compilations, 6 in use" in text
    assert "1. <lambda>(x: float64[3])" in text
    assert "trace" in text
    assert repr(text) == str(text)
    fast.clear_cache()
    assert "0 compilations, 0 in use" in fast.explain()
    fast(X)
    assert "1 compilation, 1 in use" in fast.explain()


def test_older_programs_give_way():
    fast, traces = counted(lambda x: x * 2, maxsize=2)
    for n, count in [(1, 1), (2, 2), (3, 3), (3, 3), (2, 3), (1, 4), (1, 4)]:
        np.testing.assert_array_equal(fast(np.ones(n)), 2 * np.ones(n))
        assert len(fast._entries) <= 2
        assert len(traces) == count
    with pytest.raises(ValueError, match="maxsize"):
        ft.jit(plain, maxsize=0)


@pytest.mark.slow
def test_many_signatures_stay_right():
    fast = ft.jit(lambda x, y: x + y[0])
    for _ in range(3):
        for n in range(1, 30):
            x = np.arange(float(n))
            np.testing.assert_array_equal(fast(x, [x]), 2 * x)
            np.testing.assert_array_equal(fast(x, x[:1]), x)


def test_lower():
    fast = ft.jit(lambda x, y: {"a": np.sum(x * y["b"])})
    lowered = fast.lower(ft.Aval(3), {"b": 2.0})
    assert str(lowered.graph).splitlines()[0] == (
        "graph (x: float64[3], y['b']: float[]) {"
    )
    assert lowered.compile() is fast
    assert fast(X, {"b": 2.0}) == {"a": 2 * np.sum(X)}
    assert "1 compilation," in fast.explain()
    for name in ("plan", "llvm", "asm"):
        assert isinstance(getattr(lowered, name), str)
    for name in ("flops", "bytes", "peak_memory"):
        assert getattr(lowered, name) >= 0
    assert "Lowered" in repr(lowered)


def test_clearing_the_cache():
    fast, traces = counted(lambda x: x * 2)
    fast(X)
    fast(X)
    fast.clear_cache()
    np.testing.assert_array_equal(fast(X), 2 * X)
    assert len(traces) == 2


def test_dicts_keep_their_order():
    fast = ft.jit(lambda p: {"z": p["b"], "a": {2: p["a"], 1: p["b"]}})
    for _ in range(3):
        found = fast({"b": 1.0, "a": 2.0})
        assert list(found) == ["z", "a"]
        assert list(found["a"].items()) == [(2, 2.0), (1, 1.0)]
