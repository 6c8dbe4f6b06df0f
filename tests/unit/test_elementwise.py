"""Copies, conversion, complex parts and choice on tracers."""

from __future__ import annotations

import copy
import enum
import warnings

import numpy as np
import pytest

import functrace as ft
from functrace.core.strides import strided
from functrace.core.tracer import Tracer
from functrace.primitives.elementwise import stop_gradient
from tests.systematic._laws import abstract, pull, push, variable


def plain(value):
    return value.value if isinstance(value, Tracer) else value


# -- copies, conversion ----------------------------------------------------------------


def test_stop_gradient_gives_a_plain_copy():
    value = np.ones(2)
    x = variable(value)
    stopped = stop_gradient(x)
    assert type(stopped) is np.ndarray
    stopped[0] = 5
    assert value[0] == 1
    assert ft.grad(lambda x: x * stop_gradient(x))(3.0) == 3.0
    assert isinstance(stop_gradient(abstract(value)), Tracer)


def test_copies_are_handles_of_their_own():
    x = variable(np.ones(2))
    for y in (x.copy(), np.copy(x), copy.copy(x), copy.deepcopy(x), x.astype(float)):
        y[0] = 5.0
        assert plain(x)[0] == 1.0
    assert x.astype(float, copy=False) is x


def test_copies_of_python_numbers_give_way():
    def scaled(a, x):
        b, (c,) = copy.copy(a), copy.deepcopy([a])
        b += 1.0
        return a * x, b * x, c * x

    x = np.ones(2, np.float32)
    for found, wanted in zip(ft.jit(scaled)(1.5, x), scaled(1.5, x), strict=True):
        assert found.dtype == wanted.dtype == np.float32
        np.testing.assert_array_equal(found, wanted)

    def written(a):
        b = copy.copy(a)
        b[()] += 1
        return 10 * a + b

    assert ft.jit(written)(np.array(2.0)) == 23


def test_astype_checks_its_arguments():
    x = variable(np.ones(2))
    with pytest.raises(TypeError, match="according to the rule 'safe'"):
        x.astype(np.float32, casting="safe")
    with pytest.raises(ft.MissingRuleError, match="astype"):
        x.astype(object)
    turned = variable(np.ones((2, 3))).astype(complex, order="F")
    assert strided(turned).flags.f_contiguous


def test_astype_of_complex_drops_the_imaginary_part():
    z = np.array([1 + 2j])
    with pytest.warns(np.exceptions.ComplexWarning):
        (bar,) = pull(lambda z: (z.astype(float),), [z], [np.ones(1)])
    assert bar.dtype == complex
    assert bar.tolist() == [1 + 0j]


def test_clip_refuses_bounds_given_twice():
    with pytest.raises(ValueError, match="is forbidden"):
        np.clip(variable(np.ones(2)), 0, 1, max=2)


def test_select_checks_its_conditions():
    x = variable(np.ones(2))
    with pytest.raises(TypeError, match="should be boolean"):
        np.select([np.ones(2)], [x])
    with pytest.raises(ValueError, match="same length"):
        np.select([np.ones(2, bool)], [x, x])


def test_imaginary_part_of_a_real_array_cannot_be_written():
    x = variable(np.ones(2)).copy()
    with pytest.raises(TypeError, match="imaginary part"):
        x.imag = 1.0
    with pytest.raises(ValueError, match="read-only"):
        x.imag[0] = 1.0


def test_infinite_parts_are_written_without_nan():
    z = variable(np.array([1 + 2j])).copy()
    z.imag = np.inf
    assert plain(z).tolist() == [complex(1, np.inf)]


def test_memory_is_shared_by_views():
    x = variable(np.ones(4))
    assert np.may_share_memory(x, x[1:])
    assert not np.may_share_memory(x[1:], x.copy())


def test_abstract_values_compare_without_being_known():
    x = abstract(np.ones(3))
    for out in (np.isclose(x, 1.0), x > 0, np.isnan(x), np.sign(x), np.round(x)):
        assert isinstance(out, Tracer)
        assert out.shape == (3,)
    for out in (np.allclose(x, 1.0), np.array_equal(x, x), np.array_equiv(x, x[0])):
        assert isinstance(out, Tracer)
        assert (out.shape, out.dtype) == ((), np.bool_)
    assert np.array_equal(x, x[:2]) is False
    assert np.array_equiv(x, x[:2]) is False


SAME = {
    "allclose": lambda a: np.allclose(a, a.T, atol=1e-3),
    "array_equal": lambda a: np.array_equal(a, a.T),
    "array_equal_nan": lambda a: np.array_equal(a, a.T, equal_nan=True),
    "array_equiv": lambda a: np.array_equiv(a, a.T),
}


