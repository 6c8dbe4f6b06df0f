"""Where a NaN or an infinity came from: a graph evaluated once more, and followed back.

Of each value it is noted whether it is finite. From an output that is not, one goes back
to an operand that is not, as far as there is one: the operation there made it. Within loops
that is done round by round, and within branches in the one that was taken. What an output
does not depend on may be what it likes, such as the other side of a `numpy.where`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import form_of
from functrace.core.closure import part_of
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.core.recording import recording_all
from functrace.core.rule import operand_avals
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.primitives._loops import Body
from functrace.primitives.effect import effect, muted
from functrace.primitives.segments import written_out

FINITE, INFINITE, NAN = 0, 1, 2


def kind_of(value: Any) -> int:
    """Whether all elements are finite; if not, whether there is a NaN."""
    array = np.asarray(value)
    if array.dtype.kind not in "fc" or np.isfinite(array).all():
        return FINITE
    return NAN if np.isnan(array).any() else INFINITE


class Origin(NamedTuple):
    """Where it began.

    Attributes
    ----------
    node : Node or None
        The operation; None: it is an input.
    place : int
        The number of the output, or of the input.
    value : array
    where : tuple of str
        In which round of which loop, the innermost first.
    operands : sequence
        What the operation was given.
    """

    node: Node | None
    place: int
    value: Any
    where: tuple[str, ...] = ()
    operands: Sequence[Any] = ()

    @property
    def is_meant(self) -> bool:
        """Whether the operation chose a constant that is not finite."""
        inputs = () if self.node is None else self.node.inputs
        return any(type(e) is not Edge and kind_of(e) for e in inputs)

    def within(self, words: str) -> Origin:
        """As a part of something."""
        return self._replace(where=(*self.where, words))


def origin_of(graph: Graph, values: Sequence[Any], output: int) -> Origin | None:
    """Where what is not finite in an output began; None if it is finite."""
    with np.errstate(all="ignore"):
        return _find(graph, muted(graph, values), output)


def origin_or_nan(graph: Graph, values: Sequence[Any], output: int) -> Origin | None:
    """As `origin_of`; of a constant that was chosen, the first NaN before it."""
    found = origin_of(graph, values, output)
    if found is not None and found.is_meant:
        found = first_nan(graph, values) or found
    return found


def _find(graph: Graph, values: Sequence[Any], output: int) -> Origin | None:
    given = dict(zip(graph.inputs, values, strict=True))
    edge = graph.outputs[output]
    if type(edge) is not Edge:
        return Origin(None, -1, edge) if kind_of(edge) else None
    kinds = _kinds(graph, given)
    if not kinds[edge]:
        return None
    while True:
        if edge in given:
            place = graph.inputs.index(edge)
            return Origin(None, place, given[edge])
        node, operands = edge.node, _operands(graph, given, edge.node)
        found = _inside(node, operands, edge.index)
        if found is not None and found.node is not None:
            return found
        place = worst_of(node, operands) if found is None else found.place
        if place is None or type(node.inputs[place]) is not Edge:
            outs = _outputs(node, operands)
            return Origin(node, edge.index, outs[edge.index], operands=operands)
        edge = node.inputs[place]


def _kinds(graph: Graph, given: dict[Edge, Any]) -> dict[Edge, int]:
    """Of each value of a graph whether it is finite."""
    known = dict(given)
    kinds = {edge: kind_of(value) for edge, value in given.items()}
    for node, dropped in graph.plan:
        operands = [known[e] if type(e) is Edge else e for e in node.inputs]
        for i, value in enumerate(_outputs(node, operands)):
            known[Edge(node, i)] = value
            kinds[Edge(node, i)] = kind_of(value)
        for edge in dropped:
            del known[edge]
    return kinds


def _operands(graph: Graph, given: dict[Edge, Any], wanted: Node) -> list[Any]:
    """The values that a node takes."""
    known = dict(given)
    kept = {e for e in wanted.inputs if type(e) is Edge}
    for node, dropped in graph.plan:
        operands = [known[e] if type(e) is Edge else e for e in node.inputs]
        if node is wanted:
            return operands
        for i, value in enumerate(_outputs(node, operands)):
            known[Edge(node, i)] = value
        for edge in kept.symmetric_difference(dropped) & set(dropped):
            del known[edge]
    raise AssertionError("functrace bug: a node that its graph has not")


def _outputs(node: Node, operands: Sequence[Any]) -> Sequence[Any]:
    if node.primitive is effect:
        return operands[:1]
    out = node.primitive.impl(*operands, **node.params)
    return out if node.primitive.multiple else (out,)


def worst_of(node: Node, operands: Sequence[Any]) -> int | None:
    """The position of an operand that is not finite: of a NaN, if there is one."""
    kinds = [kind_of(x) for x in operands]
    worst = max(kinds, default=FINITE)
    if not worst:
        return None
    places = [i for i, kind in enumerate(kinds) if kind == worst]
    return next((i for i in places if type(node.inputs[i]) is Edge), places[0])


# -- what was made first -----------------------------------------------------------------


class _Found(Exception):  # noqa: N818 - not an error
    """Ends an evaluation."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin


