"""Functions of `scipy.optimize` on traced values."""

import scipy.optimize

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.optimize._curve_fit import curve_fit as curve_fit
from functrace.scipy.optimize._fixed_points import fixed_point as fixed_point
from functrace.scipy.optimize._least_squares import least_squares as least_squares
from functrace.scipy.optimize._least_squares import leastsq as leastsq
from functrace.scipy.optimize._linear import lsq_linear as lsq_linear
from functrace.scipy.optimize._linear import nnls as nnls
from functrace.scipy.optimize._minima import minimize as minimize
from functrace.scipy.optimize._newton import newton as newton
from functrace.scipy.optimize._newton import root_scalar as root_scalar
from functrace.scipy.optimize._nonlinear import (
    NonlinearConstraint as NonlinearConstraint,
)
from functrace.scipy.optimize._programs import (
    linear_sum_assignment as linear_sum_assignment,
)
from functrace.scipy.optimize._programs import linprog as linprog
from functrace.scipy.optimize._programs import milp as milp
from functrace.scipy.optimize._roots import fsolve as fsolve
from functrace.scipy.optimize._roots import root as root
from functrace.scipy.optimize._scalar_minima import (
    minimize_scalar as minimize_scalar,
)
from functrace.scipy.optimize._scalar_roots import bisect as bisect
from functrace.scipy.optimize._scalar_roots import brenth as brenth
from functrace.scipy.optimize._scalar_roots import brentq as brentq
from functrace.scipy.optimize._scalar_roots import ridder as ridder
from functrace.scipy.optimize._scalar_roots import toms748 as toms748

__getattr__ = stand_in_for(scipy.optimize, __name__)
