"""Functions whose derivatives the user gives: `custom_vjp` and `custom_jvp`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.errors import MissingRuleError, ShapeError, message
from functrace.core.graph import owned
from functrace.core.lazy import lazy
from functrace.core.primitive import as_argument, as_operand
from functrace.core.pytree import Treedef
from functrace.core.signatures import signature_of
from functrace.core.tracer import Tracer
from functrace.primitives._user_call import OPERAND, is_traced
from functrace.primitives.custom import apply_call
from functrace.transforms._custom_call import CustomCall, name_of
from functrace.transforms._wrapper import P, R, Transformed

NondiffArgnums: TypeAlias = "int | str | Sequence[int | str]"

_NUMBERS = (bool, int, float, complex)


class CustomFunction(Transformed[P, R]):
    """A function with rules; what `custom_vjp` and `custom_jvp` have in common."""

    def __init__(
        self,
        fun: Callable[P, R],
        nondiff_argnums: NondiffArgnums = (),
        *,
        like: Callable[..., Any] | None = None,
    ) -> None:
        super().__init__(fun)
        self.nondiff_argnums = nondiff_argnums
        self.like = like
        self.fwd: Callable[..., Any] | None = None
        self.bwd: Callable[..., Any] | None = None
        self.rule: Callable[..., Any] | None = None
        self.jvps: tuple[Callable[..., Any] | None, ...] = ()
        self.where = f"functrace.{type(self).__name__} of {name_of(fun)}"

    def defvjp(self, fwd: Callable[..., Any], bwd: Callable[..., Any]) -> None:
        """Give the reverse-mode derivative.

        Parameters
        ----------
        fwd : callable
            Takes the function's arguments; returns ``(output, residuals)``, where the
            residuals are whatever `bwd` needs, a pytree.
        bwd : callable
            ``(*nondiff, residuals, cotangent) -> tuple`` with a cotangent for each
            differentiable argument, in its structure; None stands for zero. Linear in
            the cotangent, which has the structure of the output (None for integers).
        """
        self.fwd, self.bwd = fwd, bwd

    def defjvp(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Give the forward-mode derivative; may be used as a decorator.

        Parameters
        ----------
        rule : callable
            ``(*nondiff, primals, tangents) -> (output, tangent of the output)``: the
            primals and tangents are tuples with an entry for each differentiable
            argument (the tangent of an integer is None). Linear in the tangents.
        """
        self.rule = rule
        return rule

    def defjvps(self, *jvps: Callable[..., Any] | None) -> None:
        """Give the forward-mode derivative by argument.

        Parameters
        ----------
        *jvps : callable or None
            For each argument ``(tangent, output, *primals) -> tangent of the output``,
            the contribution of that argument; None for zero.
        """
        if self.nondiff:
            raise TypeError(
                f"{self.where}: with nondiff_argnums, use defjvp in place of defjvps."
            )
        self.jvps = jvps

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Evaluate; keyword arguments are resolved to positions."""
        if self.fwd is None and self.rule is None and not self.jvps:
            raise MissingRuleError(
                message(
                    f"{self.where}: the function has no derivative yet.",
                    help="give it one with .defvjp, .defjvp or .defjvps.",
                )
            )
        leaves = pytree.flatten((args, kwargs))[0]
        if not any(map(is_traced, leaves)):
            outs, treedef = pytree.flatten(self.fun(*args, **kwargs))
            return pytree.unflatten(treedef, owned(outs, leaves))
        call, operands = self._open(self._positional(args, kwargs))
        return apply_call(call, operands)

    @lazy
    def nondiff(self) -> frozenset[int]:
        """Positions of the arguments that are not differentiated."""
        chosen = self.nondiff_argnums
        chosen = (chosen,) if isinstance(chosen, (int, str)) else chosen
        return frozenset(map(self._position, chosen))

    def _position(self, entry: int | str) -> int:
        names = self.names
        if isinstance(entry, str) and entry in names:
            return names.index(entry)
        if isinstance(entry, int) and entry >= 0:
            return entry
        raise ShapeError(
            message(
                f"{self.where}: nondiff_argnums names an argument that does not exist.",
                expected=f"positions from 0 on, or some of: {', '.join(names)}",
                got=repr(entry),
            )
        )

    @lazy
    def _signature(self) -> inspect.Signature | None:
        if isinstance(self.fun, np.ufunc):  # its `out` is no argument of the rules
            return None
        try:
            return signature_of(self.fun)
        except (TypeError, ValueError):  # builtins
            return None

    @lazy
    def _arity(self) -> int:
        """How many parameters are positional."""
        positional = (
            inspect.Parameter.POSITIONAL_ONLY,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
        )
        parameters = self._signature.parameters.values() if self._signature else ()
        return sum(p.kind in positional for p in parameters)

    def _positional(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, ...]:
        """All arguments of the call, by position, with defaults filled in."""
        if not kwargs and (self._signature is None or len(args) == self._arity):
            return args
        stray = list(kwargs)
        if self._signature is not None:
            bound = self._signature.bind(*args, **kwargs)
            bound.apply_defaults()
            args = bound.args
            stray = [name for name in bound.kwargs if name in kwargs]
        if stray:
            raise TypeError(
                f"{self.where}: the keyword arguments {', '.join(stray)} have no "
                "position; make them positional."
            )
        return args

    def _open(self, args: tuple[Any, ...]) -> tuple[CustomCall, list[Any]]:
        """Split a call into what is fixed and the arrays."""
        template: list[Any] = []
        labels: list[str] = []
        operands: list[Any] = []
        treedefs: list[Treedef | None] = []
        for i, arg in enumerate(args):
            label = self.names[i] if i < len(self.names) else f"args[{i}]"
            if i in self.nondiff:
                self._refuse_traced(arg, label)
                leaves, treedef = [arg], None
            else:
                leaves, treedef = pytree.flatten(arg)
            treedefs.append(treedef)
            for leaf in leaves:
                fixed = treedef is None or type(leaf) in _NUMBERS
                template.append(leaf if fixed else OPERAND)
                labels.append(label)
                if not fixed:
                    operands.append(self._operand(leaf, label))
        return CustomCall(self, treedefs, template, labels), operands

    def _operand(self, leaf: Any, label: str) -> Any:
        return as_argument(
            leaf,
            f"{self.where}: argument {label!r} is not an array or a number.",
            expected="arrays, numbers, or pytrees of them",
            help="name its position in nondiff_argnums.",
        )

    def _refuse_traced(self, arg: Any, label: str) -> None:
        for leaf in pytree.flatten(arg)[0]:
            if is_traced(leaf):
                aval = aval_of(leaf if type(leaf) is Tracer else as_operand(leaf))
                raise MissingRuleError(
                    message(
                        f"{self.where}: argument {label!r} holds a traced value, but "
                        "nondiff_argnums says that it has no derivative.",
                        got=aval,
                        help="leave it out of nondiff_argnums, and return None for its "
                        "cotangent if it is zero.",
                    )
                )

    def __reduce__(self) -> Any:
        by_name = super().__reduce__()
        if isinstance(by_name, str):
            return by_name
        rules = {name: getattr(self, name) for name in ("fwd", "bwd", "rule", "jvps")}
        return _rebuild, (type(self), self.fun, self.nondiff_argnums, self.like, rules)


def _rebuild(
    cls: type[CustomFunction[..., Any]],
    fun: Any,
    nondiff_argnums: Any,
    like: Any,
    rules: dict[str, Any],
) -> CustomFunction[..., Any]:
    function = cls(fun, nondiff_argnums, like=like)
    vars(function).update(rules)
    return function


class custom_vjp(CustomFunction[P, R]):  # noqa: N801 - called like the functions around it
    """Make a function whose reverse-mode derivative you give; also a decorator.

    Parameters
    ----------
    fun : callable
        Takes and returns arrays, or pytrees of them. It need not be traceable: where
        only values are wanted it runs on plain, read-only arrays.
    nondiff_argnums : int, str, or sequence of them, default ()
        Arguments without a derivative, which need not be arrays; by position or by
        name. `bwd` gets them first.
    like : callable, optional
        Takes `fun`'s arguments, and gives something of the structure, shapes and dtypes
        of its result: ``like=lambda data, b: b``. It says that `fun` takes no traced
        values (SciPy's sparse solvers, Cython): a graph of it is a call back to Python,
        on arrays that may be written to, under `vmap` for one element after another. If
        it is a function of Numba's, native programs call its code.

    Returns
    -------
    custom_vjp
        Called as `fun`, once ``defvjp(fwd, bwd)`` has given the derivative; see
        `custom_vjp.defvjp`. Forward mode transposes `bwd`, unless ``defjvp`` gives a
        rule of its own.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        A rule returned something that does not fit the arguments.
    MissingRuleError
        `fun` or a rule uses a traced value that is not among its arguments. A derivative
        of a rule that takes no traced values. A graph of `fun`, if that takes none, and
        there is no `like`.

    Notes
    -----
    A rule that fails on traced values runs on values, too: as a call back to Python, with
    the residuals of a call of its own where these are not known; its transpose takes a
    call for each element that it is linear in.

    Keyword arguments are resolved to positions by the signature of `fun`. Higher
    derivatives differentiate `bwd`; they run `fwd` on traced values, unless all its
    residuals are arguments, outputs, or integers. Kept until the reverse pass: the
    arguments and the residuals.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> @ft.custom_vjp
    ... def log1pexp(x):
    ...     return np.logaddexp(0.0, x)
    >>> def forward(x):
    ...     return log1pexp(x), x
    >>> def backward(x, g):
    ...     return (g / (1 + np.exp(-x)),)
    >>> log1pexp.defvjp(forward, backward)
    >>> ft.grad(log1pexp)(0.0), ft.jvp(log1pexp, (0.0,), (1.0,))
    (np.float64(0.5), (np.float64(0.6931471805599453), np.float64(0.5)))
    """


class custom_jvp(CustomFunction[P, R]):  # noqa: N801 - called like the functions around it
    """Make a function whose forward-mode derivative you give; also a decorator.

    Parameters
    ----------
    fun, nondiff_argnums, like
        As of `custom_vjp`.

    Returns
    -------
    custom_jvp
        Called as `fun`, once ``defjvp(rule)`` or ``defjvps(...)`` has given the
        derivative; see `custom_jvp.defjvp`. Reverse mode transposes the rule in its
        tangents, of which it must then be a linear function, unless ``defvjp`` gives
        rules of its own. The rule computes the value again; its first result is not
        used.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError, MissingRuleError
        As of `custom_vjp`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> @ft.custom_jvp
    ... def power(x, y):
    ...     return x**y
    >>> @power.defjvp
    ... def rule(primals, tangents):
    ...     (x, y), (dx, dy) = primals, tangents
    ...     out = power(x, y)
    ...     return out, y * x ** (y - 1) * dx + np.log(x) * out * dy
    >>> ft.jvp(power, (2.0, 3.0), (1.0, 0.0))
    (np.float64(8.0), np.float64(12.0))
    >>> ft.grad(power)(2.0, 3.0)
    np.float64(12.0)
    """
