"""Formulas of other primitives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functrace.compiler.forms.form import Form


class Expanded(Form):
    """A formula of other primitives, in NumPy's notation.

    Parameters
    ----------
    formula : callable
        ``(*operands, **params)``, as `impl`, but of operations on traced values.
    is_total : bool
        As of `Form`.
    """

    is_formula = True

    def __init__(self, formula: Callable[..., Any], *, is_total: bool = False) -> None:
        self.formula = formula
        self.is_total = is_total
