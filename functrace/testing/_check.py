"""Checking that the derivatives functrace computes are those of the function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from functrace.core.errors import message
from functrace.testing._numerical import Estimate, complex_step_jvp, estimate_jvp
from functrace.testing._problem import WHERE, Problem, element, make_problem, pair
from functrace.transforms._arguments import Argnums

_MODES = {"fwd": "forward", "rev": "reverse"}
_DOUBLE = (1e-6, 1e-8, 1e-9)  # rtol, atol, and how well the modes must agree
_SINGLE = (2e-3, 1e-4, 1e-4)
_EXHAUSTIVE = 64  # elements that are compared one by one to find the worst
_ORDINALS = ("first", "second", "third")


def check_grads(
    f: Callable[..., Any],
    args: Sequence[Any],
    order: int = 2,
    modes: Sequence[str] = ("fwd", "rev"),
    *,
    kwargs: dict[str, Any] | None = None,
    argnums: Argnums | None = None,
    eps: float | None = None,
    complex_step: bool = False,
    rtol: float | None = None,
    atol: float | None = None,
    rng: np.random.Generator | int | None = None,
) -> None:
    """Check derivatives against differences, or say where they are wrong.

    Parameters
    ----------
    f : callable
        Returns a pytree of real or complex arrays, of any shapes.
    args : sequence
        Its arguments: arrays, numbers or pytrees of them.
    order : int, default 2
        Check derivatives of derivatives up to this order.
    modes : sequence of {"fwd", "rev"}
        Forward mode, reverse mode; with both, also that they agree, and of higher
        orders every combination.
    kwargs : dict, optional
        Keyword arguments of `f`, which stay constant.
    argnums : int, str, or sequence of them, optional
        Arguments to differentiate with respect to; by default all that hold floats.
    eps : float, optional
        Largest change of any element in the differences. By default several are tried.
    complex_step : bool
        For first derivatives, take a complex step instead of differences: exact to the
        last digits, for real arguments and analytic functions.
    rtol, atol : float, optional
        Tolerances, relative and absolute, for each element. By default 1e-6 and 1e-8;
        if single precision is involved, 2e-3 and 1e-4. The differences are taken in
        double precision in either case, and their own estimated error is allowed for.
    rng : Generator or int, optional
        For the random directions; by default always the same.

    Raises
    ------
    AssertionError
        A derivative is wrong: names the elements of output and argument, with the
        derivative by differences and by functrace.
    DtypeError
        There is nothing to differentiate.

    Notes
    -----
    Along one random direction, ``J v`` is compared with extrapolated differences, and
    ``w J v`` likewise for a random cotangent ``w``: about 10 evaluations of `f` and of
    each of its derivatives below `order`. Only if they differ are elements compared one by
    one. A kink close to the arguments shows as a wrong derivative, or as differences
    that do not converge.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.testing import check_grads
    >>> check_grads(
    ...     lambda x, w: np.tanh(x @ w["matrix"]).sum(),
    ...     (np.ones(2), {"matrix": np.array([[0.3, -0.2], [0.1, 0.5]])}),
    ... )

    A rule that is wrong shows up as:

    >>> double = ft.custom_vjp(lambda x: 2 * x)
    >>> double.defvjp(lambda x: (2 * x, None), lambda _, g: (3 * g,))
    >>> check_grads(lambda x: double(x)[0], (np.ones(2),), modes=["rev"])
    Traceback (most recent call last):
        ...
    AssertionError: functrace.testing.check_grads: reverse mode disagrees ...
    """
    if not isinstance(args, (tuple, list)):
        raise TypeError(
            f"{WHERE}: args must be a tuple or a list with an entry per argument, "
            f"not {type(args).__name__!r}."
        )
    if not modes or set(modes) - set(_MODES):
        raise ValueError(f"{WHERE}: modes are 'fwd' and 'rev', not {modes!r}.")
    problem = make_problem(f, args, dict(kwargs or {}), argnums)
    outs = problem.function(*problem.args)
    single = any(np.finfo(array.dtype).eps > 1e-10 for array in (*problem.args, *outs))
    usual_rtol, usual_atol, agreement = _SINGLE if single else _DOUBLE
    checker = _Checker(
        modes=[_MODES[mode] for mode in modes],
        rtol=usual_rtol if rtol is None else rtol,
        atol=usual_atol if atol is None else atol,
        agreement=agreement,
        eps=eps,
        complex_step=complex_step,
        rng=np.random.default_rng(0 if rng is None else rng),
    )
    checker.check(problem, order)


@dataclass(frozen=True)
class _Checker:
    """Tolerances and options of a check; `agreement` is that between the modes."""

    modes: list[str]
    rtol: float
    atol: float
    agreement: float
    eps: float | None
    complex_step: bool
    rng: np.random.Generator

    def check(self, problem: Problem, order: int) -> None:
        """Check the first derivatives, then those of the first derivatives."""
        outs = problem.function(*problem.args)
        tangents = [self._random(array) for array in problem.args]
        cotangents = [self._random(array) for array in outs]
        slopes = self._differences(problem, tangents)
        self._check_converged(problem, slopes)
        products: dict[str, float] = {}
        if "forward" in self.modes:
            dots = problem.push(tangents)
            if any(
                np.any(self._excess(d, s) > 0)
                for d, s in zip(dots, slopes, strict=True)
            ):
                self._blame(problem, "forward")
            products["forward"] = pair(cotangents, dots)
        if "reverse" in self.modes:
            products["reverse"] = pair(problem.pull(cotangents), tangents)
            if self._excess(products["reverse"], _weighted(cotangents, slopes)) > 0:
                self._blame(problem, "reverse")
        size = sum(float(np.sum(np.abs(slope.value))) for slope in slopes)
        self._check_agreement(problem, products, size)
        if order > 1:
            for mode in self.modes:
                seeds = tangents if mode == "forward" else cotangents
                self.check(problem.derivative(mode, seeds), order - 1)

    def _differences(self, problem: Problem, tangents: Sequence[Any]) -> list[Estimate]:
        args = problem.precise_args()
        if self.complex_step and not problem.history:
            return complex_step_jvp(problem.function, args, tangents)
        if self.eps is None:
            return estimate_jvp(problem.function, args, tangents)
        return estimate_jvp(problem.function, args, tangents, steps=(self.eps,))

    def _excess(self, exact: Any, numeric: Estimate) -> Any:
        """How far each element is outside of its tolerance."""
        value, error = numeric
        allowed = self.atol + self.rtol * np.abs(value) + 10 * error
        excess = np.abs(exact - value) - allowed
        return np.where(np.isnan(excess), np.inf, excess)

    def _random(self, like: Any) -> Any:
        """Draw elements of about size 1, none of them small."""
        size = np.shape(like)
        values = self.rng.uniform(0.5, 1.5, size) * self.rng.choice([-1.0, 1.0], size)
        if like.dtype.kind == "c":
            values = values + 1j * self.rng.uniform(0.5, 1.5, size)
        return np.asarray(values)[()]

    def _check_converged(self, problem: Problem, slopes: Sequence[Estimate]) -> None:
        for (value, error), name in zip(slopes, problem.out_labels, strict=True):
            enough = max(self.atol, 1e-3 * np.max(np.abs(value), initial=1.0))
            loose = np.argwhere(~(error <= enough))
            if not len(loose):
                continue
            index = tuple(map(int, loose[0]))
            raise AssertionError(
                message(
                    f"{WHERE}: the differences do not converge.",
                    got=f"{value[index]:.6g} give or take {error[index]:.1g}: slope of "
                    f"{element(name, index)} along a random direction",
                    help="is the function smooth here, and deterministic? If it varies "
                    "fast, give a smaller eps.",
                )
            )

    def _check_agreement(
        self, problem: Problem, products: dict[str, float], size: float
    ) -> None:
        if len(products) < 2:
            return
        pushed, pulled = products["forward"], products["reverse"]
        if abs(pushed - pulled) <= self.agreement * max(1.0, size):
            return
        raise AssertionError(
            message(
                f"{WHERE}: forward and reverse mode disagree on "
                f"{_which(problem.history, 1)}.",
                expected=f"{pushed!r} (forward mode, along random directions)",
                got=f"{pulled!r} (reverse mode)",
                help="both are near the differences; a smaller rtol tells them apart.",
            )
        )

    def _blame(self, problem: Problem, mode: str) -> None:
        """Find the worst element of the Jacobian, and raise."""
        _, entry, expected, got = max(self._entries(problem, mode))
        raise AssertionError(
            message(
                f"{WHERE}: {mode} mode disagrees with differences on "
                f"{_which((*problem.history, mode))}.",
                expected=f"{entry} = {expected} (differences)",
                got=f"{got} (functrace)",
                help="if the function is smooth here, the rule of one of its "
                "operations is wrong; if it varies fast, give a smaller eps.",
            )
        )

    def _entries(
        self, problem: Problem, mode: str
    ) -> Iterator[tuple[float, str, str, str]]:
        """Of the columns under suspicion, the worst element of each output."""
        for unit in self._suspects(problem, mode):
            compared = self._compare(problem, mode, problem.direction([unit]))
            for label, (excess, exact, value) in zip(
                problem.out_labels, compared, strict=True
            ):
                if excess.size:
                    at = np.unravel_index(int(np.argmax(excess)), excess.shape)
                    entry = f"d {element(label, at)} / d {problem.name(unit)}"
                    yield float(excess[at]), entry, _text(value[at]), _text(exact[at])

    def _suspects(self, problem: Problem, mode: str) -> Sequence[Any]:
        """A few elements of the arguments, by halving a wrong direction."""
        units = problem.units()
        while len(units) > _EXHAUSTIVE:
            half = len(units) // 2
            parts = units[:half], units[half:]
            units = max(parts, key=lambda part: self._wrongness(problem, mode, part))
        return units

    def _wrongness(self, problem: Problem, mode: str, units: Sequence[Any]) -> float:
        tangents = problem.direction(units, self.rng)
        compared = self._compare(problem, mode, tangents)
        return max(float(np.max(excess, initial=-np.inf)) for excess, _, _ in compared)

    def _compare(
        self, problem: Problem, mode: str, tangents: Sequence[Any]
    ) -> list[tuple[Any, Any, Any]]:
        """Of each output: excess, functrace's slope and that of differences."""
        push = problem.push if mode == "forward" else problem.push_by_pulling
        slopes = self._differences(problem, tangents)
        return [
            (self._excess(dot, slope), np.asarray(dot), slope.value)
            for dot, slope in zip(push(tangents), slopes, strict=True)
        ]


def _weighted(cotangents: Sequence[Any], slopes: Sequence[Estimate]) -> Estimate:
    """Slope of the outputs' sum with weights."""
    value = pair(cotangents, [slope.value for slope in slopes])
    error = pair([abs(w) for w in cotangents], [slope.error for slope in slopes])
    return Estimate(np.asarray(value), np.asarray(error))


def _which(history: Sequence[str], more: int = 0) -> str:
    order = len(history) + more
    ordinal = _ORDINALS[order - 1] if order <= len(_ORDINALS) else f"{order}th"
    path = f" ({' over '.join(reversed(history))})" if order > 1 and not more else ""
    return f"the {ordinal} derivative{path}"


def _text(number: Any) -> str:
    return repr(np.asarray(number).item())
