"""Programs in text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from functrace.source.module import module_of
from functrace.source.traced import traced


def to_source(
    fun: Callable[..., Any],
    *args: Any,
    language: Literal["numpy", "c"] = "numpy",
    name: str | None = None,
    **kwargs: Any,
) -> str:
    """A program in text."""
    found = traced(fun, args, kwargs, name)
    return module_of(found)
