"""Waves in a rotating basin: linear shallow water, heights and flows staggered."""

from numpy import copyto, exp, linspace, meshgrid, ones, zeros

NX = 8
NY = 7
STEPS = 5
WIDTH = 1e6
DX = WIDTH / (NX - 1)
DY = WIDTH / (NY - 1)
GRAVITY = 9.81
RHO = 1025.0
DT = 0.1 * min(DX, DY) / (GRAVITY * 100.0) ** 0.5

PARAMS = ones(4) * (100.0, 1e-4, 2e-11, 0.08)  # depth, rotation, its slope, wind


def turn(east, north, before, rotation):
    """Coriolis' force, half of it at the new velocities."""
    old_east, old_north = before
    damping = rotation**2 / 4
    east -= damping * old_east
    east += rotation * old_north
    east /= 1 + damping
    north -= damping * old_north
    north -= rotation * old_east
    north /= 1 + damping


def outflow(depth, east, north):
    out = zeros((NX, NY))
    through = zeros((NX + 1, NY))
    through[1:-1] = east[:-1] * (depth[1:] + depth[:-1]) / 2
    out += (through[1:] - through[:-1]) / DX
    through = zeros((NX, NY + 1))
    through[:, 1:-1] = north[:, :-1] * (depth[:, 1:] + depth[:, :-1]) / 2
    out += (through[:, 1:] - through[:, :-1]) / DY
    return out


def main(params):
    depth, rotation, slope, wind = params
    y, x = meshgrid(
        linspace(-WIDTH / 2, WIDTH / 2, NY), linspace(-WIDTH / 2, WIDTH / 2, NX)
    )
    angle = DT * (rotation + slope * y)
    stress = zeros((NX, NY))
    stress[:] = -wind * (y / WIDTH) ** 2 / (RHO * depth)
    now = zeros((2, NX, NY))
    then = zeros((2, NX, NY))
    height = exp(-((x - WIDTH / 5) ** 2 + y**2) / (2 * 2e5**2))
    for _ in range(STEPS):
        copyto(then, now)
        then[0, :-1] -= GRAVITY * DT / DX * (height[1:] - height[:-1])
        then[1, :, :-1] -= GRAVITY * DT / DY * (height[:, 1:] - height[:, :-1])
        turn(then[0], then[1], now, angle)
        then[0] += DT * stress
        then[0, -1, :] = 0.0
        then[1, :, -1] = 0.0
        height -= DT * outflow(height + depth, then[0], then[1])
        now, then = then, now
    return (height**2).sum() + 50 * (now**2).sum()
