"""A program compiled against the same one interpreted."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import functrace as ft
from tests.fuzz import _support
from tests.fuzz._program import Program
from tests.fuzz._twins import off_slope, twins

_STRICT = {"float32": 2e-5, "complex64": 2e-5, "float64": 1e-9, "complex128": 1e-9}
_NOT_INDEXED = "only integers, slices"  # plain arrays by traced values, without source
_RUNS = 6  # with errors, to see how far values are determined
_UNITS = 200  # in the last place of the largest value
_MARGIN = 20.0  # by which a difference may exceed those of runs with errors


@dataclass
class Outcome:
    """What came of one program.

    Attributes
    ----------
    kind : str
        "equal" (every bit), "close" (within the strict tolerance), "ill-conditioned"
        (explained by the errors of rounding), "raises" (both do), "refused" (cannot be
        compiled, and says so), "mismatch".
    detail : str
        What differed.
    difference : float
        The largest, relative to the largest element.
    seconds : dict
        By stage.
    """

    kind: str
    detail: str = ""
    difference: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict)


class Raised:
    """An exception as a result."""

    def __init__(self, error: BaseException) -> None:
        self.kind = type(error)
        self.text = f"{type(error).__name__}: {error}"
        # NumPy's own refusal to put a traced value into an array comes last.
        said = str(error).startswith(("functrace", _NOT_INDEXED))
        self.deliberate = said and not isinstance(error, AssertionError)


def attempt(function: Callable[..., Any], args: Sequence[Any]) -> Any:
    """The leaves of the result, or what was raised."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return _support.leaves_of(function(*args))
        except Exception as error:  # noqa: BLE001 - it is what is compared
            return Raised(error)


def compare(program: Program) -> Outcome:
    """Run it both ways."""
    start = time.perf_counter()
    plain = program.plain()
    expected = attempt(program.transformed(plain), program.arguments())
    middle = time.perf_counter()
    outcome = _compiled(program, plain, expected)
    end = time.perf_counter()
    if outcome.kind != "mismatch" and not isinstance(expected, Raised):
        outcome = _modes(program) or outcome
    outcome.seconds = {
        "interpreted": middle - start,
        "compiled": end - middle,
        "modes": time.perf_counter() - end,
    }
    return outcome


def _modes(program: Program) -> Outcome | None:
    """Whether derivatives differ that forward mode and reverse mode find, un-jitted."""
    pair = twins(program) if program.places else None
    if pair is None:
        return None
    got, expected = (attempt(p.transformed(p.plain()), p.arguments()) for p in pair)
    if isinstance(got, Raised) or isinstance(expected, Raised):
        return None
    if not got or not all(np.all(np.isfinite(x)) for x in (*got, *expected)):
        return None
    if [x.dtype for x in got] != [x.dtype for x in expected]:
        return None  # Jacobians have the dtype of results or of arguments
    slope = got[-1]
    # In double precision, too: where functions lose digits, modes lose others.
    got, expected = ([x.astype("float32") for x in xs] for xs in (got, expected))
    outcome = _values(pair[1], got, expected)
    if outcome.kind == "mismatch":
        outcome.detail = f"{pair[0].wrap} / {pair[1].wrap}: {outcome.detail}"
        return outcome
    if pair[0].wrap != "forward" or not program.has_slope:
        return None
    apart = off_slope(pair[0], float(slope))
    return Outcome("mismatch", apart) if apart else None


