"""Which NumPy this is: what releases do differently is done as the one at hand does it."""

import numpy as np

major, minor, *_ = np.__version__.split(".")
RELEASE = int(major), int(minor)
