"""SciPy's ufuncs without code of ours, in compiled programs: their inner loops."""

import numpy as np
import pytest
from scipy.special import kv, sici

import functrace as ft
import functrace.scipy.special
from functrace.core.primitive import REGISTRY
from functrace.primitives._make import _lowered_to_loop

LOOPS = [
    (p, types)
    for p in REGISTRY.values()
    if isinstance(p.impl, np.ufunc)
    and _lowered_to_loop(p.impl) is not None
    and p.lower.is_apart
    for types in p.impl.types
]


def given(char, k):
    """Three numbers, or as many rows of them, for an operand of a loop."""
    x = np.array([0.15, 0.4, 0.75]) + 0.1 * k
    if char == "l":
        return np.array([1, 2, 3])
    x = x[:, None] if k == 1 else x
    return (x + 0.5j * x if char in "FD" else x).astype(char)


def test_there_are_some():
    assert len({p.name for p, _ in LOOPS}) > 100


@pytest.mark.share(10)
@pytest.mark.parametrize(
    ("primitive", "types"), LOOPS, ids=[f"{p.name} {t}" for p, t in LOOPS]
)
@pytest.mark.filterwarnings("ignore")
def test_bits_are_scipys(primitive, types):
    args = [given(c, k) for k, c in enumerate(types.partition("->")[0])]
    fast = ft.jit(lambda *args: primitive(*args))
    expected, found = primitive.impl(*args), fast(*args)
    if not primitive.multiple:
        expected, found = (expected,), (found,)
    for want, got in zip(expected, found, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want)
    assert "numpy" not in str(fast.lower(*args).plan)


def test_strides_numbers_and_nothing():
    x = np.linspace(0.1, 3, 24).reshape(4, 6)
    for view in (x.T, x[::-1, ::2], x[0], x[:0], x[0, 0], np.float32(0.5), 2):
        np.testing.assert_array_equal(ft.jit(kv)(1.5, view), kv(1.5, view))
        np.testing.assert_array_equal(ft.jit(sici)(view), sici(view))


@pytest.mark.slow
def test_a_loop_over_them_is_native():
    def f(x):
        total = 0.0
        for n in range(40):
            total = total + kv(0.5 * n, x[n]) * np.exp(-n)
        return total

    x = np.linspace(1, 5, 40)
    fast = ft.jit(ft.grad(f))
    np.testing.assert_allclose(fast(x), ft.grad(f)(x), rtol=1e-12)
    assert "numpy" not in str(fast.lower(x).plan)
