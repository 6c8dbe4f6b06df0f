"""Extension modules of SciPy, whose C functions programs call."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import sys
from importlib.machinery import PathFinder
from typing import Any

_ALONE = frozenset(
    f"scipy.linalg.{name}" for name in ("cython_blas", "cython_lapack", "_flapack")
)
"""What needs nothing of its package, which takes several times as long to import."""


@functools.cache
def extension(name: str) -> Any:
    """An extension module; without its package, where that has not been imported.

    Parameters
    ----------
    name : str
        For instance ``scipy.linalg.cython_blas``.

    Returns
    -------
    module
        Its ``__pyx_capi__`` has what Cython exports. Where it was loaded alone, an import
        by its name is one like any other: both have the same functions.
    """
    package = name.rpartition(".")[0]
    if name not in _ALONE or package in sys.modules:
        return importlib.import_module(name)
    root = importlib.import_module(name.partition(".")[0])
    folder = os.path.join(root.__path__[0], *package.split(".")[1:])
    spec = PathFinder.find_spec(name, [folder])
    if spec is None or spec.loader is None:
        return importlib.import_module(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules.pop(name, None)  # Cython enters it
    return module
