"""Steps against NumPy: products of matrices; special functions, the builder."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.special

import functrace as ft
from functrace.compiler.forms import Unlowered
from functrace.compiler.linear.matmul import emit_einsum, emit_matmul
from functrace.compiler.math.special import special_function
from functrace.compiler.notation.memory import Access, load, store
from functrace.compiler.notation.step import StepBuilder
from functrace.core.aval import Aval
from functrace.primitives import contractions
from tests._steps import (
    DTYPES,
    FLOATING,
    SIZES,
    computed,
    elements,
    in_other_layout,
    is_close,
    run,
    sample,
)


def matmul_operands(rng):
    m, n, k = (int(v) for v in rng.choice([0, *SIZES], 3))
    stack = tuple(int(v) for v in rng.choice([1, 2, 3], rng.integers(0, 3)))
    thin = tuple(1 if rng.random() < 0.3 else v for v in stack)
    x_shape = (k,) if rng.random() < 0.2 else (*thin[rng.integers(3) :], m, k)
    y_shape = (k,) if rng.random() < 0.2 else (*stack, k, n)
    dtypes = rng.choice(DTYPES, 2) if rng.random() < 0.3 else [rng.choice(DTYPES)] * 2
    operands = [
        in_other_layout(rng, sample(rng, shape, dtype))
        for shape, dtype in zip((x_shape, y_shape), dtypes, strict=True)
    ]
    return operands if rng.random() < 0.5 else swapped(operands)


def swapped(operands):
    x, y = operands
    turned = y.swapaxes(-1, -2) if y.ndim > 1 else y
    return [turned, x.swapaxes(-1, -2) if x.ndim > 1 else x]


@pytest.mark.parametrize("seed", range(80))
def test_matmul_of_any_shapes_dtypes_and_layouts(seed):
    x, y = matmul_operands(np.random.default_rng(seed))
    expected = np.asarray(np.matmul(x, y))
    status, (found,) = computed(contractions.matmul, emit_matmul, [x, y], [expected])
    assert status == 0
    assert is_close(found, expected)


@pytest.mark.parametrize("dtype", FLOATING)
@pytest.mark.parametrize("turn", ["", "x", "y", "xy"])
def test_matmul_by_blas_takes_transposed_matrices_as_they_are(dtype, turn):
    rng = np.random.default_rng(7)
    x, y = sample(rng, (40, 35), dtype), sample(rng, (35, 45), dtype)
    x = np.asfortranarray(x) if "x" in turn else x
    y = np.asfortranarray(y) if "y" in turn else y
    status, (found,) = run(emit_matmul, [x, y], [x @ y])
    assert status == 0
    assert is_close(found, x @ y)
    step = StepBuilder(
        "step",
        [(Aval(a.shape, a.dtype), elements(a)) for a in (x, y)],
        [Aval((40, 45), dtype)],
    )
    emit_matmul(step, step.operands, step.outputs)
    assert step.scratch_bytes == 0
    assert any("gemm" in line for line in step.declarations)


def test_products_of_more_axes_than_an_alphabet_has_letters():
    rng = np.random.default_rng(2)
    x, y = rng.normal(size=(1,) * 28 + (2, 3)), rng.normal(size=(2, *[1] * 27, 3, 2))
    for columns in (slice(None), slice(1)):
        operands = x, y[..., columns]
        np.testing.assert_allclose(ft.jit(np.matmul)(*operands), np.matmul(*operands))


@pytest.mark.parametrize("dtype", DTYPES)
def test_matrix_times_vector(dtype):
    rng = np.random.default_rng(3)
    x, v = sample(rng, (70, 50), dtype), sample(rng, (100,), dtype)[::2]
    for matrix, vector in ((x, v), (np.asfortranarray(x), v[::-1])):
        for operands in ([matrix, vector], [vector, matrix.T]):
            expected = np.matmul(*operands)
            status, (found,) = computed(
                contractions.matmul, emit_matmul, operands, [expected]
            )
            assert status == 0
            assert is_close(found, expected)


def test_stacks_times_one_matrix_are_one_product():
    rng = np.random.default_rng(4)
    x, y = sample(rng, (50, 20, 30), "f8"), sample(rng, (30, 40), "f8")
    step = StepBuilder(
        "step",
        [(Aval(a.shape, a.dtype), elements(a)) for a in (x, y)],
        [Aval((50, 20, 40))],
    )
    emit_matmul(step, step.operands, step.outputs)
    assert "phi" not in step.text()
    status, (found,) = run(emit_matmul, [x, y], [x @ y])
    assert status == 0
    assert is_close(found, x @ y)


@pytest.mark.parametrize("bits", [128, 256, 512])
@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "i4", "i1", "?"])
@pytest.mark.slow
def test_products_in_vectors_of_any_width(bits, dtype):
    rng = np.random.default_rng(bits)
    for m, n, k in [(3, 9, 20), (9, 20, 3), (20, 3, 9), (9, 9, 9)]:
        x, y = sample(rng, (m, k), dtype), sample(rng, (k, n), dtype)
        for operands in ([x, y], [x, y[:, :1]], [x[0], np.asfortranarray(y)]):
            expected = np.matmul(*operands)
            options = {"bits": bits, "fused": False}
            status, (found,) = computed(
                contractions.matmul, emit_matmul, operands, [expected], **options
            )
            assert status == 0
            assert is_close(found, expected)


SUBSCRIPTS = [
    "ij,jk->ik", "ij,jk->ki", "ij,kj->ik", "ji,jk->ik", "bij,bjk->bik", "bij,bjk->ikb",
    "abc,cd->bad", "abc,bcd->ad", "abc,bcd->da", "i,i->", "i,j->ij", "i,j->ji",
    "ij,ij->i", "ij,ij->j", "ij,ij->", "ij,ij->ij", "abij,bajk->kabi", "sij,sij->s",
    "is,is->s", "ij,j->ij", "ij,j->ji", "ij,j->i", "acbd,cedb->ea", "abc,cab->b",
    "ab,cb->bca", "ij,->ji", ",->",
]  # fmt: skip


@pytest.mark.parametrize("subscripts", SUBSCRIPTS)
@pytest.mark.parametrize("seed", range(4))
def test_einsum_of_any_shapes_dtypes_and_layouts(subscripts, seed):
    rng = np.random.default_rng([seed, SUBSCRIPTS.index(subscripts)])
    left, right = subscripts.split("->")[0].split(",")
    labels = sorted({*left, *right})
    choice = [1, 2, 3, 7, 33] if len(labels) <= 3 else [1, 2, 3, 7]
    sizes = {c: int(rng.choice(choice)) for c in labels}
    if seed == 3 and labels:
        sizes[labels[0]] = 0
    dtypes = rng.choice(DTYPES, 2) if seed == 1 else [rng.choice(DTYPES)] * 2
    x, y = (
        np.asarray(in_other_layout(rng, sample(rng, [sizes[c] for c in names], dtype)))
        for names, dtype in zip((left, right), dtypes, strict=True)
    )
    expected = np.asarray(np.einsum(subscripts, x, y))
    status, (found,) = computed(
        contractions.einsum, emit_einsum, [x, y], [expected], subscripts=subscripts
    )
    assert status == 0
    assert is_close(found, expected)


@pytest.mark.parametrize("subscripts", ["abc,cd->bad", "abc,bcd->da", "acb,cdb->ad"])
def test_einsum_copies_for_blas_what_is_no_matrix(subscripts):
    rng = np.random.default_rng(5)
    left, right = subscripts.split("->")[0].split(",")
    sizes = dict(zip("abcd", (12, 13, 14, 15), strict=True))
    x, y = (sample(rng, [sizes[c] for c in names], "f8") for names in (left, right))
    expected = np.einsum(subscripts, x, y)
    status, (found,) = run(emit_einsum, [x, y], [expected], subscripts=subscripts)
    assert status == 0
    assert is_close(found, expected)


def test_repeated_infinities_add_up():
    ones = np.ones(3)
    infinities = np.broadcast_to(np.inf, 3)
    for x, y in ([ones, infinities], [infinities, ones], [infinities, infinities]):
        assert ft.jit(np.matmul)(x, y) == np.inf


# -- the builder -----------------------------------------------------------------------


def test_loops_carry_values():
    def emit(step, operands, outputs):
        start = step.constant(1.0, "f64"), step.constant(0.0, "f64")
        with step.loop(10, *start) as loop:
            a, b = loop.values
            loop.values = [a + b, a]
        store(step, outputs[0].pointer, loop.values[0], Access(0, 0, 1))

    status, (found,) = run(emit, [], [np.float64(0)])
    assert status == 0
    assert found == 89


def test_scratch_is_aligned_and_apart():
    step = StepBuilder("step", [], [])
    pointers = [step.scratch(4), step.scratch(100), step.scratch(8)]
    assert len(set(pointers)) == 3
    assert step.scratch_bytes == 64 + 128 + 64


def test_sizes_that_blas_cannot_have_are_refused():
    with pytest.raises(Unlowered):
        StepBuilder("step", [], []).int32(1 << 31)


# -- special functions -----------------------------------------------------------------


def apply(emit, *arrays, lanes):
    """An elementwise emitter on arrays of one length, a multiple of `lanes`."""

    def emit_loop(step, operands, outputs):
        with step.loop(arrays[0].size // max(1, lanes)) as loop:

            def at(array):
                return step.at(array.pointer, array.kind, (loop.index, max(1, lanes)))

            access = Access(lanes, lanes, 1)
            values = [load(step, at(x), x.kind, access) for x in operands]
            store(step, at(outputs[0]), emit(step, *values), access)

    status, (found,) = run(emit_loop, arrays, arrays[:1])
    assert status == 0
    return found


@pytest.mark.parametrize("lanes", [0, 8])
@pytest.mark.parametrize(
    "name", ["gammaln", "psi", "erf", "erfc", "ndtr", "ndtri", "erfinv", "expit", "i0"]
)
def test_special_functions_of_one_number(name, lanes):
    x = np.linspace(0.05, 0.95, 16)
    expected = getattr(scipy.special, name)(x)
    found = apply(special_function(name), x, lanes=lanes)
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    found = apply(special_function(name), x.astype("f4"), lanes=lanes)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, expected, rtol=1e-5)


@pytest.mark.parametrize("name", ["betaln", "gammainc", "xlogy", "iv"])
def test_special_functions_of_two_numbers(name):
    rng = np.random.default_rng(0)
    x, y = rng.uniform(0.5, 4, (2, 16))
    found = apply(special_function(name, arity=2), x, y, lanes=4)
    np.testing.assert_allclose(found, getattr(scipy.special, name)(x, y), rtol=1e-14)


def test_special_functions_that_are_not_there():
    step = StepBuilder("step", [], [])
    with pytest.raises(Unlowered):
        special_function("no_such_function")(step, step.constant(1.0, "f64"))
    with pytest.raises(Unlowered):
        special_function("erf")(step, step.any_constant(1.0, "c64"))
