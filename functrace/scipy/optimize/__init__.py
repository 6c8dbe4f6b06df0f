"""Functions of `scipy.optimize` on traced values."""

import scipy.optimize

from functrace.scipy._namespace import stand_in_for

__getattr__ = stand_in_for(scipy.optimize, __name__)
