"""`print` of values that are not known: where the program runs, with the texts made then."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any, NamedTuple

from functrace.core.node import Edge
from functrace.core.recording import ambient
from functrace.numpy.selections import returned
from functrace.primitives.effect import emit_effect
from functrace.transforms._capture.merging import ValueLeaf, built, flat, leaf_value
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
    """An f-string: a `PrintedText` if something in it is traced."""
    return _unless_known(PrintedText("f", tuple(template), values))


def percent(template: str, values: Any) -> Any:
    """``template % values``, likewise."""
    return _unless_known(PrintedText("%", template, values))


def filled(template: str, *values: Any, **named: Any) -> Any:
    """``template.format(...)``, likewise."""
    return _unless_known(PrintedText("format", template, (values, named)))


def _unless_known(text: PrintedText) -> Any:
    return text if any(map(_is_traced, flat(text.values).leaves)) else str(text)


def _is_traced(leaf: ValueLeaf) -> bool:
    return type(leaf.value) is Edge


def printed(function: Any, *args: Any, **options: Any) -> Any:
    """``print(*args)``: when the program runs, if what is traced has a place for effects.

    `function` is another one than Python's where that is called so.
    """
    has_place = is_in_branch() or ambient.get().effects is not None
    if function is builtins.print and has_place:
        whole = flat(returned(list(args)))
        traced = [leaf_value(leaf) for leaf in whole.leaves if _is_traced(leaf)]
        leaves = [_waiting(x) if _is_traced(x) else x.value for x in whole.leaves]
        return emit_effect(_Printing(whole.spec, leaves, options), tuple(traced), {})
    texts = (str(arg) if type(arg) is PrintedText else arg for arg in args)
    return function(*texts, **options)


class _Waiting(NamedTuple):
    """Stands for a value that is not known yet."""

    is_python: bool

    def filled(self, value: Any) -> Any:
        """The value, as what it stands for prints."""
        return value.item() if self.is_python else value


def _waiting(leaf: ValueLeaf) -> _Waiting:
    return _Waiting(leaf.is_weak)


class _Printing:
    """Prints values, put together of leaves, some of which it is given."""

    def __init__(
        self, spec: Any, leaves: Sequence[Any], options: dict[str, Any]
    ) -> None:
        self.spec, self.leaves, self.options = spec, leaves, options

    def __call__(self, *values: Any) -> None:
        rest = iter(values)
        leaves = (
            leaf.filled(next(rest)) if type(leaf) is _Waiting else leaf
            for leaf in self.leaves
        )
        print(*built(self.spec, leaves), **self.options)  # noqa: T201 - the user's

    def __repr__(self) -> str:
        return "print"
