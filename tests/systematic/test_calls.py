"""NumPy's functions on tracers give NumPy's results and the right derivatives."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import optree

from functrace.core.recording import recording
from functrace.core.tracer import Tracer
from functrace.testing._numerical import estimate_jvp
from tests._discover import modules
from tests._quick import first_of_each, is_drawn, law
from tests.calls._base import Call
from tests.systematic._laws import (
    assert_near,
    directions,
    is_inexact_array,
    pair,
    pull,
    push,
    variable,
)


@dataclass(frozen=True)
class Bound:
    """A call in one of the namespaces."""

    call: Call
    namespace: Any

    def plain(self) -> Bound:
        """The same call of the library itself."""
        return Bound(self.call, self.call.plain)

    @property
    def places(self) -> list[int]:
        """Positions of the arguments that are traced."""
        return [i for i, arg in enumerate(self.call.args) if is_inexact_array(arg)]

    @property
    def varied(self) -> list[Any]:
        """The arguments that are traced."""
        return [self.call.args[i] for i in self.places]

    def leaves(self, *varied: Any) -> list[Any]:
        """Leaves of the result, with these in the place of the traced arguments.

        The call gets copies, as it may write to its arguments.
        """
        args = list(self.call.args)
        for i, arg in zip(self.places, varied, strict=True):
            args[i] = arg
        args = [arg.copy() if type(arg) is np.ndarray else arg for arg in args]
        result = self.call.function(self.namespace, *args)
        return optree.tree_leaves(result, none_is_leaf=True, namespace="functrace")

    def inexact(self, *varied: Any) -> tuple[Any, ...]:
        """The leaves that can have a derivative."""
        leaves = self.leaves(*varied)
        return tuple(v for v in leaves if hasattr(v, "dtype") and v.dtype.kind in "fc")


def all_calls() -> list[tuple[str, Call]]:
    """Every call with an id: the file, the position and the line."""
    found: list[tuple[str, Call]] = []
    for module in modules("calls"):
        name = module.__name__.rpartition(".")[2]
        for i, call in enumerate(getattr(module, "CALLS", [])):
            line = call.function.__code__.co_firstlineno
            found.append((f"{name}-{i}-line{line}", call))
    return found


ALL = all_calls()


def each_call(
    *,
    order: int = 0,
    twice: bool = False,
    abstract: bool = False,
    kinds: bool = False,
    written: bool = False,
    share: int = 1,
    others: int = 0,
) -> Callable[[Any], Any]:
    """Run the test for every call that fits; with `twice`, in both namespaces.

    `kinds`: for one of each kind, where records, which have laws of their own, decide;
    `written`: for one of those that are written alike, with operands of the same dtypes.
    `share`: of how many kinds of calls the quick tier takes one, the first of its kind, and
    `others`, of how many calls it takes one besides.
    """
    chosen = [
        (f"{name}-{label}", Bound(call, namespace))
        for name, call in ALL
        for label, namespace in list(call.namespaces.items())[: 1 + twice]
        if (not order or (call.differentiable and call.order >= order))
        and (call.abstract or not abstract)
    ]
    if kinds:
        chosen = first_of_each(chosen, _kind)
    if written:
        chosen = first_of_each(chosen, lambda named: (_kind(named), _written(named)))
    quick = {name for name, _ in first_of_each(chosen, _kind, share)}
    if others:
        quick |= {name for name, _ in chosen if is_drawn(name, others)}
    return law("bound", dict(chosen), quick)


def _kind(named: tuple[str, Bound]) -> tuple[Any, ...]:
    """The file, and what is called."""
    name, bound = named
    return name.partition("-")[0], bound.call.function.__code__.co_names


_ARRAYS = (np.ndarray, np.generic)


def _written(named: tuple[str, Bound]) -> tuple[Any, ...]:
    """The constants of a call, what else is no number, and dtypes of the arrays."""
    call = named[1].call
    function = call.function
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    around = optree.tree_leaves((function.__defaults__, cells), none_is_leaf=True)
    words = [x for x in around if isinstance(x, (str, bool, type(None)))]
    passed = [a.dtype if isinstance(a, _ARRAYS) else repr(a) for a in call.args]
    return function.__code__.co_consts, *words, *passed


def last_namespace(call: Call) -> Any:
    """Ours, which stands in for the library."""
    return list(call.namespaces.values())[-1]


def assert_same(got: Any, expected: Any) -> None:
    """Compare leaves: values, shapes, dtypes, types of Python values."""
    got = got.value if isinstance(got, Tracer) else got
    if not isinstance(expected, (np.ndarray, np.generic)):
        assert type(got) is type(expected)
        assert got == expected
        return
    assert got.dtype == expected.dtype
    assert np.shape(got) == expected.shape
    if expected.dtype.kind in "fc":
        tolerance = 100 * np.finfo(expected.dtype).eps
        scale = np.max(np.abs(expected[np.isfinite(expected)]), initial=1.0)
        np.testing.assert_allclose(
            got, expected, rtol=tolerance, atol=tolerance * scale
        )
    else:
        np.testing.assert_array_equal(got, expected)


@each_call(twice=True, others=2)
def test_value(bound):
    """The arguments are left as they are."""
    before = copy.deepcopy(bound.varied)
    plain = bound.plain().leaves(*bound.varied)
    with recording(tracing=True):
        traced = bound.leaves(*map(variable, bound.varied))
    for arg, old in zip(bound.varied, before, strict=True):
        np.testing.assert_array_equal(arg, old)
    assert len(traced) == len(plain)
    for got, expected in zip(traced, plain, strict=True):
        assert_same(got, expected)


@each_call()
def test_on_plain_arrays(bound):
    """Without tracers, nothing is recorded and NumPy's result comes back."""
    plain = bound.plain().leaves(*bound.varied)
    got = Bound(bound.call, last_namespace(bound.call)).leaves(*bound.varied)
    for value, expected in zip(got, plain, strict=True):
        assert not isinstance(value, Tracer)
        assert_same(value, expected)


@each_call(order=1)
def test_first_derivatives(bound, rng):
    tangents = directions(rng, bound.varied)
    plain = bound.plain().inexact
    expected = [e.value for e in estimate_jvp(plain, bound.varied, tangents)]
    dots = push(bound.inexact, bound.varied, tangents)
    for dot, slope in zip(dots, expected, strict=True):
        assert_near(dot, slope, bound.call.tolerance)
    cotangents = directions(rng, dots)
    bars = pull(bound.inexact, bound.varied, cotangents)
    for bar, arg in zip(bars, bound.varied, strict=True):
        assert (np.shape(bar), bar.dtype) == (arg.shape, arg.dtype)
    assert_near(pair(bars, tangents), pair(cotangents, dots), 1e-11)


@each_call(order=2, kinds=True, share=6)
def test_second_derivatives(bound, rng):
    cotangents = directions(rng, bound.inexact(*bound.varied))
    count = len(bound.varied)

    def gradient(*args: Any) -> tuple[Any, ...]:
        return tuple(pull(bound.inexact, args[:count], args[count:]))

    args = [*bound.varied, *cotangents]
    tangents = directions(rng, args)
    expected = [e.value for e in estimate_jvp(gradient, args, tangents)]
    tolerance = 10 * bound.call.tolerance
    for dot, slope in zip(push(gradient, args, tangents), expected, strict=True):
        assert_near(dot, slope, tolerance)
    weights = directions(rng, expected)
    bars = pull(gradient, args, weights)
    assert_near(pair(bars, tangents), pair(weights, expected), tolerance)
