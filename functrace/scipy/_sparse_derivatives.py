"""Jacobians and Hessians with few entries, from few directions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np

from functrace.core import pytree
from functrace.core.errors import message
from functrace.core.heap import give_back_after
from functrace.core.lazy import lazy
from functrace.core.recording import ambient, outside
from functrace.core.tracer import Tracer
from functrace.scipy._plain import any_traced
from functrace.scipy._sparsity import OfChosen, TracedFunction
from functrace.transforms._arguments import Argnums
from functrace.transforms._bodies import is_recorded
from functrace.transforms._wrapper import split_leaves
from functrace.transforms.gradient import grad
from functrace.transforms.jit import jit

Format = Literal["csr", "csc", "coo"]
_FORMATS = get_args(Format)


def sparse_jacobian(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    format: Format = "csr",
    sparsity: Any = None,
    colors: Any = None,
    check: bool = False,
) -> Callable[..., Any]:
    """Jacobian as a sparse array: where its entries are is found from the function.

    Columns that share no row are found from one tangent together, or rows from one cotangent.

    Parameters
    ----------
    fun : callable
        Returns an array, or a pytree of them.
    argnums : int, str, or sequence of them, default 0
        What to differentiate with respect to.
    has_aux : bool
        Whether `fun` returns a pair ``(output, auxiliary data)``.
    format : {"csr", "csc", "coo"}
    sparsity : sparse array, array or Sparsity, optional
        Where the Jacobian may have entries, all outputs by all inputs: it is not looked for.
    colors : array of int, optional
        Of each column: those of one colour share a tangent. Default: the best that is found.
    check : bool
        Whether to compare `sparsity` with the pattern that is found, when compiling.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns arrays of `scipy.sparse`, of shape
        ``(out.size, in.size)``, in the structure of the argument within the structure of the
        output, and the auxiliary data if there are any. Under `functrace.jit` and in other
        transforms they are `functrace.scipy.sparse.SparseArray`. The first call for
        arguments of some kind finds the pattern and compiles; further ones cost about as many
        tangents as there are colours.

    Raises
    ------
    DtypeError
        An argument is an integer, or complex; the result is in half precision.
    ShapeError
        `sparsity` or `colors` is of another shape.
    ValueError
        Entries of a row share a colour, or `check` finds that `sparsity` lacks entries; it
        holds at one point only; there is no such `format`.

    See Also
    --------
    sparsity, sparse_hessian

    References
    ----------
    Gebremedhin, Manne & Pothen, *What Color Is Your Jacobian?*, SIAM Review 47 (2005).

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def residual(u):
    ...     return u[2:] - 2 * u[1:-1] + u[:-2] + np.exp(u[1:-1])
    >>> found = ft.sparse_jacobian(residual)(np.zeros(6))
    >>> found.toarray()
    array([[ 1., -1.,  1.,  0.,  0.,  0.],
           [ 0.,  1., -1.,  1.,  0.,  0.],
           [ 0.,  0.,  1., -1.,  1.,  0.],
           [ 0.,  0.,  0.,  1., -1.,  1.]])
    """
    _check_format("functrace.sparse_jacobian", format)
    options = {"sparsity": sparsity, "colors": colors, "check": check}
    return SparseJacobian(
        fun, argnums=argnums, has_aux=has_aux, format=format, symmetric=False, **options
    )


def sparse_hessian(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    format: Format = "csr",
    sparsity: Any = None,
    colors: Any = None,
    check: bool = False,
) -> Callable[..., Any]:
    """Hessian of a scalar function as a sparse array: the sparse Jacobian of its gradient.

    Parameters
    ----------
    fun : callable
        Returns a real scalar.
    argnums, has_aux, format, sparsity, colors, check
        As of `sparse_jacobian`. By symmetry, one of two entries that mirror each other
        need be alone in its row among the columns of its colour.

    Returns
    -------
    callable
        As of `sparse_jacobian`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def rosenbrock(x):
    ...     return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)
    >>> ft.sparse_hessian(rosenbrock)(np.ones(4)).toarray()
    array([[ 802., -400.,    0.,    0.],
           [-400., 1002., -400.,    0.],
           [   0., -400., 1002., -400.],
           [   0.,    0., -400.,  200.]])
    """
    _check_format("functrace.sparse_hessian", format)
    slope = grad(fun, argnums, has_aux=has_aux)
    options = {"sparsity": sparsity, "colors": colors, "check": check}
    return SparseJacobian(
        slope,
        argnums=argnums,
        has_aux=has_aux,
        format=format,
        symmetric=True,
        **options,
    )


def _check_format(where: str, format: Any) -> None:
    if format not in _FORMATS:
        raise ValueError(
            message(
                f"{where}: sparse derivatives have no such format.",
                expected=" or ".join(map(repr, _FORMATS)),
                got=repr(format),
            )
        )


class SparseJacobian(OfChosen):
    format: Format
    symmetric: bool
    sparsity: Any = None
    colors: Any = None
    check: bool = False
    most: float | None = None  # of all entries: if there are more, it is not prepared

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        nothing = ambient.get().outside
        if nothing and not kwargs and all(type(x) is np.ndarray for x in args):
            return self._compiled(*args)
        args, kwargs = pytree.map_leaves(_without_handle, (args, kwargs))
        if not (nothing or self._is_plain(args, kwargs)):
            return self._in_trace(*args, **kwargs)
        with outside():
            return self._compiled(*args, **kwargs)

    def prepare(self, *args: Any, most: float) -> None:
        """Find pattern and colours, or terms, for a call with such arguments.

        Raises
        ------
        DensePatternError
            More than this part of all entries may differ from zero.
        """
        self.most = most
        try:
            self._compiled.lower(*args)
        finally:
            self.most = None

    def _is_plain(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether nothing is traced, neither the arguments nor what is captured."""
        if is_recorded() or any_traced(args, kwargs):
            return False
        return not any_traced(self.traced(self.where, args, kwargs).captured)

    @property
    def where(self) -> str:
        return f"functrace.sparse_{'hessian' if self.symmetric else 'jacobian'}"

    @lazy
    def _compiled(self) -> Any:
        return jit(self._as_scipys)

    def _as_scipys(self, *args: Any, **kwargs: Any) -> Any:
        from functrace.scipy._compressed import SparseResult  # noqa: PLC0415 - as below

        return self._made(SparseResult.made, args, kwargs)

    def _in_trace(self, *args: Any, **kwargs: Any) -> Any:
        from functrace.scipy.sparse import SparseArray  # noqa: PLC0415 - loads SciPy's

        def made(pattern: Any, data: Any) -> SparseArray:
            return SparseArray.made(pattern, data[: pattern.nnz])

        return self._made(made, args, kwargs)

    def _made(self, make: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Results of ``make(pattern, entries)`` in their structure."""
        from functrace.scipy import _compressed  # noqa: PLC0415 - as above

        where = self.where
        traced = self.traced(where, args, kwargs)
        pattern, entries = self._entries(traced)
        give_back_after(pattern.indices.nbytes)
        choices = ambient.get().choices
        if choices is not None:
            choices.append(f"{where}: {entries.in_words(pattern)}")
        blocks = _compressed.blocks_of(traced, pattern, entries, self.format)
        treedefs = traced.arguments.treedef.children()
        rows = [split_leaves([make(*each) for each in row], treedefs) for row in blocks]
        single = isinstance(self.argnums, (int, str))
        found = pytree.unflatten(
            traced.out_treedef, [row[0] if single else row for row in rows]
        )
        return (found, traced.aux()) if self.has_aux else found

    def _entries(self, traced: TracedFunction) -> tuple[Any, Any]:
        """The pattern, and how its entries are computed."""
        from functrace.scipy import _compressed  # noqa: PLC0415 - as above
        from functrace.scipy._terms import by_terms  # noqa: PLC0415 - as above

        where, symmetric = self.where, self.symmetric
        _compressed.check_held(where, traced.outs)
        if self.sparsity is None and self.colors is None:
            terms = by_terms(traced, symmetric=symmetric)
            if terms is not None:
                self._check_sparse(terms.sums.pattern)
                return terms.sums.pattern, terms
        given = self.sparsity
        if self.most is not None:
            from functrace.primitives._dependence.graphs import (  # noqa: PLC0415 - as above
                sparse_pattern_of,
            )

            given = sparse_pattern_of(traced.graph, traced.places, len(traced.outs))
            self._check_sparse(given)
        pattern = _compressed.pattern_of(
            where, traced, given, check=self.check, symmetric=symmetric
        )
        compression = _compressed.compressed(
            where, pattern, self.colors, symmetric=symmetric
        )
        return pattern, _compressed.Directly(traced, compression)

    def _check_sparse(self, pattern: Any) -> None:
        from functrace.primitives._dependence.graphs import (  # noqa: PLC0415 - as above
            DensePatternError,
        )

        if self.most is None:
            return
        if pattern is None or pattern.nnz > self.most * np.prod(pattern.shape):
            raise DensePatternError


def _without_handle(leaf: Any) -> Any:
    """An array that a traced function made, of which nothing is traced, as it is."""
    if type(leaf) is not Tracer:
        return leaf
    leaf.sync()
    return leaf.value if leaf.is_constant() else leaf
