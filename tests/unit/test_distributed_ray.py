"""Sums over shards, and ensembles, on the workers of ray."""

import os
from pathlib import Path

import numpy as np
import pytest

import functrace as ft
import functrace.distributed
from functrace.distributed import Sum
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

ray = pytest.importorskip("ray", reason="of the extra ray")

pytestmark = [
    pytest.mark.slow,  # processes are started
    pytest.mark.filterwarnings("default"),  # ray has its own
]


@pytest.fixture(scope="module", autouse=True)
def cluster():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path.cwd()))  # where workers find the tests
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            object_store_memory=100 << 20,
        )
        yield
        ray.shutdown()


def test_ray_gives_the_same_bits():
    w, v = parameters(), parameters(1)
    here = Sum(loss, shards(), model=predict)
    total = Sum(loss, shards(), ray, model=predict)
    assert "on 2 workers" in repr(total)
    assert bits(total.value_and_grad(w, 0.1)) == bits(here.value_and_grad(w, 0.1))
    assert bits(total.gauss_newton(w, v)) == bits(here.gauss_newton(w, v))
    assert bits(ft.hvp(total)(w, v)) == bits(ft.hvp(here)(w, v))
    some = [6, 1, 1, 4]
    assert bits(total.minibatch(some)(w)) == bits(here.minibatch(some)(w))


def test_a_worker_that_dies_in_a_run(tmp_path):
    w, file = parameters(), tmp_path / "once"
    expected = bits(Sum(whole, shards(), jit=False).grad(w))
    refs = [ray.put(shard) for shard in shards()]
    total = Sum(Killer(file), refs, ray, jit=False)
    del refs
    assert bits(total.grad(w)) == expected
    for _ in range(2):
        file.touch()  # the next call ends its process
        assert bits(total.grad(w)) == expected
        assert not file.exists()


def test_parameters_of_a_class_of_the_script(monkeypatch):
    weights = weights_of_a_script(monkeypatch)
    total = Sum(by_attributes, shards(), ray)
    here = Sum(loss, shards(), model=predict)
    found = total.grad(weights(**parameters()))
    assert type(found) is weights
    assert bits(vars(found)) == bits(here.grad(parameters()))


def test_what_a_loss_raises():
    def fails(w, shard):
        raise OSError("not ray's")

    with pytest.raises(OSError, match="not ray's") as caught:
        Sum(fails, shards(), ray).grad(parameters())
    assert "in fails" in "".join(caught.value.__notes__)


def test_map_beside_a_sum():
    total = Sum(whole, shards(), ray)
    assert np.isfinite(total(parameters()))
    found = ft.distributed.map(slow, np.arange(9.0), ray, chunk=2)
    np.testing.assert_array_equal(found["square"], np.arange(9.0) ** 2)
    assert os.getpid() not in found["pid"]
    with pytest.raises(TypeError, match="abs") as caught:
        ft.distributed.map(lambda x: abs(None), np.ones(3), ray)
    assert "of the batch" in "".join(caught.value.__notes__)
