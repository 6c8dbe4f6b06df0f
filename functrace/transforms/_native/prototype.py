"""What a function of C takes and gives, in order: names, shapes and dtypes."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval

_C_WORDS = """
auto break case char const continue default do double else enum extern
float for goto if inline int long register restrict return short
signed sizeof static struct switch typedef union unsigned void
volatile while bool class delete new private public this throw
template operator namespace
"""
_TYPES = {"f": {4: "float", 8: "double"}, "c": {8: "float", 16: "double"}}


class Parameter(NamedTuple):
    """One argument, or one place where a result is written.

    Attributes
    ----------
    name : str
        An identifier of C and of Python.
    label : str
        What the Python function calls it.
    shape : tuple of int
    dtype : numpy.dtype
    is_output : bool
    """

    name: str
    label: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    is_output: bool

    @property
    def is_by_value(self) -> bool:
        """Whether it is a number that is passed by value."""
        return not (self.is_output or self.shape or self.dtype.kind == "c")

    @property
    def c_type(self) -> str:
        """The type of a number; complex ones are two in a row."""
        kind, size = self.dtype.kind, self.dtype.itemsize
        if kind == "b":
            return "uint8_t"
        if kind in _TYPES:
            return _TYPES[kind][size]
        return f"{'u' * (kind == 'u')}int{8 * size}_t"

    @property
    def c_text(self) -> str:
        """How C declares it."""
        if self.is_by_value:
            return f"{self.c_type} {self.name}"
        return f"{'const ' * (not self.is_output)}{self.c_type} *{self.name}"

    @property
    def words(self) -> str:
        """Its dtype and shape."""
        return f"{self.dtype.name}{[*self.shape]}" if self.shape else self.dtype.name


class Prototype(NamedTuple):
    """A function's name and parameters.

    Attributes
    ----------
    name : str
    inputs, outputs : tuple of Parameter
    """

    name: str
    inputs: tuple[Parameter, ...]
    outputs: tuple[Parameter, ...]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All of them, in the function's order."""
        return self.inputs + self.outputs

    @property
    def arrays(self) -> tuple[Parameter, ...]:
        """The outputs that are arrays."""
        return tuple([out for out in self.outputs if out.shape])

    def __str__(self) -> str:
        given = ", ".join(each.c_text for each in self.parameters)
        return f"int {self.name}({given or 'void'})"


def prototype_of(
    name: str,
    labels: Sequence[str],
    inputs: Sequence[Aval],
    outputs: Sequence[tuple[str, Aval]],
) -> Prototype:
    """The prototype of a function, whose arguments and results are called by labels."""
    names = _distinct([name, *labels, *_output_names(len(outputs))])
    function = next(names)
    taken = [
        _parameter(next(names), *pair) for pair in zip(labels, inputs, strict=True)
    ]
    given = [_parameter(next(names), *pair, out=True) for pair in outputs]
    return Prototype(function, tuple(taken), tuple(given))


def _parameter(name: str, label: str, aval: Aval, *, out: bool = False) -> Parameter:
    return Parameter(name, label, aval.shape, np.dtype(aval.dtype), out)


def _output_names(count: int) -> list[str]:
    return ["out"] if count == 1 else [f"out{k}" for k in range(count)]


def _distinct(labels: Sequence[str]) -> Iterator[str]:
    """An identifier for each label."""
    used: set[str] = set()
    for label in labels:
        name = re.sub(r"\W+", "_", label, flags=re.ASCII).strip("_") or "function"
        if name[0].isdigit() or name in _C_WORDS.split() or keyword.iskeyword(name):
            name = f"{name}_" if not name[0].isdigit() else f"_{name}"
        while name in used:
            name = f"{name}_"
        used.add(name)
        yield name
