"""Products whose rows or columns are along several axes: of small matrices, one by one."""

import numpy as np
import pytest

import functrace as ft
from tests._control import agree

LENGTHS = {"i": 4, "j": 5, "k": 3, "z": 9, "w": 2, "s": 3}
CONTRACTIONS = [
    "ij,zjk->zik",
    "ij,zkj->zik",
    "ij,zjk->izk",
    "ij,zjk->zki",
    "zij,jk->zik",
    "wji,zjk->wzik",
    "zij,wjk->iwkz",
    "swij,sjk->swik",
    "zij,j->zi",
    "zij,zij->z",
    "zijw,jkwi->zk",
]


def operands(rng, subscripts, dtype):
    left, right = subscripts.split("->")[0].split(",")
    for labels in (left, right):
        x = 3 * rng.normal(size=[LENGTHS[c] for c in labels])
        yield (x * (1 + 2j) if dtype == "c16" else x).astype(dtype)


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "i8", "?"])
@pytest.mark.parametrize("subscripts", CONTRACTIONS)
def test_axes_in_any_order(rng, subscripts, dtype):
    agree(
        lambda x, y: np.einsum(subscripts, x, y),
        *operands(rng, subscripts, dtype),
        tolerance=1e-4 if dtype == "f4" else 1e-12,
    )


@pytest.mark.parametrize(
    ("shapes", "is_copied"),
    [
        (((4, 4), (26, 4, 4)), False),
        (((16, 16), (26, 16, 16)), False),
        (((26, 5, 4, 4), (5, 4, 4)), False),
        (((30, 30), (26, 30, 2)), True),  # lanes would be idle
        (((60, 60), (6, 60, 60)), True),  # BLAS is faster
    ],
    ids=str,
)
def test_only_large_products_are_of_copies(rng, shapes, is_copied):
    x, y = (rng.normal(size=shape) for shape in shapes)
    out = x @ y
    lowered = ft.jit(lambda x, y: x @ y).lower(x, y)
    np.testing.assert_allclose(lowered.compile()(x, y), out, rtol=1e-11, atol=1e-11)
    assert (lowered.peak_memory > out.nbytes) == is_copied


def test_code_does_not_grow_with_a_product(rng):
    """What each direction of a derivative is multiplied by is not written out."""
    x, y = rng.normal(size=(4, 4)), rng.normal(size=(26, 4, 4))
    assert len(ft.jit(lambda x, y: x @ y).lower(x, y).llvm.splitlines()) < 300
