"""What is known of the numbers of a loop's rounds, although only one round is traced."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.core.rule import operand_aval
from functrace.primitives.choice import maximum, minimum, where
from functrace.primitives.comparison import (
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    floor_divide,
    left_shift,
    right_shift,
)
from functrace.primitives.complex_parts import absolute
from functrace.primitives.elementwise import (
    add,
    convert,
    multiply,
    negative,
    power,
    remainder,
    subtract,
    true_divide,
)
from functrace.primitives.indexing import getitem
from functrace.primitives.switch import switch
from functrace.transforms._capture.at_once import (
    DIVISIONS,
    PYTHONS,
    in_all_rounds,
    progressions,
)
from functrace.transforms._capture.counters import Frame, RoundsDifferError

_LARGEST = 2**62  # less than which integers must stay


class InputRange(NamedTuple):
    """The numbers that an input goes through.

    Attributes
    ----------
    low, high
        The least, and the greatest.
    last
        What it is after all rounds.
    """

    low: Any
    high: Any
    last: Any


def input_ranges(
    frame: Frame, ends: Mapping[Edge, Any], tests: Sequence[Edge]
) -> tuple[dict[Edge, InputRange], Sequence[Sequence[Any]]]:
    """Those of inputs that are known in each round, as Python computes them.

    Besides `tests` in each round. `ends`: with what a round ends that begins
    with these inputs.
    """
    found = _ranges_at_once(frame, ends, tests)
    if found is not None:
        return found
    begin = {frame.count: 0} | {edge: frame.steady[edge] for edge in ends}
    run = _Run(begin, [*ends.values(), *tests])
    truths: list[list[Any]] = [[] for _ in tests]
    given = [(run.places[edge], run.places.get(end), end) for edge, end in ends.items()]
    values = run.values
    lows: list[Any] = [values[k] for k, *_ in given]
    highs: list[Any] = list(lows)
    for count in frame.rounds:
        run.go(count)
        for truth, test in zip(truths, tests, strict=True):
            truth.append(values[run.places[test]])
        news = [end if at is None else values[at] for _, at, end in given]
        for (place, *_), new in zip(given, news, strict=True):
            values[place] = new
        lows = [min(pair) for pair in zip(lows, news, strict=True)]
        highs = [max(pair) for pair in zip(highs, news, strict=True)]
    rows = zip(ends, lows, highs, given, strict=True)
    return {
        edge: InputRange(a, b, values[place]) for edge, a, b, (place, *_) in rows
    }, truths


def _ranges_at_once(
    frame: Frame, ends: Mapping[Edge, Any], tests: Sequence[Edge]
) -> tuple[dict[Edge, InputRange], Sequence[Sequence[Any]]] | None:
    """The same, if it need not be computed round by round."""
    rounds = len(frame.rounds)
    found = progressions(frame.count, rounds, frame.steady, ends)
    if found is None:
        return None
    begins, stops = found
    truths = [in_all_rounds(test, begins) for test in tests]
    if any(each is None for each in truths):
        return None
    paths: dict[Edge, InputRange] = {}
    for edge, stop in stops.items():
        first = begins[edge][0]
        last = stop[-1].item() if _is_python(ends[edge]) else stop[-1]
        low, high = min(first, stop.min()), max(first, stop.max())
        paths[edge] = InputRange(low.item(), high.item(), last)
    return paths, [each.tolist() for each in truths if each is not None]


def answers(count: Edge, edge: Edge, rounds: Iterable[int]) -> list[Any]:
    """What depends on a counter alone, in each round."""
    values = in_all_rounds(edge, {count: np.array(rounds)})
    if values is not None:
        return values.tolist()
    run = _Run({count: 0}, [edge])
    place, found = run.places[edge], []
    for number in rounds:
        run.go(number)
        found.append(run.values[place])
    return found


class _Run:
    """What depends on some inputs, as Python computes it round by round.

    Attributes
    ----------
    places : dict
        Where in `values` each edge stands.
    values : list
    """

    def __init__(self, begin: Mapping[Edge, Any], ends: Iterable[Any]) -> None:
        nodes = toposort([end for end in ends if type(end) is Edge])
        self.places = {edge: k for k, edge in enumerate(begin)}
        self._steps = [
            _step(node, self.places) for node in nodes if Edge(node, 0) not in begin
        ]
        self.values: list[Any] = [*begin.values(), *[None] * len(self._steps)]

    def go(self, count: int) -> None:
        """Compute a round; the first input is its number."""
        values = self.values
        values[0] = count
        try:
            with np.errstate(all="ignore"):
                for function, operands, place in self._steps:
                    values[place] = function(
                        *[values[x] if known else x for known, x in operands]
                    )
        except (ZeroDivisionError, OverflowError, IndexError):
            raise RoundsDifferError from None


def _step(
    node: Node, places: dict[Edge, int]
) -> tuple[Callable[..., Any], Sequence[tuple[bool, Any]], int]:
    """What to call with what, and where its result stands."""
    function = None if type(node) is Leaf else _function(node)
    known = all(type(x) is not Edge or x in places for x in node.inputs)
    if function is None or not known:
        raise RoundsDifferError
    operands = [
        (True, places[x]) if type(x) is Edge else (False, x) for x in node.inputs
    ]
    if isinstance(node.dtype, type) and not all(map(_is_python, node.inputs)):
        function = functools.partial(_of_numbers, function)
    return function, operands, places.setdefault(Edge(node, 0), len(places))


def _is_python(operand: Any) -> bool:
    kind = operand.node.dtype if type(operand) is Edge else type(operand)
    return isinstance(kind, type) and not issubclass(kind, np.generic)


def _of_numbers(function: Callable[..., Any], *operands: Any) -> Any:
    """Of Python's, which NumPy's were converted to, or from, on the way."""
    return function(*[x.item() if isinstance(x, np.generic) else x for x in operands])


def _itself(x: Any) -> Any:
    return x


def _function(node: Node) -> Callable[..., Any] | None:
    """What Python, or NumPy, does; None where that is not known."""
    dtype, primitive = node.dtype, node.primitive
    if primitive is getitem and not operand_aval(node.inputs[0]).shape:
        return _itself
    if primitive is convert:
        return dtype if isinstance(dtype, type) else np.dtype(dtype).type
    weak = isinstance(dtype, type)
    if weak and primitive in PYTHONS:
        return PYTHONS[primitive]
    if primitive.multiple or (weak and dtype is not bool):
        return None
    compute = functools.partial(primitive.impl, **node.params)
    return (lambda *xs: bool(compute(*xs))) if weak else compute


# -- integers ----------------------------------------------------------------------------

Bounds = tuple[Any, Any]


def check_numbers(graph: Graph, known: Mapping[Edge, Bounds]) -> None:
    """Raise RoundsDifferError if Python would compute another number in some round.

    Its integers have no end, and it divides by no zero. `known` are bounds of inputs.
    """
    bounds = dict(known)
    for node in graph.nodes:
        if node.primitive is switch:
            operands = [_bounds(x, bounds) for x in node.inputs[1:]]
            for branch in node.params["branches"]:
                pairs = zip(branch.inputs, operands, strict=True)
                check_numbers(branch, {e: b for e, b in pairs if b is not None})
        elif type(node) is not Leaf and not node.shape and len(node.avals) == 1:
            found = _bounds_of(node, [_bounds(x, bounds) for x in node.inputs])
            if found is not None:
                bounds[Edge(node, 0)] = found


def _bounds(operand: Any, bounds: Mapping[Edge, Bounds]) -> Bounds | None:
    if type(operand) is Edge:
        return bounds.get(operand, (0, 1) if operand.aval.dtype == bool else None)
    if np.ndim(operand) or np.asarray(operand).dtype.kind not in "biuf":
        return None
    number = np.asarray(operand).item()
    return number, number


def _bounds_of(node: Node, operands: Sequence[Bounds | None]) -> Bounds | None:
    given = [each for each in operands if each is not None]
    if len(given) < len(operands) or not given:
        return None
    kind = np.dtype(node.dtype).kind
    if node.primitive in DIVISIONS and given[1][0] <= 0 <= given[1][1]:
        raise RoundsDifferError
    rule = _RULES.get(node.primitive)
    if rule is None or (rule is _power and kind not in "iu"):
        if kind in "iu":
            raise RoundsDifferError
        return None
    low, high = rule(*given)
    if kind in "iu" and not (low > -_LARGEST and high < _LARGEST):
        raise RoundsDifferError
    return (low, high) if low == low and high == high else None  # noqa: PLR0124


def _of_corners(
    function: Callable[[Any, Any], Any],
) -> Callable[[Bounds, Bounds], Bounds]:
    def rule(a: Bounds, b: Bounds) -> Bounds:
        corners = [function(x, y) for x in a for y in b]
        return min(corners), max(corners)

    return rule


def _remainder(_: Bounds, divisor: Bounds) -> Bounds:
    return min(divisor[0], 0), max(divisor[1], 0)


def _absolute(a: Bounds) -> Bounds:
    low, high = min(map(abs, a)), max(map(abs, a))
    return (0 if a[0] < 0 < a[1] else low), high


def _power(a: Bounds, b: Bounds) -> Bounds:
    if b[0] < 0 or b[1] > _HIGHEST:
        raise RoundsDifferError  # Python's is a float, or long
    most = max(1, *map(abs, a)) ** b[1]
    return (-most if a[0] < 0 else 0), most


def _bits(a: Bounds, b: Bounds) -> Bounds:
    """Of what has no other bits than two integers."""
    most = 1 << max(abs(int(x)).bit_length() for x in (*a, *b))
    return (-most if min(a[0], b[0]) < 0 else 0), most


def _shift(function: Callable[[Any, Any], Any]) -> Callable[[Bounds, Bounds], Bounds]:
    corners = _of_corners(function)

    def rule(a: Bounds, b: Bounds) -> Bounds:
        if b[0] < 0 or b[1] > _HIGHEST:
            raise RoundsDifferError
        return corners(a, b)

    return rule


def _either(_: Bounds, a: Bounds, b: Bounds) -> Bounds:
    return min(a[0], b[0]), max(a[1], b[1])


_HIGHEST = 62  # power, and number of bits to shift by


_RULES: dict[Any, Callable[..., Bounds]] = {
    add: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    subtract: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    negative: lambda a: (-a[1], -a[0]),
    convert: lambda a: a,
    getitem: lambda a: a,  # an element of one
    multiply: _of_corners(operator.mul),
    true_divide: _of_corners(operator.truediv),
    floor_divide: _of_corners(operator.floordiv),
    remainder: _remainder,
    absolute: _absolute,
    power: _power,
    minimum: _of_corners(min),
    maximum: _of_corners(max),
    where: _either,
    bitwise_and: _bits,
    bitwise_or: _bits,
    bitwise_xor: _bits,
    left_shift: _shift(operator.lshift),
    right_shift: _shift(operator.rshift),
}
