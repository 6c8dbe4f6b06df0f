"""LLVM text of small functions, and calls of them."""

from __future__ import annotations

import ctypes

DOUBLE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)

EXP = """
define double @{name}(double %x) {{
  %y = call double @exp(double %x)
  %z = fadd double %y, 0.25
  ret double %z
}}
declare double @exp(double)
"""


def unary(callee: str, *, more: str = "") -> str:
    types = "double, i32" if more else "double"
    return f"""
    define double @f(double %x) {{
      %y = call double @{callee}(double %x{more})
      ret double %y
    }}
    declare double @{callee}({types})
    """


def call(code, name, x):
    return DOUBLE(code.address(name))(x)
