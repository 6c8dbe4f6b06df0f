"""Indexing, and assignment by index."""

from __future__ import annotations

import operator
from typing import Any

from functrace.core.tracer import Tracer
from functrace.numpy._register import implements
from functrace.primitives import indexing

_read_part = indexing.getitem.unary


@implements(operator.getitem)
def getitem(x: Tracer, index: Any) -> Any:
    """Read ``x[index]``."""
    if type(index) is slice or type(index) is int:
        return _read_part(x, {"index": index})
    raise NotImplementedError
