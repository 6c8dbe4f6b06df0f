"""How programs turn to Python while they run: symbols of ``python.c``."""

from __future__ import annotations

CALL = "ft_call"
"""Symbol of ``i32 (ptr place, ptr operands, ptr due, i64 interval)``; see `bind`."""

CHECK_SIGNALS = "ft_check_signals"
"""Symbol of ``i32 (ptr last)``: whether a signal ends the program."""


_FOR_THREADS = "ft_has_raised", "ft_end_helpers"


def bind() -> None:
    """Let texts declare `CALL` and `CHECK_SIGNALS`, and threads what they call."""
    from functrace.compiler import runtime  # noqa: PLC0415 - slow: they load LLVM
    from functrace.compiler.machine import artifact, symbols  # noqa: PLC0415

    with symbols.LOCK:
        if symbols.is_known(CALL):
            return
        names = [CALL, CHECK_SIGNALS, *_FOR_THREADS]
        found = artifact.recalled_text(runtime.text("python"), names)
        for name in found.names:
            symbols.add_symbol(name, found.code.address(name), found)
