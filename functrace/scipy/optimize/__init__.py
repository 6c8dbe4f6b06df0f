"""Functions of `scipy.optimize` on traced values."""

import scipy.optimize

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.optimize._minima import minimize, minimize_scalar

__getattr__ = stand_in_for(scipy.optimize, __name__)
