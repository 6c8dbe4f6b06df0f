"""Patterns of random programs: no entry is missing, and what is recovered is right.

What may be missing is looked for in three ways that know nothing of patterns: dense
derivatives at several points, forward and reverse; tangents that are NaN, which reach
whatever is computed from them; and differences of the plain function in NumPy.
"""

from __future__ import annotations

import random
import re
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

import functrace as ft
from functrace.primitives._dependence.compression import compression_of
from functrace.scipy._compressed import Directly, blocks_of
from functrace.scipy._sparsity import OfChosen, TracedFunction
from tests.fuzz import _support
from tests.fuzz._make import make_program
from tests.fuzz._plain import in_numpy, short_loops
from tests.properties._loops import PlainLoop
from tests.properties._plain import Program
from tests.properties.test_plain_numbers import POINTS as NUMBERS
from tests.properties.test_plain_numbers import Numbers

Call = Callable[..., Any]

_RECOVERED = 4  # of so many programs one has its entries computed
_TRIED = 4  # points for entries that a NaN reaches, though the pattern has none
_STEP = 1e-5
_MOST = 40  # columns: of more, so many are probed
_EXACT = 1e-12
_DENSE = ft.jacfwd, ft.jacrev


class RefusedError(Exception):
    """Of a program that nothing can be said of, with the reason."""


class Case(NamedTuple):
    """A function of arrays.

    Attributes
    ----------
    text : str
    function : callable
        Gives a vector.
    args : tuple
    places : tuple of int
        Those that are differentiated.
    is_slow : bool
        Whether it is better called as it was recorded.
    """

    text: str
    function: Call
    args: tuple[Any, ...]
    places: tuple[int, ...]
    is_slow: bool = False


def run_pattern(seed: int) -> dict[str, Any]:
    """The report on the program of a seed."""
    name = _TURNS[seed % len(_TURNS)]
    whole = seed // len(_TURNS) % _RECOVERED == 0
    report = {"detail": "", "how": [name, "entries" if whole else "pattern", "plain"]}
    rng = np.random.default_rng(seed)
    loops = short_loops() if name == "loops" and rng.random() < 0.7 else in_numpy(True)
    with np.errstate(all="ignore"), warnings.catch_warnings(), loops:
        warnings.simplefilter("ignore")
        case = _FAMILIES[name](seed)
        try:
            kind = check_case(case, rng, whole=whole)
        except RefusedError as reason:
            return {**report, "kind": "refused", "detail": str(reason)}
        except AssertionError as error:
            return {**report, "kind": "mismatch", "detail": f"{error}\n{case.text}"}
    return {**report, "kind": kind}


# -- the programs ------------------------------------------------------------------------


def _of_registry(seed: int) -> Case:
    """Any primitives, in loops and branches of any kind."""
    program = make_program(seed)
    args = tuple(program.arguments()) if program.axes is None else tuple(program.inputs)
    kinds = [_support.dtype_of(x).kind for x in args]
    places = tuple(i for i, kind in enumerate(kinds) if kind == "f")
    args = tuple(np.asarray(x, float) if i in places else x for i, x in enumerate(args))
    plain = program.plain()

    def function(*given: Any) -> Any:
        leaves = _support.leaves_of(plain(*given))
        parts = [
            np.ravel(_support.to(np.real(x), "float64"))
            for x in leaves
            if x.dtype.kind in "fc"
        ]
        return np.concatenate([np.zeros(1), *parts])

    return Case(program.show(), function, args, places, is_slow=True)


def _of_branches(seed: int) -> Case:
    program = Program(seed)
    whole = "np.concatenate([u, v * q, np.array([s, t, r, o.s, w[0], w[1], w[2], {}])])"
    function = _returning(program, whole)
    return Case(program.text, function, (np.linspace(-1.0, 1.3, 4), 0.7), (0, 1))


