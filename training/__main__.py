"""Make the shipped models: `python -m training --photos ../shared/photos --crops ../shared/crops`.

Each stage writes its result into the work folder and is skipped where that is there; a killed stage resumes from its
last checkpoint. Only `train` is learnt from; a tenth of its scenes is held out for calibration and choices.
"""

from __future__ import annotations

import argparse
import copy
import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
import torch
from torch import nn

import models
from labels.madeup import find_fonts
from labels.madeup.__main__ import write_designs
from labels.photoset import LabelledPhoto, read_photos, split_by_scene
from scorer import BACK
from training import shipped
from training.adapt import blended
from training.classifier import loss as classifier_loss
from training.classifier import photo_patches, with_turns
from training.corners import find_corners
from training.crops import Corners, Patch, drawn_patches, shop_patches
from training.export import export_classifier, export_flowers, export_locator, export_sorter, export_verifier
from training.flowers import FlowerViews, from_classifier
from training.locator import Views, photo_scene
from training.locator import loss as locator_loss
from training.made_up import made_up_faces, made_up_flowers
from training.nets import Classifier, Locator, Still
from training.nothing import photo_nothing
from training.pool import FLOWER_NAMES, MORE_BLANK, Pool
from training.run import train
from training.sightings import Sightings, plans, sightings
from training.sorter import Sorter
from training.sorter import loss as sorter_loss
from training.tables import Tables, many_table_patches
from training.verifier import deeper, verifier_views
from vision.classify import CLASSES, NO_FACE
from vision.locate import LOOK, looked_at
from vision.photo import load_photo

HELD_OUT = 0.1
"""Share of the training photos, by whole scenes, that only calibration and choices see."""
SPLIT_SEED = 7
MADE_UP, MADE_UP_SEED = 60, 1
MORE, MORE_SEED = 160, 1001
"""Made-up sets that the classifier learns from last, flowers among them more often."""
MORE_STEPS, MORE_FLOWERS, MORE_SHARE = 1300, 0.12, 0.4
"""Steps of that, the flowers' share, and how far to go towards what was learnt: all the way costs known sets."""
FIRST_STEPS = 500
TABLES, TABLES_SEED = 1800, 5
"""Tables that are drawn for the classifier's crops."""
FLOWER_SETS, FLOWER_SEED = 3000, 3001
"""Made-up sets whose flowers, and nothing else, are drawn for the flowers' network."""
MANY, MANY_SEED = 2500, 4001
"""Made-up sets that the verifier learns from."""
PLANS, PLANS_SEED = 16000, 9
"""Tables that are laid, not drawn, for the sorter."""
SEEN = 40
"""Photos that tell the ranges of the locator's eight bits; for the classifier a quarter as many batches."""
PLAIN_LOCATOR = "locator-plain"
T = TypeVar("T")


