"""Random programs, damaged caches and racing threads: ``python -m tests.fuzz --help``."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")


def _share_short_loops() -> None:
    """Cut all loops into pieces, however short, for three threads."""
    import functrace as ft  # noqa: PLC0415 - after the environment
    from functrace.compiler.plan import chunks  # noqa: PLC0415

    chunks.FEWEST, chunks.LEAST, chunks.CHUNK = 2, 0, 1e-3
    ft.set_num_threads(3)


def _cut_short_arrays() -> None:
    """Run loops over arrays in strips, however short."""
    from functrace.primitives._strips import regions  # noqa: PLC0415 - as above

    regions.FAR, regions.LEAST, regions.NEAR = 0, 1, 64


def _prepare(options: argparse.Namespace) -> None:
    from tests._checked_plans import check_every_plan  # noqa: PLC0415 - as above

    check_every_plan()
    if options.pieces:
        _share_short_loops()
    if options.strips:
        _cut_short_arrays()


def _programs(options: argparse.Namespace) -> int:
    from tests.fuzz._campaign import run_one  # noqa: PLC0415 - after the environment

    _prepare(options)
    return _campaign(run_one, options)


def _plain(options: argparse.Namespace) -> int:
    from tests.fuzz._plain import run_plain  # noqa: PLC0415 - after the environment

    if options.strips:
        _cut_short_arrays()
    with tempfile.TemporaryDirectory() as folder:  # some of its programs are odd ones
        os.environ["FUNCTRACE_CACHE_DIR"] = folder
        return _campaign(run_plain, options)


def _stencils(options: argparse.Namespace) -> int:
    import functrace as ft  # noqa: PLC0415 - after the environment
    from tests._checked_plans import check_every_plan  # noqa: PLC0415
    from tests.fuzz._stencils import run_stencil  # noqa: PLC0415

    check_every_plan()
    ft.set_num_threads(3)
    return _campaign(run_stencil, options)


def _patterns(options: argparse.Namespace) -> int:
    from tests.fuzz._patterns import run_pattern  # noqa: PLC0415 - as above

    return _campaign(run_pattern, options)


def _campaign(
    work: Callable[[int], dict[str, Any]], options: argparse.Namespace
) -> int:
    from tests.fuzz._campaign import campaign  # noqa: PLC0415 - after the environment

    log, first, count = Path(options.log), options.seed, options.count
    totals = campaign(work, first, count, log, options.time)
    bad = sum(totals.kinds[k] for k in ("mismatch", "crash", "generator"))
    print(totals.count, "programs:", dict(totals.kinds.most_common()))  # noqa: T201
    return int(bad > 0)


def _program(options: argparse.Namespace) -> int:
    from tests.fuzz._compare import compare  # noqa: PLC0415 - after the environment
    from tests.fuzz._make import make_program  # noqa: PLC0415
    from tests.fuzz._shrink import shrunk  # noqa: PLC0415

    _prepare(options)
    program = make_program(options.seed)
    if options.shrink:
        program = shrunk(program)
    if options.show:
        print(program.show())  # noqa: T201
    outcome = compare(program)
    print(outcome.kind, outcome.detail)  # noqa: T201
    return int(outcome.kind == "mismatch")


def _cache(options: argparse.Namespace) -> int:
    from tests.fuzz._cache import cache_jobs  # noqa: PLC0415

    log = Path(options.log)
    log.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        return cache_jobs(
            Path(folder) / "cache",
            options.count,
            options.jobs,
            options.seed,
            str(log / "stderr.log"),
        )


def _threads(options: argparse.Namespace) -> int:
    from tests.fuzz._campaign import repeat  # noqa: PLC0415
    from tests.fuzz._threads import run_schedule  # noqa: PLC0415

    seeds = range(options.seed, options.seed + options.count)
    return repeat(run_schedule, seeds, Path(options.log), options.time)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    commands = parser.add_subparsers(required=True)
    for name, run, text in (
        ("programs", _programs, "compare many random programs"),
        ("plain", _plain, "compare many programs of plain Python"),
        ("stencils", _stencils, "compare programs with tiles and without"),
        ("patterns", _patterns, "compare sparse derivatives of many programs"),
        ("cache", _cache, "compare programs whose files on disk are damaged"),
        ("threads", _threads, "call compiled functions from racing threads"),
    ):
        many = commands.add_parser(name, help=text)
        many.add_argument("--count", type=int, default=1000)
        many.add_argument("--seed", type=int, default=0)
        many.add_argument("--time", type=float, default=1e9, help="seconds")
        many.add_argument("--jobs", type=int, default=1, help="processes at once")
        many.add_argument("--log", default="/tmp/functrace-fuzz", help="folder")
        many.set_defaults(run=run)
    one = commands.add_parser("program", help="compare the program of a seed")
    one.add_argument("--seed", type=int, required=True)
    one.add_argument("--show", action="store_true", help="print it")
    one.add_argument("--shrink", action="store_true", help="leave lines out first")
    one.set_defaults(run=_program)
    for parser_of_programs in (commands.choices["programs"], one):
        parser_of_programs.add_argument(
            "--pieces", action="store_true", help="share short loops among threads"
        )
    for name in ("programs", "plain"):
        commands.choices[name].add_argument(
            "--strips",
            action="store_true",
            help="run loops over short arrays in strips",
        )
    one.set_defaults(strips=False)
    return parser.parse_args()


if __name__ == "__main__":
    options = _arguments()
    raise SystemExit(options.run(options))
