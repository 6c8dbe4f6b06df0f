"""The LLVM texts of this folder: of our own kernels, made before, for usual dtypes.

The file of a kernel begins with a digest of the Python module that it is made of; each text
in it has the types of the arguments above. `generate` writes the files.
"""

from __future__ import annotations

import os
from types import FunctionType

from functrace.core.content_hash import content_hash

NAME = "ft_kernel"
"""What a text of a file calls the kernel."""

_PACKAGE = __name__.rpartition(".")[0]
_END = "\n\n"  # of each text but the last, in which no line is empty


def path_of(function: FunctionType) -> str:
    """The file of a kernel.

    Parameters
    ----------
    function : function
        Of a module of this folder.
    """
    module = function.__module__.rpartition(".")[-1]
    name = f"{module}.{function.__name__}.ll"
    return os.path.join(os.path.dirname(__file__), name)


def first_line(function: FunctionType) -> str:
    """What the file of a kernel begins with, if it is made of the module as that is now."""
    module = function.__module__.rpartition(".")[-1]
    with open(os.path.join(os.path.dirname(__file__), f"{module}.py"), "rb") as file:
        source = file.read().replace(b"\r\n", b"\n")
    return f"; Made from {module}.py by generate.py: {content_hash(source)}"


def above(types: str) -> str:
    """The line above a text for arguments of some types."""
    return f"\n; {types}\n"


def shipped(function: FunctionType, types: str, name: str) -> str | None:
    """The text of a kernel under a name, if it comes with the library.

    Parameters
    ----------
    function : function
    types : str
        Of the arguments.
    name : str

    Returns
    -------
    str or None
        None where the kernel is not ours, or not made for these types, or the module of the
        kernel has been changed since.
    """
    if function.__module__.rpartition(".")[0] != _PACKAGE:
        return None
    try:
        with open(path_of(function), encoding="ascii") as file:
            head, _, texts = file.read().partition("\n")
        if head != first_line(function):
            return None
    except OSError:  # a kernel without a file, or a library without sources
        return None
    _, found, rest = texts.partition(above(types))
    text = rest.partition(_END)[0]
    return text.replace(f"@{NAME}(", f"@{name}(") if found else None
