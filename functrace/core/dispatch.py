"""What answers for libraries' functions when an argument is traced.

Three tables, which the layers above fill: `UFUNCS` (by the records themselves),
`FUNCTIONS` (by `functrace.numpy`), and `LIBRARIES` (by whoever answers for one).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from functrace.core.errors import MissingRuleError, message
from functrace.core.source import user_line

UFUNCS: dict[np.ufunc, Callable[..., Any]] = {}
FUNCTIONS: dict[Callable[..., Any], Callable[..., Any]] = {}

Answer: TypeAlias = Callable[..., Any]
"""Called in the place of something; NotImplemented declines."""

LIBRARIES: dict[str, Callable[[ModuleType], Mapping[Any, Answer]]] = {}
"""For modules that users may import: of the module, what answers for its functions and
classes while users' code is traced."""


def lookup(function: Callable[..., Any]) -> Callable[..., Any]:
    """What traces NumPy's `function`, or MissingRuleError."""
    try:
        return FUNCTIONS[function]
    except KeyError:
        raise unsupported(function) from None


def unsupported(
    function: Any, what: str = "", *, got: str | None = None
) -> MissingRuleError:
    """Make the error that says a NumPy function is not traced; `got`: for what reason."""
    name = getattr(function, "__qualname__", None) or function.__name__.split()[-1]
    homes = ("numpy", "scipy.special")  # of ufuncs, which need not say where they live
    found = [h for h in homes if getattr(sys.modules.get(h), name, None) is function]
    module = getattr(function, "__module__", None) or "".join(found[:1])
    return MissingRuleError(
        message(
            f"functrace: {module}{'.' if module else ''}{name}{what} is not supported "
            "on traced values.",
            got=got,
            source=user_line(),
            help="write it with supported functions, or wrap it with a derivative of "
            "your own (functrace.custom_vjp).",
        )
    )
