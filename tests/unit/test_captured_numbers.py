"""Python's numbers and truth values, and arrays without dimensions: under jit as without."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import functrace as ft

SINGLE = np.ones(2, np.float32)


def _same(function, *args):
    expected, found = function(*args), ft.jit(function)(*args)
    np.testing.assert_array_equal(found, expected)
    if not isinstance(expected, (bool, int, float)):
        assert np.asarray(found).dtype == np.asarray(expected).dtype


# -- truth values ------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
@pytest.mark.parametrize(
    "function",
    [
        lambda n: (n > 1) + (n > 2),
        lambda n: (n > 1) - (n > 5),
        lambda n: (n > 1) * (n == 3) / (n < 7),
        lambda n: -(n > 1) + ~(n > 1) + abs(n > 2) + (+(n >= 3)),
        lambda n: ((n > 1) << (n > 2)) ** (n != 2) // (n > 1) % (n + 1),
        lambda n: ((n > 1) & (n > 2)) + ((n > 1) | (n > 9)) + ((n > 1) ^ (n > 9)),
        lambda n: sum([n > 1, n > 2, n > 5]),
        lambda n: (not n > 9) + (not n > 1) + bool(n),
        lambda n: (1 < n < 5) + (n in (1, 3)) + (n > 1 and n < 9) + (n > 9 or n > 2),
        lambda n: any([n > 1, n > 9]) + all([n > 1, n > 2]) + max(n > 1, n > 9),
        lambda n: ((n > 1) if n > 2 else False) + (n > 1),
        lambda n: (n > 1) * SINGLE + max(n, 2) * SINGLE + (n | 4) * SINGLE,
        lambda n: np.logical_or(n > 1, n > 2) + n,
        lambda n: np.array([n > 1, n > 2]) + (n > 1),
        lambda n: np.array(n) * SINGLE,
    ],
)
def test_truth_values_of_python_numbers_count(function):
    _same(function, 3)


def test_truth_values_count_from_round_to_round():
    def first(n):
        found, k = False, 0
        while not found:
            k += (k < n) + (k < n // 2)
            found = k >= n
        return k, found + found

    _same(first, 5)


# -- arrays without dimensions -----------------------------------------------------------


def _names(x, a):
    b = a
    a += x
    a += x
    return a * 1.0, b * 1.0


def _view(x, a):
    b, c = a[...], a.reshape(())
    b += x
    a *= 3
    c += x
    return a * 1.0, b * 1.0, c * 1.0


def _filled(x, a):
    b = a
    a[...] = x
    a *= 2
    np.add(a, x, out=a)
    a[()] = a + x
    return a * 1.0, b * 1.0


def _in_branch(x, a):
    b = a
    if x > 0:
        a += x
        a += x
    return a * 1.0, b * 1.0


def _in_loop(x, a):
    i = 0
    while i < x:
        a += x
        i += 1
    return a * 1.0


def _rounds(x, a):
    b = [a]
    for _ in range(30):
        b[0] += x
        a *= 1.5
    return a * 1.0, b[0] * 1.0


@pytest.mark.parametrize(
    "make",
    [
        lambda x: np.array(0.0),
        lambda x: np.array(x),
        lambda x: np.full((), x),
        lambda x: np.zeros_like(np.array(x)),
        lambda x: np.array(x).copy(),
        lambda x: np.zeros(2)[1, ...],
    ],
)
@pytest.mark.parametrize(
    "function", [_names, _view, _filled, _in_branch, _in_loop, _rounds]
)
def test_writes_to_an_array_without_dimensions_reach_all_its_names(make, function):
    _same(lambda x: np.array(function(x, make(x))), 2.0)


@pytest.mark.parametrize("function", [_names, _view, _filled])
def test_derivatives_through_an_array_without_dimensions(function):
    def total(x):
        return sum(function(x, np.array(x)))

    expected = (total(2.0 + 1e-6) - total(2.0 - 1e-6)) / 2e-6
    np.testing.assert_allclose(ft.jit(ft.grad(total))(2.0), expected, rtol=1e-6)


def test_one_of_two_arrays_without_dimensions_may_not_be_written_to():
    def written(x):
        a, b = np.array(x), np.array(2 * x)
        c = a if x > 1 else b
        c += x
        return a, b

    with pytest.raises(ft.MutationError):
        ft.jit(written)(3.0)


# -- integers beyond 64 bits ---------------------------------------------------------------


def _factorial(n):
    product = 1
    for k in range(1, n + 1):
        product *= k
    return product


def _counted(n):
    x = 0.0
    while x < 5:
        n += 1
        x += 1.0
    return n


@pytest.mark.parametrize(
    ("function", "n"),
    [
        (lambda n: n * n, 2**40),
        (lambda n: n + n, 2**62),
        (lambda n: n**5, 2**20),
        (lambda n: n << 70, 1),
        (lambda n: sum([n] * 4), 2**62),
        (lambda n: n + 2**63, 1),
        (lambda n: n + 1, 2**63 - 1),
        (lambda n: 2**31 - 1 - n, -(2**63)),
        (lambda n: n * n + 2**31 - 1, 3037000499),
        (_counted, 2**63 - 2),
        (lambda n: int(n * 1e30), 1),
        (lambda n: round(n * 1e30), 1),
        (_factorial, 25),
    ],
)
def test_integers_that_do_not_fit_are_pythons(function, n):
    """Those that 64 bits do not hold, and those that they hardly hold."""
    assert ft.jit(function)(n) == function(n)
    assert ft.jit(lambda x: function(int(x)))(np.int64(min(n, 2**63 - 1))) == function(
        n
    )


@pytest.mark.parametrize(
    ("function", "n"),
    [
        (lambda n: n * 1.0, 2**63),
        (lambda n: np.ones(2, np.int8) * n, 300),
        (lambda n: np.zeros(2, np.uint8) + n, -1),
        (lambda n: np.int32(1) + n, 2**40),
    ],
)
def test_integers_that_do_not_fit_are_refused(function, n):
    with pytest.raises(OverflowError):
        ft.jit(function)(n)


@pytest.mark.parametrize("operation", [np.add, np.subtract, np.multiply, np.power])
def test_integers_of_arrays_are_numpys(operation):
    array = np.array([2, 2**31, 3])
    both = lambda n: (operation(array, n), operation(n, array[::2]))  # noqa: E731
    for got, value in zip(ft.jit(both)(3), both(3), strict=True):
        np.testing.assert_array_equal(got, value)


def test_a_known_integer_is_counted_up_where_it_fits():
    def counted(x, n):
        while x > 0:
            n, x = n + 1, x - 1
        return n

    assert ft.jit(lambda x: counted(x, 2**61))(3.0) == 2**61 + 3
    with pytest.raises(OverflowError, match="leaves its 64 bits"):
        ft.jit(lambda x: counted(x, 2**63 - 2))(3.0)


def test_an_integer_is_written_where_it_fits():
    def written(n):
        u = np.zeros(2, np.int8)
        u[1] = n
        return u

    _same(written, 100)
    with pytest.raises(OverflowError, match="300 out of bounds for int8"):
        ft.jit(written)(300)


@pytest.mark.parametrize("function", [lambda n: 7 // n, lambda n: 7 % n])
def test_integers_are_not_divided_by_zero(function):
    _same(function, -2)
    with pytest.raises(ZeroDivisionError):
        ft.jit(function)(0)


@pytest.mark.parametrize(
    ("function", "n"),
    [
        (lambda n: n * n - n**3 + (n << 4) + 7 // n + 7 % n, -5),
        (lambda n: n * 3037000498, 3037000498),
        (_factorial, 20),
        (lambda n: np.ones(2, np.int8) * n, -128),
        (lambda n: np.ones(2, np.uint64) * n, 2**60),
    ],
)
def test_integers_that_fit(function, n):
    _same(function, n)


# -- which object a truth value is ---------------------------------------------------------


def _is_true(t):
    return 1.0 if t is True else 2.0


def _is_not_false(t):
    return 1.0 if t is not False else 2.0


def _nested(t):
    def inner(u):
        return u is True or u is None

    return 1.0 if inner(t) else 2.0


class _Asking:
    def which(self, t):
        return 1.0 if t is False else 2.0


@pytest.mark.parametrize(
    "asks", [_is_true, _is_not_false, _nested, _Asking().which, lambda t: t is True]
)
def test_truth_values_are_objects_in_helpers_that_never_branch(asks):
    for x in (0.5, 1.5):
        _same(lambda x: x * asks(x > 1), x)
        _same(lambda x: x * asks(np.float64(x) > 1), x)
        _same(lambda x: x * asks(x), x)


def test_a_truth_value_that_may_be_of_either_kind_is_not_counted():
    def either(x, y):
        found = y > 1 if x > 1 else False
        return found, found + 1, found * 2.5, not found, np.logical_or(found, found)

    np.testing.assert_equal(
        ft.jit(either)(3.0, np.float64(2)), (True, 2, 2.5, False, True)
    )
    for counted in (
        lambda x, y: either(x, y)[0] + either(x, y)[0],
        lambda x, y: ~either(x, y)[0],
        lambda x, y: (x > 1) + (y > 1),
    ):
        with pytest.raises(ft.DtypeError, match=r"int\(a\) \+ int\(b\)"):
            ft.jit(counted)(3.0, np.float64(2))


def pair_of_one_constant(x):
    """What a loop binds, of which a part stays as it is."""
    pair = (1.0, 2.0)
    while x > 0:
        x = x - 1
        pair = (1.0, pair[1] * x)
    return pair[0] * pair[1]


@pytest.mark.parametrize("x", [-1.0, 1.5, 5.0])
def test_a_part_of_what_a_loop_binds_is_constant(x):
    assert ft.jit(pair_of_one_constant)(x) == pair_of_one_constant(x)


def last_of(x, y):
    """A Python number that NumPy's of the same dtype takes the place of."""
    s = 0.0
    while x < 4.0:
        x = x * 2.0
        s = x
    return y * s


