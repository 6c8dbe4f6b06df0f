"""Sparse arrays, as `scipy.sparse` has them, whose entries may be traced."""

import scipy.sparse

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.sparse import _constructors
from functrace.scipy.sparse import linalg as linalg
from functrace.scipy.sparse._array import SparseArray as SparseArray
from functrace.scipy.sparse._constructors import kron as kron
from functrace.scipy.sparse._constructors import kronsum as kronsum

_FORMATS = ("csr", "csc", "coo", "dia", "bsr")
_MOVING = ("block_array", "bmat", "hstack", "vstack", "block_diag", "spdiags")
_MOVING += ("tril", "triu", "permute_dims", "swapaxes", "expand_dims")

for _name in [
    f"{_format}_{_kind}" for _format in _FORMATS for _kind in ("array", "matrix")
]:
    globals()[_name] = _constructors.standing_in(getattr(scipy.sparse, _name))
for _name in _MOVING:
    globals()[_name] = _constructors.moving(getattr(scipy.sparse, _name))
for _name in ("diags", "diags_array"):
    _original = getattr(scipy.sparse, _name)
    globals()[_name] = _constructors.moving(_original, dtype="int64")
for _name in (
    "issparse",
    "isspmatrix",
    *(f"isspmatrix_{_format}" for _format in _FORMATS),
):
    globals()[_name] = _constructors.asking_pattern(getattr(scipy.sparse, _name))

__getattr__ = stand_in_for(scipy.sparse, __name__)
