"""Makes the machine code that comes with the library, if it is run as a program."""

from __future__ import annotations

from functrace.compiler import runtime
from functrace.compiler.machine.emit import ModuleSource, emit
from functrace.compiler.machine.target import Target
from functrace.compiler.runtime import interception
from functrace.compiler.runtime.blas_threads import BEGIN, END
from functrace.compiler.runtime.launcher import FUNCTIONS as LAUNCHER
from functrace.compiler.runtime.pool import ARRAYS, POOL
from functrace.compiler.runtime.shipped import digest, path_of
from functrace.compiler.runtime.threads import DISMISS, PARALLEL

PLAIN = Target(triple="x86_64-unknown-linux-gnu", cpu="x86-64", features="")

FUNCTIONS = {
    "interception": interception.FUNCTIONS,
    "launcher": LAUNCHER,
    "pool": POOL,
    "arrays": ARRAYS,
    "threads": (PARALLEL, DISMISS),
    "blas_threads": (BEGIN, END),
}
"""Of each text, what is called."""


def text_of(name: str) -> str:
    """The text, for this kind of processor."""
    parts = [runtime.processor("x86_64")] if name == "threads" else []
    return runtime.text(name, *parts)


def made(name: str) -> bytes:
    """The machine code for every processor of that kind, and its text's name."""
    text = text_of(name)
    source = ModuleSource(text, FUNCTIONS[name], {}, 2, (), False, True, PLAIN)
    return emit(source, "small") + digest(text)


if __name__ == "__main__":
    for each in FUNCTIONS:
        with open(path_of(each), "wb") as file:
            file.write(made(each))
