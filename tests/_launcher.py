"""What tests of launchers share: programs that copy bytes, and launchers of them."""

from __future__ import annotations

import numpy as np
import pytest

from functrace.compiler.machine import native
from functrace.compiler.runtime import launcher as launchers
from functrace.compiler.runtime.launcher import make_launcher
from functrace.core.aval import Aval

F64 = Aval((), np.float64)
VECTOR = Aval((3,), np.float64)


def unwanted(*args, **kwargs):
    raise AssertionError("not to be called")


def slow(*args, **kwargs):
    return "slow", args, kwargs


def failed(*args, **kwargs):
    return "failed", args, kwargs


def copying(pairs, inputs, status=0):
    """A program that copies bytes: triples of input, output, number of bytes."""
    lines = []
    for k, (source, target, size) in enumerate(pairs):
        for name, index in (("x", source), ("y", inputs + target)):
            lines += [
                f"%{name}p{k} = getelementptr ptr, ptr %buffers, i64 {index}",
                f"%{name}{k} = load ptr, ptr %{name}p{k}",
            ]
        lines.append(
            f"call void @llvm.memcpy.p0.p0.i64(ptr %y{k}, ptr %x{k}, i64 {size}, i1 0)"
        )
    body = "\n  ".join(lines)
    text = f"""
define i32 @program(ptr %buffers) {{
  {body}
  ret i32 {status}
}}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
"""
    return native.compile_text(text, ["program"], level=0)


@pytest.fixture
def fresh_body(monkeypatch):
    """The native launcher is chosen anew, whatever the environment says."""
    monkeypatch.delenv("FUNCTRACE_NATIVE", raising=False)
    launchers._body.cache_clear()
    yield
    launchers._body.cache_clear()


@pytest.fixture(params=["native", "python"])
def make(request):
    """`make_launcher` of a program that copies inputs to outputs of their size."""

    def make_one(inputs, outputs, slow=unwanted, failed=unwanted, status=0, **options):
        pairs = [
            (source, target, size_of(inputs[source]))
            for target, source in enumerate(options.pop("sources", range(len(outputs))))
        ]
        code = copying(pairs, len(inputs), status)
        return make_launcher(
            code.address("program"),
            inputs,
            outputs,
            slow,
            failed,
            structure=options.pop(
                "structure", "single" if len(outputs) == 1 else "tuple"
            ),
            keep=code,
            python_only=request.param == "python",
            **options,
        )

    return make_one


def size_of(aval):
    return aval.size * np.dtype(aval.dtype).itemsize


def same(out, expected):
    """Equal in type, dtype, shape and every bit."""
    return (
        type(out) is type(expected)
        and out.dtype == expected.dtype
        and out.shape == expected.shape
        and out.tobytes() == expected.tobytes()
    )
