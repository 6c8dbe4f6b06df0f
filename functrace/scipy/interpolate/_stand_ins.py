"""What stands for an interpolator that SciPy made of plain values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.interpolate as si

from functrace.scipy import interpolate
from functrace.scipy.interpolate._fitpack import Curve, Surface


def stand_in(instance: Any) -> Any:
    """The same interpolator, for traced points; None if there is none."""
    for kind, make in _MAKERS.items():
        if isinstance(instance, kind):
            return make(instance)
    return None


def _piecewise(f: Any) -> Any:
    made = interpolate.PPoly.construct_fast
    return made(f.c, f.x, f.extrapolate, f.axis)


def _b_spline(f: Any) -> Any:
    made = interpolate.BSpline.construct_fast
    return made(f.t, f.c, f.k, f.extrapolate, f.axis)


def _one_dimensional(f: Any) -> Any:
    kind = f._spline.k if f._kind == "spline" else f._kind  # noqa: SLF001
    fill = "extrapolate" if f._extrapolate else f.fill_value  # noqa: SLF001
    bounds = None if f._extrapolate else f.bounds_error  # noqa: SLF001
    return interpolate.interp1d(f.x, f.y, kind, f.axis, True, bounds, fill, True)


def _polynomial(made: Any) -> Callable[[Any], Any]:
    def make(f: Any) -> Any:
        values = np.reshape(f.yi, (len(f.xi), *f._y_extra_shape))  # noqa: SLF001
        return made(f.xi, np.moveaxis(values, 0, f._y_axis), axis=f._y_axis)  # noqa: SLF001

    return make


def _grid(f: Any) -> Any:
    kind = interpolate.RegularGridInterpolator
    made = kind(f.grid, f.values, f.method, f.bounds_error, f.fill_value)
    spline = getattr(f, "_spline", None)
    if spline is not None:  # which SciPy has fitted, by iteration
        made.take_fit(spline.k[0], list(spline.t), spline.c)
    return made


def _radial(f: Any) -> Any:
    degree = int(np.max(np.sum(f.powers, axis=1))) if len(f.powers) else -1
    values = np.reshape(f.d, (len(f.y), *f.d_shape)).view(f.d_dtype)
    options = f.neighbors, f.smoothing, f.kernel, f.epsilon, degree
    return interpolate.RBFInterpolator(f.y, values, *options)


def _curve(f: Any) -> Any:
    t, c, k = f._eval_args  # noqa: SLF001
    return Curve(t, c, k, f.ext)


def _surface(f: Any) -> Any:
    x, y, c = f.tck[:3]
    return Surface((x, y), c, f.degrees)


_MAKERS: dict[type, Callable[[Any], Any]] = {
    si.PPoly: _piecewise,
    si.BSpline: _b_spline,
    si.interp1d: _one_dimensional,
    si.KroghInterpolator: _polynomial(interpolate.KroghInterpolator),
    si.BarycentricInterpolator: _polynomial(interpolate.BarycentricInterpolator),
    si.RegularGridInterpolator: _grid,
    si.RBFInterpolator: _radial,
    si.UnivariateSpline: _curve,
    si.BivariateSpline: _surface,
}
