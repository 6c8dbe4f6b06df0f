"""Interpolation as in `scipy.interpolate`, of traced values at traced points.

The classes are ours, with SciPy's names and attributes, and take plain arrays as well.
Derivatives are those with respect to the points of evaluation, the data and the places of
the data. At a breakpoint they are those of the piece that is evaluated there.
"""

import scipy.interpolate

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.interpolate._bsplines import BSpline as BSpline
from functrace.scipy.interpolate._cubic import (
    Akima1DInterpolator as Akima1DInterpolator,
)
from functrace.scipy.interpolate._cubic import CubicHermiteSpline as CubicHermiteSpline
from functrace.scipy.interpolate._cubic import PchipInterpolator as PchipInterpolator
from functrace.scipy.interpolate._cubic import pchip_interpolate as pchip_interpolate
from functrace.scipy.interpolate._cubic_spline import CubicSpline as CubicSpline
from functrace.scipy.interpolate._fitpack import splev as splev
from functrace.scipy.interpolate._fits import make_interp_spline as make_interp_spline
from functrace.scipy.interpolate._fits import make_lsq_spline as make_lsq_spline
from functrace.scipy.interpolate._grids import (
    RegularGridInterpolator as RegularGridInterpolator,
)
from functrace.scipy.interpolate._grids import interpn as interpn
from functrace.scipy.interpolate._one_dimensional import interp1d as interp1d
from functrace.scipy.interpolate._piecewise import PPoly as PPoly
from functrace.scipy.interpolate._polynomials import (
    BarycentricInterpolator as BarycentricInterpolator,
)
from functrace.scipy.interpolate._polynomials import (
    KroghInterpolator as KroghInterpolator,
)
from functrace.scipy.interpolate._polynomials import (
    barycentric_interpolate as barycentric_interpolate,
)
from functrace.scipy.interpolate._polynomials import (
    krogh_interpolate as krogh_interpolate,
)
from functrace.scipy.interpolate._radial import RBFInterpolator as RBFInterpolator

__getattr__ = stand_in_for(scipy.interpolate, __name__)