def _of_numbers(seed: int) -> Case:
    program = Numbers(seed)
    whole = (
        "np.concatenate([np.ravel(u), v * q, np.array([s, t, r, o.s, h + 0 * s, {}])])"
    )
    return Case(program.text, _returning(program, whole), NUMBERS[seed % 2], (0, 2))


def _of_loops(seed: int) -> Case:
    program = PlainLoop(random.Random(seed))
    *lines, total, end = program.text.splitlines()
    whole = (
        "    return np.concatenate([np.ravel(u), p, q, np.array(out), "
        "np.array([a + 0 * x[0], b + 0 * x[0], h + 0 * x[0], total])])"
    )
    program.text = "\n".join([*lines, total, whole])
    args = np.linspace(-1.0, 1.3, 16), np.float64(0.7)
    return Case(f"{program.text}\n{end}", program.function, args, (0, 1))


def _returning(program: Program, whole: str) -> Call:
    """The function, which returns all that it has instead of a number."""
    head = len(program.forms.head.splitlines())
    lines = program.text.splitlines()
    changed = [
        re.sub(r"return (.*)", lambda m: f"return {whole.format(m[1])}", line)
        for line in lines[head:]
    ]
    program.text = "\n".join([*lines[:head], *changed])
    return program.function


_FAMILIES: dict[str, Callable[[int], Case]] = {
    "programs": _of_registry,
    "branches": _of_branches,
    "loops": _of_loops,
    "numbers": _of_numbers,
}
_TURNS = ["programs", *7 * ["branches", "loops", "numbers"]]  # the first take longest


# -- the checks --------------------------------------------------------------------------


def check_case(case: Case, rng: Any, *, whole: bool) -> str:
    """Of the Jacobian, and of the Hessian of a sum of all; what came of it."""
    size = sum(np.size(case.args[i]) for i in case.places)
    if not size or not (case.is_slow or _is_whole(case)):
        return "invalid"
    traced = _found(case.function, case)
    recorded = _recorded(traced, case)
    plain = recorded if case.is_slow else case.function
    _check_dense(
        case.function, case, case.args, traced.sparsity().pattern.toarray(), ft.jacfwd
    )
    _check(traced, plain, case, rng, whole=whole, second=False)
    slopes = _slopes(recorded, case)
    try:
        traced = _found(slopes, case)
    except RefusedError:
        return "same, once"
    plain = _recorded(traced, case)
    _check(traced, plain, case, rng, whole=whole, second=True)
    return "same"


def _check(
    traced: TracedFunction,
    plain: Call,
    case: Case,
    rng: Any,
    *,
    whole: bool,
    second: bool,
) -> None:
    pattern = traced.sparsity().pattern
    mask, recorded = pattern.toarray(), _recorded(traced, case)
    _check_dense(recorded, case, case.args, mask, ft.jacrev)
    point = _moved(case, rng, rng.choice([0.3, 2.0]))
    _check_dense(recorded, case, point, mask, ft.jacfwd)
    if "stop_gradient" not in case.text:  # of which differences know nothing
        columns = rng.permutation(mask.shape[1])[:_MOST]
        _check_differences(plain, case, point, mask, columns)
        _check_reached(recorded, case, mask, rng)
    if whole:
        _check_entries(traced, recorded, case, pattern, second=second)


def _recorded(traced: TracedFunction, case: Case) -> Call:
    """The function as it was recorded."""

    def function(*args: Any) -> Any:
        given = [args[i] for i in case.places]
        return traced.graph.evaluate([*traced.captured, *given])[0]

    return function


def _traced(function: Call, case: Case, args: Sequence[Any]) -> TracedFunction:
    return OfChosen(function, argnums=case.places).traced("functrace", tuple(args), {})


def _is_whole(case: Case) -> bool:
    """Whether NumPy computes it, and something in it is finite."""
    found = _plain_values(case.function, case.args)
    return found is not None and bool(np.any(np.isfinite(found)))


