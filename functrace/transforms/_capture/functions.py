"""Functions whose code is exchanged for rewritten code while functions are traced.

A function that was rewritten once begins so in the next trace. Functions are found by
their code, also those that make others of it when they run: in them it is a constant.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple
from weakref import ref

from functrace.core.locks import CAPTURING
from functrace.transforms._capture.visible import functions_at


class _Known(NamedTuple):
    """A function with its own code, and the one that it has while something is traced."""

    function: ref[FunctionType]
    plain: CodeType
    rewritten: CodeType


_table: dict[tuple[str, CodeType], CodeType] = {}  # equal code may be of several files
_made: set[tuple[str, CodeType]] = set()
_plain: dict[
    tuple[str, CodeType], CodeType
] = {}  # of what makes others, rewritten ones
known: dict[int, _Known] = {}
_long: set[tuple[str, CodeType]] = set()  # rewritten because their loops take long
_given_up: set[tuple[str, CodeType]] = set()
_under_way: list[None] = []  # traces, of all threads
_adopted: list[None] = []  # for each time that functions were


@contextmanager
def exchanged() -> Iterator[None]:
    """While functions are traced, those that were rewritten have the other code."""
    with CAPTURING:
        if not _under_way:
            _exchange(list(known.values()))
        _under_way.append(None)
    try:
        yield
    finally:
        with CAPTURING:
            _under_way.pop()
            if not _under_way:
                _restore()


def _exchange(functions: list[_Known]) -> None:
    for each in functions:
        function = each.function()
        if function is not None:
            function.__code__ = each.rewritten


def _restore() -> None:
    for each in list(known.values()):
        function = each.function()
        if function is not None and function.__code__ is each.rewritten:
            function.__code__ = each.plain


def plain_of(code: CodeType) -> CodeType:
    """What some code is outside of traces, if only functions that it makes are others."""
    return _plain.get((code.co_filename, code), code)


def is_rewritten(code: CodeType) -> bool:
    """Whether there is other code for some code."""
    return (code.co_filename, code) in _table


def is_made(code: CodeType) -> bool:
    """Whether it is rewritten code, or a part of it."""
    return (code.co_filename, code) in _made


def add(code: CodeType, made: Sequence[CodeType]) -> None:
    """Have functions of some code be traced with other code, which comes with its parts."""
    with CAPTURING:
        _table[code.co_filename, code] = made[0]
        _made.update((code.co_filename, each) for each in made)


def adopt(
    code: CodeType, frames: Iterable[FrameType], others: Iterable[FunctionType] = ()
) -> bool:
    """Exchange the code of all functions that have, or make functions of, some code.

    Whether there are any that were not known. `others`: what the collector may not show.
    """
    with CAPTURING:
        seen = chain(gc.get_objects(), functions_at(frames), others)
        found = dict(_functions_with(code, seen))
        for function, plain in found.items():
            entry = _Known(ref(function, _forgetting(id(function))), plain, _new(plain))
            known[id(function)] = entry
            if _under_way:
                _exchange([entry])
        if found:
            _adopted.append(None)
        return bool(found)


def add_long(code: CodeType) -> None:
    """Some code has been rewritten for no other reason than that its loops take long."""
    _long.add((code.co_filename, code))


def give_up(code: CodeType) -> None:
    """Do not rewrite some code for that reason."""
    _given_up.add((code.co_filename, code))


def is_given_up(code: CodeType) -> bool:
    """Whether that has been tried in vain."""
    return (code.co_filename, code) in _given_up


def long_in(found: Iterable[FunctionType]) -> list[CodeType]:
    """What has been of some functions, and of those that they make."""
    plain = [_plain_code(function) for function in found] if _long else []
    return [code for _, code in _long if any(_has(each, code) for each in plain)]


def _plain_code(function: FunctionType) -> CodeType:
    entry = known.get(id(function))
    is_known = entry is not None and entry.function() is function
    return entry.plain if entry is not None and is_known else function.__code__


def withdraw(codes: Iterable[CodeType]) -> None:
    """Let functions that were rewritten for that reason be as they are."""
    with CAPTURING:
        keys = {(code.co_filename, code) for code in codes}
        _given_up.update(keys)
        _long.difference_update(keys)
        for key in keys:
            _table.pop(key, None)
        for place, entry in list(known.items()):
            new = _new(entry.plain)
            if new == entry.rewritten:
                continue
            function = entry.function()
            if function is not None and function.__code__ is entry.rewritten:
                function.__code__ = new if _under_way else entry.plain
            if new is entry.plain:
                del known[place]
            else:
                known[place] = entry._replace(rewritten=new)


def adoptions() -> int:
    """How often functions were adopted, by any thread."""
    return len(_adopted)


def _functions_with(
    code: CodeType, seen: Iterable[Any]
) -> Iterator[tuple[FunctionType, CodeType]]:
    """Functions, with their own code, that are not yet as they are to be."""
    name = code.co_filename
    for function in seen:
        if type(function) is not FunctionType:
            continue
        entry = known.get(id(function))
        if entry is not None and entry.function() is function:
            plain = entry.plain
            if function.__code__ not in (plain, entry.rewritten):
                continue  # somebody else has changed it
        else:
            entry, plain = None, function.__code__
        has = plain.co_filename == name and _has(plain, code)
        if has and (entry is None or entry.rewritten != _new(plain)):
            yield function, plain


def _has(whole: CodeType, code: CodeType) -> bool:
    return whole == code or any(
        _has(const, code) for const in whole.co_consts if isinstance(const, CodeType)
    )


def _new(code: CodeType) -> CodeType:
    """The code that is to take the place of some code."""
    base = _table.get((code.co_filename, code), code)
    consts = tuple([_new(c) if isinstance(c, CodeType) else c for c in base.co_consts])
    pairs = zip(consts, base.co_consts, strict=True)
    if all(new is old for new, old in pairs):
        return base
    made = base.replace(co_consts=consts)
    if base is code:
        _plain[code.co_filename, made] = code
    else:
        _made.add((code.co_filename, made))
    return made


def _forgetting(place: int) -> Any:
    return lambda _: known.pop(place, None)
