"""Calls that are heard before they are answered: slots, definitions, call sites."""

import cmath
import functools
import gc
import inspect
import math
import sys
from functools import partial
from weakref import ref

import numpy as np
import pytest
import scipy.interpolate

import functrace as ft
from functrace.compiler.runtime import interception as native
from functrace.core import callsite
from functrace.numpy import interception
from tests._processes import run

# -- who calls -------------------------------------------------------------------------


def site(*_, **__):
    """What the calling code seems to call."""
    frame = sys._getframe(1)
    return [
        name
        for name in ("zeros", "array", "site", "sin")
        if callsite.is_called_by(frame, NAMED[name])
    ]


NAMED = {"zeros": np.zeros, "array": np.array, "site": site, "sin": np.sin}


class Holder:
    zeros = staticmethod(site)


def test_the_callable_is_told_by_how_it_was_loaded():
    holder, alias, bound = Holder(), site, partial(partial(site, 1), 2)
    found = [  # no asserts: pytest writes these anew
        site(),
        site(1 if holder else 2, *[3], key=[i + 1 for i in range(3)]),
        holder.zeros(np.ones(3 if alias else 4)),
        Holder.zeros(),
        alias(),
        [site() for _ in range(2)][1],
        max([[""], site(site())]),
        bound(),
        next(map(site, [1])),
        partial(site, 1)(),
    ]
    try:
        found.append(site(1 / len(alias.__name__[4:])))
    except ZeroDivisionError as error:
        found += [site(), site(error)]
    finally:
        found.append(site())
    own, attribute, nothing = ["site"], ["zeros"], []
    assert found[:4] == [own, own, attribute, attribute]
    assert found[4:8] == [own, own, own, own]
    assert found[8:10] == [nothing, nothing]  # calls that C makes
    assert found[10:] == [own, own, own]


class Number:
    def __neg__(self):
        frame = sys._getframe(1)
        return callsite.is_called_by(frame, np.negative), callsite.is_called_by(
            frame, np.zeros
        )


def test_an_operator_calls_ufuncs():
    assert -Number() == (True, False)


def test_a_type_is_called_once_its_call_is_specialised_too():
    def kinds(x):
        for _ in range(40):
            (u,) = map(np.zeros, [3])
            u[0] = x
        return u.sum()

    assert ft.grad(kinds)(1.0) == 1.0


def test_map_is_lazy_and_takes_any_callable():
    class Unhashable:
        __hash__ = None

        def __call__(self, x):
            return 2 * x

    later = []
    ft.grad(lambda x: later.append(map(np.array, [[1.0]])) or x)(1.0)
    assert type(next(later[0])) is np.ndarray
    assert ft.grad(lambda x: sum(map(Unhashable(), [x, x])))(1.0) == 4.0


# -- slots -----------------------------------------------------------------------------


def while_traced(function):
    """What a call gives in a function that is being traced."""
    results = []
    ft.grad(lambda x: results.append(function()) or x)(1.0)
    return results[0]


def test_everything_turns_back():
    def words():
        return [native._read(native._slot(f)) for f in FUNCTIONS]

    interception._silence()
    before, code = words(), np.ones.__code__
    ft.grad(lambda x: x * np.zeros(1)[0] + np.ones(1)[0])(1.0)
    interception._silence()
    assert words() == before
    assert np.ones.__code__ is code
    ft.grad(lambda x: x)(1.0)
    for _ in range(1500):  # after so many calls it turns back by itself
        np.zeros(1)
    assert words() == before
    assert np.ones.__code__ is code


FUNCTIONS = (np.zeros, np.array, np.sin, np.mean, np.ndarray.copy, math.sin, math.log)