def main() -> int:
    """Run the stages that are not done yet."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--photos", type=Path, default=Path("../shared/photos"), help="labelled photos in the documented form"
    )
    parser.add_argument(
        "--crops", type=Path, default=Path("../shared/crops"), help="single-tile pictures in the documented form"
    )
    parser.add_argument("--work", type=Path, default=Path(".training"), help="checkpoints and in-between results")
    parser.add_argument("--out", type=Path, default=models.FOLDER, help="where the ONNX files and cards go")
    parser.add_argument("--locator-steps", type=int, default=7300)
    parser.add_argument(
        "--further", action="store_true", help="train the locator of --out on to so many steps, not anew"
    )
    parser.add_argument("--classifier-steps", type=int, default=4500)
    parser.add_argument("--verifier-steps", type=int, default=5600)
    parser.add_argument("--flower-steps", type=int, default=2000)
    parser.add_argument("--sorter-steps", type=int, default=7600)
    parser.add_argument("--only", choices=models.NAMES, help="one network; the others are taken from --out")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    for folder in (options.photos, options.crops):
        if not folder.is_dir():
            parser.error(f"no folder {folder}: give labelled photos with --photos and single tiles with --crops")
    if options.further:
        if options.only not in (None, "locator"):
            parser.error("--further is for the locator")
        try:
            models.checked(PLAIN_LOCATOR, with_plain_locator(options.out))
        except models.ModelError as error:
            parser.error(str(error))
    # Before any OpenCV call: its thread pool does not survive the fork into data workers.
    cv2.setNumThreads(1)
    torch.set_num_threads(options.threads)
    options.work.mkdir(parents=True, exist_ok=True)
    learnt, held = split_by_scene(read_photos(options.photos / "train.csv"), HELD_OUT, SPLIT_SEED)
    wanted = (options.only,) if options.only else models.NAMES
    work, out = options.work, options.out
    if wanted != ("sorter",):
        made_up = made_up_sets(work / "madeup", MADE_UP, MADE_UP_SEED)
        more = made_up_sets(work / "more", MORE, MORE_SEED)
    if "locator" in wanted:
        make_locator(learnt, [options.crops, made_up, more], work, out, options.locator_steps, further=options.further)
    if {"classifier", "verifier", "flowers"} & set(wanted):
        first = None if "classifier" in wanted else shipped.classifier(out)
        given = material(learnt, held, [options.crops, made_up], work, out, first)
    if "classifier" in wanted:
        make_classifier(given, more, work, out, options.classifier_steps)
    if "verifier" in wanted:
        make_verifier(given, work, out, options.verifier_steps, options.threads)
    if "flowers" in wanted:
        make_flowers(given, options.crops, [made_up, more], work, out, options.flower_steps)
    if "sorter" in wanted:
        make_sorter(learnt, work, out, options.sorter_steps)
    return 0


def made_up_sets(folder: Path, count: int, seed: int) -> Path:
    """Write made-up tile sets, once; gives their folder."""
    if not folder.exists():
        fonts = find_fonts()
        print(f"{count} made-up tile sets, with {len(fonts)} fonts (docs/models.md names the packages)", flush=True)
        begun = folder.with_suffix(".part")
        write_designs(begun, count, seed, fonts)
        begun.rename(folder)
    return folder


def make_locator(
    learnt: Sequence[LabelledPhoto], crops: list[Path], work: Path, out: Path, steps: int, *, further: bool
) -> None:
    """Train the locator on photos and synthetic tables, half and half, and export it.

    Args:
        learnt: photos to learn from.
        crops: folders of faces for the tables.
        work: where checkpoints lie.
        out: where the files go.
        steps: how long it will have been trained.
        further: go on from that of `out`.
    """
    start = with_plain_locator(out)
    before: dict[str, Any] = models.card(PLAIN_LOCATOR, start) if further else {"steps": 0}
    if before["steps"] >= steps or (not further and (work / "locator.done").exists()):
        return
    print("locator: photos and synthetic tables", flush=True)
    views = Views([photo_scene(photo) for photo in learnt], Tables(crops), photo_share=0.5)
    net: nn.Module = Locator()
    facts: dict[str, Any] = {"steps": steps, "seed": 1}
    if further:
        checkpoint = work / f"locator-{before['sha256'][:12]}-{steps}.pt"
        if not checkpoint.exists():
            net = shipped.locator(start)
            shipped.settle(net, (views.batch(np.random.default_rng((77, i)))[0].float() / 255 for i in range(12)))
        more: dict[str, Any] = {"steps": steps - before["steps"], "seed": before["steps"]}
        net = train(net, views.batch, locator_loss, **more, peak=1e-3, checkpoint=checkpoint, decay=0.997)
        facts = {"steps": steps, "seed": before["seed"], "more": [*before.get("more", []), more]}
    else:
        net = train(net, views.batch, locator_loss, steps=steps, peak=2.5e-3, checkpoint=work / "locator.pt")
    seen = [looked_at(load_photo(photo.path), LOOK)[0] for photo in learnt[:: max(1, len(learnt) // SEEN)]]
    export_locator(net, seen, out, facts)
    if out == models.FOLDER:  # nothing that reads needs it
        for ending in ("onnx", "json"):
            (out / f"{PLAIN_LOCATOR}.{ending}").replace(shipped.START / f"{PLAIN_LOCATOR}.{ending}")
    (work / "locator.done").touch()


def with_plain_locator(out: Path) -> Path:
    """Give the folder of the locator before its rounding: where an earlier run wrote it, or the shipped one's."""
    return out if (out / f"{PLAIN_LOCATOR}.onnx").exists() else shipped.START