def _plain_values(function: Call, args: Sequence[Any]) -> Any:
    try:
        return np.asarray(function(*map(_copied, args)))
    except Exception:  # noqa: BLE001 - whatever the program raises
        return None


def _copied(x: Any) -> Any:
    return x.copy() if isinstance(x, np.ndarray) else x


def _found(function: Call, case: Case) -> TracedFunction:
    """The function as it is recorded; RefusedError where a dense Jacobian is, too."""
    dense = ft.jit(ft.jacfwd(function, case.places))
    return _attempted(
        lambda *xs: _traced(function, case, xs), case.args, dense, silent=False
    )


def _attempted(
    function: Call, args: Sequence[Any], other: Call, *, silent: bool = True
) -> Any:
    """What it gives; None, or a RefusedError, if it is refused, or the other raises the same.

    AssertionError with any other error, which is a mistake of ours.
    """
    try:
        return function(*map(_copied, args))
    except Exception as error:
        if not (_is_refusal(error) or _raises_alike(other, args, error)):
            trace = traceback.format_exc()
            raise AssertionError(f"internal error: {error!r}\n{trace}") from error
        if silent:
            return None
        raise RefusedError(f"{type(error).__name__}: {error}") from error


def _is_refusal(error: Exception) -> bool:
    """Whether it is raised on purpose: those of other classes say so."""
    if isinstance(error, AssertionError):
        return False
    return isinstance(error, ft.FunctraceError) or str(error).startswith("functrace")


def _raises_alike(function: Call, args: Sequence[Any], error: Exception) -> bool:
    try:
        function(*map(_copied, args))
    except Exception as another:  # noqa: BLE001 - whatever it raises
        return type(another) is type(error)
    return False


def _slopes(function: Call, case: Case) -> Call:
    """The gradient of a sum of all, as one vector."""

    def total(*args: Any) -> Any:
        found = function(*args)
        return np.sum(found * np.cos(1.0 + np.arange(found.size)))

    slope = ft.grad(total, argnums=case.places)
    return lambda *args: np.concatenate([np.ravel(x) for x in slope(*args)])


def _moved(case: Case, rng: Any, size: float) -> tuple[Any, ...]:
    return tuple(
        np.asarray(x + size * rng.normal(size=np.shape(x)))[()]
        if i in case.places
        else x
        for i, x in enumerate(case.args)
    )


def _check_dense(
    function: Call, case: Case, point: Any, pattern: Any, how: Any
) -> None:
    blocks = _attempted(how(function, case.places), point, function)
    if blocks is None:
        return
    parts = [np.reshape(np.asarray(b), (pattern.shape[0], -1)) for b in blocks]
    dense = np.concatenate(parts, axis=1)
    _refuse((np.nan_to_num(dense) != 0) & ~pattern, how.__name__, point)


def _check_differences(
    function: Call, case: Case, point: Any, pattern: Any, columns: Any
) -> None:
    """All of three differences see a slope."""
    middle = _plain_values(function, point)
    if middle is None:
        return
    scale = np.max(np.abs(middle), initial=1.0, where=np.isfinite(middle))

    def slope(column: int, step: float) -> Any:
        found = _plain_values(function, _stepped(point, case.places, column, step))
        if found is None or found.shape != middle.shape:
            return np.zeros_like(middle)
        return (found - middle) / step

    for column in columns:
        steep = np.abs(first := slope(column, _STEP)) * _STEP > 1e-9 * scale
        doubted = steep & ~pattern[:, column]  # more than roundings
        if doubted.any():
            missing = np.zeros_like(pattern)
            missing[:, column] = doubted
            for part in (2, 64):  # no jump, nor some that look like a slope
                slight = slope(column, _STEP / part)
                steady = np.abs(first - slight) < 0.3 * np.abs(slight)
                missing[:, column] &= steady
            _refuse(missing, "differences", point)


