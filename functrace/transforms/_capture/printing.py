"""`print` of values that are not known: where the program runs, with the texts made then."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer
from functrace.primitives.effect import emit_effect
from functrace.transforms._capture.merging import is_weak
from functrace.transforms._capture.ordering import is_open
from functrace.transforms._capture.tracing import is_in_branch


class PrintedText(NamedTuple):
    """A text that takes values.

    Attributes
    ----------
    how : {"f", "%", "format"}
    template
        Of an f-string its parts: texts, and pairs of a conversion and a specification.
    values
        For each pair a value; what stands behind ``%``; what ``format`` is called with.
    """

    how: str
    template: Any
    values: Any

    def __str__(self) -> str:
        if self.how == "%":
            return self.template % self.values
        if self.how == "format":
            args, kwargs = self.values
            return self.template.format(*args, **kwargs)
        values = iter(self.values)
        parts = (
            p if type(p) is str else _formatted(next(values), *p) for p in self.template
        )
        return "".join(parts)


_CONVERSIONS = {-1: lambda x: x, ord("s"): str, ord("r"): repr, ord("a"): ascii}


def _formatted(value: Any, conversion: int, specification: str) -> str:
    return format(_CONVERSIONS[conversion](value), specification)


def formatted(template: Sequence[Any], *values: Any) -> Any:
    """An f-string: a `PrintedText` if something in it is not known."""
    return _unless_known(PrintedText("f", tuple(template), values))


def percent(template: str, values: Any) -> Any:
    """``template % values``, likewise."""
    return _unless_known(PrintedText("%", template, values))


def _unless_known(text: PrintedText) -> Any:
    return text if any(map(is_open, _leaves(text.values))) else str(text)


def filled(template: str, *values: Any, **named: Any) -> Any:
    """``template.format(...)``, likewise."""
    return _unless_known(PrintedText("format", template, (values, named)))


def printed(function: Any, *args: Any, **options: Any) -> Any:
    """``print(*args)``: when the program runs, if what is traced has a place for effects.

    `function` is another one than Python's where that is called so.
    """
    has_place = is_in_branch() or ambient.get().effects is not None
    if function is builtins.print and has_place:
        return _emit(args, options)
    texts = (str(arg) if type(arg) is PrintedText else arg for arg in args)
    return function(*texts, **options)


def _values(arg: Any) -> Any:
    return arg.values if type(arg) is PrintedText else arg


def _leaves(value: Any) -> list[Any]:
    return pytree.flatten(value)[0]


def _emit(args: Sequence[Any], options: dict[str, Any]) -> None:
    """Have the program print."""
    given: list[Any] = []
    parts: list[tuple[Any, Any, tuple[Any, ...]]] = []
    for arg in args:
        leaves, treedef = pytree.flatten(_values(arg))
        given += filter(_is_number, leaves)
        template = (arg.how, arg.template) if type(arg) is PrintedText else None
        parts.append((template, treedef, tuple(map(_kind, leaves))))
    emit_effect(_Printing(tuple(parts), options), tuple(given), {})


def _is_number(leaf: Any) -> bool:
    return isinstance(leaf, (Tracer, np.ndarray, np.generic, bool, int, float, complex))


def _kind(leaf: Any) -> Any:
    """What a leaf is printed as: a number of Python's type, an array (None), or a text."""
    if type(leaf) is Tracer:
        dtype = leaf.aval.dtype
        return np.dtype(dtype).type(0).item().__class__ if is_weak(dtype) else None
    if type(leaf) in (bool, int, float, complex):
        return type(leaf)
    return None if _is_number(leaf) else _Known(leaf)


class _Known(NamedTuple):
    """What is no number, as it was when the function was compiled."""

    value: Any


class _Printing:
    """Prints values."""

    def __init__(
        self,
        parts: tuple[tuple[Any, Any, tuple[Any, ...]], ...],
        options: dict[str, Any],
    ) -> None:
        self.parts, self.options = parts, options

    def __call__(self, *values: Any) -> None:
        rest = iter(values)
        texts = [self._text(*part, rest) for part in self.parts]
        print(*texts, **self.options)  # noqa: T201 - the user's

    @staticmethod
    def _text(
        template: Any, treedef: Any, kinds: Sequence[Any], rest: Iterator[Any]
    ) -> Any:
        leaves = [_leaf(kind, rest) for kind in kinds]
        value = pytree.unflatten(treedef, leaves)
        if template is None:
            return value
        how, text = template
        return str(PrintedText(how, text, value))

    def __repr__(self) -> str:
        return "print"


def _leaf(kind: Any, rest: Iterator[Any]) -> Any:
    if type(kind) is _Known:
        return kind.value
    value = next(rest)
    return value if kind is None else kind(value)
