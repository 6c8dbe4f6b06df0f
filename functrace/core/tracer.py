"""The tracer: what a user's function gets in place of an array.

A tracer is a handle on an edge. NumPy's functions, ufuncs and methods end in what
`functrace.core.dispatch` has for them; `functrace.core.operators` adds the operators.
"""

from __future__ import annotations

import itertools
import operator
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from functrace.core import sparse
from functrace.core.aval import Aval, aval_of
from functrace.core.capture import note_write
from functrace.core.dispatch import FUNCTIONS, UFUNCS, lookup
from functrace.core.errors import DtypeError, message
from functrace.core.evaluation import constant_value
from functrace.core.foreign import converts, defers, refuse_holders
from functrace.core.hooks import HookHandle
from functrace.core.lending import lend, refuse_lent
from functrace.core.node import Edge, Leaf, Node, leaves_of
from functrace.core.outliving import note_handle
from functrace.core.recording import ambient, note_asker
from functrace.core.refusals import (
    refuse_abstract,
    refuse_array_index,
    refuse_differentiated,
    refuse_ended,
    refuse_writing_variable,
)
from functrace.core.source import library_call


class Clock:
    """Counts writes to handles: a view is stale only if there were some since."""

    __slots__ = ("now",)


clock = Clock()  # not an attribute of Tracer: setting one empties the class's caches
clock.now = 0
_next_write = itertools.count(1).__next__


