"""Functions of `scipy.spatial` on traced values."""

import scipy.spatial

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.spatial import distance as distance

__getattr__ = stand_in_for(scipy.spatial, __name__)
