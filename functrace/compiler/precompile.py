"""Makes the machine code that comes with the library: ``python -m functrace.compiler.precompile``.

The last bytes of the file name the text that it was made of.
"""

from __future__ import annotations

import os

from functrace.compiler import interception
from functrace.compiler.emit import emit_object
from functrace.compiler.target import Target
from functrace.core.blake2 import name_of

PLAIN = Target(triple="x86_64-unknown-linux-gnu", cpu="x86-64", features="")


def made() -> bytes:
    """The machine code for every processor of that kind, and its text's name."""
    text = interception.text()
    return emit_object(text, interception.FUNCTIONS, PLAIN) + digest(text)


def digest(text: str) -> bytes:
    """What names a text."""
    return name_of(text.encode()).encode()


if __name__ == "__main__":
    here = os.path.dirname(__file__)
    with open(os.path.join(here, "interception.x86_64.o"), "wb") as file:
        file.write(made())
