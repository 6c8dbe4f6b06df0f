"""NumPy's functions on traced values, under NumPy's names."""

from functrace.numpy import indexing as indexing
from functrace.numpy import reductions as reductions
