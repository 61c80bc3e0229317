"""Make the shipped models: `python -m training --photos ../shared/photos --crops ../shared/crops`.

Each stage writes its result into the work folder and is skipped where that is there; a killed stage resumes from its
last checkpoint. Only `train` is learnt from; a tenth of its scenes is held out for calibration and choices.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

import models
from labels.photoset import read_photos, split_by_scene
from training.classifier import Pool, accuracy, loss as classifier_loss, photo_patches, with_turns
from training.corners import find_corners
from training.crops import CLASSES, CROP, Corners, Patch, drawn_patches, shop_patches
from training.calibrate import calibrate
from training.export import export
from training.locator import Views, loss as locator_loss, photo_scenes
from training.nets import Classifier, Locator
from training.run import train
from training.tables import Tables

HELD_OUT = 0.1
"""Share of scenes that only calibration and choices see."""


def main() -> int:
    """Run the stages that are not done yet."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__.split("\n")[0])
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"), help="labelled photos in the documented form")
    parser.add_argument("--crops", type=Path, default=Path("../shared/crops"), help="single-tile pictures in the documented form")
    parser.add_argument("--work", type=Path, default=Path(".training"), help="checkpoints and in-between results")
    parser.add_argument("--out", type=Path, default=models.FOLDER, help="where the ONNX files and cards go")
    parser.add_argument("--locator-steps", type=int, default=3400)
    parser.add_argument("--classifier-steps", type=int, default=6000)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    for folder in (options.photos, options.crops):
        if not folder.is_dir():
            parser.error(f"no folder {folder}: give labelled photos with --photos and single tiles with --crops")
    # Before any OpenCV call: its thread pool does not survive the fork into data workers.
    cv2.setNumThreads(1)
    torch.set_num_threads(options.threads)
    options.work.mkdir(parents=True, exist_ok=True)
    held = held_out(options.photos)
    make_locator(options.photos, options.crops, options.work, options.out, options.locator_steps, held)
    make_classifier(options.photos, options.crops, options.work, options.out, options.classifier_steps, held)
    return 0


def held_out(photos: Path) -> set[str]:
    """Name the scenes of `train` that nothing is learnt from."""
    _, rest = split_by_scene(read_photos(photos / "train.csv"), HELD_OUT, 7)
    return {photo.scene for photo in rest}


def make_locator(photos: Path, crops: Path, work: Path, out: Path, steps: int, held: set[str]) -> None:
    """Train the locator on photos and synthetic tables, half and half, and export it."""
    if (work / "locator.done").exists():
        return
    print("locator: photos and synthetic tables", flush=True)
    scenes = [scene for place, scene in photo_scenes(photos, "train").values() if place not in held]
    views = Views(scenes, Tables([crops]), photo_share=0.5)
    net = train(Locator(), views.batch, locator_loss, steps=steps, peak=2.5e-3, checkpoint=work / "locator.pt")
    export(
        net, "locator", sample=torch.rand(1, 3, 320, 320), given="photo", axes={0: "photos", 2: "height", 3: "width"},
        out_axes={0: "photos", 2: "rows", 3: "columns"}, folder=out,
        facts={"input": "RGB 0..1, sides multiples of 32", "steps": steps, "seed": 1},
    )
    (work / "locator.done").touch()


def make_classifier(photos: Path, crops: Path, work: Path, out: Path, steps: int, held: set[str]) -> None:
    """Train the classifier: first on single tiles, which tells how the photos' tiles are turned, then on both."""
    shop = shop_patches(crops) + drawn_patches()
    first = Classifier(len(CLASSES))
    print("classifier: single tiles", flush=True)
    first = train(first, Pool(shop).batch, classifier_loss, steps=900, peak=3e-3, checkpoint=work / "first.pt", decay=0.99)
    patches = photo_patches(photos, "train", corners(photos, work, out, first))
    known = [patch for patch in patches if patch.scene not in held]
    print(f"classifier: {len(known)} faces from photos, {len(shop)} single tiles", flush=True)
    net = train(
        Classifier(len(CLASSES)), Pool(shop + known).batch, classifier_loss, steps=steps, peak=3e-3,
        checkpoint=work / "classifier.pt", start=work / "first.pt",
    )
    kept_back = [patch for patch in patches if patch.scene in held]
    temperature, error = calibrate(net, kept_back)
    right, upright = accuracy(net, kept_back)
    export(
        net, "classifier", sample=torch.rand(2, 3, CROP, CROP), given="crops", axes={0: "crops"}, out_axes={0: "crops"}, folder=out,
        facts={
            "input": f"RGB 0..1, {CROP} x {CROP}", "classes": list(CLASSES), "temperature": temperature, "steps": steps, "seed": 1,
            "held_out": {"faces": len(kept_back), "named_right": right, "turned_right": upright, "calibration_error": error},
        },
    )


def corners(photos: Path, work: Path, out: Path, first: Classifier) -> Corners:
    """Give each labelled face's corners as the locator sees them, numbered from the printed top left where that is plain."""
    kept = work / "corners.json"
    if not kept.exists():
        print("corners of the labelled faces", flush=True)
        found = find_corners(photos, "train", out)
        patches = photo_patches(photos, "train", found)
        numbered = with_turns(first, patches)
        turns: Corners = {}
        for (key, (quad, _)), before, after in zip(found.items(), patches, numbered, strict=True):
            shift = int(np.abs(before.corners - after.corners[0]).sum(axis=1).argmin())
            turns[key] = (np.roll(np.array(quad), -shift, axis=0).tolist(), after.turn_known)
        kept.write_text(json.dumps(turns), encoding="utf-8")
    return {key: (quad, turn) for key, (quad, turn) in json.loads(kept.read_text(encoding="utf-8")).items()}


if __name__ == "__main__":
    raise SystemExit(main())