@pytest.mark.parametrize("same", SAME.values(), ids=SAME.keys())
def test_branches_ask_whether_arrays_are_the_same(same):
    def spectrum(a):
        if not same(a):
            a = a + a.T
        return np.linalg.eigvalsh(np.where(np.isnan(a), 1.0, a))

    compiled = ft.jit(spectrum)
    a = np.array([[2.0, 1.0], [1.0, 3.0]])
    missing = np.where(a == 1, np.nan, a)
    for matrix in (a, a + np.eye(2)[::-1] * [1e-4, 0], np.tril(a), missing):
        np.testing.assert_allclose(compiled(matrix), spectrum(matrix))
        assert type(same(matrix)) is bool


def test_tangents_of_real_parts():
    z, t = np.array([1 + 2j]), np.array([3 - 4j])
    dots = push(lambda z: (z.real, z.imag, np.abs(z), np.conj(z)), [z], [t])
    expected = [3.0, -4.0, (3 - 8) / np.sqrt(5), 3 + 4j]
    for dot, value in zip(dots, expected, strict=True):
        np.testing.assert_allclose(dot, [value])


def test_no_warning_on_the_usual_way():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        x = np.linspace(0.1, 0.9, 5)
        ft.grad(lambda x: np.sum(x**2.5 * np.log(x) / np.arcsin(x)))(x)


class Length(float):
    pass


NUMBERS = (enum.IntEnum("Level", {"TWO": 2}).TWO, Length(1.5), True, False)


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
@pytest.mark.parametrize(
    "fun",
    [
        lambda x, n: x * n,
        lambda x, n: n * x,
        lambda x, n: np.add(n, x) / 2,
        lambda x, n: x**n,
        lambda x, n: np.where(x > 0, x, n),
    ],
)
def test_numbers_of_a_class_of_their_own_are_numbers(fun, number):
    def of_number(x):
        return fun(x, number)

    def total(x):
        return np.sum(of_number(x))

    for x in (np.float64(0.75), np.array([0.5, 1.25], np.float32)):
        expected = np.asarray(of_number(x))
        for got in (ft.jit(of_number)(x), ft.vjp(of_number, x)[0]):
            assert got.dtype == expected.dtype
            np.testing.assert_allclose(got, expected, rtol=1e-6)

    step, x = 1e-6, np.array([0.5, 1.25])
    slope = [
        (total(x + step * e) - total(x - step * e)) / (2 * step) for e in np.eye(2)
    ]
    np.testing.assert_allclose(ft.grad(total)(x), slope, atol=1e-8)
    np.testing.assert_allclose(ft.jit(ft.grad(total))(x), slope, atol=1e-8)


# -- powers, as NumPy's operator has them ----------------------------------------------

BASES = {
    "bool": np.array([True, False, True]),
    "int8": np.array([1, 2, 3], np.int8),
    "uint8": np.array([1, 2, 3], np.uint8),
    "int64": np.array([1, 2, 3]),
    "float32": np.array([1.5, -2.0, 0.25], np.float32),
    "complex64": np.array([1 + 1j, -2j, 0.5], np.complex64),
}
EXPONENTS = [
    *(0, 1, 2, 3, -1, 0.5, 2.0, -1.0, True, 2j),
    *(np.int64(2), np.int64(-1), np.uint8(2), np.float32(2), np.bool_(True)),
    np.array([0, 1, 2]),
    np.array([0, 1, 2], np.int8),
    np.array([-1, 1, 2]),
    np.array([0, 0.5, 2], np.float32),
    np.array([True, False, True]),
    np.array(2),
]


def outcome(f, x):
    """The value, or the kind of error."""
    with np.errstate(all="ignore"):
        try:
            return np.asarray(f(x))
        except Exception as error:  # noqa: BLE001 - whatever it is
            return type(error)


@pytest.mark.parametrize("shape", [(3,), ()])
@pytest.mark.parametrize("name", BASES)
def test_powers_of_every_kind(name, shape):
    x = BASES[name] if shape else BASES[name][0]
    ways = {
        "jit": ft.jit,
        "graph": lambda f: lambda x: ft.make_graph(f)(x).evaluate([x])[0],
        "vmap": lambda f: lambda x: ft.vmap(f)(np.stack([x, x]))[1],
        "within": lambda f: lambda x: ft.vjp(lambda _: f(x.copy()), 1.0)[0],
    }
    for y in EXPONENTS:
        for f in (lambda x, y=y: x**y, lambda x, y=y: np.power(x, y)):
            expected = outcome(f, x)
            for way, transform in ways.items():
                found = outcome(transform(f), x)
                if isinstance(expected, type):
                    assert found is expected, (way, y)
                    continue
                assert found.dtype == expected.dtype, (way, y)
                np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_the_square_of_truth_values():
    def f(x):
        more = x > 0
        return more**2, np.power(more, 2), more**2.0, more**True

    x = np.array([1.0, -1.0])
    for found in (ft.jit(f)(x), ft.vmap(lambda x: f(x))(x[None]), ft.vjp(f, x)[0]):
        assert [out.dtype for out in found] == ["int8", "int64", "float64", "int8"]
