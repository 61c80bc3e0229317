"""The shipped classifier and locator as torch modules, from their ONNX files and back: to train them further.

The export folds every batch normalisation into the convolution before it, and no checkpoint is shipped. Here each
convolution gets its folded weights, and its normalisation only adds the folded bias.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnx
import torch
from torch import Tensor, nn

import models
from models.layout import Weight, weights_in
from training.nets import Classifier, Locator
from training.views import VIEW
from vision.classify import CLASSES
from vision.rectify import TILE_SIZE

START = Path(__file__).parent / "start"
"""Where the shipped locator lies as it was before its rounding; the classifier's is in `models/`, for clubs."""
Layer: TypeAlias = "nn.Conv2d | nn.Linear"
SAMPLE = (2, 3, TILE_SIZE, TILE_SIZE)


def classifier(folder: Path = models.FOLDER) -> Classifier:
    """Build the classifier of a models folder: its eval-mode outputs are those of the ONNX file.

    Its normalisations have no statistics of data (mean 0, variance 1): train with them in eval mode, or `settle` first.

    Raises:
        ModelError: the file is missing, is not its card's, or holds another network.
    """
    net = Classifier(len(CLASSES))
    fill(net, models.plain_name("classifier", folder), torch.zeros(SAMPLE), folder)
    return net.eval()


def locator(folder: Path = START) -> Locator:
    """Build the locator of a models folder, as `classifier` does the classifier.

    Raises:
        ModelError: the file is missing, is not its card's, or holds another network.
    """
    net = Locator()
    fill(net, models.plain_name("locator", folder), torch.zeros(1, 3, VIEW, VIEW), folder)
    return net.eval()


def fill(net: nn.Module, name: str, sample: Tensor, folder: Path) -> None:
    """Give each convolution and linear layer of `net` the weights of the one that runs at its place in the file.

    Raises:
        ModelError: the file is missing, is not its card's, or its layers are not those of `net`.
    """
    data = models.checked(name, folder)
    layers, norms = in_order(net, sample)
    try:
        told = weights(data)
    except (ValueError, LookupError):  # its weights are kept otherwise, as whole numbers perhaps
        told = []
    if [tuple(layer.weight.shape) for layer in layers] != [weight.shape for weight, _ in told]:
        raise models.ModelError(f"model {name!r} in {folder} is not of this network's shape")
    with torch.no_grad():
        for layer, places in zip(layers, told, strict=True):
            weight, bias = (torch.from_numpy(place.values(data).astype(np.float32)) for place in places)
            layer.weight.copy_(weight.view(layer.weight.shape))
            if layer in norms:
                plain(norms[layer], bias)
            else:
                assert layer.bias is not None
                layer.bias.copy_(bias)


def refilled(net: nn.Module, name: str, sample: Tensor, folder: Path = models.FOLDER) -> bytes:
    """Give the file that a network was made from with its present weights, everything else byte for byte the same."""
    data = (folder / f"{name}.onnx").read_bytes()
    layers, norms = in_order(net, sample)
    out = bytearray(data)
    for layer, places in zip(layers, weights(data), strict=True):
        for place, values in zip(places, folded(layer, norms.get(layer)), strict=True):
            out[place.start : place.end] = values.detach().numpy().astype(place.type).tobytes()
    return bytes(out)


def folded(layer: Layer, norm: nn.BatchNorm2d | None) -> tuple[Tensor, Tensor]:
    """Give the weight and bias of a layer with the normalisation after it, if any, as one."""
    if norm is None:
        assert layer.bias is not None
        return layer.weight, layer.bias
    assert norm.running_mean is not None and norm.running_var is not None
    scale = norm.weight / (norm.running_var + norm.eps).sqrt()
    return layer.weight * scale.view(-1, 1, 1, 1), norm.bias - norm.running_mean * scale


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


def weights(data: bytes) -> list[tuple[Weight, Weight]]:
    """Give where a file has weight and bias of each convolution and linear layer, in the order in which they run."""
    places = {place.name: place for place in weights_in(data)}
    nodes = onnx.load_from_string(data).graph.node
    for node in nodes:
        if node.op_type == "Cast" and node.input[0] in places:
            places[node.output[0]] = places[node.input[0]]
    return [(places[node.input[1]], places[node.input[2]]) for node in nodes if node.op_type in ("Conv", "Gemm")]


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
