"""Sums over shards, and ensembles, in this process: with and without threads."""

import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from scipy.optimize import minimize

import functrace as ft
import functrace.distributed
from functrace.compiler.runtime import blas_threads, sharing, threads
from functrace.distributed import Sum, _worker
from functrace.distributed._packed import packed
from functrace.distributed._parts import Division, additions
from functrace.testing import check_grads
from tests._distributed import (
    COUNT,
    bits,
    loss,
    parameters,
    predict,
    serial,
    shards,
    slow,
    whole,
)


@pytest.fixture(scope="module")
def total():
    return Sum(loss, shards(), model=predict)


def assert_close(found, expected, tol=1e-12):
    found, expected = ft.tree.leaves(found), ft.tree.leaves(expected)
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_allclose(x, y, rtol=tol, atol=tol)


# -- sums ------------------------------------------------------------------------------


@pytest.mark.slow
def test_value_gradient_and_products(total):
    w, v = parameters(), parameters(1)
    assert_close(total(w), serial(w))
    assert_close(total.value(w, 0.1), serial(w, 0.1))
    assert_close(total.grad(w), ft.grad(serial)(w))
    assert_close(total.value_and_grad(w, 0.1), ft.value_and_grad(serial)(w, 0.1))
    assert_close(total.hvp(w, v, 0.1), ft.hvp(serial)(w, v, 0.1))


def test_the_gauss_newton_product_is_that_of_the_matrix(total):
    x, unravel = ft.ravel(parameters())
    v = ft.ravel(parameters(1))[0]
    matrix = np.zeros((4, 4))
    for shard in shards():
        jacobian = ft.jacobian(lambda x, s=shard: predict(unravel(x), s))(x)
        outputs = predict(unravel(x), shard)
        inner = ft.hessian(lambda z, s=shard: loss(z, s, 0.3))(outputs)
        matrix += jacobian.T @ inner @ jacobian
    found = total.gauss_newton(unravel(x), unravel(v), 0.3)
    assert_close(ft.ravel(found)[0], matrix @ v)


def test_a_gauss_newton_product_needs_a_model():
    with pytest.raises(ValueError, match="linearised"):
        Sum(whole, shards()).gauss_newton(parameters(), parameters())


@pytest.mark.slow
def test_transforms_take_the_sum(total):
    x, unravel = ft.ravel(parameters())

    def ours(x):
        return np.log(total(unravel(x)))

    def theirs(x):
        return np.log(serial(unravel(x)))

    v = np.arange(4.0)
    assert_close(ft.hessian(ours)(x), ft.hessian(theirs)(x), 1e-11)
    assert_close(ft.jit(ft.grad(ours))(x), ft.grad(theirs)(x))
    assert_close(ft.vhp(ours)(x, v), ft.hvp(theirs)(x, v), 1e-11)
    xs = np.stack([x, 2 * x, x - 1])
    assert_close(ft.vmap(ours)(xs), np.stack([theirs(x) for x in xs]))
    found = ft.jit(ft.vmap(ft.grad(ours)))(xs)
    assert_close(found, np.stack([ft.grad(theirs)(x) for x in xs]))
    check_grads(ours, (x,), order=3)


def test_a_sum_of_a_pytree_of_arrays():
    def moments(w, shard):
        x, _ = shard
        return {"count": len(x), "sum": w * x.sum(axis=0)}

    total = Sum(moments, shards())
    rows = np.concatenate([x for x, _ in shards()])
    assert_close(total(2.0), {"count": len(rows), "sum": 2 * rows.sum(axis=0)})
    assert_close(ft.jacobian(lambda w: total(w)["sum"])(2.0), rows.sum(axis=0))
    assert_close(ft.jit(total)(2.0)["count"], len(rows))


@pytest.mark.slow
def test_a_minibatch_is_unbiased(total):
    w = parameters()
    parts = [total.minibatch([k]).grad(w) for k in range(COUNT)]
    mean = ft.tree.map(lambda *xs: sum(xs) / COUNT, *parts)
    assert_close(mean, total.grad(w))
    two = total.minibatch([5, 2, 2])
    assert len(two) == 3
    expected = [whole(w, shards()[k]) for k in (5, 2, 2)]
    assert_close(two(w), COUNT / 3 * sum(expected))
    assert_close(ft.grad(two)(w), two.grad(w))
    assert_close(two.minibatch([0])(w), COUNT * expected[0])


@pytest.mark.parametrize("chosen", [[], [COUNT], [-1]])
def test_a_minibatch_of_shards_that_are_not_there(total, chosen):
    with pytest.raises(ft.ShapeError, match="no such shards"):
        total.minibatch(chosen)


