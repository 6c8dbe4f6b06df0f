"""The notation that native code is written in: values, blocks, memory, routines, steps."""
