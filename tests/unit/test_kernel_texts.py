"""LLVM texts of the library's own kernels: what comes with it, and when it is used."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from functrace.compiler.kernels import generate, sorting, texts
from functrace.compiler.kernels.generate import TEXTS
from functrace.compiler.kernels.numba_code import ArrayType, Kernel, spelled
from functrace.compiler.machine.emit import emit_object
from functrace.compiler.machine.target import Target

KERNELS = [pytest.param(kernel, id=kernel.__name__) for kernel in TEXTS]
AGAIN = "python -m functrace.compiler.kernels.generate"
NUMBA = f"; by Numba {version('numba')}"


def content(kernel):
    return Path(texts.path_of(kernel)).read_text("ascii")


def types_of(kernel):
    """What a text is found by, for each dtype."""
    arguments, dtypes = TEXTS[kernel]
    return [spelled(arguments(dtype)) for dtype in dtypes]


# -- files -----------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", KERNELS)
def test_files_are_made_of_the_modules_as_they_are(kernel):
    lines = content(kernel).splitlines()
    assert lines[0] == texts.first_line(kernel), f"the module has changed: run {AGAIN}"
    found = [lines[i + 1][2:] for i, line in enumerate(lines) if not line]
    assert found == types_of(kernel), f"other texts are asked for: run {AGAIN}"


def test_no_other_files_are_there():
    folder = Path(texts.__file__).parent
    assert {str(path) for path in folder.glob("*.ll")} == set(map(texts.path_of, TEXTS))


def test_together_they_are_small():
    assert sum(len(content(kernel)) for kernel in TEXTS) < 500_000


_OF_A_PROCESSOR = re.compile(r"(?m)^target|^attributes|^!| #\d|, !|<\d+ x |x86|aarch64")
MACHINES = [
    Target(triple="x86_64-linux-gnu", cpu="x86-64", features=""),
    Target(triple="aarch64-linux-gnu", cpu="generic", features="+neon"),
]


@pytest.mark.parametrize("kernel", KERNELS)
def test_they_are_for_every_processor(kernel):
    assert not _OF_A_PROCESSOR.search(content(kernel))
    for types in types_of(kernel):
        text = texts.shipped(kernel, types, "kernel")
        for machine in MACHINES:
            assert emit_object(text, ["kernel"], machine).startswith(b"\x7fELF")


_FIRST_OF_EACH = """
from functrace.compiler.kernels.generate import TEXTS, generated, prepare
prepare()
for kernel, (_, dtypes) in TEXTS.items():
    print(f"{kernel.__module__}.{kernel.__name__}" + generated(kernel, dtypes[0]), end="\\f")
"""


@pytest.mark.slow
@pytest.mark.skipif(
    platform.machine() != "x86_64"
    or any(content(kernel).splitlines()[1] != NUMBA for kernel in TEXTS),
    reason="made by another Numba",
)
def test_texts_are_what_numba_makes():
    command = [sys.executable, "-c", _FIRST_OF_EACH]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    made = dict(text.split("\n", 1) for text in found.stdout.split("\f")[:-1])
    for kernel in TEXTS:
        kept = content(kernel).split("\n\n")[1]
        name = f"{kernel.__module__}.{kernel.__name__}"
        assert made[name].strip() == kept.strip(), f"run {AGAIN}"


# -- when they are used ----------------------------------------------------------------

ARGUMENTS = TEXTS[sorting.searchsorted][0]("f8")


def test_a_text_has_the_name_asked_for():
    text = texts.shipped(sorting.searchsorted, spelled(ARGUMENTS), "some_name")
    assert text.startswith("; returns none\n")
    assert "define i32 @some_name(ptr" in text
    assert texts.NAME not in text
    kernel = Kernel(sorting.searchsorted)
    name = kernel.name_for(ARGUMENTS)
    assert kernel.text(ARGUMENTS) == text.replace("some_name", name)


def searchsorted(x, y, out, right):
    out[0] = 7


def test_other_kernels_types_and_sources_have_none(monkeypatch):
    types = spelled(ARGUMENTS)
    assert texts.shipped(searchsorted, types, "name") is None
    half = ArrayType(np.dtype(np.uint16), 1, readonly=True)
    other = spelled((half, half, *ARGUMENTS[2:]))
    assert texts.shipped(sorting.searchsorted, other, "name") is None
    assert texts.shipped(sorting._is_less, types, "name") is None
    monkeypatch.setattr(texts, "first_line", lambda function: "; of another source")
    assert texts.shipped(sorting.searchsorted, types, "name") is None


def test_a_digest_is_of_the_content(monkeypatch, tmp_path):
    source = Path(sorting.__file__).read_bytes()
    monkeypatch.setattr(texts, "__file__", str(tmp_path / "texts.py"))
    found = {}
    for name, written in {
        "same": source,
        "windows": source.replace(b"\n", b"\r\n"),
        "changed": source.replace(b"_FEW = 64", b"_FEW = 32"),
    }.items():
        (tmp_path / "sorting.py").write_bytes(written)
        found[name] = texts.first_line(sorting.sort)
    assert found["same"] == found["windows"] != found["changed"]


# -- without Numba ---------------------------------------------------------------------

_PROGRAM = """
import sys
import numpy as np
import functrace.scipy.linalg as sl
import functrace.scipy.signal as ss
import functrace as ft

rng = np.random.default_rng(0)
x, y = rng.normal(size=100), rng.normal(size=7)
n = rng.integers(1, 99, size=50)
band, positive = rng.normal(size=(4, 100)), rng.normal(size=(2, 100))
band[1], positive[1] = 9 + x, 9 + x
three = band[:3]

def check(function, *args):
    found, expected = ft.jit(function)(*args), function(*args)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
    report = ft.jit(function).lower(*args).explain()
    assert "run in NumPy" not in report, report

for dtype in (np.float64, np.int64, np.float32, np.int32):
    z = (9 * x).astype(dtype)
    check(np.sort, z)
    check(lambda z: np.argsort(z, kind="stable"), z)
    check(lambda z: np.searchsorted(np.sort(z), z), z)
    check(np.cumsum, z)
    check(np.cumprod, z / 9 if dtype is np.float64 else z)
check(np.cumsum, x > 0)
check(lambda x: np.interp(x, np.arange(3.0), y[:3]), x)
check(np.gcd, n, n[::-1])
check(np.lcm, n, n[::-1])
check(lambda x, y: np.convolve(x, y, "valid"), x, y)
check(lambda x: np.linalg.solve(x, x[0]), rng.normal(size=(5, 5)))
check(lambda b: sl.solve_banded((1, 1), b, x), three)
check(lambda b: sl.solve_banded((2, 1), b, x), band)
check(lambda b: sl.solveh_banded(b, x), positive)
check(lambda c: sl.solve_toeplitz(c, x[:7]), np.array([9, 1, 2, 1, 0.5, 1, 1]))
check(lambda x: ss.lfilter([1.0, 0.5], [1.0, 0.25], x), x)
print(" ".join(sys.modules))
"""


@pytest.mark.slow
def test_usual_kernels_need_no_numba(tmp_path):
    environment = os.environ | {"FUNCTRACE_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-W", "ignore", "-c", _PROGRAM]
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    modules = done.stdout.split()
    assert "llvmlite.binding" in modules
    assert "numba" not in modules
    assert generate.__name__ not in modules
