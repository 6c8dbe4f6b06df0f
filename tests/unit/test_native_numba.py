"""Compiled functions called from Numba's code, without Python."""

from __future__ import annotations

import gc
import threading

import numba
import numpy as np
import pytest

import functrace as ft

pytestmark = pytest.mark.filterwarnings("ignore::numba.NumbaPerformanceWarning")
X = np.linspace(0.2, 1.3, 6)


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def solve(a, b):
    return np.linalg.solve(a, b)


def checked(x):
    if x[0] < 0:
        raise ArithmeticError("below zero")
    return x * 2


def caller_of(native, count):
    """A function of Numba's of so many arguments that calls the program."""
    names = ", ".join(f"a{k}" for k in range(count))
    scope = {"function": native.numba}
    exec(f"def caller({names}): return function({names})", scope)
    return numba.njit(scope["caller"])


def called(native, *args):
    """What Numba's code gets."""
    return caller_of(native, len(args))(*args)


FUNCTIONS = {
    "gradient": (ft.grad(rosenbrock), (X,)),
    "value and gradient": (ft.value_and_grad(rosenbrock), (X,)),
    "hessian": (ft.hessian(rosenbrock), (X,)),
    "numbers": (lambda x, k: (np.sin(x) * k, k + 1), (np.float64(0.3), np.int64(4))),
    "single precision": (lambda x: np.exp(x), (X.astype(np.float32),)),
    "complex numbers": (lambda z, x: (z * x, np.abs(z)), (0.5 + 1j, X + 2j)),
    "truth": (lambda x, flag: (x > 0.5, np.logical_not(flag)), (X, np.True_)),
    "constants": (lambda x: (np.arange(3.0), x, 2.5), (X,)),
    "small integers": (lambda k: (k + 1, np.sum(k)), (np.arange(4, dtype=np.int8),)),
    "nothing": (lambda: np.arange(3.0), ()),
    "memory of its own": (lambda x: np.cumsum(x)[::-1], (np.linspace(0, 1, 20_000),)),
    "a loop": (
        ft.grad(lambda x: ft.fori_loop(0, 20, lambda i, c: np.tanh(c) * x, x).sum()),
        (X,),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_are_the_bits_of_jit(name):
    fun, args = FUNCTIONS[name]
    found, wanted = called(ft.native(fun, *args), *args), ft.jit(fun)(*args)
    if not isinstance(wanted, tuple):
        found, wanted = (found,), (wanted,)
    for number, other in zip(found, wanted, strict=True):
        one = np.asarray(number, other.dtype)  # Numba gives Python's numbers
        assert one.shape == other.shape
        assert one.tobytes() == other.tobytes()


@pytest.mark.slow
def test_arrays_are_written_to_and_returned():
    function = ft.native(ft.value_and_grad(rosenbrock), X).numba

    @numba.njit
    def run(x, out):
        value, gradient = function(x, out)
        gradient[0] += 1000
        return value, function(x, out1=out)[0]

    out = np.zeros(6)
    values = run(X, out)
    assert values == (ft.jit(rosenbrock)(X),) * 2
    np.testing.assert_array_equal(out, ft.jit(ft.grad(rosenbrock))(X))


@pytest.mark.slow
def test_nothing_is_allocated_where_arrays_are_given():
    function = ft.native(ft.grad(rosenbrock), X).numba

    @numba.njit
    def run(x, out):
        for _ in range(10):
            function(x, out)

    run(X, X + 1)
    text = run.inspect_llvm(run.signatures[0])
    own = text[text.index("define") : text.index("\n}", text.index("define"))]
    assert "NRT_MemInfo_alloc" not in own


@pytest.mark.slow
def test_labels_of_leaves_are_parameters():
    native = ft.native(
        lambda params, x: params["w"] @ x + params["b"],
        {"w": np.ones((2, 6)), "b": 1.0},
        X,
    )
    assert "params_b, const double *params_w, const double *x" in repr(native)
    found = called(native, 1.0, np.ones((2, 6)), X)
    np.testing.assert_allclose(found, X.sum() + 1)


@pytest.mark.slow
def test_words_of_other_languages_are_no_names():
    def function(double, np_, _fits):
        return double * np_ + _fits

    assert called(ft.native(function, 1.0, 2.0, 3.0), 1.0, 2.0, 3.0) == 5.0


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        (X[::2], "of another type"),
        (np.ones((6, 1)), "of another type"),
        (X.astype(np.float32), "of another type"),
        (2.0, "of another type"),
    ],
)
def test_other_types_are_refused(argument, said):
    with pytest.raises(numba.TypingError, match=said):
        called(ft.native(ft.grad(rosenbrock), X), argument)


def test_outputs_that_cannot_be_written_are_refused():
    out = np.zeros(6)
    out.flags.writeable = False
    with pytest.raises(numba.TypingError, match="writable"):
        called(ft.native(ft.grad(rosenbrock), X), X, out)


def test_fortran_order_is_refused():
    with pytest.raises(numba.TypingError, match="in C order"):
        called(ft.native(lambda a: a * 2, np.ones((2, 3))), np.ones((2, 3), order="F"))


