"""Hand tracking of ADBench and GradBench.

Section 4.3 of the paper that `adbench` names; https://github.com/gradbench/gradbench,
``evals/ht``. The hand has their bones, its shape is random.
"""

from typing import Any

import numpy as np

from benchmarks._problem import Problem
from benchmarks.problems.adbench import rotate

FINGERS = 5
PARENTS = (
    -1,  # of the wrist
    *(4 * f + k if k else 0 for f in range(FINGERS) for k in range(4)),
    0,  # of the forearm
)
BONES = len(PARENTS)
PARAMETERS = 6 + 4 * FINGERS  # rotation and translation of all, angles of the fingers
SPREAD = 0.05  # of the length of a bone
MOST = 4  # bones that move a vertex


def turned_by() -> np.ndarray:
    """Parameter that each bone's three angles are; after the last one stands nought."""
    parameters = np.full((BONES, 3), PARAMETERS)
    for f in range(FINGERS):
        first = 6 + 4 * f
        parameters[2 + 4 * f, :2] = first, first + 1
        parameters[3 + 4 * f : 5 + 4 * f, 0] = first + 2, first + 3
    return parameters


def absolutes(relatives: Any) -> list[Any]:
    """Transform of each bone out of those from its parent to it."""
    found: list[Any] = []
    for bone, parent in enumerate(PARENTS):
        own = relatives[bone]
        found.append(own if parent < 0 else found[parent] @ own)
    return found


def make_simple(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Pose, hand, vertices that points belong to, and points.

    The hand is a transform from each bone's parent, one from all to it, vertices, and how
    much each bone moves each of them.
    """
    vertices, n = size
    relatives = np.tile(np.eye(4), (BONES, 1, 1))
    relatives[:, :3, :3] = np.linalg.qr(rng.normal(size=(BONES, 3, 3)))[0]
    relatives[:, :3, 3] = SPREAD * rng.normal(size=(BONES, 3))
    weights = np.zeros((BONES, vertices))
    for vertex in range(vertices):
        bones = rng.choice(BONES, rng.integers(2, MOST + 1), replace=False)
        weights[bones, vertex] = rng.dirichlet(np.ones(len(bones)))
    places = SPREAD * rng.normal(size=(vertices, 3))
    return (
        rng.normal(size=PARAMETERS),
        turned_by(),
        relatives,
        np.linalg.inv(absolutes(relatives)),
        np.concatenate([places, np.ones((vertices, 1))], axis=1),
        weights,
        rng.integers(vertices, size=n),
        rng.normal(size=(n, 3)),
    )


def make_complicated(
    size: tuple[int, int], rng: np.random.Generator
) -> tuple[Any, ...]:
    """The same with triangles in place of vertices, and where in them points are.

    First stand displacements in the triangles that all points have in common, nought: each
    error depends on its own point's place alone, so that the derivatives by these two are
    the blocks of the Jacobian by all places, compressed to two columns.
    """
    pose, *hand, _, points = make_simple(size, rng)
    vertices, n = size
    corners = rng.integers(vertices, size=(3, n))
    places = rng.uniform(0, 0.5, (2, n))
    return np.zeros(2), pose, places, *hand, corners, points


def rotations(xp: Any, angles: Any) -> Any:
    """Matrices that turn about x, then y, then z, by angles in the order x, z, y."""
    cosines, sines = xp.cos(angles), xp.sin(angles)
    (cx, cz, cy), (sx, sz, sy) = ([v[:, k] for k in range(3)] for v in (cosines, sines))
    rows = (
        (cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx),
        (sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx),
        (-sy, cy * sx, cy * cx),
    )
    return xp.stack([xp.stack(row, axis=1) for row in rows], axis=1)


def skin(
    xp: Any,
    pose: Any,
    parameters: Any,
    relatives: Any,
    inverses: Any,
    vertices: Any,
    weights: Any,
) -> Any:
    """Where the vertices are in a pose: mean of where each bone would take them."""
    angles = xp.concatenate([pose, xp.zeros((1,))])[parameters]
    turned = relatives[:, :, :3] @ rotations(xp, angles)
    posed = xp.concatenate([turned, relatives[:, :, 3:]], axis=2)
    transforms = xp.stack(absolutes(posed)) @ inverses
    taken = vertices @ xp.swapaxes(transforms[:, :3, :], 1, 2)
    places = xp.sum(weights[:, :, None] * taken, axis=0)
    return places @ rotate(xp, pose[None, :3], xp.eye(3)) + pose[3:6]


def simple_errors(xp: Any, pose: Any, *rest: Any) -> Any:
    """From vertices to the points that belong to them."""
    *hand, belongs, points = rest
    return xp.reshape(points - skin(xp, pose, *hand)[belongs], (-1,))


def complicated_errors(
    xp: Any, displacement: Any, pose: Any, places: Any, *rest: Any
) -> Any:
    """From places in triangles to the points that belong to them."""
    *hand, corners, points = rest
    vertices = skin(xp, pose, *hand)
    u, v = displacement[0] + places[0], displacement[1] + places[1]
    shares = (u, v, 1 - u - v)
    on_hand = sum(shares[k][:, None] * vertices[corners[k]] for k in range(3))
    return xp.reshape(points - on_hand, (-1,))


SIZES = ((544, 100), (544, 1600), (10_000, 25_600))

PROBLEMS = (
    Problem(
        name="ht_simple",
        summary="GradBench, vertices x points: hand tracking, Jacobian by the pose",
        make=make_simple,
        objective=simple_errors,
        sizes=SIZES,
        smoke=(7, 4),
        tasks=("value", "jacobian"),
        tall=True,
    ),
    Problem(
        name="ht_complicated",
        summary="the same with places in triangles, Jacobian by these, too",
        make=make_complicated,
        objective=complicated_errors,
        sizes=SIZES,
        smoke=(7, 4),
        tasks=("value", "jacobian"),
        argnums=(0, 1),
        tall=True,
    ),
)
