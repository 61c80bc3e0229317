"""Read the tiles of one revealed hand from a photo: the stages in order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from time import perf_counter

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from PIL import Image

import models
from scorer import RuleSet, is_legal, load_rules
from vision.advice import advise
from vision.assemble import assemble, too_many
from vision.blanks import with_white_dragons
from vision.classify import CLASSES, Naming
from vision.describe import NO_FACE_AT, Floats, Seen
from vision.errors import PhotoError
from vision.locate import Face, locate
from vision.namer import Namer
from vision.photo import Photo, Pixels, Source, load_photo
from vision.reading import ReadHand, ReadTile, TableReading
from vision.rectify import rectify
from vision.suggest import suggest

ALTERNATIVES = 5
LEAST, FEW, LEAST_OF_FEW = 0.5, 3, 0.8
"""Confidence that one tile at least must have, and one of so few: a photo in which none does shows something else.
Of 787 training photos none would be read otherwise with 0.75 or 0.85."""
FAINT = 0.3
"""Confidence under which what was seen is rather no tile; chosen on held-out training photos."""
A_FACE, SOME_NAME = 0.7, 0.15
"""Confidences in that it is a face at all, and in its name, from which it stays all the same: a wrong name is put right
with one tap, a tile that is left out must be placed."""


class Reader:
    """Holds the five networks, opened once; safe to use from several threads.

    Args:
        threads: threads a network may use for one photo; by default the processor cores that this process may use.
        folder: where the networks and their cards lie.

    Raises:
        models.ModelError: a model file is missing or not the one its card describes.
    """

    def __init__(self, threads: int | None = None, folder: Path = models.FOLDER) -> None:
        count = threads or usable_cores()
        self._locator = models.session("locator", count, folder)
        self._namer = Namer(count, folder)
        self._sorter = models.session("sorter", 1, folder)
        self._rules = load_rules("taiwan")

    def naming_by(self, classifier: onnxruntime.InferenceSession, temperature: float) -> Reader:
        """Give a reader that names faces by another classifier, and shares everything else with this one."""
        other = copy(self)
        other._namer = self._namer.naming_by(classifier, temperature)
        return other

    def read(
        self,
        photo: Source,
        *,
        rules: RuleSet | None = None,
        name: str | None = None,
        times: dict[str, float] | None = None,
    ) -> TableReading:
        """Read one photo: a path, bytes, file object, Pillow image, RGB array or `Photo`.

        Args:
            rules: judge whether the hand is legal; `taiwan` by default.
            name: what the reading calls the photo; by default the file's name where there is one.
            times: filled with the seconds that each stage took, where given.

        Raises:
            PhotoError: the photo can't be decoded, or is over a limit.
        """
        clock = _Clock(times)
        with clock("decode"):
            taken = load_photo(photo)
        with clock("locate"):
            faces = locate(taken, self._locator)
        with clock("rectify"):
            kept, crops = _crops(taken, faces)
        with clock("classify"):
            namings = self.verified(taken, kept, self.name(crops))
        with clock("assemble"):
            called = name or _name_of(photo)
            return _reading(taken, called, kept, namings, self._sorter, rules or self._rules)

    def name(self, crops: Sequence[Pixels]) -> list[Naming]:
        """Name crops of faces, cut as `rectify` cuts them; nothing is looked for in a photo."""
        return self._namer.name(crops)

    def verified(self, photo: Photo, faces: Sequence[Face], namings: Sequence[Naming]) -> list[Naming]:
        """Look again at the faces of a photo whose name is in doubt, and at flowers."""
        return self._namer.verified(photo, faces, namings)


def usable_cores() -> int:
    """Count the processor cores that this process may use: its affinity and its control group's quota."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        if quota != "max":
            cores = min(cores, max(1, round(int(quota) / int(period))))
    except (OSError, ValueError):
        pass
    return cores


class _Clock:
    def __init__(self, times: dict[str, float] | None) -> None:
        self._times = times

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        began = perf_counter()
        yield
        if self._times is not None:
            self._times[stage] = perf_counter() - began


def _name_of(photo: Source) -> str:
    if isinstance(photo, (str, os.PathLike)):
        return Path(photo).name
    inner = getattr(photo, "filename", None) if isinstance(photo, Image.Image) else getattr(photo, "name", None)
    return Path(inner).name if isinstance(inner, str) and inner else "photo"


def _crops(photo: Photo, faces: list[Face]) -> tuple[list[Face], list[NDArray[np.uint8]]]:
    kept, crops = [], []
    for face in faces:
        try:
            crops.append(rectify(photo, face.corners))
        except PhotoError:
            continue
        kept.append(face)
    return kept, crops


def _reading(
    photo: Photo,
    called: str,
    faces: list[Face],
    namings: list[Naming],
    sorter: onnxruntime.InferenceSession,
    rules: RuleSet,
) -> TableReading:
    """Put located and named faces together to a reading; what the classifier calls no face is dropped."""
    corners = [np.roll(face.corners, -naming.turn, axis=0) for face, naming in zip(faces, namings, strict=True)]
    chances = np.array([naming.chances for naming in namings], np.float32).reshape(-1, len(CLASSES))
    located = np.array([face.confidence for face in faces], np.float32)
    quads = np.array(corners, np.float32).reshape(-1, 4, 2)
    confidence = chances[:, :NO_FACE_AT].max(axis=1, initial=0) * located**0.25
    seen = Seen(chances, located, quads, (photo.width, photo.height))
    face = (1 - chances[:, NO_FACE_AT]) * located**0.25
    kept = (confidence >= FAINT) | ((face >= A_FACE) & (confidence >= SOME_NAME))
    kept &= chances.argmax(axis=1) != NO_FACE_AT
    kept &= confidence[kept].max(initial=0) >= (LEAST_OF_FEW if kept.sum() <= FEW else LEAST)
    seen, confidence = seen.some(np.flatnonzero(kept).tolist()), confidence[kept]
    seen = with_white_dragons(photo, seen)
    assemblies = assemble(seen, sorter, rules.shapes.tiles)
    # Each hand as its owner reads it, then what else lies on the table.
    order = [i for assembly in assemblies for i in assembly.members]
    order += [i for i in range(len(confidence)) if i not in set(order)]
    seen, confidence = seen.some(order), confidence[order]
    assemblies = [assembly.renumbered(order) for assembly in assemblies]
    names, alternatives = seen.names, [_ranked(chances) for chances in seen.chances]
    hand_of = {i: h for h, assembly in enumerate(assemblies) for i in assembly.members}
    tiles = tuple(
        ReadTile(
            tile=name,
            confidence=float(sure),
            corners=quad,
            role=assemblies[hand_of.get(i, 0)].roles[i],
            hand=hand_of.get(i),
            alternatives=tuple(ranked[1:]),
        )
        for i, (name, sure, quad, ranked) in enumerate(zip(names, confidence, seen.corners, alternatives, strict=True))
    )
    hands = tuple(
        ReadHand(str(one.hand), is_legal(one.hand, rules), suggest(names, alternatives, one, rules))
        for one in assemblies
        if one.hand is not None
    )
    main = assemblies[0]
    repeated = too_many([names[i] for i in main.members])
    warnings = advise(photo, tiles, main.hand, repeated, rules)
    return TableReading(called, photo.width, photo.height, tiles, hands, warnings)


def _ranked(chances: Floats) -> list[tuple[str, float]]:
    """Give the likeliest names with probabilities, `none` left out."""
    order = [i for i in np.argsort(-chances).tolist() if i != NO_FACE_AT][:ALTERNATIVES]
    return [(CLASSES[i], float(chances[i])) for i in order]
