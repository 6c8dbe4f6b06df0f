"""A function applied along an axis of its arguments, all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.errors import ShapeError, message
from functrace.core.foreign import is_arraylike, refuse_argument, type_of
from functrace.core.graph import owned
from functrace.core.lazy import lazy
from functrace.core.primitive import as_argument, as_operand
from functrace.engine.batching import spread
from functrace.transforms._mapped import Batch, apply_mapped
from functrace.transforms._wrapper import P, R, Transformed
from functrace.transforms.make_graph import labels_of

_WHERE = "functrace.vmap"
_KNOWN = 64  # structures of arguments that a function remembers


def vmap(
    fun: Callable[P, R],
    in_axes: Any = 0,
    out_axes: Any = 0,
    *,
    axis_size: int | None = None,
) -> Callable[P, R]:
    """Map a function over an axis of its arguments.

    Parameters
    ----------
    fun : callable
        Takes and returns pytrees of arrays, of one element of the batch.
    in_axes : int, None, or pytree of them, default 0
        For each positional argument, or each leaf of it, the axis that is mapped over;
        None: the argument is the same for all. Keyword arguments are mapped over axis 0.
    out_axes : int, None, or pytree of them, default 0
        Where the mapped axis is in each output; None: the output is the same for all.
    axis_size : int, optional
        Length of the mapped axis; needed if no argument is mapped.

    Returns
    -------
    callable
        Takes `fun`'s arguments with the mapped axis; returns `fun`'s result with it. Cost:
        `fun` is called once, on traced values that stand for one element; each operation
        is then applied to the whole batch.

    Raises
    ------
    ShapeError
        The mapped axes differ in length, or an argument has no such axis.
    ConcretizationError
        `fun` asks for a value of a mapped argument, other than in a branch or a loop that
        can be captured: ``a[mask]``, ``np.zeros(n)``.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.vmap(np.dot)(np.ones((3, 2)), np.arange(6.0).reshape(3, 2))
    array([1., 5., 9.])
    >>> ft.vmap(ft.grad(lambda w, x: np.sum(w * x) ** 2), in_axes=(None, 0))(
    ...     np.ones(2), np.arange(6.0).reshape(3, 2)
    ... )
    array([[ 0.,  2.],
           [20., 30.],
           [72., 90.]])
    """
    return _Vmap(fun, in_axes=in_axes, out_axes=out_axes, axis_size=axis_size)


class _Vmap(Transformed[..., Any]):
    in_axes: Any
    out_axes: Any
    axis_size: int | None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        leaves, treedef = pytree.flatten((args, kwargs))
        labels, axes = self._entries(treedef, args, kwargs)
        size = self.axis_size
        for i, axis in enumerate(axes):
            if axis is not None:
                leaves[i] = _operand(leaves[i], labels[i])
                size = _length(leaves[i], axis, labels[i], size)
                leaves[i] = np.moveaxis(leaves[i], axis, 0) if axis else leaves[i]
        if size is None:
            raise _nothing_mapped()

        def call(entered: list[Any]) -> Any:
            args, kwargs = pytree.unflatten(treedef, entered)
            return self.fun(*args, **kwargs)

        mapped = [axis is not None for axis in axes]
        batch = apply_mapped(_WHERE, call, leaves, mapped, size, labels)
        outs = owned(self._placed(batch, size), batch.values)
        return pytree.unflatten(batch.treedef, outs)

    def _placed(self, batch: Batch, size: int) -> list[Any]:
        """The outputs with the mapped axis where it is wanted."""
        result = pytree.unflatten(batch.treedef, batch.leaves)
        axes = pytree.flatten_prefix(self.out_axes, result, _WHERE, "out_axes")
        axes = _checked("out_axes", axes)
        triples = zip(batch.leaves, batch.mapped, axes, strict=True)
        return [_placed(*triple, size) for triple in triples]

    def _entries(
        self, treedef: pytree.Treedef, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[list[str], list[int | None]]:
        """What each leaf of the arguments is called, and the axis it is mapped over."""
        found = self._known.get(treedef)
        if found is None:
            found = labels_of(self.fun, treedef), self._axes(args, kwargs)
            if len(self._known) < _KNOWN:
                self._known[treedef] = found
        return found

    @lazy
    def _known(self) -> dict[pytree.Treedef, tuple[list[str], list[int | None]]]:
        return {}

    def _axes(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[int | None]:
        """The mapped axis of each leaf of the arguments."""
        axes = self.in_axes
        if isinstance(axes, list):
            axes = tuple(axes)
        found = pytree.flatten_prefix(axes, args, _WHERE, "in_axes")
        return _checked("in_axes", found) + [0] * len(pytree.flatten(kwargs)[0])


def _operand(leaf: Any, label: str) -> Any:
    try:
        value = as_operand(leaf)
    except TypeError:
        if is_arraylike(leaf):
            refusal = f"{_WHERE}: argument {label!r} is not an array of numbers."
            refuse_argument(leaf, refusal)
        value = None
    if value is not None and np.ndim(value):
        return value
    raise ShapeError(
        message(
            f"{_WHERE}: argument {label!r} has no axis to map over.",
            got=type_of(leaf) if value is None else aval_of(value),
            help="its entry of in_axes may be None.",
        )
    )


def _length(operand: Any, axis: int, label: str, size: int | None) -> int:
    """Length of the mapped axis, which must be the same in all arguments."""
    shape = operand.shape
    _check_axis(f"argument {label!r}", operand, axis)
    if size is not None and shape[axis] != size:
        raise ShapeError(
            message(
                f"{_WHERE}: the mapped axes differ in length.",
                expected=size,
                got=f"{label}: {aval_of(operand)}, mapped over axis {axis}",
            )
        )
    return shape[axis]


def _nothing_mapped() -> ValueError:
    return ValueError(
        message(
            f"{_WHERE}: no argument is mapped.",
            help="give axis_size, or an entry of in_axes that is not None.",
        )
    )


def _checked(what: str, axes: list[Any]) -> list[Any]:
    """The axes, which must be integers, or None."""
    for axis in axes:
        if axis is not None and not isinstance(axis, (int, np.integer)):
            raise TypeError(
                message(
                    f"{_WHERE}: {what} must consist of integers and None.",
                    got=repr(axis),
                )
            )
    return axes


def _placed(out: Any, mapped: bool, axis: Any, size: int) -> Any:
    """An output with the mapped axis where it is wanted."""
    if axis is None:
        if mapped:
            raise ValueError(
                message(
                    f"{_WHERE}: an output depends on mapped arguments, but its entry of "
                    "out_axes is None.",
                    got=aval_of(out),
                )
            )
        return out
    out = spread(_array(out), mapped, size)
    _check_axis("an output", out, axis)
    return np.moveaxis(out, 0, axis) if axis else out


def _array(out: Any) -> Any:
    return as_argument(
        out,
        f"{_WHERE}: an output is not an array.",
        help="its entry of out_axes may be None, which hands it on.",
    )


def _check_axis(what: str, operand: Any, axis: int) -> None:
    ndim = np.ndim(operand)
    if not -ndim <= axis < ndim:
        raise ShapeError(
            message(f"{_WHERE}: {what} has no axis {axis}.", got=aval_of(operand))
        )
