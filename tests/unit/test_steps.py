"""Steps against NumPy: in a program of one step, with scratch memory and outputs of NaN."""

from __future__ import annotations

import ctypes
import functools
import itertools

import numpy as np
import pytest
import scipy.special

import functrace as ft
from functrace.compiler.forms import Step, Unlowered
from functrace.compiler.linear.determinants import emit_det, emit_slogdet
from functrace.compiler.linear.lapack import (
    emit_cholesky,
    emit_inv,
    emit_solve,
    emit_solve_triangular,
)
from functrace.compiler.linear.matmul import emit_einsum, emit_matmul
from functrace.compiler.machine.native import compile_text
from functrace.compiler.machine.target import host
from functrace.compiler.math.special import special_function
from functrace.compiler.notation.memory import Access, load, store
from functrace.compiler.notation.step import StepBuilder
from functrace.core.aval import Aval
from functrace.primitives import contractions, determinants, linalg

FLOATING = ["f4", "f8", "c8", "c16"]
DTYPES = [*FLOATING, "i8", "i4", "u2", "i1", "?"]
SIZES = [1, 2, 3, 5, 8, 13, 17, 33]
_names = (f"step{n}" for n in itertools.count())


# -- running a step --------------------------------------------------------------------


def address(array):
    return array.__array_interface__["data"][0]


def run(emit, operands, likes, *, bits=None, fused=None, **params):
    """Status and outputs of a step; `likes` are arrays like the outputs."""
    machine = host()
    step = StepBuilder(
        next(_names),
        [(Aval(x.shape, x.dtype), elements(x)) for x in operands],
        [Aval(like.shape, like.dtype) for like in likes],
        vector_bits=bits or machine.vector_bits,
        fused=machine.fused if fused is None else fused,
    )
    emit(step, step.operands, step.outputs, **params)
    scratch = junk((step.scratch_bytes + 64,), np.uint8)
    start = -address(scratch) % 64
    outputs = [junk(like.shape, like.dtype) for like in likes]
    arrays = [*operands, *outputs, scratch[start:]]
    code = compile_text(program(step, len(arrays)), ["program"])
    pointers = (ctypes.c_void_p * len(arrays))(*map(address, arrays))
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(
        code.address("program")
    )
    return function(pointers), outputs


