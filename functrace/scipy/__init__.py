"""SciPy's functions on traced values, which SciPy itself cannot take."""

from functrace.scipy import special as special
