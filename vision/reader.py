"""Read the tiles of one revealed hand from a photo: the stages in order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import models
from scorer import RuleSet, is_legal, load_rules
from vision.advice import advise
from vision.assemble import Assembly, assemble, too_many
from vision.classify import CLASSES, NO_FACE, Naming, classify
from vision.errors import PhotoError
from vision.locate import Face, locate
from vision.photo import Photo, Source, load_photo
from vision.reading import ReadHand, ReadTile, TableReading
from vision.rectify import rectify
from vision.suggest import suggest

ALTERNATIVES = 5
FAINT = 0.3
"""Confidence under which what was seen is rather no tile; chosen on held-out training photos."""


class Reader:
    """Holds the two networks, opened once; safe to use from several threads.

    Args:
        threads: threads a network may use for one photo; by default the processor cores that this process may use.
        folder: where the networks and their cards lie.

    Raises:
        models.ModelError: a model file is missing or not the one its card describes.
    """

    def __init__(self, threads: int | None = None, folder: Path = models.FOLDER) -> None:
        count = threads or usable_cores()
        self._locator = models.session("locator", count, folder)
        self._classifier = models.session("classifier", count, folder)
        self._temperature = float(models.card("classifier", folder)["temperature"])
        self._rules = load_rules("taiwan")

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
            namings = classify(crops, self._classifier, self._temperature)
        with clock("assemble"):
            return _reading(taken, name or _name_of(photo), kept, namings, rules or self._rules)


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


def _reading(photo: Photo, name: str, faces: list[Face], namings: list[Naming], rules: RuleSet) -> TableReading:
    """Put located and named faces together to a reading; what the classifier calls no face is dropped."""
    no_face = CLASSES.index(NO_FACE)
    seen: list[Seen] = []
    for face, naming in zip(faces, namings, strict=True):
        ranked = _ranked(naming)
        confidence = ranked[0][1] * face.confidence**0.25
        if int(naming.chances.argmax()) != no_face and confidence >= FAINT:
            seen.append((np.roll(face.corners, -naming.turn, axis=0), ranked, confidence))
    assembly = _assembled(seen, rules)
    # The hand as its owner reads it, then what else lies on the table.
    members = set(assembly.members)
    order = [*assembly.members, *(i for i in range(len(seen)) if i not in members)]
    seen = [seen[i] for i in order]
    assembly = assembly.renumbered(order)
    alternatives = [ranked for _, ranked, _ in seen]
    names = [ranked[0][0] for ranked in alternatives]
    tiles = tuple(
        ReadTile(
            tile=ranked[0][0],
            confidence=confidence,
            corners=quad,
            role=role,
            hand=0 if assembly.hand is not None and role != "other" else None,
            alternatives=tuple(ranked[1:]),
        )
        for (quad, ranked, confidence), role in zip(seen, assembly.roles, strict=True)
    )
    hands = _hands(names, alternatives, assembly, rules)
    repeated = too_many([t.tile for t in tiles if t.role != "other"]) if assembly.hand is not None else []
    return TableReading(
        name, photo.width, photo.height, tiles, hands, advise(photo, tiles, assembly.hand, repeated, rules)
    )


Seen = tuple[NDArray[np.float32], list[tuple[str, float]], float]
"""A face's corners from its printed top left, its likeliest names with probabilities, and the confidence in it."""


def _assembled(seen: list[Seen], rules: RuleSet) -> Assembly:
    corners = np.array([quad for quad, _, _ in seen], np.float32).reshape(-1, 4, 2)
    return assemble([ranked[0][0] for _, ranked, _ in seen], corners, rules.shapes.tiles)


def _ranked(naming: Naming) -> list[tuple[str, float]]:
    """Give the likeliest names with probabilities, `none` left out."""
    order = [i for i in np.argsort(-naming.chances).tolist() if CLASSES[i] != NO_FACE][:ALTERNATIVES]
    return [(CLASSES[i], float(naming.chances[i])) for i in order]


def _hands(
    names: list[str], ranked: list[list[tuple[str, float]]], assembly: Assembly, rules: RuleSet
) -> tuple[ReadHand, ...]:
    if assembly.hand is None:
        return ()
    other = suggest(names, ranked, assembly, rules)
    return (ReadHand(str(assembly.hand), is_legal(assembly.hand, rules), other),)
