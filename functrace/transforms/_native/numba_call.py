"""Programs called from Numba's code: as functions of arrays and numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from functrace.core.errors import message
from functrace.transforms._native.prototype import Parameter, Prototype
from functrace.transforms._native.status import HELP, MISFIT, NO_MEMORY

_POINTER = ir.IntType(8).as_pointer()
_STATUS = ir.IntType(32)


def numba_function(
    prototype: Prototype, address: int, *, raises: bool
) -> Callable[..., Any]:
    """What ``@njit`` code calls: outputs that are arrays are made, or given as well.

    It raises an exception, or returns the status before the results.
    """
    implementation = _Implementation(prototype, address, raises=raises)
    head = _head(prototype)
    call = head.replace("=None", "")
    scope: dict[str, Any] = {"choose": implementation.choose}
    exec(  # noqa: S102 - our own text
        f"def placeholder{head}: raise NotImplementedError\n"
        f"def chosen{head}: return choose{call}\n"
        f"def {prototype.name}{head}: return placeholder{call}\n",
        scope,
    )
    # A part of what calls it: Numba counts references to arrays for each call.
    overload(scope["placeholder"], inline="always")(scope["chosen"])
    return numba.njit(inline="always")(scope[prototype.name])


def _head(prototype: Prototype) -> str:
    """The parameters: the inputs, and arrays to write to that may be left out."""
    names = [each.name for each in prototype.inputs]
    names += [f"{out.name}=None" for out in prototype.arrays]
    return f"({', '.join(names)})"


class _Implementation:
    """Chooses what answers a call, by the types of its arguments."""

    def __init__(self, prototype: Prototype, address: int, *, raises: bool) -> None:
        self._prototype = prototype
        self._raises = raises
        self._where = f"functrace.native {prototype.name}"
        program = _program(prototype, address)
        self._scope = {"np": np, "program": program, "overlap": overlap}

    def choose(self, *given: Any) -> Callable[..., Any]:
        """The implementation for arguments of such types."""
        prototype = self._prototype
        inputs = len(prototype.inputs)
        for parameter, type_ in zip(prototype.inputs, given, strict=False):
            self._check(parameter, type_)
        made: list[Parameter] = []
        for parameter, type_ in zip(prototype.arrays, given[inputs:], strict=True):
            if _is_missing(type_):
                made.append(parameter)
            else:
                self._check(parameter, type_)
        text = "\n    ".join(self._lines(made))
        exec(text, self._scope)  # noqa: S102 - our own text
        return self._scope["implementation"]

    def _check(self, parameter: Parameter, type_: Any) -> None:
        expected = numba.from_dtype(parameter.dtype)
        found = types.unliteral(type_)
        if not parameter.shape:
            fits = found == expected
        else:
            fits = (
                isinstance(found, types.Array)
                and found.dtype == expected
                and found.ndim == len(parameter.shape)
                and found.layout == "C"
                and found.aligned
                and (found.mutable or not parameter.is_output)
            )
        if not fits:
            raise TypingError(
                message(
                    f"{self._where}: {parameter.name!r} is of another type.",
                    expected=_words(parameter),
                    got=found,
                    help="np.ascontiguousarray brings an array into C order, "
                    "astype and np.float64(x) change types.",
                )
            )

    def _lines(self, made: Sequence[Parameter]) -> list[str]:
        prototype = self._prototype
        arrays = [each for each in prototype.inputs if each.shape]
        arrays += [out for out in prototype.arrays if out not in made]
        refused = dict([*map(self._misfit, arrays), *self._overlaps(arrays)])
        names = [each.name for each in (*prototype.inputs, *prototype.arrays)]
        packed = "".join(f"{name}, " for name in names)
        fits = " and ".join(f"not {condition}" for condition in refused) or "True"
        return [
            f"def implementation{_head(prototype)}:",
            *(f"{out.name} = np.empty({out.shape}, {_dtype(out)})" for out in made),
            f"results = program({fits}, ({packed}))",
            "if results[0] != 0:",
            *(f"    {line}" for line in self._nothing(refused)),
            f"return {', '.join(self._results())}",
        ]

    def _results(self) -> list[str]:
        numbers = itertools.count(1)
        status = [] if self._raises else ["results[0]"]
        return status + [
            out.name if out.shape else f"results[{next(numbers)}]"
            for out in self._prototype.outputs
        ]

    def _misfit(self, parameter: Parameter) -> tuple[str, str]:
        words = f"{parameter.name!r} must be {_words(parameter)}."
        return f"({parameter.name}.shape != {parameter.shape})", words

    def _overlaps(self, arrays: Sequence[Parameter]) -> Iterator[tuple[str, str]]:
        """Outputs that share memory with what is read, or written, before them."""
        for k, out in enumerate(arrays):
            for other in arrays[:k] if out.is_output else ():
                words = f"{out.name!r} shares memory with {other.name!r}."
                yield f"overlap({out.name}, {other.name})", words

    def _nothing(self, refused: dict[str, str]) -> Iterator[str]:
        """Where there is no result: NaN, as Numba's parallel loops lose exceptions."""
        for out in self._prototype.arrays:
            if out.dtype.kind in "fc":
                yield f"{out.name}[...] = np.nan"
        if not self._raises:
            return
        for condition, words in refused.items():
            yield f"if {condition}: raise ValueError({f'{self._where}: {words}'!r})"
        memory = f"raise MemoryError({f'{self._where}: no memory.'!r})"
        yield f"if results[0] == {NO_MEMORY}: {memory}"
        yield f"raise ValueError({f'{self._where}: {HELP}'!r})"


