"""The intermediate representation: graphs, tracers, and the record of a primitive.

Knows no primitive, no derivative and no compiler.
"""

import sys

if "free-threading build" in sys.version:  # sysconfig would take longer
    raise ImportError(
        "functrace: this is a free-threaded Python. Graphs are recorded and compiled "
        "functions are called under the protection of the global interpreter lock, so "
        "that functrace needs a Python that is built with it."
    )
