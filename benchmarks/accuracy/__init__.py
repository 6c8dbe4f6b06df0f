"""Errors of the compiled elementary functions: ``python -m benchmarks.accuracy``."""
