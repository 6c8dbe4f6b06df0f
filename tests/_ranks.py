"""What each rank of `tests/unit/test_mpi.py` runs: against one process that has all."""

from __future__ import annotations

import dataclasses
import sys
import time

import numpy as np
import pytest
from mpi4py import MPI

import functrace as ft
from functrace import mpi
from functrace.distributed import Sum, _mpi
from functrace.distributed import map as distributed_map
from functrace.extend import REAL, elementwise
from functrace.mpi import _record
from tests._distributed import COUNT, bits, loss, parameters, predict, shards, whole

COMM = MPI.COMM_WORLD
RANK, SIZE = COMM.rank, COMM.size
RNG = np.random.default_rng(3)  # the same numbers on all ranks
ROWS = RNG.normal(size=(12, 3))
W, V = RNG.normal(size=(2, 3))
FIELD, SPEED = RNG.normal(size=12), 0.1 + 0.1 * RNG.random(12)
EACH = RNG.normal(size=(SIZE, 2))
CALLS = []


def close(found, expected, tol=1e-12):
    pairs = zip(ft.tree.leaves(found), ft.tree.leaves(expected), strict=True)
    for x, y in pairs:
        np.testing.assert_allclose(x, y, rtol=tol, atol=tol)


def mine(x):
    return np.array_split(x, SIZE)[RANK]


def count_calls():
    """Have it noted which operations take place."""
    usual = _record.Op.run
    _record.Op.run = lambda op, x: CALLS.append(op.kind) or usual(op, x)


def ways(f, argnums=0):
    """Gradients by all ways in which collectives are recorded, and run."""
    yield ft.grad(f, argnums)
    yield ft.jit(ft.grad(f, argnums))
    yield ft.grad(ft.jit(f), argnums)
    yield ft.jit(ft.grad(ft.jit(f), argnums))


# -- sums of what all have ---------------------------------------------------------------


def serial_loss(w, rows=ROWS):
    return np.sum(np.logaddexp(0.0, rows @ w))


def shared_loss(w):
    return mpi.allsum(serial_loss(mpi.spread(w), mine(ROWS)))


def check_sums():
    close(shared_loss(W), serial_loss(W))
    close(ft.jit(shared_loss)(W), serial_loss(W))
    for gradient in ways(shared_loss):
        close(gradient(W), ft.grad(serial_loss)(W))
    expected = ft.hvp(serial_loss)(W, V)
    for f in (shared_loss, ft.jit(shared_loss)):
        close(ft.hvp(f)(W, V), expected)
        close(ft.vhp(f)(W, V), expected)
        close(ft.jit(ft.hvp(f))(W, V), expected)
    close(ft.hessian(shared_loss)(W), ft.hessian(serial_loss)(W))
    ws = np.stack([W, V])
    expected = np.stack([ft.grad(serial_loss)(w) for w in ws])
    close(ft.jit(ft.vmap(ft.grad(shared_loss)))(ws), expected)
    close(ft.vmap(ft.grad(shared_loss))(ws), expected)


# -- what one has, or all ----------------------------------------------------------------


def serial_mix(xs):
    return np.sum(xs[-1] ** 3) + np.sum(xs**2 * xs[-1]) + np.sum(np.sin(xs))


def shared_mix(x):
    last, rows = mpi.bcast(x, SIZE - 1), mpi.gather(x)
    own = np.sum(np.sin(mpi.scatter(rows)))
    return np.sum(last**3) + np.sum(rows**2 * last) + mpi.allsum(own)


def check_mix():
    close(shared_mix(EACH[RANK]), serial_mix(EACH))
    for gradient in ways(shared_mix):
        close(gradient(EACH[RANK]), ft.grad(serial_mix)(EACH)[RANK])
    expected = ft.hvp(serial_mix)(EACH, EACH**2)[RANK]
    close(ft.hvp(shared_mix)(EACH[RANK], EACH[RANK] ** 2), expected)
    batch = ft.jit(ft.vmap(shared_mix))(np.stack([EACH[RANK], 2 * EACH[RANK]]))
    close(batch, np.stack([serial_mix(EACH), serial_mix(2 * EACH)]))


