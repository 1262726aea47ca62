"""The network that learns: what `bots.network` computes from weights, as torch trains it."""

from typing import Any

import torch
from torch import Tensor, nn

from chancebox.bots.networks.layers import SECOND
from chancebox.bots.networks.weights import Weights, make_weights
from chancebox.engine.game.inputs import count_inputs
from chancebox.engine.rules.records import Memory

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
    """
    Three layers; answers with the logit of the share of the win, or with one for each fate.

    The second and the third are there for each chapter of a game.
    """

    def __init__(self, codes: Memory, hidden: int, answers: int = 1, chapters: int = 1) -> None:
        super().__init__()
        self.codes = codes
        inputs = count_inputs(codes)
        active = max(1, int((codes["count"] > 0).sum()))
        self.first = nn.Parameter(torch.randn(inputs, hidden) * (1.0 / active) ** 0.5)
        self.first_bias = nn.Parameter(torch.zeros(hidden))
        self.second = nn.Linear(hidden, chapters * SECOND)
        self.third = nn.Linear(SECOND, chapters * answers)
        self.answers = answers
        self.chapters = chapters

    def forward(self, inputs: Tensor, chapter: Tensor | None = None) -> Tensor:
        seen = torch.relu(_Product.apply(inputs, self.first) + self.first_bias)
        units = torch.relu(self._at(chapter, self.second(seen), SECOND))
        answered = self._at(chapter, self.third(units), self.answers)
        return answered[:, 0] if self.answers == 1 else answered

    def _at(self, chapter: Tensor | None, units: Tensor, each: int) -> Tensor:
        """Take the units of the chapter that each row is in."""
        if chapter is None:
            return units
        places = chapter[:, None, None].expand(-1, 1, each)
        return units.view(-1, self.chapters, each).gather(1, places)[:, 0]

    def limit(self) -> None:
        """Keep weights of the first layer where whole numbers of 8 bits are fine enough."""
        with torch.no_grad():
            self.first.clamp_(-LARGEST, LARGEST)

    def weights(self, about: dict[str, Any]) -> Weights:
        """Return the weights as bots read them."""
        arrays = [
            (_array(self.first), _array(self.first_bias)),
            *((self._by_chapter(layer), _array(layer.bias)) for layer in (self.second, self.third)),
        ]
        return make_weights(self.codes, arrays, about)

    def _by_chapter(self, layer: nn.Linear) -> Memory:
        """Return the weights of a layer, a row for each of its inputs, chapter after chapter."""
        apart = _array(layer.weight).reshape(self.chapters, -1, layer.in_features)
        return apart.transpose(0, 2, 1).reshape(self.chapters * layer.in_features, -1)

    @classmethod
    def from_weights(cls, weights: Weights) -> "Net":
        """Make the network that weights describe."""
        chapters = weights.chapters
        net = cls(weights.codes, weights.first.shape[1], weights.third.shape[1], chapters)
        with torch.no_grad():
            net.first.copy_(torch.from_numpy(weights.first * weights.scales))
            net.first_bias.copy_(torch.from_numpy(weights.first_bias))
            for layer, (matrix, bias) in (
                (net.second, (weights.second, weights.second_bias)),
                (net.third, (weights.third, weights.third_bias)),
            ):
                apart = matrix.reshape(chapters, layer.in_features, -1).transpose(0, 2, 1)
                layer.weight.copy_(torch.from_numpy(apart.reshape(-1, layer.in_features).copy()))
                layer.bias.copy_(torch.from_numpy(bias))
        return net


def _array(tensor: Tensor) -> Memory:
    array: Memory = tensor.detach().float().cpu().numpy()
    return array
