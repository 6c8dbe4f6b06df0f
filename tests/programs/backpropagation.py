"""A small network that is trained: how its last error depends on how it is trained."""

from itertools import pairwise

import numpy as np

ROUNDS = 4
INPUTS = np.array([[0.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]])
TARGETS = np.array([[0.0, 1.0, 1.0, 0.0]])

PARAMS = np.array([0.8, 0.5, 0.01])  # learning rate, momentum, decay of weights


class Layer:
    def __init__(self, inputs, outputs):
        self.W = np.random.randn(outputs, inputs)
        self.b = np.zeros((outputs, 1))
        self.speed = np.zeros(self.W.shape)

    def forward(self, x):
        self.x = x
        self.y = 1.0 / (1.0 + np.exp(-(self.W @ x + self.b)))
        return self.y

    def backward(self, error):
        inner = error * self.y * (1 - self.y)
        self.dW = inner @ self.x.T
        self.db = inner.sum(axis=1, keepdims=True)
        return self.W.T @ inner

    def learn(self, rate, momentum, decay):
        self.speed *= momentum
        self.speed -= rate * (self.dW + decay * self.W)
        self.W += self.speed
        self.b -= rate * self.db


class Network:
    def __init__(self, *sizes):
        np.random.seed(1)
        self.layers = [Layer(a, b) for a, b in pairwise(sizes)]

    def predict(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def train(self, rounds, *how):
        for _ in range(rounds):
            error = self.predict(INPUTS) - TARGETS
            for layer in reversed(self.layers):
                error = layer.backward(error)
            for layer in self.layers:
                layer.learn(*how)


def main(params):
    network = Network(2, 4, 1)
    network.train(ROUNDS, *params)
    return np.mean((network.predict(INPUTS) - TARGETS) ** 2)
