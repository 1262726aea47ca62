"""The network that learns: what `bots.network` computes from weights, as torch trains it."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from chancebox.bots.layers import SECOND
from chancebox.bots.weights import Weights, make_weights
from chancebox.engine.inputs import count_inputs
from chancebox.engine.records import Memory

LARGEST = 1.0
"""Weights of the first layer stay within this: they become whole numbers of 8 bits."""


class _Product(torch.autograd.Function):  # type: ignore[misc]  # torch is an extra, and not there
    """
    Inputs times weights in 16 bits.

    Inputs are mostly 0 and 1, so nothing is lost with them. Gradients keep their range: those of inputs that
    count would add up to more than other numbers of 16 bits can hold.
    """

    @staticmethod
    def forward(ctx: Any, inputs: Tensor, weights: Tensor) -> Tensor:
        ctx.save_for_backward(inputs)
        return (inputs @ weights.to(inputs.dtype)).float()

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[None, Tensor]:
        (inputs,) = ctx.saved_tensors
        (gradient,) = gradients
        short = torch.bfloat16 if inputs.is_cuda else inputs.dtype
        return None, (inputs.T.to(short) @ gradient.to(short)).float()


class Net(nn.Module):  # type: ignore[misc]  # as above
    """Three layers; answers with the logit of the share of the win, or with one for each fate."""

    def __init__(self, codes: Memory, hidden: int, answers: int = 1) -> None:
        super().__init__()
        self.codes = codes
        inputs = count_inputs(codes)
        active = max(1, int((codes["count"] > 0).sum()))
        self.first = nn.Parameter(torch.randn(inputs, hidden) * (1.0 / active) ** 0.5)
        self.first_bias = nn.Parameter(torch.zeros(hidden))
        self.second = nn.Linear(hidden, SECOND)
        self.third = nn.Linear(SECOND, answers)

    def forward(self, inputs: Tensor) -> Tensor:
        seen = torch.relu(_Product.apply(inputs, self.first) + self.first_bias)
        answered: Tensor = self.third(torch.relu(self.second(seen)))
        return answered[:, 0] if answered.shape[1] == 1 else answered

    def limit(self) -> None:
        """Keep weights of the first layer where whole numbers of 8 bits are fine enough."""
        with torch.no_grad():
            self.first.clamp_(-LARGEST, LARGEST)

    def weights(self, about: dict[str, Any]) -> Weights:
        """Return the weights as bots read them."""
        layers = [
            (self.first, self.first_bias),
            (self.second.weight.T, self.second.bias),
            (self.third.weight.T, self.third.bias),
        ]
        arrays = [(_array(weights), _array(bias)) for weights, bias in layers]
        return make_weights(self.codes, arrays, about)

    @classmethod
    def from_weights(cls, weights: Weights) -> "Net":
        """Make the network that weights describe."""
        net = cls(weights.codes, weights.first.shape[1], weights.third.shape[1])
        with torch.no_grad():
            net.first.copy_(torch.from_numpy(weights.first * weights.scales))
            net.first_bias.copy_(torch.from_numpy(weights.first_bias))
            for layer, (matrix, bias) in (
                (net.second, (weights.second, weights.second_bias)),
                (net.third, (weights.third, weights.third_bias)),
            ):
                layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(matrix.T)))
                layer.bias.copy_(torch.from_numpy(bias))
        return net


def _array(tensor: Tensor) -> Memory:
    array: Memory = tensor.detach().float().cpu().numpy()
    return array
