"""Branches and loops on traced values, written in plain Python, are captured.

Where a function asks for the truth of a traced value that has none, plain tracing ends.
The function that asked is then rewritten (`asking.py` finds it, `source.py` its syntax
tree): tests, loops and the early ends of both become calls of helpers (`exits.py`,
`rewriting.py`); its code is exchanged while functions are traced (`codes.py`,
`functions.py`), and the trace begins anew (`retrying.py`). On known values the helpers do
what Python does. On others they trace each branch, or a round (`branches.py`, `loops.py`),
note what that has changed (`places.py`), take it back, and make it outputs of one operation
(`merging.py`).
"""
