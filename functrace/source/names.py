"""Names of variables in the text."""

from __future__ import annotations

import builtins
import itertools
import keyword
import re
from collections.abc import Collection

_TAKEN = frozenset(
    (*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "np", "special")
)
# What the library calls the inputs of graphs that it makes, which tells readers nothing.
_OWN = frozenset(
    (
        "captured",
        "carry",
        "cotangent",
        "fixed",
        "free",
        "go",
        "operand",
        "row",
        "tangent",
    )
)
_ENDING = re.compile(r"((_bar|_dot)+)(_\d+)?$")


def identifier(label: str) -> str:
    """A name that is like a label, as ``params['w'][0]``."""
    name = _word(label)
    return f"{name}_" if name in _TAKEN else name


def _word(label: str) -> str:
    name = re.sub(r"\W+", "_", label).strip("_")
    return f"x{name}" if not name or name[0].isdigit() else name


def meant(variable: str, aliases: dict[str, str]) -> str:
    """What a variable is called in the text; "" if there is nothing to call it by."""
    if not is_own(variable):
        return variable
    stem = _ENDING.sub("", variable)
    found = aliases.get(stem, "")
    return found + variable[len(stem) :] if found else ""


def is_own(variable: str) -> bool:
    """Whether a variable is none of the user's, or of one of those."""
    return re.sub(r"_\d+$", "", _ENDING.sub("", variable)) in _OWN


class UsedNames:
    """Those that are in use in a function."""

    def __init__(self, reserved: Collection[str] = _TAKEN) -> None:
        self.used: set[str] = set(reserved)

    def new(self, wanted: str) -> str:
        """A name that is not in use, like the wanted one."""
        name = next(n for n in _variants(_word(wanted)) if n not in self.used)
        self.used.add(name)
        return name

    def first(self, *wanted: str) -> str:
        """The first of these that is not in use."""
        name = next((w for w in wanted if w not in self.used), wanted[0])
        return self.new(name)

    def temporary(self) -> str:
        """A name that says nothing."""
        name = next(f"t{k}" for k in itertools.count(1) if f"t{k}" not in self.used)
        self.used.add(name)
        return name


def _variants(name: str) -> itertools.chain[str]:
    numbered = (f"{name}_{k}" for k in itertools.count(1))
    return itertools.chain([name], numbered)
