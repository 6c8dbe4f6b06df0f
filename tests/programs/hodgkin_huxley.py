"""A nerve's membrane: Hodgkin's and Huxley's four equations, by Euler's method."""

import math

import numpy as np

DT = 0.05
REVERSAL = {"sodium": 50.0, "potassium": -77.0, "leak": -54.387}  # mV

PARAMS = np.array([120.0, 36.0, 0.3, 1.5])  # conductances in mS/cm², strength of pulses


def opening(v):
    """Rates in 1/ms at which the gates m, h, n open; v in mV."""
    m = 0.1 * (v + 40.0) / (1.0 - math.exp(-(v + 40.0) / 10.0))
    h = 0.07 * math.exp(-(v + 65.0) / 20.0)
    n = 0.01 * (v + 55.0) / (1.0 - math.exp(-(v + 55.0) / 10.0))
    return m, h, n


def closing(v):
    m = 4.0 * math.exp(-(v + 65.0) / 18.0)
    h = 1.0 / (1.0 + math.exp(-(v + 35.0) / 10.0))
    n = 0.125 * math.exp(-(v + 65.0) / 80.0)
    return m, h, n


class Membrane:
    """Of one µF/cm²; its gates start where they rest at -65 mV."""

    capacity = 1.0

    def __init__(self, sodium, potassium, leak):
        self.conductance = {"sodium": sodium, "potassium": potassium, "leak": leak}

    def current(self, v, m, h, n):
        total = 0.0
        open_part = {"sodium": m**3 * h, "potassium": n**4, "leak": 1.0}
        for name, g in self.conductance.items():
            total += g * open_part[name] * (v - REVERSAL[name])
        return total

    def run(self, times, injected):
        voltage = np.zeros(len(times))
        gates = np.zeros((len(times), 3))
        voltage[0] = -65.0
        gates[0] = [0.05, 0.6, 0.32]
        for i in range(len(times) - 1):
            v = voltage[i]
            flows = injected(times[i]) - self.current(v, *gates[i])
            voltage[i + 1] = v + DT * flows / self.capacity
            for k, (a, b) in enumerate(zip(opening(v), closing(v))):
                gates[i + 1, k] = gates[i, k] + DT * (
                    a * (1 - gates[i, k]) - b * gates[i, k]
                )
        return voltage, gates


def main(params):
    membrane = Membrane(*params[:3])
    times = np.arange(0.0, 1.0, DT)

    def pulses(t):
        return params[3] * (10.0 * (0.2 < t < 0.7) + 4.0 * (t > 0.8))

    voltage, gates = membrane.run(times, pulses)
    return (
        np.mean(voltage) + 10 * gates[-1, 0] + gates[:, 1].max() + np.sum(gates[:, 2])
    )
