"""The short way to a compiled function: no pytrees, no signature.

If the arguments are arrays and nothing else, it is the program's launcher itself.
Else a function is written for the structure: it looks into the containers, compares
what is fixed, calls the launcher, and builds the result. Whatever does not fit goes on
to the next way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import optree

from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.keys import Keyed, key_of
from functrace.core.node import Edge
from functrace.core.pytree import LEAF, Treedef
from functrace.core.rule import operand_aval
from functrace.transforms._entry import Constant, Entry, are_apart
from functrace.transforms._signature import Identity, Key

_KIND = optree.PyTreeKind
_SEQUENCES = {_KIND.TUPLE: "tuple", _KIND.LIST: "list"}
_NUMBERS = (Aval(()), Aval((), np.complex128))
_NARROW = ("float16", "float32", "complex64")


class SignatureMismatch:
    """Stands for a result: the arguments do not fit."""


class _Unwritten(Exception):  # noqa: N818 - not an error
    """The structure holds something that no code is written for."""


def make_shortcut(
    key: Key,
    entry: Entry,
    slow: Callable[..., Any],
    launcher: Callable[..., Any] | None = None,
) -> Callable[..., Any] | None:
    """A callable that answers calls of this key, and hands others to `slow`.

    With `launcher`, what that makes is called, in place of the executable's own.
    """
    if not entry.count or entry.effects or _confuses_numbers(key, entry.graph):
        return None
    try:
        scope = _Scope()
        scope.match_call(key)
        result = scope.result(entry)
        scope.write(entry)
    except _Unwritten:
        return None
    structure = "single" if entry.count == 1 else "tuple"
    bindings = entry.watch.checks.bindings
    kinds = [place in key.zero_dim for place in entry.places] if entry.by_kind else None
    direct = scope.is_flat and bindings is not None and _is_plain(entry)
    missed = slow if direct else _miss
    failed = missed if entry.may_raise or launcher else _failed(entry, structure)
    launch = (launcher or entry.executable.launcher)(
        missed,
        failed,
        structure,
        bindings or (),
        in_order=entry.by_layout,
        kinds=kinds,
    )
    if direct or launch is None:
        return launch
    scope.names.update(launch=launch, slow=slow, missed=SignatureMismatch)
    if bindings is None:  # more is watched than the launcher can look at
        scope.names["unchanged"] = entry.watch.checks.hold
        scope.conditions.append("unchanged()")
    return scope.function(result)


def _miss(*_: Any) -> Any:
    return SignatureMismatch


def _failed(entry: Entry, structure: str) -> Callable[..., Any]:
    """What answers if the program cannot treat the values."""

    def interpret(*values: Any) -> Any:
        outs = entry.compile()(*values)
        return outs[0] if structure == "single" else tuple(outs)

    return interpret


def _confuses_numbers(key: Key, graph: Graph) -> bool:
    """Whether a Python float in the place of a NumPy one would fit, but promote less."""
    if not any(type(leaf) is Aval and leaf in _NUMBERS for leaf in key.leaves):
        return False
    nodes, ends = graph.nodes, (*graph.inputs, *graph.free_inputs)
    constants = [x for node in nodes for x in node.inputs if type(x) is not Edge]
    avals = {aval for node in nodes for aval in node.avals}
    avals.update(map(operand_aval, (*ends, *constants)))
    return any(np.dtype(aval.dtype).name in _NARROW for aval in avals)


def _is_plain(entry: Entry) -> bool:
    """Whether the result is what the launcher returns: an array, or a tuple of them."""
    treedef, count = entry.out_treedef, entry.count
    if entry.writes:
        return False
    if entry.results != tuple(range(count)):
        return False
    if count == 1:
        return treedef is LEAF
    flat = treedef.kind is _KIND.TUPLE and treedef.num_children == count
    return flat and all(child.is_leaf() for child in treedef.children())


class _Scope:
    """The text of a function, and the objects that it refers to."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"absent": SignatureMismatch}
        self.conditions: list[str] = []
        self.arguments: list[str] = []
        self.writes: list[str] = []
        self.is_flat = True

    def refer(self, value: Any) -> str:
        """A name for an object."""
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def match_call(self, key: Key) -> None:
        """Conditions on ``args`` and ``kwargs``, and the launcher's arguments."""
        args, kwargs = key.treedef.children()
        leaves = iter(key.leaves)
        self.conditions.append(f"len(args) == {args.num_children}")
        self.conditions.append(f"len(kwargs) == {kwargs.num_children}")
        self.is_flat = not kwargs.num_children
        for i, child in enumerate(args.children()):
            self._match(child, leaves, f"args[{i}]")
        self._match_items(kwargs, leaves, "kwargs")

    def _match(self, treedef: Treedef, leaves: Iterator[Any], text: str) -> None:
        kind = treedef.kind
        if kind is _KIND.LEAF:
            self._match_leaf(next(leaves), text)
            return
        self.is_flat = False
        if kind is _KIND.NONE:
            self.conditions.append(f"{text} is None")
            return
        name = f"v{len(self.conditions)}"
        cls = self.refer(treedef.type)
        self.conditions.append(f"type({name} := {text}) is {cls}")
        if kind is not _KIND.NAMEDTUPLE:
            self.conditions.append(f"len({name}) == {treedef.num_children}")
        if kind is _KIND.DICT:
            self._match_names(treedef.entries(), name)
            self._match_items(treedef, leaves, name)
        elif kind is _KIND.NAMEDTUPLE or kind in _SEQUENCES:
            for i, child in enumerate(treedef.children()):
                self._match(child, leaves, f"{name}[{i}]")
        else:
            raise _Unwritten

    def _match_names(self, names: Sequence[Any], text: str) -> None:
        """Tell 1 from 1.0, which look-ups do not."""
        types = frozenset(map(type, names)) - {str}
        if types - {int}:
            raise _Unwritten
        if types:
            known = self.refer(types | {str})
            self.conditions.append(f"{known}.issuperset(map(type, {text}))")

    def _match_items(self, treedef: Treedef, leaves: Iterator[Any], text: str) -> None:
        for entry, child in zip(treedef.entries(), treedef.children(), strict=True):
            self._match(child, leaves, f"{text}.get({self.refer(entry)}, absent)")

    def _match_leaf(self, leaf: Any, text: str) -> None:
        if type(leaf) is not tuple:
            self.arguments.append(text)
            return
        self.is_flat = False
        kind, value = leaf
        if isinstance(value, Identity):
            self.conditions.append(f"{text} is {self.refer(value.get)}()")
            return
        name = f"v{len(self.conditions)}"
        self.conditions.append(f"type({name} := {text}) is {self.refer(kind)}")
        if type(value) is Keyed:  # what can be hashed does not change
            key = f"{self.refer(key_of)}({name}) == {self.refer(value.key)}"
            self.conditions.append(f"({name} is {self.refer(value.value)} or {key})")
        else:
            self.conditions.append(f"{name} == {self.refer(value)}")

    def result(self, entry: Entry) -> str:
        """The expression that builds the result from ``outs``."""
        parts = [self._output(entry, r) for r in entry.results]
        return self._build(entry.out_treedef, iter(parts))

    def write(self, entry: Entry) -> None:
        """Have arguments written to, if their memory is their own."""
        if not entry.writes:
            return
        given = dict(zip(entry.places, self.arguments, strict=True))
        self.conditions.append(f"{self.refer(are_apart)}({', '.join(given.values())})")
        for place, r in entry.writes:
            constant = isinstance(r, Constant)
            value = self.refer(r.value) if constant else self._output(entry, r)
            self.writes.append(f"{given[place]}[...] = {value}")

    def _output(self, entry: Entry, result: int | Constant) -> str:
        if isinstance(result, Constant):
            return self._constant(result)
        return "outs" if entry.count == 1 else f"outs[{result}]"

    def _constant(self, constant: Constant) -> str:
        if type(constant.value) is np.ndarray:
            return f"{self.refer(constant.value)}.copy()"
        return self.refer(constant.value)

    def _build(self, treedef: Treedef, parts: Iterator[str]) -> str:
        kind = treedef.kind
        if kind is _KIND.LEAF:
            return next(parts)
        if kind is _KIND.NONE:
            return "None"
        children = [self._build(child, parts) for child in treedef.children()]
        if kind is _KIND.DICT:
            found = dict(zip(treedef.entries(), children, strict=True))
            order = treedef.unflatten([None] * treedef.num_leaves)  # the function's own
            items = (f"{self.refer(key)}: {found[key]}" for key in order)
            return f"{{{', '.join(items)}}}"
        text = "".join(f"{child}, " for child in children)
        if kind is _KIND.TUPLE:
            return f"({text})"
        if kind is _KIND.LIST:
            return f"[{text}]"
        if kind is _KIND.NAMEDTUPLE:
            return f"{self.refer(treedef.type)}({text})"
        level = treedef.one_level()
        assert level is not None
        return f"{self.refer(level.unflatten)}(({text}))"

    def function(self, result: str) -> Callable[..., Any]:
        """Compile the text."""
        text = (
            "def shortcut(*args, **kwargs):\n"
            f"    if {' and '.join(self.conditions)}:\n"
            f"        outs = launch({', '.join(self.arguments)})\n"
            "        if outs is not missed:\n"
            f"{''.join(f'            {line}{chr(10)}' for line in self.writes)}"
            f"            return {result}\n"
            "    return slow(*args, **kwargs)\n"
        )
        exec(text, self.names)  # noqa: S102 - our own text
        return self.names["shortcut"]
