"""The run-time's C under sanitizers: of races, of memory, of what C leaves undefined."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import functrace

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RUNTIME = Path(functrace.__file__).parent / "compiler" / "runtime"
SANITIZERS = {"races": "thread", "memory": "address,undefined"}
ASAN_OPTIONS = (
    "detect_leaks=0",  # Python keeps some things for good
    "allocator_may_return_null=1",
    "quarantine_size_mb=8",  # a test looks at how much memory is used
    "malloc_context_size=1",
)
LAUNCHER_TESTS = (
    *("arguments", "bindings", "pool", "references", "slow", "threads", "watched"),
)


@functools.cache
def compiler() -> str:
    """GCC or Clang with sanitizers whose programs run here."""
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if found is None or sys.platform != "linux":
        pytest.skip("no C compiler on Linux")
    return found


def build(target: Path, sanitizer: str, sources: list[Path], *options: str) -> None:
    command = [compiler(), "-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror"]
    command += [f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all", "-pthread"]
    command += [*options, "-o", str(target), *map(str, sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


def skip_without(sanitizer: str, folder: Path) -> None:
    """Not all kernels lay memory out as sanitizers need it."""
    program = folder / "nothing.c"
    program.write_text("int main(void) { return 0; }\n")
    command = [compiler(), f"-fsanitize={sanitizer}", "-o", str(folder / "nothing")]
    built = run([*command, str(program)])
    if built.returncode or run([str(folder / "nothing")]).returncode:
        pytest.skip(f"-fsanitize={sanitizer} does not work here")


PROGRAMS = {
    "pool": [],
    "threads": ["threads.c", "processor.c"],
    "blas_threads": ["blas_threads.c"],
    "interception": ["interception.c"],
    "launcher": ["launcher.c"],
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", SANITIZERS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str, kind: str, tmp_path: Path) -> None:
    sanitizer = SANITIZERS[kind]
    skip_without(sanitizer, tmp_path)
    sources = [HERE / f"{name}.c", *(RUNTIME / source for source in PROGRAMS[name])]
    build(tmp_path / "program", sanitizer, sources)
    options = {f"{s}_OPTIONS": "allocator_may_return_null=1" for s in ("ASAN", "TSAN")}
    done = run([str(tmp_path / "program")], **options)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_launchers(tmp_path: Path) -> None:
    """All that is known of launchers, with code that is watched."""
    sanitizer = SANITIZERS["memory"]
    skip_without(sanitizer, tmp_path)
    names = ("launcher", "arrays", "pool")
    sources = [HERE / "numpy_api.c", *(RUNTIME / f"{name}.c" for name in names)]
    library = tmp_path / "launcher.so"
    build(library, sanitizer, sources, "-shared", "-fPIC")
    asan = run([compiler(), "-print-file-name=libasan.so"]).stdout.strip()
    if not Path(asan).is_absolute():
        pytest.skip("the sanitizer has no library that Python can be started with")
    tests = [f"tests/unit/test_launcher_{name}.py" for name in LAUNCHER_TESTS]
    options = ["-p", "tests.runtime.plugin", "-p", "no:cacheprovider"]
    options += ["-k", "not python and not more_sizes"]  # no C; the same as pool.c here
    done = run(
        [sys.executable, "-m", "pytest", "-q", *options, *tests],
        LD_PRELOAD=asan,
        ASAN_OPTIONS=":".join(ASAN_OPTIONS),
        PYTHONMALLOC="malloc",  # so that Python's objects are watched, too
        FUNCTRACE_TESTED_LIBRARY=str(library),
        FUNCTRACE_NATIVE="",
    )
    assert done.returncode == 0, done.stdout + done.stderr
