"""Repeated structure in recorded graphs becomes loops again.

A Python `for` that is traced leaves its rounds one after another. Here they are found and
become a `scan` of one round, before the graph is differentiated or compiled: operations
become numbers (`items.py`), in which periods are found (`runs.py`); whether the rounds
of a period are those of a loop, and what they hand on to each other, is decided by how the
numbers change from round to round (`fit.py`), loops in loops by doing so again
(`search.py`); what is worth it (`worth.py`) is written as a loop (`emit.py`, `scans.py`).
What branches take of a round is outside of them until then (`constants.py`).
"""

from functrace.transforms._rolling.past import Handles
from functrace.transforms._rolling.rolled import Finished, finished, rolled

__all__ = ["Finished", "Handles", "finished", "rolled"]
