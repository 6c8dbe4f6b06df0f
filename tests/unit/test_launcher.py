"""Native programs as Python callables: what fits, what comes back, what is let go."""

from __future__ import annotations

import gc
import resource
import sys
import threading
import tracemalloc
import weakref
from pathlib import Path

import numpy as np
import pytest

from functrace.compiler import launcher as launchers
from functrace.compiler import native
from functrace.compiler._launcher_ir import Fields
from functrace.compiler._pool_ir import BLOCKS, LARGE, LIMIT
from functrace.compiler.launcher import make_launcher
from functrace.compiler.linker import EngineLinker
from functrace.compiler.target import host
from functrace.core.aval import Aval, aval_of

F64 = Aval((), np.float64)
VECTOR = Aval((3,), np.float64)
NUMERIC = ["?", "b", "h", "i", "l", "B", "H", "I", "L", "f", "d", "F", "D"]


def unwanted(*args, **kwargs):
    raise AssertionError("not to be called")


def slow(*args, **kwargs):
    return "slow", args, kwargs


def failed(*args, **kwargs):
    return "failed", args, kwargs


def copying(pairs, inputs, status=0):
    """A program that copies bytes: triples of input, output, number of bytes."""
    lines = []
    for k, (source, target, size) in enumerate(pairs):
        for name, index in (("x", source), ("y", inputs + target)):
            lines += [
                f"%{name}p{k} = getelementptr ptr, ptr %buffers, i64 {index}",
                f"%{name}{k} = load ptr, ptr %{name}p{k}",
            ]
        lines.append(
            f"call void @llvm.memcpy.p0.p0.i64(ptr %y{k}, ptr %x{k}, i64 {size}, i1 0)"
        )
    body = "\n  ".join(lines)
    text = f"""
define i32 @program(ptr %buffers) {{
  {body}
  ret i32 {status}
}}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
"""
    return native.compile_text(text, ["program"], level=0)


@pytest.fixture
def fresh_body(monkeypatch):
    """The native launcher is chosen anew, whatever the environment says."""
    monkeypatch.delenv("FUNCTRACE_NATIVE", raising=False)
    launchers._body.cache_clear()
    yield
    launchers._body.cache_clear()


@pytest.fixture(params=["native", "python"])
def make(request):
    """`make_launcher` of a program that copies inputs to outputs of their size."""

    def make_one(inputs, outputs, slow=unwanted, failed=unwanted, status=0, **options):
        pairs = [
            (source, target, size_of(inputs[source]))
            for target, source in enumerate(options.pop("sources", range(len(outputs))))
        ]
        code = copying(pairs, len(inputs), status)
        return make_launcher(
            code.address("program"),
            inputs,
            outputs,
            slow,
            failed,
            structure=options.pop(
                "structure", "single" if len(outputs) == 1 else "tuple"
            ),
            keep=code,
            python_only=request.param == "python",
            **options,
        )

    return make_one


def size_of(aval):
    return aval.size * np.dtype(aval.dtype).itemsize


def same(out, expected):
    """Equal in type, dtype, shape and every bit."""
    return (
        type(out) is type(expected)
        and out.dtype == expected.dtype
        and out.shape == expected.shape
        and out.tobytes() == expected.tobytes()
    )


# -- arrays ------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", NUMERIC)
@pytest.mark.parametrize("shape", [(1,), (3,), (2, 3), (2, 1, 4), (0,), (3, 0)])
def test_arrays_pass_through(make, rng, dtype, shape):
    x = (10 * rng.normal(size=shape)).astype(dtype)
    out = make([aval_of(x)], [aval_of(x)])(x)
    assert same(out, x)
    assert out.flags.owndata
    assert out.flags.writeable
    assert out.flags.c_contiguous
    assert out.base is None


def test_outputs_are_new_each_time(make):
    copy = make([VECTOR], [VECTOR])
    x = np.arange(3.0)
    first, second = copy(x), copy(x)
    first[:] = 7
    np.testing.assert_array_equal(second, x)
    np.testing.assert_array_equal(x, np.arange(3.0))


