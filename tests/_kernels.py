"""Which tests run under each of BLAS's kernels: of linear algebra, the first of each kind."""

from __future__ import annotations

import dis
import functools
import inspect
import re
import sys
from collections.abc import Iterator
from types import CodeType
from typing import Any

import numpy as np
import pytest

_NAMES = {"linalg", "matmul", "einsum", "tensordot", "dot", "vdot"}


def first_of_each_kind(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests of linear algebra, without those that differ in numbers and shapes only.

    What applies a primitive is of linear algebra if the primitive's module is, and any
    other test if its own code, or that of the call it is about, is.
    """
    found = set()
    for item in items:
        if not isinstance(item, pytest.Function):
            continue
        params = item.callspec.params if hasattr(item, "callspec") else {}
        if "case" in params:
            case = params["case"]
            chosen = _is_linear_module(case.primitive.module)
            others = (v for name, v in params.items() if name != "case")
            kind = case.primitive, _dtypes(case.sample.args), *others
        elif "bound" in params:
            call = params["bound"].call
            chosen = _is_linear(call.function.__code__)
            kind = call.function.__code__, _dtypes(call.args), params["bound"].namespace
        else:
            chosen = _is_linear(item.function.__code__)
            kind = (item.name,)
        if chosen and (item.function, *kind) not in found:
            found.add((item.function, *kind))
            yield item


def _dtypes(args: Any) -> str:
    """Whether what is differentiated is real or complex."""
    kinds = (arg.dtype.kind for arg in args if isinstance(arg, (np.ndarray, np.generic)))
    return "".join(kind for kind in kinds if kind in "fc")


@functools.cache
def _is_linear_module(name: str) -> bool:
    words = re.findall(r"\w+", inspect.getsource(sys.modules[name]))
    return not _NAMES.isdisjoint(words)


@functools.cache
def _is_linear(code: CodeType) -> bool:
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    products = (op.argrepr in {"@", "@="} for op in dis.get_instructions(code))
    return not _NAMES.isdisjoint(code.co_names) or any(products) or any(map(_is_linear, inner))
