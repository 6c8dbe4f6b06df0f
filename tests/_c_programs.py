"""Functions in C, compiled and called."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import functrace as ft
from functrace.core.rule import operand_aval
from functrace.source.c.module import function_of
from functrace.source.traced import ProgramGraph, parameter_of

FLAGS = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


def text_of(graph: ft.Graph, name: str) -> str:
    """The text of a simplified graph."""
    parameters = tuple(dict.fromkeys(map(parameter_of, graph.inputs)))
    return function_of(ProgramGraph(graph, name, parameters, None))


def library(texts: Sequence[str]) -> ctypes.CDLL:
    """What a compiler makes of files with these texts."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{k}.c" for k in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text)
        target = str(Path(folder) / "programs.so")
        command = ["cc", *FLAGS, "-o", target, *map(str, paths), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + texts[0]
        return ctypes.CDLL(target)


def call(function: Any, graph: ft.Graph, values: Sequence[Any]) -> list[Any]:
    """The results of the function of a graph."""
    given = [
        np.array(value, dtype=edge.aval.dtype, order="C")
        for value, edge in zip(values, graph.inputs, strict=True)
    ]
    avals = [operand_aval(out) for out in graph.outputs]
    if len(avals) == 1 and not avals[0].shape:
        function.restype = np.ctypeslib.as_ctypes_type(avals[0].dtype)
        return [function(*map(_argument, given))]
    outs = [np.zeros(aval.shape, aval.dtype) for aval in avals]
    places = [out.ctypes.data_as(ctypes.c_void_p) for out in outs]
    function.restype = None
    function(*map(_argument, given), *places)
    return outs


def _argument(array: np.ndarray) -> Any:
    if array.ndim:
        return array.ctypes.data_as(ctypes.c_void_p)
    return np.ctypeslib.as_ctypes_type(array.dtype)(array.item())
