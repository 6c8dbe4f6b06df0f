"""What a trace took from outside the function: it must not change unnoticed.

A compiled function holds the values that its trace saw in closures, globals and
attributes, and the code of the functions that it called. `Reach` finds what may matter;
`Checks` tells at each call whether it is as it was. Libraries are presumed constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from functrace.core.guard import Snapshot
from functrace.transforms._checks import Checks
from functrace.transforms._reach import Reach


class Watch:
    """Tells whether anything has changed since it was made.

    Make it before the trace. What the trace itself changes is not watched: it is a side
    effect of the function, which happens when it is compiled.

    Parameters
    ----------
    fun : callable
    statics : iterable of (str, object)
        Arguments that were fixed, with their names.

    Attributes
    ----------
    checks : Checks
    generators : list
        Of random numbers, that the function can reach.
    names : set of str
        That occur in its code.
    changed : str or None
        What the trace has changed, in words.
    moved : list of str
        Likewise, all that are numbers or arrays of them.
    """

    changed: str | None = None
    moved: Sequence[str] = ()

    def __init__(
        self, fun: Callable[..., Any], statics: Iterable[tuple[str, Any]]
    ) -> None:
        self.checks = Checks()
        reach = Reach(fun, statics, self.checks)
        self.generators = reach.generators
        self.names = reach.names

    def __bool__(self) -> bool:
        return bool(self.checks)

    def finish(self, snapshots: Iterable[Snapshot]) -> None:
        """After the trace: add the arrays that traced operations took."""
        self.changed = self.change()
        if self.changed is not None:
            self.moved = self.checks.moved()
        self.checks.drop_broken()
        known = {x.array_id for x in self.checks.objects if type(x) is Snapshot}
        for snapshot in snapshots:
            if snapshot.array_id in known:
                continue
            what = f"{snapshot.dtype}{[*snapshot.index.shape]}"
            words = f"a captured array {what} was changed in place"
            self.checks.add(words, "{0}.holds()", snapshot)

    def change(self) -> str | None:
        """What has changed, in words; None if nothing has."""
        return None if self.checks.hold() else self.checks.first_broken()

    def written(self) -> str | None:
        """Which array has been changed in place, in words; None if none has."""
        return next(
            (words for words, x in self.checks.about(Snapshot) if not x.holds()), None
        )