def first_nan(graph: Graph, values: Sequence[Any]) -> Origin | None:
    """The first NaN that is made of numbers, whatever depends on it.

    A solver that fails gives NaN by itself: what made it fail came before.
    """
    with np.errstate(all="ignore"):
        try:
            _watch(graph, muted(graph, values))
        except _Found as found:
            return found.origin
    return None


def _watch(graph: Graph, values: Sequence[Any]) -> list[Any]:
    """The graph's outputs; `_Found` if an operation makes a NaN."""
    known: dict[Edge, Any] = dict(zip(graph.inputs, values, strict=True))
    for node, dropped in graph.plan:
        operands = [known[e] if type(e) is Edge else e for e in node.inputs]
        outs = _WATCHED.get(node.name, _checked)(node, operands)
        known.update((Edge(node, i), out) for i, out in enumerate(outs))
        for edge in dropped:
            del known[edge]
    return [known[e] if type(e) is Edge else e for e in graph.outputs]


def _checked(node: Node, operands: Sequence[Any]) -> Sequence[Any]:
    outs = _outputs(node, operands)
    for i, out in enumerate(outs):
        if kind_of(out) == NAN and NAN not in map(kind_of, operands):
            raise _Found(Origin(node, i, out, operands=operands))
    return outs


def _watch_round(graph: Graph, values: Sequence[Any], words: str) -> list[Any]:
    try:
        return _watch(graph, values)
    except _Found as found:
        raise _Found(found.origin.within(words)) from None


def _watch_scan(node: Node, operands: Sequence[Any]) -> Sequence[Any]:
    loop = _scan_loop(node, operands)
    state = loop.first
    for k in range(loop.rounds):
        words = loop.words(k, f"a scan of {loop.rounds} rounds")
        outs = _watch_round(loop.graph, loop.inputs(state, k), words)
        state = outs[: len(state)]
    return _outputs(node, operands)


def _watch_while(node: Node, operands: Sequence[Any]) -> Sequence[Any]:
    body, cond = Body.of(node.params), node.params["cond"]
    consts, state, _ = body.split(operands)
    count = 0
    while cond.evaluate([*consts, *state])[0]:
        words = f"in round {count} of a while_loop"
        state = _watch_round(body.graph, [*consts, *state], words)
        count += 1
    return (*state, np.int64(count))


def _watch_branch(node: Node, operands: Sequence[Any]) -> Sequence[Any]:
    number = _taken(node, operands)
    words = f"in branch {number} of a {node.name}"
    return _watch_round(node.params["branches"][number], operands[1:], words)


def _watch_graph(node: Node, operands: Sequence[Any]) -> Sequence[Any]:
    return _watch(node.params["graph"], operands)


