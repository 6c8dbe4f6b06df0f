"""Loops that add up products of matrices: one product of what all rounds give instead.

The cotangent of a matrix that every round multiplies by is the sum of as many outer
products. ``sum_t P_t @ Q_t`` is the product of the `P_t` side by side and of the `Q_t` one
below the other: it reads them once, where adding up reads and writes the sum each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from functrace.core.aval import Aval
from functrace.core.node import Edge
from functrace.engine.rewrite import Make, maker
from functrace.primitives._loops import Body, LoopOutputs
from functrace.primitives.contractions import matmul
from functrace.primitives.elementwise import add, multiply
from functrace.primitives.layout import reshape, transpose
from functrace.primitives.scan import scan

_LEAST = 64  # elements of a sum that is not better kept in registers
_LARGEST = 1 << 23  # elements of all rounds that may be kept for the product


class _Product(NamedTuple):
    """``left.T @ right`` of two matrices, or of two vectors as rows.

    Attributes
    ----------
    left, right : Edge
    turned : bool
        Whether `left` is to be taken as it is, not transposed.
    flipped : bool
        Whether the product is to be transposed.
    """

    left: Edge
    right: Edge
    turned: bool
    flipped: bool = False


def gather_sums(
    operands: Sequence[Any], params: dict[str, Any], out: tuple[Aval, ...], make: Make
) -> Any:
    """The loop without sums of products, and without rows that it emits twice."""
    body, length = Body.of(params), params["length"]
    inputs, outputs = body.inputs, body.outputs
    sums = _sums(body, length)
    emitted = list(dict.fromkeys(map(_key, outputs.ys)))
    if not sums and len(emitted) == len(outputs.ys):
        return None
    rows = dict(zip(body.graph.inputs, operands, strict=True))
    stacks: dict[Any, Any] = {e: rows[e] for e in inputs.xs}
    for product in sums.values():
        wanted = [e for e in (product.left, product.right) if e not in stacks]
        emitted = list(dict.fromkeys((*emitted, *wanted)))
    values = {_key(e): e for e in outputs.ys}
    moving = [k for k in range(body.carry) if k not in sums]
    small = Body.make(
        inputs._replace(carry=[inputs.carry[k] for k in moving]),
        LoopOutputs(
            [outputs.carry[k] for k in moving], [values.get(e, e) for e in emitted]
        ),
    )
    given = [rows[e] for e in small.graph.inputs]
    outs = small.split_outputs(make(scan, given, params | small.params))
    last = dict(zip(moving, outs.carry, strict=True))
    found = dict(zip(emitted, outs.ys, strict=True))
    stacks |= {e: x for e, x in found.items() if e not in stacks}
    for k, product in sums.items():
        total = _total(product, stacks, out[k], length, make)
        last[k] = make(add, (rows[inputs.carry[k]], total), {}, out[k])
    carry = [last[k] for k in range(body.carry)]
    return tuple(LoopOutputs(carry, [found[_key(e)] for e in outputs.ys]).listed())


def _key(output: Any) -> Any:
    return output if type(output) is Edge else id(output)


def _sums(body: Body, length: int) -> dict[int, _Product]:
    """The carries that do nothing but add up products."""
    uses: dict[Edge, int] = {}
    graph = body.graph
    for operand in (*(e for node in graph.nodes for e in node.inputs), *graph.outputs):
        if type(operand) is Edge:
            uses[operand] = uses.get(operand, 0) + 1
    found: dict[int, _Product] = {}
    pairs = zip(body.inputs.carry, body.outputs.carry, strict=True)
    for k, (total, output) in enumerate(pairs):
        if uses.get(total) == 1 and maker(output) is add and uses[output] == 1:
            inputs = output.node.inputs
            terms = [e for e in inputs if type(e) is not Edge or e != total]
            product = _product(terms[0]) if len(terms) == 1 else None
            if product is not None and _pays(product, output.aval, length):
                found[k] = product
    return found


def _pays(product: _Product, total: Aval, length: int) -> bool:
    """Whether it is better to keep the factors than to add up their products."""
    stored = product.left.aval.size + product.right.aval.size
    same = product.left.aval.dtype == product.right.aval.dtype == total.dtype
    enough = total.size >= _LEAST and stored <= total.size
    return same and enough and stored * length <= _LARGEST


def _product(term: Any) -> _Product | None:
    """The factors of a product of matrices, or of an outer product."""
    made = maker(term)
    if made is transpose and len(term.aval.shape) == 2:
        product = _product(term.node.inputs[0])
        return None if product is None else product._replace(flipped=True)
    if made not in (matmul, multiply):
        return None
    left, right = term.node.inputs
    if type(left) is not Edge or type(right) is not Edge:
        return None
    shapes = left.aval.shape, right.aval.shape
    if made is matmul:
        if len(shapes[0]) != 2 or len(shapes[1]) != 2:
            return None
        if maker(left) is transpose:
            return _Product(left.node.inputs[0], right, turned=False)
        return _Product(left, right, turned=True)
    if len(shapes[0]) == 2 and shapes[0][1] == 1 and shapes[1][:-1] in ((), (1,)):
        return _Product(left, right, turned=False)
    if len(shapes[1]) == 2 and shapes[1][1] == 1 and shapes[0][:-1] in ((), (1,)):
        return _Product(right, left, turned=False)
    return None


def _total(
    product: _Product, stacks: dict[Any, Any], out: Aval, length: int, make: Make
) -> Any:
    """The sum of the products of all rounds, from the factors of all of them."""
    m, n = reversed(out.shape) if product.flipped else out.shape
    left, right = stacks[product.left], stacks[product.right]
    depth = length * product.right.aval.size // n
    if product.turned:
        moved = make(transpose, (left,), {"axes": (1, 0, 2)})
        turned = make(reshape, (moved,), {"shape": (m, depth)})
    else:
        flat = make(reshape, (left,), {"shape": (depth, m)})
        turned = make(transpose, (flat,), {"axes": (1, 0)})
    flat = make(reshape, (right,), {"shape": (depth, n)})
    total = make(matmul, (turned, flat), {}, Aval((m, n), out.dtype))
    if product.flipped:
        total = make(transpose, (total,), {"axes": (1, 0)}, out)
    return total
