"""Routines against mpmath, in units in the last place, and against C99's special values."""

import ctypes
import itertools
import math

import mpmath
import numpy as np
import pytest
from scipy import special

from functrace.compiler import vecmath
from functrace.compiler.builder import LLVM, Builder, Value, bits_of, llvm_type
from functrace.compiler.native import compile_text
from functrace.compiler.routine import Routine, prepare
from functrace.compiler.target import host

DTYPES = {"f64": np.float64, "f32": np.float32}
LANES = {"f64": (0, 2, 4, 8, 16, 32), "f32": (0, 2, 4, 8, 16, 32, 64)}
WIDTH = 32  # lanes, where these do not matter
KINDS = pytest.mark.parametrize("kind", ["f64", "f32"])
mp = mpmath.MPContext()
mp.prec = 160


def loop(routine, kind, lanes, name):
    """LLVM function that calls a routine on arrays, and what it needs."""
    b = Builder(fused=host().fused)
    type_, element = llvm_type(kind, lanes), LLVM[kind]
    align = 8 if kind == "f64" else 4
    operands = []
    for i in range(routine.arity):
        b.lines.append(f"%p{i} = getelementptr {element}, ptr %x{i}, i64 %i")
        b.lines.append(f"%y{i} = load {type_}, ptr %p{i}, align {align}")
        operands.append(Value(b, f"%y{i}", kind, lanes))
    result = routine(b, *operands)
    parameters = ", ".join(f"ptr %x{i}" for i in range(routine.arity))
    text = [
        f"define void @{name}({parameters}, ptr %out, i64 %n) {{",
        "entry:",
        "br label %loop",
        "loop:",
        "%i = phi i64 [0, %entry], [%next, %loop]",
        *b.lines,
        f"%place = getelementptr {element}, ptr %out, i64 %i",
        f"store {type_} {result.text}, ptr %place, align {align}",
        f"%next = add i64 %i, {max(lanes, 1)}",
        "%more = icmp slt i64 %next, %n",
        "br i1 %more, label %loop, label %end",
        "end:",
        "ret void",
        "}",
    ]
    return "\n".join(text), b


def compiled(routine, kind, lanes):
    """Functions of arrays, whose sizes are multiples of the lanes; one for each."""
    parts = {f"lanes{n}": loop(routine, kind, n, f"lanes{n}") for n in lanes}
    builders = [b for _, b in parts.values()]
    prepare(set().union(*(b.routines for b in builders)))
    declarations = set().union(*(b.declarations for b in builders))
    text = "\n".join([*(text for text, _ in parts.values()), *sorted(declarations)])
    code = compile_text(text, list(parts))
    pointers = [ctypes.c_void_p] * (routine.arity + 1)
    type_ = ctypes.CFUNCTYPE(None, *pointers, ctypes.c_int64)

    def caller(name):
        def call(*arrays):
            code.address(name)  # the closure keeps the code alive
            arrays = [np.ascontiguousarray(a, DTYPES[kind]) for a in arrays]
            out = np.empty_like(arrays[0])
            addresses = [a.ctypes.data for a in (*arrays, out)]
            type_(code.address(name))(*addresses, out.size)
            return out

        return call

    return [caller(name) for name in parts]


def evaluate(name, kind, *arrays):
    routine = getattr(vecmath, name)
    return compiled(routine, kind, [WIDTH])[0](*arrays)


# -- accuracy --------------------------------------------------------------------------

FORMATS = {"f64": (53, -1074, 1024), "f32": (24, -149, 128)}  # digits, exponents


def error_in_ulps(exact, value, kind):
    """Distance of a result from the exact value, in units in its last place."""
    digits, least, greatest = FORMATS[kind]
    if math.isnan(value):
        return math.inf
    bound = mp.ldexp(1, greatest)  # what infinity stands for
    exact, value = (max(-bound, min(bound, mp.mpf(v))) for v in (exact, value))
    exponent = mp.frexp(exact)[1] if exact else least
    return float(abs(value - exact) / mp.ldexp(1, max(exponent - digits, least)))


def odd(f):
    """An odd function from its values at positive numbers."""
    return lambda x: mp.sign(x) * f(abs(x))


EXACT = {
    name: getattr(mp, name) for name in vars(vecmath)["__all__"] if hasattr(mp, name)
}
EXACT |= {
    "cbrt": odd(mp.cbrt),
    "exp2": lambda x: mp.power(2, x),
    "expit": lambda x: 1 / (1 + mp.exp(-x)),
    "log10": mp.log10,
    "log2": lambda x: mp.log(x) / mp.log(2),
    "pow": mp.power,
}
LIMITS = {  # in ulps, of both kinds
    "acosh": 2.5,
    "asin": 2,
    "asinh": 2,
    "atan2": 1.6,
    "atanh": 2,
    "cosh": 2,
    "erf": 1.2,
    "erfc": 3.5,
    "expit": 2.5,
    "expm1": 2,
    "sinh": 2,
    "tan": 1.2,
    "tanh": 1.6,
    "acos": 1.3,
    "atan": 1.2,
}


