"""The records of SciPy's special functions, one file per family.

Imported at the first use of one of them: there are hundreds.
"""

from functrace.primitives.special import error_functions as error_functions
