"""What rewritten functions call."""

from __future__ import annotations

from functrace.transforms._capture import (
    branches,
    builtins,
    loops,
    printing,
    selecting,
    tracing,
)
from functrace.transforms._capture.places import UNREAD


class _Helpers:
    """A constant of rewritten code."""

    if_ = staticmethod(branches.if_)
    choose = staticmethod(branches.choose)
    not_ = staticmethod(branches.not_)
    and_ = staticmethod(branches.and_)
    or_ = staticmethod(branches.or_)
    compare = staticmethod(branches.compare)
    while_ = staticmethod(loops.while_)
    for_ = staticmethod(loops.for_)
    builtin = staticmethod(builtins.builtin)
    filtered = staticmethod(builtins.filtered)
    printed = staticmethod(printing.printed)
    formatted = staticmethod(printing.formatted)
    filled = staticmethod(printing.filled)
    percent = staticmethod(printing.percent)
    raising = staticmethod(tracing.raise_in_branch)
    kept = staticmethod(selecting.kept)
    selected = staticmethod(selecting.selected)
    item = staticmethod(builtins.item)
    is_sequence = staticmethod(builtins.is_sequence)
    known = staticmethod(builtins.known)
    slice = slice
    unread = UNREAD


HELPERS = _Helpers()
