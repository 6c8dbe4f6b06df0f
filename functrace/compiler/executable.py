"""What runs in place of a graph: native code, and NumPy in between where there is none.

Values are numbered: first the inputs, then the constants, then what the parts compute. An
executable refers to nothing of the graph that it was made from, so it can be kept as data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.machine.artifact import Artifact, recalled
from functrace.compiler.runtime import launcher
from functrace.core.aval import Aval
from functrace.core.binding import Binding
from functrace.core.digest import digest
from functrace.core.graph import Graph
from functrace.core.primitive import Primitive


class Bailout(Exception):  # noqa: N818 - not an error: the graph is then interpreted
    """The native code met values that it does not treat: a singular matrix, say."""


def fit(value: Any, aval: Aval) -> Any:
    """A Python number where a launcher takes nothing else; else an array."""
    if isinstance(aval.dtype, type):
        return aval.dtype(value)
    dtype = np.dtype(
        aval.dtype.type
    )  # NumPy's own: an unpickled array's is an equal one
    return np.require(value, dtype, ["C", "A"]).reshape(aval.shape)


def _bail_out(*_: Any) -> Any:
    raise Bailout


class NativePart:
    """Native code that computes some values from others.

    Parameters
    ----------
    artifact : Artifact
        The code; its first function is ``i32 (ptr buffers)``.
    inputs, outputs : sequence of int
        Numbers of the values.
    in_avals, out_avals : sequence of Aval
    release_gil : bool
        Whether other threads may run meanwhile.
    """

    def __init__(
        self,
        artifact: Artifact,
        inputs: Sequence[int],
        outputs: Sequence[int],
        in_avals: Sequence[Aval],
        out_avals: Sequence[Aval],
        *,
        release_gil: bool,
    ) -> None:
        self.artifact = artifact
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        self.in_avals, self.out_avals = tuple(in_avals), tuple(out_avals)
        self.release_gil = release_gil
        self.call = self.launcher(self._convert, _bail_out, "tuple")

    def launcher(
        self,
        slow: Callable[..., Any],
        failed: Callable[..., Any],
        structure: launcher.Structure,
        bindings: Sequence[Binding] = (),
        *,
        in_order: bool = False,
        kinds: Sequence[bool] | None = None,
    ) -> Callable[..., Any]:
        """The code as a Python callable; see `functrace.compiler.runtime.launcher`."""
        return launcher.make_launcher(
            self.artifact.address,
            self.in_avals,
            self.out_avals,
            slow,
            failed,
            structure=structure,
            release_gil=self.release_gil,
            keep=self.artifact,
            bindings=bindings,
            in_order=in_order,
            kinds=kinds,
        )

    def run(self, values: list[Any]) -> None:
        """Add the outputs to what is known."""
        outs = self.call(*[values[i] for i in self.inputs])
        for i, out in zip(self.outputs, outs, strict=True):
            values[i] = out

    def _convert(self, *values: Any) -> Any:
        """Bring arguments into the form that native code takes."""
        pairs = zip(values, self.in_avals, strict=True)
        return self.call(*[fit(value, aval) for value, aval in pairs])

    def __reduce__(self) -> Any:
        return _native_part, (
            self.artifact,
            self.inputs,
            self.outputs,
            self.in_avals,
            self.out_avals,
            self.release_gil,
        )


def _native_part(*data: Any) -> NativePart:
    *others, release_gil = data
    return NativePart(*others, release_gil=release_gil)


class NumpyPart(NamedTuple):
    """A NumPy function of some values.

    If it is a loop, or branches, which are not native because something in them is not,
    then the graphs among its parameters are `InnerGraph` ones: the rest of them is native.
    """

    primitive: Primitive
    params: dict[str, Any]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]

    def run(self, values: list[Any]) -> None:
        """Add the outputs to what is known."""
        operands = [values[i] for i in self.inputs]
        out = self.primitive.impl(*operands, **self.params)
        outs = out if self.primitive.multiple else (out,)
        for i, value in zip(self.outputs, outs, strict=False):
            values[i] = value


class Executable:
    """Parts that run one after the other.

    Parameters
    ----------
    inputs : int
        How many there are.
    constants : sequence
    parts : sequence of NativePart or NumpyPart
    outputs : sequence of int
    """

    def __init__(
        self,
        inputs: int,
        constants: Sequence[Any],
        parts: Sequence[NativePart | NumpyPart],
        outputs: Sequence[int],
    ) -> None:
        self.inputs = inputs
        self.constants = tuple(constants)
        self.parts = tuple(parts)
        self.outputs = tuple(outputs)
        made = [i for part in self.parts for i in part.outputs]
        self._rest = [None] * (max(made, default=-1) + 1 - inputs - len(constants))

    def __reduce__(self) -> Any:
        return Executable, (self.inputs, self.constants, self.parts, self.outputs)

    @property
    def nbytes(self) -> int:
        """Of the constants that it holds."""
        native = [part for part in self.parts if isinstance(part, NativePart)]
        arrays = [a for part in native for a in part.artifact.arrays.values()]
        arrays += [c for c in self.constants if isinstance(c, np.ndarray)]
        return sum(array.nbytes for array in arrays)

    @property
    def whole(self) -> NativePart | None:
        """The native code, if that is all there is."""
        first, *others = self.parts or (None,)
        if others or not isinstance(first, NativePart):
            return None
        alike = first.inputs == tuple(range(self.inputs))
        return first if alike and first.outputs == self.outputs else None

    def __call__(self, values: Sequence[Any]) -> list[Any]:
        """Compute the outputs, fresh arrays or scalars, of arrays that fit the inputs.

        Raises
        ------
        Bailout
            The values are to be interpreted.
        """
        return self.run_parts(values, [part.run for part in self.parts])

    def run_parts(
        self, values: Sequence[Any], runs: Sequence[Callable[[list[Any]], None]]
    ) -> list[Any]:
        """Likewise, each part by a function that adds its outputs to what is known."""
        known = [*values, *self.constants, *self._rest]
        for run in runs:
            run(known)
        return fresh([known[i] for i in self.outputs], values)

    def launcher(
        self,
        slow: Callable[..., Any],
        failed: Callable[..., Any],
        structure: launcher.Structure,
        bindings: Sequence[Binding] = (),
        *,
        in_order: bool = False,
        kinds: Sequence[bool] | None = None,
    ) -> Callable[..., Any] | None:
        """All of it as one native callable; None if parts of it are not native.

        If one of `bindings` is no more, it calls `slow`; if `in_order`, then also for
        arrays that are not in C order; and for others than the `kinds`.
        """
        if self.whole is None:
            return None
        given = slow, failed, structure, bindings
        return self.whole.launcher(*given, in_order=in_order, kinds=kinds)


def find(graph: Graph, make: Callable[[], Executable], *, fastmath: bool) -> Executable:
    """The executable of a graph: kept somewhere, or made now."""
    name = digest(graph)
    return make() if name is None else recalled(make, "program", name, fastmath)


def interpret(graph: Graph, values: Sequence[Any]) -> list[Any]:
    """Evaluate without native code, which raises NumPy's own errors."""
    return fresh(graph.evaluate(values), values)


def fresh(outs: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    """The outputs as arrays of the caller's own."""
    taken = {id(value) for value in values}
    return [_fresh(out, taken) for out in outs]


def _fresh(out: Any, taken: set[int]) -> Any:
    if type(out) is not np.ndarray:
        return out
    flags = out.flags
    if id(out) in taken or not (flags.owndata and flags.writeable):
        out = out.copy()
    taken.add(id(out))
    return out


class InnerGraph(Graph):
    """A graph whose evaluation runs an executable."""

    __slots__ = ("executable",)

    def __init__(self, graph: Graph, executable: Executable) -> None:
        super().__init__(graph.arguments, graph.outputs)
        self.executable = executable

    def evaluate(self, values: Sequence[Any]) -> list[Any]:
        """Run it on numbers, or on arrays in any layout."""
        pairs = zip(values, self.in_avals, strict=True)
        return self.executable([fit(value, aval) for value, aval in pairs])

    def __reduce__(self) -> Any:
        return InnerGraph, (Graph(self.arguments, self.outputs), self.executable)
