"""What stands in the place of a list while one round of a loop is traced for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from functrace.transforms._capture.counters import AttemptError, RoundsDifferError

_DEEPEST = 8  # items before the end of a list that are read


class LookedBackError(AttemptError):
    """A round reads what earlier ones appended; it is to be traced again, given that.

    Attributes
    ----------
    stand_in : ListStandIn
        What stands for the list.
    """

    def __init__(self, stand_in: ListStandIn) -> None:
        super().__init__()
        self.stand_in = stand_in


class ListStandIn:
    """Stands for a list.

    Attributes
    ----------
    appended : list
        In this round.
    last : dict
        What was appended last before it.
    depth : int
        How much of that is asked for.
    """

    def __init__(self, note: Callable[[Sequence[Any]], None]) -> None:
        self.appended: list[Any] = []
        self.last: dict[int, Any] = {}
        self.depth = 0
        self._note = note

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What ``isinstance`` takes it for."""
        return list

    def append(self, item: Any) -> None:
        self._note([item])
        self.appended.append(item)

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not int or not -_DEEPEST <= index < 0:
            raise RoundsDifferError
        behind = -1 - index - len(self.appended)
        if behind < 0:
            return self.appended[index]
        if behind not in self.last:
            self.depth = behind + 1
            raise LookedBackError(self)
        return self.last[behind]

    def __getattr__(self, name: str) -> NoReturn:
        raise RoundsDifferError

    def _refuse(self, *args: Any, **options: Any) -> NoReturn:
        raise RoundsDifferError

    __add__ = __radd__ = __iadd__ = __mul__ = __rmul__ = __imul__ = _refuse
    __bool__ = __contains__ = __delitem__ = __setitem__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __iter__ = __len__ = __reversed__ = __repr__ = __str__ = __format__ = _refuse
    __copy__ = __deepcopy__ = __reduce_ex__ = _refuse
