"""Graphs become native programs: groups of loops and steps, as LLVM text, then code."""
