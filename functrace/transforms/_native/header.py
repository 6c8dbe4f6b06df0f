"""C headers: what a function takes and gives, and what may be relied on."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from functrace.transforms._native.prototype import Parameter, Prototype
from functrace.transforms._native.status import MEANINGS

_WIDTH = 84


def header_of(prototype: Prototype, target: str, needed: Sequence[str]) -> str:
    """The header of an object file, for C and C++."""
    guard = f"FUNCTRACE_{prototype.name.upper()}_H"
    body = [line for part in _parts(prototype, target, needed) for line in part]
    comment = "\n".join(["/*", *(f" * {line}".rstrip() for line in body), " */"])
    return (
        f"#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n"
        '#ifdef __cplusplus\nextern "C" {\n#endif\n\n'
        f"{comment}\n{prototype};\n\n"
        "#ifdef __cplusplus\n}\n#endif\n\n#endif\n"
    )


def _parts(prototype: Prototype, target: str, needed: Sequence[str]) -> list[list[str]]:
    statuses = [f"{number}: {words}" for number, words in MEANINGS.items()]
    return [
        [f"{prototype.name}, made by functrace for {target}.", ""],
        ["Takes:", *map(_line, prototype.inputs)] if prototype.inputs else [],
        ["Gives:", *map(_line, prototype.outputs)],
        ["", "Returns:", *(line for text in statuses for line in _wrapped(text))],
        [""],
        _wrapped(
            "Arrays are in C order, without gaps, aligned as their elements are. Outputs "
            "share no memory with inputs, nor with each other. Complex numbers are pairs "
            "of a real and an imaginary part; truth values are bytes, 0 or 1. If another "
            "number than 0 is returned, the outputs are undefined.",
            indent="",
        ),
        [""],
        _wrapped(
            "Any number of threads may call it at once: it keeps nothing between calls, "
            "starts no threads of its own, and writes to its outputs only.",
            indent="",
        ),
        ["", *_wrapped(f"Links with: {', '.join(needed) or 'nothing'}.", indent="")],
    ]


def _line(parameter: Parameter) -> str:
    known = parameter.label in {parameter.name, "result"}
    about = "" if known else f" ({parameter.label})"
    return f"  {parameter.name}: {parameter.words}{about}"


def _wrapped(text: str, indent: str = "  ") -> list[str]:

    return textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=2 * indent
    )
