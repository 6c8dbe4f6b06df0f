"""A batch gives what its elements give one by one, whichever operands are mapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core.primitive import REGISTRY, Primitive
from functrace.primitives import indexing
from functrace.primitives.indexing import ARRAY
from tests._quick import first_of_each, law
from tests.samples._base import ORDERED
from tests.systematic._laws import (
    CASES,
    Case,
    assert_near,
    directions,
    each_case,
    is_inexact_array,
    pull,
    subsets,
)

_SIZE = 3
_FACTORS = (1, 1.125, 1.0625)  # exact: what is singular, or sorted, stays so


def batch_of(case: Case, array: Any, size: int = _SIZE) -> np.ndarray:
    """Arrays like the one of a sample, stacked: integers in another order."""
    if is_inexact_array(array):
        return np.stack([array] * size) * np.reshape(
            _FACTORS[:size], (-1, *[1] * array.ndim)
        )
    step = 0 if case.primitive.name in ORDERED else 1
    return np.stack([np.roll(array, k * step) for k in range(size)])


def _ranks(case: Case) -> Any:
    """What a rule for batches may look at, besides options."""
    return case.ranks


def array_places(case: Case) -> list[int]:
    """Positions of the arguments that are arrays."""
    args = enumerate(case.sample.args)
    return [i for i, arg in args if isinstance(arg, (np.ndarray, np.generic))]


def filled(case: Case, places: Sequence[int]) -> Callable[..., tuple[Any, ...]]:
    """The outputs as a function of the arguments at these places."""

    def function(*arrays: Any) -> tuple[Any, ...]:
        args = list(case.sample.args)
        for i, array in zip(places, arrays, strict=True):
            args[i] = array
        return case.outputs(args)

    return function


def looped(function: Any, batches: Sequence[Any]) -> list[Any]:
    """The results for each element of the batches, stacked."""
    rows = [function(*arrays) for arrays in zip(*batches, strict=True)]
    return [np.stack(column) for column in zip(*rows, strict=True)]


def assert_all_near(
    got: Sequence[Any], expected: Sequence[Any], tolerance: float
) -> None:
    assert len(got) == len(expected)
    for out, value in zip(got, expected, strict=True):
        assert (out.shape, out.dtype) == (value.shape, value.dtype)
        if value.dtype.kind in "fc":
            assert_near(out, value, tolerance)
        else:
            np.testing.assert_array_equal(out, value)


_SHOWN: dict[Any, Primitive] = {}
for _case in CASES:
    _SHOWN.setdefault((_case.primitive.batch, len(_case.sample.args)), _case.primitive)


def _shows_its_rule(case: Case) -> bool:
    """Elementwise operations have one rule: of those with so many operands one shows it."""
    primitive = case.primitive
    key = primitive.batch, len(case.sample.args)
    return not primitive.elementwise or _SHOWN[key] is primitive


def first_cases(
    *,
    derivatives: bool = False,
    only: Callable[[Case], bool] = lambda _: True,
    share: int = 1,
) -> Any:
    """Run the test for one sample of each primitive; `share` is that of `each_case`."""
    chosen: dict[str, Case] = {}
    for case in filter(only, CASES):
        if array_places(case) and (case.places or not derivatives):
            chosen.setdefault(case.primitive.name, case)
    names = first_of_each(chosen, lambda name: name, share)
    return law("case", chosen, names)


def test_every_primitive_that_takes_operands_has_a_rule():
    taking = {case.primitive for case in CASES if case.sample.args}
    ours = [p for p in REGISTRY.values() if p.module.startswith("functrace.")]
    assert not [p.name for p in ours if p.batch is None and p in taking]
    assert all(p in taking for p in ours if p.batch is not None)


@each_case(only=_shows_its_rule, kind=_ranks, share=8)
def test_each_subset_of_operands(case):
    for places in subsets(array_places(case)):
        function = filled(case, places)
        batches = [batch_of(case, case.sample.args[i]) for i in places]
        expected = looped(function, batches)
        assert_all_near(ft.vmap(function)(*batches), expected, 1e-13)
        last = [np.moveaxis(batch, 0, -1) for batch in batches]
        assert_all_near(ft.vmap(function, in_axes=-1)(*last), expected, 1e-13)


@first_cases(share=2)
@pytest.mark.parametrize("size", [0, 1])
def test_small_batches(case, size):
    places = array_places(case)
    function = filled(case, places)
    batches = [batch_of(case, case.sample.args[i]) for i in places]
    expected = [out[:size] for out in looped(function, batches)]
    got = ft.vmap(function)(*(batch[:size] for batch in batches))
    assert_all_near(got, expected, 1e-13)


@each_case(derivatives=True, only=_shows_its_rule, kind=_ranks, share=4)
def test_derivatives_of_batches(case, rng):
    """The cotangent of an operand that is not mapped is a sum over the batch."""
    function = case.function(case.places)
    for places in subsets(range(len(case.places))):
        args = [
            batch_of(case, arg) if i in places else arg
            for i, arg in enumerate(case.varied)
        ]
        axes = tuple(0 if i in places else None for i in range(len(args)))
        vmapped = ft.vmap(function, in_axes=axes)
        cotangents = directions(rng, vmapped(*args))
        got = pull(vmapped, args, cotangents)
        rows = [
            pull(
                function,
                [arg[k] if i in places else arg for i, arg in enumerate(args)],
                [w[k] for w in cotangents],
            )
            for k in range(_SIZE)
        ]
        columns = map(np.stack, zip(*rows, strict=True))
        expected = [c if i in places else c.sum(0) for i, c in enumerate(columns)]
        assert_all_near(got, expected, 1e-11)


@each_case(derivatives=True, shapes=False, kind=_ranks, share=4)
def test_batches_of_derivatives(case, rng):
    function, gradient = gradient_of(case)
    batches = [batch_of(case, arg) for arg in case.varied]
    batches += directions(rng, ft.vmap(function)(*batches))
    expected = looped(gradient, batches)
    assert_all_near(ft.vmap(gradient)(*batches), expected, 1e-11)


def gradient_of(case: Case) -> tuple[Any, Any]:
    """The inexact outputs; the cotangents as a function of arguments and cotangents."""
    function, count = case.function(case.places), len(case.places)

    def gradient(*args: Any) -> tuple[Any, ...]:
        return tuple(pull(function, args[:count], args[count:]))

    return function, gradient


@first_cases(only=_shows_its_rule, share=4)
def test_compiled(case):
    places = array_places(case)
    function = filled(case, places)
    batches = [batch_of(case, case.sample.args[i]) for i in places]
    expected = looped(function, batches)
    assert_all_near(ft.jit(ft.vmap(function))(*batches), expected, 1e-12)


@first_cases(derivatives=True, only=_shows_its_rule, share=12)
def test_compiled_derivatives(case, rng):
    function, gradient = gradient_of(case)
    batches = [batch_of(case, arg) for arg in case.varied]
    batches += directions(rng, ft.vmap(function)(*batches))
    expected = looped(gradient, batches)
    assert_all_near(ft.jit(ft.vmap(gradient))(*batches), expected, 1e-11)


# -- indices -----------------------------------------------------------------------

_ALL = slice(None)
_MASK = np.array([True, False, True, True, False])
_X = (4, 2, 5)
_INDICES: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = [  # with the arrays' shapes
    ((ARRAY,), ((2, 3),)),
    ((_ALL, ARRAY, -1), ((3,),)),
    ((_ALL, slice(None, None, -1), ARRAY), ((2, 3),)),
    ((..., ARRAY, None), ((3,),)),
    ((None, ..., ARRAY, slice(1, 3)), ((3, 2),)),
    ((_ALL, ARRAY, ARRAY), ((3,), (2, 1))),
    ((ARRAY, _ALL, ARRAY), ((2, 1), (3,))),
    ((None, ARRAY, _ALL, ARRAY), ((3,), ())),
    ((_ALL, ARRAY, ..., ARRAY), ((3,), (2, 3))),
    ((0, _ALL, ARRAY), ((3,),)),
    ((_ALL, ARRAY, ARRAY), ((2, 1), _MASK)),
    ((_ALL, _ALL, ARRAY), (_MASK,)),
]


def index_arrays(rng: np.random.Generator, shapes: Any) -> list[np.ndarray]:
    """Integers of both signs, with repetitions, that fit every dimension; masks."""
    return [
        shape if shape is _MASK else np.asarray(rng.integers(-2, 2, shape))
        for shape in shapes
    ]


def read(x: Any, values: Any, *arrays: Any, index: Any) -> Any:
    return indexing.gather(x, *arrays, index=index)


def last_writes(x: Any, values: Any, *arrays: Any, index: Any) -> Any:
    return indexing.last_writes(*arrays, index=index, shape=_X)


_WRITES = [indexing.index_update, indexing.index_add]


def each_index(*, masks: bool) -> Callable[[Any], Any]:
    """Run the test for every index; with masks only writing has a shape that is known."""
    chosen = [
        (function, index, shapes)
        for function in (read, last_writes, *_WRITES)
        for index, shapes in _INDICES
        if all(s is not _MASK for s in shapes) or (masks and function in _WRITES)
    ]
    return pytest.mark.parametrize(("function", "index", "shapes"), chosen)


def of_operands(function: Any, index: Any, operands: list[Any], chosen: Any) -> Any:
    """The function of the chosen operands alone."""

    def of_chosen(*arrays: Any) -> tuple[Any]:
        given = list(operands)
        for i, array in zip(chosen, arrays, strict=True):
            given[i] = array
        return (function(*given, index=index),)

    return of_chosen


@each_index(masks=True)
def test_indices(function, index, shapes, rng):
    """Values of too low a rank, with dimensions of 1, and with more of these in front."""
    x, arrays = rng.normal(size=_X), index_arrays(rng, shapes)
    part = indexing.gather(x, *arrays, index=index).shape
    excess = [(1, *part)] if function is indexing.index_update else []
    for shape in (part[-1:], (1, *part[1:]), part, *excess):
        operands = [x, rng.normal(size=shape), *arrays]
        for chosen in subsets([i for i, a in enumerate(operands) if a is not _MASK]):
            of_chosen = of_operands(function, index, operands, chosen)
            batches = [rng.permuted([operands[i]] * _SIZE) for i in chosen]
            got = ft.vmap(of_chosen)(*batches)
            assert_all_near(got, looped(of_chosen, batches), 1e-13)


@each_index(masks=False)
def test_compiled_indices(function, index, shapes, rng):
    x, arrays = rng.normal(size=_X), index_arrays(rng, shapes)
    operands = [x, indexing.gather(x, *arrays, index=index), *arrays]
    of_all = of_operands(function, index, operands, range(len(operands)))
    batches = [rng.permuted([operand] * _SIZE) for operand in operands]
    got = ft.jit(ft.vmap(of_all))(*batches)
    assert_all_near(got, looped(of_all, batches), 1e-13)
