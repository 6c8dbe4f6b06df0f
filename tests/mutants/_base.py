"""What an error is."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A text of one file that is replaced by another; it occurs there just once.

    Attributes
    ----------
    file : str
        Under ``functrace/``.
    old, new : str
        Whole lines or parts of lines.
    what : str
        What goes wrong.
    """

    file: str
    old: str
    new: str
    what: str

    @property
    def name(self) -> str:
        """Of a file about it."""
        code = zlib.crc32((self.old + self.new).encode())
        return f"{self.file.replace('/', '.')}-{code:08x}"

    @property
    def words(self) -> set[str]:
        """Which the tests' names may have that are about it."""
        return set(re.findall(r"[a-z0-9]{4,}", f"{self.file} {self.what}"))