@pytest.mark.parametrize(
    "call",
    [
        lambda: math.log(8.0, 3.0),  # by a tuple and a dict: there is no vectorcall
        lambda: np.float64("1.5"),
        lambda: np.float64(),
        lambda: float("2.5"),
        lambda: complex(1, 2),
        lambda: complex(real=1.0, imag=2.0),
        lambda: math.hypot(3.0, 4.0, 12.0),
        lambda: math.isclose(1.0, 1.0 + 1e-12, rel_tol=1e-9),
        lambda: np.random.RandomState(3).randn(2).tolist(),
        lambda: np.random.default_rng(3).normal(size=2).tolist(),
        lambda: [*map(float, np.random.default_rng(3).permutation(4))],
        lambda: np.zeros(shape=(2,), dtype="i4").tolist(),
        lambda: np.array([[1, 2]], ndmin=3).shape,
        lambda: np.arange(1, 7, 2).tolist(),
        lambda: np.frombuffer(b"12345678").shape,
        lambda: np.add.reduce([1.0, 2.0]),
        lambda: np.add.outer([1.0], [2.0]).tolist(),
        lambda: sorted([3.0, 1.0], key=math.sin),
        lambda: isinstance(np.zeros(2), np.ndarray),
        lambda: type(np.zeros).__call__(np.zeros, 2).tolist(),
        lambda: partial(np.zeros, 2)().tolist(),
        lambda: np.vectorize(math.sin)([0.0]).tolist(),
    ],
)
def test_plain_calls_are_what_they_were(call):
    plain = call()
    assert while_traced(call) == plain
    interception._silence()
    assert call() == plain


def test_errors_are_the_functions_own():
    for call, kind in (
        (lambda: np.zeros(-1), ValueError),
        (lambda: np.zeros(), TypeError),
        (lambda: np.zeros(2, unknown=1), TypeError),
        (lambda: math.sin("x"), TypeError),
        (lambda: math.log(-1.0), ValueError),
        (lambda: float("x"), ValueError),
        (lambda: np.linalg.inv(np.zeros((2, 2))), np.linalg.LinAlgError),
    ):
        with pytest.raises(kind) as plain:
            call()
        with pytest.raises(kind) as caught:
            ft.grad(lambda x, call=call: x * call())(1.0)
        assert str(caught.value) == str(plain.value)


def test_without_native_code_arrays_are_plain(monkeypatch):
    def refuse(*_):
        raise native.NativeError("none")

    interception._silence()
    monkeypatch.setattr(interception, "Interception", refuse)
    monkeypatch.setattr(interception, "_interceptors", interception._Interceptors())
    assert ft.grad(lambda x: x * np.zeros(2).sum() + x)(1.0) == 1.0
    with pytest.raises(ft.ConcretizationError, match="array"):
        ft.grad(lambda x: np.zeros(2).__setitem__(0, x) or x)(1.0)


def test_recursion_and_generators():
    def numbers(x, n):
        u = np.zeros(n)
        u[0] = x
        yield u
        if n > 1:
            yield from numbers(x, n - 1)

    def f(x):
        return sum(np.sum(u**2) for u in numbers(x, 4))

    assert ft.grad(f)(3.0) == 4 * 6.0
    assert ft.jit(ft.grad(f))(3.0) == 4 * 6.0


@pytest.mark.parametrize("transform", [ft.grad, ft.jit, ft.vmap])
def test_views_of_memory_are_refused(transform):
    """They would be of a copy, so writes into them would be lost."""
    by_element = transform(lambda x: np.lib.stride_tricks.as_strided(x * 1, (2,), (8,)))
    with pytest.raises(ft.MissingRuleError, match="sliding_window_view"):
        by_element(np.ones((2, 4)))


def test_views_of_plain_memory_are_numpys():
    table = np.arange(4.0)

    def windows(x):
        return np.sum(x * np.lib.stride_tricks.as_strided(table, (2, 2), (8, 8)))

    assert ft.grad(windows)(2.0) == ft.jit(ft.grad(windows))(2.0) == 4.0


def test_functions_keep_their_kind_while_they_ask():
    x = np.linspace(0.0, 1.0, 12)
    knots = [*scipy.interpolate.generate_knots(x, np.sin(9 * x), s=0.1)]
    heard = []

    def f(y):
        heard.extend(interception._interceptors.in_python)
        for each in heard:
            assert each.function.__code__ is each.codes[True]
        found = [*scipy.interpolate.generate_knots(x, np.sin(9 * x), s=0.1)]
        for new, old in zip(found, knots, strict=True):
            np.testing.assert_array_equal(new, old)
        return np.sum(y**2) * len(found)

    np.testing.assert_allclose(ft.grad(f)(x), 2 * x * len(knots))
    kinds = [[c.co_flags & inspect.CO_GENERATOR for c in each.codes] for each in heard]
    assert any(plain for plain, _ in kinds)
    assert all(plain == asking for plain, asking in kinds)


# -- the end of the process ------------------------------------------------------------

