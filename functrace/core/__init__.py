"""The intermediate representation: graphs, tracers, and the record of a primitive.

Knows no primitive, no derivative and no compiler.
"""
