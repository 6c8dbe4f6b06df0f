"""Programs called from Numba's code: as functions of arrays and numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import overload

from functrace.compiler.text.module import NO_MEMORY
from functrace.core.errors import message
from functrace.transforms._native.numba_program import (
    ArgumentCondition,
    conditions_of,
    program_of,
    words_of,
)
from functrace.transforms._native.prototype import Parameter, Prototype
from functrace.transforms._native.status import HELP, MISFIT


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
    """Chooses what answers a call, by the types of its arguments.

    Names of parameters begin with letters: what begins with an underscore is ours.
    """

    def __init__(self, prototype: Prototype, address: int, *, raises: bool) -> None:
        self._prototype = prototype
        self._address = address
        self._raises = raises
        self._where = f"functrace.native {prototype.name}"
        self._scope: dict[str, Any] = {"_np": np}

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
                    expected=words_of(parameter),
                    got=found,
                    help="np.ascontiguousarray brings an array into C order, "
                    "astype and np.float64(x) change types.",
                )
            )

    def _lines(self, made: Sequence[Parameter]) -> list[str]:
        prototype = self._prototype
        conditions = conditions_of(prototype, made)
        program = program_of(prototype, self._address, conditions, tell=self._raises)
        names = [each.name for each in (*prototype.inputs, *prototype.arrays)]
        self._scope["_program"] = program
        lines = [f"def implementation{_head(prototype)}:"]
        lines += [f"{e.name} = _np.empty({e.shape}, {_dtype(e)})" for e in made]
        lines.append(f"_results = _program({', '.join(names)})")
        if self._raises:
            lines.append("if _results[0] != 0:")
            lines += [f"    {line}" for line in self._errors(conditions)]
        return [*lines, f"return {', '.join(self._results())}"]

    def _results(self) -> list[str]:
        numbers = itertools.count(1)
        status = [] if self._raises else ["_results[0]"]
        return status + [
            out.name if out.shape else f"_results[{next(numbers)}]"
            for out in self._prototype.outputs
        ]

    def _errors(self, conditions: Sequence[ArgumentCondition]) -> Iterator[str]:
        for number, condition in enumerate(conditions, MISFIT):
            words = f"{self._where}: {condition.words}"
            yield f"if _results[0] == {number}: raise ValueError({words!r})"
        memory = f"{self._where}: no memory."
        yield f"if _results[0] == {NO_MEMORY}: raise MemoryError({memory!r})"
        yield f"raise ValueError({f'{self._where}: {HELP}'!r})"


def _dtype(parameter: Parameter) -> str:
    return f"_np.{parameter.dtype.name.replace('bool', 'bool_')}"


def _is_missing(type_: Any) -> bool:
    return type_ is None or isinstance(type_, (types.Omitted, types.NoneType))
