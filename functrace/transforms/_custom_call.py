"""One call of a function with rules, and the conventions of its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.errors import PytreeMismatchError, message
from functrace.core.pytree import Treedef
from functrace.core.recording import recording
from functrace.core.source import is_users_file
from functrace.engine.batching import Mapped
from functrace.primitives._user_call import OPERAND, UserCall, is_traced
from functrace.primitives.foreign import writable
from functrace.transforms import _opaque_call as opaque
from functrace.transforms._batched_call import BatchedCall
from functrace.transforms.make_graph import trace_graph


class CustomCall(UserCall):
    """One call of a function that `custom_vjp` or `custom_jvp` made.

    Attributes
    ----------
    function : CustomFunction
    treedefs : tuple of Treedef or None
        Structure of each argument; None if it is not differentiated.
    """

    def __init__(
        self,
        function: Any,
        treedefs: Sequence[Treedef | None],
        template: Sequence[Any],
        labels: Sequence[str],
    ) -> None:
        super().__init__(template, labels)
        self.function = function
        self.treedefs = tuple(treedefs)
        self.where = function.where
        self.has_vjp = function.fwd is not None
        self.has_jvp = function.rule is not None or bool(function.jvps)

    def batched(self, at: Mapped) -> BatchedCall:
        return BatchedCall(self, at)

    def key(self) -> tuple[Any, ...]:
        return self.function, self.treedefs

    def __repr__(self) -> str:
        return name_of(self.function.fun)

    @property
    def is_opaque(self) -> bool:
        """Whether the function runs on values only, by the user's word."""
        return self.function.like is not None

    def evaluate(self, xs: Sequence[Any]) -> Any:
        if not self.is_opaque:
            return self.function.fun(*self._arguments(xs))
        if not any(map(is_traced, xs)):
            return self.function.fun(*self._arguments(list(map(writable, xs))))
        outs, structure = self._alike(xs)
        found = opaque.evaluated(self, xs, outs, structure)
        return pytree.unflatten(structure, found)

    def _alike(self, xs: Sequence[Any]) -> tuple[tuple[Aval, ...], Treedef]:
        """Abstract values of what the function gives, and its structure."""
        like, args = self.function.like, tuple(self._arguments(xs))
        graph = trace_graph(self.where, like, args, {}, abstract=True)
        return tuple(Aval(*a) for a in graph.out_avals), graph.out_treedef

    def forward(self, xs: Sequence[Any]) -> tuple[Any, Any]:
        fwd = self.function.fwd
        if fwd is None:
            return self.evaluate(xs), None
        if any(map(is_traced, xs)):
            found = opaque.attempt(lambda: fwd(*self._arguments(xs)))
            if isinstance(found, opaque.RefusedCall):
                return self.evaluate(xs), opaque.UnmadeResiduals()
        else:
            found = fwd(*self._arguments(self._writable(xs)))
        return self._pair(found, fwd, "(output, residuals)")

    def residuals(self, xs: Sequence[Any]) -> Any:
        fwd = self.function.fwd
        if fwd is None or not any(map(is_traced, xs)):
            return self.forward(xs)[1]
        found = opaque.attempt(lambda: fwd(*self._arguments(xs)))
        if isinstance(found, opaque.RefusedCall):
            return opaque.UnmadeResiduals()
        return self._pair(found, fwd, "(output, residuals)")[1]

    def pull(
        self,
        xs: Sequence[Any],
        made: Callable[[], Any],
        cotangents: Sequence[Any],
        needed: Sequence[bool],
    ) -> list[Any]:
        if not any(map(is_traced, (*xs, *cotangents))):
            return self.pulled(made(), cotangents)
        given, why = made(), ""
        if not isinstance(given, opaque.UnmadeResiduals):
            found = opaque.attempt(lambda: self._backward(given, cotangents))
            if not isinstance(found, opaque.RefusedCall):
                return self._by_leaf(found)
            why = found.why
        return opaque.pulled(self, xs, given, cotangents, why)

    def pulled(self, made: Any, cotangents: Sequence[Any]) -> list[Any]:
        """Cotangents of all leaves, from values."""
        made = pytree.map_leaves(writable, made) if self.is_opaque else made
        return self._by_leaf(self._backward(made, self._writable(cotangents)))

    def _backward(self, made: Any, cotangents: Sequence[Any]) -> Any:
        assert self.structure is not None
        cotangent = pytree.unflatten(self.structure, cotangents)
        bwd = self.function.bwd
        with _own_lines(bwd):
            return bwd(*self._nondiff(), made, cotangent)

    def push(
        self, xs: Sequence[Any], made: Callable[[], Any], tangents: Sequence[Any]
    ) -> list[Any]:
        if not any(map(is_traced, (*xs, *tangents))):
            return self.pushed(self._writable(xs), self._writable(tangents))
        found = opaque.attempt(lambda: self._pushed(xs, tangents))
        if isinstance(found, opaque.RefusedCall):
            return opaque.pushed(self, xs, tangents, found.why)
        return self._tangents(found)

    def pushed(self, xs: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
        """Tangents of the outputs."""
        return self._tangents(self._pushed(xs, tangents))

    def _pushed(self, xs: Sequence[Any], tangents: Sequence[Any]) -> Any:
        rest = iter(tangents)
        dots = [
            next(rest) if leaf is OPERAND else _no_tangent(leaf)
            for leaf in self.template
        ]
        primals = self._differentiable(self.fill(xs))
        given = self._differentiable(dots)
        rule = self.function.rule
        if rule is None:
            return self._sum_of_jvps(primals, given)
        with _own_lines(rule):
            return rule(*self._nondiff(), primals, given)

    def _tangents(self, found: Any) -> list[Any]:
        rule = self.function.rule
        if rule is None:
            return found
        _, dot = self._pair(found, rule, "(output, tangent of the output)")
        assert self.structure is not None
        what = f"the tangent that {name_of(rule)} gave"
        return pytree.flatten_partial(dot, self.structure, self.where, what)

    def _writable(self, values: Sequence[Any]) -> Sequence[Any]:
        """Values that an opaque function may write to."""
        return list(map(writable, values)) if self.is_opaque else values

    def _sum_of_jvps(
        self, primals: Sequence[Any], tangents: Sequence[Any]
    ) -> list[Any]:
        jvps = self.function.jvps
        if len(jvps) != len(primals):
            raise PytreeMismatchError(
                message(
                    f"{self.where}: defjvps must be given a function, or None, for "
                    "each argument.",
                    expected=len(primals),
                    got=len(jvps),
                )
            )
        out = self.function(*primals)
        assert self.structure is not None
        totals: list[Any] = [None] * self.structure.num_leaves
        for jvp, tangent in zip(jvps, tangents, strict=True):
            if jvp is None or not pytree.flatten(tangent)[0]:  # an integer's is None
                continue
            what = f"the tangent that {name_of(jvp)} gave"
            with _own_lines(jvp):
                dot = jvp(tangent, out, *primals)
            dots = pytree.flatten_partial(dot, self.structure, self.where, what)
            totals = list(map(_added, totals, dots))
        return totals

    def _pair(self, found: Any, rule: Any, expected: str) -> tuple[Any, Any]:
        if isinstance(found, (tuple, list)) and len(found) == 2:
            return found[0], found[1]
        raise PytreeMismatchError(
            message(
                f"{self.where}: {name_of(rule)} must return a pair.",
                expected=expected,
                got=_kind_of(found),
            )
        )

    def _arguments(self, xs: Sequence[Any]) -> list[Any]:
        return [arg for _, arg in self._split(self.fill(xs))]

    def _nondiff(self) -> list[Any]:
        return [arg for treedef, arg in self._split(self.template) if treedef is None]

    def _differentiable(self, leaves: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(arg for treedef, arg in self._split(leaves) if treedef is not None)

    def _split(self, leaves: Sequence[Any]) -> list[tuple[Treedef | None, Any]]:
        """Arguments, with their structures, from the leaves of all."""
        rest = iter(leaves)
        arguments: list[tuple[Treedef | None, Any]] = []
        for treedef in self.treedefs:
            if treedef is None:
                arguments.append((None, next(rest)))
            else:
                own = [next(rest) for _ in range(treedef.num_leaves)]
                arguments.append((treedef, pytree.unflatten(treedef, own)))
        return arguments

    def _by_leaf(self, found: Any) -> list[Any]:
        """Cotangents per leaf of the arguments from cotangents per argument."""
        bwd = self.function.bwd
        wanted = sum(treedef is not None for treedef in self.treedefs)
        if not isinstance(found, (tuple, list)) or len(found) != wanted:
            raise PytreeMismatchError(
                message(
                    f"{self.where}: {name_of(bwd)} must return a tuple with a "
                    "cotangent for each differentiable argument.",
                    expected=f"a tuple of {wanted}",
                    got=_kind_of(found),
                    help="for a single argument: return (cotangent,).",
                )
            )
        rest = iter(found)
        leaves: list[Any] = []
        for treedef in self.treedefs:
            if treedef is None:
                leaves.append(None)
                continue
            label = self.labels[len(leaves)] if treedef.num_leaves else ""
            what = f"the cotangent of argument {label!r} that {name_of(bwd)} gave"
            leaves += pytree.flatten_partial(next(rest), treedef, self.where, what)
        return leaves


def _own_lines(rule: Callable[..., Any]) -> AbstractContextManager[Any]:
    """Have what a rule of the user's does get the lines that it is written on."""
    code = getattr(rule, "__code__", None)
    if code is None or not is_users_file(code.co_filename):
        return nullcontext()
    return recording(line=None)


def _added(a: Any, b: Any) -> Any:
    """The sum, where None is zero."""
    if a is None or b is None:
        return b if a is None else a
    return a + b


def _no_tangent(number: Any) -> Any:
    """The tangent of an argument that is a Python number, or what stands for it."""
    return type(number)(0) if type(number) in (float, complex) else None


def _kind_of(found: Any) -> str:
    kind = type(found).__name__
    return f"a {kind} of {len(found)}" if isinstance(found, (tuple, list)) else kind


def name_of(function: Any) -> str:
    """What messages call a function."""
    return getattr(function, "__name__", None) or repr(function)
