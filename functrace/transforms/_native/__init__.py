"""Programs that are called without Python: from Numba, C, and libraries written in C."""
