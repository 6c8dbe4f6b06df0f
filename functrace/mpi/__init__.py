"""Programs that run on all ranks of MPI: collective operations that are differentiated.

A value is *replicated* if it is the same on all ranks, or *varying*: each rank has its own.
`allsum`, `bcast` and `gather` make replicated values of varying ones, `spread` and `scatter`
varying ones of replicated ones, `sendrecv` and `halo` varying ones of varying ones. A
derivative is right if each value is used as what it is: parameters that all ranks share go
through `spread` before they meet a rank's own data. See the page on distribution.
"""

from functrace.mpi._operations import allsum as allsum
from functrace.mpi._operations import bcast as bcast
from functrace.mpi._operations import gather as gather
from functrace.mpi._operations import halo as halo
from functrace.mpi._operations import scatter as scatter
from functrace.mpi._operations import sendrecv as sendrecv
from functrace.mpi._operations import spread as spread

__all__ = ["allsum", "bcast", "gather", "halo", "scatter", "sendrecv", "spread"]
