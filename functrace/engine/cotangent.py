"""Making cotangents and tangents fit the edge they belong to, and adding them up."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Node
from functrace.core.tracer import Tracer


class Deferred:
    """A cotangent that is cheaper to add than to build, such as one zero but for a slice."""

    __slots__ = ()

    def add_to(self, total: Any, *, owned: bool, spare: bool = False) -> Any:
        """The sum of `total` (None for zero) and this; in place if `owned`.

        The result is an array of ours. `spare`: so is the cotangent that the rule was
        given, and nothing else needs it.
        """
        raise NotImplementedError


class Opposite(Deferred):
    """A recorded cotangent with its sign changed, which is done when it has to be.

    Rules are linear: what an operation makes of it is that of the value, with its sign
    changed. Where it is added, the value is subtracted, so that no operation is recorded
    for signs.

    Attributes
    ----------
    value : Tracer
        Real: of a product of complex numbers signs of zeros would be others.
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the dimensions."""
        return self.value.shape

    @property
    def dtype(self) -> Any:
        """Data type of the elements."""
        return self.value.dtype

    def resolved(self) -> Any:
        """The cotangent."""
        return -self.value

    def add_to(self, total: Any, *, owned: bool, spare: bool = False) -> Any:
        """As of any `Deferred`."""
        del owned, spare
        return -self.value if total is None else total - self.value

    def pulled(
        self, function: Callable[..., Sequence[Any]], saved: Any, node: Node
    ) -> Sequence[Any]:
        """What an elementwise operation's rule makes of it."""
        results: list[Any] = []
        for cotangent in function(self.value, saved, node):
            if cotangent is not None and type(cotangent) not in _SIGNED:
                return function(-self.value, saved, node)
            results.append(None if cotangent is None else opposite(cotangent))
        return results

    def fitted(self, aval: Aval, node: Node) -> Any:
        """`fit_cotangent`; of what fits, this."""
        value = self.value
        if value.shape == aval[0] and value.dtype == aval[1]:
            return self
        return fit_cotangent(-value, aval, node)


_SIGNED = frozenset((Tracer, Opposite))


def opposite(g: Any) -> Any:
    """A cotangent with its sign changed."""
    kind: Any = type(g)
    if kind is Opposite:
        return g.value
    return Opposite(g) if kind is Tracer and g.dtype.kind == "f" else -g


class TangentThunk:
    """A tangent that is made when something needs it: it may be dear, or not exist."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make: Callable[[], Any] | None = make
        self._made: Any = None

    def force(self) -> Any:
        """The tangent."""
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made

    def then(self, function: Callable[[Any], Any]) -> TangentThunk:
        """What `function` makes of it, later."""
        return TangentThunk(lambda: function(self.force()))


class Masked:
    """A cotangent or tangent that is zero where something else was chosen.

    Its values there do not matter, nor what elementwise operations make of them: an
    infinite derivative of what was not chosen does no harm, where zero times it is NaN.

    Attributes
    ----------
    values : array
        The cotangent where it counts; anything elsewhere.
    masks : tuple of Mask
        It counts where all of them hold.
    """

    __slots__ = ("masks", "values")
    __array_ufunc__ = None  # an array that it is added to leaves the sum to this class

    def __init__(self, values: Any, masks: tuple[Mask, ...]) -> None:
        self.values = values
        self.masks = masks

    def resolved(self) -> Any:
        """The cotangent as an array, of a number as a number."""
        values = self.values
        for mask in self.masks:
            values = mask.applied(values)
        return values if values.shape else values[()]

    def through(self, rule: Callable[[Any], tuple[Any, ...]]) -> tuple[Any, ...]:
        """What an elementwise operation's rule makes of the values, masked."""
        with np.errstate(all="ignore"):
            results = rule(self.values)
        return tuple([None if r is None else self._masking(r) for r in results])

    def _masking(self, cotangent: Any) -> Masked:
        if type(cotangent) is Opposite:
            cotangent = cotangent.resolved()
        if type(cotangent) is Masked:
            return Masked(cotangent.values, cotangent.masks + self.masks)
        return Masked(cotangent, self.masks)

    def fitted(self, aval: Aval, node: Node) -> Masked | None:
        """`fit_cotangent`, masked where nothing counts of what is summed."""
        if self.values.shape == aval.shape and self.values.dtype == aval.dtype:
            return self
        fitted = fit_cotangent(self.resolved(), aval, node)
        if fitted is None or fitted.shape == self.values.shape:
            return None if fitted is None else Masked(fitted, self.masks)
        return Masked(fitted, (self.one_mask().summed(self.values, aval.shape),))

    def plus(self, other: Any) -> Any:
        """The sum, masked where both are."""
        if type(other) is not Masked:
            return self.resolved() + other
        if self.masks == other.masks:
            return Masked(self.values + other.values, self.masks)
        either = self.one_mask().either(other.one_mask())
        return Masked(self.resolved() + other.resolved(), (either,))

    def __add__(self, other: Any) -> Any:
        return self.resolved() + (other.resolved() if type(other) is Masked else other)

    __radd__ = __add__

    def one_mask(self) -> Mask:
        """Where it counts."""
        return functools.reduce(lambda x, y: x.both(y), self.masks)


