"""What NumPy, and libraries for arrays of any kind, ask a traced value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import optree

from functrace.core.buffer_exports import export
from functrace.core.dispatch import FUNCTIONS, UFUNCS, lookup
from functrace.core.errors import DtypeError
from functrace.core.foreign import defers, refuse_holders
from functrace.core.recording import ambient, current, note_asker
from functrace.core.source import library_call


def _constants(values: Any) -> Any:
    """Containers with ndarrays for handles on constants; None if there are others."""
    leaves, treedef = optree.tree_flatten(values)
    handles = [leaf for leaf in leaves if isinstance(leaf, Protocols)]
    if not all(handle.is_constant() for handle in handles):
        return None
    plain = [np.asarray(x) if isinstance(x, Protocols) else x for x in leaves]
    return optree.tree_unflatten(treedef, plain)


class Protocols:
    """The part of `Tracer` that answers them."""

    __slots__ = ()

    def __array_ufunc__(
        self: Any, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        try:
            if method == "__call__" and not kwargs and ufunc in UFUNCS:
                return UFUNCS[ufunc](*inputs)
            return FUNCTIONS[np.ufunc](ufunc, method, *inputs, **kwargs)
        except DtypeError:
            if defers(inputs, type(self)):
                return NotImplemented
            raise

    def __array_function__(
        self: Any, func: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        observer = ambient.get().observer
        if observer is not None and not observer.at_work:
            observer.ignore()
            given = func, types, args, kwargs
            return observer.performing(self.__array_function__, *given)
        answer = FUNCTIONS.get(func)
        if answer is None and (plain := _constants([args, kwargs])):
            args, kwargs = plain
            return func(*args, **kwargs)
        try:
            return (answer or lookup(func))(*args, **kwargs)
        except DtypeError:
            if all(issubclass(kind, (type(self), np.ndarray)) for kind in types):
                raise
            return NotImplemented  # as of an ndarray: the others know how

    def __array_namespace__(self: Any, *, api_version: str | None = None) -> Any:
        refuse_holders()
        library = library_call()
        if library is not None:
            note_asker(library)  # its comparisons are tracers, too
        return FUNCTIONS[np](api_version)  # type: ignore[index] - the module as a key

    @property
    def __array__(self: Any) -> Callable[..., np.ndarray]:
        """NumPy's way to get at the elements, of what holds nothing traced."""
        root = self.root()
        is_constant = self.is_constant()
        if not (is_constant or self._is_counted()):  # NumPy then takes it for an object
            raise AttributeError("functrace: a traced value is not an ndarray.")

        def get(dtype: Any = None, copy: bool | None = None) -> np.ndarray:
            view = export(root, self._memory()) if is_constant else _read_only(self)
            return np.array(view, dtype, copy=copy)

        return get

    def __getattr__(self: Any, name: str) -> Any:
        """What else an ndarray has, of what holds nothing traced."""
        if name.startswith("__") or not self.is_constant():
            raise AttributeError(
                f"functrace: a traced value has no attribute {name!r}.",
                name=name,
                obj=self,
            )
        return getattr(export(self.root(), self._memory()), name)

    def _is_counted(self: Any) -> bool:
        """Whether it is traced only as all arrays are to be of one kind: a known integer."""
        return current().standard and self.aval.dtype.kind in "biu" and self.is_known()

    def _memory(self: Any) -> np.ndarray:
        """Of a constant or a view of one: the array, where NumPy would have it."""
        base = self.base
        if base is None:
            return np.asarray(self.value)
        node = self.edge.node  # its value may be a copy: see `separate`
        return node.primitive.impl(base._memory(), *node.inputs[1:], **node.params)  # noqa: SLF001

    @property
    def device(self: Any) -> str:
        """See `numpy.ndarray.device`."""
        return "cpu"

    def to_device(self: Any, device: Any, /, *, stream: Any = None) -> Any:
        """See `numpy.ndarray.to_device`."""
        np.empty(0).to_device(device, stream=stream)  # raises ValueError for another
        return self

    def __dlpack_device__(self: Any) -> tuple[int, int]:
        return np.empty(0).__dlpack_device__()

    def __dlpack__(
        self: Any,
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


def _read_only(handle: Any) -> np.ndarray:
    """A view of the value of a handle that is not written to by what gets it."""
    view = np.asarray(handle.value).view()
    view.flags.writeable = False
    return view
