"""The tracer: what a user's function gets in place of an array.

A tracer is a handle on an edge. Here is what it stands for, its views, and how it is written
to. NumPy's functions, ufuncs and methods end in what `functrace.core.dispatch` has for them;
`functrace.core.operators` adds the operators.
"""

from __future__ import annotations

import itertools
import operator
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.core import sparse
from functrace.core.array_methods import ArrayMethods
from functrace.core.aval import Aval, aval_of
from functrace.core.buffer_exports import refuse_exported
from functrace.core.capture import note_write
from functrace.core.conversions import Conversions
from functrace.core.dispatch import FUNCTIONS, lookup
from functrace.core.errors import message
from functrace.core.foreign import converts, refuse_holders
from functrace.core.hooks import HookHandle
from functrace.core.node import Edge, Leaf, Node
from functrace.core.outliving import note_handle
from functrace.core.protocols import Protocols
from functrace.core.recording import ambient
from functrace.core.refusals import refuse_writing_variable
from functrace.core.source import is_in_functrace, user_line


class Clock:
    """Counts writes to handles: a view is stale only if there were some since."""

    __slots__ = ("now",)


clock = Clock()  # not an attribute of Tracer: setting one empties the class's caches
clock.now = 0
_next_write = itertools.count(1).__next__


class Tracer(Conversions, Protocols, ArrayMethods):
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
    zero_dim : bool or Tracer
        Of an abstract one without dimensions, that is no view: set, and true, if it stands
        for an ndarray; or the one that it is as.
    """

    __slots__ = ("__weakref__", "base", "edge", "grad", "stamp", "value", "zero_dim")
    zero_dim: bool | Tracer

    __getattr__ = (
        Protocols.__getattr__
    )  # found by the class itself, whatever is patched

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
        shape = self.edge[0].shape
        return self.aval[0] if shape is None else shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        raise AttributeError(
            message(
                "functrace: a traced array keeps its shape.",
                got=f"x.shape = {shape}",
                source=user_line(),
                help="x = x.reshape(...) gives one of another shape.",
            )
        )

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
        return self._is_array(asks=True)

    def _is_array(self, *, asks: bool) -> bool:
        """`is_array`; it is noted of an input that somebody `asks`."""
        if ambient.get().standard:  # where there are no scalars
            return True
        if self.value is not None:
            return isinstance(self.value, np.ndarray)
        if self.shape or self.base is not None:
            return True
        if asks and type(self.edge[0]) is Leaf:
            self.edge[0].asked = True
        known = getattr(self, "zero_dim", False)
        if type(known) is Tracer:
            return known._is_array(asks=asks)  # noqa: SLF001 - of this class
        return known

    def twin(self, *then: Any) -> Tracer:
        """Another handle on the same: what is written to one does not show in the other.

        With an edge and a value, on what there was `then`.
        """
        twin = Tracer(*(then or (self.edge, self.value)))
        twin.zero_dim = self.base is not None or getattr(self, "zero_dim", False)
        return twin

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What ``isinstance`` takes it for: the type of what it stands for.

        `scipy.sparse`, which hands what is an ndarray to C, and pandas, which keeps it, see
        what it is.
        """
        caller = sys._getframe(1)  # noqa: SLF001
        if sparse.asking(caller) or converts(caller):
            return Tracer
        if self._is_array(asks=not is_in_functrace(caller)):
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
        operands = base, *_others(node)
        fresh = node.primitive.apply(operands, node.params)  # of integers a handle, too
        self.edge, self.value = fresh.edge, fresh.value
        self.separate(base)

    def root(self) -> Tracer:
        """The handle on whose array it is a view, of any depth; itself if it is none."""
        root = self
        while root.base is not None:
            root = root.base
        return root

    def is_constant(self) -> bool:
        """Whether nothing traced was written to its array, nor says what it is a part of."""
        return self.root().edge is None and (
            self.base is None or self.value is not None
        )

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
                refuse_exported(self)
            if self.edge is None and new.value is None:  # it was not worth noting
                note_handle(self)
            value = new.value
            if self.value is not None:  # an array stays one, also without dimensions
                if value is None:
                    self.zero_dim = self.is_array
                elif self.is_array:
                    value = np.asarray(value)
            self.stand_for(new.edge, value)
        else:
            node = self.edge.node
            write_back = node.primitive.write_back or node.primitive.write_picked
            self.value = new.value  # a view no more: the base can be written in place
            try:
                base.assign(write_back(base, new, *_others(node), **node.params))
            except Exception:
                self._view_anew(base, node)
                raise

    def stand_for(self, edge: Edge | None, value: Any) -> None:
        """Let the handle, which is no view, stand for something else, unnoted."""
        self.edge, self.value = edge, value
        clock.now = _next_write()

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
        if type(self.value) is not np.ndarray and not self.is_array:
            name = np.dtype(self.dtype).type.__name__
            raise TypeError(f"'numpy.{name}' object does not support item assignment")
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

    __hash__ = None  # type: ignore[assignment] - as ndarray's

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


def _others(node: Node) -> list[Any]:
    """The operands of a view besides its base."""
    return [Tracer(x, None) if type(x) is Edge else x for x in node.inputs[1:]]
