"""Functions that run on values only, as operations of a graph.

Of code that takes no traced values (SciPy's sparse solvers, Cython) a graph records the
call. It is a call back to Python where the graph is evaluated, on arrays of its own that
it may write to, or a call of native code, if Numba has compiled it. On a batch it is called
for one element after another. What it is linear in, it can be transposed in: from its values
on a basis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.aval import Aval, aval_of
from functrace.core.errors import DtypeError, MissingRuleError, ShapeError, message
from functrace.core.observing import users_work
from functrace.core.primitive import as_operand
from functrace.core.recording import outside
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.primitives._lazy_modules import numba_called
from functrace.primitives._make import primitive

Function = Callable[..., Sequence[Any]]


class Compiled:
    """A function of values that Numba has compiled: native code calls it, too.

    Parameters
    ----------
    run : callable
        It, on arrays; gives the leaves of the result.
    function : callable
        What Numba made.
    fixed : sequence
        For each of its arguments None, or the number that it always is.
    several : bool
        Whether it returns a tuple.
    outputs : int
        Leaves of the result.
    """

    def __init__(
        self,
        run: Function,
        function: Any,
        fixed: Sequence[Any],
        *,
        several: bool,
        outputs: int,
    ) -> None:
        self._run = run
        self._options: dict[str, Any] = {"several": several, "outputs": outputs}
        self._given = function, tuple(fixed)
        self._kernel: Any = None

    def __call__(self, *xs: Any) -> Sequence[Any]:
        """The leaves of the result."""
        return self._run(*xs)

    def kernel(self) -> Any:
        """What calls it from native code."""
        if self._kernel is None:
            self._kernel = numba_called.CalledKernel(*self._given, **self._options)
        return self._kernel


def writable(value: Any) -> Any:
    """An array that nobody else sees; anything else as it is."""
    return value.copy() if type(value) is np.ndarray else value


def _impl(
    *xs: Any, run: Function, outs: tuple[Aval, ...], linear: int, where: str, why: str
) -> tuple[Any, ...]:
    with outside():
        found = users_work(run)(*map(writable, xs))
    pairs = zip(found, outs, strict=True)
    return tuple([fit(where, _full(value, aval), aval) for value, aval in pairs])


def _full(value: Any, aval: Aval) -> Any:
    """What a rule gave; zeros for None."""
    return np.zeros(aval.shape, aval.dtype) if value is None else value


def fit(where: str, found: Any, aval: Aval) -> Any:
    """What a function that runs on values gave, of the shape and dtype it must have."""
    value = _array(where, found)
    if value.shape != aval.shape:
        raise ShapeError(
            message(
                f"{where}: the function returned another shape than was said.",
                expected=aval,
                got=aval_of(value),
            )
        )
    if not np.can_cast(value.dtype, aval.dtype, "same_kind"):
        raise DtypeError(
            message(
                f"{where}: the function returned another dtype than was said.",
                expected=aval,
                got=aval_of(value),
            )
        )
    return np.array(value, aval.dtype, order="C")[()]


def _array(where: str, found: Any) -> np.ndarray:
    value = found
    if type(found) is not Tracer:
        try:
            value = as_operand(found)
        except (TypeError, ValueError):  # nothing like an array; a ragged list
            value = np.asarray(None)
    if type(value) is Tracer:
        raise MissingRuleError(
            message(
                f"{where}: the function uses a traced value that is not among its "
                "arguments.",
                got=value.origin(),
                help="pass the value as an argument.",
            )
        )
    array = np.asarray(value)
    if array.dtype.kind in "biufc":
        return array
    raise DtypeError(
        message(
            f"{where}: the function returned something that is not an array of numbers.",
            got=type(found).__name__,
        )
    )


def _batch(
    at: Mapped,
    *xs: Any,
    run: Function,
    outs: tuple[Aval, ...],
    linear: int,
    where: str,
    why: str,
) -> tuple[Any, ...]:
    return _mapped(at.mapped, at.size, xs, run, outs, linear, where, why)


def _mapped(
    mapped: tuple[bool, ...],
    size: int,
    xs: Sequence[Any],
    run: Function,
    outs: Sequence[Aval],
    linear: int,
    where: str,
    why: str,
) -> tuple[Any, ...]:
    """The outputs for each element of a batch, with the mapped axis."""

    def one_by_one(*xs: Any) -> list[Any]:
        rows = [
            _impl(
                *(x[k] if m else x for x, m in zip(xs, mapped, strict=True)),
                run=run,
                outs=tuple(outs),
                linear=linear,
                where=where,
                why=why,
            )
            for k in range(size)
        ]
        if not rows:
            return [np.zeros((0, *aval.shape)) for aval in outs]
        return [np.stack(column) for column in zip(*rows, strict=True)]

    whole = tuple([Aval((size, *aval.shape), aval.dtype) for aval in outs])
    return foreign(*xs, run=one_by_one, outs=whole, linear=linear, where=where, why=why)


def _vjp(g: Any, xs: Any, needed: Any, params: Any) -> tuple[Any, ...]:
    first = len(xs) - params["linear"]
    if any(needed[:first]):
        _refuse(params["where"], params["why"])
    return tuple(
        [
            _transposed(g, xs, i, params) if wanted else None
            for i, wanted in enumerate(needed)
        ]
    )


def _transposed(g: Any, xs: Sequence[Any], place: int, params: Any) -> Any:
    """The cotangent of an operand that the function is linear in: ``sum_k <g, f(e_k)>``."""
    first, shape, dtype = len(xs) - params["linear"], xs[place].shape, xs[place].dtype
    size = int(np.prod(shape))
    basis = np.eye(size, dtype=dtype).reshape(size, *shape)
    operands = [*xs[:first], *(np.zeros(x.shape, x.dtype) for x in xs[first:])]
    operands[place] = basis
    mapped = tuple([i == place for i in range(len(xs))])
    rows = _mapped(mapped, size, operands, **params)
    pairs = [(row, bar) for row, bar in zip(rows, g, strict=True) if bar is not None]
    total: Any = sum(row.reshape(size, -1) @ bar.reshape(-1) for row, bar in pairs)
    return total.reshape(shape)


def _jvp(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    first = len(xs) - params["linear"]
    if any(t is not None for t in ts[:first]):
        _refuse(params["where"], params["why"])
    pairs = zip(ts[first:], xs[first:], strict=True)
    given = [np.zeros(x.shape, x.dtype) if t is None else t for t, x in pairs]
    return foreign(*xs[:first], *given, **params)


def _refuse(where: str, why: str) -> NoReturn:
    raise MissingRuleError(
        message(
            f"{where}: a derivative is missing, of the function or of a rule that takes no "
            "traced values.",
            got=why or None,
            source=user_line(),
            help="write the rules with functions that take traced values: NumPy's, "
            "functrace.scipy's, and others made by functrace.custom_vjp.",
        )
    )


foreign = primitive(
    "foreign",
    _impl,
    lambda *avals, run, outs, linear, where, why: outs,
    vjp=_vjp,
    jvp=_jvp,
    multiple=True,
    batch=_batch,
    lower=lambda: Step(numba_called.emit_called),
    doc="A function that runs on values only; it is linear in the last operands.",
)
