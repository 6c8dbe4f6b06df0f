"""LSODA: the steps that ODEPACK took, of Adams's methods and of backward differentiation.

Both keep Nordsieck's array, ``z[j] = h**j y^(j) / j!``. With Pascal's matrix ``P``, a step
goes to ``P z + l a``, where ``a`` solves ``h f(t + h, y) = (P z)[1] + a``.

Hindmarsh, *ODEPACK, a Systematized Collection of ODE Solvers*, 1983; Petzold, SIAM J. Sci.
Stat. Comput. 4(1), 1983.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

from functrace.scipy.integrate._control import Field
from functrace.scipy.integrate._newton import solution
from functrace.transforms.gradient import stop_gradient

_ADAMS, _HIGHEST = 12, (12, 5)  # the highest order of each method
_ROWS = np.arange(_ADAMS + 1)
_PASCAL = np.array([[math.comb(j, i) for j in _ROWS] for i in _ROWS], np.float64)


def _corrections() -> np.ndarray:
    """``l`` of both methods and each order, ``l[1] = 1``."""
    found = np.zeros((2, _ADAMS + 1, _ADAMS + 1))
    for method, highest in enumerate(_HIGHEST):
        roots = Polynomial([1.0])
        for order in range(1, highest + 1):
            if method == 0:
                made = roots.integ(lbnd=-1)
                roots = roots * Polynomial([order, 1.0])
            else:
                roots = made = roots * Polynomial([order, 1.0])
            found[method, order, : order + 1] = made.coef / made.coef[1]
    return found


_CORRECTIONS = _corrections()


class LSODA:
    """See `functrace.scipy.integrate._control.StepReplay`."""

    stages, implicit = _ADAMS + 1, True

    def note(self, solver: Any, order: Any) -> Any:
        """Nordsieck's array, the orders of this step and of the next, and ``l``."""
        memory = solver._lsoda_solver._integrator  # noqa: SLF001 - it is nowhere else
        order, order_next, method = (int(memory.iwork[k]) for k in (13, 14, 18))
        h, h_next = memory.rwork[10:12]
        rows = max(order, order_next) + 1
        z = np.zeros((len(_ROWS), solver.n))
        z[:rows] = memory.rwork[20 : 20 + rows * solver.n].reshape(rows, -1)
        scaled = order_next + 1  # what follows is not used again, and of the old length
        if h != h_next:  # both are zero of a span of no length
            z[:scaled] *= ((h / h_next) ** _ROWS[:scaled])[:, None]
        return z, order, order_next, _CORRECTIONS[method - 1, order]

    def begin_again(self, field: Field, t: Any, y: Any) -> Any:
        """Nordsieck's array for a step of length 1."""
        none = np.zeros_like(y)
        return np.stack([y, field(t, y)] + [none] * (_ADAMS - 1)), np.float64(1.0)

    def step_again(
        self, field: Field, state: Any, t: Any, t_new: Any, noted: Any
    ) -> tuple[Any, Any, Any]:
        """What the next step is taken from, the state, and the array at its end."""
        (z, h_old), (values, order, order_next, factors) = state, noted
        h = t_new - t
        lengths = (h / h_old) ** _ROWS
        z = _PASCAL @ (_up_to(z, order) * lengths[:, None])
        start, slope, first = z[0], z[1], factors[0]
        a = solution(
            lambda a: h * field(t_new, start + first * a) - slope - a,
            (values[0] - start) / first,
        )
        last = np.sum(np.where(order == _ROWS, factors, 0.0))
        added = np.where(order + 1 == _ROWS, last / (order + 1), 0.0)
        z = z + (factors + added)[:, None] * a
        z = z + stop_gradient(values - z)  # roundings would grow from step to step
        return (_up_to(z, order_next), h), z[0], _up_to(z, order)

    def course(
        self, field: Field, t: Any, y: Any, h: Any, K: Sequence[Any]
    ) -> list[Any]:
        """Coefficients for `state_at`: Nordsieck's array."""
        return list(K)

    def state_at(self, course: Sequence[Any], step: Any, times: Any) -> Any:
        """The solution in a step, of its beginning and end and the state at the former."""
        t, t_new, _ = step
        h = t_new - t
        x = (times - t_new) / np.where(h == 0, 1.0, h)
        total = course[-1]
        for coefficient in course[-2::-1]:
            total = total * x + coefficient
        return total


def _up_to(z: Any, order: Any) -> Any:
    return np.where((order >= _ROWS)[:, None], z, 0.0)