def _method(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make the method that is NumPy's `function` with the tracer as first argument."""

    def method(self: Tracer, *args: Any, **kwargs: Any) -> Any:
        return lookup(function)(self, *args, **kwargs)

    method.__doc__ = f"See `numpy.{function.__name__}`."
    return method


class Tracer:
    """A traced array: behaves as the ndarray it stands for, and records what is done.

    Attributes
    ----------
    edge : Edge or None
        What it stands for in the graph; None for a constant, which records nothing until
        a traced value is written into it.
    value : ndarray, scalar or None
        Its value; None if it is abstract.
    base : Tracer or None
        For a view: the handle it is a view of. Its node is then the view primitive's,
        applied to the edge that `base` had; `sync` applies it anew when that has changed.
    """

    __slots__ = ("__weakref__", "base", "edge", "grad", "stamp", "value")

    def __init__(self, edge: Edge | None, value: Any) -> None:
        self.edge: Any = edge
        self.value: Any = value
        self.base: Tracer | None = None
        if value is None:
            note_handle(self)

    # -- what it is ----------------------------------------------------------------

    @property
    def aval(self) -> Aval:
        """Shape and dtype."""
        return aval_of(self.value) if self.edge is None else self.edge.aval

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the dimensions."""
        value = self.value
        if value is not None:
            return value.shape
        return self.edge[0].shape if self.edge[0].shape is not None else self.aval[0]

    @property
    def dtype(self) -> np.dtype[Any]:
        """Data type of the elements."""
        value = self.value
        if value is not None:
            return value.dtype
        dtype = self.edge[0].dtype
        return dtype if isinstance(dtype, np.dtype) else np.dtype(self.aval[1])

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return self.aval.size

    @property
    def itemsize(self) -> int:
        """Bytes in an element."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes in all elements."""
        return self.size * self.itemsize

    @property
    def is_array(self) -> bool:
        """Whether it stands for an ndarray, which can be written to, not a NumPy scalar."""
        if self.value is None:
            return self.ndim > 0 or self.base is not None
        return isinstance(self.value, np.ndarray)

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What ``isinstance`` takes it for: the type of what it stands for.

        `scipy.sparse`, which hands what is an ndarray to C, and pandas, which keeps it, see
        what it is.
        """
        caller = sys._getframe(1)  # noqa: SLF001
        if sparse.asking(caller) or converts(caller):
            return Tracer
        if self.is_array:
            return np.ndarray
        dtype = self.aval.dtype
        return dtype if isinstance(dtype, type) else dtype.type

    # -- views and writes ----------------------------------------------------------

    def set_base(self, base: Tracer) -> None:
        """Declare the handle a view of `base`."""
        self.base = base
        self.stamp = clock.now

    def sync(self) -> None:
        """Bring a view up to date with what was written to its base since."""
        base = self.base
        if base is None or self.stamp == clock.now:
            return
        stamp = clock.now
        base.sync()
        node = self.edge.node
        if node.inputs[0] is not (base.value if base.edge is None else base.edge):
            self._view_anew(base, node)
        self.stamp = stamp

    def _view_anew(self, base: Tracer, node: Node) -> None:
        fresh = node.primitive(base, *node.inputs[1:], **node.params)
        self.edge, self.value = fresh.edge, fresh.value
        self.separate(base)

    def root(self) -> Tracer:
        """The handle on whose array it is a view, of any depth; itself if it is none."""
        root = self
        while root.base is not None:
            root = root.base
        return root

    def separate(self, base: Tracer) -> None:
        """Give a small view an array of its own.

        `base` can then be written to in place, even while a node keeps the view.
        """
        value, whole = self.value, base.value
        if value is not None and whole is not None and 8 * value.nbytes <= whole.nbytes:
            self.value = value.copy()

    def assign(self, new: Tracer) -> None:
        """Make the handle stand for `new`; of a view, write it into the base."""
        if new is self:
            return
        self.refuse_variable()
        base = self.base
        if base is None:
            note_write(self)
            if new.edge is not None:
                refuse_lent(self)
            if self.edge is None and new.value is None:  # it was not worth noting
                note_handle(self)
            self.edge, self.value = new.edge, new.value
            clock.now = _next_write()
        else:
            node = self.edge.node
            write_back = node.primitive.write_back
            self.value = new.value  # a view no more: the base can be written in place
            try:
                base.assign(write_back(base, new, *node.inputs[1:], **node.params))
            except Exception:
                self._view_anew(base, node)
                raise

    def refuse_variable(self) -> None:
        """Raise ValueError if the handle is a variable's, which no graph can change."""
        root = self.root()
        leaf = None if root.edge is None else root.edge[0]
        variable = leaf.variable if type(leaf) is Leaf else None
        if variable is not None and variable() is root:
            refuse_writing_variable(root.aval)

    if TYPE_CHECKING:  # `register_getitem` sets it

        def __getitem__(self, index: Any) -> Any: ...

    def __setitem__(self, index: Any, value: Any) -> None:
        self.assign(FUNCTIONS[operator.setitem](self, index, value))

    def __iter__(self) -> Iterator[Any]:
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        asking = sparse.asking(sys._getframe(1))  # noqa: SLF001
        if asking:
            return sparse.elements_for(asking, self.shape)
        return self._elements()

    def _elements(self) -> Iterator[Any]:
        refuse_holders()  # here NumPy's `asarray`, called by them, hands the error on
        read = FUNCTIONS[operator.getitem]
        for i in range(self.shape[0]):
            yield read(self, i)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        asking = sparse.asking(sys._getframe(1))  # noqa: SLF001
        if asking:
            sparse.check_length(asking)
        return self.shape[0]

    def __contains__(self, item: Any) -> bool:
        return bool(lookup(np.any)(self == item))

    # -- Python values -------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self._concrete("bool()"))

    def __int__(self) -> int:
        return int(self._concrete("int()"))

    def __index__(self) -> int:
        value = self._concrete("an index")
        return (
            operator.index(value) if value.ndim == 0 else refuse_array_index(self.edge)
        )

    def __float__(self) -> float:
        return float(self._undifferentiated("float()"))

    def __complex__(self) -> complex:
        return complex(self._undifferentiated("complex()"))

    def item(self, *args: int) -> Any:
        """The element as a Python number, if nothing is differentiated through it."""
        return np.asarray(self._undifferentiated("item()")).item(*args)

    def tolist(self) -> Any:
        """The elements as Python numbers, if nothing is differentiated through them."""
        return np.asarray(self._undifferentiated("tolist()")).tolist()

    def __round__(self, ndigits: int | None = None) -> Any:
        rounded = lookup(np.round)(self, ndigits or 0)
        return int(rounded) if ndigits is None else rounded

    def __trunc__(self) -> int:
        return int(self)

    def __floor__(self) -> int:
        return int(UFUNCS[np.floor](self))

    def __ceil__(self) -> int:
        return int(UFUNCS[np.ceil](self))

    __hash__ = None  # type: ignore[assignment] - as ndarray's

    def _concrete(self, what: str) -> Any:
        self.sync()
        if self.value is None:
            self.value = constant_value(self.edge)
        if self.value is None:
            refuse_abstract(self.edge, what)
        if self.edge is not None and not ambient.get().tracing:
            refuse_ended([self.edge])
        return self.value

    def origin(self) -> str:
        """Its abstract value, and the arguments that it was computed from; for messages."""
        labels = ", ".join(repr(leaf.label) for leaf in leaves_of([self.edge]))
        return f"{self.aval} computed from {labels}" if labels else str(self.aval)

    def _undifferentiated(self, what: str) -> Any:
        value = self._concrete(what)
        if self.edge is not None and value.dtype.kind in "fc":
            refuse_differentiated(self.edge, what)
        return value

    def __repr__(self) -> str:
        self.sync()
        if self.value is None:
            return f"Tracer({self.aval})"
        text = np.array2string(np.asarray(self.value), separator=", ", prefix="Tracer(")
        return f"Tracer({text}, {self.aval})"

    def __format__(self, spec: str) -> str:
        return format(self._concrete("format()"), spec) if spec else str(self)

    def __copy__(self) -> Tracer:
        return lookup(np.copy)(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tracer:
        return lookup(np.copy)(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            message(
                "functrace: a traced value cannot be pickled or sent to another process.",
                help="return it from the transformed function, which gives an ndarray.",
            )
        )

    # -- the NumPy protocols -------------------------------------------------------

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        try:
            if method == "__call__" and not kwargs and ufunc in UFUNCS:
                return UFUNCS[ufunc](*inputs)
            return FUNCTIONS[np.ufunc](ufunc, method, *inputs, **kwargs)
        except DtypeError:
            if defers(inputs, Tracer):
                return NotImplemented
            raise

    def __array_function__(
        self, func: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        try:
            return lookup(func)(*args, **kwargs)
        except DtypeError:
            if all(issubclass(kind, (Tracer, np.ndarray)) for kind in types):
                raise
            return NotImplemented  # as of an ndarray: the others know how

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        refuse_holders()
        library = library_call()
        if library is not None:
            note_asker(library)  # its comparisons are tracers, too
        return FUNCTIONS[np](api_version)  # type: ignore[index] - the module as a key

    @property
    def __array__(self) -> Callable[..., np.ndarray]:
        """NumPy's way to get at the elements, of what holds nothing traced."""
        root = self.root()
        if root.edge is not None:  # NumPy then takes it for an object
            raise AttributeError("functrace: a traced value is not an ndarray.")

        def get(dtype: Any = None, copy: bool | None = None) -> np.ndarray:
            return np.array(lend(root, self._memory()), dtype, copy=copy)

        return get

    def __getattr__(self, name: str) -> Any:
        """What else an ndarray has, of what holds nothing traced."""
        if name.startswith("__") or (root := self.root()).edge is not None:
            raise AttributeError(
                f"functrace: a traced value has no attribute {name!r}.",
                name=name,
                obj=self,
            )
        return getattr(lend(root, self._memory()), name)

    def _memory(self) -> np.ndarray:
        """Of a constant or a view of one: the array, where NumPy would have it."""
        base = self.base
        if base is None:
            return np.asarray(self.value)
        node = self.edge.node  # its value may be a copy: see `separate`
        return node.primitive.impl(base._memory(), *node.inputs[1:], **node.params)  # noqa: SLF001

    @property
    def device(self) -> str:
        """See `numpy.ndarray.device`."""
        return "cpu"

    def to_device(self, device: Any, /, *, stream: Any = None) -> Tracer:
        """See `numpy.ndarray.to_device`."""
        np.empty(0).to_device(device, stream=stream)  # raises ValueError for another
        return self

    def __dlpack_device__(self) -> tuple[int, int]:
        return np.empty(0).__dlpack_device__()

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        array = np.asarray(self._undifferentiated("__dlpack__()"))
        if self.edge is not None and copy is None:
            copy = True  # nodes may hold the array, too
        options: dict[str, Any] = {"max_version": max_version, "dl_device": dl_device}
        return array.__dlpack__(stream=stream, copy=copy, **options)

    # -- the reverse pass, interactively --------------------------------------------

    @property
    def grad_fn(self) -> Node | None:
        """The node that computed it; None for a variable or a constant."""
        self.sync()
        node = self.edge.node if self.edge is not None else None
        return None if isinstance(node, Leaf) else node

    def register_hook(self, function: Callable[[Any], Any]) -> HookHandle:
        """Call `function` with this value's cotangent once a reverse pass knows it.

        What it returns, unless None, replaces the cotangent.
        """
        self.sync()
        if self.edge is None:
            raise ValueError("functrace: a constant has no cotangent to hook.")
        node, index = self.edge
        return HookHandle(node.attach().outputs, (index, function))

    def backward(self, cotangent: Any = None, **options: Any) -> None:
        """Accumulate derivatives into the variables; see `functrace.backward`."""
        FUNCTIONS[Tracer.backward](self, cotangent, **options)

    # -- operators: `functrace.core.operators` adds the rest ---------------------------

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Any, Any]:
        return other // self, other % self

    # -- NumPy's methods -----------------------------------------------------------

    all, any = _method(np.all), _method(np.any)
    argmax, argmin = _method(np.argmax), _method(np.argmin)
    argpartition, argsort = _method(np.argpartition), _method(np.argsort)
    astype = _method(np.astype)
    choose, clip = _method(np.choose), _method(np.clip)
    cumprod, cumsum = _method(np.cumprod), _method(np.cumsum)
    diagonal, dot = _method(np.diagonal), _method(np.dot)
    max, min, mean = _method(np.max), _method(np.min), _method(np.mean)
    nonzero, prod = _method(np.nonzero), _method(np.prod)
    ravel, repeat = _method(np.ravel), _method(np.repeat)
    round, searchsorted = _method(np.round), _method(np.searchsorted)
    squeeze, std, sum = _method(np.squeeze), _method(np.std), _method(np.sum)
    swapaxes, take, trace = _method(np.swapaxes), _method(np.take), _method(np.trace)
    var, conj, conjugate = _method(np.var), _method(np.conjugate), _method(np.conjugate)

    def copy(self, order: Any = "C") -> Any:
        """See `numpy.copy`, whose default order is another."""
        return lookup(np.copy)(self, order)

    def compress(self, condition: Any, axis: int | None = None) -> Any:
        """See `numpy.compress`."""
        return lookup(np.compress)(condition, self, axis)

    def reshape(self, *shape: Any, order: Any = "C") -> Any:
        """See `numpy.reshape`; the shape may be given as separate integers."""
        return lookup(np.reshape)(self, shape[0] if len(shape) == 1 else shape, order)

    def transpose(self, *axes: Any) -> Any:
        """See `numpy.transpose`; the axes may be given as separate integers."""
        chosen = axes[0] if len(axes) == 1 else axes or None
        return lookup(np.transpose)(self, chosen)

    def flatten(self, order: Any = "C") -> Any:
        """Give a copy with one dimension."""
        return lookup(np.copy)(self).reshape(-1, order=order)

    def fill(self, value: Any) -> None:
        """Write `value` into every element."""
        self[...] = value

    def put(self, indices: Any, values: Any, mode: str = "raise") -> None:
        """See `numpy.put`."""
        lookup(np.put)(self, indices, values, mode)

    def sort(self, axis: int = -1) -> None:
        """Sort in place; see `numpy.sort`."""
        self[...] = lookup(np.sort)(self, axis)

    @property
    def T(self) -> Any:  # noqa: N802 - NumPy's name
        """All axes reversed."""
        return lookup(np.transpose)(self)

    @property
    def mT(self) -> Any:  # noqa: N802 - NumPy's name
        """The last two axes exchanged."""
        return lookup(np.matrix_transpose)(self)

    @property
    def real(self) -> Any:
        """Real part."""
        return lookup(np.real)(self)

    @real.setter
    def real(self, value: Any) -> None:
        self.real[...] = value

    @property
    def imag(self) -> Any:
        """Imaginary part."""
        return lookup(np.imag)(self)

    @imag.setter
    def imag(self, value: Any) -> None:
        if self.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value

    @property
    def flat(self) -> Any:
        """The elements in C order, as a view with one dimension."""
        self.sync()
        value = self.value
        if self.edge is None and isinstance(value, np.ndarray):
            self.value = np.ascontiguousarray(value)  # of a constant: gives a view
        flat = self.reshape(-1)
        self.value = value
        if flat.base is None and flat.edge is not None and self.is_array:
            flat.set_base(self)  # writes reach it even where NumPy would have to copy
        return flat

    @flat.setter
    def flat(self, value: Any) -> None:
        self.put(np.arange(self.size), value)
