"""Patterns of matrices whose entries are sums of those of terms.

Rows of terms are alike, in groups. A term is an element of a row, of some kind; it has
entries in elements of what is gathered for the row: for each kind, `kinds` tells where they
begin among `sources`. For each group, `heads` has `_HEAD` numbers: that of its first term,
and how many a row has; those of what is gathered; its first kind; its first slot, and how
many a row has; how many rows a block has, and where the last block begins; its first row;
where the starts of its first block are. For each row `variants` tells which of the group's
it is, each of which has kinds of its own. The terms that are added up in each row of the
matrix are listed, and where each list begins. `columns` says of what is gathered which column
it is, or -1.
"""

from __future__ import annotations

from typing import Any

_HEAD = 11


def list_terms(rows: Any, starts: Any, lists: Any) -> None:
    """The terms that are added up in each row, in order; those of row -1 in none.

    At first `starts` is zero; it ends with where each list begins, and the last one ends.
    """
    for term in range(rows.size):
        if rows[term] >= 0:
            starts[rows[term] + 1] += 1
    for row in range(1, starts.size):
        starts[row] += starts[row - 1]
    for term in range(rows.size):
        if rows[term] >= 0:
            lists[starts[rows[term]]] = term
            starts[rows[term]] += 1
    for row in range(starts.size - 1, 0, -1):
        starts[row] = starts[row - 1]
    starts[0] = 0


def count_sums(
    heads: Any,
    variants: Any,
    kinds: Any,
    sources: Any,
    columns: Any,
    list_starts: Any,
    lists: Any,
    starts: Any,
    met: Any,
) -> None:
    """Where the rows of the pattern begin; `met` has a place for each column."""
    for column in range(met.size):
        met[column] = -1
    starts[0] = 0
    for row in range(starts.size - 1):
        count = starts[row]
        for i in range(list_starts[row], list_starts[row + 1]):
            _, _, kind, first = place_of(lists[i], heads, variants)
            for k in range(kinds[kind], kinds[kind + 1]):
                column = columns[first + sources[k]]
                if column >= 0 and met[column] != row:
                    met[column] = row
                    count += 1
        starts[row + 1] = count


def list_sums(
    heads: Any,
    variants: Any,
    kinds: Any,
    sources: Any,
    columns: Any,
    list_starts: Any,
    lists: Any,
    starts: Any,
    found: Any,
    met: Any,
) -> None:
    """The columns of each row of the pattern, in no order."""
    for column in range(met.size):
        met[column] = -1
    for row in range(starts.size - 1):
        count = starts[row]
        for i in range(list_starts[row], list_starts[row + 1]):
            _, _, kind, first = place_of(lists[i], heads, variants)
            for k in range(kinds[kind], kinds[kind + 1]):
                column = columns[first + sources[k]]
                if column >= 0 and met[column] != row:
                    met[column] = row
                    found[count] = column
                    count += 1


def place_sums(
    heads: Any,
    variants: Any,
    kinds: Any,
    sources: Any,
    columns: Any,
    list_starts: Any,
    lists: Any,
    starts: Any,
    found: Any,
    begins: Any,
    steps: Any,
    places: Any,
    firsts: Any,
    met: Any,
) -> None:
    """For each slot, to which entry of its row of the matrix what is in it is added.

    For each term of a block's rows, `firsts` tells where that row begins. `begins` and
    `steps` tell for each of `sources` the slot of a block's first row, and how far it is
    from there to the next row's. Slots that no entry has are left as they are.
    """
    for row in range(starts.size - 1):
        for k in range(starts[row], starts[row + 1]):
            met[found[k]] = k
        for i in range(list_starts[row], list_starts[row + 1]):
            head, turn, kind, first = place_of(lists[i], heads, variants)
            width, height = heads[head + 1], heads[head + 7]
            term = lists[i] - heads[head] - turn * width
            block = turn // height
            turn -= min(block * height, heads[head + 8])
            own = heads[head + 10] + (block * height + turn) * width + term
            firsts[own] = starts[row]
            slot = heads[head + 5] + block * height * heads[head + 6]
            for k in range(kinds[kind], kinds[kind + 1]):
                column = columns[first + sources[k]]
                if column >= 0:
                    place = met[column] - starts[row]
                    places[slot + begins[k] + turn * steps[k]] = place


def place_of(term: Any, heads: Any, variants: Any) -> Any:
    """Where its group's head begins; a term's row, kind, and first of what is gathered."""
    head = 0
    while head + _HEAD < heads.size and heads[head + _HEAD] <= term:
        head += _HEAD
    turn = (term - heads[head]) // heads[head + 1]
    variant = variants[heads[head + 9] + turn] - turn
    kind = heads[head + 4] + term - heads[head] + variant * heads[head + 1]
    return head, turn, kind, heads[head + 2] + turn * heads[head + 3]
