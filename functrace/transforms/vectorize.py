"""Functions of scalars, or of small arrays, that broadcast like NumPy's own."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.errors import ShapeError, message
from functrace.core.graph import owned
from functrace.core.primitive import as_argument
from functrace.engine.batching import spread
from functrace.transforms._mapped import apply_mapped
from functrace.transforms._wrapper import Transformed

_WHERE = "functrace.vectorize"
_ARGUMENT = r"\((?:\w+(?:,\w+)*)?\)"
_ARGUMENTS = rf"{_ARGUMENT}(?:,{_ARGUMENT})*"


def vectorize(
    pyfunc: Callable[..., Any],
    *,
    excluded: Collection[int | str] = frozenset(),
    signature: str | None = None,
) -> Callable[..., Any]:
    """Make a function broadcast over its arguments, as NumPy's ufuncs do.

    Parameters
    ----------
    pyfunc : callable
        Takes and returns arrays of the dimensions that `signature` tells; returns a tuple
        if there are several.
    excluded : collection of int or str
        Arguments that are passed on as they are, by position or by name. They, and those
        that are None, need not be arrays.
    signature : str, optional
        The core dimensions, as of `numpy.vectorize`: ``"(n,m),(m)->(n)"``. By default all
        arguments and results are scalars.

    Returns
    -------
    callable
        Takes `pyfunc`'s arguments with further dimensions in front, which are broadcast.
        Cost: as of `vmap`. No argument is repeated in memory: there is one `vmap` for each
        run of dimensions that the same arguments have.

    Raises
    ------
    ShapeError
        The signature is not valid, or arguments or results do not fit it.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> norm = ft.vectorize(lambda v: np.sqrt(v @ v), signature="(n)->()")
    >>> norm(np.array([[3.0, 4.0], [5.0, 12.0]]))
    array([ 5., 13.])
    >>> ft.vectorize(lambda x, n: x**n, excluded={"n"})(np.arange(3.0), 2)
    array([0., 1., 4.])
    """
    return _Vectorize(pyfunc, excluded=excluded, signature=signature)


class _CoreOperand(NamedTuple):
    """An argument that is broadcast: where it stands, what it is, its core dimensions."""

    place: int | str
    value: Any
    core: tuple[str, ...]

    @property
    def loop(self) -> tuple[int, ...]:
        """Lengths of the dimensions in front."""
        shape = np.shape(self.value)
        return shape[: len(shape) - len(self.core)]


class _Vectorize(Transformed[..., Any]):
    excluded: Collection[int | str]
    signature: str | None

    def __init__(self, fun: Callable[..., Any], **options: Any) -> None:
        super().__init__(fun, **options)
        self.inputs, self.outputs = _parsed(self.signature)
        if any(isinstance(entry, int) and entry < 0 for entry in self.excluded):
            raise ShapeError(
                message(
                    f"{_WHERE}: excluded names an argument that does not exist.",
                    expected="positions from 0 on, or names",
                    got=repr(self.excluded),
                )
            )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        operands = self._operands(args, kwargs)
        sizes: dict[str, int] = {}
        for operand in operands:
            shape = np.shape(operand.value)
            self._fit(self._label(operand.place), shape, operand.core, sizes)
        loop = self._loop(operands)

        def call(values: list[Any]) -> Any:
            places = [operand.place for operand in operands]
            given = dict(zip(places, values, strict=True))
            result = self.fun(
                *[given.get(i, arg) for i, arg in enumerate(args)],
                **{name: given.get(name, arg) for name, arg in kwargs.items()},
            )
            self._check(result, dict(sizes))
            return result

        shapes = [(1,) * (len(loop) - len(o.loop)) + o.loop for o in operands]
        groups = _groups(loop, shapes)
        values = [
            _merged(o, [m[i] for m, _ in groups], [n for _, n in groups])
            for i, o in enumerate(operands)
        ]
        labels = [self._label(operand.place) for operand in operands]
        outs, treedef = pytree.flatten(_mapped(call, values, labels, groups))
        if loop:
            depth = len(groups)
            outs = [out.reshape(loop + np.shape(out)[depth:]) for out in outs]
        return pytree.unflatten(treedef, owned(outs, [o.value for o in operands]))

    # -- arguments -----------------------------------------------------------------------

    def _operands(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> list[_CoreOperand]:
        """The arguments that are broadcast, in the order of the parameters."""
        keywords = sorted(kwargs, key=self._order)
        given: list[tuple[int | str, Any]] = [
            *enumerate(args),
            *[(k, kwargs[k]) for k in keywords],
        ]
        given = [entry for entry in given if not self._is_excluded(entry[0])]
        cores = self._cores("arguments", self.inputs, len(given))
        return [
            _CoreOperand(place, self._operand(place, value), core)
            for (place, value), core in zip(given, cores, strict=True)
            if value is not None or core
        ]

    def _order(self, name: str) -> int:
        names = self.names
        return names.index(name) if name in names else len(names)

    def _is_excluded(self, place: int | str) -> bool:
        other: int | str = self._order(place) if isinstance(place, str) else ""
        if isinstance(place, int) and place < len(self.names):
            other = self.names[place]
        return place in self.excluded or other in self.excluded

    def _operand(self, place: int | str, value: Any) -> Any:
        return as_argument(
            value,
            f"{_WHERE}: argument {self._label(place)!r} is not an array or a number.",
            help="name it in excluded to have it passed on as it is.",
        )

    def _label(self, place: int | str) -> str:
        if isinstance(place, str):
            return place
        return self.names[place] if place < len(self.names) else f"args[{place}]"

    def _loop(self, operands: Sequence[_CoreOperand]) -> tuple[int, ...]:
        """The shape in front of the core dimensions of the results."""
        try:
            return np.broadcast_shapes(*[operand.loop for operand in operands])
        except ValueError:
            raise ShapeError(
                message(
                    f"{_WHERE}: the dimensions of the arguments cannot be broadcast.",
                    got=", ".join(
                        f"{self._label(o.place)}: {aval_of(o.value)}" for o in operands
                    ),
                    help="the dimensions in front of those in the signature "
                    f"({self.signature or '()->()'}) must be the same, or 1.",
                )
            ) from None

    # -- core dimensions -----------------------------------------------------------------

    def _cores(self, what: str, cores: Any, count: int) -> Any:
        """Core dimensions of arguments or results: none, where there is no signature."""
        cores = cores or ((),) * count
        if len(cores) != count:
            raise ShapeError(
                message(
                    f"{_WHERE}: the signature has another number of {what}.",
                    expected=f"{len(cores)}: {self.signature}",
                    got=count,
                )
            )
        return cores

    def _check(self, result: Any, sizes: dict[str, int]) -> None:
        """Raise ShapeError unless the results have the core dimensions they must have."""
        results = result if isinstance(result, tuple) else (result,)
        cores = self._cores("results", self.outputs, len(results))
        for i, (out, core) in enumerate(zip(results, cores, strict=True)):
            what = f"result {i}" if len(results) > 1 else "the result"
            self._fit(what, np.shape(out), core, sizes, exactly=True)

    def _fit(
        self,
        what: str,
        shape: tuple[int, ...],
        core: tuple[str, ...],
        sizes: dict[str, int],
        *,
        exactly: bool = False,
    ) -> None:
        """Note the lengths of the core dimensions; raise ShapeError if they differ."""
        start = len(shape) - len(core)
        found = shape[max(start, 0) :]
        known = [sizes.setdefault(n, k) for n, k in zip(core, found, strict=False)]
        if start < 0 or (exactly and start > 0) or known != [*found]:
            dims = [f"{name}={sizes[name]}" if name in sizes else name for name in core]
            dots = "" if exactly else "..., " if core else "..."
            raise ShapeError(
                message(
                    f"{_WHERE}: {what} does not fit the signature "
                    f"{self.signature or ('()->()')}.",
                    expected=f"shape ({dots}{', '.join(dims)})",
                    got=f"shape {shape}",
                )
            )


def _parsed(signature: str | None) -> tuple[Any, Any]:
    """Names of the core dimensions of the arguments, and of the results."""
    if signature is None:
        return None, None
    text = re.sub(r"\s+", "", signature)
    if not re.fullmatch(f"{_ARGUMENTS}->{_ARGUMENTS}", text):
        raise ShapeError(
            message(
                f"{_WHERE}: the signature is not valid.",
                expected="core dimensions like '(n,m),(m)->(n)'",
                got=repr(signature),
            )
        )
    sides = [re.findall(_ARGUMENT, side) for side in text.split("->")]
    inputs, outputs = [[tuple(re.findall(r"\w+", a)) for a in side] for side in sides]
    return tuple(inputs), tuple(outputs)


# -- loop dimensions ---------------------------------------------------------------------


def _groups(
    loop: tuple[int, ...], shapes: Sequence[tuple[int, ...]]
) -> list[tuple[tuple[bool, ...], int]]:
    """Runs of dimensions that the same arguments have: which ones, and how long it is."""
    dims = [
        (tuple([shape[d] == n for shape in shapes]), n)
        for d, n in enumerate(loop)
        if n != 1
    ]
    return [
        (mapped, math.prod([n for _, n in run]))
        for mapped, run in groupby(dims, key=lambda dim: dim[0])
    ]


def _merged(operand: _CoreOperand, mapped: Sequence[bool], sizes: Sequence[int]) -> Any:
    """The argument with one dimension for each group that it has."""
    shape = np.shape(operand.value)
    lengths = [n for m, n in zip(mapped, sizes, strict=True) if m]
    wanted = (*lengths, *shape[len(operand.loop) :])
    return operand.value if wanted == shape else operand.value.reshape(wanted)


def _mapped(
    function: Callable[[list[Any]], Any],
    values: list[Any],
    labels: Sequence[str],
    groups: Sequence[tuple[tuple[bool, ...], int]],
) -> Any:
    """`function` mapped over the groups, the first of them outermost."""
    if not groups:
        return function(values)
    (mapped, size), *rest = groups

    def inner(entered: list[Any]) -> Any:
        return _mapped(function, entered, labels, rest)

    batch = apply_mapped(_WHERE, inner, values, mapped, size, labels)
    pairs = zip(batch.leaves, batch.mapped, strict=True)
    outs = [spread(out, m, size) for out, m in pairs]
    return pytree.unflatten(batch.treedef, outs)
