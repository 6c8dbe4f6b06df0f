"""NumPy's functions on traced values, under NumPy's names.

What is implemented for plain `numpy` on traced values is here under the same name,
with NumPy's constants and dtypes. On plain arrays the functions return plain arrays.
Those that make arrays return, inside a transformed function, arrays that traced values
can be written into, and all take lists of traced values.

>>> import functrace as ft, functrace.numpy as fnp
>>> def cubes(x):
...     out = fnp.zeros(2)
...     out[0] = x**3
...     return fnp.sum(out)
>>> float(ft.grad(cubes)(2.0))
12.0
"""

import sys

import numpy as np

from functrace.numpy import applying as applying
from functrace.numpy import contractions as contractions
from functrace.numpy import conversions as conversions
from functrace.numpy import creation as creation
from functrace.numpy import cumulative as cumulative
from functrace.numpy import decompositions as decompositions
from functrace.numpy import diagonals as diagonals
from functrace.numpy import einstein as einstein
from functrace.numpy import elementwise as elementwise
from functrace.numpy import extrema as extrema
from functrace.numpy import factors as factors
from functrace.numpy import fft as fft
from functrace.numpy import histograms as histograms
from functrace.numpy import indexing as indexing
from functrace.numpy import interpolation as interpolation
from functrace.numpy import joining as joining
from functrace.numpy import layout as layout
from functrace.numpy import least_squares as least_squares
from functrace.numpy import linalg as linalg
from functrace.numpy import metadata as metadata
from functrace.numpy import nan_reductions as nan_reductions
from functrace.numpy import order_statistics as order_statistics
from functrace.numpy import padding as padding
from functrace.numpy import pieces as pieces
from functrace.numpy import polynomials as polynomials
from functrace.numpy import python_integers as python_integers
from functrace.numpy import reductions as reductions
from functrace.numpy import scimath as scimath
from functrace.numpy import selection as selection
from functrace.numpy import sets as sets
from functrace.numpy import signals as signals
from functrace.numpy import sliding as sliding
from functrace.numpy import sorting as sorting
from functrace.numpy import sparse as sparse
from functrace.numpy import special as special
from functrace.numpy import splitting as splitting
from functrace.numpy import statistics as statistics
from functrace.numpy import ufuncs as ufuncs
from functrace.numpy import windows as windows
from functrace.numpy._namespace import assemble

assemble(sys.modules[__name__], np)  # last: of what the imports have registered
