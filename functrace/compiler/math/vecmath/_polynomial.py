"""Polynomials.

Which function each of them approximates best, on which interval and by which measure of the
error, stands in `tests/polynomials/table.py`; `python -m tests.polynomials` makes them anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from functrace.compiler.notation.builder import Builder, Value


def polynomial(b: Builder, x: Value, coefficients: Sequence[float]) -> Value:
    """By Horner's rule; the coefficient of the highest power comes first.

    Rules with shorter chains gain nothing where vectors of several registers hide the
    latency of an instruction.
    """
    total = b.constant(coefficients[0], x.kind)
    for coefficient in coefficients[1:]:
        total = b.fma(total, x, coefficient)
    return total
