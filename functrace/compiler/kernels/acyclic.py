"""Colours of graphs whose pairs make forests, and how forests are solved from the leaves.

Graphs are given as to `colouring`.
"""

from __future__ import annotations

from typing import Any

from functrace.compiler.kernels.colouring import number_edges


def acyclic(
    starts: Any,
    neighbours: Any,
    order: Any,
    colours: Any,
    edges: Any,
    trees: Any,
    visits: Any,
    first: Any,
    refused: Any,
    met: Any,
) -> None:
    """Colours of vertices such that the edges between any two colours make a forest.

    Gebremedhin, Tarafdar, Manne & Pothen, *New acyclic and star coloring algorithms with
    application to computing Hessians*, SIAM J. Sci. Comput. 29 (2007), algorithm 3.1.
    `trees` has disjoint sets of edges; `visits` for each the last vertex next to it, and by
    which neighbour; `first` for each colour the last vertex that met it, and the edge.
    """
    for vertex in range(order.size):
        colours[vertex] = refused[vertex] = -1
        first[2 * vertex] = first[2 * vertex + 1] = -1
    number_edges(starts, neighbours, edges, met)
    for edge in range(trees.size):
        trees[edge] = edge
        visits[2 * edge] = visits[2 * edge + 1] = -1
    for v in order:
        refuse_cycles(v, starts, neighbours, edges, trees, visits, colours, refused)
        colour = 0
        while refused[colour] == v:
            colour += 1
        colours[v] = colour
        join_trees(v, starts, neighbours, edges, trees, first, colours)


def refuse_cycles(
    v: Any,
    starts: Any,
    neighbours: Any,
    edges: Any,
    trees: Any,
    visits: Any,
    colours: Any,
    refused: Any,
) -> None:
    """Refuse a vertex its neighbours' colours, and those that would close a cycle."""
    for i in range(starts[v], starts[v + 1]):
        w = neighbours[i]
        if w != v and colours[w] >= 0:
            refused[colours[w]] = v
    for i in range(starts[v], starts[v + 1]):
        w = neighbours[i]
        if w == v or colours[w] < 0:
            continue
        for k in range(starts[w], starts[w + 1]):
            x = neighbours[k]
            if x == w or colours[x] < 0 or refused[colours[x]] == v:
                continue
            tree = root(edges[k], trees)
            if visits[2 * tree] != v:
                visits[2 * tree], visits[2 * tree + 1] = v, w
            elif visits[2 * tree + 1] != w:
                refused[colours[x]] = v


def join_trees(
    v: Any,
    starts: Any,
    neighbours: Any,
    edges: Any,
    trees: Any,
    first: Any,
    colours: Any,
) -> None:
    """Unite the trees that a vertex connects, once it has a colour."""
    for i in range(starts[v], starts[v + 1]):
        w = neighbours[i]
        if w == v or colours[w] < 0:
            continue
        pair = 2 * colours[w]
        if first[pair] == v:
            unite(edges[i], first[pair + 1], trees)
        else:
            first[pair], first[pair + 1] = v, edges[i]
        for k in range(starts[w], starts[w + 1]):
            x = neighbours[k]
            if x != v and x != w and colours[x] == colours[v]:  # noqa: PLR1714 - Numba
                unite(edges[i], edges[k], trees)


def root(edge: Any, trees: Any) -> Any:
    """The edge that stands for a tree."""
    while trees[edge] != edge:
        trees[edge] = trees[trees[edge]]
        edge = trees[edge]
    return edge


def unite(a: Any, b: Any, trees: Any) -> None:
    """Make two trees one."""
    a, b = root(a, trees), root(b, trees)
    if a != b:
        trees[b] = a


def leaves(
    columns: Any,
    colours: Any,
    mirror: Any,
    left: Any,
    last: Any,
    terms: Any,
    solved: Any,
) -> None:
    """In which order entries are alone, if those before them are known; -1 when all are.

    Each place among the tangents has the entries of a row in columns of one colour. `left`
    has how many of them are not known, `last` which, by exclusive or; `terms`, of how many
    values an entry that is solved there is the sum. `mirror` is where the mirrored entry
    is; an entry of the diagonal is alone.
    """
    for place in range(left.size):
        left[place] = last[place] = terms[place] = 0
    for k in range(columns.size):
        solved[k] = -1
        if mirror[k] != k:
            place = place_of(k, columns, colours, mirror)
            left[place] += 1
            last[place] ^= k
    top = done = total = 0
    for place in range(left.size):
        if left[place] == 1:
            solved[top] = last[place]
            top += 1
    while done < top:
        k = solved[done]
        solved[done] = -1
        done += 1
        place = place_of(k, columns, colours, mirror)
        if left[place] == 1:  # the mirrored entry was not solved
            left[place] = 0
            terms[place] += 1
            solved[total] = k
            total += 1
            other = place_of(mirror[k], columns, colours, mirror)
            left[other] -= 1
            last[other] ^= mirror[k]
            terms[other] += terms[place]
            if left[other] == 1:
                solved[top] = last[other]
                top += 1


def place_of(k: Any, columns: Any, colours: Any, mirror: Any) -> Any:
    """Where an entry's value is added to, among tangents that are a row for each colour."""
    return colours[columns[k]] * colours.size + columns[mirror[k]]


def subtracted(x: Any, targets: Any, sources: Any, out: Any) -> None:
    """Subtract from some elements others, one after the other."""
    for i in range(x.size):
        out[i] = x[i]
    for k in range(targets.size):
        out[targets[k]] -= out[sources[k]]
