"""NumPy's functions on traced values, under NumPy's names."""

from functrace.numpy import indexing as indexing
from functrace.numpy import reductions as reductions
from functrace.numpy import layout as layout
from functrace.numpy import joining as joining
