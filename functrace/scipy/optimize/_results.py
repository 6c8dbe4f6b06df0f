"""What solvers return: SciPy's objects, with traced values in them."""

from __future__ import annotations

from typing import Any

from scipy.optimize import OptimizeResult, RootResults

from functrace.scipy._results import register_result


def root_results(root: Any, method: str, **others: Any) -> RootResults:
    """Make one of what was found; `flag`, a text, is SciPy's alone to give."""
    made = RootResults(root, 0, 0, 0, method)
    del made["flag"]
    made.update(root=root, **others)
    return made


for _kind in (OptimizeResult, RootResults):
    register_result(_kind)