def check_numbers_of_other_kinds():
    whole_numbers = mpi.allsum(np.arange(3))
    assert whole_numbers.dtype == np.arange(3).dtype
    close(whole_numbers, SIZE * np.arange(3))
    close(mpi.allsum(1j * RANK), 0.5j * SIZE * (SIZE - 1))
    single = mpi.gather(np.float32(RANK))
    assert single.dtype == np.float32
    close(
        mpi.allsum(np.asfortranarray(np.ones((2, 3)))[:, ::2]), SIZE * np.ones((2, 2))
    )
    assert type(mpi.bcast(2)) is np.int64
    for call, error in (
        (lambda: mpi.allsum(np.array([True])), ft.DtypeError),
        (lambda: mpi.bcast(1.0, SIZE), ft.ShapeError),
        (lambda: mpi.scatter(np.ones(SIZE + 1)), ft.ShapeError),
        (lambda: mpi.halo(np.ones((3, 1)), axis=1, width=2), ft.ShapeError),
    ):
        with pytest.raises(error):
            call()


# -- parts with edges --------------------------------------------------------------------


def serial_heat(u, speed, *, periodic):
    def step(u, _):
        ends = (u[-1:], u[:1]) if periodic else (np.zeros(1), np.zeros(1))
        wide = np.concatenate([ends[0], u, ends[1]])
        return u + speed * (wide[2:] - 2 * u + wide[:-2]), None

    return np.sum(ft.scan(step, u, length=5)[0] ** 2)


def shared_heat(u, speed, *, periodic):
    def step(u, _):
        wide = mpi.halo(u, periodic=periodic)
        return u + speed * (wide[2:] - 2 * u + wide[:-2]), None

    return mpi.allsum(np.sum(ft.scan(step, u, length=5)[0] ** 2))


def check_heat():
    for periodic in (False, True):

        def serial(u, speed, periodic=periodic):
            return serial_heat(u, speed, periodic=periodic)

        def shared(u, speed, periodic=periodic):
            return shared_heat(u, speed, periodic=periodic)

        own, own_speed = mine(FIELD), mine(SPEED)
        close(ft.jit(shared)(own, own_speed), serial(FIELD, SPEED))
        expected = [mine(g) for g in ft.grad(serial, (0, 1))(FIELD, SPEED)]
        for gradient in ways(shared, (0, 1)):
            close(gradient(own, own_speed), expected)
        expected = mine(ft.hvp(serial)(FIELD, SPEED, SPEED))
        for product in (ft.hvp(shared), ft.jit(ft.hvp(shared)), ft.hvp(ft.jit(shared))):
            close(product(own, own_speed, own_speed), expected)
    wide = mpi.halo(np.full((2, 4), float(RANK)), axis=1, width=2, periodic=True)
    close(wide[0], np.repeat([(RANK - 1) % SIZE, RANK, (RANK + 1) % SIZE], [2, 4, 2]))
    batch = ft.vmap(lambda u: mpi.halo(u))(np.stack([mine(FIELD), mine(SPEED)]))
    close(batch, np.stack([mpi.halo(mine(FIELD)), mpi.halo(mine(SPEED))]))


# -- order -------------------------------------------------------------------------------


def check_order():
    """Ranks whose graphs differ, or that look away, meet all the same."""

    @ft.jit
    def unlike(x):
        first = np.linalg.det(x[:4].reshape(2, 2)) * x[0] if RANK == 0 else x[0]
        total = mpi.allsum(np.cumsum(x * first))
        unused = mpi.gather(x)
        last = mpi.bcast(np.sort(x), SIZE - 1)
        kept = np.sum(unused) if RANK == 0 else 0.0
        return np.sum(total) + np.sum(last), kept

    CALLS.clear()
    found = unlike(np.arange(1.0, 7.0))
    assert CALLS == ["allsum", "gather", "bcast"], CALLS
    assert np.isfinite(found[0])
    twice = ft.jit(lambda x: mpi.allsum(x) + mpi.allsum(x))
    CALLS.clear()
    close(twice(1.0), 2.0 * SIZE)
    assert CALLS == ["allsum", "allsum"], CALLS

    for gradient in ways(unlike_backwards, (0, 1)):
        CALLS.clear()
        close(gradient(np.ones(2), np.ones(3)), (SIZE * np.ones(2), SIZE * np.ones(3)))


