"""Functions of `scipy.linalg` on traced values."""

import scipy.linalg

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.linalg._decompositions import lstsq as lstsq
from functrace.scipy.linalg._decompositions import norm as norm
from functrace.scipy.linalg._decompositions import null_space as null_space
from functrace.scipy.linalg._decompositions import orth as orth
from functrace.scipy.linalg._decompositions import (
    orthogonal_procrustes as orthogonal_procrustes,
)
from functrace.scipy.linalg._decompositions import pinv as pinv
from functrace.scipy.linalg._decompositions import pinvh as pinvh
from functrace.scipy.linalg._decompositions import polar as polar
from functrace.scipy.linalg._decompositions import qr as qr
from functrace.scipy.linalg._decompositions import rq as rq
from functrace.scipy.linalg._decompositions import subspace_angles as subspace_angles
from functrace.scipy.linalg._decompositions import svd as svd
from functrace.scipy.linalg._decompositions import svdvals as svdvals
from functrace.scipy.linalg._eigenvalues import eig as eig
from functrace.scipy.linalg._eigenvalues import eig_banded as eig_banded
from functrace.scipy.linalg._eigenvalues import eigh as eigh
from functrace.scipy.linalg._eigenvalues import eigh_tridiagonal as eigh_tridiagonal
from functrace.scipy.linalg._eigenvalues import eigvals as eigvals
from functrace.scipy.linalg._eigenvalues import eigvals_banded as eigvals_banded
from functrace.scipy.linalg._eigenvalues import eigvalsh as eigvalsh
from functrace.scipy.linalg._eigenvalues import (
    eigvalsh_tridiagonal as eigvalsh_tridiagonal,
)
from functrace.scipy.linalg._equations import (
    solve_continuous_are as solve_continuous_are,
)
from functrace.scipy.linalg._equations import (
    solve_continuous_lyapunov as solve_continuous_lyapunov,
)
from functrace.scipy.linalg._equations import solve_discrete_are as solve_discrete_are
from functrace.scipy.linalg._equations import (
    solve_discrete_lyapunov as solve_discrete_lyapunov,
)
from functrace.scipy.linalg._equations import solve_lyapunov as solve_lyapunov
from functrace.scipy.linalg._equations import solve_sylvester as solve_sylvester
from functrace.scipy.linalg._factors import cho_factor as cho_factor
from functrace.scipy.linalg._factors import cho_solve as cho_solve
from functrace.scipy.linalg._factors import cho_solve_banded as cho_solve_banded
from functrace.scipy.linalg._factors import cholesky as cholesky
from functrace.scipy.linalg._factors import cholesky_banded as cholesky_banded
from functrace.scipy.linalg._factors import lu as lu
from functrace.scipy.linalg._factors import lu_factor as lu_factor
from functrace.scipy.linalg._factors import lu_solve as lu_solve
from functrace.scipy.linalg._matrix_functions import coshm as coshm
from functrace.scipy.linalg._matrix_functions import cosm as cosm
from functrace.scipy.linalg._matrix_functions import expm as expm
from functrace.scipy.linalg._matrix_functions import expm_frechet as expm_frechet
from functrace.scipy.linalg._matrix_functions import (
    fractional_matrix_power as fractional_matrix_power,
)
from functrace.scipy.linalg._matrix_functions import khatri_rao as khatri_rao
from functrace.scipy.linalg._matrix_functions import logm as logm
from functrace.scipy.linalg._matrix_functions import signm as signm
from functrace.scipy.linalg._matrix_functions import sinhm as sinhm
from functrace.scipy.linalg._matrix_functions import sinm as sinm
from functrace.scipy.linalg._matrix_functions import sqrtm as sqrtm
from functrace.scipy.linalg._matrix_functions import tanhm as tanhm
from functrace.scipy.linalg._matrix_functions import tanm as tanm
from functrace.scipy.linalg._routines import get_blas_funcs as get_blas_funcs
from functrace.scipy.linalg._routines import get_lapack_funcs as get_lapack_funcs
from functrace.scipy.linalg._special_matrices import block_diag as block_diag
from functrace.scipy.linalg._special_matrices import circulant as circulant
from functrace.scipy.linalg._special_matrices import companion as companion
from functrace.scipy.linalg._special_matrices import (
    convolution_matrix as convolution_matrix,
)
from functrace.scipy.linalg._special_matrices import fiedler as fiedler
from functrace.scipy.linalg._special_matrices import (
    fiedler_companion as fiedler_companion,
)
from functrace.scipy.linalg._special_matrices import hankel as hankel
from functrace.scipy.linalg._special_matrices import leslie as leslie
from functrace.scipy.linalg._special_matrices import toeplitz as toeplitz
from functrace.scipy.linalg._systems import det as det
from functrace.scipy.linalg._systems import inv as inv
from functrace.scipy.linalg._systems import matmul_toeplitz as matmul_toeplitz
from functrace.scipy.linalg._systems import solve as solve
from functrace.scipy.linalg._systems import solve_banded as solve_banded
from functrace.scipy.linalg._systems import solve_circulant as solve_circulant
from functrace.scipy.linalg._systems import solve_toeplitz as solve_toeplitz
from functrace.scipy.linalg._systems import solve_triangular as solve_triangular
from functrace.scipy.linalg._systems import solveh_banded as solveh_banded

__getattr__ = stand_in_for(scipy.linalg, __name__)
