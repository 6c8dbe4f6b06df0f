"""A module of Python with one function."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.errors import MissingRuleError, message
from functrace.core.node import Edge
from functrace.source import text
from functrace.source.blocks import write_node
from functrace.source.constants import Constants
from functrace.source.names import identifier
from functrace.source.quoting import Quotes
from functrace.source.scope import ArrayMemory, NumpyScope, NumpyValue
from functrace.source.text import Text
from functrace.source.traced import WHERE, ProgramGraph, code_of, fixed_of

_SHORT = 24  # characters of what is computed within a return statement


def module_of(traced: ProgramGraph) -> str:
    """The module."""
    quotes, constants = Quotes(), Constants()
    scope = NumpyScope(write_node, constants, quotes, traced.asking)
    scope.names.used |= set(traced.parameters)
    scope.enter(traced.graph)
    for edge in traced.graph.inputs:
        scope.set(edge, _argument(scope, edge, traced.called))
    scope.operations(traced.graph)
    _return(scope, traced)
    function = [
        *text.statement(0, "def ", _signature(traced)),
        *_docstring(traced),
        *scope.lines,
    ]
    function[_last_of_signature(function)] += ":"
    parts = [
        f'"""{traced.title}, written by functrace."""',
        _imports(quotes, constants),
    ]
    if constants.lines:
        parts.append("\n".join(constants.lines))
    head = "\n\n".join(parts)
    helpers = [_helper(body) for body in quotes.functions.values()]
    return "\n\n\n".join([head, *helpers, "\n".join(function)]) + "\n"


def _signature(traced: ProgramGraph) -> Text:
    return text.call(traced.name, *traced.parameters)


def _last_of_signature(lines: list[str]) -> int:
    return next(i for i, line in enumerate(lines) if line.endswith(")"))


def _imports(quotes: Quotes, constants: Constants) -> str:
    plain = sorted(
        i for i in quotes.imports | constants.imports if i.startswith("import")
    )
    standard = [i for i in plain if not i.startswith("import scipy")]
    others = ["import numpy as np", *(i for i in plain if i not in standard)]
    others += sorted(i for i in quotes.imports if i.startswith("from"))
    groups = ["\n".join(standard), "\n".join(others)]
    return "\n\n".join(filter(None, groups))


def _helper(body: str) -> str:
    return f"# fmt: off\n{body}\n# fmt: on"


# -- arguments -----------------------------------------------------------------------------


def _argument(scope: NumpyScope, edge: Edge, called: dict[str, str]) -> NumpyValue:
    """A leaf of the arguments: a parameter, or an element of one, which gets a name."""
    memories = frozenset([ArrayMemory(owned=False)]) if edge.aval.shape else frozenset()
    code = code_of(edge)
    if not code.isidentifier():
        last = [part for part in _words(code) if not part.isdigit()]
        label = edge.node.name
        wanted = last[-1] if code.rstrip("]")[-1:] == '"' or "." in code else code
        wanted = scope.called[edge] = called.get(label, wanted)
        if scope.left(edge) == 1 and not memories:
            return NumpyValue(Text(code), memories, pending=True)
        name = scope.names.new(identifier(wanted))
        scope.assign(name, Text(code))
        code = name
    scope.note_variable(code)
    return NumpyValue(Text(code), memories)


def _words(code: str) -> list[str]:
    return re.findall(r"\w+", code)


def _docstring(traced: ProgramGraph) -> Iterator[str]:
    graph = traced.graph
    lines = [f"{code_of(edge)}: {edge.aval}" for edge in graph.inputs]
    fixed = fixed_of(graph)
    yield f'    """{traced.title}, for arguments of these shapes and dtypes.'
    yield ""
    for line in lines:
        yield f"    {line}"
    if fixed:
        yield ""
        yield from textwrap.wrap(
            f"Fixed: {', '.join(fixed)}.",
            84,
            initial_indent="    ",
            subsequent_indent="    ",
        )
    yield '    """'


# -- results -------------------------------------------------------------------------------


def _return(scope: NumpyScope, traced: ProgramGraph) -> None:
    graph = traced.graph
    given = set(graph.inputs)
    leaves: list[_Leaf] = []
    seen: set[Any] = set()
    if len(graph.outputs) > 1:
        _settle_long(scope, graph.outputs)
    for output in graph.outputs:
        leaves.append(_Leaf(_result(scope, output, given, seen)))
        if type(output) is Edge:
            seen.add(output)
    scope.take(graph.outputs)
    result = _structure(pytree.unflatten(graph.out_treedef, leaves))
    if result.head == "(" and len(result.arguments) > 1:
        inner = result.code[1:-1]
        if len(inner) <= scope.room("return"):
            scope.emit(f"return {inner}")
            return
    scope.lines += text.statement(scope.indent, "return ", result)


def _settle_long(scope: NumpyScope, outputs: Sequence[Any]) -> None:
    """Have what is long computed before the result is put together."""
    for output in outputs:
        if type(output) is Edge and len(scope.values[output].text.code) > _SHORT:
            scope.settle(output)


def _result(scope: NumpyScope, output: Any, given: set[Edge], seen: set[Any]) -> Text:
    """A leaf of the result: an array of the caller's own."""
    if type(output) is not Edge:
        if isinstance(output, np.ndarray) and output.ndim:
            return scope.constants.own(output)
        return scope.operand(output)
    found = scope.operand(output)
    if output.aval.shape and (output in given or output in seen):
        return text.method(found, "copy")
    return found


class _Leaf:
    """Stands in the result's structure."""

    def __init__(self, found: Text) -> None:
        self.text = found


def _structure(tree: Any) -> Text:
    """Leaves in tuples, lists and dicts."""
    if isinstance(tree, _Leaf):
        return tree.text
    if tree is None:
        return Text("None")
    if type(tree) in (tuple, list):
        return text.listed(map(_structure, tree), "()" if type(tree) is tuple else "[]")
    if type(tree) is dict:
        entries = [
            f"{text.literal(key).code}: {_structure(each).code}"
            for key, each in tree.items()
        ]
        return text.listed(entries, "{}")
    raise MissingRuleError(
        message(
            f"{WHERE}: the function returns a {type(tree).__name__}.",
            expected="arrays and numbers, in tuples, lists and dicts",
            help="return one of these.",
        )
    )
