"""Failing programs made smaller, as long as they fail."""

from __future__ import annotations

import copy
import dataclasses
import re
from collections.abc import Callable, Iterator

from tests.fuzz._compare import compare
from tests.fuzz._guard import guarded
from tests.fuzz._program import Body, Program
from tests.fuzz._write import tuple_of


def outcome_of(program: Program, limit: float = 60.0) -> str:
    """The kind of outcome, found in a process that may crash."""

    def work(_: int) -> dict[str, str]:
        return {"kind": compare(program).kind}

    (result,) = guarded(work, [0], log="/dev/null", limit=limit)
    return result.report["kind"] if result.report else result.failure


def shrunk(program: Program, outcome: Callable[[Program], str] = outcome_of) -> Program:
    """A smaller program with the same kind of outcome."""
    kind = outcome(program)
    found = True
    while found:
        found = False
        for candidate in _smaller(program):
            if outcome(candidate) == kind:
                program, found = candidate, True
                break
    return program


def _smaller(program: Program) -> Iterator[Program]:
    """Programs with something left out; what leaves out most comes first."""
    if program.wrap != "none":
        yield dataclasses.replace(program, wrap="none")
    if program.axes is not None:
        yield dataclasses.replace(program, axes=None)
    if program.way == "inside" and program.wrap == "none":
        yield dataclasses.replace(program, way="outside")
    names = re.findall(r"\w+", program.main.result)
    if len(names) > 1:
        yield from (_returning(program, [n]) for n in names)
    count = sum(1 for _ in program.main.every_line())
    yield from (_without(program, i, _drop) for i in range(count))
    lines = [body.lines[i] for body, i in program.main.every_line()]
    for i, line in enumerate(lines):
        if line.names and line.tag != "constant":
            yield _without(program, i, _fix)
    yield from _without_inputs(program)


def _returning(program: Program, names: list[str]) -> Program:
    main = dataclasses.replace(program.main, result=tuple_of(names))
    return dataclasses.replace(program, main=main)


def _without(
    program: Program, number: int, change: Callable[[Program, Body, int], None]
) -> Program:
    """With one of its lines changed."""
    smaller = dataclasses.replace(
        program, main=copy.deepcopy(program.main), constants=dict(program.constants)
    )
    body, index = list(smaller.main.every_line())[number]
    change(smaller, body, index)
    return smaller


def _drop(program: Program, body: Body, index: int) -> None:
    del body.lines[index]


def _fix(program: Program, body: Body, index: int) -> None:
    """Constants in place of what the line computes."""
    line = body.lines[index]
    values = []
    for name, value in zip(line.names, line.values, strict=True):
        program.constants[f"k{name}"] = value
        values.append(f"k{name}.copy()[()]")
    line.text = f"{', '.join(line.names)} = {', '.join(values)}"
    line.tag, line.bodies = "constant", []


def _without_inputs(program: Program) -> Iterator[Program]:
    """Without one that is not used."""
    text = "\n".join(program.text().split("\n")[1:])
    for i, name in enumerate(program.main.params):
        if not re.search(rf"\b{name}\b", text):
            axes = program.axes and program.axes[:i] + program.axes[i + 1 :]
            yield dataclasses.replace(
                program,
                main=dataclasses.replace(
                    program.main,
                    params=program.main.params[:i] + program.main.params[i + 1 :],
                ),
                inputs=program.inputs[:i] + program.inputs[i + 1 :],
                axes=axes if axes and any(a is not None for a in axes) else None,
            )