@pytest.mark.slow
def test_scipy_takes_the_sum():
    def flat(x, shard):
        return whole({"slope": x[:3], "shift": x[3]}, shard)

    total = Sum(flat, shards())
    options = {"x0": np.zeros(4), "jac": True, "tol": 1e-9}
    by_bfgs = minimize(total.value_and_grad, **options)
    by_newton = minimize(
        total.value_and_grad, hessp=total.hvp, method="trust-ncg", **options
    )
    assert np.linalg.norm(total.grad(by_newton.x)) < 1e-6
    np.testing.assert_allclose(by_bfgs.x, by_newton.x, atol=1e-6)


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
def test_threads_give_the_same_bits(total, workers):
    w, v = parameters(), parameters(1)
    with ThreadPoolExecutor(workers) as executor:
        others = Sum(loss, shards(), executor, model=predict)
        assert bits(others.value_and_grad(w)) == bits(total.value_and_grad(w))
        assert bits(others.gauss_newton(w, v)) == bits(total.gauss_newton(w, v))
        some = [6, 0, 3, 3, 1]
        assert bits(others.minibatch(some)(w)) == bits(total.minibatch(some)(w))
        assert f"on {workers} workers" in repr(others)


def test_a_shard_is_read_by_the_worker(tmp_path):
    w, reads = parameters(), []
    x, y = shards()[0]
    np.save(tmp_path / "x.npy", x)
    np.savez(tmp_path / "both.npz", x=x, y=y)

    def from_memory():
        reads.append(None)
        return x

    def squares(w, x):
        return np.sum((x @ w["slope"]) ** 2)

    expected = 2 * squares(w, x)
    for keep, count in ((True, 1), (False, 3)):
        reads.clear()
        total = Sum(squares, [tmp_path / "x.npy", from_memory], keep=keep)
        for _ in range(3):
            assert_close(total(w), expected)
        assert len(reads) == count
    both = Sum(lambda w, s: squares(w, s["x"]), [str(tmp_path / "both.npz")] * 2)
    assert_close(both(w), expected)
    with pytest.raises(ValueError, match="unknown kind"):
        Sum(squares, ["x.csv"])(w)


def test_each_shape_is_compiled_once():
    traces = []

    def noted(w, shard):
        traces.append(None)
        return whole(w, shard)

    total = Sum(noted, shards())
    for k in range(3):
        total.grad(parameters(k))
    assert len(traces) == 2  # there are shards of two sizes


def test_functions_that_cannot_be_compiled():
    def branches(w, shard):
        return float(np.sum(shard)) * w if isinstance(w, float) else w * 0.0

    assert Sum(branches, [np.ones(2), np.ones(3)], jit=False).value(2.0) == 10.0


def test_what_a_loss_raises_is_raised_with_the_line_it_came_from():
    def fails(w, shard):
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost") as caught:
        Sum(fails, shards()).grad(parameters())
    assert "in fails" in "".join(caught.value.__notes__)


def test_results_of_different_shapes_are_no_sum():
    with pytest.raises(ft.ShapeError, match="different shapes"):
        Sum(lambda w, s: w * s, [np.ones(2), np.ones(1)])(1.0)


def test_what_is_no_engine_is_refused():
    with ProcessPoolExecutor(1) as pool, pytest.raises(TypeError, match="no engine"):
        Sum(whole, shards(), pool)
    with pytest.raises(TypeError, match="no engine"):
        ft.distributed.map(slow, np.ones(2), np)
    with pytest.raises(ValueError, match="no shards"):
        Sum(whole, [])


# -- the order of sums -----------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 6, 8, 13])
def test_the_order_of_a_sum_depends_on_the_number_of_shards_alone(count, rng):
    values = rng.normal(size=count) * 10.0 ** rng.integers(-8, 8, size=count)
    found = set()
    for _ in range(20):
        owners = rng.integers(0, 3, size=count)
        division = Division([(int(owner), k) for k, owner in enumerate(owners)])
        answers = {
            owner: portion.additions.add(values[k] for k in portion.numbers)
            for owner, portion in division.portions.items()
        }
        assert division.counts == {owner: len(x) for owner, x in answers.items()}
        found.add(division.whole(answers))
    assert len(found) == 1
    np.testing.assert_allclose(*found, np.sum(values), rtol=1e-9)


def test_neighbours_are_added_up_where_they_are():
    some = additions([(0, k) for k in range(4, 11)], 11)
    assert some.nodes == [(2, 1), (3, 1)]
    assert some.add([1.0] * 7) == [4.0, 3.0]


# -- results as vectors ----------------------------------------------------------------

