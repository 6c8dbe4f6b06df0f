"""Pytrees by name: the same containers for the user as for the transforms."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict, deque
from typing import NamedTuple

import numpy as np
import pytest

import functrace as ft


class Pair(NamedTuple):
    first: object
    second: object


@dataclasses.dataclass
class Model:
    weight: object
    name: str = "model"


class Line:
    def __init__(self, slope, offset, name):
        self.slope, self.offset, self.name = slope, offset, name


ft.tree.register(
    Line,
    lambda line: ((line.slope, line.offset), line.name),
    lambda name, children: Line(*children, name),
)

TREES = [
    3.0,
    (),
    None,
    [1.0, None, (2.0,)],
    {"b": 1.0, "a": [2.0, 3.0]},
    Pair(1.0, {"x": 2.0}),
    deque([1.0, 2.0]),
    OrderedDict(z=1.0, a=2.0),
    Model([1.0, 2.0]),
]


@pytest.mark.parametrize("tree", TREES, ids=repr)
def test_a_tree_is_made_again_of_its_leaves(tree):
    leaves, structure = ft.tree.flatten(tree)
    assert leaves == ft.tree.leaves(tree)
    assert structure == ft.tree.structure(tree)
    assert ft.tree.unflatten(structure, iter(leaves)) == tree
    assert ft.tree.map(lambda x: x, tree) == tree
    with pytest.raises(ValueError, match="leaves"):
        ft.tree.unflatten(structure, [*leaves, 0.0])


def test_map_takes_the_parts_of_other_trees_at_the_leaves():
    first = {"a": 1.0, "b": [2.0]}
    found = ft.tree.map(
        lambda x, y, z: (x, y, z), first, {"a": 3.0, "b": [(4.0,)]}, first
    )
    assert found == {"a": (1.0, 3.0, 1.0), "b": [(2.0, (4.0,), 2.0)]}
    with pytest.raises(ft.PytreeMismatchError, match=r"tree\.map: argument 2"):
        ft.tree.map(np.add, first, {"a": 3.0})


def test_containers_may_be_leaves():
    tree = [(1.0, 2.0), Model(3.0)]

    def is_leaf(x):
        return isinstance(x, (tuple, Model))

    assert ft.tree.leaves(tree, is_leaf) == tree
    assert ft.tree.map(type, tree, is_leaf=is_leaf) == [tuple, Model]
    assert ft.tree.structure(tree, is_leaf).num_leaves == 2


def test_reduce_and_all():
    assert ft.tree.reduce(lambda a, b: a + b, [1.0, (2.0, 3.0)]) == 6
    assert ft.tree.reduce(lambda a, b: a + b, (), 5.0) == 5
    assert ft.tree.all([True, (1.0,), None])
    assert not ft.tree.all([True, (0.0,)])


def test_transpose_is_its_own_inverse():
    rows = [{"x": 1.0, "y": (2.0, 3.0)}, {"x": 4.0, "y": (5.0, 6.0)}]
    outer, inner = ft.tree.structure([0, 0]), ft.tree.structure(rows[0])
    columns = ft.tree.transpose(outer, inner, rows)
    assert columns == {"x": [1.0, 4.0], "y": ([2.0, 5.0], [3.0, 6.0])}
    assert ft.tree.transpose(inner, outer, columns) == rows
    with pytest.raises(ft.PytreeMismatchError):
        ft.tree.transpose(inner, outer, rows)


def test_transforms_know_registered_classes():
    line = Line(np.array([3.0, 1.0]), 2.0, "a")

    def loss(line):
        return np.sum(line.slope**2) * line.offset

    for gradient in (ft.grad(loss)(line), ft.jit(ft.grad(loss))(line)):
        assert gradient.name == "a"
        assert gradient.offset == 10
        np.testing.assert_array_equal(gradient.slope, [12.0, 4.0])
    scaled = ft.vmap(lambda line: Line(2 * line.slope, line.offset, line.name))
    np.testing.assert_array_equal(
        scaled(Line(np.ones(3), np.ones(3), "b")).slope, np.full(3, 2.0)
    )
    with pytest.raises(ValueError, match="registered"):
        ft.tree.register(Line, lambda line: ((), None), lambda rest, children: line)