@pytest.mark.slow
def test_other_shapes_are_refused():
    call = caller_of(ft.native(ft.grad(rosenbrock), X), 2)
    with pytest.raises(ValueError, match=r"'x' must be float64\[6\]"):
        call(np.ones(5), np.ones(6))
    with pytest.raises(ValueError, match=r"'out' must be float64\[6\]"):
        call(X, np.ones(7))


@pytest.mark.slow
def test_shared_memory_is_refused():
    call = caller_of(ft.native(lambda x, y: (x + y, x - y), X, X), 4)
    both = np.zeros(12)
    with pytest.raises(ValueError, match="'out0' shares memory with 'y'"):
        call(X, both[3:9], both[:6], X + 0)
    with pytest.raises(ValueError, match="'out1' shares memory with 'out0'"):
        call(X, X, both[:6], both[5:11])
    sums, _ = call(X, X, both[:6], both[6:])
    np.testing.assert_array_equal(sums, 2 * X)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fun", "good", "bad"),
    [
        (solve, (np.eye(3), np.ones(3)), (np.ones((3, 3)), np.ones(3))),
        (solve, (np.eye(40), np.ones(40)), (np.ones((40, 40)), np.ones(40))),
        (checked, (X,), (-X,)),
        (lambda x, k: x[k], (X, np.int64(2)), (X, np.int64(9))),
        (np.linalg.cholesky, (np.eye(3),), (-np.eye(3),)),
    ],
)
def test_failures_are_exceptions_and_nan(fun, good, bad):
    wanted = ft.jit(fun)(*good)
    out = () if np.ndim(wanted) == 0 else (np.zeros(wanted.shape),)
    call = caller_of(ft.native(fun, *good), len(good) + len(out))
    np.testing.assert_array_equal(call(*good, *out), wanted)
    with pytest.raises(ValueError, match="nothing is computed for these values"):
        call(*bad, *out)
    assert all(np.isnan(array).all() for array in out)
    with pytest.raises((np.linalg.LinAlgError, ArithmeticError, IndexError)):
        ft.jit(fun)(*bad)


@pytest.mark.slow
def test_statuses_are_seen_in_loops_that_threads_share():
    native = ft.native(lambda a, b: (solve(a, b), b.sum()), np.eye(3), np.ones(3))
    solved = native.numba_status

    @numba.njit(parallel=True)
    def run(a, b, out, sums, statuses):
        for i in numba.prange(a.shape[0]):
            status, _, total = solved(a[i], b[i], out[i])
            statuses[i], sums[i] = status, total

    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(200, 3, 3)), rng.normal(size=(200, 3))
    a[77] = 0
    out, sums, statuses = np.zeros((200, 3)), np.zeros(200), np.zeros(200, np.int32)
    run(a, b, out, sums, statuses)
    good = np.arange(200) != 77
    assert statuses.tolist() == (~good).astype(int).tolist()
    assert np.isnan(out[77]).all()
    wanted = np.linalg.solve(a[good], b[good, :, None])[..., 0]
    np.testing.assert_allclose(out[good], wanted, rtol=1e-9)
    np.testing.assert_allclose(sums[good], b[good].sum(axis=1))


def test_a_status_says_what_does_not_fit():
    native = ft.native(lambda x: x.sum(), X)
    function = native.numba_status
    status, value = numba.njit(lambda x: function(x))(np.ones(4))
    assert status == 3
    assert np.isnan(value)


@pytest.mark.slow
def test_many_threads_at_once():
    fun = ft.value_and_grad(lambda x: rosenbrock(np.cumsum(x) / 100))
    function = ft.native(fun, np.ones(9000)).numba  # memory from the pool

    @numba.njit(nogil=True)
    def run(x, out, rounds):
        total = 0.0
        for _ in range(rounds):
            total += function(x, out)[0]
        return total

    run(np.ones(9000), np.ones(9000), 1)
    starts = [np.linspace(0, k, 9000) for k in range(4)]
    outs, totals = [np.zeros(9000) for _ in starts], [0.0] * 4

    def work(k):
        totals[k] = run(starts[k], outs[k], 40)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for x, out, total in zip(starts, outs, totals, strict=True):
        value, gradient = ft.jit(fun)(x)
        assert np.isclose(total, 40 * value, rtol=1e-13)
        np.testing.assert_array_equal(out, gradient)


@pytest.mark.slow
def test_the_code_stays():
    caller = caller_of(ft.native(lambda x: np.sin(x) + 1, 0.5), 1)
    caller(0.5)
    caller.py_func.__globals__.clear()
    gc.collect()
    assert caller(0.25) == np.sin(0.25) + 1


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of modules that Numba asks
def test_numba_keeps_no_code_with_addresses(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    function = ft.native(lambda x: 2 * x, 0.5).numba
    caller = numba.njit(cache=True)(_caller_of(function))
    with pytest.warns(numba.NumbaWarning, match="dynamic globals"):
        assert caller(1.5) == 3.0


def _caller_of(function):
    def caller(x):
        return function(x)

    return caller


@pytest.mark.slow
def test_python_may_call_it_too():
    function = ft.native(ft.grad(rosenbrock), X).numba
    np.testing.assert_array_equal(function(X), ft.jit(ft.grad(rosenbrock))(X))
