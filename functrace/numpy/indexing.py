"""Indexing, and assignment by index."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from functrace.core.tracer import FUNCTIONS, Tracer
from functrace.primitives import indexing

_getitem = indexing.getitem.unary

def getitem(x: Tracer, index: Any) -> Any:
    """Read ``x[index]``."""
    if type(index) is slice or type(index) is int:
        return _getitem(x, {"index": index})
    raise NotImplementedError


FUNCTIONS[operator.getitem] = getitem
