"""What is decided before code is written: from a graph to nests, calls and memory.

`build` places nodes, as their forms say, into the stages of a `partition`; `nest` arranges
the loops of each, out of the items that `collect` finds; `inplace` and `arena` say where
memory is. The result is a `plan.Plan`, which `describe` prints and `checking` checks.
"""
