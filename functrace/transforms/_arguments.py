"""Which arguments of a call are differentiated."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from functrace.core.errors import ShapeError, message
from functrace.core.signatures import signature_of

Parameters: TypeAlias = "dict[str, inspect.Parameter]"
Argnums: TypeAlias = "int | str | Sequence[int | str]"


def select(
    where: str,
    parameters: Parameters,
    argnums: Argnums,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> list[int | str]:
    """Where in the call each chosen argument stands: a position, or a keyword.

    A parameter with a default that the call leaves out is added to `kwargs`.
    """
    if type(argnums) is int and 0 <= argnums < len(args):
        return [argnums]
    chosen = (argnums,) if isinstance(argnums, (int, str)) else tuple(argnums)
    return [_place(where, parameters, entry, args, kwargs) for entry in chosen]


def _place(
    where: str,
    parameters: Parameters,
    entry: int | str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> int | str:
    if isinstance(entry, str):
        if entry in kwargs:
            return entry
        names = list(parameters)
        if entry in names and names.index(entry) < len(args):
            return names.index(entry)
        if entry in names and parameters[entry].default is not inspect.Parameter.empty:
            kwargs[entry] = parameters[entry].default
            return entry
    else:
        position = entry + len(args) if entry < 0 else entry
        if 0 <= position < len(args):
            return position
        names = list(parameters)
        if 0 <= position < len(names) and names[position] in kwargs:
            return names[position]
    raise ShapeError(
        message(
            f"{where}: argnums names an argument that the call does not have.",
            expected=f"a position below {len(args)}, or one of: {', '.join(parameters)}",
            got=repr(entry),
        )
    )


def parameters_of(fun: Callable[..., Any]) -> Parameters:
    """The parameters that a call can fill, by name and in order."""
    try:
        signature = signature_of(fun)
    except (TypeError, ValueError):  # builtins, ufuncs
        return {}
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return {n: p for n, p in signature.parameters.items() if p.kind not in variadic}