@pytest.mark.parametrize("release_gil", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 6, 40])
def test_many_inputs_and_outputs(make, rng, count, release_gil):
    arrays = [rng.normal(size=(k % 4,) * (k % 3)) for k in range(count)]
    avals = [aval_of(a) for a in arrays]
    copy = make(avals, avals, structure="tuple", release_gil=release_gil)
    outs = copy(*arrays)
    assert type(outs) is tuple
    assert len(outs) == count
    for out, array in zip(outs, arrays, strict=True):
        assert same(out, array[()])


def test_inputs_without_outputs(make):
    assert make([VECTOR], [])(np.ones(3)) == ()


def test_outputs_without_inputs(make):
    make_one = make([], [VECTOR, F64], sources=[])
    vector, number = make_one()
    assert vector.shape == (3,)
    assert type(number) is np.float64


def test_tuple_of_one(make):
    (out,) = make([VECTOR], [VECTOR], structure="tuple")(np.ones(3))
    np.testing.assert_array_equal(out, np.ones(3))


def test_read_only_arrays_fit(make):
    x = np.arange(3.0)
    x.flags.writeable = False
    out = make([VECTOR], [VECTOR])(x)
    assert same(out, np.arange(3.0))


# -- numbers -----------------------------------------------------------------------


@pytest.mark.parametrize("dtype", NUMERIC)
def test_numbers_come_as_scalars_or_arrays(make, dtype):
    number = np.dtype(dtype).type(1)
    copy = make([aval_of(number)], [aval_of(number)])
    assert same(copy(number), number)
    assert same(copy(np.array(number)), number)


def test_truth_values_are_the_two_there_are(make):
    copy = make([Aval((), bool)], [Aval((), bool)])
    assert copy(np.True_) is np.True_
    assert copy(np.False_) is np.False_


@pytest.mark.parametrize("number", [0.1, -0.0, float("nan"), float("inf"), 5e-324])
def test_python_floats_fit_float64(make, number):
    assert same(make([F64], [F64])(number), np.float64(number))


def test_python_complex_numbers_fit_complex128(make):
    aval = Aval((), complex)
    assert same(make([aval], [aval])(0.5 - 2j), np.complex128(0.5 - 2j))


@pytest.mark.parametrize(
    ("aval", "arg"),
    [
        (F64, 1),
        (F64, True),
        (F64, 1j),
        (F64, "1.0"),
        (F64, np.float32(1)),
        (F64, np.int64(1)),
        (F64, np.ones(1)),
        (F64, np.ones((), np.float32)),
        (F64, type("Float", (float,), {})(1.0)),
        (Aval((), np.float32), 1.0),
        (Aval((), np.int64), 1),
        (Aval((), bool), True),
        (Aval((), np.complex128), 1.0),
        (Aval((1,), np.float64), 1.0),
        (Aval((1,), np.float64), np.float64(1.0)),
    ],
)
def test_other_numbers_are_slow(make, aval, arg):
    assert make([aval], [aval], slow=slow)(arg) == ("slow", (arg,), {})


WEAK = [
    (0.1, [np.float64(0.1), np.array(0.1), 1, True, 1j]),
    (0.5 + 2j, [np.complex128(1), np.array(1j), 1, 1.0]),
    (-3, [np.int64(1), np.array(1), 1.0, True, 2**63, -(2**63) - 1]),
    (True, [np.True_, np.array([True])[0], 1, 0]),
    (False, [np.False_, None]),
]


@pytest.mark.parametrize(("number", "others"), WEAK)
def test_weak_numbers_fit_exactly(make, number, others):
    weak = aval_of(number)
    out = Aval((), type(number))
    copy = make([weak], [out], slow=slow)
    assert same(copy(number), np.dtype(type(number)).type(number))
    for other in others:
        result = copy(other)
        assert result[0] == "slow"
        assert result[1][0] is other


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 0])
def test_weak_integers_of_64_bits(make, number):
    assert make([aval_of(1)], [Aval((), np.int64)])(number) == number


# -- what does not fit ---------------------------------------------------------------


def unaligned():
    return np.zeros(3 * 8 + 1, np.uint8)[1:].view(np.float64)


class Subclass(np.ndarray):
    pass


