"""The array whose length is not known."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.core.dispatch import FUNCTIONS
from functrace.core.errors import ConcretizationError, MutationError, message
from functrace.core.operators import OPERATORS, PLAIN_OPERATORS
from functrace.core.recording import ambient
from functrace.core.refusals import refuse_length
from functrace.core.source import user_line
from functrace.core.texts import is_shown
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy.selections.masks import Masks, entered, live_of

ANSWERS: dict[Any, Callable[..., Any]] = {}
"""What NumPy's functions are of selections; of ufuncs, what their methods are, by names."""


def answers(*functions: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let the decorated function answer for NumPy's `functions` of selections."""

    def register(answer: Callable[..., Any]) -> Callable[..., Any]:
        ANSWERS.update(dict.fromkeys(functions, answer))
        return answer

    return register


class Shared:
    """An array, as it was when a view, or a copy, was made of it."""

    __slots__ = ("array", "state")

    def __init__(self, array: Tracer) -> None:
        self.array = array
        self.state = self._now()

    def _now(self) -> Any:
        self.array.sync()
        return self.array.edge, self.array.value

    def has_changed(self) -> bool:
        """Whether it was written to since."""
        return any(x is not y for x, y in zip(self.state, self._now(), strict=True))


class Selection:
    """What masks select of an array, along some of its axes; behaves as an ndarray.

    Attributes
    ----------
    memory : Tracer
        All elements. Those that are not selected are arbitrary.
    masks : tuple of (AxisMask or None)
        For each axis which of its elements are there; None: all are.
    is_part : bool
        Whether it is a view of an array: what is not selected is there, too, and cotangents
        must not get there.
    is_list : bool
        Whether it stands for a list of Python's: operators do other things with lists, and
        are refused.
    shared : Shared or None
        What it may be a view of, or a copy, as NumPy decides by lengths that are not known.
    """

    __slots__ = ("_memory", "is_list", "is_part", "masks", "shared")

    def __init__(
        self,
        memory: Any,
        masks: Masks,
        *,
        is_part: bool = False,
        shared: Shared | None = None,
    ) -> None:
        traced = type(memory) is Tracer
        self._memory: Any = memory if traced else Tracer(None, np.asarray(memory))
        self.masks = tuple(masks)
        self.is_part = is_part
        self.is_list = False
        self.shared = shared

    @property
    def memory(self) -> Any:
        """All elements, as they are."""
        if self.shared is not None and self.shared.has_changed():
            refuse_write_to_one(self)
        return self._memory

    @property
    def whole(self) -> Any:
        """All elements, as operations take them."""
        return entered(self.memory, self.live()) if self.is_part else self.memory

    def view(self, memory: Any, masks: Masks) -> Selection:
        """A selection in memory that is a view of its own."""
        return Selection(memory, masks, is_part=self.is_part, shared=self.shared)

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What ``isinstance`` takes it for."""
        return list if self.is_list else np.ndarray

    def as_list(self) -> Selection:
        """Itself, from now on a list."""
        self.is_list = True
        return self

    # -- what it is ----------------------------------------------------------------

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.masks)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Data type of the elements."""
        return self.memory.dtype

    @property
    def itemsize(self) -> int:
        """Bytes in an element."""
        return self.dtype.itemsize

    @property
    def shape(self) -> tuple[Any, ...]:
        """Lengths of the dimensions, some of which are traced integers."""
        lengths = zip(self.memory.shape, self.masks, strict=True)
        return tuple([n if m is None else m.length for n, m in lengths])

    @property
    def size(self) -> Any:
        """Number of elements: a traced integer."""
        first, *others = self.shape
        for length in others:
            first = first * length
        return first

    def live(self, axes: Sequence[int] | None = None) -> Any:
        """A mask that is broadcast against the whole: what is there along the axes."""
        return live_of(self.masks, axes)

    def filled(self, number: Any, axes: Sequence[int] | None = None) -> Any:
        """The whole, with a number where nothing is selected along the axes."""
        live = self.live(axes)
        if live is None:
            return self.whole
        whole = self.memory if axes is None else self.whole
        return np.where(live, whole, np.asarray(number, self.dtype))

    def alive(self) -> Selection:
        """The same, where integers are 1 that are not selected."""
        if self.dtype.kind not in "iu":
            return self
        return Selection(self.filled(1), self.masks)

    # -- what NumPy asks -----------------------------------------------------------

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any
    ) -> Any:
        key = ufunc if method == "__call__" and ufunc in ANSWERS else method
        answer = ANSWERS.get(key)
        if answer is None:
            refuse_function(f"numpy.{ufunc.__name__}.{method}", self)
        if key is ufunc:
            return answer(*inputs, **options)
        return answer(ufunc, *inputs, **options)

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        return self._answer(function)(*args, **kwargs)

    def _answer(self, function: Callable[..., Any]) -> Callable[..., Any]:
        answer = ANSWERS.get(function)
        if answer is None:
            refuse_function(f"numpy.{function.__name__}", self)
        return answer

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        self._refuse("an ndarray")

    # -- what Python asks ----------------------------------------------------------

    def __len__(self) -> int:
        return self._refuse("len()")

    def __bool__(self) -> bool:
        return self._refuse("bool()")

    def __index__(self) -> int:
        return self._refuse("an index")

    def __int__(self) -> int:
        return self._refuse("int()")

    def __float__(self) -> float:
        return self._refuse("float()")

    def __iter__(self) -> Iterator[Any]:
        return self._refuse("iteration")

    def __copy__(self) -> Any:
        return self._answer(np.copy)(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.__copy__()

    def __reduce__(self) -> NoReturn:
        self._refuse("a pickle")

    def __contains__(self, item: Any) -> bool:
        return bool(ANSWERS[np.any](self == item))

    def check_operand(self, other: Any) -> None:
        """Raise ConcretizationError if an operator is one of lists."""
        if self.is_list and not (np.ndim(other) and not isinstance(other, list)):
            self._refuse_list("an operator")

    def _refuse_list(self, what: str) -> NoReturn:
        raise ConcretizationError(
            message(
                f"functrace: {what} of a list whose length depends on traced values.",
                got=self.describe(),
                source=user_line(),
                help="numpy.array(items) is an array, which takes operators; "
                "numpy.concatenate joins, numpy.where changes some.",
            )
        )

    def _refuse(self, what: str) -> NoReturn:
        mask = next(m for m in self.masks if m is not None)
        refuse_length(mask.selected.edge, what)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"functrace: an array of unknown length has no attribute {name!r}.",
            name=name,
            obj=self,
        )

    __hash__ = None  # type: ignore[assignment] - as ndarray's

    def __repr__(self) -> str:
        if ambient.get().tracing and not is_shown():
            self._refuse("a text")
        return self.describe()

    def describe(self) -> str:
        """Its dtype and lengths, for messages."""
        lengths = zip(self._memory.shape, self.masks, strict=True)
        shape = ", ".join(str(n) if m is None else f"<={n}" for n, m in lengths)
        return f"{self._memory.dtype}[{shape}]"

    # -- methods of arrays -----------------------------------------------------------

    def __getitem__(self, index: Any) -> Any:
        found = ANSWERS[operator.getitem](self, index)
        return found.as_list() if self.is_list and type(found) is Selection else found

    def __setitem__(self, index: Any, value: Any) -> None:
        if self.is_list:
            self._refuse_list("a write into an item")
        ANSWERS[operator.setitem](self, index, value)

    def overwrite(self, value: Any) -> None:
        """Let what is selected be something else of the same shape, which is cast.

        The rest may belong to an array of which this one is a slice.
        """
        self.refuse_shared()
        memory = self.memory
        value = FUNCTIONS[operator.setitem](memory, Ellipsis, value, "same_kind")
        memory.assign(np.where(self.live(), value, memory))

    def refuse_shared(self) -> None:
        """Raise MutationError if it may be a view, or a copy, to be written to."""
        if self.shared is not None:
            refuse_write_to_one(self)

    def fill(self, value: Any) -> None:
        """Write `value` into every element."""
        self[...] = value

    def reshape(self, *shape: Any, order: Any = "C") -> Any:
        """See `numpy.reshape`; the shape may be given as separate integers."""
        given = shape[0] if len(shape) == 1 else shape
        return self._answer(np.reshape)(self, given, order)

    def flatten(self, order: Any = "C") -> Any:
        """Give a copy with one dimension."""
        return self._answer(np.copy)(self.reshape(-1, order=order))

    def transpose(self, *axes: Any) -> Any:
        """See `numpy.transpose`; the axes may be given as separate integers."""
        chosen = axes[0] if len(axes) == 1 else axes or None
        return self._answer(np.transpose)(self, chosen)

    def sort(self, axis: int = -1) -> None:
        """Sort in place; see `numpy.sort`."""
        self[...] = self._answer(np.sort)(self, axis)

    def compress(self, condition: Any, axis: int | None = None) -> Any:
        """See `numpy.compress`."""
        return self._answer(np.compress)(condition, self, axis)

    @property
    def T(self) -> Any:  # noqa: N802 - NumPy's name
        """All axes reversed."""
        return self._answer(np.transpose)(self)

    def conj(self) -> Any:
        """See `numpy.conjugate`."""
        return np.conjugate(self)

    conjugate = conj

    @property
    def real(self) -> Any:
        """Real part."""
        return self._answer(np.real)(self)

    @real.setter
    def real(self, value: Any) -> None:
        self.real[...] = value

    @property
    def imag(self) -> Any:
        """Imaginary part."""
        return self._answer(np.imag)(self)

    @imag.setter
    def imag(self, value: Any) -> None:
        if self.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value