def everywhere(rng, kind, n):
    """Finite numbers with random bits: all exponents, and some subnormal numbers."""
    bits = rng.integers(0, 256, (2 * n, bits_of(kind) // 8), np.uint8)
    x = bits.view(DTYPES[kind])[:, 0]
    x = x[np.isfinite(x)][:n]
    tiny = np.finfo(x.dtype).tiny
    x[::8] = tiny * rng.uniform(-1, 1, x[::8].shape)
    return x


def near(center, rng, n, least=1e-16):
    """Numbers closer and closer to one."""
    return center + rng.choice([-1, 1], n) * 10 ** rng.uniform(math.log10(least), 0, n)


def reals(rng, kind, n):
    return np.concatenate(
        [everywhere(rng, kind, n), rng.uniform(-1, 1, n), rng.uniform(-8, 8, n)]
    )


def exponents(rng, kind, n):
    """Arguments of exponential functions: where results are subnormal, or overflow."""
    greatest = FORMATS[kind][2] * math.log(2)
    edges = [rng.uniform(a - 3, a + 3, n // 4) for a in (greatest, -greatest)]
    wide = rng.uniform(-1.1 * greatest, 1.1 * greatest, n)
    return np.concatenate([reals(rng, kind, n), wide, *edges])


def angles(rng, kind, n):
    """Small, large and huge ones, and multiples of pi / 4 with their neighbours."""
    k = np.concatenate([np.arange(n // 2), rng.integers(0, 1 << 17, n // 2)])
    multiples = k * (math.pi / 4)
    large = rng.uniform(-3e5, 3e5, n)
    return np.concatenate(
        [reals(rng, kind, n), multiples, np.nextafter(multiples, 0), large]
    )


def positive(rng, kind, n):
    x = [everywhere(rng, kind, n), near(1, rng, n), rng.uniform(0, 3, n)]
    return np.abs(np.concatenate(x))


def above_minus_one(rng, kind, n):
    x = [reals(rng, kind, n), near(-1, rng, n), near(0, rng, n)]
    x = np.concatenate(x).astype(DTYPES[kind])
    return np.where(x > -1, x, -x / 2)


def above_one(rng, kind, n):
    x = [np.abs(everywhere(rng, kind, n)), near(0, rng, n), rng.uniform(0, 3, n)]
    x = np.abs(np.concatenate(x))
    return np.where(x < 1, 1 + x, x)


def below_one(rng, kind, n):
    x = [near(1, rng, n), near(-1, rng, n), rng.uniform(-1, 1, n), near(0, rng, n)]
    x = np.concatenate(x).astype(DTYPES[kind])
    return np.where(np.abs(x) < 1, x, x / 16)


def error_arguments(rng, kind, n):
    x = np.concatenate([reals(rng, kind, n), rng.uniform(-2, 28, 2 * n)])
    return np.clip(x, -1e3, 1e3)  # as far as mpmath goes


DOMAINS = {
    **dict.fromkeys(["exp", "exp2", "expm1", "sinh", "cosh", "expit"], exponents),
    **dict.fromkeys(["log", "log2", "log10"], positive),
    **dict.fromkeys(["sin", "cos", "tan"], angles),
    **dict.fromkeys(["tanh", "atan", "asinh", "cbrt"], reals),
    **dict.fromkeys(["asin", "acos", "atanh"], below_one),
    **dict.fromkeys(["erf", "erfc"], error_arguments),
    "acosh": above_one,
    "log1p": above_minus_one,
}


def assert_accurate(name, kind, *arrays):
    size = arrays[0].size // WIDTH * WIDTH
    arrays = [np.asarray(a, DTYPES[kind])[:size] for a in arrays]
    values = evaluate(name, kind, *arrays).tolist()
    points = list(zip(*(a.tolist() for a in arrays), strict=True))
    limit = LIMITS.get(name, 1.0)
    errors = [
        (error_in_ulps(EXACT[name](*map(mp.mpf, point)), value, kind), point, value)
        for point, value in zip(points, values, strict=True)
    ]
    worst = max(errors)
    assert worst[0] <= limit, worst


@KINDS
@pytest.mark.parametrize("name", DOMAINS)
def test_accuracy(name, kind):
    rng = np.random.default_rng(len(name))
    assert_accurate(name, kind, DOMAINS[name](rng, kind, 400))


@KINDS
@pytest.mark.parametrize("name", ["hypot", "atan2"])
def test_accuracy_of_functions_of_points(name, kind):
    rng = np.random.default_rng(3)
    x, y = (everywhere(rng, kind, 400) for _ in "xy")
    close = np.where(np.abs(x) < 1e30, x * rng.uniform(0.5, 2, x.size), y)
    u, v = rng.normal(size=(2, 400))
    assert_accurate(name, kind, np.r_[x, x, u], np.r_[y, close, v])


@KINDS
def test_accuracy_of_powers(kind):
    rng = np.random.default_rng(4)
    bits, n = FORMATS[kind][2], 400
    x = np.abs(everywhere(rng, kind, n)).astype(np.float64)
    y = rng.uniform(-1.05, 1.05, n) * bits / np.log2(x)  # results of all sizes
    base = rng.uniform(0.5, 2, n).astype(DTYPES[kind]).astype(np.float64)
    exponent = rng.uniform(-1, 1, n) * bits / np.log2(base)
    whole = rng.integers(-40, 40, n)
    assert_accurate(
        "pow", kind, np.r_[x, base, rng.uniform(-9, 9, n)], np.r_[y, exponent, whole]
    )


@KINDS
@pytest.mark.parametrize("name", ["logaddexp", "logaddexp2"])
def test_sums_of_exponentials(name, kind):
    x, y = np.random.default_rng(5).uniform(-40, 40, (2, 640)).astype(DTYPES[kind])
    eps = np.finfo(x.dtype).eps
    expected = getattr(np, name)(x.astype(np.float64), y.astype(np.float64))
    out = evaluate(name, kind, x, y)
    np.testing.assert_allclose(out, expected, rtol=2 * eps, atol=2 * eps)


# -- special values --------------------------------------------------------------------

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 3.0, 1e300, -1e300, 5e-324, -5e-324]
SPECIAL += [math.inf, -math.inf, math.nan, 2.0**200, 1e4]
ORACLES = {"erf": special.erf, "erfc": special.erfc, "expit": special.expit}
NUMPY = {"pow": "power"}


def oracle(name):
    if name in ORACLES:
        return ORACLES[name]
    return getattr(np, NUMPY.get(name, name))


@KINDS
@pytest.mark.parametrize("name", vecmath.__all__)
def test_special_values(name, kind):
    arity = getattr(vecmath, name).arity
    with np.errstate(all="ignore"):
        values = np.array(SPECIAL).astype(DTYPES[kind])
        points = np.array(list(itertools.product(values, repeat=arity)))
        padding = np.ones((-len(points) % WIDTH, arity))
        arrays = np.concatenate([points, padding]).astype(DTYPES[kind]).T
        expected = oracle(name)(*arrays.astype(np.float64)).astype(DTYPES[kind])
        exact = oracle(name)(*arrays)  # may overflow where `expected` does not
    out = evaluate(name, kind, *arrays)
    eps = np.finfo(out.dtype).eps
    np.testing.assert_allclose(out, expected, rtol=4 * eps, atol=0)
    zero = (expected == 0) | np.isinf(expected)
    np.testing.assert_array_equal(np.signbit(out[zero]), np.signbit(exact[zero]))


# -- compilation -----------------------------------------------------------------------


@KINDS
@pytest.mark.parametrize("name", vecmath.__all__)
def test_lanes_do_not_matter(name, kind):
    rng = np.random.default_rng(6)
    routine = getattr(vecmath, name)
    shape = (routine.arity, 64)
    x = rng.choice([*SPECIAL, 0.3, 1.7, 2e6, -4e5], shape) * rng.choice([1, 0.9], shape)
    with np.errstate(over="ignore", under="ignore"):
        x = x.astype(DTYPES[kind])
    first, *others = (call(*x) for call in compiled(routine, kind, LANES[kind]))
    for other in others:
        np.testing.assert_array_equal(first, other)
        number = ~np.isnan(first)
        np.testing.assert_array_equal(
            np.signbit(first)[number], np.signbit(other)[number]
        )


def test_routines_call_routines_compiled_earlier_or_not():
    double = Routine("test_double", lambda b, x: x + x, cost=1)
    once = Routine("test_once", lambda b, x: double(b, x) + 1.0, cost=2)
    prepare([(once, "f64", 4)])
    again = Routine("test_again", lambda b, x: double(b, x) + once(b, x), cost=3)
    x = np.arange(8.0)
    (call,) = compiled(again, "f64", [4])
    np.testing.assert_array_equal(call(x), 4 * x + 1)