class Mask:
    """Where a cotangent counts; what the engine needs to know of it."""

    __slots__ = ()

    def applied(self, values: Any) -> Any:
        """The values with zeros where they do not count."""
        raise NotImplementedError

    def both(self, other: Any) -> Mask:
        """Where this and the other hold."""
        raise NotImplementedError

    def either(self, other: Any) -> Mask:
        """Where this or the other holds."""
        raise NotImplementedError

    def summed(self, values: Any, shape: tuple[int, ...]) -> Mask:
        """Where it holds for any of `values` that are summed to give `shape`."""
        raise NotImplementedError


def fit_cotangent(cotangent: Any, aval: Aval, node: Node) -> Any:
    """Sum over what was broadcast, convert the dtype; None if `aval` carries no gradient."""
    return _fitted("vjp", unbroadcast, cotangent, aval, node)


def fit_tangent(tangent: Any, aval: Aval, node: Node) -> Any:
    """Spread along what was broadcast, convert; None if `aval` carries no derivative."""
    return _fitted("jvp", np.broadcast_to, tangent, aval, node)


def _fitted(
    rule: str, reshape: Callable[..., Any], value: Any, aval: Aval, node: Node
) -> Any:
    """What a rule gave, with the shape and dtype that it is to have."""
    if np.dtype(aval.dtype).kind not in "fc":
        return None
    if value.shape != aval.shape:
        assert node.primitive is not None
        if not node.primitive.broadcasts:
            raise AssertionError(
                f"functrace bug, please report: the {rule} of {node.name} gave the shape "
                f"{value.shape} for {aval}."
            )
        value = reshape(value, aval.shape)
    return convert(value, aval.dtype)


def unbroadcast(cotangent: Any, shape: tuple[int, ...]) -> Any:
    """Sum over the dimensions along which an operand of `shape` was repeated."""
    if not shape:
        return cotangent.sum()
    axes = repeated_axes(cotangent.shape, shape)
    summed = cotangent.sum(axis=axes) if axes else cotangent
    return summed if summed.shape == shape else summed.reshape(shape)


def repeated_axes(out: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Axes of `out` along which an operand of `shape` was repeated."""
    extra = len(out) - len(shape)
    return tuple(range(extra)) + tuple(
        i + extra
        for i, length in enumerate(shape)
        if length == 1 and out[i + extra] != 1
    )


def convert(array: Any, dtype: Any) -> Any:
    """The array in another inexact dtype; of a complex one made real, the real part."""
    dtype = np.dtype(dtype)
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "c" and dtype.kind != "c":
        array = array.real
    return array.astype(dtype)


def resolved(cotangent: Any) -> Any:
    """What a rule gave, as an array; None for zero."""
    if type(cotangent) is Masked:
        return cotangent.resolved()
    if type(cotangent) is TangentThunk:
        return resolved(cotangent.force())
    if isinstance(cotangent, Deferred):
        return cotangent.add_to(None, owned=False)
    return cotangent