STRANGERS = {
    "list": [1.0, 2.0, 3.0],
    "None": None,
    "float": 1.0,
    "longer": np.ones(4),
    "shorter": np.ones(2),
    "more axes": np.ones((3, 1)),
    "fewer axes": np.ones(()),
    "float32": np.ones(3, np.float32),
    "int64": np.ones(3, np.int64),
    "objects": np.ones(3, object),
    "big-endian": np.ones(3, ">f8"),
    "strided": np.ones(6)[::2],
    "reversed": np.ones(3)[::-1],
    "repeated": np.broadcast_to(1.0, 3),
    "unaligned": unaligned(),
    "subclass": np.ones(3).view(Subclass),
    "masked": np.ma.ones(3),
}


@pytest.mark.parametrize("stranger", STRANGERS)
def test_what_does_not_fit_is_slow(make, stranger):
    arg = STRANGERS[stranger]
    copy = make([VECTOR, VECTOR], [VECTOR], slow=slow)
    for args in ((arg, np.ones(3)), (np.ones(3), arg)):
        name, given, kwargs = copy(*args)
        assert name == "slow"
        assert all(a is b for a, b in zip(given, args, strict=True))
        assert not kwargs


def test_columns_first_are_slow(make):
    x = np.ones((2, 3), order="F")
    assert make([aval_of(x)], [aval_of(x)], slow=slow)(x)[0] == "slow"


def test_number_of_arguments(make):
    copy = make([VECTOR], [VECTOR], slow=slow)
    assert copy() == ("slow", (), {})
    assert copy(1, 2) == ("slow", (1, 2), {})


def test_keywords_are_slow(make):
    copy = make([VECTOR], [VECTOR], slow=slow)
    assert copy(1, x=2, y=3) == ("slow", (1,), {"x": 2, "y": 3})
    assert copy(x=2) == ("slow", (), {"x": 2})


def test_a_chain_of_launchers(make):
    shapes = [(k,) for k in range(30)]
    chain = slow
    for shape in shapes:
        chain = make([Aval(shape)], [Aval(shape)], slow=chain)
    for shape in shapes:
        assert chain(np.ones(shape)).shape == shape
    assert chain(np.ones(99))[0] == "slow"


def test_failed_programs(make):
    x = np.ones(3)
    avals = [VECTOR, F64]
    fail = make(avals, avals, failed=failed, status=3)
    name, given, kwargs = fail(x, 2.0)
    assert name == "failed"
    assert given == (x, 2.0)
    assert not kwargs


@pytest.mark.parametrize("status", [0, 1])
def test_exceptions_come_through(make, status):
    def complain(*args):
        raise ValueError(len(args))

    call = make([VECTOR], [VECTOR], slow=complain, failed=complain, status=status)
    with pytest.raises(ValueError, match="2"):
        call(1, 2)
    if status:
        with pytest.raises(ValueError, match="1"):
            call(np.ones(3))


def test_memory_runs_out(make):
    huge = Aval((1 << 58,), np.float64)
    run_out = make([VECTOR], [VECTOR, F64, huge], sources=[])
    for _ in range(3):
        with pytest.raises(MemoryError):
            run_out(np.ones(3))


# -- references ----------------------------------------------------------------------


class Keeper:
    """Something to be called, and to be kept."""

    def __init__(self):
        self.launchers = []

    def __call__(self, *args):
        raise ValueError


def test_lifetimes(make):
    keepers = [Keeper(), Keeper()]
    alive = [weakref.ref(keeper) for keeper in keepers]
    call = make([VECTOR], [VECTOR], slow=keepers[0], failed=keepers[1])
    del keepers
    gc.collect()
    assert None not in [reference() for reference in alive]
    del call
    gc.collect()
    assert [reference() for reference in alive] == [None, None]


def test_what_owns_the_program_is_kept():
    for python_only in (False, True):
        keep = Keeper()
        alive = weakref.ref(keep)
        call = make_launcher(
            0, [F64], [F64], slow, failed, keep=keep, python_only=python_only
        )
        del keep
        gc.collect()
        assert alive() is not None
        del call
        gc.collect()
        assert alive() is None


def test_cycles_are_collected(make):
    keeper = Keeper()
    alive = weakref.ref(keeper)
    keeper.launchers.append(make([VECTOR], [VECTOR], slow=keeper))
    del keeper
    gc.collect()
    assert alive() is None


def drift(action, objects, count=300):
    """How far the reference counts of `objects` are from what they were."""
    action()
    before = [sys.getrefcount(o) for o in objects]
    for _ in range(count):
        action()
    return [sys.getrefcount(o) - b for o, b in zip(objects, before, strict=True)]


