"""Object files of Linux on x86-64 become code of this process, without LLVM.

What a linker does for code that was made for one process: sections are laid out in one
block of memory, references between them and to the outside are filled in, and what is no
data is closed for writing.

System V Application Binary Interface, AMD64 supplement, sections 4.3 and 4.4.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import struct
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.compiler.machine.symbols import NativeError, resolve

if TYPE_CHECKING:
    from functrace.compiler.machine.linker import CodeModel

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_MAGIC = b"\x7fELF\x02\x01\x01"
_RELOCATABLE, _X86_64 = 1, 62
_SECTION = np.dtype(
    [(n, "<u4") for n in ("name", "type")]
    + [(n, "<u8") for n in ("flags", "address", "offset", "size")]
    + [(n, "<u4") for n in ("link", "info")]
    + [(n, "<u8") for n in ("align", "entry")]
)
_SYMBOL = np.dtype(
    [
        ("name", "<u4"),
        ("info", "u1"),
        ("other", "u1"),
        ("section", "<u2"),
        ("value", "<u8"),
        ("size", "<u8"),
    ]
)
_RELOCATION = np.dtype(
    [("offset", "<u8"), ("type", "<u4"), ("symbol", "<u4"), ("addend", "<i8")]
)
_SYMBOLS, _RELOCATIONS, _NO_BITS = 2, 4, 8  # types of sections
_WRITE, _ALLOCATE = 1, 2  # their flags
_UNDEFINED = 0  # in place of a symbol's section
_ABSOLUTE_64, _RELATIVE_32, _CALL, _RELATIVE_64 = 1, 2, 4, 24  # types of relocations
_BY_ADDRESS = (_ABSOLUTE_64, _RELATIVE_32, _RELATIVE_64)
_BY_TABLE = (9, 41, 42)
_PAGE = mmap.PAGESIZE


def is_supported() -> bool:
    """Whether this process is one that these files are for."""
    machine = platform.machine().lower() in {"x86_64", "amd64"}
    return machine and sys.platform == "linux" and sys.maxsize > 1 << 32


def is_elf(data: bytes) -> bool:
    """Whether bytes are a file of this format, of 64 bits."""
    return data.startswith(_MAGIC)


def undefined(data: bytes) -> list[str]:
    """Names of what an object file, for any processor, takes from elsewhere."""
    file = _File(data)
    missing = np.flatnonzero(file.symbols["section"] == _UNDEFINED).tolist()
    return sorted(filter(None, [file.names[i] for i in missing]))


class ElfLinker:
    """Links files in blocks of memory of their own, which go with their owners."""

    name: str = "elf"
    model: CodeModel = "small"

    def __init__(self) -> None:
        if not is_supported():
            raise NativeError("functrace: not Linux on x86-64.")

    def link(
        self, data: bytes, names: Sequence[str], imports: Mapping[str, int]
    ) -> tuple[dict[str, int], Any]:
        """Addresses of the functions, and what keeps them in memory.

        Raises
        ------
        NativeError
            The file has something in it that is not treated, or a symbol is missing.
        """
        try:
            return self._link(data, names, imports)
        except OSError as error:
            raise NativeError(f"functrace: no memory for code: {error}.") from None
        except (ArithmeticError, LookupError, ValueError, struct.error) as error:
            raise NativeError(f"functrace bug: {error!r} in an object file.") from None

    def _link(
        self, data: bytes, names: Sequence[str], imports: Mapping[str, int]
    ) -> tuple[dict[str, int], Any]:
        file = _File(data)
        if file.machine != _X86_64:
            raise NativeError("functrace bug: an object file for another machine.")
        layout = _Layout(file)
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS  # a child's data are its own
        block = mmap.mmap(-1, layout.size, private, mmap.PROT_READ | mmap.PROT_WRITE)
        memory = np.frombuffer(block, np.uint8)
        start = memory.ctypes.data
        for number, place in layout.places.items():
            content = np.frombuffer(file.content(number), np.uint8)
            memory[place : place + content.size] = content
        addresses = _addresses(file, layout, start, imports)
        memory[layout.table : layout.stubs].view(np.int64)[:] = addresses
        stub = _jump(layout.table - layout.stubs)
        stubs = memory[layout.stubs : layout.stubs + 8 * addresses.size]
        stubs.reshape(-1, 8)[:] = np.frombuffer(stub, np.uint8)
        targets = _targets(file, layout, start, addresses)
        for number, relocations in file.relocations:
            if number in layout.places:
                _relocate(memory, layout.places[number], relocations, targets)
        _protect(start, layout.writable)
        found = dict(zip(file.names, addresses.tolist(), strict=True))
        return {name: found[name] for name in names}, memory


class _File:
    """The parts of an object file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        head = _HEADER.unpack_from(data)
        if not is_elf(data) or head[1] != _RELOCATABLE:
            raise NativeError("functrace bug: not an object file.")
        self.machine = head[2]
        self.sections = np.frombuffer(data, _SECTION, head[12], head[6])
        (symbols,) = np.flatnonzero(self.sections["type"] == _SYMBOLS).tolist()
        self.symbols = np.frombuffer(self.content(symbols), _SYMBOL)
        text = self.content(self.sections[symbols]["link"])
        starts = self.symbols["name"].tolist()
        self.names = [text[i : text.index(0, i)].decode() for i in starts]

    def content(self, number: int) -> bytes:
        """The bytes of a section; none if it is to be zero."""
        section = self.sections[number]
        if section["type"] == _NO_BITS:
            return b""
        start = int(section["offset"])
        return self.data[start : start + int(section["size"])]

    @property
    def relocations(self) -> list[tuple[int, np.ndarray]]:
        """For sections by their numbers, what is to be filled in."""
        found = np.flatnonzero(self.sections["type"] == _RELOCATIONS).tolist()
        return [
            (int(self.sections[i]["info"]), np.frombuffer(self.content(i), _RELOCATION))
            for i in found
        ]


