"""Steps of determinants of small matrices: products of pivots, as logarithms if need be."""

from __future__ import annotations

import functools
import operator
from typing import Any

from functrace.compiler.linear.lapack import each_matrix, require_small
from functrace.compiler.linear.matrices import Matrix
from functrace.compiler.linear.small import Elimination, rows_of
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.kinds import Kind
from functrace.compiler.notation.memory import Access, store
from functrace.compiler.notation.step import Operand, StepBuilder

_ONE = Access(0, 0, 1)
_SAFE = (1e-280, 1e280)  # products of pivots that do not hide a loss of precision


def emit_det(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Determinants of small real matrices."""
    (x,), (out,) = operands, outputs
    if not out.aval.size:
        return
    with each_matrix(step, out.aval.shape, (x,), (out,)) as ((given,), (target,)):
        if not given.rows:
            value = _one(step, out.kind)
        else:
            require_small(out.kind, given.rows)
            value = step.convert(_Pivots(step, given, out.kind).det(), out.kind)
        store(step, target, value, _ONE)


def emit_slogdet(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Signs of determinants, and logarithms of their absolute values."""
    (x,), (sign, log) = operands, outputs
    if not log.aval.size:
        return
    with each_matrix(step, log.aval.shape, (x,), (sign, log)) as ((given,), targets):
        if not given.rows:
            values = _one(step, sign.kind), step.constant(0.0, log.kind)
        else:
            require_small(sign.kind, given.rows)
            found = _Pivots(step, given, sign.kind).slogdet()
            values = [step.convert(value, log.kind) for value in found]
        for target, value in zip(targets, values, strict=True):
            store(step, target, value, _ONE)


def _one(step: StepBuilder, kind: Kind) -> Any:
    return step.convert(step.constant(1.0, f"f{kind[1:]}"), kind)


def _function(step: StepBuilder, name: str, *values: Value) -> Value:
    """A function of C's library."""
    kind = values[0].kind
    return step.external(name + "f" * (kind == "f32"), kind, *values)


# -- small real matrices ---------------------------------------------------------------


class _Pivots:
    """Pivots of a small matrix, in double precision, and their product."""

    def __init__(self, step: StepBuilder, x: Matrix, kind: Kind) -> None:
        reduced = Elimination(step, rows_of(step, x, kind), [])
        self.step = step
        self.singular = reduced.singular
        self.pivots = [step.convert(pivot, "f64") for pivot in reduced.pivots]
        self.pivots[0] = step.select(reduced.odd, -self.pivots[0], self.pivots[0])
        products = [self.pivots[0]]
        for pivot in self.pivots[1:]:
            products.append(products[-1] * pivot)
        self.product = products[-1]
        least, most = _SAFE
        sizes = [step.abs(product) for product in products]
        flags = [(size > least) & (size < most) for size in sizes]
        self.safe = functools.reduce(operator.and_, flags)

    def det(self) -> Value:
        """The determinant."""
        step = self.step

        def rare(b: Any) -> Value:
            size = _function(step, "exp", self._sum_of_logs())
            return step.select(self.singular, 0.0, step.copysign(size, self.product))

        return cold(step, ~self.safe, self.product, rare)

    def slogdet(self) -> tuple[Value, Value]:
        """Its sign, and the logarithm of its absolute value."""
        step = self.step
        sign = step.copysign(step.constant(1.0, "f64"), self.product)
        usual = _function(step, "log", step.abs(self.product))
        log = cold(step, ~self.safe, usual, lambda b: self._sum_of_logs())
        minus_infinity = step.constant(-float("inf"), "f64")
        return (
            step.select(self.singular, 0.0, sign),
            step.select(self.singular, minus_infinity, log),
        )

    def _sum_of_logs(self) -> Value:
        step = self.step
        logs = [_function(step, "log", step.abs(pivot)) for pivot in self.pivots]
        return functools.reduce(operator.add, logs)
