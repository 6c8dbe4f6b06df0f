"""Steps of eigenvalues and singular values, by the LAPACK drivers of NumPy and SciPy."""

from __future__ import annotations

from functrace.compiler.forms import Unlowered
from functrace.compiler.linear.blas import letter_of
from functrace.compiler.linear.lapack import column_of, each_matrix, lapack
from functrace.compiler.linear.matrices import Matrix, copy_matrix, itemsize, new_matrix
from functrace.compiler.machine.extension import extension
from functrace.compiler.notation.kinds import Kind
from functrace.compiler.notation.step import Operand, StepBuilder

_INTEGER = 4  # bytes


def _lengths(name: str, kind: Kind, *sizes: int, **options: int) -> list[int]:
    """Lengths of the working arrays that a driver asks for."""
    ask = getattr(extension("scipy.linalg._flapack"), f"{letter_of(kind)}{name}_lwork")
    *lengths, info = ask(*sizes, **options)
    if info:
        raise Unlowered
    return [int(complex(length).real) for length in lengths]


def _room(step: StepBuilder, length: int, nbytes: int) -> tuple[str, str]:
    """Memory for so many elements, and their number."""
    return step.scratch(length * nbytes), step.int32(length)


# -- Hermitian matrices ----------------------------------------------------------------


def emit_eigh(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    lower: bool,
    driver: str = "evd",
) -> None:
    """Eigenvalues and eigenvectors; the function fails where they are not found."""
    (x,), (values, vectors) = operands, outputs
    if driver not in ("evd", "evr"):
        raise Unlowered
    if not vectors.aval.size:
        return
    n = x.aval.shape[-1]
    factors = new_matrix(step, vectors.kind, n, n, by_rows=False)
    places = x, column_of(values), vectors
    with each_matrix(step, x.aval.shape[:-2], places) as ((given, w, target), _):
        copy_matrix(step, given, factors)
        found = factors
        if driver == "evd":
            _evd(step, "V", factors, w, lower)
        else:
            found = _evr(step, factors, w, lower)
        copy_matrix(step, found, target)


def emit_eigvalsh(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand], *, lower: bool
) -> None:
    """Eigenvalues; the function fails where they are not found."""
    (x,), (values,) = operands, outputs
    if not values.aval.size:
        return
    n = x.aval.shape[-1]
    kind = f"c{values.kind[1:]}" if x.kind[0] == "c" else values.kind
    factors = new_matrix(step, kind, n, n, by_rows=False)
    with each_matrix(step, x.aval.shape[:-2], (x, column_of(values))) as (places, _):
        given, w = places
        copy_matrix(step, given, factors)
        _evd(step, "N", factors, w, lower)


def _named(x: Matrix, driver: str) -> str:
    return ("he" if x.kind[0] == "c" else "sy") + driver


def _half(step: StepBuilder, lower: bool) -> str:
    return step.character("L" if lower else "U")


def _evd(step: StepBuilder, job: str, x: Matrix, w: Matrix, lower: bool) -> None:
    """Overwrite the matrix, by eigenvectors if `job` is ``V``."""
    n, name = step.int32(x.rows), _named(x, "evd")
    options = {"compute_v": int(job == "V"), "lower": int(lower)}
    work, integers, *reals = _lengths(name, x.kind, x.rows, **options)
    rooms = [*_room(step, work, itemsize(x.kind))]
    for length in reals:
        rooms += _room(step, length, itemsize(w.kind))
    rooms += _room(step, integers, _INTEGER)
    given = [step.character(job), _half(step, lower), n, x.pointer, n, w.pointer]
    step.fail_if(lapack(step, name, x, *given, *rooms) != 0)


def _evr(step: StepBuilder, x: Matrix, w: Matrix, lower: bool) -> Matrix:
    """The eigenvectors; the matrix is overwritten."""
    n, name = step.int32(x.rows), _named(x, "evr")
    work, *reals, integers = _lengths(name, x.kind, x.rows)
    found = new_matrix(step, x.kind, x.rows, x.rows, by_rows=False)
    count, support = step.scratch(_INTEGER), step.scratch(2 * x.rows * _INTEGER)
    rooms = [*_room(step, work, itemsize(x.kind))]
    for length in reals:
        rooms += _room(step, length, itemsize(w.kind))
    rooms += _room(step, integers, _INTEGER)
    zero, one = step.number(0.0, w.kind), step.int32(1)
    letters = [step.character("V"), step.character("A"), _half(step, lower)]
    given = [*letters, n, x.pointer, n, zero, zero, one, one, zero, count, w.pointer]
    given += [found.pointer, n, support, *rooms]
    step.fail_if(lapack(step, name, x, *given) != 0)
    return found


# -- singular values -------------------------------------------------------------------


def emit_svd(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand], *, full: bool
) -> None:
    """Singular values and vectors; the function fails where they are not found."""
    (x,), (u, values, v) = operands, outputs
    if not x.aval.size:
        raise Unlowered
    kind, (m, n) = u.kind, x.aval.shape[-2:]
    factors, left, right = (
        new_matrix(step, kind, *shape, by_rows=False)
        for shape in ((m, n), u.aval.shape[-2:], v.aval.shape[-2:])
    )
    rooms = _rooms_of_svd(step, factors, full_matrices=int(full))
    places = x, u, column_of(values), v
    with each_matrix(step, x.aval.shape[:-2], places) as (matrices, _):
        given, u_target, s, v_target = matrices
        copy_matrix(step, given, factors)
        _gesdd(step, "A" if full else "S", factors, s, left, right, rooms)
        copy_matrix(step, left, u_target)
        copy_matrix(step, right, v_target)


def emit_svdvals(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Singular values; the function fails where they are not found."""
    (x,), (values,) = operands, outputs
    if not x.aval.size:
        raise Unlowered
    kind = f"c{values.kind[1:]}" if x.kind[0] == "c" else values.kind
    factors = new_matrix(step, kind, *x.aval.shape[-2:], by_rows=False)
    none = new_matrix(step, kind, 1, 1, by_rows=False)
    rooms = _rooms_of_svd(step, factors, compute_uv=0)
    with each_matrix(step, x.aval.shape[:-2], (x, column_of(values))) as (places, _):
        given, s = places
        copy_matrix(step, given, factors)
        _gesdd(step, "N", factors, s, none, none, rooms)


def _rooms_of_svd(step: StepBuilder, x: Matrix, **options: int) -> list[str]:
    """What LAPACK computes in."""
    (work,) = _lengths("gesdd", x.kind, x.rows, x.columns, **options)
    rooms = [*_room(step, work, itemsize(x.kind))]
    least, most = sorted((x.rows, x.columns))
    if x.kind[0] == "c":
        reals = least * max(5 * least + 7, 2 * most + 2 * least + 1)
        rooms.append(step.scratch(reals * itemsize(x.kind) // 2))
    return [*rooms, step.scratch(8 * least * _INTEGER)]


def _gesdd(
    step: StepBuilder,
    job: str,
    x: Matrix,
    s: Matrix,
    left: Matrix,
    right: Matrix,
    rooms: list[str],
) -> None:
    """Overwrite the matrix."""
    m, n = step.int32(x.rows), step.int32(x.columns)
    given = [step.character(job), m, n, x.pointer, m, s.pointer]
    for target in (left, right):
        given += [target.pointer, step.int32(target.rows)]
    step.fail_if(lapack(step, "gesdd", x, *given, *rooms) != 0)
