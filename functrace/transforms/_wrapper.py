"""Transformed functions: callables that keep the function's name and pickle with it."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from types import MethodType
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    ParamSpec,
    Self,
    TypeVar,
    cast,
    overload,
)

from functrace.core import pytree
from functrace.core.lazy import lazy
from functrace.core.pytree import Treedef
from functrace.transforms._arguments import Argnums, Parameters, parameters_of, select
from functrace.transforms._trace import Trace

P = ParamSpec("P")  # of the function
R = TypeVar("R")  # of its result
Aux = TypeVar("Aux")  # of what it returns besides
Self_ = TypeVar("Self_")  # whose method it is
Rest = ParamSpec("Rest")  # of a method, without that


class Transformed(Generic[P, R]):
    """A function under a transform; subclasses define ``__call__``.

    Parameters
    ----------
    fun : callable
    **options
        Become attributes.
    """

    def __init__(self, fun: Callable[..., Any], **options: Any) -> None:
        if not callable(fun):
            raise TypeError(
                f"functrace.{type(self).__name__.strip('_')}: a function was expected, "
                f"not {type(fun).__name__!r}."
            )
        functools.update_wrapper(cast("Any", self), fun, updated=())
        self.fun = fun
        self.options = options
        self.__dict__.update(options)

    @lazy
    def parameters(self) -> Parameters:
        """Parameters of `fun`; looked at once, as that is slow."""
        return parameters_of(self.fun)

    @lazy
    def names(self) -> tuple[str, ...]:
        """Names of the parameters, in order."""
        return tuple(self.parameters)

    if TYPE_CHECKING:  # subclasses define it

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    @overload
    def __get__(self, instance: None, owner: Any = None) -> Self: ...

    @overload
    def __get__(
        self: Transformed[Concatenate[Self_, Rest], R],
        instance: Self_,
        owner: Any = None,
    ) -> Callable[Rest, R]: ...

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else MethodType(cast("Any", self), instance)

    def __repr__(self) -> str:
        return f"<functrace.{type(self).__name__.strip('_')} of {self.fun!r}>"

    def __reduce__(self) -> Any:
        name = getattr(self, "__qualname__", None)
        found: Any = sys.modules.get(getattr(self, "__module__", None) or "")
        for part in name.split(".") if name else ():
            found = getattr(found, part, None)
        if found is self:  # a decorated function: pickled by its name
            return name
        return _rebuild, (type(self), self.fun, self.options)


def _rebuild(cls: type[Any], fun: Any, options: dict[str, Any]) -> Any:
    return cls(fun, **options)


class TransformedArguments(Transformed[..., Any]):
    """A transform with respect to chosen arguments."""

    argnums: Argnums

    def trace(
        self,
        where: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        has_aux: bool = False,
        allow_int: bool = False,
    ) -> Trace:
        """Trace the call with the chosen arguments differentiated."""
        places = select(where, self.parameters, self.argnums, args, kwargs)
        names = self.names
        return Trace(
            where,
            self.fun,
            args,
            kwargs,
            places,
            names,
            has_aux=has_aux,
            allow_int=allow_int,
        )

    def gather(self, leaves: list[Any], trace: Trace) -> Any:
        """Results per leaf of the chosen arguments, in their structure."""
        trees = split_leaves(leaves, trace.in_treedefs)
        return trees[0] if isinstance(self.argnums, (int, str)) else trees


def split_leaves(leaves: list[Any], treedefs: Sequence[Treedef]) -> tuple[Any, ...]:
    """One pytree per structure from the leaves of all."""
    if len(treedefs) == 1 and treedefs[0] is pytree.LEAF:
        return tuple(leaves)
    trees: list[Any] = []
    for treedef in treedefs:
        trees.append(pytree.unflatten(treedef, leaves[: treedef.num_leaves]))
        leaves = leaves[treedef.num_leaves :]
    return tuple(trees)
