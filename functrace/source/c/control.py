"""Loops and branches in C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.primitives._loops import Body
from functrace.source.c import text
from functrace.source.c.scope import CScope, CValue, held
from functrace.source.names import is_own


def write_scan(scope: CScope, node: Node) -> None:
    """A loop of a known number of rounds."""
    params = node.params
    body, length = Body.of(params), params["length"]
    scope.settle_pending()
    operands = body.split(node.inputs)
    carries = _begin(scope, node, body, operands.carry)
    stacks = _stacks(scope, node, body, carries)
    consts = [scope.source(x) for x in operands.consts]
    counter = scope.counter("kjim")
    rows = [_row(scope.source(x), counter) for x in operands.xs]
    head = f"for (int {counter} = 0; {counter} < {length}; {counter}++)"
    if params["reverse"]:
        head = f"for (int {counter} = {length - 1}; {counter} >= 0; {counter}--)"
    with scope.braces(head):
        scope.names.used.add(counter)
        scope.block(body.graph, [*consts, *carries, *rows])
        for name, output in zip(stacks, body.outputs.ys, strict=True):
            if name:
                _leave(scope, name, output, counter)
        _renew(scope, carries, body.outputs.carry)
        scope.take(body.graph.outputs)
    scope.take(node.inputs)
    _finish(scope, node, [c.name for c in carries] + stacks)


def write_while(scope: CScope, node: Node) -> None:
    """A loop that runs as long as a condition holds."""
    body, cond = Body.of(node.params), node.params["cond"]
    scope.settle_pending()
    operands = body.split(node.inputs)
    carries = _begin(scope, node, body, operands.carry)
    number = Edge(node, body.carry)
    counter = scope.names.new("rounds") if scope.left(number) else ""
    if counter:
        scope.emit(f"int64_t {counter} = 0;")
    consts = [scope.source(x) for x in operands.consts]
    lines, scope.lines = scope.lines, []
    scope.indent += 4
    scope.block(cond, [*consts, *carries])
    holds = scope.value(cond.outputs[0]).element(())
    scope.take(cond.outputs)
    scope.indent -= 4
    asked, scope.lines = scope.lines, lines
    with scope.braces("while (true)" if asked else f"while ({holds.code})"):
        if asked:
            negated = text.unary("!", holds).code
            scope.lines += asked
            for line in (f"if ({negated}) {{", "    break;", "}"):
                scope.emit(line)
        scope.block(body.graph, [*consts, *carries])
        _renew(scope, carries, body.graph.outputs)
        scope.take(body.graph.outputs)
        if counter:
            scope.emit(f"{counter}++;")
    scope.take(node.inputs)
    _finish(scope, node, [*(c.name for c in carries), counter])


def write_switch(scope: CScope, node: Node) -> None:
    """The branches, of which one runs."""
    branches: tuple[Graph, ...] = node.params["branches"]
    scope.settle_pending()
    index, *operands = (scope.source(x) for x in node.inputs)
    number = index.element(())
    scope.comment(node)
    names = [
        _declared(scope, node, branches, k) if scope.left(Edge(node, k)) else ""
        for k in range(len(node.avals))
    ]
    for k, branch in enumerate(branches):
        with scope.braces(_head(number.at(text.SUM), k, len(branches))):
            scope.block(branch, operands)
            for name, output in zip(names, branch.outputs, strict=True):
                if name:
                    _assign(scope, name, scope.value(output))
            scope.take(branch.outputs)
    scope.take(node.inputs)
    _finish(scope, node, names)


def _head(number: str, k: int, count: int) -> str:
    if k == count - 1:
        return "else" if k else ""
    return f"if ({number} <= 0)" if not k else f"else if ({number} == {k})"


# -- variables of loops ------------------------------------------------------------------


def _begin(scope: CScope, node: Node, body: Body, given: Sequence[Any]) -> list[CValue]:
    """The variables of a loop, with what they hold before it."""
    found: list[CValue] = []
    scope.comment(node)
    for k, operand in enumerate(given):
        aval = _plain(node.avals[k])
        name = scope.names.new(_wanted(scope, body, k))
        value = scope.value(operand)
        if aval.shape:
            scope.declare(name, aval)
            scope.store(name, value)
        else:
            declared = text.atom(f"{scope.type_of(aval)} {name}")
            scope.put(declared, value.element(()))
        found.append(held(name, aval))
        label = body.inputs.carry[k].node.name
        if is_own(label):
            scope.aliases[label] = "" if label in scope.aliases else name
    return found


def _plain(aval: Aval) -> Aval:
    return Aval(aval.shape, aval.dtype)


def _wanted(scope: CScope, body: Body, k: int) -> str:
    output = body.graph.outputs[k]
    if type(output) is Edge and output.node.primitive is not None:
        variable = scope.variable(output.node)
        if variable:
            return variable
    label: str = body.inputs.carry[k].node.name
    return _PLAIN.get(label, label)


_PLAIN = {"go": "going", "cotangent": "bar", "tangent": "dot", "carry": "state"}


def _renew(scope: CScope, carries: Sequence[CValue], outputs: Sequence[Any]) -> None:
    """Give the variables of a loop what they hold in the next round."""
    changed = [
        (carry, output)
        for carry, output in zip(carries, outputs, strict=True)
        if scope.value(output).name != carry.name
    ]
    names = {carry.name for carry, _ in changed}
    ready: list[tuple[CValue, CValue]] = []
    for carry, output in changed:
        value = scope.value(output)
        alone = len(changed) == 1 and not carry.shape
        if not alone and (value.name in names or value.reads & names):
            value = _kept(scope, carry, value)
        ready.append((carry, value))
    for carry, value in ready:
        _assign(scope, carry.name, value)


def _kept(scope: CScope, carry: CValue, value: CValue) -> CValue:
    """The new value in a place of its own, as others take the old one."""
    aval = Aval(value.shape, value.dtype)
    name = scope.names.new(f"{carry.name}_next")
    if aval.shape:
        scope.declare(name, aval)
        scope.store(name, value)
    else:
        declared = text.atom(f"const {scope.type_of(aval)} {name}")
        scope.put(declared, value.element(()))
    return held(name, aval)


def _assign(scope: CScope, name: str, value: CValue) -> None:
    if value.name == name:
        return
    if value.shape:
        scope.store(name, value)
    else:
        scope.put(text.atom(name), value.element(()))


# -- rows ----------------------------------------------------------------------------------


def _row(stack: CValue, counter: str) -> CValue:
    return CValue(
        lambda at: stack.element((counter, *at)),
        stack.shape[1:],
        stack.dtype,
        is_view=bool(stack.shape[1:]),
    )


def _stacks(
    scope: CScope, node: Node, body: Body, carries: Sequence[CValue]
) -> list[str]:
    """Arrays for what the rounds leave; "" where nobody takes it."""
    names: list[str] = []
    for k, output in enumerate(body.outputs.ys, body.carry):
        if not scope.left(Edge(node, k)):
            names.append("")
            continue
        name = scope.names.new(f"{_stem(scope, body, output, carries)}_rows")
        scope.declare(name, _plain(node.avals[k]))
        names.append(name)
    return names


def _stem(scope: CScope, body: Body, output: Any, carries: Sequence[CValue]) -> str:
    pairs = [*zip(body.inputs.carry, carries, strict=True)]
    pairs += zip(body.outputs.carry, carries, strict=True)
    for edge, carry in pairs:
        if type(edge) is Edge and type(output) is Edge and edge == output:
            return carry.name
    variable = scope.variable(output.node) if type(output) is Edge else ""
    return variable or "step"


def _leave(scope: CScope, name: str, output: Any, counter: str) -> None:
    value = scope.value(output)
    with scope.loops(value.shape) as at:
        scope.put(text.element(name, (counter, *at)), value.element(at))


def _declared(scope: CScope, node: Node, branches: Sequence[Graph], k: int) -> str:
    """A variable for an output of all branches."""
    aval = _plain(node.avals[k])
    wanted = "chosen"
    for branch in branches:
        output = branch.outputs[k]
        if type(output) is Edge and output.node.primitive is not None:
            wanted = scope.variable(output.node) or wanted
    name = scope.names.new(wanted)
    if aval.shape:
        scope.declare(name, aval)
    else:
        scope.emit(f"{scope.type_of(aval)} {name};")
    return name


def _finish(scope: CScope, node: Node, names: Sequence[str]) -> None:
    for k, name in enumerate(names):
        if name:
            scope.set(Edge(node, k), held(name, _plain(node.avals[k])))
