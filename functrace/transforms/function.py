"""Functions with derivatives as classes, and a context for what they keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from functrace.core import pytree
from functrace.core.aval import is_inexact
from functrace.core.errors import MissingRuleError, PytreeMismatchError, message
from functrace.core.primitive import as_operand
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.primitives._user_call import OPERAND, UserCall, is_traced
from functrace.primitives.custom import apply_call
from functrace.transforms._batched_call import BatchedCall


class Context:
    """What a `Function` hands from its `forward` to its `backward` and `jvp`.

    Any attribute may be set on it.

    Attributes
    ----------
    saved : tuple
        What `save_for_backward` was given.
    needs_input_grad : tuple of bool
        For each argument of `apply`, whether its derivative is wanted.
    """

    def __init__(self, needs_input_grad: tuple[bool, ...]) -> None:
        self.needs_input_grad = needs_input_grad
        self.saved: tuple[Any, ...] = ()
        self._silent: tuple[Any, ...] = ()

    def save_for_backward(self, *values: Any) -> None:
        """Keep values for the derivative: they are its `saved`."""
        self.saved = values

    def mark_non_differentiable(self, *outputs: Any) -> None:
        """Declare outputs, the very arrays that are returned, to have no derivative."""
        self._silent = outputs

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the context has no {name!r}: forward did not set it.")


class Function:
    """A function with a derivative, as a class with static methods.

    Subclasses define ``forward(ctx, *args)`` and one of, or both, ``backward(ctx,
    *cotangents)`` and ``jvp(ctx, *tangents)``; the function is then ``Subclass.apply``.
    Where only one is defined, it is transposed to serve the other mode.

    Attributes
    ----------
    forward : callable
        Takes a `Context` and the arguments of `apply`; returns an array or a tuple of
        arrays. Where only values are wanted, it gets plain, read-only arrays, so it
        need not be traceable.
    backward : callable
        Takes the context and a cotangent per output (None if that is an integer);
        returns a cotangent per argument of `apply`, None for zero and for arguments
        that are no arrays.
    jvp : callable
        Takes the context and a tangent per argument of `apply` (None where there is
        none); returns a tangent per output, None for zero.

    Notes
    -----
    Second derivatives differentiate `backward`. Arrays in the context that are
    arguments or outputs of `forward`, the very objects, are traced then; if there are
    other floats in it, `forward` is run again on traced values, and must be traceable.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> class Scale(ft.Function):
    ...     @staticmethod
    ...     def forward(ctx, x, factor):
    ...         ctx.factor = factor
    ...         return factor * x
    ...
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         return ctx.factor * g, None
    >>> ft.grad(lambda x: np.sum(Scale.apply(x, 3.0)))(np.ones(2))
    array([3., 3.])
    """

    forward: ClassVar[Callable[..., Any]]
    backward: ClassVar[Callable[..., Any] | None] = None
    jvp: ClassVar[Callable[..., Any] | None] = None

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """Evaluate on arrays, and on anything else, which then has no derivative."""
        if cls.backward is None and cls.jvp is None:
            raise MissingRuleError(
                message(
                    f"functrace.Function {cls.__name__}: there is no derivative.",
                    help="define backward(ctx, *cotangents) or jvp(ctx, *tangents).",
                )
            )
        if not any(map(is_traced, pytree.flatten(args)[0])):
            return cls.forward(Context((False,) * len(args)), *args)
        template: list[Any] = []
        operands: list[Any] = []
        needs: list[bool] = []
        for i, arg in enumerate(args):
            fixed = not isinstance(arg, (Tracer, np.ndarray, np.generic))
            if fixed:
                _refuse_nested(cls, i, arg)
            else:
                operands.append(arg if type(arg) is Tracer else as_operand(arg))
            template.append(arg if fixed else OPERAND)
            needs.append(not fixed and _has_derivative(operands[-1]))
        return apply_call(_FunctionCall(cls, template, needs), operands)


class _FunctionCall(UserCall):
    """One call of a `Function`."""

    def __init__(
        self, cls: type[Function], template: Sequence[Any], needs: Sequence[bool]
    ) -> None:
        super().__init__(template, [f"args[{i}]" for i in range(len(template))])
        self.cls = cls
        self.where = f"functrace.Function {cls.__name__}"
        self.needs = tuple(needs)
        self.has_vjp = cls.backward is not None
        self.has_jvp = cls.jvp is not None

    def batched(self, at: Mapped) -> BatchedCall:
        return BatchedCall(self, at)

    def key(self) -> tuple[Any, ...]:
        return self.cls, self.needs

    def __repr__(self) -> str:
        return self.cls.__name__

    def evaluate(self, xs: Sequence[Any]) -> Any:
        return self.forward(xs)[0]

    def forward(self, xs: Sequence[Any]) -> tuple[Any, Any]:
        context = Context(self.needs)
        result = self.cls.forward(context, *self.fill(xs))
        made = vars(context)
        silent = {id(output) for output in made.pop("_silent")}
        del made["needs_input_grad"]
        leaves = pytree.flatten(result)[0]
        self.silent = tuple(j for j, leaf in enumerate(leaves) if id(leaf) in silent)
        return result, made

    def pull(
        self,
        xs: Sequence[Any],
        made: Callable[[], Any],
        cotangents: Sequence[Any],
        needed: Sequence[bool],
    ) -> Sequence[Any]:
        rest = iter(needed)
        wanted = [leaf is OPERAND and next(rest) for leaf in self.template]
        assert self.cls.backward is not None
        found = self.cls.backward(_restored(wanted, made()), *cotangents)
        return self._per("backward", found, "argument", len(self.template))

    def push(
        self, xs: Sequence[Any], made: Callable[[], Any], tangents: Sequence[Any]
    ) -> Sequence[Any]:
        rest = iter(tangents)
        dots = [next(rest) if leaf is OPERAND else None for leaf in self.template]
        assert self.cls.jvp is not None
        assert self.structure is not None
        found = self.cls.jvp(_restored(self.needs, made()), *dots)
        return self._per("jvp", found, "output", self.structure.num_leaves)

    def _per(self, name: str, found: Any, each: str, count: int) -> Sequence[Any]:
        found = found if isinstance(found, (tuple, list)) else (found,)
        if len(found) == count:
            return found
        what = "cotangent" if name == "backward" else "tangent"
        raise PytreeMismatchError(
            message(
                f"{self.where}: {name} must return a {what} for each {each}.",
                expected=count,
                got=len(found),
                help="return None for what has no derivative.",
            )
        )


def _restored(needs: Sequence[bool], made: dict[str, Any]) -> Context:
    context = Context(tuple(needs))
    vars(context).update(made)
    return context


def _has_derivative(operand: Any) -> bool:
    traced = type(operand) is Tracer and operand.edge is not None
    return traced and is_inexact(operand.dtype)


def _refuse_nested(cls: type[Function], position: int, arg: Any) -> None:
    if any(map(is_traced, pytree.flatten(arg)[0])):
        raise MissingRuleError(
            message(
                f"functrace.Function {cls.__name__}: args[{position}] holds traced "
                f"values in a {type(arg).__name__}.",
                expected="arrays as arguments of their own",
                help="pass them one by one, or use functrace.custom_vjp, which takes "
                "pytrees.",
            )
        )
