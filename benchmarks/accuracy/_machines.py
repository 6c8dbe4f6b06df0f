"""Processors: code for each runs here, or under an emulator."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from benchmarks.accuracy._functions import LOOP
from functrace.compiler.machine.emit import emit_object
from functrace.compiler.machine.native import load_object
from functrace.compiler.machine.symbols import declared
from functrace.compiler.machine.target import Target, host

_X86 = host().triple
MACHINES = {
    "host": host(),
    "avx512": Target(
        triple=_X86,
        cpu="skylake-avx512",
        features="+avx512f,+avx512dq,+avx512vl,+avx2,+fma",
    ),
    "avx2": Target(triple=_X86, cpu="haswell", features="+avx2,+fma"),
    "sse2": Target(triple=_X86, cpu="x86-64", features="+sse2"),
    "aarch64": Target(triple="aarch64-linux-gnu", cpu="generic", features="+neon"),
}
_COMPILER, _EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64-static"
_DRIVER = r"""
#include <stdio.h>
#include <stdlib.h>

void loop(void **buffers, long n);

int main(int argc, char **argv) {
    long inputs = atol(argv[1]), outputs = atol(argv[2]);
    size_t size = atol(argv[3]), n = atol(argv[4]);
    void *buffers[16];
    for (long i = 0; i < inputs + outputs; i++) {
        buffers[i] = malloc(size * n);
        if (i < inputs && fread(buffers[i], size, n, stdin) != n) return 1;
    }
    loop(buffers, n);
    for (long i = inputs; i < inputs + outputs; i++)
        if (fwrite(buffers[i], size, n, stdout) != n) return 1;
    return 0;
}
"""


def reason_against(isa: str) -> str:
    """Why code for a machine cannot be run here; empty if it can."""
    target = MACHINES[isa]
    if target.triple == host().triple:
        absent = set(target.features.split(",")) - set(host().features.split(","))
        return f"no {', '.join(sorted(absent))}" if absent and isa != "host" else ""
    absent = {name for name in (_COMPILER, _EMULATOR) if not shutil.which(name)}
    return f"no {', '.join(sorted(absent))}" if absent else ""


def program(text: str, isa: str) -> Program:
    """A module's loop as a function of arrays."""
    target = MACHINES[isa]
    kind = Native if target.triple == host().triple else Emulated
    return kind(text, emit_object(text, [LOOP], target))


class Program(Protocol):
    """A loop over arrays, in machine code."""

    def __init__(self, text: str, data: bytes) -> None:
        """Link an object file, which was made from a text."""
        ...

    def __call__(self, inputs: Sequence[np.ndarray], count: int) -> list[np.ndarray]:
        """From arrays of one length and dtype, compute as many as there are results."""
        ...

    def nanoseconds(self, inputs: Sequence[np.ndarray], count: int) -> float:
        """Time of one element; 0 if unknown."""
        ...


class Native(Program):
    """Code in this process."""

    def __init__(self, text: str, data: bytes) -> None:
        self.code = load_object(data, [LOOP], declared(text))
        kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)
        self.loop = kind(self.code.address(LOOP))

    def __call__(self, inputs: Sequence[np.ndarray], count: int) -> list[np.ndarray]:
        results = [np.empty_like(inputs[0]) for _ in range(count)]
        self.loop(_addresses([*inputs, *results]), inputs[0].size)
        return results

    def nanoseconds(self, inputs: Sequence[np.ndarray], count: int) -> float:
        """The least of several calls, of which the first warms the caches."""
        results = [np.empty_like(inputs[0]) for _ in range(count)]
        buffers, size, times = _addresses([*inputs, *results]), inputs[0].size, []
        for _ in range(20):
            start = time.perf_counter()
            self.loop(buffers, size)
            times.append(time.perf_counter() - start)
        return min(times) / size * 1e9


def _addresses(arrays: Sequence[np.ndarray]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * len(arrays))(*(a.ctypes.data for a in arrays))


class Emulated(Program):
    """A program for another processor."""

    def __init__(self, text: str, data: bytes) -> None:
        folder = Path(tempfile.mkdtemp())
        weakref.finalize(self, shutil.rmtree, folder)
        driver, code, self.path = (folder / n for n in ("main.c", "loop.o", "program"))
        driver.write_text(_DRIVER)
        code.write_bytes(data)
        command = [_COMPILER, "-O1", "-static", driver, code, "-o", self.path, "-lm"]
        subprocess.run(command, check=True)

    def __call__(self, inputs: Sequence[np.ndarray], count: int) -> list[np.ndarray]:
        first = inputs[0]
        sizes = (len(inputs), count, first.itemsize, first.size)
        done = subprocess.run(
            [_EMULATOR, self.path, *map(str, sizes)],
            input=b"".join(array.tobytes() for array in inputs),
            stdout=subprocess.PIPE,
            check=True,
        )
        return list(np.frombuffer(done.stdout, first.dtype).reshape(count, -1))

    def nanoseconds(self, inputs: Sequence[np.ndarray], count: int) -> float:
        return 0.0
