"""Which calls share a program, and what decides it."""

import dataclasses
import enum
import gc
import math
import re
import weakref
from collections import OrderedDict, defaultdict
from typing import NamedTuple

import numpy as np
import pytest

import functrace as ft
from tests._traces import counted

X = np.array([0.5, 1.0, 2.0])


class Point(NamedTuple):
    x: object
    y: object


@dataclasses.dataclass
class Params:
    w: object
    name: str = "linear"


# -- what is a new signature ----------------------------------------------------------


def test_traces_once_per_shape_and_dtype():
    fast, traces = counted(lambda x: x * 2)
    for x, count in [
        (X, 1),
        (-X, 1),
        (X[:2], 2),
        (X.astype(np.float32), 3),
        (X[None], 4),
        (X, 4),
        (X[::-1], 4),
        (X.astype(">f8"), 4),
        (3.0, 5),
        (4.0, 5),
        (np.float64(3), 6),
        (np.array(3.0), 6),
        (3, 7),
        (3j, 8),
    ]:
        got, expected = fast(x), np.asarray(x) * 2
        np.testing.assert_array_equal(got, expected)
        assert len(traces) == count, x


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (True, False),
        ("a", "b"),
        (None, 1.0),
        (np.sin, np.cos),
        (np.float32, np.float64),
        (enum.Enum("Kind", "A B").A, enum.Enum("Kind", "A B").B),
    ],
    ids=repr,
)
def test_what_is_no_array_is_static(first, second):
    fast, traces = counted(lambda x, flag: (x * 2, flag))
    for flag in (first, second, first, second):
        doubled, same = fast(X, flag)
        np.testing.assert_array_equal(doubled, X * 2)
        if not isinstance(flag, (tuple, float)):
            assert same is flag
    assert len(traces) == 2


@pytest.mark.parametrize(
    ("pack", "unpack"),
    [
        (lambda a, b: {"a": a, "b": b}, lambda p: (p["a"], p["b"])),
        (lambda a, b: {"b": b, "a": a}, lambda p: (p["a"], p["b"])),
        (lambda a, b: [a, b], tuple),
        (lambda a, b: (a, (b,)), lambda p: (p[0], p[1][0])),
        (Point, tuple),
        (lambda a, b: Params([a, b]), lambda p: tuple(p.w)),
        (lambda a, b: OrderedDict(z=a, y=b), lambda p: (p["z"], p["y"])),
        (lambda a, b: {1: {"x": a}, 2: None, 3: [b]}, lambda p: (p[1]["x"], p[3][0])),
    ],
)
def test_pytrees_in_and_out(pack, unpack):
    def rotate(p, scale):
        a, b = unpack(p)
        return pack(b * scale, np.sin(a))

    fast, traces = counted(rotate)
    for k in range(4):
        given = pack(X + k, X - k)
        got, expected = fast(given, scale=2.0), rotate(given, 2.0)
        assert type(got) is type(expected)
        for g, e in zip(unpack(got), unpack(expected), strict=True):
            np.testing.assert_allclose(g, e, rtol=1e-14)
    assert len(traces) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"a": X}, OrderedDict(a=X)),
        ({"a": X}, defaultdict(float, a=X)),
        ((X, X), Point(X, X)),
    ],
)
def test_a_container_of_a_subclass_is_another_structure(first, second):
    fast, traces = counted(lambda p: p)
    for given in (first, second, first, second):
        assert type(fast(given)) is type(given)
    assert len(traces) == 2


def test_the_order_of_a_dictionary_does_not_matter():
    fast, traces = counted(lambda p: p["a"] - p["b"])
    for _ in range(3):
        np.testing.assert_array_equal(fast({"a": X, "b": 2 * X}), -X)
        np.testing.assert_array_equal(fast({"b": 2 * X, "a": X}), -X)
    assert len(traces) == 1


def test_structures_that_nearly_fit():
    fast = ft.jit(lambda p: {k: 2 * v for k, v in p.items()})
    for _ in range(2):
        for keys in ("ab", "ac", "abc", "a", ""):
            got = fast(dict.fromkeys(keys, X))
            assert sorted(got) == sorted(keys)
            for value in got.values():
                np.testing.assert_array_equal(value, 2 * X)


def test_keywords_defaults_and_variable_arguments():
    def f(x, y=2.0, *rest, scale=1.0, **more):
        return (x + y + sum(rest)) * scale + sum(more.values())

    fast = ft.jit(f)
    for _ in range(3):
        for args, kwargs in [
            ((X,), {}),
            ((X, 3.0), {}),
            ((X,), {"y": 3.0}),
            ((X, 3.0, X, X), {"scale": X}),
            ((X,), {"scale": 2.0, "extra": X}),
        ]:
            np.testing.assert_allclose(fast(*args, **kwargs), f(*args, **kwargs))


# -- static arguments ------------------------------------------------------------------


def power(x, n, verbose=False):
    for _ in range(n):
        x = x * x
    return (x, "verbose") if verbose else x


