"""Sums over shards, and ensembles, on the workers of dask, ray, MPI, or on threads.

The engine brings the workers, and starts them again where they die; see `Sum` and `map`.
"""

from functrace.distributed._map import map as map  # noqa: A004 - the field's name
from functrace.distributed._sum import Sum as Sum

__all__ = ["Sum", "map"]