def _dtype(parameter: Parameter) -> str:
    return f"np.{parameter.dtype.name.replace('bool', 'bool_')}"


def _is_missing(type_: Any) -> bool:
    return type_ is None or isinstance(type_, (types.Omitted, types.NoneType))


def _words(parameter: Parameter) -> str:
    order = " in C order" if len(parameter.shape) > 1 else " without gaps"
    writable = ", writable" if parameter.is_output else ""
    return parameter.words + (order if parameter.shape else "") + writable


@numba.njit(inline="always")
def overlap(one: Any, other: Any) -> bool:
    """Whether two arrays in C order share memory."""
    start, begin = one.ctypes.data, other.ctypes.data
    return start < begin + other.nbytes and begin < start + one.nbytes


def _program(prototype: Prototype, address: int) -> Callable[..., Any]:
    """The call itself, of a tuple: a tuple of the status and the outputs without axes.

    The address is a dynamic one for Numba, which does not keep code with such on disk.
    """
    numbers = [numba.from_dtype(o.dtype) for o in prototype.outputs if not o.shape]
    returned = types.Tuple([types.int32, *numbers])
    parameters, name = prototype.parameters, prototype.name

    @intrinsic
    def program(typing: Any, fits: Any, packed: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            found = iter(cgutils.unpack_tuple(builder, values[1]))
            kinds = iter(packed.types)
            given, slots = [], []
            for each in parameters:
                if each.is_output and not each.shape:
                    slots.append(_slot(context, builder, each))
                    given.append(builder.bitcast(slots[-1], _POINTER))
                else:
                    pair = next(kinds), next(found)
                    given.append(_passed(context, builder, each, *pair))
            kind = ir.FunctionType(_STATUS, [value.type for value in given])
            place = context.add_dynamic_addr(builder, address, info=name)
            function = builder.bitcast(place, kind.as_pointer())
            status = cgutils.alloca_once(builder, _STATUS)
            builder.store(ir.Constant(_STATUS, MISFIT), status)
            with builder.if_then(values[0], likely=True):
                builder.store(builder.call(function, given), status)
            pairs = zip(numbers, slots, strict=True)
            outs = [context.unpack_value(builder, *pair) for pair in pairs]
            return context.make_tuple(builder, returned, [builder.load(status), *outs])

        return returned(fits, packed), generate

    return program


def _slot(context: Any, builder: Any, parameter: Parameter) -> Any:
    """Where a number is written: NaN, if it is not."""
    type_ = numba.from_dtype(parameter.dtype)
    kind = context.get_data_type(type_)
    slot = cgutils.alloca_once(builder, kind)
    start = np.full((), np.nan) if parameter.dtype.kind in "fc" else np.zeros(())
    number = start.astype(parameter.dtype)[()]
    value = context.get_constant_generic(builder, type_, number)
    builder.store(context.get_value_as_data(builder, type_, value), slot)
    return slot


def _passed(
    context: Any, builder: Any, parameter: Parameter, type_: Any, value: Any
) -> Any:
    """An argument as C takes it."""
    if parameter.shape:
        array = context.make_array(type_)(context, builder, value)
        return builder.bitcast(array.data, _POINTER)
    if parameter.is_by_value:
        return context.get_value_as_data(builder, type_, value)
    slot = cgutils.alloca_once_value(builder, value)
    return builder.bitcast(slot, _POINTER)
