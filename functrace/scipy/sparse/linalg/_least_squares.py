"""Iterative least squares, `lsqr` and `lsmr`, differentiated as what they solve.

The shortest ``x`` with the least ``|A x - b|**2 + damp**2 |x|**2`` is a part of the solution
of the following, with ``B = A`` if A has at least as many rows as columns, else ``B = A.T``:

    r + B x = b,  B.T r - damp**2 x = c

where c, or b, is zero: a symmetric system, of which derivatives are made.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as original

from functrace.numpy._arguments import as_array
from functrace.scipy._arguments import double
from functrace.scipy.sparse._array import SparseArray
from functrace.scipy.sparse._constructors import concerns, plain
from functrace.scipy.sparse._entries import check_shapes
from functrace.scipy.sparse._operators import refuse
from functrace.scipy.sparse.linalg._bidiagonal import Apply, Tolerances
from functrace.scipy.sparse.linalg._iterative import (
    applied,
    is_abstract,
    is_traced,
    norm_of,
    with_slope,
)
from functrace.scipy.sparse.linalg._lsmr import lsmr
from functrace.scipy.sparse.linalg._lsqr import lsqr
from functrace.scipy.sparse.linalg._stand_ins import stand_in
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.implicit import custom_linear_solve

Pair = tuple[Any, Any]

_Operator: Any = original.LinearOperator
_EXACT = {"atol": 1e-15, "btol": 1e-15, "conlim": 0.0}  # of derivatives
_FAR = 1e-3  # what is farther from the solution than this part has no derivative


System = Callable[[Pair], Pair]


class _Solver(NamedTuple):
    """SciPy's function for systems of a shape ``(m, n)``; it holds nothing traced."""

    name: str
    shape: tuple[int, int]

    def run(
        self, system: System, right: Any, damp: Any, *, turned: bool, **options: Any
    ) -> Any:
        """What SciPy's function returns, for the matrix or its transpose."""
        none = [np.zeros(count) for count in self.shape]

        def forth(v: Any) -> Any:
            return system((none[0], np.ravel(v)))[0]

        def back(v: Any) -> Any:
            return system((np.ravel(v), none[1]))[1]

        shape = self.shape
        if turned:
            shape, forth, back = (shape[1], shape[0]), back, forth
        unknown = is_abstract(right) or is_abstract(forth(np.zeros(shape[1])))
        if unknown:
            solve = functools.partial(_loop, self.name, forth, back, right, damp)
            return (solve(shape, **options),)
        operator = _Operator(shape, forth, rmatvec=back, dtype=np.float64)
        return getattr(original, self.name)(operator, right, damp, **options)

    def damping(self, system: System) -> Any:
        """The number."""
        none, one = (np.zeros(count) for count in self.shape)
        one[:1] = 1.0
        return np.sqrt(np.maximum(-system((none, one))[1][0], 0.0))

    def __call__(self, system: System, right: Pair) -> Pair:
        """The solution for any right-hand sides."""
        (b, c), damp = right, self.damping(system)
        x = self.run(system, b, damp, turned=False, **_EXACT)[0]
        s = self.run(system, c, damp, turned=True, **_EXACT)[0]
        r = b - system((np.zeros_like(b), x))[0] + s
        return r, x - self.run(system, s, 0.0, turned=False, **_EXACT)[0]

    def first(self, options: dict[str, Any], infos: list[Any]) -> Callable[..., Pair]:
        """Of the system as it is given, as SciPy's function is asked to."""

        def tall(system: System, right: Pair) -> Pair:
            b, damp = right[0], self.damping(system)
            x, *info = self.run(system, b, damp, turned=False, **options)
            infos.append(info)
            return b - system((np.zeros_like(b), x))[0], x

        def wide(system: System, right: Pair) -> Pair:
            damp = self.damping(system)
            r, *info = self.run(system, right[1], damp, turned=True, **options)
            infos.append(info)
            return r, -self.run(system, r, 0.0, turned=False, **_EXACT)[0]

        return wide if options.pop("wide") else tall


