"""The records, one file per family. Importing the package fills the registry."""

from functrace.primitives import call as call
from functrace.primitives import callback as callback
from functrace.primitives import choice as choice
from functrace.primitives import comparison as comparison
from functrace.primitives import complex_parts as complex_parts
from functrace.primitives import contractions as contractions
from functrace.primitives import convolution as convolution
from functrace.primitives import creation as creation
from functrace.primitives import cumulative as cumulative
from functrace.primitives import custom as custom
from functrace.primitives import determinants as determinants
from functrace.primitives import eigen as eigen
from functrace.primitives import elementary as elementary
from functrace.primitives import elementwise as elementwise
from functrace.primitives import fourier as fourier
from functrace.primitives import hermitian as hermitian
from functrace.primitives import indexing as indexing
from functrace.primitives import joining as joining
from functrace.primitives import layout as layout
from functrace.primitives import least_squares as least_squares
from functrace.primitives import linalg as linalg
from functrace.primitives import polynomials as polynomials
from functrace.primitives import qr as qr
from functrace.primitives import reductions as reductions
from functrace.primitives import singular_values as singular_values
from functrace.primitives import sorting as sorting
