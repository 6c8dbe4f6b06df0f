"""A hidden Markov chain: how likely observations are, and which states they show."""

import numpy as np

SIGNS = [0, 1, 2, 2, 0, 1]

PARAMS = np.array([0.7, 0.6, 0.5, 0.4, 0.1, 0.15, 0.3])  # probabilities


class Chain:
    """Two states, three signs."""

    def __init__(self, stay, first, signs):
        self.change = np.array([[stay[0], 1 - stay[0]], [1 - stay[1], stay[1]]])
        self.first = np.array((first, 1 - first))
        self.emit = np.zeros((2, 3))
        self.emit[0, :2] = signs[0], signs[1]
        self.emit[1, 0], self.emit[1, 1] = signs[2], signs[3]
        self.emit[:, 2] = 1 - self.emit[:, :2].sum(axis=1)

    def forward(self, signs):
        alpha = np.zeros((len(signs), 2))
        scale = np.zeros(len(signs))
        for t, sign in enumerate(signs):
            for j in range(2):
                before = (
                    self.first[j] if t == 0 else alpha[t - 1].dot(self.change[:, j])
                )
                alpha[t, j] = before * self.emit[j, sign]
            scale[t] = alpha[t].sum()
            alpha[t] /= scale[t]
        return alpha, scale

    def backward(self, signs, scale):
        beta = np.ones((len(signs), 2))
        for t in range(len(signs) - 2, -1, -1):
            np.dot(self.change, self.emit[:, signs[t + 1]] * beta[t + 1], out=beta[t])
            beta[t] /= scale[t + 1]
        return beta

    def best(self, signs):
        score = np.log(self.first * self.emit[:, signs[0]])
        for sign in signs[1:]:
            new = np.empty_like(score)
            for j in range(2):
                new[j] = np.max(score + np.log(self.change[:, j]))
            score = new + np.log(self.emit[:, sign])
        return score.max()


def main(params):
    chain = Chain(params[:2], params[2], params[3:])
    alpha, scale = chain.forward(SIGNS)
    states = alpha * chain.backward(SIGNS, scale)
    return -np.sum(np.log(scale)) + states[2, 0] - chain.best(SIGNS) / 5
