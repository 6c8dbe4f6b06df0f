"""What SciPy's solvers return, as containers of what they found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import optree
from scipy.optimize import OptimizeResult

from functrace.core.pytree import NAMESPACE


def register_result(kind: type[OptimizeResult]) -> None:
    """Make the entries of results of a class children; texts belong to the structure."""
    register: Any = optree.register_pytree_node
    register(kind, _flatten, _unflatten, namespace=NAMESPACE)


def _flatten(
    result: OptimizeResult,
) -> tuple[list[Any], tuple[Any, ...], tuple[str, ...]]:
    fixed = [(k, v) for k, v in sorted(result.items()) if isinstance(v, str)]
    rest = [(k, v) for k, v in sorted(result.items()) if not isinstance(v, str)]
    names = tuple([name for name, _ in rest])
    return [v for _, v in rest], (type(result), names, tuple(fixed)), names


def _unflatten(structure: Any, leaves: Sequence[Any]) -> OptimizeResult:
    kind, names, fixed = structure
    made = kind.__new__(kind)
    made.update([*zip(names, leaves, strict=True), *fixed])
    return made
