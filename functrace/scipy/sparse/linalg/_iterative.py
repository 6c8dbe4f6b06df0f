"""Iterative solutions of linear systems, differentiated as what they solve.

SciPy's function is called where values are known; in compiled functions `cg`, `bicgstab`,
`gmres` and `minres` are native loops, and the others are called back.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as original

from functrace.core.errors import MissingRuleError, message
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.scipy.sparse._array import SparseArray
from functrace.scipy.sparse._constructors import concerns, plain
from functrace.scipy.sparse._entries import check_shapes
from functrace.scipy.sparse.linalg._direct import right_side
from functrace.scipy.sparse.linalg._loops import LOOPS, Stop
from functrace.scipy.sparse.linalg._stand_ins import stand_in
from functrace.transforms.custom import custom_jvp
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.implicit import custom_linear_solve

Apply = Callable[[Any], Any]

_Operator: Any = original.LinearOperator
_SLACK = 10.0  # how far the residual may be above the one that a method computes


class _Method(NamedTuple):
    """A method of SciPy's, and what it was called with.

    Attributes
    ----------
    name : str
    tolerances : (float, float)
        Relative and absolute.
    options : dict
        The others.
    before, before_transposed : callable or None
        Preconditioners.
    """

    name: str
    tolerances: tuple[float, float]
    options: dict[str, Any]
    before: Apply | None
    before_transposed: Apply | None

    def bound(self, b: Any) -> Any:
        """What the norm of the residual must not exceed."""
        return np.maximum(self.tolerances[0] * norm_of(b), self.tolerances[1])

    def run(
        self, matvec: Apply, b: Any, x0: Any = None, *, transposed: bool = False
    ) -> tuple[Any, Any]:
        """The solution, and SciPy's number for how it went; None: not known."""
        before = self.before_transposed if transposed else self.before
        if self.name in LOOPS and type(matvec(b)) is Tracer:  # values are not known
            start = np.zeros_like(b) if x0 is None else x0
            options = dict(self.options)
            stop = Stop(self.bound(b), self.tolerances[0], options.pop("maxiter", None))
            return LOOPS[self.name](matvec, b, start, stop, before, **options), None
        operator, m = (
            given and _Operator((b.size, b.size), given, dtype=b.dtype)
            for given in (matvec, before)
        )
        rtol, atol = self.tolerances
        further = {"rtol": rtol, "M": m, "x0": x0, **self.options}
        if self.name != "minres":
            further["atol"] = atol
        return getattr(original, self.name)(operator, b, **further)

    def run_checked(self, matvec: Apply, b: Any, *, transposed: bool = False) -> Any:
        """A solution that derivatives are made of: NaN if it is none."""
        x, info = self.run(matvec, b, transposed=transposed)
        ok = self._met(matvec, b, x) if info is None else info == 0
        return np.where(ok, x, np.nan)

    def _met(self, matvec: Apply, b: Any, x: Any) -> Any:
        return norm_of(b - matvec(x)) <= _SLACK * self.bound(b)

    def solve(self, matvec: Apply, b: Any, x0: Any) -> tuple[Any, Any]:
        """What SciPy's function returns, with derivatives."""
        infos: list[Any] = []

        def forwards(matvec: Apply, b: Any) -> Any:
            x, info = self.run(matvec, b, x0)
            infos.append(info)
            return x

        x = stop_gradient(custom_linear_solve(matvec, b, forwards, failure="nan"))
        residual = b - matvec(x)
        ok = norm_of(stop_gradient(residual)) <= _SLACK * self.bound(stop_gradient(b))
        most = self.options.get("maxiter") or 10 * b.size
        info = np.where(ok, 0, most)
        if infos and infos[0] is not None and not is_abstract(x):
            info, ok = infos[0], infos[0] == 0
        step = custom_linear_solve(
            matvec,
            residual - stop_gradient(residual),
            self.run_checked,
            functools.partial(self.run_checked, transposed=True),
            failure="nan",
        )
        slope = np.where(ok, 1.0, np.nan).astype(b.dtype)
        return with_slope(x + step, slope), info


@custom_jvp
def with_slope(x: Any, factor: Any) -> Any:
    """x, whose tangents are multiplied by a factor: NaN if x is no solution."""
    return x