def _loop(
    name: str,
    forth: Apply,
    back: Apply,
    b: Any,
    damp: Any,
    shape: tuple[int, int],
    *,
    atol: float,
    btol: float,
    conlim: float,
    iter_lim: int | None = None,
    maxiter: int | None = None,
    x0: Any = None,
    **_: Any,
) -> Any:
    start = np.zeros(shape[1]) if x0 is None else x0
    solver, most, usual = {
        "lsqr": (lsqr, iter_lim, 2 * shape[1]),
        "lsmr": (lsmr, maxiter, min(shape)),
    }[name]
    most, stop = usual if most is None else most, Tolerances(atol, btol, conlim)
    return solver(forth, back, b, start, damp, most, stop)


def least_squares(name: str) -> Callable[..., Any]:
    """The function that stands in for SciPy's of this name."""
    scipys = getattr(original, name)
    signature = inspect.signature(scipys)

    @functools.wraps(scipys, assigned=("__name__", "__qualname__", "__doc__"))
    def solver(*args: Any, **named: Any) -> Any:
        given = signature.bind(*args, **named)
        given.apply_defaults()
        options = {key: plain(value) for key, value in given.arguments.items()}
        A, b, damp = (options.pop(key) for key in ("A", "b", "damp"))
        if not (is_traced(A) or concerns(b, damp, options["x0"])):
            return scipys(A, b, damp, **options)
        if options.get("calc_var"):
            refuse(f"{name}: variances", "leave calc_var out")
        if options["x0"] is not None:
            options["x0"] = stop_gradient(as_array(options["x0"]))
            if is_abstract(options["x0"]):
                refuse(f"{name}: an x0 of which the values are not known")
        b = np.reshape(double(b), -1)
        check_shapes(A.shape[0] == b.size, A.shape, b.shape)
        if b.dtype.kind == "c" or np.dtype(A.dtype).kind == "c":
            refuse(f"{name} of complex numbers")
        return _solved(name, A, b, double(damp), options)

    return solver


def _solved(name: str, A: Any, b: Any, damp: Any, options: dict[str, Any]) -> Any:
    """What SciPy returns, with derivatives of the solution and of norms."""
    wide = A.shape[0] < A.shape[1]
    multiply, back = applied(A), _transposed(A)
    forth, across = (back, multiply) if wide else (multiply, back)
    shape = A.shape[::-1] if wide else A.shape
    right = (np.zeros(shape[0]), b) if wide else (b, np.zeros(shape[1]))

    def system(pair: Pair) -> Pair:
        r, x = pair
        return r + forth(x), across(r) - damp**2 * x

    infos: list[Any] = []
    again = _Solver(name, shape)
    first = again.first({**options, "wide": wide}, infos)
    solve = functools.partial(
        custom_linear_solve, symmetric=True, tolerance=1e300, failure="nan"
    )
    start = stop_gradient(solve(system, right, first))
    pairs = zip(right, system(start), strict=True)
    off = [want - got for want, got in pairs]
    step = solve(system, tuple(part - stop_gradient(part) for part in off), again)
    far = norm_of(stop_gradient(across(b) if not wide else b))
    ok = norm_of(stop_gradient(off[1])) <= _FAR * far
    part = 0 if wide else 1
    x = with_slope(start[part] + step[part], np.where(ok, 1.0, np.nan))
    known = bool(infos) and not is_abstract(start[0])
    istop, itn = infos[0][:2] if known else (np.where(ok, 2, 7), -1)
    r = b - multiply(x)
    sizes = norm_of(r), norm_of(back(r) - damp**2 * x), norm_of(x)
    norms = infos[0][4:6] if known else (np.nan, np.nan)
    both = np.sqrt(sizes[0] ** 2 + damp**2 * sizes[2] ** 2)
    if name == "lsmr":
        return x, istop, itn, both, sizes[1], *norms, sizes[2]
    unknown = np.zeros(A.shape[1])  # SciPy's variances where none are asked for
    return x, istop, itn, sizes[0], both, *norms, sizes[1], sizes[2], unknown


def _transposed(a: Any) -> Apply:
    if isinstance(a, original.LinearOperator):
        product = stand_in(a)._rmatvec  # noqa: SLF001 - see `applied`
        return lambda x: np.reshape(product(x), -1)
    return applied(SparseArray(a).T if sp.issparse(a) else a.T)