def elements(x):
    return tuple(stride // x.itemsize for stride in x.strides)


def junk(shape, dtype):
    array = np.empty(shape, dtype)
    np.frombuffer(array, np.uint8)[...] = 0 if array.dtype == bool else 0xFF
    return array


def program(step, count):
    lines = []
    for i in range(count):
        lines.append(f"%a{i} = getelementptr ptr, ptr %buffers, i64 {i}")
        lines.append(f"%p{i} = load ptr, ptr %a{i}")
    given = ", ".join(f"ptr %p{i}" for i in range(count))
    main = [
        "define i32 @program(ptr %buffers) {",
        *lines,
        f"%status = call i32 @{step.name}({given})",
        "ret i32 %status",
        "}",
        '!0 = !{!"branch_weights", i32 1, i32 100000}',
    ]
    return "\n".join([*sorted(step.declarations), step.text(), *main])


# -- operands --------------------------------------------------------------------------


def sample(rng, shape, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) < 0.3
    if dtype.kind in "iu":
        return rng.integers(0, 50, shape).astype(dtype)
    x = rng.standard_normal(shape)
    if dtype.kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def in_other_layout(rng, x):
    """An array in another layout: permuted, spaced, reversed or repeated."""
    layout = rng.integers(5)
    if layout == 0 or not x.size or not x.ndim:
        return x
    if layout == 1:
        order = rng.permutation(x.ndim)
        return np.ascontiguousarray(x.transpose(order)).transpose(np.argsort(order))
    if layout == 2:
        spaced = np.repeat(x, 2, axis=-1)
        return spaced[..., 1::2]
    if layout == 3:
        return x[..., ::-1]
    return np.broadcast_to(x.take([0], rng.integers(x.ndim)), x.shape)


def is_close(found, expected):
    """Equal up to rounding errors, of the largest element."""
    if found.dtype.kind not in "fc":
        return np.array_equal(found, expected)
    error = np.abs(found - expected).max(initial=0)
    tolerance = 3e-4 if found.dtype.char in "fF" else 1e-11
    return error <= tolerance * max(1, np.abs(expected).max(initial=0))


def has_formula(primitive, operands, params):
    """Whether other primitives stand for this one, of such operands, in compiled code."""
    found = []

    def function(*xs):
        found.append(primitive.lower.formula(*xs, **params) is not None)
        return xs

    ft.make_graph(function)(*[Aval(x.shape, x.dtype) for x in operands])
    return found[0]


def computed(primitive, emit, operands, likes, *, bits=None, fused=None, **params):
    """Status and outputs: of the formula if there is one for these operands, else a step."""
    if not has_formula(primitive, operands, params):
        return run(emit, operands, likes, bits=bits, fused=fused, **params)
    try:
        found = ft.jit(functools.partial(primitive, **params))(*operands)
    except np.linalg.LinAlgError:
        return 1, likes
    outputs = found if primitive.multiple else [found]
    assert [np.result_type(x) for x in outputs] == [np.result_type(x) for x in likes]
    return 0, outputs


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


# -- factorisations --------------------------------------------------------------------


def regular(rng, stack, n, dtype):
    """Matrices that are far from singular."""
    x = sample(rng, (*stack, n, n), dtype)
    scale = 60 * n if np.dtype(dtype).kind == "i" else 3 + 2 * np.sqrt(n)
    return (x + scale * np.eye(n)).astype(dtype)


def turned(rng, x):
    """The array, or one of another layout; the elements stay."""
    if rng.random() < 0.5:
        return x
    return np.ascontiguousarray(x.swapaxes(-1, -2)).swapaxes(-1, -2)


CASES = [
    (dtype, n, stack)
    for dtype in [*FLOATING, "i4"]
    for n, stack in [(1, ()), (2, (3,)), (3, (2, 2)), (5, ()), (8, (4,)), (9, (2,)), (40, ())]
] + [("f8", 0, ()), ("f8", 3, (0,))]  # fmt: skip


@pytest.mark.parametrize(("dtype", "n", "stack"), CASES)
def test_cholesky(dtype, n, stack):
    rng = np.random.default_rng(n)
    x = regular(rng, stack, n, dtype)
    x = turned(rng, (x @ x.conj().swapaxes(-1, -2)).astype(dtype))
    expected = np.linalg.cholesky(x) if x.size else np.zeros(x.shape)
    above = np.triu(np.ones((n, n), bool), 1)  # what is there does not matter
    x = turned(rng, np.where(above, 7, x).astype(dtype))
    status, (found,) = run(emit_cholesky, [x], [expected])
    assert status == 0
    assert is_close(found, expected)


@pytest.mark.parametrize(("dtype", "n", "stack"), CASES)
@pytest.mark.parametrize("columns", [1, 20])
def test_solve(dtype, n, stack, columns):
    rng = np.random.default_rng(n)
    x = turned(rng, regular(rng, stack, n, dtype))
    y = turned(rng, sample(rng, (*stack[1:], n, columns), dtype))
    expected = np.linalg.solve(x, y)
    status, (found,) = computed(linalg.solve, emit_solve, [x, y], [expected])
    assert status == 0
    assert is_close(found, expected)


@pytest.mark.parametrize("dtype", FLOATING)
@pytest.mark.parametrize("n", [1, 4, 30])
def test_solve_for_a_vector_and_of_mixed_dtypes(dtype, n):
    rng = np.random.default_rng(n)
    x = regular(rng, (), n, dtype)
    for y in (sample(rng, (2 * n,), dtype)[::2], sample(rng, (n,), "i8")):
        expected = np.linalg.solve(x, y)
        status, (found,) = computed(linalg.solve, emit_solve, [x, y], [expected])
        assert status == 0
        assert is_close(found, expected)


@pytest.mark.parametrize(("dtype", "n", "stack"), CASES)
def test_inv(dtype, n, stack):
    rng = np.random.default_rng(n)
    x = turned(rng, regular(rng, stack, n, dtype))
    expected = np.linalg.inv(x)
    status, (found,) = computed(linalg.inv, emit_inv, [x], [expected])
    assert status == 0
    assert is_close(found, expected)


@pytest.mark.parametrize(("dtype", "n", "stack"), CASES)
def test_det_and_slogdet(dtype, n, stack):
    rng = np.random.default_rng(n)
    x = turned(rng, sample(rng, (*stack, n, n), dtype))
    with np.errstate(over="ignore"):
        values = np.asarray(np.linalg.det(x))
    expected = [np.asarray(part) for part in np.linalg.slogdet(x)]
    status, found = computed(determinants.slogdet, emit_slogdet, [x], expected)
    assert status == 0
    assert all(map(is_close, found, expected))
    if np.isfinite(values).all():
        status, (found,) = computed(determinants.det, emit_det, [x], [values])
        assert status == 0
        assert is_close(found, values)


@pytest.mark.parametrize("n", [4, 20])
@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_det_of_rows_that_differ_in_size(n, scale):
    rng = np.random.default_rng(n)
    x = sample(rng, (n, n), "f8")
    x[:2] *= scale
    x[2:4] /= scale
    expected = np.asarray(np.linalg.det(x))
    _, (found,) = computed(determinants.det, emit_det, [x], [expected])
    np.testing.assert_allclose(found, expected, rtol=1e-10)
    expected = [np.asarray(part) for part in np.linalg.slogdet(x)]
    _, found = computed(determinants.slogdet, emit_slogdet, [x], expected)
    np.testing.assert_allclose(found, expected, rtol=1e-10)


FLAGS = list(itertools.product([False, True], repeat=3))


@pytest.mark.parametrize(("lower", "transposed", "unit_diagonal"), FLAGS)
@pytest.mark.parametrize(
    ("dtype", "n", "stack"),
    [
        ("f8", 3, (2, 2)),
        ("f4", 8, ()),
        ("i4", 2, (3,)),
        ("c16", 4, (2,)),
        ("f8", 20, (2,)),
    ],
)
def test_solve_triangular(dtype, n, stack, lower, transposed, unit_diagonal):
    rng = np.random.default_rng(n)
    params = {"lower": lower, "transposed": transposed, "unit_diagonal": unit_diagonal}
    x = regular(rng, stack, n, dtype)
    if unit_diagonal:
        x = (x / (10 * n + 1)).astype(dtype)
    x = turned(rng, x)
    for columns in (1, 11):
        y = turned(rng, sample(rng, (*stack[1:], n, columns), dtype))
        expected = linalg.solve_triangular.impl(x, y, **params)
        status, (found,) = run(emit_solve_triangular, [x, y], [expected], **params)
        assert status == 0
        assert is_close(found, expected)


@pytest.mark.parametrize("n", [1, 2, 8, 9, 30])
@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_singular_matrices(dtype, n):
    ones = np.ones((n, n), dtype) if n > 1 else np.zeros((1, 1), dtype)
    y = np.ones((n, 2), dtype)
    assert computed(linalg.inv, emit_inv, [ones], [ones])[0] == 1
    assert computed(linalg.solve, emit_solve, [ones, y], [y])[0] == 1
    assert run(emit_cholesky, [ones - 2 * np.eye(n, dtype=dtype)], [ones])[0] == 1
    one = np.ones((), dtype)
    status, (found,) = computed(determinants.det, emit_det, [ones], [one])
    assert (status, found) == (0, 0)
    status, (sign, log) = computed(
        determinants.slogdet, emit_slogdet, [ones], [one, one.real]
    )
    assert (status, sign, log) == (0, 0, -np.inf)


@pytest.mark.parametrize("n", [1, 3, 20])
@pytest.mark.parametrize("dtype", ["f8", "c8"])
def test_a_zero_on_the_diagonal_of_a_triangle(dtype, n):
    x, y = np.eye(n, dtype=dtype), np.ones((n, 3), dtype)
    x[n // 2, n // 2] = 0
    flags = {"lower": True, "transposed": False}
    solve = emit_solve_triangular
    assert run(solve, [x, y], [y], unit_diagonal=False, **flags)[0] == 1
    assert run(solve, [x, y], [y], unit_diagonal=True, **flags)[0] == 0


def test_cholesky_of_a_small_matrix_leaves_nan_to_numpy():
    x = np.full((3, 3), np.nan)
    assert run(emit_cholesky, [x], [x])[0] == 1


def test_right_hand_sides_without_columns():
    x, y = np.eye(3), np.zeros((3, 0))
    assert computed(linalg.solve, emit_solve, [x, y], [y])[0] == 0


def test_one_singular_matrix_of_a_stack():
    x = np.stack([np.eye(3), np.zeros((3, 3)), np.eye(3)])
    assert computed(linalg.inv, emit_inv, [x], [x])[0] == 1


@pytest.mark.parametrize("bits", [128, 256])
def test_factorisations_in_other_vectors(bits):
    rng = np.random.default_rng(bits)
    x = regular(rng, (3,), 6, "f8")
    options = {"bits": bits, "fused": False}
    status, (found,) = computed(linalg.inv, emit_inv, [x], [x], **options)
    assert status == 0
    assert is_close(found, np.linalg.inv(x))
    x = x @ x.swapaxes(1, 2)
    status, (found,) = run(emit_cholesky, [x], [x], **options)
    assert status == 0
    assert is_close(found, np.linalg.cholesky(x))


def test_records_have_steps():
    records = [
        contractions.matmul,
        contractions.einsum,
        linalg.solve,
        linalg.solve_triangular,
        linalg.inv,
        determinants.det,
        determinants.slogdet,
        linalg.cholesky,
    ]
    assert all(isinstance(record.lower, Step) for record in records)


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
