"""Import of the files that declare samples and calls."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

FAILED: dict[
    str, BaseException
] = {}  # files that cannot be imported; a test reports them


def modules(folder: str) -> list[ModuleType]:
    """The modules in ``tests/folder``, in alphabetical order."""
    found: list[ModuleType] = []
    for path in sorted((Path(__file__).parent / folder).glob("[!_]*.py")):
        name = f"tests.{folder}.{path.stem}"
        try:
            found.append(importlib.import_module(name))
        except Exception as error:  # noqa: BLE001 - one broken file must not hide the others
            FAILED[name] = error
    return found
