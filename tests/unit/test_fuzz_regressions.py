"""What random programs found."""

from __future__ import annotations

import numpy as np

import functrace as ft


def agree(function, *args):
    """The compiled function gives exactly what the plain one does."""
    expected = function(*args)
    got = ft.jit(function)(*args)
    np.testing.assert_array_equal(got, expected)
    assert got.dtype == expected.dtype


def test_truth_values_are_added_where_an_element_is_named_twice():
    def function(x, y):
        positive = x > 0
        np.add.at(positive, [0, 0], y)
        positive[1:] += y
        return positive

    agree(function, np.array([-2.0, 3.0, -1.0]), True)
