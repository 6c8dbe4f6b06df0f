"""Syntax trees of users' texts, without Python's warnings: it has given them already.

Where warnings are errors, they would make a text one that is no Python.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType


@contextmanager
def _quietly() -> Iterator[None]:
    with warnings.catch_warnings():
        for kind in (SyntaxWarning, DeprecationWarning):
            warnings.simplefilter("ignore", kind)
        yield


def parse(text: str) -> ast.Module:
    """See `ast.parse`."""
    with _quietly():
        return ast.parse(text)


def compile_tree(tree: ast.Module, file: str, flags: int) -> CodeType:
    """See `compile`."""
    with _quietly():
        return compile(tree, file, "exec", flags, dont_inherit=True)