plain_halves = elementwise(  # without native code: NumPy runs in between
    "plain_halves", lambda x: x / 2, partials=(lambda x: 0.5 + 0 * x,), domain=(REAL,)
)


def unlike_backwards(v, w):
    """Of which collectives backwards are at different depths, on different ranks."""
    first, second = mpi.spread(v), mpi.spread(w)
    if RANK % 2:
        first = 4 * plain_halves(plain_halves(first))
    else:
        second = 4 * plain_halves(plain_halves(second))
    return mpi.allsum(np.sum(first)) + mpi.allsum(np.sum(second))


def check_giving_up():
    """A program that one rank interprets from the beginning sends nothing twice."""

    @ft.jit
    def raises(x, a):
        total = mpi.allsum(x)
        inverse = np.linalg.inv(a * np.mean(total))
        return mpi.allsum(np.sum(inverse))

    singular = np.eye(2) * (RANK != 0)
    CALLS.clear()
    if RANK:
        found = raises(np.ones(2), singular)
    else:
        with pytest.raises(np.linalg.LinAlgError):
            raises(np.ones(2), singular)
        assert CALLS == ["allsum"], CALLS
        found = mpi.allsum(0.0)  # the one that it did not come to
    close(found, 2 * (SIZE - 1) / SIZE)

    @ft.jit
    def recovers(x, a):
        total = mpi.allsum(x)
        if x[0] < 0:
            raise ValueError
        try:
            inverse = np.linalg.inv(a * np.mean(total))
        except np.linalg.LinAlgError:
            inverse = np.zeros((2, 2))
        return mpi.allsum(np.sum(inverse) * total)

    CALLS.clear()
    close(recovers(np.ones(2), singular), 2 * (SIZE - 1) * np.ones(2))
    assert CALLS == ["allsum", "allsum"], CALLS


def check_giving_up_in_a_loop():
    @ft.jit
    def f(x, a):
        def step(x, _):
            total = mpi.allsum(x)
            return x + np.sum(np.linalg.inv(a + np.diag(3 - x))) * total / SIZE, None

        if x[0] < 0:
            raise ValueError
        try:
            x = ft.scan(step, x, length=4)[0]
        except np.linalg.LinAlgError:
            x = 0 * x
        return mpi.allsum(x)

    CALLS.clear()
    found = f(np.ones(2), np.eye(2) * (RANK != 0))
    assert np.isfinite(found).all()
    assert CALLS == ["allsum"] * 5, CALLS


# -- shards ------------------------------------------------------------------------------


def check_shards():
    w, v = parameters(), parameters(1)
    total = Sum(loss, of_all(shards()), COMM, model=predict)
    here = Sum(loss, shards(), model=predict)
    assert len(total) == COUNT
    assert bits(total.value_and_grad(w, 0.1)) == bits(here.value_and_grad(w, 0.1))
    assert bits(total.gauss_newton(w, v)) == bits(here.gauss_newton(w, v))
    assert bits(total.minibatch([6, 0, 0])(w)) == bits(here.minibatch([6, 0, 0])(w))
    assert bits(ft.jit(ft.hvp(total))(w, v)) == bits(ft.jit(ft.hvp(here))(w, v))

    def fails(w, shard):
        if RANK == SIZE - 1:
            raise KeyError("on one of them")
        return whole(w, shard)

    one = Sum(fails, [shards()[0]], COMM)
    with pytest.raises(KeyError) as caught:
        one.grad(w)
    assert "in fails" in "".join(caught.value.__notes__)
    found = distributed_map(lambda x: {"y": x**2, "rank": RANK}, np.arange(9.0), COMM)
    close(found["y"], np.arange(9.0) ** 2)
    assert set(found["rank"]) == set(range(SIZE))


