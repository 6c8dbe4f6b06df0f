"""Programs called from Numba's code: as functions of arrays and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from functrace.core.errors import message
from functrace.transforms._native.prototype import Parameter, Prototype
from functrace.transforms._native.status import HELP, NO_MEMORY

_POINTER = ir.IntType(8).as_pointer()


def numba_function(prototype: Prototype, address: int) -> Callable[..., Any]:
    """What ``@njit`` code calls: outputs that are arrays are made, or given as well."""
    implementation = _Implementation(prototype, address)
    head = _head(prototype)
    call = head.replace("=None", "")
    scope: dict[str, Any] = {"choose": implementation.choose}
    exec(  # noqa: S102 - our own text
        f"def placeholder{head}: raise NotImplementedError\n"
        f"def chosen{head}: return choose{call}\n"
        f"def {prototype.name}{head}: return placeholder{call}\n",
        scope,
    )
    overload(scope["placeholder"], inline="always")(scope["chosen"])
    return numba.njit(inline="always")(scope[prototype.name])


def _head(prototype: Prototype) -> str:
    """The parameters: the inputs, and arrays to write to that may be left out."""
    names = [each.name for each in prototype.inputs]
    names += [f"{out.name}=None" for out in prototype.arrays]
    return f"({', '.join(names)})"


class _Implementation:
    """Chooses what answers a call, by the types of its arguments."""

    def __init__(self, prototype: Prototype, address: int) -> None:
        self._prototype = prototype
        self._where = f"functrace.native {prototype.name}"
        self._scope = {
            "np": np,
            "program": _program(prototype, address),
            "overlap": overlap,
        }

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
        names = [each.name for each in (*prototype.inputs, *prototype.arrays)]
        lines = [f"def implementation{_head(prototype)}:"]
        for each in (*prototype.inputs, *prototype.arrays):
            if each in made:
                dtype = each.dtype.name.replace("bool", "bool_")
                lines.append(f"{each.name} = np.empty({each.shape}, np.{dtype})")
            elif each.shape:
                lines += self._shape_lines(each)
        lines += self._overlap_lines(made)
        packed = "".join(f"{name}, " for name in names)
        lines += [f"results = program(({packed}))", "if results[0] != 0:"]
        lines += [f"    if results[0] == {NO_MEMORY}:"]
        lines += [f"        raise MemoryError({f'{self._where}: no memory.'!r})"]
        lines += [f"    raise ValueError({f'{self._where}: {HELP}'!r})"]
        numbers = iter(range(1, len(prototype.outputs) + 1))
        results = [
            out.name if out.shape else f"results[{next(numbers)}]"
            for out in prototype.outputs
        ]
        lines.append(f"return {', '.join(results)}")
        return lines

    def _shape_lines(self, parameter: Parameter) -> list[str]:
        text = f"{self._where}: {parameter.name!r} must be {_words(parameter)}."
        return [
            f"if {parameter.name}.shape != {parameter.shape}:",
            f"    raise ValueError({text!r})",
        ]

    def _overlap_lines(self, made: Sequence[Parameter]) -> list[str]:
        """Refuse outputs that share memory with what is read, or written."""
        lines: list[str] = []
        others = [each for each in self._prototype.inputs if each.shape]
        for out in self._prototype.arrays:
            if out not in made:
                for other in others:
                    words = f"{out.name!r} shares memory with {other.name!r}"
                    text = f"{self._where}: {words}."
                    lines.append(f"if overlap({out.name}, {other.name}):")
                    lines.append(f"    raise ValueError({text!r})")
                others.append(out)
        return lines


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
    def program(typing: Any, packed: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            found = iter(cgutils.unpack_tuple(builder, values[0]))
            kinds = iter(packed.types)
            given, slots = [], []
            for each in parameters:
                if each.is_output and not each.shape:
                    type_ = context.get_data_type(numba.from_dtype(each.dtype))
                    slots.append(cgutils.alloca_once(builder, type_))
                    given.append(builder.bitcast(slots[-1], _POINTER))
                else:
                    pair = next(kinds), next(found)
                    given.append(_passed(context, builder, each, *pair))
            kind = ir.FunctionType(ir.IntType(32), [value.type for value in given])
            place = context.add_dynamic_addr(builder, address, info=name)
            function = builder.bitcast(place, kind.as_pointer())
            status = builder.call(function, given)
            pairs = zip(numbers, slots, strict=True)
            outs = [context.unpack_value(builder, *pair) for pair in pairs]
            return context.make_tuple(builder, returned, [status, *outs])

        return returned(packed), generate

    return program


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
