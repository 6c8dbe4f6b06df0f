"""Largest errors of the compiled elementary functions, on several machines.

python -m benchmarks.accuracy [name ...] [--dtype f64 f32 c64 c32] [--isa avx2 ...]

Code for narrower registers of x86 runs here; that for AArch64 runs under an emulator
(Debian's gcc-aarch64-linux-gnu and qemu-user-static). Exact values are those of MPFR and
MPC, of which gmpy2 is the binding.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks.accuracy import _report
from benchmarks.accuracy._exact import has_reference
from benchmarks.accuracy._functions import DTYPES, Function, functions
from benchmarks.accuracy._machines import MACHINES, reason_against
from benchmarks.accuracy._measure import Row, measure, measure_all

Case = tuple[Function, str, str, int]


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy", description=__doc__
    )
    add = options.add_argument
    add("names", nargs="*", help="of functions; default: all")
    add("--dtype", nargs="+", choices=list(DTYPES), default=["f64", "f32"])
    add("--lanes", nargs="+", type=int, help="0 is scalar code; default: as in loops")
    add("--isa", nargs="+", choices=list(MACHINES), default=["host"])
    add("--points", type=int, default=10**6, help="of each function and dtype")
    add("--exhaustive", action="store_true", help="all numbers: f32, of one argument")
    add("--cache", type=Path, default=Path(".accuracy"), help="folder of exact values")
    add("--json", type=Path, metavar="FILE", help="add to the rows in this file")
    add("--markdown", type=Path, metavar="FILE", help="tables of them, in this page")
    return options


def cases(given: argparse.Namespace) -> Iterator[Case]:
    """Functions, dtypes, machines and lanes that the command line asks for."""
    for kind in given.dtype:
        known = functions(kind)
        for name in given.names or known:
            if name not in known:
                continue
            for isa in given.isa:
                lanes = given.lanes or [MACHINES[isa].double_lanes]
                yield from ((known[name], kind, isa, count) for count in lanes)


def check(given: argparse.Namespace) -> None:
    """Stop at what cannot be measured."""
    for isa in given.isa:
        if reason := reason_against(isa):
            raise SystemExit(f"{isa}: {reason}")
    known = {name for kind in given.dtype for name in functions(kind)}
    if unknown := sorted(set(given.names) - known):
        raise SystemExit(f"{', '.join(unknown)} not among {', '.join(sorted(known))}")


def measured(case: Case, given: argparse.Namespace) -> Row | None:
    """The row of a case; None if there is nothing to compare with."""
    function, kind, isa, lanes = case
    if given.exhaustive:
        if kind != "f32" or function.arity != 1:
            return None
        return measure_all(function, isa, lanes)
    if not has_reference(function.name, kind):
        print(f"{function.name}: no exact function is known")
        return None
    return measure(function, kind, isa, lanes, given.points, given.cache)


def main(arguments: list[str] | None = None) -> list[Row]:
    """Run from the command line."""
    given = parser().parse_args(arguments)
    check(given)
    rows = _report.read(given.json) if given.json else []
    for case in cases(given):
        if row := measured(case, given):
            print(_report.line(row), flush=True)
            rows = _report.merged(rows, [row])
            if given.json:  # each time: a run may take an hour
                _report.write(given.json, rows)
    if given.markdown:
        _report.write_page(given.markdown, rows)
    return rows


if __name__ == "__main__":
    main()
