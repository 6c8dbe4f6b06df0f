"""What tests of the routines share: loops that call them, and errors in ulps.

A unit in the last place (ulp) is that of the exact value, which mpmath computes.
"""

import ctypes
import math

import mpmath
import numpy as np
import pytest

from functrace.compiler.machine.emit import emit_object
from functrace.compiler.machine.native import load_object
from functrace.compiler.machine.symbols import declared
from functrace.compiler.machine.target import Target, host
from functrace.compiler.math import vecmath
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.kinds import LLVM, bits_of, llvm_type
from functrace.compiler.notation.routine import definitions

DTYPES = {"f64": np.float64, "f32": np.float32}
WIDTH = 32  # what sizes of arrays must be multiples of
KINDS = pytest.mark.parametrize("kind", ["f64", "f32"])
FORMATS = {"f64": (53, -1074, 1024), "f32": (24, -149, 128)}  # digits, exponents

# Machines whose code runs here; the oldest has no fused multiply-add.
TARGETS = [host()]
if host().triple.startswith("x86_64"):
    TARGETS.append(Target(triple=host().triple, cpu="x86-64", features="+sse2"))

mp = mpmath.MPContext()
mp.prec = 160


# -- compilation -----------------------------------------------------------------------


def loop(routine, kind, lanes, name):
    """LLVM function that calls a routine on arrays, and its requests for routines."""
    b = Builder()
    type_, element = llvm_type(kind, lanes), LLVM[kind]
    align = bits_of(kind) // 8
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
    return "\n".join(text), b.routines


def caller(code, name, routine, kind):
    """Python function of arrays around such a loop."""
    pointers = [ctypes.c_void_p] * (routine.arity + 1)
    function = ctypes.CFUNCTYPE(None, *pointers, ctypes.c_int64)(code.address(name))

    def call(*arrays):
        code.address(name)  # the closure keeps the code alive
        arrays = [np.ascontiguousarray(a, DTYPES[kind]) for a in arrays]
        out = np.empty_like(arrays[0])
        function(*(a.ctypes.data for a in (*arrays, out)), out.size)
        return out

    return call


def compiled(routine, kind, lanes, target):
    """Functions of arrays, whose sizes are multiples of the lanes; one for each."""
    names = [f"lanes{n}" for n in lanes]
    loops = [loop(routine, kind, n, name) for n, name in zip(lanes, names, strict=True)]
    needed, _ = definitions(set().union(*(r for _, r in loops)), target)
    text = "\n".join([needed, *(text for text, _ in loops)])
    code = load_object(emit_object(text, names, target), names, declared(text))
    return [caller(code, name, routine, kind) for name in names]


def evaluate(name, kind, *arrays, target):
    """Values of a routine at arrays of one size, that is a multiple of `WIDTH`."""
    lanes = [target.double_lanes]
    return compiled(getattr(vecmath, name), kind, lanes, target)[0](*arrays)


# -- errors ----------------------------------------------------------------------------


def ulp(exact, kind):
    """Unit in the last place of a number."""
    digits, least, _ = FORMATS[kind]
    exponent = mp.frexp(exact)[1] if exact else least
    return mp.ldexp(1, max(exponent - digits, least))


def error_in_ulps(exact, value, kind, unit=None):
    """Distance of a result from the exact value, in units in its last place."""
    if math.isnan(value):
        return math.inf
    bound = mp.ldexp(1, FORMATS[kind][2])  # what infinity stands for
    exact, value = (max(-bound, min(bound, mp.mpf(v))) for v in (exact, value))
    return float(abs(value - exact) / (unit or ulp(exact, kind)))


def odd(f):
    """An odd function from its values at positive numbers."""
    return lambda x: mp.sign(x) * f(abs(x))


def log_of_sum(base):
    """Logarithm of the sum of two powers."""

    def exact(x, y):
        ratio = mp.power(base, min(x, y) - max(x, y))
        return max(x, y) + mp.log1p(ratio) / mp.log(base)

    return exact


EXACT = {
    name: getattr(mp, name) for name in vars(vecmath)["__all__"] if hasattr(mp, name)
}
EXACT |= {
    "cbrt": odd(mp.cbrt),
    "exp2": lambda x: mp.power(2, x),
    "expit": lambda x: 1 / (1 + mp.exp(-x)),
    "log10": mp.log10,
    "log2": lambda x: mp.log(x) / mp.log(2),
    "logaddexp": log_of_sum(mp.e),
    "logaddexp2": log_of_sum(2),
    "pow": mp.power,
}


def assert_accurate(name, kind, limit, *arrays, unit=lambda exact, *_: exact):
    """Check errors, in ulps of ``unit(exact, *point)``, on all machines of `TARGETS`."""
    size = arrays[0].size // WIDTH * WIDTH
    arrays = [np.asarray(a, DTYPES[kind])[:size] for a in arrays]
    points = list(zip(*(a.tolist() for a in arrays), strict=True))
    exact = [EXACT[name](*map(mp.mpf, point)) for point in points]
    units = [ulp(unit(y, *x), kind) for x, y in zip(points, exact, strict=True)]
    for target in TARGETS:
        values = evaluate(name, kind, *arrays, target=target).tolist()
        worst = max(
            (error_in_ulps(y, value, kind, unit), x, value)
            for x, y, value, unit in zip(points, exact, values, units, strict=True)
        )
        assert worst[0] <= limit, (*worst, target.cpu)


# -- where -----------------------------------------------------------------------------


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
    """Numbers of all sizes, most of them moderate."""
    return np.concatenate(
        [everywhere(rng, kind, n), rng.uniform(-1, 1, n), rng.uniform(-8, 8, n)]
    )


def below_one(rng, kind, n):
    """Numbers between -1 and 1, many of them near the ends and near 0."""
    x = [near(1, rng, n), near(-1, rng, n), rng.uniform(-1, 1, n), near(0, rng, n)]
    x = np.concatenate(x).astype(DTYPES[kind])
    return np.where(np.abs(x) < 1, x, x / 16)


def points(rng, kind, n):
    """Pairs of numbers: of all sizes, of nearly the same size, and moderate ones."""
    x, y = (everywhere(rng, kind, n) for _ in "xy")
    close = np.where(np.abs(x) < 1e30, x * rng.uniform(0.5, 2, x.size), y)
    u, v = rng.normal(size=(2, n))
    return np.r_[x, x, u], np.r_[y, close, v]