def attempt(function, *args):
    try:
        function(*args)
    except (MemoryError, ValueError):
        return


def complain(*args):
    raise ValueError


@pytest.mark.parametrize("release_gil", [False, True])
def test_no_reference_is_lost(make, release_gil):
    x, number = np.ones(3), 0.5
    avals = [VECTOR, F64]
    options = {"release_gil": release_gil}
    huge = [VECTOR, Aval((1 << 58,), np.float64)]
    calls = [
        (make(avals, avals, **options), (x, number)),
        (make(avals, avals, **options), (x, np.float64(0.25))),
        (make([VECTOR], [VECTOR], **options), (x,)),
        (make([VECTOR], [VECTOR], slow=slow, **options), (x, number)),
        (make([VECTOR], [VECTOR], slow=complain, **options), (x, number)),
        (make(avals, avals, failed=failed, status=1, **options), (x, number)),
        (make(avals, avals, failed=complain, status=1, **options), (x, number)),
        (make([VECTOR], huge, sources=[], **options), (x,)),
        (make([aval_of(1)], [Aval((), int)], slow=slow, **options), (2**70,)),
    ]
    watched = [x, number, np.dtype("d"), np.ndarray, np.float64, slow, failed, None]
    for function, args in calls:
        found = drift(lambda f=function, a=args: attempt(f, *a), [*watched, function])
        assert max(map(abs, found)) < 100


def test_memory_does_not_grow(make):
    x = np.ones(10_000)
    aval = aval_of(x)
    copy = make([aval, F64], [aval, F64])
    fail = make([aval, F64], [aval, F64], failed=failed, status=1)
    tracemalloc.start()
    try:
        for _ in range(100):  # 8 MB if one of the results were kept
            copy(x, 1.0)
            fail(x, 1.0)
        assert tracemalloc.get_traced_memory()[0] < 1_000_000  # bytes
    finally:
        tracemalloc.stop()


# -- threads -------------------------------------------------------------------------

WAITING = """
define i32 @program(ptr %buffers) {
  %x = load ptr, ptr %buffers
  br label %wait
wait:
  %value = load atomic i64, ptr %x seq_cst, align 8
  %changed = icmp ne i64 %value, 0
  br i1 %changed, label %done, label %wait
done:
  ret i32 0
}
"""


def test_other_threads_run_meanwhile(make):
    code = native.compile_text(WAITING, ["program"])
    x = np.zeros(1, np.int64)
    python_only = isinstance(make([], []), type(lambda: None))
    wait = make_launcher(
        code.address("program"),
        [aval_of(x)],
        [],
        unwanted,
        unwanted,
        structure="tuple",
        release_gil=True,
        keep=code,
        python_only=python_only,
    )
    thread = threading.Thread(target=lambda: wait(x))
    thread.start()
    x[0] = 1
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_threads(make):
    vector = Aval((20_000,))  # large enough for the pool
    copy = make([vector, F64], [vector, F64], release_gil=True)
    failures = []

    def work(k):
        x = np.full(20_000, float(k))
        for _ in range(200):
            out, number = copy(x, float(k))
            if number != k or not np.array_equal(out, x):
                failures.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


# -- large results -------------------------------------------------------------------


def maker_of(size):
    """A native launcher that returns an array of `size` bytes, as they are."""
    code = copying([], 0)
    return make_launcher(
        code.address("program"), [], [Aval((size,), np.uint8)], slow, failed, keep=code
    )


def handler_of(array=None):
    name = np._core.multiarray.get_handler_name
    return name() if array is None else name(array)


@pytest.mark.usefixtures("fresh_body")
@pytest.mark.parametrize("size", [LARGE, LARGE + 1, 1 << 22, (1 << 22) + 8])
def test_memory_of_large_results_is_used_again(size):
    new = maker_of(size)
    first = new()
    place = first.ctypes.data
    assert place % 64 == 0
    assert first.flags.owndata
    assert handler_of(first) == "functrace"
    second = new()
    assert second.ctypes.data != place
    del first
    assert new().ctypes.data == place


def test_small_results_are_numpys_own():
    assert handler_of(maker_of(LARGE - 1)()) == "default_allocator"


