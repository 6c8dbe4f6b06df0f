"""Some of the same in C++: ``derivatives.cpp``, compiled when it is first needed."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

SOURCE = Path(__file__).with_name("derivatives.cpp")
FLAGS = ("-std=c++17", "-O3", "-march=native", "-shared", "-fPIC")
SCALAR = (
    "rosenbrock",
    "det",
    "kmeans",
    "llsq",
    "lse",
    "ode",
)  # those that return a value


def compiler() -> list[str]:
    """Return a command that compiles C++, or nothing."""
    found = next(filter(None, map(shutil.which, ("g++", "clang++"))), None)
    if found:
        return [found]
    zig = find_spec("ziglang") is not None
    return [sys.executable, "-m", "ziglang", "c++"] if zig else []


def load() -> ctypes.CDLL:
    """Compile, and load what it gave."""
    command = compiler()
    if not command:
        raise ImportError("no compiler of C++")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "derivatives.so")
        command += [*FLAGS, str(SOURCE), "-o", str(path)]
        subprocess.run(command, check=True, capture_output=True)
        library = ctypes.CDLL(str(path))
    for name in SCALAR:
        getattr(library, name).restype = ctypes.c_double
    return library


def call(function: Any, sizes: Callable[..., tuple[int, ...]], *data: Any) -> Any:
    """Call with the arrays among `data`, sizes, and room for what is like the first."""
    arrays = [ctypes.c_void_p(d.ctypes.data) for d in data if not isinstance(d, int)]
    out = np.empty_like(data[0])
    numbers = map(ctypes.c_size_t, sizes(*data))
    value = function(*arrays, *numbers, ctypes.c_void_p(out.ctypes.data))
    return (value, out) if function.restype is ctypes.c_double else out


def functions() -> dict[str, Callable[..., Any]]:
    """What is written in C++, by problem and task."""
    library = load()
    clusters = lambda centroids, points: (len(centroids), *points.shape)  # noqa: E731
    sizes: dict[str, Callable[..., tuple[int, ...]]] = {
        "rosenbrock_value_and_grad": lambda x: (len(x),),
        "det_value_and_grad": lambda matrix: (len(matrix),),
        "kmeans_value_and_grad": clusters,
        "kmeans_direction_value": clusters,
        "llsq_value_and_grad": lambda x, points: (len(x), len(points)),
        "lse_value_and_grad": lambda x: (len(x),),
        "ode_value_and_grad": lambda rates, steps: (len(rates), steps),
    }
    return {
        name: partial(call, getattr(library, name.rpartition("_value")[0]), of)
        for name, of in sizes.items()
    }
