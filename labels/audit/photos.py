"""Find photos that are there twice, in one split or in two, and photos that are mirrored."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from labels.audit.alike import APART, alike
from labels.audit.finding import Finding
from labels.audit.pairing import Paired
from labels.forms.dataset import SetPhoto, class_of
from scorer.tiles import BACK

ONCE_MORE: Final = 0.3
"""Score of a photo that is there again in its own split with the same labels: it only weighs double."""
MOSTLY: Final = 0.5
"""Share of the tiles seen in two photos of one picture that are in both."""
SYMMETRIC: Final = {
    *(f"{n}p" for n in range(1, 10) if n != 7),
    *(f"{n}s" for n in range(2, 10)),
    "1z",
    "5z",
    "7z",
    BACK,
}
"""Tiles that look nearly the same in a mirror."""
ENOUGH: Final = 3.0
"""Log odds that make a photo two thirds sure to be mirrored."""
MOST, UNSURE = 3.0, 0.002
"""The most that one tile may say, and the least probability that is told from none."""


def repeated_photos(pairs: Sequence[Paired], fingerprints: Mapping[str, str]) -> Iterator[Finding]:
    """Give the photos that show what an earlier one of the set does, each once, beside the one it is most like.

    A photo is a leak where the other is of another split. In one split it is doubted more where the two are labelled
    otherwise. Of two that are each other's mirror image, the one whose labels are seen less is mirrored.

    Args:
        fingerprints: by a photo's SHA-256; without one, only the same bytes are found.
    """
    photos = [pair.photo for pair in pairs]
    nearest: dict[int, tuple[float, int]] = {}
    for first, second, apart, mirrored in _same(photos, fingerprints):
        if apart and _seen_alike(pairs[first], pairs[second]) < MOSTLY:
            continue
        if mirrored:
            sure = agreement(pairs[first]), agreement(pairs[second])
            worse = second if sure[1] <= sure[0] else first
            yield Finding(photos[worse].name, "mirrored", (1 + abs(sure[0] - sure[1])) / 2)
        leak = photos[first].split != photos[second].split
        score = 1 - apart / APART / 2
        if not leak:
            score *= 1.0 if _named(photos[first]) != _named(photos[second]) else ONCE_MORE
        nearest[second] = max(nearest.get(second, (0.0, 0)), (score, first))
    for second, (score, first) in nearest.items():
        kind = "duplicate" if photos[first].split == photos[second].split else "leak"
        yield Finding(photos[second].name, kind, score, suggestion=photos[first].name)


def _same(photos: Sequence[SetPhoto], fingerprints: Mapping[str, str]) -> Iterator[tuple[int, int, int, bool]]:
    """Give two photos that show the same by their places, how far apart they are, and whether as mirror images."""
    first: dict[str, int] = {}
    for at, photo in enumerate(photos):
        if (other := first.setdefault(photo.sha256, at)) != at:
            yield other, at, 0, False
    printed = [at for sha256, at in first.items() if sha256 in fingerprints]
    for one in alike([fingerprints[photos[at].sha256] for at in printed]):
        yield printed[one.first], printed[one.second], one.apart, one.mirrored


def _seen_alike(one: Paired, other: Paired) -> float:
    """Give the share of the tiles seen in two photos that are in both: another deal on one table is no copy."""
    a, b = (Counter(tile.tile for tile in pair.seen) for pair in (one, other))
    return (a & b).total() / max(1, a.total(), b.total()) if a and b else 1.0


def _named(photo: SetPhoto) -> Counter[str]:
    return Counter(class_of(label) for label in photo.labels)


def mirrored_photos(pairs: Sequence[Paired]) -> Iterator[Finding]:
    """Give the photos whose labels are rather those of their mirror image.

    A reader names many a mirrored tile too, if less surely; so all tiles of a photo that have a left and a right speak.
    """
    for pair in pairs:
        weight = sum(_speaks(pair, at) for at in range(len(pair.photo.labels)))
        if weight > 0:
            yield Finding(pair.photo.name, "mirrored", 1 - math.exp(-weight / ENOUGH))


def _speaks(pair: Paired, at: int) -> float:
    """Give by how much a label speaks for mirroring: the log odds of its name in the mirror, less those without."""
    tile, name = pair.tile_of(at), pair.photo.labels[at].tile
    if tile is None or not tile.mirrored or name in SYMMETRIC:
        return 0.0
    # A reading's confidence is also that a tile is there at all; what the other names leave is the name's alone.
    others = sum(chance for other, chance in tile.chances.items() if other != tile.tile)
    here = 1 - others if name == tile.tile else tile.chances.get(name, 0.0)
    return max(-MOST, min(MOST, _log_odds(tile.mirrored.get(name, 0.0)) - _log_odds(here)))


def _log_odds(chance: float) -> float:
    sure = min(max(chance, UNSURE), 1 - UNSURE)
    return math.log(sure / (1 - sure))


def agreement(pair: Paired) -> float:
    """Give the probability of a photo's labels by its reading, on average; 1 where there is nothing to say."""
    count = len(pair.photo.labels)
    return sum(_spoken_for(pair, at) for at in range(count)) / count if pair.read and count else 1.0


def _spoken_for(pair: Paired, at: int) -> float:
    tile = pair.tile_of(at)
    return tile.chances.get(pair.photo.labels[at].tile, 0.0) if tile else 0.0
