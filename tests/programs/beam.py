"""A stepped beam: finite elements, its bending under a load and its lowest tones."""

import numpy as np

ELEMENTS = 5
LENGTH = 2.0
h = LENGTH / ELEMENTS

# of the load, stiffness of the support, mass of the tip; thickness of each element
PARAMS = np.array([3.0, 40.0, 0.3, 0.10, 0.09, 0.08, 0.07, 0.06])


def element(EI, rhoA):
    ke = (EI / h**3) * np.array(
        [
            [12, 6 * h, -12, 6 * h],
            [6 * h, 4 * h**2, -6 * h, 2 * h**2],
            [-12, -6 * h, 12, -6 * h],
            [6 * h, 2 * h**2, -6 * h, 4 * h**2],
        ]
    )
    me = (rhoA * h / 420) * np.array(
        [
            [156, 22 * h, 54, -13 * h],
            [22 * h, 4 * h**2, 13 * h, -3 * h**2],
            [54, 13 * h, 156, -22 * h],
            [-13 * h, -3 * h**2, -22 * h, 4 * h**2],
        ]
    )
    return ke, me


def assemble(thickness):
    dofs = 2 * (ELEMENTS + 1)
    K = np.zeros((dofs, dofs))
    M = np.zeros([dofs, dofs])
    for e in range(ELEMENTS):
        t = thickness[e]
        ke, me = element(1e5 * t**3 / 12, 30.0 * t)
        where = np.arange(2 * e, 2 * e + 4)
        K[np.ix_(where, where)] += ke
        M[2 * e : 2 * e + 4, 2 * e : 2 * e + 4] += me
    return K, M


def main(params):
    q, spring, tip = params[0], params[1], params[2]
    K, M = assemble(params[3:])
    K[-2, -2] += spring
    M[-2, -2] += tip
    F = np.zeros(K.shape[0])
    for e in range(ELEMENTS):
        F[2 * e : 2 * e + 4] += [q * h / 2, q * h**2 / 12, q * h / 2, -q * h**2 / 12]
    for dof in (1, 0):  # clamped at the left
        K = np.delete(np.delete(K, dof, axis=0), dof, axis=1)
        M = np.delete(np.delete(M, dof, axis=0), dof, axis=1)
        F = np.delete(F, dof)
    w = np.linalg.solve(K, F)
    C = np.linalg.cholesky(M)
    Y = np.linalg.solve(C, np.linalg.solve(C, K).T)
    tones = np.sqrt(np.linalg.eigvalsh(Y))
    return 10 * w[-2] + np.sum(tones[:2]) / 10
