"""A Kalman filter of positions, its likelihood, and the smoother that runs backwards."""

import numpy as np
from numpy import dot, eye, log, pi, zeros
from numpy.linalg import det, inv

N = 8
t = np.arange(N)
DATA = 0.3 * t + np.sin(0.9 * t) + 0.1 * np.cos(7.0 * t)

PARAMS = np.array([1.0, 0.2, 0.5, 0.9])  # time step, noise of both kinds, start


def predict(x, P, F, Q):
    x = dot(F, x)
    P = dot(dot(F, P), F.T) + Q
    return x, P


def update(x, P, z, H, R):
    y = z - dot(H, x)
    S = dot(dot(H, P), H.T) + R
    K = dot(dot(P, H.T), inv(S))
    x = x + dot(K, y)
    I_KH = eye(2) - dot(K, H)
    P = dot(dot(I_KH, P), I_KH.T) + dot(dot(K, R), K.T)
    loglik = -0.5 * (log(2 * pi) + log(det(S)) + dot(y.T, dot(inv(S), y))[0, 0])
    return x, P, loglik


def smooth(xs, Ps, F, Q):
    n = xs.shape[0]
    xs = xs.copy()
    Ps = Ps.copy()
    K = zeros((n, 2, 2))
    Pp = zeros(Ps.shape)
    for k in range(n - 2, -1, -1):
        Pp[k] = dot(dot(F, Ps[k]), F.T) + Q
        K[k] = dot(dot(Ps[k], F.T), inv(Pp[k]))
        xs[k] += dot(K[k], xs[k + 1] - dot(F, xs[k]))
        Ps[k] += dot(dot(K[k], Ps[k + 1] - Pp[k]), K[k].T)
    return xs, Ps


def main(params):
    dt, q, r, start = params
    F = np.array([[1.0, dt], [0.0, 1.0]])
    H = np.array([[1.0, 0.0]])
    Q = q**2 * np.array([[dt**4 / 4, dt**3 / 2], [dt**3 / 2, dt**2]])
    R = np.array([[r**2]])
    x = np.array([[start, 0.0]]).T
    P = eye(2) * 10.0
    xs = zeros((N, 2, 1))
    Ps = zeros((N, 2, 2))
    total = 0.0
    for k in range(N):
        x, P = predict(x, P, F, Q)
        x, P, loglik = update(x, P, DATA[k], H, R)
        xs[k], Ps[k] = x, P
        total += loglik
    xs, Ps = smooth(xs, Ps, F, Q)
    return -total + np.sum(xs[:, 0, 0] ** 2) / 10 + Ps[0].trace()