@pytest.mark.parametrize(
    "options",
    [
        {"static_argnums": (1, 2)},
        {"static_argnums": (-2, -1)},
        {"static_argnames": ("n", "verbose")},
        {"static_argnums": 1, "static_argnames": "verbose"},
    ],
)
def test_static_arguments(options):
    fast = ft.jit(power, **options)
    for _ in range(2):
        np.testing.assert_array_equal(fast(X, 2), X**4)
        np.testing.assert_array_equal(fast(X, n=2), X**4)
        np.testing.assert_array_equal(fast(X, 3), X**8)
        np.testing.assert_array_equal(fast(X, 1, verbose=True)[0], X**2)
        assert fast(X, 1, True)[1] == "verbose"


def test_static_values_compare_by_type_too():
    fast, traces = counted(lambda x, n: x * n, static_argnums=1)
    for n in (1, 1.0, True, 1, 1.0, True):
        assert fast(np.ones(2, np.int8), n).dtype == (np.ones(2, np.int8) * n).dtype
    assert len(traces) == 3


class Distance(float):
    pass


@dataclasses.dataclass(frozen=True)
class Setting:
    value: object


class Frozen(dict):
    def __hash__(self):
        return hash(frozenset(self.items()))


def number_in(static):
    """What a function takes out of a static argument."""
    if isinstance(static, Setting):
        return number_in(static.value)
    if isinstance(static, (tuple, frozenset)):
        return number_in(next(iter(static)))
    if isinstance(static, Frozen):
        return static["a"]
    return static.stop if isinstance(static, range) else static


PACKED = {
    "alone": lambda n: n,
    "tuple": lambda n: ((n,), "a"),
    "frozenset": lambda n: frozenset([n]),
    "dataclass": Setting,
    "dataclasses in tuples": lambda n: (Setting((n,)),),
    "dictionary of a class": lambda n: Frozen(a=n),
    "number of a class": Distance,
}


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_static_values_that_are_equal_but_not_the_same(pack):
    fast = ft.jit(lambda x, s: x * number_in(s), static_argnames="s")
    x = np.array([1, 2], np.int8)
    numbers = (
        0,
        0.0,
        -0.0,
        False,
        1,
        1.0,
        True,
        np.float32(1),
        np.float64(1),
        math.nan,
    )
    for _ in range(3):
        for static in map(pack, numbers):
            got, expected = fast(x, static), x * number_in(static)
            assert got.dtype == expected.dtype
            np.testing.assert_array_equal(np.signbit(got), np.signbit(expected))
            np.testing.assert_array_equal(got, expected)


def test_static_ranges_and_members_of_enumerations():
    fast = ft.jit(lambda x, s: x * number_in(s), static_argnames="s")
    levels = enum.IntEnum("Levels", {"LOW": 1, "HIGH": 2})
    others = enum.IntEnum("Others", {"TRUE": 1})
    for _ in range(3):
        for s in (range(0, 3, 2), range(0, 4, 2), *levels, *others, 1, True):
            np.testing.assert_array_equal(fast(X, s), X * number_in(s))


def test_names_in_dictionaries_that_are_equal_but_not_the_same():
    def scaled(p):
        return [(name[0] if type(name) is tuple else name) * x for name, x in p.items()]

    fast = ft.jit(scaled)
    x = np.array([1, 2], np.int8)
    for _ in range(3):
        for name in (0, 0.0, -0.0, False, 1, 1.0, True, (1,), (1.0,)):
            (got,), (expected,) = fast({name: x}), scaled({name: x})
            assert got.dtype == expected.dtype
            np.testing.assert_array_equal(np.signbit(got), np.signbit(expected))
            np.testing.assert_array_equal(got, expected)


def test_static_arguments_that_the_function_does_not_have():
    with pytest.raises(ValueError, match="static_argnums names an argument"):
        ft.jit(power, static_argnums=3)
    with pytest.raises(ValueError, match="got:      'm'"):
        ft.jit(power, static_argnames="m")


def test_a_static_argument_that_cannot_be_hashed():
    with pytest.raises(TypeError) as caught:
        ft.jit(power, static_argnums=1)(X, [1, 2])
    what, _, got, way_out = str(caught.value).splitlines()
    assert what.startswith(
        "functrace.jit: argument 'n' is static, but cannot be hashed"
    )
    assert got == "  got:      list"
    assert "pass a tuple" in way_out


def test_an_object_that_is_neither_array_nor_hashable():
    class Settings:
        __hash__ = None

    with pytest.raises(TypeError) as caught:
        ft.jit(lambda x, config: x)(X, {"deep": Settings()})
    what, _, got, way_out = str(caught.value).splitlines()
    assert "argument \"config['deep']\" is neither an array nor a pytree" in what
    assert "Settings" in got
    assert "dataclass" in way_out


def test_arrays_without_numbers():
    with pytest.raises(ft.DtypeError, match="argument 'x' is not an array of numbers"):
        ft.jit(lambda x: x)(np.array(["a"]))


def test_an_object_stays_alive_only_as_long_as_its_owner_wants():
    class Model:
        scale = 2.0

    fast = ft.jit(lambda model, x: x * model.scale)
    model = Model()
    np.testing.assert_array_equal(fast(model, X), 2 * X)
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None
    other = Model()
    other.scale = 3.0
    np.testing.assert_array_equal(fast(other, X), 3 * X)


