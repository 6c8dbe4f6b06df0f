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
    starts: Any,
    columns: Any,
    colours: Any,
    mirror: Any,
    groups: Any,
    left: Any,
    last: Any,
    met: Any,
    queue: Any,
    solved: Any,
) -> None:
    """In which order entries are alone, if those before them are known; -1 when all are.

    `groups` numbers what a row has in columns of one colour; the diagonal has -1. `mirror`
    is where the mirrored entry is. `last` has the entries that are left of a group, by
    exclusive or.
    """
    top = done = total = 0
    count = grouped(starts, columns, colours, groups, left, last, met)
    for group in range(count):
        if left[group] == 1:
            queue[top] = group
            top += 1
    for k in range(solved.size):
        solved[k] = -1
    while done < top:
        group = queue[done]
        done += 1
        if left[group] == 1:
            k = last[group]
            left[group] = 0
            solved[total] = k
            total += 1
            other = groups[mirror[k]]
            left[other] -= 1
            last[other] ^= mirror[k]
            if left[other] == 1:
                queue[top] = other
                top += 1


def grouped(
    starts: Any, columns: Any, colours: Any, groups: Any, left: Any, last: Any, met: Any
) -> Any:
    """Number the groups of entries, and note who is in them; how many there are."""
    count = 0
    for colour in range(met.size):
        met[colour] = -1
    for row in range(starts.size - 1):
        begin = count
        for k in range(starts[row], starts[row + 1]):
            groups[k] = -1
            if columns[k] != row:
                colour = colours[columns[k]]
                if met[colour] < begin:
                    met[colour] = count
                    left[count] = last[count] = 0
                    count += 1
                groups[k] = met[colour]
                left[groups[k]] += 1
                last[groups[k]] ^= k
    return count
