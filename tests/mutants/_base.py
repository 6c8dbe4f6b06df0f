"""What an error is."""

from __future__ import annotations

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