def _method(function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if self.is_list:
            self._refuse_list(f"{function.__name__}()")
        return self._answer(function)(self, *args, **kwargs)

    return method


for _name in (
    *("all", "any", "argmax", "argmin", "argsort", "astype", "clip", "copy"),
    *("cumprod", "cumsum", "dot", "max", "mean", "min", "nonzero", "prod", "ravel"),
    *("round", "std", "sum", "swapaxes", "var", "squeeze"),
):
    setattr(Selection, _name, _method(getattr(np, _name)))


def _set_operators() -> None:
    for ufunc, name in {**PLAIN_OPERATORS, np.divmod: "divmod"}.items():
        setattr(Selection, f"__{name}__", _operator(ufunc))
    for ufunc, name in OPERATORS.items():
        setattr(Selection, f"__{name}__", _operator(ufunc))
        setattr(Selection, f"__r{name}__", _reflected(ufunc))
        setattr(Selection, f"__i{name}__", _in_place(ufunc))


def _operator(ufunc: np.ufunc) -> Callable[..., Any]:
    def operation(self: Selection, *other: Any) -> Any:
        self.check_operand(*(other or (None,)))
        return self.__array_ufunc__(ufunc, "__call__", self, *other)

    return operation


def _reflected(ufunc: np.ufunc) -> Callable[..., Any]:
    def operation(self: Selection, other: Any) -> Any:
        self.check_operand(other)
        return self.__array_ufunc__(ufunc, "__call__", other, self)

    return operation


def _in_place(ufunc: np.ufunc) -> Callable[..., Any]:
    def operation(self: Selection, other: Any) -> Selection:
        if self.is_list:  # which grows, or is repeated
            self._refuse_list("an operator")
        return self.__array_ufunc__(ufunc, "__call__", self, other, out=(self,))

    return operation


_set_operators()


def as_selection(x: Any) -> Selection:
    """A selection, or an array of which all is there."""
    if type(x) is Selection:
        return x
    x = as_array(x)
    return Selection(x, (None,) * x.ndim)


def refuse_function(name: str, selection: Any) -> NoReturn:
    """Raise ConcretizationError for a function that takes no array of unknown length."""
    raise ConcretizationError(
        message(
            f"functrace: {name} of an array whose length depends on a mask that is not "
            "known.",
            got=selection.describe() if type(selection) is Selection else None,
            source=user_line(),
            help=HELP,
        )
    )


def refuse_write_to_one(selection: Selection) -> NoReturn:
    """Raise MutationError for writes to what may be a copy, or to what it was made of."""
    raise MutationError(
        message(
            "functrace: an array is changed of which another one is a view or a copy, "
            "which depends on a length that is not known.",
            got=selection.describe(),
            source=user_line(),
            help="make a copy: x.flatten() in place of x.ravel(), or x.reshape(...).copy().",
        )
    )


def refuse_result(selection: Selection) -> NoReturn:
    """Raise ConcretizationError for one that is to be a result where no lengths are open."""
    raise ConcretizationError(
        message(
            "functrace: a function gives an array whose length depends on a mask that is "
            "not known.",
            got=selection.describe(),
            help="return the whole array and the mask, or numpy.where(mask, x, 0): only "
            "results of functrace.jit by itself may have such a length.",
        )
    )


HELP = (
    "functions of each element, reductions and writes by the same mask take it; "
    "elsewhere, numpy.where(mask, x, 0) in place of x[mask]."
)
