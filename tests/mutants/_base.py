"""Errors put into the library on purpose, to see how many of them the tests catch.

``python -m tests.mutate`` tries them; places were drawn at random, weighted by lines, and
the errors made there by someone who did not look at the tests.
"""

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