@dataclass(frozen=True, slots=True)
class Material:
    """Faces to learn from, those that are held out, and what is no face."""

    shop: list[Patch]
    photos: list[Patch]
    held: list[Patch]
    drawn: list[Patch]
    nothing: list[Patch]


def material(
    learnt: Sequence[LabelledPhoto],
    held: Sequence[LabelledPhoto],
    crops: list[Path],
    work: Path,
    out: Path,
    first: nn.Module | None = None,
) -> Material:
    """Gather what the classifier, the verifier and the flowers' network learn from.

    Args:
        learnt: photos to learn from.
        held: photos that are held out.
        crops: folders of single tiles.
        work: where in-between results lie.
        out: where the networks are.
        first: a classifier to tell how the photos' tiles are turned; where there is none yet, one learns single tiles.
    """
    shop = [patch for folder in crops for patch in shop_patches(folder)] + drawn_patches()
    if first is None:
        print("classifier: single tiles", flush=True)
        first = train(
            Classifier(len(CLASSES), pretrained=True),
            Pool(shop, [], []).batch,
            classifier_loss,
            steps=FIRST_STEPS,
            peak=1.5e-3,
            checkpoint=work / "first.pt",
            decay=0.99,
        )
    known = corners([*learnt, *held], work, out, first)
    drawn = kept(work / "tables.pickle", lambda: many_table_patches(crops, out, TABLES, TABLES_SEED, 2))
    locator = models.session("locator", 2, out)
    nothing = kept(work / "nothing.pickle", lambda: list(photo_nothing(learnt, locator)))
    return Material(shop, photo_patches(learnt, known), photo_patches(held, known), drawn, nothing)


