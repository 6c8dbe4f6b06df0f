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

    What applies a primitive is of linear algebra if the primitive's module is; any other
    test, if its own code is, or that of the call that it is about.
    """
    found = set()
    for item in items:
        if isinstance(item, pytest.Function):
            is_linear, *kind = _kind(item)
            if is_linear and (item.function, *kind) not in found:
                found.add((item.function, *kind))
                yield item


def _kind(item: pytest.Function) -> tuple[Any, ...]:
    """Whether it is of linear algebra; what tells it apart from others of its function."""
    params = dict(item.callspec.params) if hasattr(item, "callspec") else {}
    if hasattr(params.get("case"), "primitive"):  # a law of primitives
        case = params.pop("case")
        dtypes = _dtypes(case.sample.args)
        is_linear = _is_linear_module(case.primitive.module)
        return is_linear, case.primitive, dtypes, *params.values()
    if hasattr(params.get("bound"), "call"):  # a law of calls
        call = params["bound"].call
        code = call.function.__code__
        return _is_linear(code), code, _dtypes(call.args)
    return (_is_linear(item.function.__code__),)


def _dtypes(args: Any) -> str:
    """Which operands are real, and which complex."""
    kinds = (
        arg.dtype.kind for arg in args if isinstance(arg, (np.ndarray, np.generic))
    )
    return "".join(kind for kind in kinds if kind in "fc")


@functools.cache
def _is_linear_module(name: str) -> bool:
    words = re.findall(r"\w+", inspect.getsource(sys.modules[name]))
    return not _NAMES.isdisjoint(words)


@functools.cache
def _is_linear(code: CodeType) -> bool:
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    product = any(op.argrepr in {"@", "@="} for op in dis.get_instructions(code))
    return (
        product or not _NAMES.isdisjoint(code.co_names) or any(map(_is_linear, inner))
    )
