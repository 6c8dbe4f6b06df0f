"""Control flow: every block of native code begins here, and every loop and branch.

A builder knows which block it writes (`Builder.block`): what a value is after two ways
have met, or at the top of a loop, depends on the block that one came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.memory import each, reals

UNLIKELY = ", !prof !0"
"""What a branch that is seldom taken ends in; the module defines the weights."""


class CountedLoop:
    """A counted loop that is being written.

    Attributes
    ----------
    index : Value
        The ``i64`` that counts.
    values : list
        What is carried from one round to the next: to be replaced before the round ends;
        after the loop, what the last round left.
    """

    __slots__ = ("index", "values")

    def __init__(self, index: Value, values: list[Any]) -> None:
        self.index = index
        self.values = values


# -- blocks ----------------------------------------------------------------------------


def begin(b: Builder, name: str) -> None:
    """Begin a block."""
    b.lines.append(f"{name}:")
    b.block = name


def proceed(b: Builder, name: str) -> None:
    """Begin a block that the code so far goes on with."""
    b.lines.append(f"br label %{name}")
    begin(b, name)


def branch(b: Builder, flag: Value, yes: str, no: str, hint: str = "") -> None:
    """End a block: go to one of two, as a scalar says."""
    b.lines.append(f"br i1 {flag.text}, label %{yes}, label %{no}{hint}")


def _phi(like: Value, ways: Iterable[tuple[Value, str]]) -> str:
    """What a value is, by the block that one came from."""
    entries = ", ".join(f"[{value.text}, %{block}]" for value, block in ways)
    return f"phi {like.type} {entries}"


# -- branches --------------------------------------------------------------------------


def cold(
    b: Builder, mask: Value, usual: Value, rare: Callable[[Builder], Value]
) -> Value:
    """`usual`, or what `rare` computes if any lane of the mask holds.

    `rare` emits code that is jumped over otherwise, and must itself keep `usual` in the
    lanes that do not hold.
    """
    return either(b, b.any(mask), usual, rare, UNLIKELY)


def either(
    b: Builder,
    flag: Value,
    usual: Value,
    other: Callable[[Builder], Value],
    hint: str = "",
) -> Value:
    """`usual`, or what `other` computes if a scalar holds."""
    name, before = b.fresh()[1:], b.block
    branch(b, flag, f"{name}.then", f"{name}.end", hint)
    begin(b, f"{name}.then")
    found, last = b.splat(other(b), usual.lanes), b.block
    proceed(b, f"{name}.end")
    phi = _phi(usual, [(usual, before), (found, last)])
    return b.emit(phi, usual.kind, usual.lanes)


@contextmanager
def when(b: Builder, flag: Value, hint: str = "") -> Iterator[None]:
    """Write code that runs where a scalar holds."""
    name = b.fresh()[1:]
    branch(b, flag, f"{name}.then", f"{name}.end", hint)
    begin(b, f"{name}.then")
    yield
    proceed(b, f"{name}.end")


def switch(b: Builder, index: Value, count: int) -> Iterator[int]:
    """Write code for each value of an ``i64`` below `count`: of those yielded in turn."""
    name, last = b.fresh()[1:], count - 1
    cases = " ".join(f"i64 {k}, label %{name}.case{k}" for k in range(last))
    b.lines.append(f"switch i64 {index.text}, label %{name}.case{last} [{cases}]")
    for k in range(count):
        begin(b, f"{name}.case{k}")
        yield k
        b.lines.append(f"br label %{name}.end")
    begin(b, f"{name}.end")


# -- loops -----------------------------------------------------------------------------


@contextmanager
def counted(
    b: Builder, start: str, stop: str, step: int, carried: Sequence[Any]
) -> Iterator[CountedLoop]:
    """Write a loop that counts from `start` to below `stop`, at least one round.

    `carried` are the first round's values, real or complex.
    """
    name, before = b.fresh()[1:], b.block
    proceed(b, name)
    variables = [each(value, lambda v: _variable(b, v)) for value in carried]
    loop = CountedLoop(Value(b, f"%{name}.i", "i64", 0), list(variables))
    top = len(b.lines)
    b.lines.append("")
    yield loop
    first, last = Value(b, start, "i64", 0), b.block
    following = b.emit(f"add nuw nsw i64 {loop.index.text}, {step}", "i64", 0)
    phis = [(loop.index, first, following)]
    for entry in zip(variables, carried, loop.values, strict=True):
        phis += zip(*map(reals, entry), strict=True)
    b.lines[top] = "\n".join(
        f"{variable.text} = {_phi(variable, [(old, before), (new, last)])}"
        for variable, old, new in phis
    )
    again = b.emit(f"icmp ult i64 {following.text}, {stop}", "b1", 0)
    branch(b, again, name, f"{name}.end")
    begin(b, f"{name}.end")


def _variable(b: Builder, like: Value) -> Value:
    return Value(b, b.fresh(), like.kind, like.lanes)


@contextmanager
def repeat(b: Builder) -> Iterator[Callable[[Value], None]]:
    """Write a loop that ends where what is given is called, with a flag that holds."""
    name = b.fresh()[1:]

    def leave_if(flag: Value) -> None:
        branch(b, flag, f"{name}.end", f"{name}.rest")
        begin(b, f"{name}.rest")

    proceed(b, name)
    yield leave_if
    b.lines.append(f"br label %{name}")
    begin(b, f"{name}.end")
