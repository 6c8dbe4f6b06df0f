"""Values and derivatives written by hand: the floor.

Named ``<problem>_<task>``; they take the problem's data and return the value, if asked for,
and the derivatives. Loops are compiled by Numba; where the time is BLAS's or LAPACK's,
NumPy and SciPy call them.
"""

from benchmarks.by_hand import (
    adbench,
    batches,
    dynamics,
    elementwise,
    gradbench,
    learning,
    ocean,
    physics,
    plain,
)

_TOPICS = (
    adbench,
    batches,
    dynamics,
    elementwise,
    gradbench,
    learning,
    ocean,
    physics,
    plain,
)
_TASKS = ("_value", "_value_and_grad", "_jacobian", "_hessian")
FUNCTIONS = {
    name: function
    for topic in _TOPICS
    for name, function in vars(topic).items()
    if name.endswith(_TASKS) and not name.startswith("_")
}