def test_a_number_of_numpys_is_no_weak_one_after_a_loop():
    x, y = np.float64(1.5), np.ones(2, np.float32)
    assert last_of(x, y).dtype == ft.jit(last_of)(x, y).dtype == np.float64


def test_arrays_without_dimensions_stay_arrays():
    """Where what is written into one is known, but recorded: a view of a buffer."""

    def program(a):
        u = np.zeros(3)
        view = u[1:]
        e = np.array(0.0)
        held = [e]
        e[...] = view[1] * 0.3
        for _ in range(3):
            e += a
        u[0] = a
        return held[0] * a + (held[0] is e) + u[0]

    a = 0.35
    for transformed in (program, ft.jit(program)):
        np.testing.assert_allclose(transformed(a), program(a), 1e-14)
    np.testing.assert_allclose(ft.vmap(program)(np.array([a]))[0], program(a), 1e-14)
    for slope in (ft.grad(program), ft.jit(ft.grad(program))):
        np.testing.assert_allclose(slope(a), 6 * a + 1, 1e-14)


def test_arrays_keep_their_dtype_when_a_python_number_overwrites_them():
    def program(a):
        e = np.array(0.0)
        e[...] = a * 2
        return e * np.ones(2, np.float32)

    def halves(a):
        e = np.array(0.0)
        held, rounds = e, 0
        e[...] = a * 2
        while rounds < 3 and a > 0:
            rounds += 1
            e *= 0.5
        return held

    assert ft.jit(program)(0.35).dtype == program(0.35).dtype == np.float64
    with pytest.raises(ft.MutationError, match="is one of several"):
        ft.jit(halves)(0.35)


