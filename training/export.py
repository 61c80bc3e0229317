"""Write a trained network as an ONNX file with its card."""

from __future__ import annotations

import hashlib
import json
import shutil
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

import models
from training.calibrate import best_temperature, calibrate
from training.classifier import accuracy
from training.crops import Patch
from training.flowers import flower_logits
from training.pool import FLOWER_NAMES
from training.quantize import quantize
from training.sorter import Membership, Sorter
from training.views import VIEW
from vision.classify import CLASSES
from vision.describe import BETWEEN, OWN
from vision.rectify import TILE_SIZE
from vision.verify import CLOSE_SIZE

SOURCES = [
    {"name": "Chinese Mahjong Detection", "by": "riichimahjongdetection, Roboflow Universe", "licence": "CC BY 4.0"},
    {"name": "rethink-bonus-label", "by": "marco-liu, Roboflow Universe", "licence": "CC BY 4.0"},
    {"name": "mahjong-dataset", "by": "Camerash", "licence": "MIT"},
    {"name": "Mahjong_Tile_Classifier", "by": "justinchan114", "licence": "MIT"},
    {"name": "synthetic tables drawn by labels/ from the MIT crops", "by": "TaiLens", "licence": "Apache-2.0"},
]


LIMITS = (
    "White sides and white backs of tiles are at times taken for blank faces; faces turned a few degrees get the "
    "corners of their upright extent. See docs/models.md."
)
VERIFIER_LIMITS = "Looks at upright faces; tells flowers apart less well than the flowers' network does."
FLOWER_LIMITS = (
    "Says which flower a face is, not whether it is one; without number or character it knows real sets only."
)
"""What locator, verifier and flowers' network do badly, for their cards."""


def export_locator(net: nn.Module, seen: Sequence[NDArray[np.float32]], folder: Path, facts: dict[str, Any]) -> None:
    """Write the locator, in eight bits and plain, with cards.

    Args:
        net: the network.
        seen: photos as it reads them, which tell the ranges of its eight bits.
        folder: where the files go.
        facts: what the card says besides.
    """
    given = {"input": "RGB 0..1, sides multiples of 32", **facts}
    axes = {0: "photos", 2: "height", 3: "width"}
    maps = {0: "photos", 2: "rows", 3: "columns"}
    path = folder / "locator.onnx"
    _trace(net, path, (torch.rand(1, 3, VIEW, VIEW),), {"photo": axes}, {"out": maps})
    plain = _plain(path)
    quantize(path, seen)
    for file in (plain, path):  # the one that runs last: with its card everything is there
        _card(net, file.stem, folder, given | {"limits": LIMITS})


def export_classifier(
    net: nn.Module, seen: Sequence[NDArray[np.float32]], held_out: list[Patch], folder: Path, facts: dict[str, Any]
) -> None:
    """Write the classifier, in eight bits and plain, with cards: calibrated on held-out faces, whose figures they give.

    Args:
        net: the network.
        seen: inputs of its training, which tell the ranges of its eight bits.
        held_out: faces that it has not learnt.
        folder: where the files go.
        facts: what the card says besides.
    """
    path = _trace_crops(net, folder / "classifier.onnx", TILE_SIZE)
    plain = _plain(path)
    quantize(path, seen)
    for file in (path, plain):
        _card(net, file.stem, folder, _told(file, held_out, TILE_SIZE) | facts)


def export_verifier(
    net: nn.Module, seen: Sequence[NDArray[np.float32]], held_out: list[Patch], folder: Path, facts: dict[str, Any]
) -> None:
    """Write the verifier in eight bits, with its card; arguments as for `export_classifier`."""
    path = _trace_crops(net, folder / "verifier.onnx", CLOSE_SIZE)
    quantize(path, seen)
    _card(net, path.stem, folder, _told(path, held_out, CLOSE_SIZE) | {"limits": VERIFIER_LIMITS} | facts)


