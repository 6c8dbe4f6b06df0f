"""Python functions on arrays that Numba compiles, as native code of programs."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys

import numba
import numpy as np
import pytest

import functrace as ft
from functrace import extend
from functrace.compiler.kernels.numba_code import ArrayType, Kernel, returned
from functrace.compiler.machine.fingerprint import fingerprint
from functrace.core.errors import DtypeError

_numbers = itertools.count()
F8 = np.dtype(np.float64)
X = np.array([0.5, -2.0, 3.0, 0.25, -0.125, 7.0, 1.5])


def record_of(impl, aval, lower, make=extend.nondifferentiable):
    return make(f"test_kernel_{next(_numbers)}", impl, aval, lower=lower)


def is_native(function, *args):
    return "run in NumPy" not in ft.jit(function).lower(*args).explain()


# -- on arrays -------------------------------------------------------------------------


@numba.njit
def fading(x, out, rate):
    top = x[0]
    for i in range(x.size):
        top = max(rate * top, x[i])
        out[i] = top


def fading_of(x, *, rate):
    out = np.empty_like(x)
    fading(x, out, rate)
    return out


def same_aval(x, **_):
    return x


faded = record_of(fading_of, same_aval, extend.numba_step(fading, kinds="f"))


@pytest.mark.slow
def test_a_compiled_function_of_the_users():
    assert is_native(lambda x: faded(x, rate=0.5), X)
    found = ft.jit(lambda x: faded(x * 2, rate=0.5) + 1)(X)
    np.testing.assert_array_equal(found, fading_of(X * 2, rate=0.5) + 1)


@pytest.mark.parametrize("part", [np.s_[::-1], np.s_[::3], np.s_[1:4], np.s_[2:3]])
def test_operands_of_any_strides(part):
    found = ft.jit(lambda x: faded(x[part], rate=0.5))(X)
    np.testing.assert_array_equal(found, fading_of(X[part].copy(), rate=0.5))


def test_in_loops():
    def step(c, rate):
        return faded(c + rate, rate=0.75), c[0]

    def scanned(x, rates):
        return ft.scan(step, x, rates)

    rates = np.linspace(-1, 1, 9)
    found = ft.jit(scanned)(X, rates)
    c, firsts = X, []
    for rate in rates:
        c, first = step(c, rate)
        firsts.append(first)
    np.testing.assert_array_equal(found[0], c)
    np.testing.assert_array_equal(found[1], firsts)

    def repeated(x):
        return ft.while_loop(
            lambda c: np.sum(c) < 100, lambda c: faded(c[::-1] * 1.5, rate=0.5), x
        )

    expected = X
    while np.sum(expected) < 100:
        expected = fading_of(expected[::-1] * 1.5, rate=0.5)
    np.testing.assert_array_equal(ft.jit(repeated)(X), expected)


def test_dtypes_that_it_does_not_take_run_in_numpy():
    x = np.array([3, 1, 2])
    assert not is_native(lambda x: faded(x, rate=0.5), x)
    found = ft.jit(lambda x: faded(x, rate=0.5))(x)
    np.testing.assert_array_equal(found, fading_of(x, rate=0.5))


def differences(x, y, out, least, work, power, keep, scale):
    for i in range(out.shape[0]):
        work[i] = scale * (x[i] - y[i]) ** power if keep else 0.0
        out[i] = work[i]
    least[()] = np.inf
    for i in range(out.shape[0]):
        least[()] = min(least[()], out[i])


def differences_of(x, y, *, power, keep, scale):
    out = np.zeros(np.broadcast(x, y).shape)
    out += scale * (x - y) ** power * keep
    return out, out.min(axis=-1)


def differences_avals(x, y, **_):
    shape = np.broadcast_shapes(x.shape, y.shape)
    return extend.Aval(shape, F8), extend.Aval(shape[:-1], F8)


paired = extend.primitive(
    "test_paired",
    differences_of,
    differences_avals,
    vjp=None,
    jvp=None,
    multiple=True,
    lower=extend.numba_step(
        differences,
        ranks=(1, 1, 1, 0),
        scratch=lambda x, y, out, least, **params: [out],
    ),
)


@pytest.mark.parametrize(
    ("left", "right"),
    [((7,), (7,)), ((3, 7), (7,)), ((2, 1, 7), (3, 7)), ((0, 7), (7,))],
)
@pytest.mark.slow
def test_stacks_scratch_parameters_and_several_outputs(left, right):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=left), rng.normal(size=right)
    for keep in (True, False):
        params = {"power": 3, "keep": keep, "scale": 0.5}
        function = lambda x, y, params=params: paired(x, y, **params)  # noqa: E731
        assert is_native(function, x, y)
        found, expected = ft.jit(function)(x, y), differences_of(x, y, **params)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-14)


def test_along_an_axis_of_several():
    def backwards(x, out, axis):
        for i in range(x.size):
            out[i] = x[x.size - 1 - i] + axis

    flipped = record_of(
        lambda x, *, axis: np.flip(x, axis) + axis,
        same_aval,
        extend.numba_step(backwards, along_axis=True),
    )
    x = np.arange(24.0).reshape(2, 3, 4)
    for axis in range(3):
        found = ft.jit(lambda x, axis=axis: flipped(x, axis=axis))(x)
        np.testing.assert_array_equal(found, np.flip(x, axis) + axis)


def test_of_all_axes_made_one():
    def reverse(x, out):
        for i in range(x.size):
            out[i] = x[x.size - 1 - i]

    flat = record_of(
        lambda x: x.reshape(-1)[::-1].reshape(x.shape),
        lambda x: x,
        extend.numba_step(reverse, ranks=(None, None)),
    )
    x = np.arange(12.0).reshape(3, 4)
    found = ft.jit(lambda x: flat(x.T))(x)
    np.testing.assert_array_equal(found, x.T.reshape(-1)[::-1].reshape(4, 3))


def test_an_exception_has_impl_run():
    def root(x, out):
        for i in range(x.size):
            if x[i] < 0:
                raise ValueError
            out[i] = math.sqrt(x[i])

    def impl(x):
        if (x < 0).any():
            raise ArithmeticError("the operation's own error")
        return np.sqrt(x)

    rooted = record_of(impl, same_aval, extend.numba_step(root))
    compiled = ft.jit(rooted)
    np.testing.assert_array_equal(compiled(np.array([4.0, 9.0])), [2, 3])
    with pytest.raises(ArithmeticError, match="the operation's own error"):
        compiled(np.array([4.0, -9.0]))


def test_products_and_sums_are_rounded_one_by_one():
    def line(x, out):
        for i in range(x.size):
            out[i] = x[i] * x[i] - 0.1

    lined = record_of(lambda x: x * x - 0.1, same_aval, extend.numba_step(line))
    x = np.random.default_rng(1).random(999)
    np.testing.assert_array_equal(ft.jit(lined)(x), x * x - 0.1)


def allocates(x, out):
    work = np.empty(3)
    work[0] = x[0]
    out[0] = work[0]


def overwrites(x, out):
    x[0] = 1.0
    out[0] = x[0]


def takes_objects(x, out):
    out[0] = len([x, x])


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [
        (allocates, "needs Numba's run-time"),
        (overwrites, "does not compile"),
        (takes_objects, "needs Numba's run-time"),
    ],
)
def test_what_needs_a_run_time_is_refused(kernel, reason):
    refused = record_of(np.copy, same_aval, extend.numba_step(kernel))
    with pytest.raises(DtypeError, match=rf"{reason}|{kernel.__name__} {reason}"):
        ft.jit(refused)(X)


@pytest.mark.slow
def test_views_of_arguments_are_taken():
    def first_and_rest(x):
        return x[:1], x[1:]

    split = numba.njit(first_and_rest)

    def kernel(x, out):
        first, rest = split(x)
        out[0] = first[0]
        for i in range(rest.size):
            out[i + 1] = rest[i] - first[0]

    def impl(x):
        return np.concatenate([x[:1], x[1:] - x[0]])

    shifted = record_of(impl, same_aval, extend.numba_step(kernel))
    np.testing.assert_array_equal(ft.jit(shifted)(X), impl(X))


# -- names -----------------------------------------------------------------------------

_SCALE = 2.0


def scaled(x):
    return _SCALE * x


def calls_scaled(x):
    return scaled(x) + 1


def with_constant(constant):
    return lambda x: x + constant


def test_names_tell_functions_apart(monkeypatch):
    first = fingerprint(scaled), fingerprint(calls_scaled)
    assert fingerprint(scaled) == first[0]
    monkeypatch.setitem(globals(), "_SCALE", 3.0)
    second = fingerprint(scaled), fingerprint(calls_scaled)
    assert len({*first, *second}) == 4
    assert fingerprint(with_constant(1)) == fingerprint(with_constant(1))
    assert fingerprint(with_constant(1)) != fingerprint(with_constant(1.0))
    arrays = np.arange(3.0), np.arange(3.0), np.arange(1.0, 4)
    names = [fingerprint(with_constant(array)) for array in arrays]
    assert names[0] == names[1] != names[2]


def test_options_are_part_of_the_name():
    plain = numba.njit(with_constant(1))
    fast = numba.njit(with_constant(1), fastmath=True)
    assert Kernel(plain).name_for((F8,)) != Kernel(fast).name_for((F8,))


def recursive(n):
    return 1 if n < 2 else n * recursive(n - 1)


def test_a_function_that_calls_itself_has_a_name():
    assert fingerprint(recursive) is not None


def test_what_may_change_unseen_has_no_name():
    def outside(x):
        return os.getpid() + x

    assert fingerprint(outside) is None
    kernel = Kernel(outside)
    assert kernel.name_for((F8,)) != Kernel(outside).name_for((F8,))


def test_texts_say_what_kernels_return():
    array = ArrayType(F8, 1, readonly=False)
    assert returned(Kernel(fading).text((array, array, F8))) == "none"
    assert returned(Kernel(scaled).text((F8,))) == "f64"
    assert returned(Kernel(with_constant(1)).text((np.dtype(int),))) == "i64"


# -- processes -------------------------------------------------------------------------

_PROGRAM = """
import sys
import numpy as np
import functrace as ft
x = np.arange({size}, dtype=np.uint16)  # no text comes with the library
value = ft.jit(lambda x: np.cumsum(np.sort(x[::-1])))(x)
assert np.array_equal(value, np.cumsum(x)), value
print(" ".join(sys.modules))
"""


def modules_after(program, directory):
    environment = os.environ | {"FUNCTRACE_CACHE_DIR": str(directory)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    return done.stdout.split()


@pytest.mark.slow
def test_numba_is_imported_once_for_all_processes(tmp_path):
    first = modules_after(_PROGRAM.format(size=5), tmp_path)
    same = modules_after(_PROGRAM.format(size=5), tmp_path)
    longer = modules_after(_PROGRAM.format(size=70), tmp_path)
    assert "numba" in first
    assert "numba" not in same
    if not os.environ.get("FUNCTRACE_NATIVE"):  # our own linker takes stored code
        assert "llvmlite.binding" not in same
    assert "numba" not in longer
    assert "llvmlite.binding" in longer
    unrelated = _PROGRAM.replace("np.cumsum(np.sort(x[::-1]))", "x * 1").replace(
        "np.array_equal(value, np.cumsum(x))", "True"
    )
    assert "numba" not in modules_after(unrelated.format(size=3), tmp_path / "other")
