"""What is taken for a library's, and not for the user's."""

import site
from pathlib import Path

import numpy as np
import scipy.optimize

from functrace.transforms._libraries import (
    is_installed,
    is_library,
    is_library_function,
)


def test_installed_packages():
    assert is_library_function(np.matrix.__getitem__)
    assert is_library_function(scipy.optimize.minimize)
    assert is_library(str(Path(site.getusersitepackages()) / "any" / "module.py"))
    assert not is_library(__file__)


def test_folders_that_something_was_installed_into(tmp_path):
    (tmp_path / "numpy").mkdir()
    assert not is_installed(str(tmp_path), "numpy")
    (tmp_path / "numpy-2.4.0.dist-info").mkdir()
    assert is_installed(str(tmp_path), "numpy")
    assert not is_installed(str(tmp_path), "num")
    assert not is_installed(str(tmp_path / "packages.zip"), "numpy")