@with_slope.defjvp
def _slope(primals: Any, tangents: Any) -> Any:
    return primals[0], tangents[0] * primals[1]


def is_abstract(x: Any) -> bool:
    """Whether values are not known."""
    return type(x) is Tracer and x.value is None


def norm_of(x: Any) -> Any:
    return np.sqrt(np.sum(np.abs(x) ** 2))


def applied(a: Any) -> Apply:
    """The product with a matrix, or an operator, of any kind."""
    if isinstance(a, original.LinearOperator):
        # SciPy's `matvec` makes arrays of results; a matrix gives columns.
        product = stand_in(a)._matvec  # noqa: SLF001
        return lambda x: np.reshape(product(x), -1)
    if isinstance(a, SparseArray) or sp.issparse(a):
        own = SparseArray(a)
        return lambda x: own @ x
    matrix = as_array(a)
    return lambda x: matrix @ x


def _transposed(a: Any) -> Apply | None:
    """The product with the transpose, if it is at hand."""
    if isinstance(a, original.LinearOperator):
        return None
    return applied(SparseArray(a).T if sp.issparse(a) else a.T)


def is_traced(a: Any) -> bool:
    """Whether something traced is in a matrix, or in what an operator does."""
    if isinstance(a, original.LinearOperator):
        return type(applied(a)(np.zeros(a.shape[1]))) is Tracer
    return concerns(a)


def _preconditioner(name: str, M: Any, b: Any) -> tuple[Apply, Apply | None]:
    """Its products, and those with its transpose if they are at hand."""
    fixed = _fixed(M)
    apply = applied(fixed)
    if is_abstract(apply(np.zeros(b.shape, b.dtype))):
        _refuse(
            name,
            "preconditioner of which the values are not known",
            "make M of plain values, outside of what is compiled",
        )
    return apply, _transposed(fixed)


def _fixed(a: Any) -> Any:
    """A preconditioner, without derivatives: none are asked of it."""
    if isinstance(a, SparseArray):
        return a.without_derivative()
    kept = sp.issparse(a) or isinstance(a, original.LinearOperator)
    return a if kept else stop_gradient(a)


def iterative(name: str) -> Callable[..., Any]:
    """The function that stands in for SciPy's of this name."""
    scipys = getattr(original, name)

    @functools.wraps(scipys, assigned=("__name__", "__qualname__", "__doc__"))
    def solver(
        A: Any,
        b: Any,
        x0: Any = None,
        *,
        rtol: float = 1e-5,
        atol: float = 0.0,
        M: Any = None,
        callback: Any = None,
        **options: Any,
    ) -> Any:
        A, b, x0, M = (plain(given) for given in (A, b, x0, M))
        if not (is_traced(A) or concerns(b, x0) or (M is not None and is_traced(M))):
            further = {"M": M, "callback": callback, **options}
            if name != "minres":
                further["atol"] = atol
            return scipys(A, b, x0, rtol=rtol, **further)
        if callback is not None:
            _refuse(name, "callback on traced values", "leave callback= out")
        b = right_side(b)
        b = b.reshape(-1).astype(_dtype_of(name, A, b))
        check_shapes(A.shape == (b.size, b.size), A.shape, b.shape)
        before = (None, None) if M is None else _preconditioner(name, M, b)
        method = _Method(name, (rtol, atol), options, *before)
        return method.solve(applied(A), b, None if x0 is None else stop_gradient(x0))

    return solver


def _dtype_of(name: str, A: Any, b: Any) -> Any:
    """What SciPy computes in."""
    dtypes = [b.dtype]
    if name == "minres" or b.dtype.kind not in "fc":
        dtypes.append(np.dtype(float))
    its = getattr(A, "dtype", None)
    if its is not None and its.kind in "biufc":  # an operator's may be none of numbers
        dtypes.append(its)
    return np.result_type(*dtypes)


def _refuse(name: str, what: str, way_out: str) -> None:
    raise MissingRuleError(
        message(
            f"functrace.scipy.sparse.linalg.{name}: no {what}.",
            source=user_line(),
            help=f"{way_out}.",
        )
    )
