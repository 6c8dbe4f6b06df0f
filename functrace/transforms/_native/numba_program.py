"""The call of a program in Numba's code, written in LLVM's language.

What is to be looked at first is looked at here, too: as Python it would take Numba some
seconds to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from functrace.transforms._native.prototype import Parameter, Prototype
from functrace.transforms._native.status import MISFIT

_POINTER = ir.IntType(8).as_pointer()
_STATUS, _WORD = ir.IntType(32), ir.IntType(64)


class ArgumentCondition(NamedTuple):
    """What arguments must fulfil.

    Attributes
    ----------
    names : tuple of str
        One: an array has the parameter's shape. Two: they share no memory.
    words : str
        What is said where it does not hold.
    """

    names: tuple[str, ...]
    words: str


def conditions_of(
    prototype: Prototype, made: Sequence[Parameter]
) -> tuple[ArgumentCondition, ...]:
    """What must hold of arrays that are given, before the program may be called."""
    given = [each for each in prototype.inputs if each.shape]
    given += [out for out in prototype.arrays if out not in made]
    shapes = [
        ArgumentCondition((each.name,), f"{each.name!r} must be {words_of(each)}.")
        for each in given
    ]
    overlaps = [
        ArgumentCondition(
            (out.name, other.name), f"{out.name!r} shares memory with {other.name!r}."
        )
        for other, out in combinations(given, 2)
        if out.is_output
    ]
    return (*shapes, *overlaps)


def words_of(parameter: Parameter) -> str:
    """What is expected."""
    order = " in C order" if len(parameter.shape) > 1 else " without gaps"
    writable = ", writable" if parameter.is_output else ""
    return parameter.words + (order if parameter.shape else "") + writable


def program_of(
    prototype: Prototype,
    address: int,
    conditions: Sequence[ArgumentCondition],
    *,
    tell: bool,
) -> Callable[..., Any]:
    """The call: a tuple of the status and the outputs without axes.

    It takes the function's arguments but for such outputs. Where a condition does not hold
    the status is `MISFIT`; with `tell`, more by the condition's number. Where nothing is
    computed, outputs are NaN that can be: Numba's parallel loops lose exceptions.
    """
    numbers = [numba.from_dtype(o.dtype) for o in prototype.outputs if not o.shape]
    returned = types.Tuple([types.int32, *numbers])
    names = [each.name for each in (*prototype.inputs, *prototype.arrays)]

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = dict(zip(names, signature.args, strict=True))
        given = dict(zip(names, values, strict=True))
        call = _Call(context, builder, prototype, kinds, given)
        call.write(address, conditions, tell=tell)
        return context.make_tuple(builder, returned, call.results())

    def typed(*given: Any) -> Any:
        return returned(*given), generate

    scope: dict[str, Any] = {"typed": typed}
    listed = ", ".join(names)
    text = f"def program({', '.join(['_typing', *names])}): return typed({listed})"
    exec(text, scope)  # noqa: S102 - our own text: Numba wants to know the names
    return intrinsic(scope["program"])


class _Call:
    """Writes the call of a program.

    Parameters
    ----------
    context, builder
        Numba's.
    prototype : Prototype
    kinds, given : dict
        By the parameters' names, types and values.
    """

    def __init__(
        self,
        context: Any,
        builder: Any,
        prototype: Prototype,
        kinds: dict[str, Any],
        given: dict[str, Any],
    ) -> None:
        self._context, self._builder = context, builder
        self._prototype = prototype
        self._kinds, self._given = kinds, given
        self._arrays = {
            each.name: context.make_array(kinds[each.name])(
                context, builder, given[each.name]
            )
            for each in prototype.parameters
            if each.shape
        }
        self._slots = {
            each.name: self._slot(each) for each in prototype.outputs if not each.shape
        }
        self._status = cgutils.alloca_once(builder, _STATUS)

    def write(
        self, address: int, conditions: Sequence[ArgumentCondition], *, tell: bool
    ) -> None:
        """Look at the arguments, call the program, and see what it says.

        The address is a dynamic one for Numba, which does not keep code with such on disk.
        """
        builder = self._builder
        given = [self._passed(each) for each in self._prototype.parameters]
        kind = ir.FunctionType(_STATUS, [value.type for value in given])
        name = self._prototype.name
        place = self._context.add_dynamic_addr(builder, address, info=name)
        function = builder.bitcast(place, kind.as_pointer())
        fits: Any = ir.Constant(_STATUS, 0)
        for number, condition in reversed([*enumerate(conditions, MISFIT)]):
            status = ir.Constant(_STATUS, number if tell else MISFIT)
            fits = builder.select(self._is_broken(*condition.names), status, fits)
        builder.store(fits, self._status)
        zero = ir.Constant(_STATUS, 0)
        with builder.if_then(builder.icmp_unsigned("==", fits, zero), likely=True):
            builder.store(builder.call(function, given), self._status)
        failed = builder.icmp_unsigned("!=", builder.load(self._status), zero)
        with builder.if_then(failed, likely=False):
            for out in self._prototype.arrays:
                self._spoil(out)

    def results(self) -> list[Any]:
        """The status, and the outputs without axes."""
        found = [self._builder.load(self._status)]
        for each in self._prototype.outputs:
            if not each.shape:
                kind, slot = numba.from_dtype(each.dtype), self._slots[each.name]
                found.append(self._context.unpack_value(self._builder, kind, slot))
        return found

    # -- arguments -----------------------------------------------------------------------

    def _slot(self, parameter: Parameter) -> Any:
        """Where a number is written: NaN, if it is not."""
        builder, type_ = self._builder, numba.from_dtype(parameter.dtype)
        slot = cgutils.alloca_once(builder, self._context.get_data_type(type_))
        builder.store(self._nothing(parameter.dtype), slot)
        return slot

    def _nothing(self, dtype: np.dtype[Any]) -> Any:
        """NaN, or zero, as it is in memory."""
        type_ = numba.from_dtype(dtype)
        number = np.array(np.nan if dtype.kind in "fc" else 0).astype(dtype)[()]
        value = self._context.get_constant_generic(self._builder, type_, number)
        return self._context.get_value_as_data(self._builder, type_, value)

    def _passed(self, parameter: Parameter) -> Any:
        """An argument as C takes it."""
        builder, name = self._builder, parameter.name
        if parameter.shape:
            return builder.bitcast(self._arrays[name].data, _POINTER)
        if parameter.is_output:
            return builder.bitcast(self._slots[name], _POINTER)
        if parameter.is_by_value:
            type_, value = self._kinds[name], self._given[name]
            return self._context.get_value_as_data(builder, type_, value)
        slot = cgutils.alloca_once_value(builder, self._given[name])
        return builder.bitcast(slot, _POINTER)

    # -- conditions ----------------------------------------------------------------------

    def _is_broken(self, name: str, *other: str) -> Any:
        if other:
            return self._overlap(name, *other)
        shapes = {each.name: each.shape for each in self._prototype.parameters}
        array = self._arrays[name]
        found = cgutils.unpack_tuple(self._builder, array.shape)
        broken: Any = ir.Constant(ir.IntType(1), 0)
        for length, expected in zip(found, shapes[name], strict=True):
            differs = self._builder.icmp_signed("!=", length, length.type(expected))
            broken = self._builder.or_(broken, differs)
        return broken

    def _overlap(self, name: str, other: str) -> Any:
        """Whether two arrays without gaps share memory."""
        (start, end), (first, last) = map(self._range, (name, other))
        return self._builder.and_(
            self._builder.icmp_unsigned("<", start, last),
            self._builder.icmp_unsigned("<", first, end),
        )

    def _range(self, name: str) -> tuple[Any, Any]:
        builder, array = self._builder, self._arrays[name]
        start = builder.ptrtoint(array.data, _WORD)
        size = builder.mul(array.nitems, array.itemsize)
        return start, builder.add(start, size)

    def _spoil(self, out: Parameter) -> None:
        """Let an array have no numbers in it."""
        if out.dtype.kind in "fc":
            array, nothing = self._arrays[out.name], self._nothing(out.dtype)
            with cgutils.for_range(self._builder, array.nitems) as loop:
                place = self._builder.gep(array.data, [loop.index])
                self._builder.store(nothing, place)
