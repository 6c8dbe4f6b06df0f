"""Compiled functions as files: for programs that know nothing of Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from functrace.core.errors import MissingRuleError, message
from functrace.core.locks import NATIVE
from functrace.transforms._native.source import source_of

TargetName: TypeAlias = Literal["host", "x86-64", "x86-64-v3", "x86-64-v4", "aarch64"]
_WHERE = "functrace.export"


class Exported(NamedTuple):
    """What `export` has written.

    Attributes
    ----------
    object, header : str
        Paths of the files.
    library : str or None
        Path of the shared library.
    needed : tuple of str
        Functions that the object file takes from C's libraries, BLAS and LAPACK.
    """

    object: str
    header: str
    library: str | None
    needed: tuple[str, ...]


def export(
    fun: Callable[..., Any],
    /,
    *args: Any,
    directory: str | os.PathLike[str],
    name: str | None = None,
    target: TargetName = "host",
    shared: bool = False,
    libraries: Sequence[str] = (),
    bare: bool = False,
) -> Exported:
    """Write a compiled function as an object file with a C header.

    Parameters
    ----------
    fun : callable
        What `jit` takes, or gives; a derivative, say.
    *args : pytree
        Examples of its arguments, as of `native`.
    directory : path
        Where the files are written; it is made if need be.
    name : str, optional
        Of the function in C, and of the files; default: the function's.
    target : str
        Which processors the code is for, under this operating system: those like this one
        (``"host"``), all of x86-64, its level 3 (with AVX2) or 4 (with AVX-512), or AArch64.
    shared : bool
        Whether to write a shared library, too: by the C compiler here, or the one of the
        package ``ziglang``.
    libraries : sequence of str
        What a shared library is linked with: ``("openblas",)``.
    bare : bool
        Refuse a function that needs anything from elsewhere, C's library included.

    Returns
    -------
    Exported
        A named tuple: ``object``, ``header`` and ``library``, the paths of the files, the
        last one None if there is none; ``needed``, the names of functions that the object
        file takes from C's libraries, BLAS and LAPACK.

    Raises
    ------
    MissingRuleError
        A part of the function has no native code, calls Python, or code that only SciPy
        has; or, if `bare`, what it takes from elsewhere. The error names it.
    RuntimeError
        There is no linker, or it refuses.

    See Also
    --------
    native : The same function for others in this process.

    Notes
    -----
    The header says what the function takes and gives, what it returns and what may be
    relied on. It is the function that `native` makes: for the same processor the numbers
    are the same to the last bit, as far as BLAS and LAPACK give the same ones. Loops run
    in the thread that calls it.

    Examples
    --------
    >>> import pathlib, tempfile, numpy as np, functrace as ft
    >>> def energy(x, k):
    ...     return k * np.sum(x**2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = ft.export(ft.grad(energy), np.ones(3), 2.0, directory=folder)
    ...     header = pathlib.Path(made.header).read_text()
    >>> "int energy(const double *x, double k, double *out);" in header
    True
    >>> made.needed
    ()
    """
    source = source_of(_WHERE, fun, args, {}, name)
    with NATIVE:
        from functrace.compiler import standalone  # noqa: PLC0415 - slow: LLVM
        from functrace.compiler.machine.target import named  # noqa: PLC0415 - slow

        machine = named(target)
        data, needed = standalone.write(
            *(source.graph, source.prototype.name, machine),
            fastmath=source.fastmath,
            bare=bare,
        )
    if bare and needed:
        raise MissingRuleError(
            message(
                f"{_WHERE}: the function needs what is not to be there.",
                got=", ".join(needed),
                help="leave it out, or export it with bare=False.",
            )
        )
    from functrace.transforms._native.header import header_of  # noqa: PLC0415 - slow

    os.makedirs(directory, exist_ok=True)
    stem = os.path.join(directory, source.prototype.name)
    with open(f"{stem}.o", "wb") as file:
        file.write(data)
    with open(f"{stem}.h", "w", encoding="utf-8") as file:
        file.write(header_of(source.prototype, target, needed))
    library = None
    if shared:
        from functrace.transforms._native.linking import link  # noqa: PLC0415 - slow

        library = link(f"{stem}.o", machine.triple.partition("-")[0], libraries)
    return Exported(f"{stem}.o", f"{stem}.h", library, tuple(needed))
