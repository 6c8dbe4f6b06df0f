"""Minimax polynomials, by the exchange algorithm of E. Y. Remez, on a grid of points.

At each step that polynomial is found whose weighted errors at a few points (the reference)
are equal and alternate in sign; the next reference is where its errors are greatest. Between
the points it is evaluated by the barycentric formula, which needs no coefficients.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mpmath import cos, lu_solve, matrix, mp, mpf, pi

_NEARLY = 1 + mpf("1e-4")


class Point(NamedTuple):
    """A value of the variable, the function's there, and the weight of an error."""

    t: mpf
    value: mpf
    weight: mpf


class Minimax(NamedTuple):
    """A polynomial, its greatest weighted error, and the points where it has that."""

    evaluate: Callable[[mpf], mpf]
    error: mpf
    reference: Sequence[Point]

    def coefficients(self) -> list[mpf]:
        """That of the highest power first."""
        points = self.reference[:-1]
        powers = range(len(points) - 1, -1, -1)
        rows = matrix([[p.t**k for k in powers] for p in points])
        return list(lu_solve(rows, matrix([self.evaluate(p.t) for p in points])))


def grid(first: mpf, last: mpf, count: int) -> list[mpf]:
    """Numbers from the first to the last, closer together at both ends."""
    middle, half = (first + last) / 2, (first - last) / 2
    return [middle + half * cos(pi * k / (count - 1)) for k in range(count)]


def minimax(points: Sequence[Point], degree: int) -> Minimax:
    """The polynomial with the least greatest weighted error at points in order."""
    places = grid(points[0].t, points[-1].t, degree + 2)
    chosen = [_nearest(points, place) for place in places]
    while True:
        reference = [points[k] for k in chosen]
        evaluate, level = _levelled(reference)
        errors = [p.weight * (evaluate(p.t) - p.value) for p in points]
        greatest = max(map(abs, errors))
        if greatest <= abs(level) * _NEARLY:
            return Minimax(evaluate, greatest, reference)
        chosen = _exchanged(errors, degree + 2)


def _nearest(points: Sequence[Point], place: mpf) -> int:
    return min(range(len(points)), key=lambda k: abs(points[k].t - place))


def _levelled(reference: Sequence[Point]) -> tuple[Callable[[mpf], mpf], mpf]:
    """The polynomial with equal errors of alternating signs, and their size."""
    places = [p.t for p in reference]
    signed = [(-1) ** k / p.weight for k, p in enumerate(reference)]
    shares = _shares(places)
    level = mp.fdot(shares, [p.value for p in reference]) / mp.fdot(shares, signed)
    values = [p.value - level * s for p, s in zip(reference, signed, strict=True)]
    return _interpolating(places[:-1], values[:-1]), level


def _shares(places: Sequence[mpf]) -> list[mpf]:
    """The weights of the barycentric formula."""
    return [1 / mp.fprod(x - y for y in places if y is not x) for x in places]


def _interpolating(
    places: Sequence[mpf], values: Sequence[mpf]
) -> Callable[[mpf], mpf]:
    known = dict(zip(places, values, strict=True))
    terms = list(zip(places, values, _shares(places), strict=True))

    def evaluate(t: mpf) -> mpf:
        if t in known:
            return known[t]
        above = below = mpf(0)
        for place, value, share in terms:
            part = share / (t - place)
            above += part * value
            below += part
        return above / below

    return evaluate


def _exchanged(errors: Sequence[mpf], count: int) -> list[int]:
    """Where the errors are greatest, with alternating signs."""
    found: list[int] = []
    for k, error in enumerate(errors):
        if not found or (errors[found[-1]] > 0) != (error > 0):
            found.append(k)
        elif abs(error) > abs(errors[found[-1]]):
            found[-1] = k
    assert len(found) >= count, "more digits are needed"

    def size(k: int) -> mpf:
        return abs(errors[found[k]])

    while len(found) > count:
        ends = (0, len(found) - 1)
        if len(found) == count + 1:
            del found[min(ends, key=size)]
        else:  # two neighbours, so that the signs go on alternating
            least = min(range(len(found) - 1), key=lambda k: max(size(k), size(k + 1)))
            del found[least : least + 2]
    return found
