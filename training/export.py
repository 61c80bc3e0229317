"""Write a trained network as an ONNX file with its card."""

from __future__ import annotations

import hashlib
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from training.calibrate import calibrate
from training.classifier import accuracy
from training.crops import Patch
from training.sorter import Membership, Sorter
from vision.classify import CLASSES
from vision.describe import BETWEEN, OWN
from vision.rectify import TILE_SIZE

SOURCES = [
    {"name": "Chinese Mahjong Detection", "by": "riichimahjongdetection, Roboflow Universe", "licence": "CC BY 4.0"},
    {"name": "rethink-bonus-label", "by": "marco-liu, Roboflow Universe", "licence": "CC BY 4.0"},
    {"name": "mahjong-dataset", "by": "Camerash", "licence": "MIT"},
    {"name": "Mahjong_Tile_Classifier", "by": "justinchan114", "licence": "MIT"},
    {"name": "synthetic tables drawn by labels/ from the MIT crops", "by": "TaiLens", "licence": "Apache-2.0"},
]


def export_locator(net: nn.Module, folder: Path, facts: dict[str, Any]) -> None:
    """Write the locator and its card."""
    given = {"input": "RGB 0..1, sides multiples of 32", **facts}
    axes = {0: "photos", 2: "height", 3: "width"}
    maps = {0: "photos", 2: "rows", 3: "columns"}
    _export(net, "locator", (torch.rand(1, 3, 320, 320),), {"photo": axes}, {"out": maps}, folder, given)


def export_classifier(net: nn.Module, held_out: list[Patch], folder: Path, facts: dict[str, Any]) -> None:
    """Write the classifier and its card, calibrated on held-out faces, whose figures the card gives."""
    temperature, error = calibrate(net, held_out)
    right, upright = accuracy(net, held_out)
    figures = {"faces": len(held_out), "named_right": right, "turned_right": upright, "calibration_error": error}
    given = {
        "input": f"RGB 0..1, {TILE_SIZE} x {TILE_SIZE}",
        "classes": list(CLASSES),
        "temperature": temperature,
        "held_out": figures,
        **facts,
    }
    axes = {0: "crops"}
    crops = torch.rand(2, 3, TILE_SIZE, TILE_SIZE)
    _export(net, "classifier", (crops,), {"crops": axes}, {"out": axes}, folder, given)


def export_sorter(net: Sorter, folder: Path, facts: dict[str, Any]) -> None:
    """Write the sorter and its card."""
    count = 5
    samples = torch.rand(1, count, OWN), torch.rand(1, count, count, BETWEEN), torch.zeros(1, count)
    given = {"faces": {1: "count"}, "pairs": {1: "count", 2: "count"}, "absent": {1: "count"}}
    _export(Membership(net), "sorter", samples, given, {"out": {1: "count"}}, folder, facts)


Axes = dict[str, dict[int, str]]


def _export(
    net: nn.Module,
    name: str,
    samples: tuple[torch.Tensor, ...],
    given: Axes,
    gives: Axes,
    folder: Path,
    facts: dict[str, Any],
) -> None:
    """Write `folder`/`name`.onnx, large weights in half precision, and its card `name`.json.

    Args:
        samples: inputs to trace with.
        given, gives: of each input and output, which axes may change, by name.
        facts: what the card says beside hash, size and sources.
    """
    path = folder / f"{name}.onnx"
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
    model = onnx.load(path)
    halve(model)
    onnx.checker.check_model(model)
    data = model.SerializeToString()
    path.write_bytes(data)
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


def halve(model: onnx.ModelProto) -> None:
    """Keep every large weight in sixteen bits and cast it back where it is used; the runtime folds the casts away."""
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
