"""Colours of the columns of sparse patterns, and of the vertices of graphs.

A pattern is given by rows and by columns, with ascending indices: where each row's begin,
the columns, where each column's begin, the rows. A graph is a pattern that is its own
transpose; entries on its diagonal do not matter.
"""

from __future__ import annotations

from typing import Any


def first_fit(
    row_starts: Any,
    row_columns: Any,
    column_starts: Any,
    column_rows: Any,
    order: Any,
    colours: Any,
    refused: Any,
) -> None:
    """Each column in turn gets the least colour that no column with a row in common has."""
    for column in range(order.size):
        colours[column] = -1
        refused[column] = -1  # the last column that a colour was refused for
    for column in order:
        for i in range(column_starts[column], column_starts[column + 1]):
            row = column_rows[i]
            for k in range(row_starts[row], row_starts[row + 1]):
                colour = colours[row_columns[k]]
                if colour >= 0:
                    refused[colour] = column
        colour = 0
        while refused[colour] == column:
            colour += 1
        colours[column] = colour


def places(
    row_starts: Any, row_columns: Any, colours: Any, found: Any, met: Any, again: Any
) -> None:
    """Of each entry, row by row, where it is among lines for the colours of columns.

    Counted from one; 0 where another of its row has its colour. A colour of -1 is none.
    `met` and `again` have a place for each colour.
    """
    for colour in range(met.size):
        met[colour] = again[colour] = -1
    count = row_starts.size - 1
    for row in range(count):
        for k in range(row_starts[row], row_starts[row + 1]):
            colour = colours[row_columns[k]]
            if colour >= 0:
                if met[colour] == row:
                    again[colour] = row
                met[colour] = row
        for k in range(row_starts[row], row_starts[row + 1]):
            colour = colours[row_columns[k]]
            place = 0
            if colour >= 0 and again[colour] != row:
                place = colour * count + row + 1
            found[k] = place


def mirrored(starts: Any, neighbours: Any, mirror: Any, met: Any) -> None:
    """Of each entry of a graph, row by row, where the mirrored one is."""
    for vertex in range(met.size):
        met[vertex] = starts[vertex]
    for v in range(met.size):
        for i in range(starts[v], starts[v + 1]):
            w = neighbours[i]
            mirror[met[w]] = i
            met[w] += 1


def degrees(row_starts: Any, column_starts: Any, column_rows: Any, found: Any) -> None:
    """Of each column, how many entries its rows have together."""
    for column in range(found.size):
        found[column] = 0
        for i in range(column_starts[column], column_starts[column + 1]):
            row = column_rows[i]
            found[column] += row_starts[row + 1] - row_starts[row]


def by_degree(
    row_starts: Any,
    row_columns: Any,
    column_starts: Any,
    column_rows: Any,
    order: Any,
    links: Any,
    heads: Any,
    incidence: bool,
) -> None:
    """Incidence order: the next column has the most neighbours among those before it.

    Or smallest last: the last column has the fewest neighbours among those before it.
    Neighbours count once for each row in common. Columns of a degree are a list, which
    begins in `heads`; of each column `links` has the degree, and who is after and before.
    """
    count, step = order.size, 1 if incidence else -1
    for degree in range(heads.size):
        heads[degree] = -1
    for column in range(count - 1, -1, -1):
        degree = 0
        for i in range(column_starts[column], column_starts[column + 1]):
            row = column_rows[i]
            degree += row_starts[row + 1] - row_starts[row] - 1
        insert(column, 0 if incidence else degree, links, heads)
    best = 0
    for turn in range(count):
        while heads[best] < 0:
            best -= step
        column = heads[best]
        remove(column, links, heads)
        order[turn if incidence else count - 1 - turn] = column
        for i in range(column_starts[column], column_starts[column + 1]):
            row = column_rows[i]
            for k in range(row_starts[row], row_starts[row + 1]):
                other = row_columns[k]
                degree = links[4 * other] + step
                if degree >= step:
                    remove(other, links, heads)
                    insert(other, degree, links, heads)
                    if (degree > best) == incidence:
                        best = degree


def insert(column: Any, degree: Any, links: Any, heads: Any) -> None:
    """Add a column to those of a degree."""
    first = heads[degree]
    links[4 * column] = degree
    links[4 * column + 1] = first
    links[4 * column + 2] = -1
    if first >= 0:
        links[4 * first + 2] = column
    heads[degree] = column


def remove(column: Any, links: Any, heads: Any) -> None:
    """Take a column away from those of its degree; it has none then."""
    after, before = links[4 * column + 1], links[4 * column + 2]
    if before >= 0:
        links[4 * before + 1] = after
    else:
        heads[links[4 * column]] = after
    if after >= 0:
        links[4 * after + 2] = before
    links[4 * column] = -1