def test_a_whole_number_that_a_loop_makes_a_float_of_begins_as_one():
    def program(x):
        y = x
        while y < 10:
            y = y * 1.5
        return y

    fast = ft.jit(program)
    for x in (2, 7, 20):
        assert fast(x) == program(x)


# -- whose dtype gives way ----------------------------------------------------------------

methods_are_heard = pytest.mark.skipif(
    sys.version_info < (3, 12) and sys.gettrace() is not None,
    reason="while Python 3.11 follows lines, it calls methods without looking at slots",
)  # and slow, as .ci/run measures the quick tier: the rest is run without


@methods_are_heard
@pytest.mark.slow
@pytest.mark.parametrize("args", [(1.5, 2.7), (3, 14), (1.5, 2), (True, False)])
@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: np.add.reduce([x, y]),
        lambda x, y: np.add.reduce(array=(x, y)),
        lambda x, y: np.add.reduce([[x, y], [y, 1]], axis=None),
        lambda x, y: np.add.reduce([x, y], dtype=np.float32),
        lambda x, y: np.add.reduce([x, y], initial=x),
        lambda x, y: np.add.reduce([x, y], out=np.zeros(())),
        lambda x, y: np.multiply.reduce([x, y]),
        lambda x, y: np.maximum.reduce([x, y]),
        lambda x, y: np.minimum.reduce([x, 2, y]),
        lambda x, y: np.logical_and.reduce([x, y]),
        lambda x, y: np.add.accumulate([x, y, x]),
        lambda x, y: np.maximum.accumulate([x, y]),
        lambda x, y: np.add.reduceat([x, y, x], [0, 1]),
        lambda x, y: np.multiply.outer([x, y], y),
        lambda x, y: np.sum([x, y]),
    ],
)
def test_what_numpy_makes_of_a_list_of_numbers_does_not_give_way(function, args):
    _same(lambda x, y: function(x, y) * SINGLE[0], *args)


@methods_are_heard
@pytest.mark.slow
def test_what_a_method_of_a_ufunc_makes_can_be_written_to():
    def written(x):
        u = np.add.reduce([[1.0, 2.0], [3.0, 4.0]])
        u[0] = x
        return u

    _same(written, 1.5)


@pytest.mark.parametrize("x", [1.257, -0.5, 1257, True])
@pytest.mark.parametrize("digits", [-2, 0, 1])
def test_a_number_that_is_rounded_stays_pythons(x, digits):
    _same(lambda x: round(x, digits) * SINGLE, x)
    _same(lambda x: round(np.float64(x), digits) * SINGLE, x)
