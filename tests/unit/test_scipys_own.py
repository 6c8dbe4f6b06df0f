"""SciPy's own tests of what we define again, run with our names: but for what is meant."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

# By SciPy's tests that must differ, and why.
_COUNTED = "our derivatives call the function, which SciPy's count of calls leaves out"
_OURS = "a derivative is known where SciPy's differences leave one out"
EXPECTED = {
    "integrate._ivp.tests.test_ivp": {},
    "integrate.tests.test_quadpack": {},
    "integrate.tests.test_bvp": {},
    "optimize.tests.test__root": {},
    "optimize.tests.test_zeros": {},
    "optimize.tests.test_minpack": {
        "test_root_nfev": _COUNTED,
        "test_fsolve_nfev": _COUNTED,
        "test_gh4555": "eigenvalues of a matrix of condition 1e25, of another last step",
    },
    "optimize.tests.test_least_squares": {"test_full_result": _OURS},
    "optimize.tests.test_slsqp": {
        "test_gh1758": "the same as of SciPy with exact derivatives, one infinite",
    },
    "optimize.tests.test_optimize": {
        "test_equal_bounds": _OURS,
        "test_duplicate_evaluations": _COUNTED,
        "test_finite_differences_hess": "no Hessian need be given",
        "test_minimize_l_bfgs_b": _COUNTED,
        "test_ncg": _COUNTED,
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_scipys_own_tests(name):
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--tb=no", "-rf"]
    command += ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "tests._scipys_own"]
    command += ["-m", "not slow and not xslow", "--pyargs", f"scipy.{name}"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=3000
    )
    text = done.stdout
    passed = re.search(r"(\d+) passed", text)
    assert passed, text + done.stderr
    failed = set(re.findall(r"^FAILED .*::(\w+)", text, re.MULTILINE))
    assert failed <= EXPECTED[name].keys(), text
    assert int(passed[1]) >= 15
    assert re.search(r"^ours: \w+", text, re.MULTILINE), text