def compiled_of(program: Program, plain: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its transform, compiled one way or the other."""
    if program.way == "inside":
        return program.transformed(ft.jit(plain))
    return ft.jit(program.transformed(plain))


def _compiled(program: Program, plain: Callable[..., Any], expected: Any) -> Outcome:
    fast = compiled_of(program, plain)
    given = program.arguments()
    got = attempt(fast, given)
    if isinstance(got, Raised) or isinstance(expected, Raised):
        return _exceptions(got, expected)
    changed = _changed(given, program)
    if changed:
        return Outcome("mismatch", changed)
    outcome = _values(program, got, expected)
    if outcome.kind == "mismatch":
        return outcome
    return _again(program, fast, got) or outcome


def _exceptions(got: Any, expected: Any) -> Outcome:
    if isinstance(got, Raised) and isinstance(expected, Raised):
        differ = "" if got.kind is expected.kind else f" / {expected.text}"
        return Outcome("raises", got.text + differ)
    if isinstance(got, Raised):
        refused = got.deliberate
        return Outcome("refused" if refused else "mismatch", f"raises {got.text}")
    refused = expected.deliberate
    kind = "refused" if refused else "mismatch"
    return Outcome(kind, f"does not raise {expected.text}")


def _changed(given: Sequence[Any], program: Program) -> str:
    """Whether the call wrote into an argument that the plain function leaves alone."""
    untouched = program.arguments()
    if all(map(_same_bits, given, untouched)):
        return ""
    attempted = program.arguments()
    attempt(program.transformed(program.plain()), attempted)
    for i, (a, b, c) in enumerate(zip(given, untouched, attempted, strict=True)):
        if not _same_bits(a, b) and _same_bits(b, c):
            return f"argument {i} was changed"
    return ""


def _same_bits(a: Any, b: Any) -> bool:
    return np.asarray(a).tobytes() == np.asarray(b).tobytes()


def _again(
    program: Program, fast: Callable[..., Any], got: Sequence[Any]
) -> Outcome | None:
    """The second call, by the short way, gives the same bits."""
    again = attempt(fast, program.arguments())
    if isinstance(again, Raised):
        return Outcome("mismatch", f"the second call raises {again.text}")
    for i, (a, b) in enumerate(zip(got, again, strict=True)):
        if not _same_bits(a, b):
            return Outcome("mismatch", f"output {i}: the second call differs")
    return None


# -- values ------------------------------------------------------------------------------


def _values(program: Program, got: Sequence[Any], expected: Sequence[Any]) -> Outcome:
    if len(got) != len(expected):
        return Outcome("mismatch", f"{len(got)} outputs, not {len(expected)}")
    for i, (a, b) in enumerate(zip(got, expected, strict=True)):
        if (a.dtype, a.shape) != (b.dtype, b.shape):
            return Outcome(
                "mismatch", f"output {i}: {a.dtype}{a.shape}, not {b.dtype}{b.shape}"
            )
    found = [_difference(a, b) for a, b in zip(got, expected, strict=True)]
    largest = max(found, default=0.0)
    if all(_same_bits(a, b) for a, b in zip(got, expected, strict=True)):
        return Outcome("equal")
    strict = [
        d <= _STRICT.get(b.dtype.name, 0.0)
        for d, b in zip(found, expected, strict=True)
    ]
    if all(strict):
        return Outcome("close", difference=largest)
    wrong = [i for i, good in enumerate(strict) if not good]
    doubtful = _beyond_errors(program, got, expected, wrong)
    if not doubtful:
        return Outcome("ill-conditioned", f"outputs {wrong}", largest)
    i = doubtful[0]
    return Outcome("mismatch", _describe(i, got[i], expected[i], found[i]), largest)


def _difference(a: Any, b: Any) -> float:
    """The largest, relative to the largest element; infinite if NaN do not agree."""
    if a.dtype.kind not in "fc":
        return float(not np.array_equal(a, b))
    if not a.size:
        return 0.0
    good = np.isfinite(b)
    if not np.array_equal(good, np.isfinite(a)):
        return np.inf
    if not np.array_equal(np.asarray(a)[~good], np.asarray(b)[~good], equal_nan=True):
        return np.inf
    scale = np.max(np.abs(b), initial=0, where=good)
    with np.errstate(all="ignore"):
        apart = np.max(np.abs(np.subtract(a, b)), initial=0, where=good)
        return float(apart / scale) if apart else 0.0


def _beyond_errors(
    program: Program, got: Sequence[Any], expected: Sequence[Any], wrong: Sequence[int]
) -> list[int]:
    """Which outputs differ by more than rounding errors in every line explain.

    Within a line, where products may cancel, the errors are those of the largest value.
    """
    largest = max(map(_largest, (*program.values, *expected)), default=0.0)
    units = [
        _UNITS * np.finfo(b.dtype).eps if b.dtype.kind in "fc" else 0 for b in expected
    ]
    wrong = [i for i in wrong if not _within(got[i], expected[i], units[i] * largest)]
    if not wrong:
        return []
    function = program.transformed(program.plain(noise=True))
    runs: list[Any] = []
    for seed in range(_RUNS):
        _support.reseed(seed)
        run = attempt(function, program.arguments())
        if not isinstance(run, Raised) and len(run) == len(expected):
            runs.append(run)
    return [
        i
        for i in wrong
        if not _explained(got[i], expected[i], [run[i] for run in runs])
    ]


def _largest(value: Any) -> float:
    """The largest finite element's size."""
    size = np.abs(np.asarray(value, dtype=complex))
    return float(np.max(size, initial=0, where=np.isfinite(size)))


def _within(a: Any, b: Any, bound: float) -> bool:
    """Whether no element differs by more."""
    if a.dtype.kind not in "fc" or not np.array_equal(np.isfinite(a), np.isfinite(b)):
        return False
    with np.errstate(all="ignore"):
        return bool(np.all((np.abs(a - b) <= bound) | (a == b) | np.isnan(b)))


def _explained(a: Any, b: Any, runs: Sequence[Any]) -> bool:
    runs = [run for run in runs if run.shape == b.shape and run.dtype == b.dtype]
    if not runs:
        return False
    odd = (
        (~np.isfinite(a)) | ~np.isfinite(b)
        if a.dtype.kind in "fc"
        else np.ones(a.shape, bool)
    )
    moved = np.any([(run != b) & ~((run != run) & (b != b)) for run in runs], axis=0)
    differs = (a != b) & ~((a != a) & (b != b))
    if np.any(odd & differs & ~moved):
        return False
    if a.dtype.kind not in "fc":
        return True
    with np.errstate(all="ignore"):
        usual = ~odd & np.all([np.isfinite(run) for run in runs], axis=0)
        apart = np.max(np.abs(a - b), initial=0, where=usual)
        spread = max(
            float(np.max(np.abs(run - b), initial=0, where=usual)) for run in runs
        )
    return bool(apart <= _MARGIN * spread)


def _describe(i: int, a: Any, b: Any, difference: float) -> str:
    with np.errstate(all="ignore"):
        places = np.argwhere((a != b) & ~((a != a) & (b != b)))
        apart = [(a[tuple(p)], b[tuple(p)]) for p in places[:3]]
    return (
        f"output {i}: {b.dtype}{b.shape} differs by {difference:.1e} in {len(places)} "
        f"places, such as {[tuple(map(int, p)) for p in places[:3]]}: "
        + "; ".join(f"{x!r}, not {y!r}" for x, y in apart)
    )
