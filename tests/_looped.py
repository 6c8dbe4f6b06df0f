"""What mapped functions must give: a loop over the elements, stacked."""

import operator

import numpy as np

from functrace.core import pytree


def looped(fun, *args, count=4):
    """The results of `fun` on the elements along axis 0, stacked."""
    rows = [fun(*pytree.map_leaves(operator.itemgetter(k), args)) for k in range(count)]
    leaves, treedefs = zip(*map(pytree.flatten, rows), strict=True)
    columns = [np.stack(column) for column in zip(*leaves, strict=True)]
    return pytree.unflatten(treedefs[0], columns)


def assert_same(got, expected):
    """The same structure, shapes, dtypes, and values up to rounding."""
    leaves, treedef = pytree.flatten(got)
    wanted, structure = pytree.flatten(expected)
    assert treedef == structure
    for a, b in zip(leaves, wanted, strict=True):
        assert type(a) is np.ndarray
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)
        assert a.shape == b.shape
