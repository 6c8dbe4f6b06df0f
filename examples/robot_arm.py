"""A robot's arm draws a circle: inverse kinematics of six joints.

The arm is a product of matrices (J. Denavit and R. Hartenberg, 1955, with the measures of a
UR5). Where the hand is, and how it is turned, are functions of six angles; SciPy's
least squares invert them along a path, with the Jacobian from functrace. Manipulability (T.
Yoshikawa, 1985) is the determinant of that Jacobian, and its gradient says how to keep away
from postures in which the arm is stuck. Look at: derivatives of a derivative's determinant.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import least_squares

import functrace as ft

A = np.array([0, -0.425, -0.39225, 0, 0, 0])
D = np.array([0.089159, 0, 0, 0.10915, 0.09465, 0.0823])
TWIST = np.array([np.pi / 2, 0, 0, np.pi / 2, -np.pi / 2, 0])
START = np.array([0.0, -1.2, 1.6, -1.9, -1.57, 0.0])
DOWN = np.diag([1.0, -1.0, -1.0])  # how the hand shall be turned
POINTS = 40


def joints(angles):
    """Places of the joints, and at last the hand's with its turn."""
    pose, places = np.eye(4), [np.zeros(3)]
    for angle, a, d, twist in zip(angles, A, D, TWIST, strict=True):
        c, s, ct, st = np.cos(angle), np.sin(angle), np.cos(twist), np.sin(twist)
        rows = [c, -s * ct, s * st, a * c], [s, c * ct, -c * st, a * s]
        pose = pose @ np.array([*rows, [0, st, ct, d], [0, 0, 0, 1]])
        places.append(pose[:3, 3])
    return np.array(places), pose[:3, :3]


def hand(angles):
    """Where the hand is."""
    return joints(angles)[0][-1]


def misfit(angles, place):
    """Distance of the hand from where it shall be, and of its turn."""
    places, turn = joints(angles)
    return np.concatenate([places[-1] - place, 0.3 * (turn - DOWN).ravel()])


def manipulability(angles):
    """The volume of the velocities that the hand has for joints as fast as one."""
    jacobian = ft.jacobian(hand)(angles)
    return np.sqrt(np.linalg.det(jacobian @ jacobian.T))


def draw_circle():
    """The angles for each point of a circle on a table; evaluations of SciPy's."""
    t = np.linspace(0, 2 * np.pi, POINTS)
    circle = np.stack([0.2 * np.cos(t) - 0.45, 0.2 * np.sin(t) - 0.11, 0 * t + 0.1], 1)
    jacobian, function = ft.jit(ft.jacobian(misfit)), ft.jit(misfit)
    angles, path, evaluations = START, [], 0
    for place in circle:
        found = least_squares(function, angles, jac=jacobian, args=(place,))
        angles = found.x
        path.append(angles)
        evaluations += found.nfev
    return circle, np.array(path), evaluations


def main():
    """Draw, and look at the postures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    circle, path, evaluations = draw_circle()
    off = max(np.linalg.norm(misfit(*both)) for both in zip(path, circle, strict=True))
    print(f"{POINTS} points, {evaluations} evaluations, farthest off {off:.1e} m")
    volume = np.array([manipulability(angles) for angles in path])
    print(f"manipulability from {volume.min():.4f} to {volume.max():.4f}")
    print("where it is least, each joint changes it by")
    slope = ft.grad(manipulability)(path[volume.argmin()])
    print("  ".join(f"{s:+.4f}" for s in slope), "per radian")

    if options.plot:
        figure = Figure(figsize=(9, 3.8), layout="constrained")
        left = figure.add_subplot(1, 2, 1, projection="3d")
        for angles in path[:: POINTS // 5]:
            left.plot(*joints(angles)[0].T, "o-", color="C0", alpha=0.6, markersize=3)
        left.plot(*circle.T, color="C1", linewidth=2)
        left.view_init(25, -50)
        left.set(xlabel="x in m", ylabel="y in m", aspect="equal", zticks=[0, 0.4])
        right = figure.add_subplot(1, 2, 2)
        around = np.linspace(0, 360, POINTS)
        right.plot(around, volume, color="C0")
        right.plot(around[volume.argmin()], volume.min(), "o", color="C1")
        right.set(xlabel="place on the circle in degrees", ylabel="manipulability")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
