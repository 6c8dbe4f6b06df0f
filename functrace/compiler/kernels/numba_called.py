"""Functions that Numba has compiled, called by native code where they are.

They may make arrays of their own, which a kernel may not: so their code stays Numba's, in
this process, and its address is what programs know.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.compiler.forms import Unlowered
from functrace.compiler.kernels.numba_code import (
    Argument,
    ArrayType,
    Kernel,
    entry_text,
    numba_type,
)
from functrace.compiler.kernels.numba_forms import numba_step
from functrace.compiler.machine import symbols
from functrace.compiler.machine.native import compile_text
from functrace.compiler.notation.step import Operand, StepBuilder

_numbers = itertools.count()


class CalledKernel(Kernel):
    """A kernel that calls a function of Numba's, and copies what it returns.

    Parameters
    ----------
    function : callable
        What `numba.njit` made.
    fixed : sequence
        For each argument None, or the number that it always is.
    several : bool
        Whether it returns a tuple.
    """

    def __init__(
        self, function: Any, fixed: Sequence[Any], *, several: bool, outputs: int
    ) -> None:
        self._called = function
        self._fixed = tuple(fixed)
        self._several = several
        self._inputs = sum(number is None for number in fixed)
        names = [f"x{k}" for k in range(self._inputs)]
        names += [f"o{k}" for k in range(outputs)]
        scope: dict[str, Any] = {}
        word = re.sub(r"\W", "", function.__name__, flags=re.ASCII) or "function"
        exec(f"def {word}({', '.join(names)}): ...", scope)  # noqa: S102 - our own text
        super().__init__(scope[word])

    def _compiled(self, arguments: tuple[Argument, ...]) -> str:
        import numba  # noqa: PLC0415 - loaded already
        from numba.core.errors import NumbaError  # noqa: PLC0415 - as above

        arrays = [a for a in arguments if isinstance(a, ArrayType)]
        types = tuple(map(numba_type, arrays))
        try:
            self._check(arrays)
            options: dict[str, Any] = {"no_cpython_wrapper": True}
            caller: Any = numba.njit(**options)(self._source(arrays))
            caller.compile(types)
        except NumbaError:  # it writes to an argument, for one
            raise Unlowered from None
        (compiled,) = caller.overloads.values()
        native = compiled.fndesc.llvm_func_name
        address = compiled.library.get_pointer_to_function(native)
        name = f"ft_called_{self.name}_{next(_numbers)}"
        symbols.add_symbol(f"{name}.code", address, compiled)
        text = entry_text(name, f"{name}.code", arrays)
        code = compile_text(text, [name])
        symbols.add_symbol(name, code.address(name), code)
        return name

    def _check(self, arrays: Sequence[ArrayType]) -> None:
        """Refuse results of other dtypes, or with other axes, than was said."""
        import numba  # noqa: PLC0415 - loaded already
        from numba.np.numpy_support import as_dtype  # noqa: PLC0415 - as above

        given = iter(arrays[: self._inputs])
        types = tuple(
            _passed(next(given)) if number is None else numba.typeof(number)
            for number in self._fixed
        )
        self._called.compile(types)
        found = self._called.overloads[types].signature.return_type
        if isinstance(found, numba.types.BaseTuple) != self._several:
            raise Unlowered
        results = list(found) if self._several else [found]
        outs = arrays[self._inputs :]
        if len(results) != len(outs):
            raise Unlowered
        for result, out in zip(results, outs, strict=True):
            is_array = isinstance(result, numba.types.Array)
            number = result.dtype if is_array else result
            if not is_array and not isinstance(
                number, (numba.types.Number, numba.types.Boolean)
            ):
                raise Unlowered
            fits = np.can_cast(as_dtype(number), out.dtype, "same_kind")
            if not fits or (result.ndim if is_array else 0) != out.ndim:
                raise Unlowered

    def _source(self, arrays: Sequence[ArrayType]) -> Callable[..., Any]:
        """The call, as Python that Numba compiles."""
        given, names = list[str](), iter(self.parameters)
        scope: dict[str, Any] = {"called": self._called}
        for k, number in enumerate(self._fixed):
            scope[f"fixed{k}"] = number
            if number is not None:
                given.append(f"fixed{k}")
                continue
            name = next(names)
            scalar = arrays[len(given) - _count(self._fixed[:k])].ndim == 0
            given.append(f"{name}[()]" if scalar else name)
        lines = [f"found = called({', '.join(given)})"]
        for k, out in enumerate(arrays[self._inputs :]):
            found = f"found[{k}]" if self._several else "found"
            if out.ndim:
                lines.append(f"if {found}.shape != o{k}.shape: raise ValueError")
            lines.append(f"o{k}[{'...' if out.ndim else '()'}] = {found}")
        head = f"def caller({', '.join(self.parameters)}):"
        exec("\n    ".join([head, *lines]), scope)  # noqa: S102 - our own text
        return scope["caller"]


def _count(fixed: Sequence[Any]) -> int:
    return sum(number is not None for number in fixed)


def _passed(array: ArrayType) -> Any:
    """What the function takes: a number, if there are no axes."""
    return numba_type(array if array.ndim else array.dtype)


def emit_called(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    run: Any,
    **_: Any,
) -> None:
    """A call of the function behind a `run`, if it has one that Numba has compiled."""
    kernel = getattr(run, "kernel", None)
    if kernel is None:
        raise Unlowered
    numba_step(kernel()).emit(step, operands, outputs)
