"""A plane truss: stiffness is assembled bar by bar, and what gives way is solved for."""

import numpy as np

NODES = np.array([[20.0, 10.0], [20.0, 0.0], [0.0, 10.0], [0.0, 0.0]])
BARS = [(2, 0), (3, 0), (0, 1), (2, 1), (3, 1), (2, 3)]
HELD = np.array([4, 6, 7])  # of two displacements for each node
MODULUS = 1e7

PARAMS = np.array([1.0, 0.7, 1.1, 0.8, 1.2, 0.9, 10.0])  # sections; height of a node


def geometry(nodes, bar):
    along = nodes[bar[1]] - nodes[bar[0]]
    length = np.sqrt(np.sum(along**2))
    c, s = along / length
    return length, np.array([[c, s, 0, 0], [0, 0, c, s]])


def stiffness(section, length, turn):
    own = MODULUS * section / length * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return turn.T @ own @ turn


def main(params):
    sections = np.zeros(len(BARS))
    sections[:] = params[:-1]
    nodes = np.zeros((4, 2))
    nodes += NODES
    nodes[0, 1] = params[-1]
    size = 2 * len(nodes)
    K = np.zeros((size, size))
    load = np.zeros((size, 1))
    load[1] = -200
    load[2] = 55
    places = np.zeros(4, dtype=int)
    for bar, section in zip(BARS, sections):
        length, turn = geometry(nodes, bar)
        part = stiffness(section, length, turn)
        places[:2] = 2 * bar[0], 2 * bar[0] + 1
        places[2:] = 2 * bar[1], 2 * bar[1] + 1
        for i, row in enumerate(places):
            for j, column in enumerate(places):
                K[row, column] = K[row, column] + part[i, j]
    K[HELD, :] = 0
    K[:, HELD] = 0
    K[HELD, HELD] = 1
    moved = np.linalg.inv(K) @ load

    stress = np.zeros(len(BARS))
    for b, bar in enumerate(BARS):
        length, turn = geometry(nodes, bar)
        ends = moved.reshape(-1, 2)[list(bar)].ravel()
        first, second = turn @ ends
        stress[b] = MODULUS * (second - first) / length
    return -1e3 * float(moved[1, 0]) + np.sqrt(np.mean(stress**2)) / 100
