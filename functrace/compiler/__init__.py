"""Graphs become native programs: partition, plan, emit, through Numba's code generator."""
