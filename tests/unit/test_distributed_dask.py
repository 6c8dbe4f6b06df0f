"""Sums over shards, and ensembles, on the workers of dask."""

import functools
import os

import numpy as np
import pytest

import functrace as ft
import functrace.distributed
from functrace.distributed import Sum
from functrace.distributed._dask import _Shard
from tests._distributed import (
    Killer,
    bits,
    by_attributes,
    loss,
    parameters,
    predict,
    shards,
    slow,
    weights_of_a_script,
    whole,
)

dask = pytest.importorskip("dask", reason="of the extra dask")
distributed = pytest.importorskip("distributed", reason="of the extra dask")
array = pytest.importorskip("dask.array")
ProxyRPC = pytest.importorskip("distributed.actor").ProxyRPC

pytestmark = [
    pytest.mark.slow,  # processes are started
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of sockets, by dask
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
_OPTIONS = {"dashboard_address": ":0", "memory_limit": None, "silence_logs": 50}


@pytest.fixture(scope="module")
def client():
    options = {**_OPTIONS, "n_workers": 2, "threads_per_worker": 1}
    cluster = distributed.LocalCluster(**options)
    with cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def threads():
    """Workers that are threads of this process, of which one has two."""
    options = {**_OPTIONS, "n_workers": 3, "threads_per_worker": 2}
    cluster = distributed.LocalCluster(processes=False, **options)
    with cluster, distributed.Client(cluster, set_as_default=False) as client:
        yield client


@pytest.fixture(scope="module")
def here():
    return Sum(loss, shards(), model=predict)


def assert_same(total, here):
    w, v = parameters(), parameters(1)
    assert bits(total.value_and_grad(w, 0.1)) == bits(here.value_and_grad(w, 0.1))
    assert bits(total.gauss_newton(w, v)) == bits(here.gauss_newton(w, v))
    some = [6, 1, 1, 4]
    assert bits(total.minibatch(some).grad(w)) == bits(here.minibatch(some).grad(w))


def test_any_number_of_workers_gives_the_same_bits(client, threads, here):
    assert_same(Sum(loss, shards(), client, model=predict), here)
    assert_same(Sum(loss, shards(), threads, model=predict), here)


def test_transforms_take_the_sum(client, here):
    w, v = parameters(), parameters(1)
    total = Sum(loss, shards(), client, model=predict)

    def value(total, w):
        return total(w) ** 2 + np.sum(w["slope"])

    ours, theirs = functools.partial(value, total), functools.partial(value, here)
    assert bits(ft.hvp(ours)(w, v)) == bits(ft.hvp(theirs)(w, v))
    assert bits(ft.jit(ft.grad(ours))(w)) == bits(ft.jit(ft.grad(theirs))(w))


def test_shards_that_dask_has(threads, here, tmp_path):
    rows = [len(x) for x, _ in shards()]
    x, y = map(np.concatenate, zip(*shards(), strict=True))
    arrays = (
        array.from_array(x, chunks=(tuple(rows), 2)),
        array.from_array(y, chunks=(tuple(rows),)),
    )
    assert_same(Sum(loss, arrays, threads, model=predict), here)
    futures = [threads.submit(lambda s=s: s) for s in shards()]
    assert_same(Sum(loss, futures, threads, model=predict), here)
    delayed = [dask.delayed(shard) for shard in shards()]
    assert_same(Sum(loss, delayed, threads, model=predict), here)
    readers = [functools.partial(shards().__getitem__, k) for k in range(len(rows))]
    assert_same(Sum(loss, readers, threads, model=predict, keep=False), here)
    uneven = arrays[0], arrays[1].rechunk(10)
    with pytest.raises(ft.ShapeError, match="rechunk"):
        Sum(loss, uneven, threads)


@pytest.mark.parametrize("sources", ["values", "futures", "readers"])
def test_a_worker_that_dies_in_a_run(client, tmp_path, sources):
    w, file = parameters(), tmp_path / "once"
    expected = bits(Sum(whole, shards(), jit=False).grad(w))
    given = shards()
    if sources == "futures":
        given = [client.submit(lambda k=k: shards()[k]) for k in range(len(given))]
    elif sources == "readers":
        given = [functools.partial(shards().__getitem__, k) for k in range(len(given))]
    total = Sum(Killer(file), given, client, jit=False)
    assert bits(total.grad(w)) == expected
    file.touch()  # the next call ends its process
    assert bits(total.grad(w)) == expected
    assert not file.exists()
    assert bits(total.grad(w)) == expected
    client.wait_for_workers(2, timeout=60)


def test_a_worker_that_cannot_be_reached(client, here, monkeypatch):
    """Not by the client itself: the scheduler hands on what it is asked."""

    class Unreachable:
        async def actor_attribute(self, **_):
            raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(client, "rpc", lambda address: Unreachable())
        total = Sum(loss, shards(), client, model=predict)
    assert all(isinstance(a._worker, ProxyRPC) for a in total._crew._actors)
    assert_same(total, here)


def test_a_connection_that_breaks(client, here, monkeypatch):
    """The worker is there and is asked again."""
    total = Sum(loss, shards(), client, model=predict)
    actors = [*total._crew._actors]

    async def breaks(order):
        monkeypatch.undo()
        raise OSError

    monkeypatch.setattr(actors[0], "answer", breaks)
    assert_same(total, here)
    assert total._crew._actors == actors


def test_a_worker_that_has_gone_meanwhile(client):
    """The scheduler may know it still when it is chosen, and no more when it is sent to."""
    sent = _Shard(client, np.arange(3.0)).sent("tcp://127.0.0.1:9")
    np.testing.assert_array_equal(sent.result(), np.arange(3.0))


def test_parameters_of_a_class_of_the_script(client, here, monkeypatch):
    weights = weights_of_a_script(monkeypatch)
    total = Sum(by_attributes, shards(), client)
    found = total.grad(weights(**parameters()))
    assert type(found) is weights
    assert bits(vars(found)) == bits(here.grad(parameters()))


def test_what_a_loss_raises(client):
    def fails(w, shard):
        raise OSError("not dask's")

    with pytest.raises(OSError, match="not dask's") as caught:
        Sum(fails, shards(), client).grad(parameters())
    assert "in fails" in "".join(caught.value.__notes__)


def test_functions_are_traced_once_for_a_worker(client, tmp_path):
    def noted(x):
        with file.open("a") as notes:
            notes.write(f"{os.getpid()}\n")
        return x * x

    file = tmp_path / "notes"
    compiled = ft.jit(noted)
    found = ft.distributed.map(compiled, np.arange(40.0), client, chunk=1)
    np.testing.assert_array_equal(found, np.arange(40.0) ** 2)
    lines = file.read_text().splitlines()
    assert len(lines) < 10  # again, where a thread of dask draws numbers


def test_map(client):
    found = ft.distributed.map(slow, np.arange(9.0), client, chunk=2)
    np.testing.assert_array_equal(found["square"], np.arange(9.0) ** 2)
    assert os.getpid() not in found["pid"]
    with pytest.raises(TypeError, match="abs") as caught:
        ft.distributed.map(lambda x: abs(None), np.ones(3), client)
    assert "of the batch" in "".join(caught.value.__notes__)
