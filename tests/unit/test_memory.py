"""Memory is used again, and bounded: of results and of programs."""

from __future__ import annotations

import builtins
import ctypes
import os
import pickle
import random
import sys
import tracemalloc

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.machine import native, symbols
from functrace.compiler.runtime import pool
from functrace.compiler.runtime.pool import BLOCKS, LARGE, LIMIT
from tests._callers import at_once
from tests._processes import run

with_pooled_results = pytest.mark.skipif(
    bool(os.environ.get("FUNCTRACE_NATIVE")), reason="NumPy makes the results"
)
NUMBER = 40_000  # elements of a large result
BYTES = NUMBER * 8


@pytest.fixture(autouse=True)
def _empty():
    pool.bind()
    pool.clear_pool()
    yield
    pool.clear_pool()


def function(name, result, *arguments):
    """A function of the pool; it runs without the GIL."""
    return ctypes.CFUNCTYPE(result, *arguments)(symbols.resolve([name], {})[name])


@pytest.fixture
def take():
    return function("ft_take", ctypes.c_void_p, ctypes.c_int64)


@pytest.fixture
def give():
    return function("ft_give", None, ctypes.c_void_p)


# -- blocks ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 100, LARGE, LARGE + 1, 1 << 22, (1 << 22) + 8])
def test_blocks_are_aligned_and_used_again(take, give, size):
    block = take(size)
    assert block % 64 == 0
    ctypes.memset(block, 1, size)
    give(block)
    held = size if size >= LARGE else 0
    again = take(size)
    assert again == block or not held
    assert pool.clear_pool() == 0
    give(again)
    assert pool.clear_pool() == held


def test_blocks_fit_exactly(take, give):
    block = take(LARGE)
    give(block)
    other = take(LARGE + 64)
    assert other != block
    give(other)