def of_all(made):
    """Of things for the shards of all those of this rank."""
    return made[slice(*[COUNT * rank // SIZE for rank in (RANK, RANK + 1)])]


def check_results_of_any_layout():
    """By few numbers, by many, and by pickle, when the ranks have not agreed yet."""

    def loss(w, x):
        x = x.astype(w.dtype)
        return {"sum": np.sum(w) * x[0], "n": np.int32(len(x)), "all": np.outer(w, x)}

    usual, told = _mpi.told_at_once, []
    _mpi.told_at_once = lambda *args: told.append(args[1]) or usual(*args)
    xs = [np.full(2, 0.1 * k) for k in range(COUNT)]
    total, here = Sum(loss, of_all(xs), COMM), Sum(loss, xs)
    told.clear()
    for dtype in (np.float64, np.float32):
        few, many = np.ones(3, dtype), np.ones(500, dtype)
        for w in (few, many, few, 2 * few, many):
            found = total(w)
            assert bits(found) == bits(here(w))
            assert found["all"].dtype == dtype
            total(3 * w)
            assert bits(found) == bits(here(w))  # memory of its own
        assert len(told) == (2 if dtype is np.float64 else 4)
    for k in (0, 6, 0):  # one rank has the shard
        first = total.minibatch([k])(few)
        total.minibatch([k])(many)
        assert bits(first) == bits(here.minibatch([k])(few))
    _mpi.told_at_once = usual


def check_what_one_rank_raises():
    odd = {"one": False}

    def loss(w, x):
        if odd["one"] and RANK == SIZE - 1:
            raise KeyError("later")
        return w * x

    total = Sum(loss, [1.0, 2.0], COMM, jit=False)
    for k in range(4):
        odd["one"] = k == 2
        if odd["one"]:
            with pytest.raises(KeyError, match="later"):
                total(1.0)
        else:
            assert total(1.0) == 3.0 * SIZE


def check_what_becomes_another():
    last = RANK == SIZE - 1
    result = {"of": lambda w: w, "expected": SIZE * 1.0}
    total = Sum(lambda w, x: result["of"](w), [None], COMM, jit=False)
    assert total(1.0) == total(1.0) == SIZE
    if SIZE == 1:
        return
    for of, error in (
        (lambda w: (w,) if last else w, ft.PytreeMismatchError),
        (lambda w: np.ones(2) if last else w, ft.ShapeError),
        (lambda w: Unpickled(w) if last else w, TypeError),
        (lambda w: "text" if last else w, ft.DtypeError),
    ):
        result["of"] = of
        with pytest.raises(error):
            total(1.0)
    result["of"] = lambda w: np.float32(w) if last else w
    assert total(1.0) == SIZE
    assert total(1.0).dtype == np.float64
    result["of"] = lambda w: w
    assert total(1.0) == total(1.0) == SIZE


@dataclasses.dataclass
class Unpickled:
    value: float

    def __reduce__(self):
        raise TypeError("not to be pickled")


def check_ranks_that_do_different_things():
    def loss(w, x):
        return w * x**2

    total, other = [Sum(loss, [1.0 + RANK, 1.0], COMM) for _ in range(2)]
    few, more = total.minibatch([0]), total.minibatch([1])
    expected = bits(total(2.0))
    last = RANK == SIZE - 1
    ways = (
        (lambda: total(2.0), lambda: total.grad(2.0)),
        (lambda: total(2.0), lambda: other(2.0)),
        (lambda: few(2.0), lambda: more(2.0)),
        (lambda: total(2.0), lambda: distributed_map(abs, np.arange(3.0), COMM)),
        (lambda: total(2.0), lambda: Sum(loss, [1.0], COMM)),
    )
    for ours, theirs in ways:
        for _ in range(2 if SIZE > 1 else 0):
            with pytest.raises(RuntimeError, match="different things"):
                (theirs if last else ours)()
        ours()
        assert bits(total(2.0)) == expected
        theirs()
        assert bits(total(2.0)) == expected


def main():
    count_calls()
    checks = [f for name, f in globals().items() if name.startswith("check_")]
    for check in checks:
        began = time.perf_counter()
        check()
        if RANK == 0:
            sys.stdout.write(f"{check.__name__}: {time.perf_counter() - began:.1f} s\n")
    assert len(checks) > 6
    sys.stdout.flush()


main()
