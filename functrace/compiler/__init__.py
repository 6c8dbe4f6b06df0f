"""Graphs become native programs, in seven steps; each room imports only from those below.

1. `program` divides a graph into native parts, and NumPy between them. What has code its
   *form* says (`forms`).
2. `plan` decides what is computed together, in which loops, and where in memory it is.
3. `text` writes that down, in the notation of `notation`, with mathematical functions
   (`math`), linear algebra (`linear`) and kernels in Python (`kernels`).
4. `machine` makes machine code of the text, links it, and keeps it on disk.
5. `routine_cache` has the routines that programs share.
6. `executable` runs in the graph's place, native parts and NumPy alternately.
7. `runtime` is what all programs call: the launcher that takes Python's arguments, memory
   that is used again, threads.
"""