_TREE = {
    "a": np.arange(6.0).reshape(2, 3),
    "b": (np.float32(2.0), 3),
    "c": [np.zeros((0, 2)), np.asfortranarray(np.arange(4.0).reshape(2, 2)), 1j, True],
    "d": np.arange(3, dtype=">i4"),
}


def test_packed_is_what_it_was():
    for found in (
        packed(_TREE),
        ft.jit(packed)(_TREE),
        pickle.loads(pickle.dumps(packed(_TREE))),
    ):
        assert len(found.vectors) == 6  # as many as dtypes
        assert found.layout == packed(_TREE).layout
        tree = found.tree()
        assert ft.tree.structure(tree) == ft.tree.structure(_TREE)
        for x, y in zip(ft.tree.leaves(tree), ft.tree.leaves(_TREE), strict=True):
            np.testing.assert_array_equal(x, y)
            assert x.dtype == np.asarray(y).dtype.newbyteorder("=")


def test_packed_results_of_other_dtypes_are_promoted():
    found = packed((np.ones(2, np.float32), 1.0)) + packed((np.ones(2), np.float32(2)))
    assert_close(found.tree(), (np.full(2, 2.0), 3.0))
    assert found.tree()[0].dtype == np.float64
    with pytest.raises(ft.PytreeMismatchError, match="another structure"):
        packed((1.0, 2.0)) + packed([1.0, 2.0])


@pytest.mark.parametrize("result", ["text", np.array([None]), object()])
def test_what_is_no_number_is_not_summed(result):
    with pytest.raises(ft.DtypeError, match="arrays of numbers"):
        Sum(lambda w, s: result, [np.ones(2)], jit=False)(1.0)


# -- ensembles -------------------------------------------------------------------------


def test_map_stacks_in_the_order_of_the_batch():
    batch = {"x": np.arange(10.0).reshape(5, 2), "k": np.arange(1, 6)}

    def f(p):
        return {"y": p["x"] * p["k"], "n": 1}

    expected = {"y": batch["x"] * np.arange(1, 6)[:, None], "n": np.ones(5)}
    assert_close(ft.distributed.map(f, batch), expected)
    with ThreadPoolExecutor(3) as executor:
        assert_close(ft.distributed.map(f, batch, executor, chunk=2), expected)


def test_map_shows_progress():
    class Bar:
        done = 0

        def update(self, rounds):
            self.done += rounds

        def close(self):
            pass

    bar = Bar()
    ft.distributed.map(slow, np.ones(9), progress=bar)
    assert bar.done == 9


def test_map_says_which_element_fails():
    def f(x):
        if x == 2:
            raise ValueError("two")
        return x

    with pytest.raises(ValueError, match="two") as caught:
        ft.distributed.map(f, np.arange(4))
    assert "element 2" in "".join(caught.value.__notes__)


@pytest.mark.parametrize(
    "batch", [[], np.ones(()), (np.ones(2), np.ones(3)), np.ones(0)]
)
def test_map_needs_a_first_axis(batch):
    with pytest.raises(ft.ShapeError, match="first axis"):
        ft.distributed.map(slow, batch)


def test_map_needs_results_that_are_alike():
    with pytest.raises(ft.ShapeError, match="different shapes"):
        ft.distributed.map(lambda k: np.ones(int(k)), np.arange(1, 3))
    with pytest.raises(ft.PytreeMismatchError):
        ft.distributed.map(lambda k: (1.0,) * int(k), np.arange(1, 3))


# -- workers -----------------------------------------------------------------------------


def test_what_is_pickled_alike_is_one_object():
    data = pickle.dumps(ft.jit(whole))
    assert _worker.interned(data) is _worker.interned(bytes(bytearray(data)))


def test_threads_are_divided(monkeypatch):
    monkeypatch.setattr(sharing, "processors", lambda: 8)
    usual = ft.get_num_threads()
    of_blas = [get() for get, _ in blas_threads.blas_threads()]
    ft.set_num_threads(6)
    try:
        with sharing.sharing(sharing.share_of(4)):
            assert ft.get_num_threads() == 2
            with sharing.sharing(
                sharing.share_of(4)
            ):  # another thread of the same worker
                assert ft.get_num_threads() == 2
            assert all(get() <= 2 for get, _ in blas_threads.blas_threads())
        assert ft.get_num_threads() == 6
        with sharing.sharing(sharing.share_of(1)):
            assert ft.get_num_threads() == 6
    finally:
        ft.set_num_threads(usual)
    assert [get() for get, _ in blas_threads.blas_threads()] == of_blas
    assert threads.processors() >= 1


@pytest.mark.slow
def test_the_library_imports_no_engine():
    code = (
        "import sys, functrace.distributed as d; "
        "print({'dask', 'distributed', 'ray', 'mpi4py', 'cloudpickle'} & {*sys.modules})"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "set()"
