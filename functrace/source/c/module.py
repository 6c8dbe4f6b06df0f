"""A function in C, with what it takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval
from functrace.core.errors import MissingRuleError, message
from functrace.core.graph import Graph, graphs_of
from functrace.core.node import Edge
from functrace.core.primitive import Primitive
from functrace.core.rule import operand_aval
from functrace.engine.simplify import simplify
from functrace.source.c import text
from functrace.source.c.blocks import can_write, write_node
from functrace.source.c.constants import Tables
from functrace.source.c.functions import OWN, own_function
from functrace.source.c.scope import CScope, check_type, held, refuse
from functrace.source.c.views import WRAPPED
from functrace.source.comments import Comments
from functrace.source.names import identifier
from functrace.source.text import WIDTH
from functrace.source.traced import WHERE, ProgramGraph, code_of, fixed_of

_STACK = 1 << 20  # bytes of arrays that a function may have


def function_of(traced: ProgramGraph) -> str:
    """The text of a file."""
    graph = simplify(traced.graph, expand=_formula_of)
    _check_types(graph)
    for aval in (*graph.in_avals, *graph.out_avals):
        check_type(aval)
    tables = Tables()
    scope = CScope(write_node, tables, Comments(traced.asking))
    parameters = [_parameter(scope, traced, edge) for edge in graph.inputs]
    returned = _is_number(graph)
    outputs = [] if returned else graph.outputs
    names = [_result_name(scope, k, out) for k, out in enumerate(outputs)]
    results = [_result(*pair) for pair in zip(names, outputs, strict=True)]
    _note_targets(scope, outputs, names)
    pairs = zip(parameters, graph.inputs, strict=True)
    scope.block(graph, [held(name, Aval(*edge.aval)) for name, edge in pairs])
    _finish(scope, graph, names)
    if scope.bytes > _STACK:
        _refuse_size(scope.bytes)
    body = _without_unused(scope.lines, parameters)
    inputs = [_declared(n, e) for n, e in zip(parameters, graph.inputs, strict=True)]
    kind = text.ctype(operand_aval(graph.outputs[0]).dtype) if returned else "void"
    head = _head(f"{kind} {traced.name}", [*inputs, *results])
    lines = [*_comment(traced, parameters, names), *head, "{", *body, "}"]
    helpers = _helpers("\n".join((*tables.lines, *lines)))
    parts = [_includes(), "\n".join(tables.lines), *helpers, "\n".join(lines)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _check_types(graph: Graph) -> None:
    """Refuse an operation on, or to, what has no type in C."""
    for node in graph.nodes:
        avals = [operand_aval(x) for x in node.inputs]
        for aval in (*avals, *node.avals):
            if text.ctype(aval.dtype) is None or 0 in aval.shape:
                refuse(node)
        for inner in graphs_of(node):
            _check_types(inner)


def _formula_of(primitive: Primitive) -> Callable[..., Any] | None:
    """What an operation is made of, if there is nothing in C for it as a whole."""
    if can_write(primitive.name):
        return None
    form = form_of(primitive)
    return form.formula if form.is_formula else None


def _includes() -> str:
    names = ("math", "stdbool", "stdint", "stdlib", "string")
    return "\n".join(f"#include <{name}.h>" for name in names)


def _helpers(code: str) -> Iterator[str]:
    """The functions that are called."""
    for name in OWN:
        if re.search(rf"\b{name}\(", code):
            yield own_function(name)
    if re.search(r"\bwrapped\(", code):
        yield WRAPPED


# -- the head ------------------------------------------------------------------------------


def _parameter(scope: CScope, traced: ProgramGraph, edge: Edge) -> str:
    label = edge.node.name
    return scope.names.new(identifier(traced.called.get(label, code_of(edge))))


def _declared(name: str, edge: Edge) -> str:
    """A parameter: numbers by value, arrays by their place."""
    aval = edge.aval
    shape = "".join(f"[{n}]" for n in aval.shape)
    return f"{'const ' if shape else ''}{text.ctype(aval.dtype)} {name}{shape}"


def _result_name(scope: CScope, k: int, output: Any) -> str:
    variable = scope.variable(output.node) if type(output) is Edge else ""
    return scope.names.new(variable or ("value" if not k else "result"))


def _result(name: str, output: Any) -> str:
    aval = operand_aval(output)
    shape = "".join(f"[{n}]" for n in aval.shape)
    return f"{text.ctype(aval.dtype)} {'' if shape else '*'}{name}{shape}"


def _is_number(graph: Graph) -> bool:
    """Whether the function returns its result, which is one number."""
    return len(graph.outputs) == 1 and not operand_aval(graph.outputs[0]).shape


def _head(before: str, parameters: list[str]) -> list[str]:
    line = f"{before}({', '.join(parameters) or 'void'})"
    if len(line) <= WIDTH:
        return [line]
    inner = [f"    {p}," for p in parameters]
    return [f"{before}(", *inner[:-1], f"{inner[-1][:-1]})"]


def _described(name: str, edge: Edge) -> str:
    code = code_of(edge)
    return f"{name}: {edge.aval}" if code == name else f"{name}: {code}, {edge.aval}"


def _comment(
    traced: ProgramGraph, parameters: list[str], names: list[str]
) -> list[str]:
    graph = traced.graph
    lines = [f"{traced.title}, written by functrace."]
    labels = zip(parameters, graph.inputs, strict=True)
    lines += ["", *(_described(*pair) for pair in labels)]
    if names:
        accessors = graph.out_treedef.accessors()
        places = [f"result{a.codify('')}" for a in accessors]
        lines += [f"{n}: {place}" for n, place in zip(names, places, strict=True)]
    lines += [f"Fixed: {each}." for each in fixed_of(graph)]
    return ["/*", *(f" * {line}".rstrip() for line in lines), " */"]


# -- the end -------------------------------------------------------------------------------


def _note_targets(scope: CScope, outputs: Sequence[Any], names: list[str]) -> None:
    """Have arrays among the results computed where they are to be."""
    for name, output in zip(names, outputs, strict=True):
        is_made = type(output) is Edge and output.node.primitive is not None
        if is_made and output.aval.shape and output not in scope.targets:
            scope.targets[output] = name
            scope.owned.add(name)


def _finish(scope: CScope, graph: Graph, names: list[str]) -> None:
    """Give the results, of those that have names what is not there yet."""
    if not names:
        scope.put(text.atom("return"), scope.value(graph.outputs[0]).element(()), "")
    for name, output in zip(names, graph.outputs, strict=False):
        value = scope.value(output)
        if not value.shape:
            scope.put(text.atom(f"*{name}"), value.element(()))
        elif value.name != name:
            scope.store(name, value)
    scope.take(graph.outputs)


def _without_unused(lines: list[str], parameters: list[str]) -> list[str]:
    """The body; parameters that it does not take are said not to be forgotten."""
    code = "\n".join(line for line in lines if not line.lstrip().startswith("/*"))
    unused = [p for p in parameters if not re.search(rf"\b{p}\b", code)]
    return [*(f"    (void){p};" for p in unused), *lines]


def _refuse_size(size: int) -> None:
    raise MissingRuleError(
        message(
            f"{WHERE}: the function would have {size} bytes of arrays on the stack.",
            expected=f"{_STACK} bytes at most",
            help='use smaller arrays, or language="numpy".',
        )
    )
