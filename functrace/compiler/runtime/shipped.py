"""The run-time's machine code: what comes with the library, or is made of a text here.

LLVM takes longer for it than for most programs. So `precompile` has made it beforehand, for
Linux on every processor of x86-64's kind. The last bytes of a file name the text that it
was made of.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from functrace.core.content_hash import content_hash

if TYPE_CHECKING:
    from functrace.compiler.machine.artifact import Artifact


def machine_code(name: str, text: str) -> bytes | None:
    """What `precompile` has made of a text; None if it was of another one."""
    with open(path_of(name), "rb") as file:
        data = file.read()
    return data if data.endswith(digest(text)) else None


def path_of(name: str) -> str:
    """The file for a text."""
    return os.path.join(os.path.dirname(__file__), f"{name}.x86_64.o")


def digest(text: str) -> bytes:
    """What names a text."""
    return content_hash(text.encode()).encode()


def artifact_of(name: str, text: str, functions: Sequence[str]) -> Artifact:
    """The code of a text, of which these functions are called."""
    from functrace.compiler.machine import artifact, elf, native  # noqa: PLC0415 - slow
    from functrace.compiler.machine.symbols import declared  # noqa: PLC0415

    data = None
    if isinstance(native.usual_linker(), elf.ElfLinker):
        data = machine_code(name, text)
    if data is None:
        return artifact.recalled_text(text, functions)
    code = native.load_object(data, functions, declared(text))
    return artifact.Artifact(code, functions, {})
