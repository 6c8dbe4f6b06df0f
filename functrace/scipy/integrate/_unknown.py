"""What a recorded solver gives at steps and events, of which nobody knows the number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

import numpy as np
import optree

from functrace.core.errors import ConcretizationError, message
from functrace.core.pytree import NAMESPACE, PARTS
from functrace.core.source import user_line


class Unknown(NamedTuple):
    """A number that is not known.

    Attributes
    ----------
    where, what : str
        What messages say of it.
    way_out : str
    """

    where: str
    what: str
    way_out: str


STEPS = Unknown(
    "functrace.scipy.integrate.solve_ivp",
    "steps are taken",
    "pass t_eval, the times at which the solution is wanted.",
)
EVENTS = STEPS._replace(
    what="events there are",
    way_out="say how many are wanted at most, event.terminal = n: the solution ends at the "
    "nth, and there are n rows, NaN from where there are no more.",
)


class UnknownRows(np.lib.mixins.NDArrayOperatorsMixin):
    """An array with a row for each step or event, of which there are the first and the last.

    Parameters
    ----------
    name : str
        What the user calls it.
    first, last : array
    axis : int
        Along which the rows stand.
    number : Unknown
        Of the rows.

    Raises
    ------
    ConcretizationError
        What is asked for depends on the other rows, or on how many there are.
    """

    def __init__(
        self, name: str, first: Any, last: Any, axis: int = 0, number: Unknown = STEPS
    ) -> None:
        self._name, self._first, self._last, self._axis = name, first, last, axis
        self._number = number

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self._last.ndim + 1

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of its elements."""
        return self._last.dtype

    @property
    def T(self) -> UnknownRows:  # noqa: N802 - NumPy's name
        """The axes in reverse."""
        axis = self.ndim - 1 - self._axis
        return self._like(".T", self._first.T, self._last.T, axis)

    def _like(self, part: str, first: Any, last: Any, axis: int) -> UnknownRows:
        return UnknownRows(f"{self._name}{part}", first, last, axis, self._number)

    def __getitem__(self, index: Any) -> Any:
        row, kept, axis = self._taken_apart(index)
        chosen = {0: self._first, -1: self._last}
        if isinstance(row, slice):
            if not all(x is None or isinstance(x, (int, slice)) for x in kept):
                self._refuse(f"[{_written(index)}]")
            if row == slice(None):
                first, last = self._first[kept], self._last[kept]
                return self._like(f"[{_written(index)}]", first, last, axis)
            bounds = {(None, 1): 0, (0, 1): 0, (-1, None): -1}
            row = None if row.step else bounds.get((row.start, row.stop))
            if row is not None:
                return np.expand_dims(chosen[row][kept], axis)
        elif type(row) is int and row in chosen:
            return chosen[row][kept]
        return self._refuse(f"[{_written(index)}]")

    def _taken_apart(self, index: Any) -> tuple[Any, tuple[Any, ...], int]:
        """What is asked of the rows, of the other axes, and where the rows come to stand."""
        given = index if isinstance(index, tuple) else (index,)
        given = [int(x) if isinstance(x, np.integer) else x for x in given]
        used = sum(x is not None and x is not Ellipsis for x in given)
        if used > self.ndim:
            raise IndexError(f"too many indices for array: {self.ndim}-dimensional")
        rest = [slice(None)] * (self.ndim - used)
        place = next((i for i, x in enumerate(given) if x is Ellipsis), len(given))
        full = [*given[:place], *rest, *given[place + 1 :]]
        where = [i for i, x in enumerate(full) if x is not None][self._axis]
        axis = sum(not isinstance(x, int) for x in full[:where])
        return full[where], (*full[:where], *full[where + 1 :]), axis

    def __len__(self) -> int:
        if self._axis == 0:
            self._refuse("len()")
        return self._last.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        noun = self._number.what.partition(" ")[0]
        return f"<{self._name}, of an unknown number of {noun}>"

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and hasattr(np.ndarray, name):
            self._refuse(f".{name}")
        raise AttributeError(f"{self!r} has no attribute {name!r}")

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        self._refuse("an array")

    def __array_ufunc__(self, ufunc: np.ufunc, *_: Any, **__: Any) -> NoReturn:
        self._refuse(f"numpy.{ufunc.__name__}")

    def __array_function__(self, function: Any, *_: Any, **__: Any) -> NoReturn:
        self._refuse(f"numpy.{function.__name__}")

    def _refuse(self, what: str) -> NoReturn:
        what = f"{self._name}{what}" if what[0] in ".[" else f"{what} of {self._name}"
        raise ConcretizationError(
            message(
                f"{self._number.where}: {what}: how many {self._number.what} is not known "
                "while the solver is recorded (jit, vmap).",
                expected=f"what depends on the first or the last, as {self._example}",
                source=user_line(),
                help=self._number.way_out,
            )
        )

    @property
    def _example(self) -> str:
        return f"{self._name}[{':, ' * self._axis}-1]"


def _refuse_value(rows: Any) -> Any:
    return rows._refuse("the value")  # noqa: SLF001


def _split(rows: Any) -> tuple[list[Any], tuple[Any, ...], None]:
    """The rows that there are, and the rest."""
    rest = rows._name, rows._axis, rows._number  # noqa: SLF001
    return [rows._first, rows._last], rest, None  # noqa: SLF001


def _join(rest: Any, rows: Any) -> UnknownRows:
    name, *others = rest
    return UnknownRows(name, *rows, *others)


_register: Any = optree.register_pytree_node
_register(UnknownRows, _refuse_value, _join, namespace=NAMESPACE)
_register(UnknownRows, _split, _join, namespace=PARTS)


def _written(index: Any) -> str:
    """An index as the user wrote it, nearly."""
    if isinstance(index, tuple):
        return ", ".join(map(_written, index))
    if isinstance(index, slice):
        parts = [index.start, index.stop, *([] if index.step is None else [index.step])]
        return ":".join("" if x is None else str(x) for x in parts)
    return "..." if index is Ellipsis else str(index)
