"""Functions of `scipy.integrate` on traced values."""

import scipy.integrate

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.integrate._bvp import solve_bvp as solve_bvp
from functrace.scipy.integrate._gauss import fixed_quad as fixed_quad
from functrace.scipy.integrate._nested import dblquad as dblquad
from functrace.scipy.integrate._nested import nquad as nquad
from functrace.scipy.integrate._nested import tplquad as tplquad
from functrace.scipy.integrate._odeint import odeint as odeint
from functrace.scipy.integrate._quad import quad as quad
from functrace.scipy.integrate._quad_vec import quad_vec as quad_vec
from functrace.scipy.integrate._samples import cumulative_simpson as cumulative_simpson
from functrace.scipy.integrate._samples import (
    cumulative_trapezoid as cumulative_trapezoid,
)
from functrace.scipy.integrate._samples import simpson as simpson
from functrace.scipy.integrate._solve_ivp import solve_ivp as solve_ivp

__getattr__ = stand_in_for(scipy.integrate, __name__)
