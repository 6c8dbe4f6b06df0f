"""A random program: lines of Python that can be printed, run, and left out one by one."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import functrace as ft
from tests.fuzz import _support


@dataclass
class Line:
    """A line of a program.

    Attributes
    ----------
    tag : str
        The kind of operation, for the statistics.
    text : str
        A statement.
    names : tuple of str
        What it assigns; none if it writes into an array.
    values : tuple
        What they were when the program was written.
    exact : bool
        Whether it rounds nothing: a view, a choice, a write.
    single : bool
        Whether it rounds to single precision.
    bodies : list of Body
        Functions that are defined before it.
    """

    tag: str
    text: str
    names: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()
    exact: bool = False
    single: bool = False
    bodies: list[Body] = field(default_factory=list)

    def render(self, *, noise: bool) -> Iterator[str]:
        """Its text, with that of its functions."""
        for body in self.bodies:
            yield from body.render(noise=noise)
        yield self.text
        if noise and not self.exact:
            step = 1e-5 if self.single else 1e-14
            for name in self.names:
                yield f"{name} = noisy({name}, {step}, {name[1:]})"


@dataclass
class Body:
    """A function: its name, parameters, lines and the text of its result."""

    name: str
    params: list[str]
    lines: list[Line]
    result: str

    def render(self, *, noise: bool) -> Iterator[str]:
        """The text of its definition."""
        yield f"def {self.name}({', '.join(self.params)}):"
        if noise:
            yield from (f"    {name} = imprecise({name})" for name in self.params)
        for line in self.lines:
            yield from ("    " + text for text in line.render(noise=noise))
        yield f"    return {self.result}"

    def every_line(self) -> Iterator[tuple[Body, int]]:
        """Where its lines are, those of inner functions too; the last ones first."""
        for index in reversed(range(len(self.lines))):
            yield self, index
            for body in self.lines[index].bodies:
                yield from body.every_line()


@dataclass
class Program:
    """A function with its inputs and the transform that is applied to it.

    Attributes
    ----------
    main : Body
    inputs : list
        Arrays, as they lie in memory, and Python numbers.
    constants : dict
        Arrays that the text takes from outside, by name.
    wrap : str
        A key of `WRAPS`: the transform.
    axes : tuple, or None
        Where `vmap` maps the arguments; None: it is not applied.
    way : str
        "outside": the transform is compiled; "inside": the function is compiled, and then
        transformed.
    """

    main: Body
    inputs: list[Any]
    constants: dict[str, Any]
    wrap: str = "none"
    axes: tuple[int | None, ...] | None = None
    way: str = "outside"
    seed: int = 0

    @property
    def tags(self) -> list[str]:
        """Kinds of its operations."""
        return [body.lines[i].tag for body, i in self.main.every_line()]

    @property
    def has_slope(self) -> bool:
        """Whether quotients of differences may be compared: in double precision alone.

        Some primitives are differentiated as parts of what they are made for.
        """
        lines = [body.lines[i] for body, i in self.main.every_line()]
        doubles = all(_support.dtype_of(x).name == "float64" for x in self._varied)
        left_out = any(w in self.text() for w in ("stop_gradient", "case("))
        return doubles and not left_out and not any(line.single for line in lines)

    @property
    def _varied(self) -> list[Any]:
        return [self.inputs[i] for i in self.places]

    @property
    def values(self) -> list[Any]:
        """What was computed when it was written."""
        lines = [body.lines[i] for body, i in self.main.every_line()]
        return [*self.inputs, *(value for line in lines for value in line.values)]

    @property
    def places(self) -> list[int]:
        """Which arguments are differentiated."""
        return [
            i for i, x in enumerate(self.inputs) if _support.dtype_of(x).kind in "fc"
        ]

    def text(self, *, noise: bool = False) -> str:
        """The definition of the function."""
        return "\n".join(self.main.render(noise=noise))

    def plain(self, *, noise: bool = False) -> Callable[..., Any]:
        """The function."""
        scope = scope_of(self.constants)
        if noise:
            scope |= _support.NOISY
        exec(compile(self.text(noise=noise), f"<program {self.seed}>", "exec"), scope)
        return scope[self.main.name]

    def transformed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The transform of the function, or of the function compiled."""
        found = _support.WRAPS[self.wrap](function, self.places)
        return found if self.axes is None else ft.vmap(found, in_axes=self.axes)

    def arguments(self) -> list[Any]:
        """Fresh arguments, lying in memory as the inputs do."""
        if self.axes is None:
            return [copied(x) for x in self.inputs]
        return [
            copied(x) if axis is None else _batch(x, axis)
            for x, axis in zip(self.inputs, self.axes, strict=True)
        ]

    def show(self) -> str:
        """All of it, as text."""
        names = [f"{k} = {_literal(v)}" for k, v in self._used_constants()]
        names += [
            f"{k} = {_literal(v)}"
            for k, v in zip(self.main.params, self.inputs, strict=True)
        ]
        call = f"WRAPS[{self.wrap!r}]({{}}, {self.places})"
        call = call.format("ft.jit(program)" if self.way == "inside" else "program")
        if self.axes is not None:
            call = f"ft.vmap({call}, in_axes={self.axes})"
        if self.way == "outside":
            call = f"ft.jit({call})"
        return "\n".join(
            [*names, self.text(), f"{call}({', '.join(self.main.params)})"]
        )

    def _used_constants(self) -> Iterator[tuple[str, Any]]:
        text = self.text()
        return ((k, v) for k, v in self.constants.items() if k in text)


@functools.cache
def _namespace() -> dict[str, Any]:
    names = {k: v for k, v in vars(_support).items() if not k.startswith("_")}
    return {**names, "np": np, "ft": ft}


def scope_of(values: dict[str, Any]) -> dict[str, Any]:
    """The globals of a program."""
    return {**_namespace(), **values}


def copied(x: Any) -> Any:
    """An array of the same values that lies in memory in the same way."""
    if not isinstance(x, np.ndarray):
        return x
    base = x
    while isinstance(base.base, np.ndarray):
        base = base.base
    memory = base.copy(order="K")
    offset = x.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    if memory.strides != base.strides or not base.flags.forc:
        return x.copy()
    out = np.ndarray(x.shape, x.dtype, memory, offset, x.strides)
    out.flags.writeable = x.flags.writeable
    return out


def _batch(x: Any, axis: int) -> Any:
    """Three of it, nearly the same, along a new axis."""
    array = np.asarray(x)
    factors = [1, 1.001, 0.999] if array.dtype.kind in "fc" else [1, 1, 1]
    return np.stack([(array * f).astype(array.dtype) for f in factors], axis)


def _literal(x: Any) -> str:
    if not isinstance(x, np.ndarray):
        return repr(x)
    if x.size > 200:
        return f"np.{x.dtype}{list(x.shape)}"
    values = np.array2string(x, separator=", ", floatmode="unique", threshold=10**6)
    layout = "" if x.flags.c_contiguous else f"  # strides {x.strides}"
    return f"np.array({values}, np.{x.dtype}).reshape({x.shape})" + layout
