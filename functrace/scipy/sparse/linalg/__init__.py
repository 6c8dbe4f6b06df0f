"""Functions of `scipy.sparse.linalg` on traced values."""

import scipy.sparse.linalg

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.sparse.linalg._direct import factorized as factorized
from functrace.scipy.sparse.linalg._direct import inv as inv
from functrace.scipy.sparse.linalg._direct import spilu as spilu
from functrace.scipy.sparse.linalg._direct import splu as splu
from functrace.scipy.sparse.linalg._direct import spsolve as spsolve
from functrace.scipy.sparse.linalg._direct import (
    spsolve_triangular as spsolve_triangular,
)

__getattr__ = stand_in_for(scipy.sparse.linalg, __name__)
