"""The run-time's texts: made of their sources, for every platform, with all constants."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as ll
import pytest

from functrace.compiler import runtime
from functrace.compiler.machine.emit import emit_object
from functrace.compiler.machine.target import Target
from functrace.compiler.runtime import generate, pool, precompile, shipped, threads

FOLDER = Path(runtime.__file__).parent
TEXTS = (*generate.SOURCES, *generate.PROCESSORS)


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_made_of_its_source(name: str) -> None:
    pytest.importorskip("ziglang", reason="a Clang of one release is not installed")
    assert generate.generated(name) == (FOLDER / f"{name}.ll").read_text()


def test_each_source_has_its_texts_and_each_text_its_source() -> None:
    assert {path.stem for path in FOLDER.glob("*.ll")} == set(TEXTS)
    sources = {name.partition(".")[0] for name in TEXTS}
    assert {path.stem for path in FOLDER.glob("*.c")} == sources


@pytest.mark.parametrize("name", precompile.FUNCTIONS)
def test_machine_code_is_that_of_the_text(name: str) -> None:
    assert shipped.machine_code(name, precompile.text_of(name))
    assert shipped.machine_code(name, "") is None


def test_without_machine_code_the_text_is_compiled() -> None:
    text = runtime.text("pool") + "; of another platform"
    found = shipped.artifact_of("pool", text, pool.POOL)
    assert found.code.llvm == text


@pytest.mark.parametrize("name", TEXTS)
def test_texts_tell_no_platform(name: str) -> None:
    text = (FOLDER / f"{name}.ll").read_text()
    assert not re.search(r"target |triple|datalayout|attributes|cpu|features", text)
    assert not re.search(r"dso_local|asm |#\d|clang|/home|/tmp", text)
    assert str(FOLDER.parents[3]) not in text


@pytest.mark.parametrize("name", generate.SOURCES)
def test_all_functions_are_known_to_return(name: str) -> None:
    """Without this there would be tables for exceptions beside the code."""
    text = (FOLDER / f"{name}.ll").read_text()
    lines = re.findall(r"(?m)^define .*$", text)
    assert lines
    assert all(line.endswith(" nounwind {") for line in lines)


def test_constants_are_those_that_the_texts_declare() -> None:
    whole = "".join((FOLDER / f"{name}.ll").read_text() for name in TEXTS)
    declared = re.findall(r"(?m)^@(\w+) = external constant", whole)
    assert set(declared) == runtime.CONSTANTS.keys()
    for name in generate.SOURCES:
        assert "external constant" not in runtime.text(name)


def test_constants_have_values() -> None:
    text = runtime.text("pool")
    pages = runtime.CONSTANTS["ft_huge_pages"]
    assert f"\n@ft_huge_pages = internal constant i32 {pages}, align 4\n" in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("POOL_LARGE", pool.LARGE),
        ("POOL_LIMIT", pool.LIMIT),
        ("POOL_BLOCKS", pool.BLOCKS),
        ("THREADS_MOST", threads._MOST),
    ],
)
def test_numbers_of_the_header_are_those_in_python(name: str, value: int) -> None:
    header = (FOLDER / "runtime.h").read_text()
    (found,) = re.findall(rf"(?m)^#define {name} (.*?)(?: /\*.*)?$", header)
    assert eval(re.sub(r"INT64_C\((\d+)\)", r"\1", found)) == value


PLATFORMS = {
    "x86_64-linux-gnu": ("x86_64", "x86-64"),
    "aarch64-linux-gnu": ("aarch64", "generic"),
    "x86_64-apple-darwin": ("x86_64", "x86-64"),
    "arm64-apple-darwin": ("arm64", "apple-m1"),
    "riscv64-linux-gnu": ("riscv64", "generic-rv64"),
}


@pytest.mark.parametrize("triple", PLATFORMS)
@pytest.mark.parametrize("name", generate.SOURCES)
def test_code_for_other_platforms(name: str, triple: str) -> None:
    machine, cpu = PLATFORMS[triple]
    names = (name, runtime.processor(machine)) if name == "threads" else (name,)
    text = runtime.text(*names)
    functions = re.findall(r"(?m)^define (?!internal ).*?@(\w+)\(", text)
    target = Target(triple=triple, cpu=cpu, features="")
    assert emit_object(text, functions, target)


@pytest.mark.parametrize(
    ("machine", "wanted"),
    [("x86_64", "pause"), ("AMD64", "pause"), ("arm64", "hint"), ("riscv64", "ret")],
)
def test_texts_define_what_others_declare(machine: str, wanted: str) -> None:
    text = runtime.text("threads", runtime.processor(machine))
    for name in ("ft_pause", "ft_mode", "ft_set_mode"):
        assert len(re.findall(rf"(?m)^define .*@{name}\(", text)) == 1
        assert not re.search(rf"(?m)^declare .*@{name}\(", text)
    (pause,) = re.findall(r"(?ms)^define void @ft_pause\(.*?^}", text)
    assert wanted in pause


def test_the_compiler_is_no_newer_than_the_oldest_llvm_that_reads_its_texts() -> None:
    pytest.importorskip("ziglang", reason="a Clang of one release is not installed")
    command = [sys.executable, "-m", "ziglang", "cc", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (version,) = re.findall(r"clang version (\d+)", said)
    assert int(version) <= 20 <= ll.llvm_version_info[0]  # 20: that of Numba 0.62
