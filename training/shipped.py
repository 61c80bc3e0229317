"""The shipped networks as torch modules again, read from their ONNX files: what further training starts from.

The export folds every batch normalisation into the convolution before it, and no checkpoint is shipped. Here each
convolution gets its folded weights, and its normalisation only adds the folded bias.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

import models
from training.nets import Classifier, Locator
from vision.classify import CLASSES
from vision.rectify import TILE_SIZE

Layer = nn.Conv2d | nn.Linear


def classifier(folder: Path = models.FOLDER) -> Classifier:
    """Build the classifier of a models folder: its eval-mode outputs are those of the ONNX file.

    Its normalisations have no statistics of data (mean 0, variance 1): train with them in eval mode, or `settle` first.

    Raises:
        ModelError: the file is missing, is not its card's, or holds another network.
    """
    net = Classifier(len(CLASSES))
    fill(net, "classifier", torch.zeros(2, 3, TILE_SIZE, TILE_SIZE), folder)
    return net.eval()


def locator(folder: Path = models.FOLDER) -> Locator:
    """Build the locator of a models folder, as `classifier` does."""
    net = Locator()
    fill(net, "locator", torch.zeros(1, 3, 64, 64), folder)
    return net.eval()


def fill(net: nn.Module, name: str, sample: Tensor, folder: Path) -> None:
    """Give each convolution and linear layer of `net` the weights of the one that runs at its place in the file.

    Raises:
        ModelError: the file is missing, is not its card's, or its layers are not those of `net`.
    """
    models.session(name, 1, folder)
    layers, norms = in_order(net, sample)
    told = weights(folder / f"{name}.onnx")
    if [tuple(layer.weight.shape) for layer in layers] != [weight.shape for weight, _ in told]:
        raise models.ModelError(f"model {name!r} in {folder} is not of this network's shape")
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, told, strict=True):
            layer.weight.copy_(torch.from_numpy(weight))
            if layer in norms:
                plain(norms[layer], torch.from_numpy(bias))
            else:
                assert layer.bias is not None
                layer.bias.copy_(torch.from_numpy(bias))


def in_order(net: nn.Module, sample: Tensor) -> tuple[list[Layer], dict[nn.Module, nn.BatchNorm2d]]:
    """Give the layers that have weights, in the order in which they run, and the normalisation that follows each."""
    layers: list[Layer] = []
    norms: dict[nn.Module, nn.BatchNorm2d] = {}

    def ran(module: nn.Module, _given: tuple[Tensor, ...], _gave: Tensor) -> None:
        if isinstance(module, nn.BatchNorm2d):
            norms[layers[-1]] = module
        elif isinstance(module, nn.Conv2d | nn.Linear):
            layers.append(module)

    hooks = [module.register_forward_hook(ran) for module in net.modules()]
    with torch.no_grad():
        net.eval()(sample)
    for hook in hooks:
        hook.remove()
    return layers, norms


def weights(path: Path) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Give weight and bias of each convolution and linear layer of an ONNX file, in the order in which they run."""
    graph = onnx.load(path).graph
    values = {value.name: numpy_helper.to_array(value).astype(np.float32) for value in graph.initializer}
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    return [(values[node.input[1]], values[node.input[2]]) for node in graph.node if node.op_type in ("Conv", "Gemm")]


def plain(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Have a normalisation add a bias and change nothing else."""
    assert norm.running_mean is not None and norm.running_var is not None
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.fill_(1.0)
    norm.bias.copy_(bias)


@torch.no_grad()
def settle(net: nn.Module, batches: Iterable[Tensor]) -> None:
    """Give each normalisation the mean and variance of what it is fed, leaving the network's outputs as they are.

    After it the network may be trained with its normalisations in training mode too. Batches are as the network takes
    them, of the kind that the training will give it.
    """
    norms = [module for module in net.modules() if isinstance(module, nn.BatchNorm2d)]
    fed: dict[nn.Module, list[Tensor]] = {norm: [] for norm in norms}

    def look(norm: nn.Module, given: tuple[Tensor, ...]) -> None:
        x = given[0].double()
        fed[norm].append(torch.stack([x.mean((0, 2, 3)), x.square().mean((0, 2, 3))]))

    hooks = [norm.register_forward_pre_hook(look) for norm in norms]
    net.eval()
    for batch in batches:
        net(batch)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        assert norm.running_mean is not None and norm.running_var is not None
        mean, square = torch.stack(fed[norm]).mean(0)
        variance = (square - mean.square()).clamp(min=1e-6)
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        shift = norm.bias - norm.running_mean * scale
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(scale * (norm.running_var + norm.eps).sqrt())
        norm.bias.copy_(shift + norm.running_mean * scale)
