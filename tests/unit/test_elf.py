"""Our own linker: what it refuses, and the memory that it makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from functrace.compiler.machine import elf, native
from functrace.compiler.machine.elf import ElfLinker
from functrace.compiler.machine.symbols import NativeError, resolve
from tests._native import EXP, unary

pytestmark = pytest.mark.skipif(not elf.is_supported(), reason="for Linux on x86-64")


def compiled():
    return native.compile_text(EXP.format(name="f"), ["f"], linker=ElfLinker())


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: data[:-400], "functrace bug: "),
        (lambda data: data[:100], "functrace bug: "),
        (lambda data: b"", "functrace bug: "),
        (lambda data: b"MZ" + data[2:], "not an object file"),
        (lambda data: data[:18] + b"\xb7" + data[19:], "for another machine"),
        (lambda data: data[:16] + b"\x03" + data[17:], "not an object file"),
    ],
)
def test_files_that_are_no_object_files_of_this_machine(damage, said):
    data = compiled().object_bytes
    with pytest.raises(NativeError, match=said):
        ElfLinker().link(damage(data), ["f"], resolve(["exp"], {}))


def test_references_of_other_kinds_are_refused(monkeypatch):
    code = compiled()
    monkeypatch.setattr(elf, "_targets", lambda *_: {})
    with pytest.raises(NativeError, match="not treated"):
        ElfLinker().link(code.object_bytes, ["f"], resolve(["exp"], {}))


def test_unknown_intrinsics_are_refused():
    text = unary("llvm.no.such.intrinsic")
    with pytest.raises(NativeError, match=r"symbols: llvm\.no\.such\.intrinsic"):
        native.compile_text(text, ["f"], linker=ElfLinker())


def test_functions_that_are_missing_are_refused():
    code = compiled()
    with pytest.raises(NativeError, match="'g'"):
        ElfLinker().link(code.object_bytes, ["f", "g"], resolve(["exp"], {}))


def test_code_can_be_run_but_not_written_to():
    code = compiled()
    lines = [line.split() for line in Path("/proc/self/maps").read_text().splitlines()]
    spans = [
        ([int(end, 16) for end in span.split("-")], how) for span, how, *_ in lines
    ]
    found = [h for (low, high), h in spans if low <= code.address("f") < high]
    assert found == ["r-xp"]
