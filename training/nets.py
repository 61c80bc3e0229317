"""The two networks, as torch modules: a locator of tile faces and a classifier of face crops."""

from __future__ import annotations

from typing import Self

import torch
from torch import Tensor, nn

from training.backbone import STAGES, Stages, encoder, load_imagenet
from training.views import LOCATOR_CHANNELS


def conv(inputs: int, outputs: int, *, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Build a convolution with batch normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Still(nn.Module):
    """A network that goes on learning with its normalisations as they are.

    A few pictures say nothing of the statistics that normalisations would take from them; a network from its ONNX file
    has none.
    """

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> Tensor:
        """Give what the network gives."""
        y: Tensor = self.net(x)
        return y

    def train(self, mode: bool = True) -> Self:
        """Switch everything but the normalisations."""
        super().train(mode)
        for module in self.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.eval()
        return self


class Residual(nn.Module):
    """Two 3x3 convolutions around a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Give as many channels as came in."""
        return torch.relu(x + self.second(self.first(x)))


class Locator(nn.Module):
    """Find tile faces: a fully convolutional encoder and decoder.

    Input: N x 3 x H x W, RGB in 0..1, H and W multiples of 32.
    Output: N x 10 x H/4 x W/4. Channel 0 is the logit of "a face's centre is here". Channels 1 to 4 are distances
    from the cell's centre to the left, top, right and bottom of the face's upright extent, as log of pixels / 8.
    Channels 5 to 8 are logits of where the face's outermost corners lie on that extent: topmost (along the top,
    from the left), rightmost (down the right side), bottommost (along the bottom, from the right), leftmost (up the
    left side). Channel 9 is the logit of the face's area as a share of the extent's.
    The corner coding is Xu et al., "Gliding vertex on the horizontal bounding box" (TPAMI 2020).
    """

    def __init__(self) -> None:
        super().__init__()
        self.down2 = conv(3, 16, stride=2)
        self.down4 = nn.Sequential(conv(16, 32, stride=2), Residual(32))
        self.down8 = nn.Sequential(conv(32, 64, stride=2), Residual(64))
        self.down16 = nn.Sequential(conv(64, 112, stride=2), Residual(112))
        self.down32 = nn.Sequential(conv(112, 144, stride=2), Residual(144))
        self.side32, self.side16 = conv(144, 64, size=1), conv(112, 64, size=1)
        self.side8, self.side4 = conv(64, 48, size=1), conv(32, 32, size=1)
        self.up16, self.up8, self.up4 = conv(64, 64), conv(48, 48), conv(48, 32, size=1)
        self.narrow8 = conv(64, 48, size=1)
        self.head = nn.Sequential(conv(32, 48), nn.Conv2d(48, LOCATOR_CHANNELS, 1))
        bias = self.head[-1].bias
        assert isinstance(bias, Tensor)
        nn.init.constant_(bias, 0.0)
        with torch.no_grad():
            bias[0] = -4.0
            bias[1:5] = 1.0

    def forward(self, x: Tensor) -> Tensor:
        """Give the maps."""
        x4 = self.down4(self.down2(x))
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        y = self.up16(self.side16(x16) + up(self.side32(x32)))
        y = self.up8(up(self.narrow8(y)) + self.side8(x8))
        out: Tensor = self.head(self.side4(x4) + up(self.up4(y)))
        return out


def up(x: Tensor) -> Tensor:
    """Double height and width by repeating."""
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Classifier(nn.Module):
    """Name a face crop and say how it is turned.

    Input: N x 3 x S x S, RGB in 0..1. Output: logits N x (classes + 4); the last four are the crop's clockwise
    quarter turns from upright.
    """

    def __init__(self, classes: int, *, pretrained: bool = False, stages: Stages = STAGES) -> None:
        super().__init__()
        self.body = encoder(stages)
        if pretrained:
            load_imagenet(self.body)
        self.top = conv(stages[-1][-1], 256, size=1)
        self.drop = nn.Dropout(0.25)
        self.head = nn.Linear(256 * 2, classes + 4)

    def forward(self, x: Tensor) -> Tensor:
        """Give the logits."""
        return self.judge(self.body(x * 2 - 1))

    def judge(self, seen: Tensor) -> Tensor:
        """Give the logits of what the encoder saw."""
        y = self.top(seen)
        pooled = torch.cat([y.mean(dim=(2, 3)), y.amax(dim=(2, 3))], dim=1)
        out: Tensor = self.head(self.drop(pooled))
        return out