def test_an_aval_is_no_argument():
    with pytest.raises(TypeError, match=re.escape("argument 'x' has no value")):
        ft.jit(lambda x: x)(ft.Aval(3))


def test_static_arguments_that_are_equal_and_not_the_same():
    """A sign of zero, a type within a tuple: each has a program of its own."""
    signed = ft.jit(lambda x, s: math.copysign(1.0, s) * x, static_argnums=1)
    nested = ft.jit(lambda x, s: x if s[0] is True else -x, static_argnums=1)
    for _ in range(3):  # the later ones go a shorter way
        assert [signed(2.0, s) for s in (0.0, -0.0)] == [2.0, -2.0]
        assert [nested(2.0, s) for s in ((1,), (True,), (1.0,))] == [-2.0, 2.0, -2.0]


def test_nan_as_a_static_argument_is_compiled_for_once():
    traced = []
    function = ft.jit(lambda x, s: traced.append(s) or x, static_argnums=1)
    for _ in range(3):
        function(1.0, float("nan"))
    assert len(traced) == 1


# -- layout in memory -----------------------------------------------------------------

GRID = np.arange(16.0).reshape(4, 4)
LAYOUTS = {
    "C": lambda: GRID.copy(),
    "F": lambda: np.asfortranarray(GRID),
    "reversed": lambda: GRID.copy()[::-1],
    "gaps": lambda: np.arange(64.0).reshape(8, 8)[::2, ::2],
    "last axis whole": lambda: np.arange(32.0).reshape(8, 4)[::2],
    "first axis short": lambda: np.arange(32.0).reshape(8, 4)[:4],
    "reversed along one axis": lambda: np.arange(8.0)[None, ::-1],
    "vector with gaps": lambda: np.arange(16.0)[::2],
}


def read_after_writing(x):
    same = x.reshape(-1)
    x[...] += 1
    return same


def ravelled(x):
    same = np.ravel(x)
    x *= 2.0
    return same * x.ravel("K")


def listed(x):
    return x.ravel("A") - x.ravel("K")


@pytest.mark.parametrize("fun", [read_after_writing, ravelled, listed])
@pytest.mark.parametrize("first", ["C", "F"])
def test_views_of_arguments_are_those_of_numpy(fun, first):
    fast = ft.jit(fun)
    for name in [first, *LAYOUTS, *reversed(LAYOUTS)]:
        make = LAYOUTS[name]
        np.testing.assert_array_equal(fast(make()), fun(make()), err_msg=name)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_gradients_of_views_of_arguments(layout):
    def loss(x):
        return np.sum(read_after_writing(x * 1.0) * x.ravel("K") ** 2)

    x = LAYOUTS[layout]()
    value, expected = ft.value_and_grad(loss)(x)
    assert value == loss(x)
    direction = np.cos(x)
    step = 1e-4 * direction  # laid out as x is
    numeric = (loss(x + step) - loss(x - step)) / 2e-4
    np.testing.assert_allclose(np.sum(expected * direction), numeric, 1e-6)
    np.testing.assert_allclose(ft.jit(ft.grad(loss))(x), expected)
    np.testing.assert_allclose(ft.grad(ft.jit(loss))(x), expected)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_written_to_stays_where_it_lies(layout):
    def fun(x):
        x[..., 0] = 0.0
        same = x.reshape(-1)
        x[..., 1] = 1.0
        return same

    expected = fun(LAYOUTS[layout]())
    np.testing.assert_array_equal(ft.jit(fun)(LAYOUTS[layout]()), expected)
    np.testing.assert_array_equal(ft.vjp(fun, LAYOUTS[layout]())[0], expected)


def test_one_program_for_each_layout_that_matters():
    fast, traces = counted(read_after_writing)
    for name, count in [("F", 1), ("F", 1), ("C", 2), ("F", 2), ("C", 2), ("gaps", 3)]:
        fast(LAYOUTS[name]())
        assert len(traces) == count
    assert "changed their layout in memory" in str(fast.explain())


def test_one_program_for_all_layouts_where_none_matters():
    fast, traces = counted(lambda x: np.sum(np.sin(x) @ x.T, axis=0))
    for name in ("F", "C", "gaps", "reversed", "F"):
        fast(LAYOUTS[name]())
    assert len(traces) == 1


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
@pytest.mark.parametrize("order", ["C", "F"])
def test_views_of_mapped_arguments(axis, order):
    def fun(x):
        x = np.swapaxes(x, 0, 1)
        same = x.reshape(-1)
        x[0] = 0.0
        return same

    def batch():
        return np.arange(24.0).reshape(2, 3, 4).copy(order)

    mapped = ft.vmap(fun, in_axes=axis)
    expected = [fun(x) for x in np.moveaxis(batch(), axis, 0)]
    np.testing.assert_array_equal(mapped(batch()), expected)
    np.testing.assert_array_equal(ft.jit(mapped)(batch()), expected)
