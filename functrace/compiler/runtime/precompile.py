"""Makes the machine code that comes with the library, if it is run as a program.

The last bytes of the file name the text that it was made of.
"""

from __future__ import annotations

import os

from functrace.compiler.machine.emit import Source, emit
from functrace.compiler.machine.target import Target
from functrace.compiler.runtime import interception
from functrace.core.content_hash import content_hash

PLAIN = Target(triple="x86_64-unknown-linux-gnu", cpu="x86-64", features="")


def made() -> bytes:
    """The machine code for every processor of that kind, and its text's name."""
    text = interception.text()
    source = Source(text, interception.FUNCTIONS, {}, 2, (), False, True, PLAIN)
    return emit(source, "small") + digest(text)


def digest(text: str) -> bytes:
    """What names a text."""
    return content_hash(text.encode()).encode()


if __name__ == "__main__":
    here = os.path.dirname(__file__)
    with open(os.path.join(here, "interception.x86_64.o"), "wb") as file:
        file.write(made())