class _Layout:
    """Where in a block each section lies, the table of addresses, and the jumps.

    Attributes
    ----------
    places : dict
        Offsets of the sections by their numbers.
    table, stubs, writable, size : int
        Offsets of the table, of the jumps, of what stays open for writing, of the end.
    """

    def __init__(self, file: _File) -> None:
        self.places: dict[int, int] = {}
        self.size = 0
        self._place(file, 0)
        self.table = self._advance(8 * len(file.names), 64)
        self.stubs = self._advance(8 * len(file.names), 8)
        self.writable = self._advance(0, _PAGE)
        self._place(file, _WRITE)
        self.size = max(self.size, self.writable + 1)

    def _place(self, file: _File, writable: int) -> None:
        flags = file.sections["flags"]
        chosen = (flags & _ALLOCATE != 0) & (flags & _WRITE == writable)
        for number in np.flatnonzero(chosen).tolist():
            section = file.sections[number]
            size, align = int(section["size"]), max(int(section["align"]), 1)
            self.places[number] = self._advance(size, align)

    def _advance(self, size: int, align: int) -> int:
        start = -(-self.size // align) * align
        self.size = start + size
        return start


def _jump(distance: int) -> bytes:
    """An instruction that jumps to where a word so far away points; eight bytes."""
    return b"\xff\x25" + struct.pack("<i", distance - 6) + b"\xcc\xcc"


def _addresses(
    file: _File, layout: _Layout, start: int, imports: Mapping[str, int]
) -> np.ndarray:
    """Of all symbols."""
    symbols = file.symbols
    bases = np.zeros(len(file.sections), np.int64)
    for number, place in layout.places.items():
        bases[number] = start + place
    sections = symbols["section"].astype(np.int64)
    inside = (sections != _UNDEFINED) & (sections < len(bases))
    addresses = symbols["value"].astype(np.int64)
    addresses[inside] += bases[sections[inside]]
    for i in np.flatnonzero(sections == _UNDEFINED).tolist()[1:]:
        name = file.names[i]
        addresses[i] = imports.get(name) or resolve([name], {})[name]
    return addresses


def _targets(
    file: _File, layout: _Layout, start: int, addresses: np.ndarray
) -> dict[int, np.ndarray]:
    """For each type of reference, the addresses it means by symbols."""
    steps = 8 * np.arange(addresses.size)
    stubs, slots = start + layout.stubs + steps, start + layout.table + steps
    outside = file.symbols["section"] == _UNDEFINED
    targets = dict.fromkeys(_BY_ADDRESS, addresses) | dict.fromkeys(_BY_TABLE, slots)
    return {_CALL: np.where(outside, stubs, addresses), **targets}


def _relocate(
    memory: np.ndarray,
    place: int,
    relocations: np.ndarray,
    targets: Mapping[int, np.ndarray],
) -> None:
    """Fill in the references of the section that lies at `place`."""
    kinds, symbols = relocations["type"], relocations["symbol"]
    if not np.isin(kinds, list(targets)).all():
        raise NativeError("functrace: a reference of a kind that is not treated.")
    offsets = relocations["offset"].astype(np.int64) + place
    values = relocations["addend"].copy()
    for kind, addresses in targets.items():
        values[kinds == kind] += addresses[symbols[kinds == kind]]
    values -= np.where(kinds == _ABSOLUTE_64, 0, memory.ctypes.data + offsets)
    wide = (kinds == _ABSOLUTE_64) | (kinds == _RELATIVE_64)
    narrow = values[~wide]
    if np.any(narrow != narrow.astype(np.int32)):
        raise NativeError("functrace: a reference that does not reach so far.")
    _fill(memory, offsets[~wide], narrow.astype("<i4"))
    _fill(memory, offsets[wide], values[wide].astype("<i8"))


def _fill(memory: np.ndarray, offsets: np.ndarray, values: np.ndarray) -> None:
    """Write numbers at places that need not be aligned."""
    size = values.itemsize
    places = offsets[:, None] + np.arange(size)
    memory[places] = values.view(np.uint8).reshape(-1, size)


_libc = ctypes.CDLL(None) if is_supported() else None


def _protect(start: int, size: int) -> None:
    """Close memory for writing, and open it for execution."""
    assert _libc is not None
    if _libc.mprotect(
        ctypes.c_void_p(start), ctypes.c_size_t(size), mmap.PROT_READ | mmap.PROT_EXEC
    ):
        raise NativeError("functrace: no memory can be made executable here.")
