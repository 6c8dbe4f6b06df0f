"""What solvers return: SciPy's objects, with traced values in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import optree
from scipy.optimize import OptimizeResult, RootResults

from functrace.core.pytree import NAMESPACE


def root_results(root: Any, method: str, **others: Any) -> RootResults:
    """Make one of what was found; `flag`, a text, is SciPy's alone to give."""
    made = RootResults(root, 0, 0, 0, method)
    del made["flag"]
    made.update(root=root, **others)
    return made


def _flatten(
    result: OptimizeResult,
) -> tuple[list[Any], tuple[Any, ...], tuple[str, ...]]:
    """Texts belong to the structure."""
    fixed = [(k, v) for k, v in sorted(result.items()) if isinstance(v, str)]
    rest = [(k, v) for k, v in sorted(result.items()) if not isinstance(v, str)]
    names = tuple([name for name, _ in rest])
    return [v for _, v in rest], (type(result), names, tuple(fixed)), names


def _unflatten(structure: Any, leaves: Sequence[Any]) -> OptimizeResult:
    kind, names, fixed = structure
    made = kind.__new__(kind)
    made.update([*zip(names, leaves, strict=True), *fixed])
    return made


_register: Any = optree.register_pytree_node
for _kind in (OptimizeResult, RootResults):
    _register(_kind, _flatten, _unflatten, namespace=NAMESPACE)
