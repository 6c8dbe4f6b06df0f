"""Errors that operations raise if they are asked to: refused for values that are not known.

``np.errstate(divide="raise")`` and ``warnings.simplefilter("error")`` make errors of results,
which a compiled program does not look at: `try` around them would do nothing.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from functrace.core.dispatch import LIBRARIES, Answer
from functrace.core.errors import ConcretizationError, message
from functrace.core.recording import ambient
from functrace.core.source import user_line

_RAISING = ("raise", "call", "error")  # NumPy's words, and the one of `warnings`


def _answer(name: str, *args: Any, **options: Any) -> Any:
    """Refuse to have errors raised; decline to answer otherwise."""
    modes = [mode for mode in (*args, *options.values()) if isinstance(mode, str)]
    if ambient.get().failure is not None and not {*_RAISING}.isdisjoint(modes):
        raise ConcretizationError(
            message(
                f"functrace: {name} has operations raise errors for some values, which "
                "are not known.",
                source=user_line(),
                help="test the values (if np.any(x < 0): raise ...), or call the "
                "function without functrace.jit and functrace.vmap.",
            )
        )
    return NotImplemented


def answers_of(module: ModuleType, *functions: Callable[..., Any]) -> dict[Any, Answer]:
    """What answers for functions of a module that change what raises errors."""
    return {f: partial(_answer, f"{module.__name__}.{f.__name__}") for f in functions}


LIBRARIES["warnings"] = lambda module: answers_of(
    module, warnings.simplefilter, warnings.filterwarnings
)
NUMPYS = answers_of(np, np.errstate, np.seterr)
