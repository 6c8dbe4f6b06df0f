"""The equations that `solve_bvp` solves on a mesh, and the derivatives of their solution."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.primitives._structured_slope import structured
from functrace.primitives.solution import Check
from functrace.scipy._arguments import double
from functrace.transforms._solutions import implicit_solution

_TOLERANCE = 1e-3  # of a further step of Newton's method, as of `custom_root`


class Equations:
    """Collocation at the ends and the middle of each interval of a mesh.

    Kierzenka & Shampine, *A BVP Solver Based on Residual Control and the MATLAB PSE*, ACM
    Trans. Math. Softw. 27(3), 2001.
    """

    def __init__(self, fun: Any, bc: Any, singular: Any, x: Any) -> None:
        self.fun, self.bc, self.x = fun, bc, x
        self.singular = None if singular is None else double(singular)

    def slope(self, x: Any, y: Any, p: Any) -> Any:
        """The right-hand side at points behind the first one."""
        found = as_array(self.fun(x, y, *p))
        if self.singular is None:
            return found
        return found + self.singular @ y / (x - self.x[0])

    def slopes(self, y: Any, p: Any) -> Any:
        """The right-hand side on the mesh: in the limit, at a singular end."""
        if self.singular is None:
            return self.slope(self.x, y, p)
        found = as_array(self.fun(self.x, y, *p))
        corrected = np.linalg.pinv(np.eye(len(y)) - self.singular) @ found[:, :1]
        rest = found[:, 1:] + self.singular @ y[:, 1:] / (self.x[1:] - self.x[0])
        return np.concatenate([corrected, rest], axis=1)

    def residual(self, unknown: Any) -> Any:
        """Of the states on the mesh, and the parameters; as many."""
        y, p = unknown
        h = np.diff(self.x)
        f = self.slopes(y, p)
        middle = (y[:, 1:] + y[:, :-1]) / 2 - h / 8 * (f[:, 1:] - f[:, :-1])
        slope = self.slope(self.x[:-1] + h / 2, middle, p)
        jumps = y[:, 1:] - y[:, :-1]
        jumps = jumps - h / 6 * (f[:, :-1] + f[:, 1:] + 4 * slope)
        ends = as_array(self.bc(y[:, 0], y[:, -1], *p))
        size = len(y)
        states = np.concatenate([jumps, ends[:size, None]], axis=1)
        return states, tuple([ends[size:]] if p else [])

    def solution(self, where: str, y: Any, p: tuple[Any, ...]) -> Any:
        """What was found, with the derivatives of the solution."""
        check = Check(_TOLERANCE, "raise", where)
        solver = lambda _: structured  # noqa: E731 - short
        return implicit_solution(self.residual, (y, p), (y, p), check, solver)
