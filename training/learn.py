"""`tailens train`: a club's own classifier from a handful of its photos, refused where it loses what was known."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

import models
from labels.forms.dataset import SetPhoto
from labels.kept import KnownFace, kept_faces, named_right
from training.adapt import STEPS, adapted, blended, rehearsed
from training.calibrate import best_temperature
from training.crops import Patch
from training.errors import TrainError
from training.nets import Classifier
from training.own import known_faces, own_patches
from training.shipped import SAMPLE, classifier, refilled
from vision.classify import CLASSES

NAME = "classifier"
DRAWN = "drawn"
SHARES = (1.0, 0.75, 0.5, 0.25)
"""How far to go towards what was learnt; the farthest counts that loses nothing."""


@dataclass(frozen=True, slots=True)
class Score:
    """Faces of a set, and how many of them are named right before and after."""

    faces: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Adapted:
    """A network that is no worse than before.

    Attributes:
        file: the ONNX file, the one it came from with other weights.
        share: how far it is from there to what was learnt.
        own: on the club's own faces, which were learnt.
        kept: on each kept set, none of which was.
    """

    net: Classifier
    file: bytes
    share: float
    own: Score
    kept: Mapping[str, Score]


Kept = Mapping[str, Sequence[KnownFace]]


def learn(
    photos: Sequence[SetPhoto],
    out: Path,
    *,
    base: Path = models.FOLDER,
    kept: Sequence[SetPhoto] = (),
    steps: int = STEPS,
    threads: int = 1,
) -> Adapted:
    """Write a folder of models whose classifier is adapted to a club's labelled photos.

    A run that was killed goes on where it stood. The same photos give the same model.

    Args:
        base: the models to start from.
        kept: photos that the new classifier must name as well as before, beside the drawn set.

    Raises:
        TrainError: there is nothing to learn, or the classifier loses on a kept set; then nothing is written.
    """
    if out.exists():
        raise TrainError("out_exists", f"{out} is there already")
    cv2.setNumThreads(1)
    torch.set_num_threads(threads)
    net = classifier(base)
    own = own_patches(photos, net, base)
    known = {DRAWN: kept_faces()}
    if kept:
        known["given"] = known_faces(own_patches(kept, net, base))
    begun = out.with_name(f"{out.name}.part")
    begun.mkdir(parents=True, exist_ok=True)
    checkpoint = begun / f"{_fingerprint(photos, base, steps)}.pt"
    found = adapt(net, own, known, checkpoint=checkpoint, base=base, steps=steps)
    room = begun / "models"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir()
    for name in models.NAMES:
        if name != NAME:
            for file in (f"{name}.onnx", f"{name}.json"):
                shutil.copyfile(base / file, room / file)
    (room / f"{NAME}.onnx").write_bytes(found.file)
    card = card_of(found, net, known[DRAWN], base, photos=len(photos))
    (room / f"{NAME}.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    room.rename(out)
    shutil.rmtree(begun)
    return found


def adapt(
    net: Classifier,
    own: Sequence[Patch],
    kept: Kept,
    *,
    checkpoint: Path,
    base: Path = models.FOLDER,
    steps: int = STEPS,
) -> Adapted:
    """Adapt a network to a club's faces, and go as far that way as loses nothing on any kept set.

    Raises:
        TrainError: `nothing_to_learn`, `nothing_to_gain` or `model_loses`.
    """
    if not own:
        raise TrainError("nothing_to_learn", "no whole face is labelled in these photos")
    faces = known_faces(own)
    before = models.session(NAME, 1, base)
    known = named_right(faces, before)
    if known == len(faces):
        raise TrainError("nothing_to_gain", f"all {known} labelled faces are named right already")
    least = {name: named_right(some, before) for name, some in kept.items()}
    after = adapted(net, own, rehearsed(), checkpoint=checkpoint, steps=steps)
    for share in SHARES:
        mixed = blended(net, after, share)
        file = refilled(mixed, models.plain_name("classifier", base), torch.zeros(SAMPLE), base)
        session = models.opened(file, 1)
        score = Score(len(faces), known, named_right(faces, session))
        scores = {name: Score(len(some), least[name], named_right(some, session)) for name, some in kept.items()}
        if all(each.after >= each.before for each in scores.values()):
            if score.after <= score.before:
                raise TrainError(
                    "nothing_to_gain",
                    f"it would name {score.after} of {score.faces} faces right, {score.before} are named right already",
                )
            return Adapted(mixed, file, share, score, scores)
    told = ", ".join(f"{name}: {s.after} of {s.faces} right, {s.before} before" for name, s in scores.items())
    raise TrainError("model_loses", f"what was learnt costs too much of what was known ({told})")


def card_of(
    found: Adapted, before: Classifier, drawn: Sequence[KnownFace], base: Path, *, photos: int
) -> dict[str, Any]:
    """Give the card of an adapted classifier: that of the one it came from, with what has changed."""
    plain = models.card(models.plain_name("classifier", base), base)
    card = {key: value for key, value in plain.items() if key != "held_out"}
    # Drawn faces are easier than real ones: how much surer the network has become on them counts, not how sure it is.
    surer = temperature(found.net, drawn) / temperature(before, drawn)
    return {
        **card,
        "name": NAME,
        "file": f"{NAME}.onnx",
        "sha256": hashlib.sha256(found.file).hexdigest(),
        "bytes": len(found.file),
        "learnt_from": [*plain["learnt_from"], {"name": f"{photos} photos of a club", "by": "", "licence": "unknown"}],
        "temperature": float(plain["temperature"]) * surer,
        "adapted": {
            "from": plain["sha256"],
            "photos": photos,
            "share": found.share,
            "own": _score_document(found.own),
            "kept": {name: _score_document(score) for name, score in found.kept.items()},
        },
    }


@torch.no_grad()
def temperature(net: Classifier, faces: Sequence[KnownFace]) -> float:
    """Give the temperature that makes a network's confidence in these faces honest."""
    net.eval()
    parts = []
    for first in range(0, len(faces), 64):
        crops = np.stack([face.crop for face in faces[first : first + 64]]).transpose(0, 3, 1, 2)
        parts.append(net(torch.from_numpy(crops).float() / 255)[:, : len(CLASSES)].log_softmax(1).numpy())
    return best_temperature(np.concatenate(parts), np.array([CLASSES.index(face.tile) for face in faces]))


def _score_document(score: Score) -> dict[str, int]:
    return {"faces": score.faces, "before": score.before, "after": score.after}


def _fingerprint(photos: Sequence[SetPhoto], base: Path, steps: int) -> str:
    """Tell one training from another, so that only the same one is gone on with."""
    told = [steps, models.card(models.plain_name("classifier", base), base)["sha256"]]
    told += [[photo.sha256, [[label.tile, label.part, label.corners] for label in photo.labels]] for photo in photos]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