def test_other_arrays_are_numpys_own():
    out = maker_of(LARGE)()
    assert handler_of() == "default_allocator"
    assert handler_of(out.copy()) == "default_allocator"
    assert handler_of(np.empty(LARGE)) == "default_allocator"
    with pytest.raises(MemoryError):
        maker_of(1 << 60)()
    assert handler_of() == "default_allocator"


def test_large_results_can_be_resized():
    for size in (LARGE // 2, LARGE * 3):
        out = maker_of(LARGE)()
        out[:] = 7
        out.resize(size, refcheck=False)
        assert np.all(out[: LARGE // 2] == 7)
        assert np.all(out[LARGE:] == 0)
        del out
        again = maker_of(size)()
        again[:] = 1  # all of it is there


def test_views_outlive_large_results():
    new = maker_of(LARGE)
    out = new()
    out[:] = 7
    view = out[10:]
    del out
    others = [new() for _ in range(5)]
    for other in others:
        other[:] = 0
    assert np.all(view == 7)


def test_more_sizes_than_the_pool_has_room_for():
    sizes = [LARGE + 64 * k for k in range(2 * BLOCKS + 3)]
    for _ in range(3):
        outs = [maker_of(size)() for size in sizes]
        for k, out in enumerate(outs):
            out[:] = k % 256
        for k, out in enumerate(outs):
            assert np.all(out == k % 256)
        del outs, out


def resident():
    """Bytes of memory in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_pool_is_bounded():
    size = LIMIT // 4
    new = maker_of(size)
    before = resident()
    outs = [new() for _ in range(7)]
    for out in outs:
        out[::4096] = 1
    assert resident() - before > 6 * size
    del outs, out
    assert resident() - before < 4.5 * size
    too_large = maker_of(LIMIT + 1)()
    too_large[::4096] = 1
    del too_large
    assert resident() - before < 4.5 * size


# -- the choice ------------------------------------------------------------------------


def kind_of_launcher(**options):
    return type(make_launcher(0, [F64], [F64], slow, failed, **options)).__name__


def test_native_launcher_is_the_usual_one(fresh_body):
    assert kind_of_launcher() == "builtin_function_or_method"
    assert kind_of_launcher(python_only=True) == "function"


def test_too_many_arguments_for_the_stack():
    avals = [F64] * 5000
    code = copying([(4999, 0, 8)], 5000)
    last = make_launcher(
        code.address("program"), avals, [F64], unwanted, unwanted, keep=code
    )
    assert last(*map(float, range(5000))) == 4999.0


@pytest.mark.parametrize("field", [f for f in Fields._fields if f != "items"])
def test_unknown_layout_is_noticed(fresh_body, monkeypatch, field):
    def shifted(**offsets):
        return Fields(**{**offsets, field: offsets[field] + 8})

    monkeypatch.setattr(launchers, "Fields", shifted)
    with pytest.warns(RuntimeWarning, match="arrays by itself here; each call"):
        assert kind_of_launcher() == "function"


def test_launcher_that_cannot_be_compiled(fresh_body, monkeypatch):
    monkeypatch.setattr(launchers, "launcher_ir", lambda fields: "no LLVM")
    with pytest.warns(RuntimeWarning, match="NativeError: .* parsing error$"):
        assert kind_of_launcher() == "function"


@pytest.mark.parametrize("choice", ["portable", "off"])
def test_python_launcher_is_chosen(fresh_body, monkeypatch, choice):
    monkeypatch.setenv("FUNCTRACE_NATIVE", choice)
    assert kind_of_launcher() == "function"


def test_native_launcher_from_the_older_linker(fresh_body, monkeypatch):
    monkeypatch.setattr(native, "usual_linker", lambda: EngineLinker(host()))
    assert kind_of_launcher() == "builtin_function_or_method"
    code = copying([(0, 1, 24), (1, 0, 8)], 2)
    swap = make_launcher(
        code.address("program"),
        [VECTOR, F64],
        [F64, VECTOR],
        slow,
        failed,
        structure="tuple",
        keep=code,
    )
    number, vector = swap(np.arange(3.0), 2.5)
    assert same(number, np.float64(2.5))
    assert same(vector, np.arange(3.0))
    assert swap(1, 2) == ("slow", (1, 2), {})
