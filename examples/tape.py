"""The textbooks' one-page reverse-mode autodiff, rebuilt on functrace's graph.

A `Variable` with a value and a gradient, the operations dot, relu and sum, and `backward`,
which walks the graph from the output to the inputs and applies each node's rule. Look at:
here these are the nodes that functrace records, and the rules of its primitives.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure

import functrace as ft
from functrace.core.node import Edge, toposort


class Variable:
    """A traced array with a gradient."""

    def __init__(self, value):
        self.tracer = value if isinstance(value, ft.Tracer) else ft.variable(value)
        self.grad = None

    @property
    def value(self):
        """The array."""
        return self.tracer.value

    def dot(self, other):
        """Matrix product."""
        return Variable(self.tracer @ other.tracer)

    def relu(self):
        """The positive part."""
        return Variable(np.maximum(self.tracer, 0))

    def sum(self):
        """Sum of all elements."""
        return Variable(np.sum(self.tracer))


def backward(output, inputs):
    """Walk the graph backwards and set the inputs' gradients."""
    bars = {output.tracer.edge: np.ones(())}
    for node in reversed(toposort([output.tracer.edge])):
        bar = bars.get(Edge(node, 0))
        if bar is None or node.primitive is None:
            continue
        traced = [i for i, edge in enumerate(node.next_edges) if edge is not None]
        mask = sum(1 << i for i in traced)
        rule, operands = node.primitive.pullback(mask, len(node.inputs))
        for i, contribution in zip(operands, rule(bar, node.saved, node), strict=True):
            edge = node.inputs[i]
            bars[edge] = bars.get(edge, np.zeros(edge.aval.shape)) + contribution
    for variable in inputs:
        variable.grad = bars[variable.tracer.edge]


def main():
    """Differentiate a small network, and compare with functrace.grad."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    x, first, second = (rng.normal(size=s) for s in ((4, 3), (3, 5), (5, 2)))

    data, w1, w2 = Variable(x), Variable(first), Variable(second)
    loss = data.dot(w1).relu().dot(w2).sum()
    backward(loss, [w1, w2])

    print("the graph, latest node first:")
    for node in reversed(toposort([loss.tracer.edge])):
        print("  ", node)

    def network(w1, w2):
        return np.sum(np.maximum(x @ w1, 0) @ w2)

    expected = ft.grad(network, argnums=(0, 1))(first, second)
    for name, variable, gradient in zip(("w1", "w2"), (w1, w2), expected, strict=True):
        off = np.abs(variable.grad - gradient).max()
        print(f"gradient of {name}: largest difference from functrace.grad {off}")

    if options.plot:
        figure = Figure(figsize=(7, 2.6), layout="constrained")
        panels = figure.subplots(1, 2, width_ratios=(5, 3))
        for axes, name, variable in zip(panels, ("w1", "w2"), (w1, w2), strict=True):
            image = axes.imshow(variable.grad, cmap="PuOr", vmin=-4, vmax=4)
            axes.set(title=f"gradient by {name}", xticks=[], yticks=[])
        figure.colorbar(image, ax=panels)
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
