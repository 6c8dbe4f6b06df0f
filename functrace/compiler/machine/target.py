"""The machine that native code is made for."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from functrace.core.lazy import lazy

_X86 = ("x86_64", "i386")


@dataclass(frozen=True, kw_only=True)
class Target:
    """A processor, and what of it the shape of the emitted code depends on.

    Parameters
    ----------
    triple : str
        LLVM's name of the platform.
    cpu : str
        LLVM's name of the processor.
    features : str
        Its instruction sets, as LLVM takes them: ``+fma,-avx512f``.

    Attributes
    ----------
    is_x86 : bool
        Whether it is one of Intel's or AMD's.
    vector_bits : int
        Width of the vector registers: 512, 256 or 128.
    fused : bool
        Whether a multiplication and an addition are one instruction, rounded once.
    has_dq : bool
        Whether vectors of 64-bit integers and doubles are converted by an instruction.
    double_lanes : int
        Doubles in the vectors of a fused loop: several registers, which hides the
        latency of the instructions.

    Examples
    --------
    >>> haswell = Target(triple="x86_64-linux", cpu="haswell", features="+avx2,+fma")
    >>> haswell.vector_bits, haswell.double_lanes, haswell.fused, haswell.has_dq
    (256, 16, True, False)
    """

    triple: str
    cpu: str
    features: str

    @property
    def is_x86(self) -> bool:
        """Whether it is one of Intel's or AMD's."""
        return self.triple.startswith(_X86)

    def _has(self, *features: str) -> bool:
        return {f"+{feature}" for feature in features} <= set(self.features.split(","))

    @lazy
    def vector_bits(self) -> int:
        """Width of the vector registers."""
        return 512 if self._has("avx512f") else 256 if self._has("avx2") else 128

    @lazy
    def fused(self) -> bool:
        """Whether ``x * y + z`` is one instruction."""
        return self._has("fma") or not self.is_x86

    @lazy
    def scales(self) -> bool:
        """Whether vectors are multiplied by powers of two in one instruction."""
        return self._has("avx512f")

    @lazy
    def has_dq(self) -> bool:
        """Whether ``fptosi <n x double> to <n x i64>`` is fast."""
        return self._has("avx512dq", "avx512vl") or not self.is_x86

    @lazy
    def double_lanes(self) -> int:
        """Doubles in the vectors of a fused loop."""
        return {512: 32, 256: 16, 128: 8}[self.vector_bits]


@functools.cache
def host() -> Target:
    """The machine that this process runs on."""
    import llvmlite.binding as ll  # noqa: PLC0415 - slow

    return Target(
        triple=ll.get_process_triple(),
        cpu=ll.get_host_cpu_name(),
        features=ll.get_host_cpu_features().flatten(),
    )


_AIM: ContextVar[Target | None] = ContextVar("aim", default=None)


def aimed_at() -> Target:
    """The machine that code is being written for: this one, but within `aiming_at`."""
    return _AIM.get() or host()


@contextmanager
def aiming_at(target: Target) -> Iterator[None]:
    """Write code for a machine that need not be this one."""
    token = _AIM.set(target)
    try:
        yield
    finally:
        _AIM.reset(token)


def named(name: str) -> Target:
    """A machine by what is asked of it.

    Parameters
    ----------
    name : {"host", "x86-64", "x86-64-v3", "x86-64-v4", "aarch64"}
        This very machine; or any of a kind, under this operating system.

    Raises
    ------
    ValueError
        There is no such name.

    Examples
    --------
    >>> named("x86-64-v3").vector_bits, named("aarch64").fused
    (256, True)
    """
    if name == "host":
        return host()
    if name not in _NAMED:
        raise ValueError(
            f"functrace: target must be one of {', '.join(['host', *_NAMED])}, "
            f"not {name!r}."
        )
    architecture, features = _NAMED[name]
    cpu = "generic" if architecture == "aarch64" else name
    return Target(
        triple=f"{architecture}-{host().triple.partition('-')[2]}",
        cpu=cpu,
        features=",".join(f"+{feature}" for feature in features),
    )


_V3 = ("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt")
_V4 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
_NAMED = {
    "x86-64": ("x86_64", ("sse2",)),
    "x86-64-v3": ("x86_64", _V3),
    "x86-64-v4": ("x86_64", (*_V3, *_V4)),
    "aarch64": ("aarch64", ("neon",)),
}
"""Architectures, and the instruction sets that the levels of their ABIs have."""
