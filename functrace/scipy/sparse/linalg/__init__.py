"""Functions of `scipy.sparse.linalg` on traced values."""

import scipy.sparse.linalg

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.sparse._constructors import concerns as _concerns
from functrace.scipy.sparse.linalg._direct import factorized as factorized
from functrace.scipy.sparse.linalg._direct import inv as inv
from functrace.scipy.sparse.linalg._direct import spilu as spilu
from functrace.scipy.sparse.linalg._direct import splu as splu
from functrace.scipy.sparse.linalg._direct import spsolve as spsolve
from functrace.scipy.sparse.linalg._direct import (
    spsolve_triangular as spsolve_triangular,
)
from functrace.scipy.sparse.linalg._eigenvalues import eigs as eigs
from functrace.scipy.sparse.linalg._eigenvalues import eigsh as eigsh
from functrace.scipy.sparse.linalg._eigenvalues import lobpcg as lobpcg
from functrace.scipy.sparse.linalg._eigenvalues import svds as svds
from functrace.scipy.sparse.linalg._exponential import expm_multiply as expm_multiply
from functrace.scipy.sparse.linalg._iterative import iterative as _iterative
from functrace.scipy.sparse.linalg._least_squares import least_squares as _least_squares
from functrace.scipy.sparse.linalg._norms import norm as norm

for _name in ("cg", "bicgstab", "cgs", "gmres", "lgmres", "minres", "gcrotmk"):
    globals()[_name] = _iterative(_name)
for _name in ("lsqr", "lsmr"):
    globals()[_name] = _least_squares(_name)

__getattr__ = stand_in_for(scipy.sparse.linalg, __name__, _concerns)
