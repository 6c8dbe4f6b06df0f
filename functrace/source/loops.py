"""Loops over rounds, and loops with a condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Leaf, Node
from functrace.primitives._loops import Body
from functrace.source import text
from functrace.source.names import is_own
from functrace.source.scope import ArrayMemory, NumpyScope, NumpyValue
from functrace.source.text import Text
from functrace.source.updates import held, is_carried


class _RowOut(NamedTuple):
    """A row that a round leaves: in which array, what, and at which place."""

    name: str
    output: Any
    counter: str


class LoopVariable(NamedTuple):
    """A variable of a loop.

    Attributes
    ----------
    name : str
    owned : bool
        Whether it is an array that the rounds write to.
    """

    name: str
    owned: bool


def write_scan(scope: NumpyScope, node: Node) -> None:
    """A loop of a known number of rounds."""
    params = node.params
    body, length = Body.of(params), params["length"]
    operands = body.split(node.inputs)
    scope.settle_pending(operands.carry)
    carries = begin_carries(scope, node, body, operands.carry)
    scope.take(operands.carry)
    note_aliases(scope, body, [*map(scope.operand, operands.consts)], carries)
    stacks = _stacks(scope, node, body, length, carries)
    shown = bool(stacks or operands.xs)
    counter = scope.names.first("k", "j", "i", "m") if shown else "_"
    rounds = f"range({length})"
    if params["reverse"] and shown:
        rounds = f"reversed({rounds})"
    scope.emit(f"for {counter} in {rounds}:")
    values = [held(scope, const, owned=False) for const in operands.consts]
    values += map(carried, carries)
    values += [_row(scope, x, counter) for x in operands.xs]
    pairs = zip(stacks, body.outputs.ys, strict=True)
    rows = [_RowOut(name, output, counter) for name, output in pairs if name]
    carried_over = set(body.inputs.carry)
    early = [r for r in rows if type(r.output) is Edge and r.output in carried_over]
    late = [
        r for r in rows if type(r.output) is not Edge or r.output not in carried_over
    ]
    write_body(
        scope,
        body,
        carries,
        values,
        lambda: [_store(scope, *row) for row in late],
        lambda: [_store(scope, *row) for row in early],
    )
    if shown:
        scope.names.used.discard(counter)
    scope.take([*operands.consts, *operands.xs])
    end_carries(scope, node, carries)
    for k, name in enumerate(stacks, body.carry):
        if name:
            scope.hold(name, Edge(node, k), frozenset([ArrayMemory(owned=True)]))


def write_while(scope: NumpyScope, node: Node) -> None:
    """A loop that runs as long as a condition holds."""
    body, cond = Body.of(node.params), node.params["cond"]
    operands = body.split(node.inputs)
    scope.settle_pending(operands.carry)
    carries = begin_carries(scope, node, body, operands.carry)
    scope.take(operands.carry)
    number = Edge(node, body.carry)
    counter = scope.names.new("rounds") if scope.left(number) else ""
    if counter:
        scope.emit(f"{counter} = 0")
    consts = [held(scope, const, owned=False) for const in operands.consts]
    lines, scope.lines = scope.lines, []
    scope.indent += 4
    scope.block(cond, [*consts, *map(_fixed, carries)])
    holds = scope.operand(cond.outputs[0])
    scope.take(cond.outputs)
    scope.indent -= 4
    asked, scope.lines = scope.lines, lines
    if asked:
        scope.emit("while True:")
        scope.lines += asked
        scope.emit(f"    if not {holds.at(text.NOT)}:")
        scope.emit("        break")
    else:
        scope.emit(f"while {holds.code}:")
    write_body(scope, body, carries, [*consts, *map(carried, carries)])
    if counter:
        scope.emit(f"    {counter} += 1")
        scope.hold(counter, number, frozenset())
    scope.take(operands.consts)
    end_carries(scope, node, carries)


# -- carries ---------------------------------------------------------------------------


def begin_carries(
    scope: NumpyScope,
    node: Node,
    body: Body,
    given: Sequence[Any],
    *,
    writes: bool = True,
) -> list[LoopVariable]:
    """The variables of a loop, with what they hold before it.

    `writes` is whether the rounds may write to them.
    """
    owned = [
        writes and is_carried(body.graph, k, edge)
        for k, edge in enumerate(body.inputs.carry)
    ]
    return [
        _begin(scope, node, body, k, operand, owned=owned[k])
        for k, operand in enumerate(given)
    ]


def _begin(
    scope: NumpyScope, node: Node, body: Body, k: int, operand: Any, *, owned: bool
) -> LoopVariable:
    wanted = _wanted(scope, body, k)
    before = scope.operand(operand)
    exclusive = type(operand) is Edge and _is_exclusive(scope, node, operand)
    if type(operand) is Edge and exclusive and not scope.values[operand].pending:
        mine = all(m.owned for m in scope.memories(operand))
        mine = mine if owned else before.code == wanted
        if mine and scope.may_rebind(before.code, operand):
            scope.disturb(before.code)
            return LoopVariable(before.code, owned)
    if owned:
        before = _own(scope, operand, exclusive=exclusive)
    with scope.reading(before):
        name = scope.reused(wanted)
    scope.comment(node)
    scope.assign(name, before)
    if type(operand) is Edge and scope.values[operand].pending:
        scope.values[operand].pending = False  # it has been computed
    return LoopVariable(name, owned)


def _own(scope: NumpyScope, operand: Any, *, exclusive: bool) -> Text:
    """An array that the rounds may write to."""
    if type(operand) is not Edge:
        return scope.constants.own(np.asarray(operand))
    spare = exclusive and all(m.owned for m in scope.memories(operand))
    found = scope.operand(operand)
    return found if spare and scope.memories(operand) else text.method(found, "copy")


def _is_exclusive(scope: NumpyScope, node: Node, operand: Edge) -> bool:
    """Whether nothing else needs a value, or what shares memory with it."""
    memories = scope.memories(operand)
    alone = scope.left(operand) == 1
    return alone and not any(
        edge != operand and value.memories & memories
        for edge, value in scope.values.items()
    )


def _wanted(scope: NumpyScope, body: Body, k: int) -> str:
    """What a variable of a loop is best called."""
    output = body.graph.outputs[k]
    if type(output) is Edge and output.node.primitive is not None:
        variable = scope.variable(output.node)
        if variable:
            return variable
    leaf = body.inputs.carry[k].node
    label = leaf.label if isinstance(leaf, Leaf) else "carry"
    return _PLAIN.get(label, label)


_PLAIN = {"go": "going", "cotangent": "bar", "tangent": "dot", "carry": "state"}


def carried(carry: LoopVariable) -> NumpyValue:
    """A variable of a loop, in a round."""
    return NumpyValue(Text(carry.name), frozenset([ArrayMemory(owned=carry.owned)]))


def _fixed(carry: LoopVariable) -> NumpyValue:
    return NumpyValue(Text(carry.name), frozenset([ArrayMemory(owned=False)]))


def end_carries(scope: NumpyScope, node: Node, carries: Sequence[LoopVariable]) -> None:
    """Note what the variables hold after the loop."""
    for k, carry in enumerate(carries):
        memories = frozenset([ArrayMemory(owned=carry.owned)])
        shape = node.avals[k].shape
        scope.hold(carry.name, Edge(node, k), memories if shape else frozenset())


# -- rounds ----------------------------------------------------------------------------


def write_body(
    scope: NumpyScope,
    body: Body,
    carries: Sequence[LoopVariable],
    values: Sequence[NumpyValue],
    leave: Callable[[], Any] = lambda: None,
    leave_first: Callable[[], Any] = lambda: None,
) -> None:
    """A round: its operations, and its variables at the end.

    `leave` and `leave_first` write what is kept of it, at its end and its beginning.
    """
    graph = body.graph
    scope.indent += 4
    begin = len(scope.lines)
    outputs = graph.outputs[: len(carries)]
    for carry, edge, output in zip(carries, body.inputs.carry, outputs, strict=True):
        if type(output) is Edge and output.node.primitive and output != edge:
            scope.wishes.setdefault(output, carry.name)
    scope.enter_inputs(graph, values)
    for carry in carries:
        scope.note_variable(carry.name)
    leave_first()
    for edge in body.inputs.xs:
        if scope.left(edge) > 1:
            scope.settle(edge)
    scope.operations(graph)
    leave()
    _assign_carries(scope, carries, outputs)
    if len(scope.lines) == begin:
        scope.emit("pass")
    scope.indent -= 4
    scope.comments.forget()


def _store(scope: NumpyScope, name: str, output: Any, counter: str) -> None:
    scope.assign(f"{name}[{counter}]", scope.operand(output))
    scope.take([output])


def _assign_carries(
    scope: NumpyScope, carries: Sequence[LoopVariable], outputs: Sequence[Any]
) -> None:
    """Give the variables of a loop what they hold in the next round."""
    pairs: list[tuple[str, Text]] = []
    for carry, output in zip(carries, outputs, strict=True):
        new = scope.operand(output)
        if _may_change(scope, carry, output, [*zip(carries, outputs, strict=True)]):
            new = text.method(new, "copy")
        if new.code != carry.name:
            pairs.append((carry.name, new))
    while pairs:
        free = [
            pair
            for pair in pairs
            if not any(
                pair[0] in other[1].names for other in pairs if other is not pair
            )
        ]
        if not free:
            names, texts = zip(*pairs, strict=True)
            new = Text(", ".join(t.at(text.TERNARY) for t in texts))
            scope.assign(", ".join(names), new)
            break
        scope.assign(*free[0])
        pairs.remove(free[0])
    scope.take(outputs)


def _may_change(
    scope: NumpyScope,
    carry: LoopVariable,
    output: Any,
    pairs: Sequence[tuple[LoopVariable, Any]],
) -> bool:
    """Whether what a variable gets is a view of an array that the next round writes to."""
    own = scope.memories(output)
    return any(
        other.owned and other is not carry and own & scope.memories(written)
        for other, written in pairs
    )


def _row(scope: NumpyScope, x: Any, counter: str) -> NumpyValue:
    stack = scope.operand(x)
    return NumpyValue(
        text.part_text(stack, [counter]),
        frozenset([ArrayMemory(owned=False)]),
        pending=True,
    )


def note_aliases(
    scope: NumpyScope,
    body: Body,
    consts: Sequence[Text],
    carries: Sequence[LoopVariable],
) -> None:
    """Note what the inputs of a body are in the text, if their labels do not tell."""
    given = [*(c.code for c in consts), *(c.name for c in carries)]
    names = [edge.node.name for edge in (*body.inputs.consts, *body.inputs.carry)]
    for label, code in zip(names, given, strict=True):
        if is_own(label):
            usable = names.count(label) == 1 and code.isidentifier()
            scope.aliases[label] = code if usable else ""


def _stacks(
    scope: NumpyScope,
    node: Node,
    body: Body,
    length: int,
    carries: Sequence[LoopVariable],
) -> list[str]:
    """Arrays for what the rounds leave; "" where nobody takes it."""
    names: list[str] = []
    for k, output in enumerate(body.outputs.ys, body.carry):
        if not scope.left(Edge(node, k)):
            names.append("")
            continue
        aval = node.avals[k]
        name = scope.names.new(_stack_name(scope, body, output, carries))
        scope.assign(name, _empty(aval))
        names.append(name)
    return names


def _stack_name(
    scope: NumpyScope, body: Body, output: Any, carries: Sequence[LoopVariable]
) -> str:
    """After a variable of the loop, if it is that, or the user's variable."""
    given = dict(zip(body.inputs.carry, carries, strict=True))
    for edge, carry in zip(body.outputs.carry, carries, strict=True):
        if type(edge) is Edge:
            given.setdefault(edge, carry)
    if type(output) is not Edge:
        return "rows"
    if output in given:
        return f"{given[output].name}_rows"
    variable = scope.variable(output.node)
    return f"{variable}_rows" if variable else "rows"


def _empty(aval: Aval) -> Text:
    shape = aval.shape[0] if len(aval.shape) == 1 else tuple(aval.shape)
    dtype = np.dtype(aval.dtype)
    options = {} if dtype == np.float64 else {"dtype": dtype}
    return text.call("np.empty", text.literal(shape), **options)