def make_classifier(given: Material, more_crops: Path, work: Path, out: Path, steps: int) -> None:
    """Train the classifier on everything, then on more made-up sets, and export it."""
    none = [*given.nothing, *given.nothing, *(patch for patch in given.drawn if patch.tile == NO_FACE)]
    backs = [patch for patch in given.drawn if patch.tile == BACK]
    faces = [*given.shop, *given.photos, *(patch for patch in given.drawn if patch.tile not in (BACK, NO_FACE))]
    counts = f"{len(given.photos)} faces from photos, {len(given.shop)} single tiles, {len(given.drawn)} drawn"
    print(f"classifier: {counts}", flush=True)
    views = Pool(faces, backs, none)
    net = train(
        Classifier(len(CLASSES), pretrained=True),
        views.batch,
        classifier_loss,
        steps=steps,
        peak=1.5e-3,
        checkpoint=work / "classifier.pt",
    )
    assert isinstance(net, Classifier)
    more = Pool(
        [*faces, *shop_patches(more_crops)],
        backs,
        none,
        shares=MORE_BLANK,
        flowers=MORE_FLOWERS,
    )
    print("classifier: more made-up sets", flush=True)
    after = train(
        Still(copy.deepcopy(net)),
        more.batch,
        classifier_loss,
        steps=MORE_STEPS,
        peak=3e-4,
        checkpoint=work / "more.pt",
        decay=0.997,
        seed=71,
    )
    assert isinstance(after, Still) and isinstance(after.net, Classifier)
    batches = (more.batch(np.random.default_rng((2, index)))[0] for index in range(SEEN // 4))
    seen = [(pixels.float() / 255).numpy() for pixels in batches]
    told = {"steps": steps, "seed": 1, "more": {"steps": MORE_STEPS, "seed": 71, "share": MORE_SHARE}}
    export_classifier(blended(net, after.net, MORE_SHARE), seen, given.held, out, told)


def make_verifier(given: Material, work: Path, out: Path, steps: int, workers: int) -> None:
    """Train the verifier, which starts from the classifier of `out`, and export it."""
    many = kept(work / "many.pickle", lambda: made_up_faces(MANY, MANY_SEED, workers))
    print(f"verifier: {len(many)} faces of {MANY} made-up sets", flush=True)
    faces = [*given.photos, *given.drawn, *given.shop]
    views = verifier_views(faces, many, given.nothing)
    net = deeper(shipped.classifier(out))
    seen = [views.batch(np.random.default_rng((77, index)))[0].float() / 255 for index in range(SEEN // 4)]
    shipped.settle(net, seen)
    told: dict[str, Any] = {"steps": steps, "seed": 91}
    after = train(net, views.batch, classifier_loss, **told, peak=1e-3, checkpoint=work / "verifier.pt", decay=0.995)
    export_verifier(after, [pixels.numpy() for pixels in seen], given.held, out, told)


def make_flowers(given: Material, single: Path, sets: Sequence[Path], work: Path, out: Path, steps: int) -> None:
    """Train the flowers' network, which starts from the classifier of `out`, and export it.

    Args:
        given: the photos' faces, and those of drawn tables.
        single: folder of single-tile pictures.
        sets: folders of made-up sets.
        work: where the checkpoint lies.
        out: where the files go.
        steps: how long it is trained.
    """
    made_up = kept(work / "flowers.pickle", lambda: list(made_up_flowers(FLOWER_SETS, FLOWER_SEED, find_fonts())))
    print(f"flowers: {len(made_up)} of {FLOWER_SETS} made-up sets", flush=True)
    faces = [*given.photos, *given.drawn, *shop_patches(single), *drawn_patches()]
    views = FlowerViews(faces, [*(patch for folder in sets for patch in shop_patches(folder)), *made_up], given.nothing)
    net = from_classifier(shipped.classifier(out))
    seen = [views.batch(np.random.default_rng((77, index)))[0].float() / 255 for index in range(SEEN // 4)]
    shipped.settle(net, seen)
    after = train(
        net,
        views.batch,
        classifier_loss,
        steps=steps,
        peak=1e-3,
        checkpoint=work / "flowers.pt",
        decay=0.995,
        seed=81,
    )
    held = [patch for patch in given.held if patch.tile in FLOWER_NAMES]
    export_flowers(after, [pixels.numpy() for pixels in seen], held, out, {"steps": steps, "seed": 81})


def make_sorter(learnt: Sequence[LabelledPhoto], work: Path, out: Path, steps: int) -> None:
    """Train the sorter on readings of labelled photos and on tables that are laid and not drawn, and export it."""
    print("sorter: readings of the labelled photos, and laid tables", flush=True)
    real = kept(work / "sightings.pickle", lambda: list(sightings(learnt, out)))
    laid = kept(work / "plans.pickle", lambda: list(plans(PLANS, PLANS_SEED)))
    views = Sightings(real, laid)
    net = train(Sorter(), views.batch, sorter_loss, steps=steps, peak=2e-3, checkpoint=work / "sorter.pt", decay=0.995)
    export_sorter(net, out, {"steps": steps, "seed": 1})


def kept(path: Path, make: Callable[[], list[T]]) -> list[T]:
    """Give what `make` gives, from the file where an earlier start has written it."""
    if not path.exists():
        path.with_suffix(".part").write_bytes(pickle.dumps(make()))
        path.with_suffix(".part").replace(path)
    found: list[T] = pickle.loads(path.read_bytes())
    return found


def corners(photos: Sequence[LabelledPhoto], work: Path, out: Path, first: nn.Module) -> Corners:
    """Give each labelled face's corners as the locator sees them, numbered from the printed top left where known."""
    path = work / "corners.json"
    if not path.exists():
        print("corners of the labelled faces", flush=True)
        found = find_corners(photos, out)
        before = photo_patches(photos, found)
        after = with_turns(first, before)
        numbered: Corners = {}
        for (key, (quad, _)), old, new in zip(found.items(), before, after, strict=True):
            shift = int(np.abs(old.corners - new.corners[0]).sum(axis=1).argmin())
            numbered[key] = (np.roll(np.array(quad), -shift, axis=0).tolist(), new.turn_known)
        path.write_text(json.dumps(numbered), encoding="utf-8")
    return {key: (quad, turn) for key, (quad, turn) in json.loads(path.read_text(encoding="utf-8")).items()}


if __name__ == "__main__":
    raise SystemExit(main())