def _watch_call(node: Node, operands: Sequence[Any]) -> Sequence[Any]:
    graph = _graph_of_call(node)
    if graph is not None:
        _watch(graph, operands)
    return _checked(node, operands)


def _watch_segments(node: Node, operands: Sequence[Any]) -> Sequence[Any]:
    return _watch(written_out(node.params), operands)


_WATCHED: dict[str, Callable[[Node, Sequence[Any]], Sequence[Any]]] = {
    "scan": _watch_scan,
    "segments": _watch_segments,
    "while_loop": _watch_while,
    "switch": _watch_branch,
    "call": _watch_graph,
    "remat": _watch_graph,
    "remat_with_outputs": _watch_graph,
    "custom_call": _watch_call,
    "custom_vjp_call": _watch_call,
    "custom_jvp_call": _watch_call,
}


# -- loops and branches ------------------------------------------------------------------


def _inside(node: Node, operands: Sequence[Any], output: int) -> Origin | None:
    """Where it began within an operation that runs graphs; an input of it is an operand."""
    find = _INSIDE.get(node.name)
    return None if find is None else find(node, operands, output)


def _in_graph(node: Node, operands: Sequence[Any], output: int) -> Origin | None:
    return _find(node.params["graph"], operands, output)


def _in_call(node: Node, operands: Sequence[Any], output: int) -> Origin | None:
    graph = _graph_of_call(node)
    return None if graph is None else _find(graph, operands, output)


def _graph_of_call(node: Node) -> Graph | None:
    """What a function computes whose derivatives are the user's; None if nobody knows."""
    formula = form_of(node.primitive).formula
    assert formula is not None, f"functrace bug: {node.name} has no formula"
    inputs = fresh("operand", operand_avals(node))
    with recording_all():
        outs = formula(*handles(inputs), **node.params)
    return None if outs is None else part_of(inputs, [*map(edge_of, outs)])


def _in_segments(node: Node, operands: Sequence[Any], output: int) -> Origin | None:
    return _find(written_out(node.params), operands, output)


def _in_branch(node: Node, operands: Sequence[Any], output: int) -> Origin | None:
    number = _taken(node, operands)
    found = _find(node.params["branches"][number], operands[1:], output)
    if found is None:
        return None
    if found.node is None:
        return found._replace(place=found.place + 1)
    return found.within(f"in branch {number} of a {node.name}")


def _taken(node: Node, operands: Sequence[Any]) -> int:
    return min(max(int(operands[0]), 0), len(node.params["branches"]) - 1)


class _Loop(NamedTuple):
    """A loop while it is followed back.

    Attributes
    ----------
    graph : Graph
        Of a round, whose first outputs are the carries.
    first : list
        The carries before the first round.
    rounds : int
    inputs : callable
        Of the carries and a round's number, what the graph takes.
    carry : int
        Position of the first carry among the inputs.
    backwards : bool
        Whether the last round comes first.
    """

    graph: Graph
    first: list[Any]
    rounds: int
    inputs: Callable[[list[Any], int], list[Any]]
    carry: int
    backwards: bool = False

    def words(self, number: int, what: str) -> str:
        """Which round of what."""
        round_ = self.rounds - 1 - number if self.backwards else number
        return f"in round {round_} of {what}{', backwards' * self.backwards}"

    def before(self, number: int) -> list[Any]:
        """What a round takes."""
        state = self.first
        for k in range(number):
            state = self.graph.evaluate(self.inputs(state, k))[: len(state)]
        return self.inputs(state, number)

    def course(self) -> list[list[int]]:
        """Of each output of each round whether it is finite; before them the first ones."""
        state, count = self.first, len(self.first)
        kinds = [[kind_of(x) for x in state]]
        for k in range(self.rounds):
            outs = self.graph.evaluate(self.inputs(state, k))
            kinds.append([kind_of(x) for x in outs])
            state = outs[:count]
        return kinds

    def find(self, output: int, number: int | None, words: str) -> Origin | None:
        """Where the output of a round began; None: of the last one, and a carry."""
        kinds, count = self.course(), len(self.first)
        at = self.rounds if number is None else number + 1
        while at:
            while output < count and at > 1 and kinds[at - 1][output]:
                at -= 1  # as long as it was not finite before
            found = _find(self.graph, self.before(at - 1), output)
            if found is None:
                return None
            if found.node is not None:
                return found.within(self.words(at - 1, words))
            if not self.carry <= found.place < self.carry + count:
                return found
            output, at = found.place - self.carry, at - 1
        return Origin(None, self.carry + output, self.first[output])


