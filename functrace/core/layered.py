"""Where to put boxes that arrows lead between: in layers, with few crossings.

The steps are those of Sugiyama, Tagawa & Toda (IEEE Trans. Syst. Man Cybern. 11 (1981)
109): layers by longest paths, points where long arrows cross a layer, orders by
barycentres. Places across are then the least-squares ones to the neighbours' that keep
the order and the distances, by pooling adjacent violators.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

_SWEEPS = 12
_GAP = 18.0  # between neighbours
_BETWEEN = 30.0  # layers
_POINT = 8.0  # width of a layer's crossing
_STIFFNESS = 4.0  # how much long arrows want to be straight


class Position(NamedTuple):
    """The centre of something."""

    x: float
    y: float


class LayeredLayout(NamedTuple):
    """Where everything is.

    Attributes
    ----------
    centres : list of Position
        Of the boxes.
    routes : list of list of Position
        For each arrow where it leaves a layer and where it comes to one, in turn: from the
        lower edge of its start's layer to the upper edge of its end's.
    width, height : float
    """

    centres: list[Position]
    routes: list[list[Position]]
    width: float
    height: float


def lay_out(
    sizes: Sequence[tuple[float, float]],
    arrows: Sequence[tuple[int, int]],
) -> LayeredLayout:
    """Places of boxes.

    Parameters
    ----------
    sizes : sequence of (width, height)
    arrows : sequence of (int, int)
        From which box to which; without cycles, from lower to higher numbers.
    """
    layers = _layers(len(sizes), arrows)
    widths = [width for width, _ in sizes]
    ranks = list(layers)
    chains: list[list[int]] = []
    links: list[tuple[int, int]] = []
    for start, end in arrows:
        chain = [start]
        for rank in range(layers[start] + 1, layers[end]):
            chain.append(len(widths))
            widths.append(_POINT)
            ranks.append(rank)
        chain.append(end)
        chains.append(chain)
        links += itertools.pairwise(chain)
    rows = _ordered(ranks, links)
    xs = _places(rows, links, widths, len(sizes))
    left = min((xs[i] - widths[i] / 2 for i in range(len(widths))), default=0.0)
    xs = [x - left for x in xs]
    heights = [
        max((sizes[i][1] for i in row if i < len(sizes)), default=0) for row in rows
    ]
    tops = [sum(heights[:k]) + _BETWEEN * k for k in range(len(rows))]
    places = [
        Position(x, tops[rank] + heights[rank] / 2)
        for x, rank in zip(xs, ranks, strict=True)
    ]
    width = max((xs[i] + widths[i] / 2 for i in range(len(widths))), default=0.0)
    height = tops[-1] + heights[-1] if rows else 0.0
    bottoms = [top + height for top, height in zip(tops, heights, strict=True)]
    routes = [
        [
            place
            for a, b in itertools.pairwise(chain)
            for place in (
                Position(xs[a], bottoms[ranks[a]]),
                Position(xs[b], tops[ranks[b]]),
            )
        ]
        for chain in chains
    ]
    return LayeredLayout(places[: len(sizes)], routes, width, height)


def _layers(count: int, arrows: Sequence[tuple[int, int]]) -> list[int]:
    """Longest paths from the top; what nothing leads to, just above its first user."""
    layers = [0] * count
    for start, end in sorted(arrows, key=lambda arrow: arrow[1]):
        layers[end] = max(layers[end], layers[start] + 1)
    ends = {end for _, end in arrows}
    for box in range(count):
        users = [layers[end] for start, end in arrows if start == box]
        if box not in ends and users:
            layers[box] = min(users) - 1
    return layers


def _ordered(ranks: list[int], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The members of each layer, in an order with few crossings."""
    rows: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for member, rank in enumerate(ranks):
        rows[rank].append(member)
    above, below = _neighbours(len(ranks), links)
    best, fewest = rows, _crossings(rows, below)
    for sweep in range(_SWEEPS):
        downwards = sweep % 2 == 0
        rows = [list(row) for row in rows]
        sequence = range(1, len(rows)) if downwards else range(len(rows) - 2, -1, -1)
        for k in sequence:
            near = above if downwards else below
            other = rows[k - 1] if downwards else rows[k + 1]
            position = {member: p for p, member in enumerate(other)}
            old = {member: p for p, member in enumerate(rows[k])}

            def barycentre(
                member: int,
                near: list[list[int]] = near,
                position: dict[int, int] = position,
                old: dict[int, int] = old,
            ) -> float:
                found = [position[n] for n in near[member]]
                return sum(found) / len(found) if found else old[member]

            rows[k].sort(key=barycentre)
        count = _crossings(rows, below)
        if count < fewest:
            best, fewest = rows, count
    return best


def _neighbours(
    count: int, links: Sequence[tuple[int, int]]
) -> tuple[list[list[int]], list[list[int]]]:
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for start, end in links:
        above[end].append(start)
        below[start].append(end)
    return above, below


def _crossings(rows: list[list[int]], below: list[list[int]]) -> int:
    total = 0
    for upper, lower in itertools.pairwise(rows):
        position = {member: p for p, member in enumerate(lower)}
        ends = [sorted(position[n] for n in below[member]) for member in upper]
        seen: list[int] = []
        for group in ends:
            total += sum(earlier > end for end in group for earlier in seen)
            seen += group
    return total


def _places(
    rows: list[list[int]],
    links: Sequence[tuple[int, int]],
    widths: list[float],
    boxes: int,
) -> list[float]:
    """Centres across: near those of the neighbours, in order and apart."""
    above, below = _neighbours(len(widths), links)
    xs = [0.0] * len(widths)
    for row in rows:
        x = 0.0
        for member in row:
            xs[member] = x + widths[member] / 2
            x += widths[member] + _GAP
    for sweep in range(_SWEEPS):
        order = rows if sweep % 2 == 0 else rows[::-1]
        for row in order:
            wanted, weights = [], []
            for member in row:
                near = [*above[member], *below[member]]
                wanted.append(
                    sum(xs[n] for n in near) / len(near) if near else xs[member]
                )
                weights.append(_STIFFNESS if member >= boxes else 1.0 + len(near) / 4)
            for member, x in zip(
                row, _apart(row, wanted, weights, widths), strict=True
            ):
                xs[member] = x
    return xs


def _apart(
    row: list[int], wanted: list[float], weights: list[float], widths: list[float]
) -> list[float]:
    """The nearest places to those wanted that keep distances: isotonic regression."""
    offsets = [0.0]
    for left, right in itertools.pairwise(row):
        offsets.append(offsets[-1] + (widths[left] + widths[right]) / 2 + _GAP)
    blocks: list[tuple[float, float, int]] = []  # mean, weight, members
    for want, offset, weight in zip(wanted, offsets, weights, strict=True):
        mean, total, count = want - offset, weight, 1
        while blocks and blocks[-1][0] > mean:
            before, more, members = blocks.pop()
            mean = (before * more + mean * total) / (more + total)
            total += more
            count += members
        blocks.append((mean, total, count))
    starts = [mean for mean, _, count in blocks for _ in range(count)]
    return [start + offset for start, offset in zip(starts, offsets, strict=True)]
