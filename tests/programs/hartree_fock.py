"""The self-consistent field of HeH+: two electrons, three Gaussians to an orbital.

Matrices are lists of lists, as in A. Szabo and N. S. Ostlund, *Modern Quantum Chemistry*.
"""

import math

import numpy as np

N = 3
COEF = [0.444635, 0.535328, 0.154329]
EXPON = [0.109818, 0.405771, 2.22766]
ZA = 2.0
ZB = 1.0

PARAMS = np.array([1.4632, 2.0925, 1.24])  # distance, exponents of both orbitals


def F0(arg):
    if arg < 1e-6:
        return 1.0 - arg / 3.0
    return math.sqrt(math.pi / arg) * math.erf(math.sqrt(arg)) / 2.0


def overlap(a, b, rab2):
    return (math.pi / (a + b)) ** 1.5 * math.exp(-a * b * rab2 / (a + b))


def kinetic(a, b, rab2):
    factor = a * b / (a + b)
    return factor * (3.0 - 2.0 * factor * rab2) * overlap(a, b, rab2)


def attraction(a, b, rab2, rcp2, zc):
    potential = 2.0 * math.pi / (a + b) * F0((a + b) * rcp2)
    return -zc * potential * math.exp(-a * b * rab2 / (a + b))


def repulsion(a, b, c, d, rab2, rcd2, rpq2):
    scale = 2.0 * math.pi**2.5 / ((a + b) * (c + d) * math.sqrt(a + b + c + d))
    apart = F0((a + b) * (c + d) * rpq2 / (a + b + c + d))
    return scale * apart * math.exp(-a * b * rab2 / (a + b) - c * d * rcd2 / (c + d))


def integrals(R, zeta1, zeta2):
    A = [[0.0] * N, [0.0] * N]
    D = [[0.0] * N, [0.0] * N]
    place = [0.0, R]
    for i in range(N):
        for k, zeta in enumerate([zeta1, zeta2]):
            A[k][i] = EXPON[i] * zeta**2
            D[k][i] = COEF[i] * (2.0 * A[k][i] / math.pi) ** 0.75
    S = np.zeros((2, 2))
    H = np.zeros((2, 2))
    for m in range(2):
        for n in range(2):
            r2 = (place[m] - place[n]) ** 2
            for i in range(N):
                for j in range(N):
                    a, b = A[m][i], A[n][j]
                    weight = D[m][i] * D[n][j]
                    rp = (a * place[m] + b * place[n]) / (a + b)
                    S[m, n] += overlap(a, b, r2) * weight
                    H[m, n] += kinetic(a, b, r2) * weight
                    H[m, n] += attraction(a, b, r2, rp**2, ZA) * weight
                    H[m, n] += attraction(a, b, r2, (rp - R) ** 2, ZB) * weight
    return S, H, two_electrons(A, D, place)


def two_electrons(A, D, place):
    TT = np.zeros((2, 2, 2, 2))
    for m, n, k, l in [
        (0,) * 4,
        (1, 0, 0, 0),
        (1, 0, 1, 0),
        (1, 1, 0, 0),
        (1, 1, 1, 0),
    ]:
        TT[m, n, k, l] = contracted(A, D, place, m, n, k, l)
    TT[1, 1, 1, 1] = contracted(A, D, place, 1, 1, 1, 1)
    TT[0, 1, 0, 0] = TT[0, 0, 1, 0] = TT[0, 0, 0, 1] = TT[1, 0, 0, 0]
    TT[0, 1, 1, 0] = TT[1, 0, 0, 1] = TT[0, 1, 0, 1] = TT[1, 0, 1, 0]
    TT[0, 0, 1, 1] = TT[1, 1, 0, 0]
    TT[1, 1, 0, 1] = TT[1, 0, 1, 1] = TT[0, 1, 1, 1] = TT[1, 1, 1, 0]
    return TT


def contracted(A, D, place, m, n, k, l):
    total = 0.0
    rab2 = (place[m] - place[n]) ** 2
    rcd2 = (place[k] - place[l]) ** 2
    for i in range(N):
        for j in range(N):
            a, b = A[m][i], A[n][j]
            rp = (a * place[m] + b * place[n]) / (a + b)
            for p in range(N):
                for q in range(N):
                    c, d = A[k][p], A[l][q]
                    rq = (c * place[k] + d * place[l]) / (c + d)
                    weight = D[m][i] * D[n][j] * D[k][p] * D[l][q]
                    total += weight * repulsion(a, b, c, d, rab2, rcd2, (rp - rq) ** 2)
    return total


def diagonalize(F):
    C = np.zeros((2, 2))
    if abs(F[0, 0] - F[1, 1]) <= 1e-20:
        theta = math.pi / 4.0
    else:
        theta = 0.5 * math.atan(2.0 * F[0, 1] / (F[0, 0] - F[1, 1]))
    C[0, 0] = math.cos(theta)
    C[1, 0] = math.sin(theta)
    C[0, 1] = math.sin(theta)
    C[1, 1] = -math.cos(theta)
    E = np.diag(C.T @ F @ C)
    if E[1] < E[0]:
        C = C[:, ::-1]
    return C


def scf(S, H, TT):
    X = np.zeros((2, 2))
    X[0, 0] = X[1, 0] = 1.0 / math.sqrt(2.0 * (1.0 + S[0, 1]))
    X[0, 1] = 1.0 / math.sqrt(2.0 * (1.0 - S[0, 1]))
    X[1, 1] = -X[0, 1]
    P = np.zeros((2, 2))
    energy, delta, rounds = 0.0, 1.0, 0
    while delta > 1e-11 and rounds < 60:
        rounds += 1
        G = np.zeros((2, 2))
        for i in range(2):
            for j in range(2):
                for k in range(2):
                    for l in range(2):
                        G[i, j] += P[k, l] * (TT[i, j, k, l] - 0.5 * TT[i, l, k, j])
        F = H + G
        energy = 0.5 * np.sum(P * (H + F))
        C = X @ diagonalize(X.T @ F @ X)
        old = P.copy()
        for i in range(2):
            for j in range(2):
                P[i, j] = 2.0 * C[i, 0] * C[j, 0]
        delta = math.sqrt(np.sum((P - old) ** 2) / 4.0)
    return energy


def main(params):
    R, zeta1, zeta2 = params
    S, H, TT = integrals(R, zeta1, zeta2)
    S /= np.sqrt(np.outer(np.diag(S), np.diag(S)))
    return scf(S, H, TT) + ZA * ZB / R