def _scan_loop(node: Node, operands: Sequence[Any]) -> _Loop:
    params = node.params
    body, length, reverse = Body.of(params), params["length"], params["reverse"]
    consts, state, xs = body.split(operands)

    def inputs(carry: list[Any], k: int) -> list[Any]:
        row = length - 1 - k if reverse else k
        return [*consts, *carry, *(x[row] for x in xs)]

    return _Loop(body.graph, list(state), length, inputs, len(consts), reverse)


def _in_scan(node: Node, operands: Sequence[Any], output: int) -> Origin | None:
    loop = _scan_loop(node, operands)
    number = None
    if output >= len(loop.first):
        stack = _outputs(node, operands)[output]
        rows = stack[::-1] if loop.backwards else stack
        number = next((k for k, row in enumerate(rows) if kind_of(row)), None)
        if number is None:
            return None
    return loop.find(output, number, f"a scan of {loop.rounds} rounds")


def _in_while(node: Node, operands: Sequence[Any], output: int) -> Origin | None:
    body = Body.of(node.params)
    consts, state, _ = body.split(operands)
    rounds = int(_outputs(node, operands)[-1])
    loop = _Loop(
        body.graph, list(state), rounds, lambda s, _: [*consts, *s], len(consts)
    )
    return loop.find(output, None, f"a while_loop of {rounds} rounds")


def _in_pull(node: Node, operands: Sequence[Any], output: int) -> Origin | None:
    """In a loop that is run once more, and then backwards."""
    params = node.params
    body, forward, backward = Body.of(params), params["forward"], params["backward"]
    rounds, (consts, state, bars) = int(operands[0]), body.split(operands[1:])
    loop = _Loop(forward, list(state), rounds, lambda s, _: [*consts, *s], len(consts))
    rows: list[Any] = []
    current = list(state)
    for k in range(rounds):
        outs = forward.evaluate(loop.inputs(current, k))
        current = outs[: body.carry]
        rows.append(outs[body.carry :])
    width = len(consts) + len(forward.outputs) - body.carry
    back = _Loop(
        backward,
        list(bars),
        rounds,
        lambda s, k: [*consts, *rows[rounds - 1 - k], *s],
        width,
        backwards=True,
    )
    words = f"a while_loop of {rounds} rounds"
    found = back.find(output, None, words)
    if found is None or found.node is not None:
        return found
    place = found.place
    if place < len(consts):
        return found._replace(place=1 + place)
    if place >= width:
        first = 1 + len(consts) + len(state)
        return found._replace(place=first + place - width)
    row = body.carry + place - len(consts)
    number = next(k for k in range(rounds) if kind_of(rows[k][place - len(consts)]))
    found = loop.find(row, number, f"a while_loop of {rounds} rounds")
    if found is None or found.node is not None:
        return found
    return found._replace(place=1 + found.place)


_INSIDE: dict[str, Callable[[Node, Sequence[Any], int], Origin | None]] = {
    "scan": _in_scan,
    "segments": _in_segments,
    "while_loop": _in_while,
    "switch": _in_branch,
    "call": _in_graph,
    "remat": _in_graph,
    "remat_with_outputs": _in_graph,
    "custom_call": _in_call,
    "custom_vjp_call": _in_call,
    "custom_jvp_call": _in_call,
    "repeat_pull": _in_pull,
}