def test_no_more_is_held_than_stated(take, give):
    sizes = [LIMIT // 3, LIMIT // 3 + 1, LIMIT // 3 + 2, LIMIT // 3 + 3]
    for block in [take(size) for size in sizes]:
        give(block)
    assert pool.clear_pool() == sum(sizes[2:])  # the last ones
    give(take(LIMIT + 1))
    assert pool.clear_pool() == 0
    give(take(LIMIT))
    assert pool.clear_pool() == LIMIT


def test_no_more_blocks_are_held_than_stated(take, give):
    for block in [take(LARGE + k) for k in range(BLOCKS + 5)]:
        give(block)
    assert pool.clear_pool() == sum(LARGE + k for k in range(5, BLOCKS + 5))


def test_rare_sizes_are_kept_beside_frequent_ones(take, give):
    rare = take(2 * LARGE)
    give(rare)
    for k in range(1000):
        give(take(LARGE + k % 8))
    assert take(2 * LARGE) == rare
    give(rare)


def test_what_has_not_been_used_for_longest_goes_first(take, give):
    blocks = [take(LARGE + k) for k in range(BLOCKS)]
    for block in blocks:
        give(block)
    give(take(LARGE))  # used again
    give(take(2 * LARGE))
    assert take(LARGE) == blocks[0]
    assert pool.clear_pool() == 2 * LARGE + sum(LARGE + k for k in range(2, BLOCKS))
    give(blocks[0])


def test_resized_blocks_keep_their_contents(take, give):
    resize = function("ft_resize", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    content = bytes(random.Random(0).randbytes(LARGE))
    block = take(LARGE)
    ctypes.memmove(block, content, LARGE)
    for size in (2 * LARGE, LARGE // 2):
        block = resize(block, size)
        whole = min(LARGE, size)
        assert ctypes.string_at(block, whole) == content[:whole]
    give(block)


STRESS = """
declare ptr @ft_take(i64)
declare void @ft_give(ptr)

; Take a block, write to both ends, take another, and so on; returns the wrong words.
define i64 @stress(i64 %mine, i64 %rounds) {
entry:
  br label %round
round:
  %i = phi i64 [0, %entry], [%i.next, %round]
  %wrong = phi i64 [0, %entry], [%wrong.next, %round]
  %i.times = mul i64 %i, 37
  %kind = urem i64 %i.times, 11
  %more = mul i64 %kind, 4096
  %size = add i64 %more, 65536
  %a = call ptr @ft_take(i64 %size)
  %b = call ptr @ft_take(i64 %size)
  %a.end = getelementptr i8, ptr %a, i64 %more
  %b.end = getelementptr i8, ptr %b, i64 %more
  %other = xor i64 %mine, -1
  store volatile i64 %mine, ptr %a
  store volatile i64 %mine, ptr %a.end
  store volatile i64 %other, ptr %b
  store volatile i64 %other, ptr %b.end
  %a0 = load volatile i64, ptr %a.end
  %a1 = load volatile i64, ptr %a
  %b0 = load volatile i64, ptr %b.end
  %b1 = load volatile i64, ptr %b
  %a0.bad = icmp ne i64 %a0, %mine
  %a1.bad = icmp ne i64 %a1, %mine
  %b0.bad = icmp ne i64 %b0, %other
  %b1.bad = icmp ne i64 %b1, %other
  %a.bad = or i1 %a0.bad, %a1.bad
  %b.bad = or i1 %b0.bad, %b1.bad
  %bad = or i1 %a.bad, %b.bad
  %bad.word = zext i1 %bad to i64
  %wrong.next = add i64 %wrong, %bad.word
  call void @ft_give(ptr %a)
  call void @ft_give(ptr %b)
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, %rounds
  br i1 %again, label %round, label %done
done:
  ret i64 %wrong.next
}
"""


def stress():
    code = native.compile_text(STRESS, ["stress"])
    address = code.address("stress")
    signature = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
    return code, signature(address)


def test_threads_never_share_a_block():
    code, hammer = stress()
    assert at_once(lambda k: hammer(k, 20_000), 6) == [0] * 6
    assert 0 < pool.clear_pool() <= LIMIT
    assert pool.clear_pool() == 0
    del code


def test_no_block_is_lost_between_threads(take, give):
    code, hammer = stress()
    at_once(lambda k: hammer(k, 2000), 6)
    held = pool.clear_pool()
    assert held <= LIMIT
    # The count is exact again: the limit itself fits.
    give(take(LIMIT))
    assert pool.clear_pool() == LIMIT
    del code


FORKING = """
import os, signal, threading
from tests.unit import test_memory as tests
from functrace.compiler.runtime import pool

pool.bind()
code, hammer = tests.stress()
going = True

def work(k):
    while going:
        hammer(k, 100)

threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
for thread in threads:
    thread.start()
bad = 0
for k in range(12):
    child = os.fork()
    if not child:
        signal.alarm(20)
        wrong = hammer(99, 300)
        pool.clear_pool()
        os._exit(1 if wrong else 0)
    bad += os.waitpid(child, 0)[1] != 0
going = False
for thread in threads:
    thread.join()
print(bad)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_forked_children_go_on():
    assert run(FORKING).split() == ["0"]


# -- results ---------------------------------------------------------------------------


@ft.jit
def doubled(x):
    return x * 2.0


def result():
    return doubled(np.ones(NUMBER))


@with_pooled_results
def test_results_of_several_sizes_alternate():
    sizes = [20_000, 30_000, 50_000, 70_000]
    inputs = [np.ones(size) for size in sizes]
    places = [{doubled(x).ctypes.data for _ in range(20)} for x in inputs]
    kept = [{doubled(x).ctypes.data for x in inputs} for _ in range(20)]
    assert all(len(place) <= 2 for place in places)
    assert len(set.union(*kept)) == len(sizes)


def test_results_are_freed_in_other_threads():
    outs = [result() for _ in range(8)]
    places = {out.ctypes.data for out in outs}
    at_once(lambda _: outs.pop(), 8)
    assert {out.ctypes.data for out in [result() for _ in range(8)]} == places


def test_results_are_pickled():
    out = result()
    again = pickle.loads(pickle.dumps(out))
    assert np.array_equal(out, again)


@with_pooled_results
def test_state_of_another_size_is_set():
    # NumPy then states a wrong size when it frees the memory.
    for other in (np.ones(NUMBER, complex), np.ones(7), np.ones(NUMBER, np.int8)):
        out = result()
        out.__setstate__(other.__reduce__()[2])
        assert np.array_equal(out, other)
        del out
        assert pool.clear_pool() in {BYTES, other.nbytes, BYTES + other.nbytes}


@pytest.mark.parametrize("shape", [(NUMBER // 2,), (3 * NUMBER,), (0,), (7, 11)])
def test_results_are_resized(shape):
    out = result()
    out.resize(shape, refcheck=False)
    assert out.shape == shape
    common = min(out.size, NUMBER)
    assert np.all(out.ravel()[:common] == 2)
    assert np.all(out.ravel()[common:] == 0)
    del out
    assert pool.clear_pool() <= BYTES * 4


def test_results_are_traced_by_tracemalloc():
    result()  # compiled
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        outs = [result() for _ in range(5)]
        held = tracemalloc.get_traced_memory()[0] - before
        del outs
        after = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert held >= 5 * BYTES
    assert after < BYTES


@with_pooled_results
def test_handler_of_the_user_stays():
    """The handler is any other than NumPy's: the pool's own will do."""
    set_handler = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(
        symbols.resolve(["PyDataMem_SetHandler"], {})["PyDataMem_SetHandler"]
    )
    name = np._core.multiarray.get_handler_name
    result()
    usual = set_handler(pool._arrays().handler)
    try:
        small = [np.zeros(k) for k in range(1, 50)]
        assert name(small[0]) == "functrace"
        large = np.zeros((300, 300))
        assert not large.any()
        assert all(not array.any() for array in small)
        large.resize((500, 500), refcheck=False)
        texts = np.array(["a", "bc"], dtype=object)
        assert list(np.concatenate([texts, texts])) == ["a", "bc"] * 2
        assert np.array_equal(result(), np.full(NUMBER, 2.0))
        assert name() == "functrace"
    finally:
        set_handler(usual)
    assert name() == "default_allocator"
    assert name(np.ones(3)) == "default_allocator"
    del small, large, texts


ENDING = """
import builtins, ctypes, sys, threading
import numpy as np
import functrace as ft

double = ft.jit(lambda x: x * 2.0)
builtins.kept = [double(np.ones(40_000)) for _ in range(4)]
sys.kept = np.kept = [double, double(np.ones(40_000))]
immortal = double(np.ones(40_000))
ctypes.pythonapi.Py_IncRef(ctypes.py_object(immortal))

class Late:
    def __init__(self):
        self.array, self.own = double(np.ones(50_000)), self
    def __del__(self):
        self.array.resize(60_000, refcheck=False)
        del self.array

late = Late()
centred = ft.jit(lambda x: np.sum((np.tanh(x) - np.mean(np.tanh(x))) ** 2))
x = np.ones(100_000)
centred(x)
endless = threading.Thread(target=lambda: [centred(x) for _ in iter(int, 1)], daemon=True)
endless.start()
print("end")
"""


@pytest.mark.slow
def test_results_outlive_everything_when_python_ends():
    assert run(ENDING).split() == ["end"]
    assert not hasattr(builtins, "kept")


# -- intermediate results --------------------------------------------------------------


def centred(x):
    y = np.tanh(x)
    return np.sum((y - np.mean(y)) ** 2)


def test_intermediate_results_use_memory_again():
    compiled = ft.jit(centred)
    x = np.linspace(0, 1, NUMBER)
    compiled(x)
    held = pool.clear_pool()
    assert held >= BYTES
    for _ in range(5):
        assert np.isclose(compiled(x), centred(x))
    assert pool.clear_pool() == held


def test_programs_run_at_once():
    compiled = ft.jit(centred)
    inputs = [np.linspace(0, k + 1, 300_000) for k in range(4)]
    wanted = [compiled(x) for x in inputs]
    found = [[] for _ in inputs]
    at_once(lambda k: found[k].extend(compiled(inputs[k]) for _ in range(10)), 4)
    assert all(set(f) == {w} for f, w in zip(found, wanted, strict=True))


def test_programs_that_give_up_give_their_memory_back():
    @ft.jit
    def solved(matrix, x):
        y = np.tanh(x)
        return np.linalg.inv(matrix), np.sum((y - np.mean(y)) ** 2)

    x = np.ones(NUMBER)
    solved(np.eye(2), x)
    held = pool.clear_pool()
    for _ in range(3):
        with pytest.raises(np.linalg.LinAlgError):
            solved(np.zeros((2, 2)), x)
    assert pool.clear_pool() == held


TIGHT = """
import resource
import numpy as np
import functrace as ft
from functrace.compiler.runtime import pool

mib = 1 << 20
def size():
    return int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()

double = ft.jit(lambda x: x * 2.0)
x, y = np.ones(15 * mib), np.ones(14 * mib)  # 120 and 112 MiB
def spread(x):
    z = np.tanh(x[:, None] + np.arange(9.0))
    return np.sum((z - np.mean(z)) ** 2)
spread = ft.jit(spread)
spread.lower(x).compile()
double.lower(y).compile()
double(x)
resource.setrlimit(resource.RLIMIT_AS, (size() + 60 * mib, resource.RLIM_INFINITY))
double(y)  # what the pool holds makes room
print(pool.clear_pool() // mib)
try:
    spread(x)
except MemoryError:
    print("refused")
"""


@pytest.mark.slow
@with_pooled_results
@pytest.mark.skipif(sys.platform != "linux", reason="limits as on Linux")
def test_memory_runs_out():
    assert run(TIGHT, OPENBLAS_NUM_THREADS="1").split() == ["112", "refused"]


def test_caches_are_cleared():
    result()
    ft.clear_caches()
    assert pool.clear_pool() == 0
