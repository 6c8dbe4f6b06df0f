"""Other processors than this one, as far as it can stand in for them."""

from __future__ import annotations

import llvmlite.binding as ll

_BASELINE = ("cmov", "cx8", "fxsr", "mmx", "sse", "sse2")
_HASWELL = (
    *("cx16", "popcnt", "sahf", "sse3", "ssse3", "sse4.1", "sse4.2"),
    *("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
)
FEATURES = {"x86-64": _BASELINE, "haswell": (*_BASELINE, *_HASWELL)}
"""By LLVM's names of processors, what they have."""


class _Features:
    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def flatten(self) -> str:
        return ",".join(f"+{name}" for name in self._names)


def pretend(cpu: str) -> None:
    """Have LLVM say that this processor is another one."""
    features = _Features(FEATURES[cpu])
    ll.get_host_cpu_name = lambda: cpu
    ll.get_host_cpu_features = lambda: features