def _stepped(point: Any, places: Any, column: int, step: float) -> list[Any]:
    """The point, with one number moved."""
    moved = [_copied(x) for x in point]
    for i in places:
        size = np.size(moved[i])
        if column < size:
            flat = np.array(moved[i], float).reshape(-1)
            flat[column] += step
            moved[i] = flat.reshape(np.shape(moved[i]))[()]
            return moved
        column -= size
    raise AssertionError


def _check_reached(function: Call, case: Case, pattern: Any, rng: Any) -> None:
    """Where a NaN among the tangents arrives but no entry is, differences see nothing.

    It arrives at more than there are entries: zeros that are known times NaN are NaN.
    """
    given = tuple(case.args[i] for i in case.places)
    count = pattern.shape[1]
    seeds = np.zeros((count, count))
    np.fill_diagonal(seeds, np.nan)
    ends = np.cumsum([np.size(x) for x in given])[:-1]
    parts = np.split(seeds, ends, axis=1)
    dots = [d.reshape(count, *np.shape(x)) for d, x in zip(parts, given, strict=True)]

    def of_given(*xs: Any) -> Any:
        moved = dict(zip(case.places, xs, strict=True))
        return function(*(moved.get(i, _copied(x)) for i, x in enumerate(case.args)))

    push = ft.vmap(lambda *dots: ft.jvp(of_given, given, dots)[1])
    try:
        dot = _attempted(push, dots, lambda *_: function(*map(_copied, case.args)))
    except AssertionError as error:
        if "infs or NaNs" not in str(error):  # as SciPy's checks of operands say
            raise
        return
    if dot is None:
        return
    reached = np.isnan(dot).T & ~pattern
    columns = rng.permutation(np.flatnonzero(reached.any(axis=0)))[:_MOST]
    for k in range(_TRIED if columns.size else 0):
        point = _moved(case, rng, 0.2 * (k + 1))
        _check_differences(function, case, point, pattern, columns)


def _refuse(missing: Any, how: str, point: Any) -> None:
    if missing.any():
        places = np.argwhere(missing)[:5].tolist()
        raise AssertionError(f"missing, by {how}: {places} at {point}")


def _check_entries(
    traced: TracedFunction, function: Call, case: Case, pattern: Any, *, second: bool
) -> None:
    """What is recovered is the dense derivative, as far as that is determined."""
    symmetric = sp.csr_array(pattern + pattern.T) if second else pattern
    symmetric.sort_indices()
    entries = Directly(traced, compression_of(symmetric, symmetric=second))
    dense = [
        _attempted(how(function, case.places), case.args, function) for how in _DENSE
    ]
    blocks = _attempted(
        lambda: blocks_of(traced, symmetric, entries, "csr")[0],
        (),
        lambda: function(*map(_copied, case.args)),
    )
    if blocks is None or any(d is None for d in dense):
        return
    found = np.concatenate(
        [
            sp.csr_array((data, made.indices, made.indptr), made.shape).toarray()
            for made, data in blocks
        ],
        axis=1,
    )
    forward, reverse = (
        np.concatenate([np.reshape(b, (found.shape[0], -1)) for b in d], axis=1)
        for d in dense
    )
    good = np.isfinite(forward) & np.isfinite(reverse)
    scale = np.max(np.abs(forward), initial=1.0, where=good)
    apart = np.max(np.abs(forward - reverse), initial=0.0, where=good)
    if second:  # one of two entries that mirror each other is taken for both
        both = good & good.T
        skew = np.max(np.abs(forward - forward.T), initial=0.0, where=both)
        apart = max(apart, skew)
    wrong = good & ~(np.abs(found - forward) <= max(_EXACT * scale, 10 * apart))
    if wrong.any():
        worst = np.max(np.abs(found - forward)[wrong]) / scale
        raise AssertionError(f"recovered otherwise: {np.argwhere(wrong)[:5]}, {worst}")
