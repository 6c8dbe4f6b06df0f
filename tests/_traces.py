"""How often functions are traced."""

import functrace as ft


def counted(fun, **options):
    """The jitted function, and a list that grows with each trace."""
    traces = []

    def traced(*args, **kwargs):
        traces.append(1)
        return fun(*args, **kwargs)

    return ft.jit(traced, **options), traces