DEFINITIONS = """
import atexit, ctypes, math
word = lambda place: ctypes.c_size_t.from_address(id(math.acos) + place).value
before = [word(place) for place in range(16, 56, 8)]  # what follows the head
import numpy as np
import functrace as ft

ft.make_graph(lambda x: x * math.acos(0.5))(ft.Aval(3))
assert before != [word(place) for place in range(16, 56, 8)]
atexit._run_exitfuncs()
assert before == [word(place) for place in range(16, 56, 8)]
print("as before")
"""


def test_builtins_are_as_before_when_the_interpreter_takes_modules_apart():
    assert run(DEFINITIONS) == "as before\n"


def test_what_the_code_reads_stays_when_others_take_its_place():
    def listener(*_, **__):
        return NotImplemented

    known = ref(listener)
    made = native.Interception(listener, int, {math.acos: native.ALWAYS}, ft.Tracer)
    del made, listener
    gc.collect()
    assert known() is not None


FRAMES = """
import numpy as np
import scipy.linalg

import functrace as ft

closures = [f for f in vars(scipy.linalg).values() if getattr(f, "__closure__", None)]
seen = set()


def f(x):
    for function in closures:
        try:
            function(x, unknown=1)
        except Exception as error:
            trace = error.__traceback__
            while trace is not None:
                seen.add(trace.tb_frame.f_code.co_name)
                dict(trace.tb_frame.f_locals)
                trace = trace.tb_next
    return x


ft.jit(f)(np.ones(3))
assert closures and {f.__name__ for f in closures} <= seen
print("looked at")
"""


def test_frames_of_what_asks_can_be_looked_at():
    """Debuggers and pytest read the variables of all frames of a traceback."""
    assert run(FRAMES) == "looked at\n"


PARTS = {
    "two": lambda x: abs(complex(x, 0.5)) ** 2,
    "the second": lambda x: complex(2, x).imag * x,
    "names": lambda x: abs(complex(imag=x, real=x)) ** 2,
    "complex ones": lambda x: abs(complex(x * 1j, x)) ** 2 + x,
}


@pytest.mark.parametrize("function", PARTS.values(), ids=PARTS.keys())
def test_complex_numbers_of_parts(function):
    slope = (function(1.5 + 1e-6) - function(1.5 - 1e-6)) / 2e-6
    for gradient in (ft.grad(function), ft.jit(ft.grad(function))):
        np.testing.assert_allclose(gradient(1.5), slope, 1e-6)
    np.testing.assert_allclose(ft.jit(function)(1.5), function(1.5))


@pytest.mark.parametrize("options", [{}, {"rel_tol": 1e-3}, {"abs_tol": 0.1}])
@pytest.mark.parametrize("module", [math, cmath])
def test_closeness(module, options):
    def chosen(x, y):
        return 2.0 if module.isclose(x, y, **options) else 3.0 + 0 * x

    compiled, known = ft.jit(chosen), ft.value_and_grad(chosen)
    for x in (0.0, 1.0, 1 + 1e-10, 1 + 5e-4, 1.08, 1.2):
        assert compiled(x, 1.0) == chosen(x, 1.0) == known(x, 1.0)[0]
    assert compiled(math.inf, math.inf) == 2
    assert compiled(-math.inf, math.inf) != 2
    assert compiled(math.nan, math.nan) != 2


@pytest.mark.parametrize("transform", [ft.grad, ft.jit])
def test_iterators_over_memory(transform):
    def refused(x):
        return sum(v for v in np.nditer(x))

    def together(x):
        return sum(v * w for v, w in np.nditer([x, np.arange(3.0)]))

    def over_constants(x):
        y = np.zeros(3)
        with np.nditer(y, op_flags=["readwrite"]) as places:
            for place in places:
                place[...] = 2.0
        return sum(v * w * x[0] for v, w in np.nditer([y, np.arange(3.0)]))

    x = np.ones(3)
    for function in (refused, together):
        with pytest.raises(ft.MissingRuleError, match=r"nditer[\s\S]*ndenumerate"):
            transform(function)(x)
    wanted = [6, 0, 0] if transform is ft.grad else over_constants(x)
    np.testing.assert_array_equal(transform(over_constants)(x), wanted)


@pytest.mark.parametrize("transform", [ft.grad, ft.jit])
def test_keys_are_plain(transform):
    @functools.lru_cache
    def cached(x):
        return 2 * x

    def keyed(x):
        return {x: 2.0}[x]

    for function in (lambda x: cached(x), keyed):
        with pytest.raises(ft.ConcretizationError, match=r"no key[\s\S]*lru_cache"):
            transform(function)(1.0)
