"""Memory does not grow, however often something is done."""

from __future__ import annotations

import json

import pytest

from functrace.compiler.machine import fallback
from tests._processes import run

GROWTH = """
import json
from benchmarks import growth

found = growth.measured(NAMES, calls=2000, compilations=128, first=128)
print(json.dumps({name: growth.allocated for name, growth in found}))
"""


# Bytes that a round may add. LLVM keeps some of each module, and llvmlite more of passes.
MOST = {
    "pytrees": 2.0,
    "NumPy's errors": 2.0,
    "gradient": 2.0,
    "functions that are dropped": 250.0,
    "loops": 250.0,
}


@pytest.mark.slow
@pytest.mark.skipif(bool(fallback.chosen()), reason="LLVM's older linker keeps more")
def test_memory_does_not_grow():
    script = GROWTH.replace("NAMES", repr([*MOST]))
    found = json.loads(run(script, FUNCTRACE_CACHE_DIR=""))
    assert found.keys() == MOST.keys()
    assert all(not found[name] > MOST[name] for name in found), found
