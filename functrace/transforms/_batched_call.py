"""A call of a function with rules on a batch: the function and its rules, mapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.primitive import as_operand
from functrace.engine.batching import Mapped, spread
from functrace.primitives._user_call import OPERAND, UserCall
from functrace.transforms._mapped import Batch, apply_mapped


class BatchedCall(UserCall):
    """One call on operands of which some are mapped; the outputs all are.

    Attributes
    ----------
    call : UserCall
        That of one element.
    size : int
    mapped : tuple of bool
        For each operand.
    """

    def __init__(self, call: UserCall, at: Mapped) -> None:
        super().__init__(call.template, call.labels)
        self.call = call
        self.size = at.size
        self.mapped = at.mapped
        self.where = call.where
        self.has_vjp = call.has_vjp
        self.has_jvp = call.has_jvp

    def key(self) -> tuple[Any, ...]:
        return self.call, self.size, self.mapped

    def __repr__(self) -> str:
        return f"vmap({self.call!r})"

    def batched(self, at: Mapped) -> BatchedCall:
        return BatchedCall(self, at)

    def evaluate(self, xs: Sequence[Any]) -> Any:
        found = self._map(self.call.evaluate, xs, self.mapped)
        self.silent = self.call.silent
        return pytree.unflatten(found.treedef, self._spread(found))

    def forward(self, xs: Sequence[Any]) -> tuple[Any, Any]:
        """The result, and the residuals, with which of their leaves are mapped."""
        found = self._map(self.call.forward, xs, self.mapped)
        self.silent = self.call.silent
        result, _ = pytree.unflatten(found.treedef, self._spread(found))
        _, made = pytree.unflatten(found.treedef, found.leaves)
        _, mapped = pytree.unflatten(found.treedef, found.mapped)
        return result, (tuple(pytree.flatten(mapped)[0]), made)

    def pull(
        self,
        xs: Sequence[Any],
        made: Callable[[], Any],
        cotangents: Sequence[Any],
        needed: Sequence[bool],
    ) -> list[Any]:
        mapped, residuals = made()
        leaves, treedef = pytree.flatten(residuals)
        end, count = len(leaves), len(xs)

        def pull(entered: list[Any]) -> list[Any]:
            residuals = pytree.unflatten(treedef, entered[:end])
            xs, bars = entered[end:][:count], entered[end:][count:]
            return _arrays(self.call.pull(xs, lambda: residuals, bars, needed))

        flags = (*mapped, *self.mapped, *[bar is not None for bar in cotangents])
        found = self._map(pull, (*leaves, *xs, *cotangents), flags)
        bars = pytree.unflatten(found.treedef, found.leaves)
        flags = pytree.unflatten(found.treedef, found.mapped)
        rest = iter(self.mapped)
        wanted = [leaf is OPERAND and next(rest) for leaf in self.template]
        return [
            bar if bar is None else self._bar(*entry)
            for bar, *entry in zip(bars, bars, flags, wanted, strict=True)
        ]

    def _bar(self, bar: Any, mapped: bool, wanted: bool) -> Any:
        """An operand's cotangent; of one that all elements share, the sum of theirs."""
        if wanted:
            return spread(bar, mapped, self.size)
        return np.sum(bar, axis=0) if mapped else bar * self.size

    def push(
        self, xs: Sequence[Any], made: Callable[[], Any], tangents: Sequence[Any]
    ) -> list[Any]:
        mapped, residuals = made()
        leaves, treedef = pytree.flatten(residuals)
        end, count = len(leaves), len(xs)

        def push(entered: list[Any]) -> list[Any]:
            residuals = pytree.unflatten(treedef, entered[:end])
            xs, tangents = entered[end:][:count], entered[end:][count:]
            return _arrays(self.call.push(xs, lambda: residuals, tangents))

        pairs = zip(tangents, self.mapped, strict=True)
        flags = (*mapped, *self.mapped, *[m and t is not None for t, m in pairs])
        found = self._map(push, (*leaves, *xs, *tangents), flags)
        return pytree.unflatten(found.treedef, self._spread(found))

    def _map(
        self,
        function: Callable[[list[Any]], Any],
        leaves: Sequence[Any],
        mapped: Sequence[bool],
    ) -> Batch:
        labels = ["captured"] * len(leaves)
        return apply_mapped(self.where, function, leaves, mapped, self.size, labels)

    def _spread(self, found: Batch) -> list[Any]:
        pairs = zip(found.leaves, found.mapped, strict=True)
        return [spread(leaf, mapped, self.size) for leaf, mapped in pairs]


def _arrays(found: Sequence[Any]) -> list[Any]:
    """What a rule gave, lists of numbers as arrays: they are no pytrees here."""
    return [as_operand(x) if isinstance(x, (list, tuple)) else x for x in found]