def export_flowers(
    net: nn.Module, seen: Sequence[NDArray[np.float32]], held_out: Sequence[Patch], folder: Path, facts: dict[str, Any]
) -> None:
    """Write the flowers' network in eight bits, with its card; arguments as for `export_classifier`."""
    path = _trace_crops(net, folder / "flowers.onnx", CLOSE_SIZE)
    quantize(path, seen)
    told = flower_logits(Written(path), held_out)
    names = np.array([FLOWER_NAMES.index(patch.tile) for patch in held_out])
    figures = {"flowers": len(held_out), "named_right": float((told.argmax(axis=1) == names).mean())}
    given = {
        "input": f"RGB 0..1, {CLOSE_SIZE} x {CLOSE_SIZE}",
        "classes": list(FLOWER_NAMES),
        "temperature": best_temperature(told, names),
        "held_out": figures,
        "limits": FLOWER_LIMITS,
    }
    _card(net, path.stem, folder, given | facts)


def _trace_crops(net: nn.Module, path: Path, size: int) -> Path:
    axes = {0: "crops"}
    _trace(net, path, (torch.rand(2, 3, size, size),), {"crops": axes}, {"out": axes})
    return path


def _told(file: Path, held_out: list[Patch], size: int) -> dict[str, Any]:
    """Give what a card says of a network of crops, measured on held-out faces."""
    written = Written(file)
    temperature, error = calibrate(written, held_out, size)
    right, upright = accuracy(written, held_out, size)
    figures = {"faces": len(held_out), "named_right": right, "turned_right": upright, "calibration_error": error}
    return {
        "input": f"RGB 0..1, {size} x {size}",
        "classes": list(CLASSES),
        "temperature": temperature,
        "held_out": figures,
    }


def export_sorter(net: Sorter, folder: Path, facts: dict[str, Any]) -> None:
    """Write the sorter and its card."""
    count = 5
    samples = torch.rand(1, count, OWN), torch.rand(1, count, count, BETWEEN), torch.zeros(1, count)
    given = {"faces": {1: "count"}, "pairs": {1: "count", 2: "count"}, "absent": {1: "count"}}
    path = folder / "sorter.onnx"
    _trace(Membership(net), path, samples, given, {"out": {1: "count"}})
    halve(path)
    _card(net, "sorter", folder, facts)


class Written(nn.Module):
    """A network as its ONNX file has it, to be measured where torch's would be."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.session = models.opened(path.read_bytes(), torch.get_num_threads())
        self.given = self.session.get_inputs()[0].name

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Give what the file gives."""
        return torch.from_numpy(self.session.run(None, {self.given: x.contiguous().numpy()})[0])


Axes = dict[str, dict[int, str]]


def _trace(net: nn.Module, path: Path, samples: tuple[torch.Tensor, ...], given: Axes, gives: Axes) -> None:
    """Write a network's ONNX file, traced with `samples`; of each input and output, `given` and `gives` name the axes
    that may change.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(),
            samples,
            str(path),
            input_names=list(given),
            output_names=list(gives),
            opset_version=17,
            dynamo=False,
            dynamic_axes=given | gives,
        )


def _plain(path: Path) -> Path:
    """Keep a network beside what its rounding to eight bits will leave of it, in sixteen bits."""
    plain = path.with_name(f"{path.stem}-plain.onnx")
    shutil.copy(path, plain)
    halve(plain)
    return plain


def _card(net: nn.Module, name: str, folder: Path, facts: dict[str, Any]) -> None:
    """Write the card of a network whose ONNX file is there; `facts` is what it says beside hash, size and sources."""
    path = folder / f"{name}.onnx"
    onnx.checker.check_model(onnx.load(path))
    data = path.read_bytes()
    card = {
        "name": name,
        "file": path.name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "parameters": sum(p.numel() for p in net.parameters()),
        "licence": "Apache-2.0",
        "learnt_from": SOURCES,
        **facts,
    }
    (folder / f"{name}.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def halve(path: Path) -> None:
    """Keep every large weight in sixteen bits and cast it back where it is used; the runtime folds the casts away."""
    model = onnx.load(path)
    casts = []
    for index, weight in enumerate(model.graph.initializer):
        values = numpy_helper.to_array(weight)
        if weight.data_type != TensorProto.FLOAT or values.size < 256:
            continue
        small = numpy_helper.from_array(values.astype(np.float16), weight.name + "_half")
        casts.append(helper.make_node("Cast", [small.name], [weight.name], to=TensorProto.FLOAT))
        model.graph.initializer[index].CopyFrom(small)
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)
    onnx.save(model, path)
