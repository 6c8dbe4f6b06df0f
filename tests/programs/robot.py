"""A robot that finds out where it is by beacons: an extended Kalman filter."""

import math

import numpy as np

DT = 0.1
BEACONS = [(2.0, 0.5), (0.5, 1.5)]
SEEN = [(1.9, 0.22), (1.42, 1.15), (1.83, 0.25), (1.4, 1.19), (1.7, 0.26), (1.39, 1.22)]

PARAMS = np.array([1.0, 0.3, 0.4, 0.1])  # speed, rate of turn, noise of both kinds


def moved(state, speed, rate):
    x, y, heading = state[0, 0], state[1, 0], state[2, 0]
    return np.array(
        [
            [x + DT * speed * math.cos(heading)],
            [y + DT * speed * math.sin(heading)],
            [heading + DT * rate],
        ]
    )


def motion_slopes(state, speed):
    heading = state[2, 0]
    F = np.eye(3)
    F[0, 2] = -DT * speed * math.sin(heading)
    F[1, 2] = DT * speed * math.cos(heading)
    return F


def expected(state, beacon):
    dx, dy = beacon[0] - state[0, 0], beacon[1] - state[1, 0]
    distance = math.hypot(dx, dy)
    seen = np.array([[distance], [math.atan2(dy, dx) - state[2, 0]]])
    H = np.array(
        [
            [-dx / distance, -dy / distance, 0.0],
            [dy / distance**2, -dx / distance**2, -1.0],
        ]
    )
    return seen, H


def main(params):
    speed, rate, drift, blur = params
    Q = np.diag([drift, drift, 0.02]) ** 2
    R = np.diag([blur, blur / 2]) ** 2
    state = np.zeros((3, 1))
    P = np.eye(3) * 0.01
    path = state
    surprise = 0.0
    for k, (distance, bearing) in enumerate(SEEN):
        if k % 2 == 0:  # both beacons are seen from one place
            F = motion_slopes(state, speed)
            state = moved(state, speed, rate)
            P = F @ P @ F.T + Q
        seen, H = expected(state, BEACONS[k % 2])
        error = np.array([[distance], [bearing]]) - seen
        S = H @ P @ H.T + R
        gain = P @ H.T @ np.linalg.inv(S)
        state = state + gain @ error
        P = (np.eye(len(state)) - gain @ H) @ P
        surprise += float((error.T @ np.linalg.solve(S, error))[0, 0])
        surprise += math.log(np.linalg.det(S))
        path = np.hstack((path, state))
    return surprise / 10 + np.sum(path[0] ** 2) + math.sqrt(np.trace(P))
