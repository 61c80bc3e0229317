"""Name faces: the classifier first, then a closer look where its name is in doubt and at flowers."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from pathlib import Path

import onnxruntime

import models
from vision.classify import Naming, classify
from vision.locate import Face
from vision.photo import Photo, Pixels
from vision.verify import tell_flowers, verify


class Namer:
    """Holds the networks that name faces, opened once; safe to use from several threads.

    Args:
        threads: threads a network may use.
        folder: where the networks and their cards lie.

    Raises:
        models.ModelError: a model file is missing or not the one its card describes.
    """

    def __init__(self, threads: int, folder: Path = models.FOLDER) -> None:
        self._classifier, self._verifier, self._flowers = (
            (models.session(name, threads, folder), float(models.card(name, folder)["temperature"]))
            for name in ("classifier", "verifier", "flowers")
        )

    def naming_by(self, classifier: onnxruntime.InferenceSession, temperature: float) -> Namer:
        """Give one with another classifier, that shares everything else with this one."""
        other = copy(self)
        other._classifier = classifier, temperature
        return other

    def name(self, crops: Sequence[Pixels]) -> list[Naming]:
        """Name crops of faces, cut as `rectify` cuts them, at the first look."""
        return classify(crops, *self._classifier)

    def verified(self, photo: Photo, faces: Sequence[Face], namings: Sequence[Naming]) -> list[Naming]:
        """Look again at the faces of a photo whose name is in doubt and at flowers: `verify`, then `tell_flowers`."""
        return tell_flowers(photo, faces, verify(photo, faces, namings, *self._verifier), *self._flowers)