def star(
    starts: Any,
    neighbours: Any,
    order: Any,
    colours: Any,
    edges: Any,
    stars: Any,
    hubs: Any,
    refused: Any,
    treated: Any,
    first: Any,
    first_edge: Any,
    is_spoke: Any,
) -> None:
    """Colours of vertices such that any two colours make a forest of stars.

    Gebremedhin, Tarafdar, Manne & Pothen, *New acyclic and star coloring algorithms with
    application to computing Hessians*, SIAM J. Sci. Comput. 29 (2007), algorithm 4.1.
    `first` has two places for each colour: the last vertex that met it, and there.
    """
    count = order.size
    for vertex in range(count):
        colours[vertex] = refused[vertex] = treated[vertex] = -1
        first[2 * vertex] = first[2 * vertex + 1] = first_edge[vertex] = -1
        is_spoke[vertex] = 0
    number_edges(starts, neighbours, edges, treated)
    for edge in range(hubs.size):
        hubs[edge] = -1
    for vertex in range(count):
        treated[vertex] = -1
    for v in order:
        refuse_colours(
            v, starts, neighbours, edges, stars, hubs,
            colours, refused, treated, first, first_edge, is_spoke,
        )  # fmt: skip
        colour = 0
        while refused[colour] == v:
            colour += 1
        colours[v] = colour
        join_stars(
            v, starts, neighbours, edges, stars, hubs,
            colours, first, first_edge, is_spoke,
        )  # fmt: skip


def refuse_colours(
    v: Any,
    starts: Any,
    neighbours: Any,
    edges: Any,
    stars: Any,
    hubs: Any,
    colours: Any,
    refused: Any,
    treated: Any,
    first: Any,
    first_edge: Any,
    is_spoke: Any,
) -> None:
    """Refuse a vertex the colours that would make a path of four vertices of two."""
    for i in range(starts[v], starts[v + 1]):
        w = neighbours[i]
        if w == v or colours[w] < 0:
            continue
        refused[colours[w]] = v
        pair = 2 * colours[w]
        if first[pair] == v:  # two neighbours of one colour: v is to be a hub
            for hub in (first[pair + 1], w):
                if treated[hub] != v:
                    refuse_around(hub, v, starts, neighbours, colours, refused)
                    treated[hub] = v
            continue
        first[pair], first[pair + 1] = v, w
        first_edge[colours[w]] = edges[i]
        if is_spoke[w]:
            refuse_hubs(w, v, starts, neighbours, edges, stars, hubs, colours, refused)


def join_stars(
    v: Any,
    starts: Any,
    neighbours: Any,
    edges: Any,
    stars: Any,
    hubs: Any,
    colours: Any,
    first: Any,
    first_edge: Any,
    is_spoke: Any,
) -> None:
    """Find the stars of a vertex's edges, once it has a colour."""
    for i in range(starts[v], starts[v + 1]):
        w = neighbours[i]
        if w == v or colours[w] < 0:
            continue
        at = mate(w, v, colours[v], starts, neighbours, colours)
        other = first[2 * colours[w] + 1]
        if at >= 0:  # w is the hub of v and of another of its colour
            stars[edges[i]] = stars[edges[at]]
            hubs[stars[edges[i]]] = w
            is_spoke[neighbours[at]] = is_spoke[v] = 1
        elif other != w:  # v is the hub of w and of another of its colour
            stars[edges[i]] = stars[first_edge[colours[w]]]
            hubs[stars[edges[i]]] = v
            is_spoke[other] = is_spoke[w] = 1
        else:
            stars[edges[i]] = edges[i]


def mate(
    w: Any, v: Any, colour: Any, starts: Any, neighbours: Any, colours: Any
) -> Any:
    """Where a neighbour of w other than v, of some colour, is in the list; -1: nowhere."""
    for k in range(starts[w], starts[w + 1]):
        x = neighbours[k]
        if x not in (v, w) and colours[x] == colour:
            return k
    return -1


def refuse_hubs(
    w: Any,
    v: Any,
    starts: Any,
    neighbours: Any,
    edges: Any,
    stars: Any,
    hubs: Any,
    colours: Any,
    refused: Any,
) -> None:
    """Refuse a vertex the colours of hubs that w is a spoke of."""
    for k in range(starts[w], starts[w + 1]):
        x = neighbours[k]
        if x not in (v, w) and colours[x] >= 0 and hubs[stars[edges[k]]] == x:
            refused[colours[x]] = v


def refuse_around(
    w: Any, v: Any, starts: Any, neighbours: Any, colours: Any, refused: Any
) -> None:
    """Refuse a vertex the colours of another one's neighbours."""
    for k in range(starts[w], starts[w + 1]):
        x = neighbours[k]
        if x != w and colours[x] >= 0:
            refused[colours[x]] = v


def number_edges(starts: Any, neighbours: Any, edges: Any, met: Any) -> None:
    """Give both entries of an edge the same number."""
    for vertex in range(starts.size - 1):
        met[vertex] = starts[vertex]
    total = 0
    for v in range(starts.size - 1):
        for i in range(starts[v], starts[v + 1]):
            w = neighbours[i]
            if w > v:
                edges[i] = edges[met[w]] = total
                met[w] += 1
                total += 1
