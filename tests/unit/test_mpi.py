"""Collective operations on one, two and three ranks, against one process that has all."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mpi4py", reason="of the extra mpi")

ROOT = Path(__file__).parents[2]
_MORE_THAN_PROCESSORS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
}


def run(size, file, *args):
    """Run a file on so many ranks; what they print."""
    beside = str(Path(sys.executable).parent)
    mpiexec = shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("there is no mpiexec")
    # With -m mpi4py, an error on one rank ends all.
    command = [mpiexec, "-n", str(size), sys.executable, "-m", "mpi4py", file, *args]
    found = subprocess.run(
        command,
        env={**os.environ, **_MORE_THAN_PROCESSORS, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 3])
def test_ranks_compute_what_one_process_does(size):
    assert "check_heat" in run(size, "tests/_ranks.py")


@pytest.mark.slow
def test_the_example_gives_the_same_on_more_ranks():
    pytest.importorskip("matplotlib", reason="of the examples' extra")
    found = [run(size, "examples/heat_on_ranks.py") for size in (1, 2, 3)]
    assert found[1:] == found[:1] * 2
