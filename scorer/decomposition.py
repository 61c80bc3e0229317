"""Hold one way to cut a hand into sets."""

from __future__ import annotations

from scorer.sets import TileSet


class Decomposition:
    """Hold one way to cut a hand: its shape, its sets (concealed ones first, then melds) and its pairs.

    Attributes:
        concealed: the first so many of `sets` are of the concealed tiles.
        singles: the tiles that stand alone (十三么), each as a set of one.
        chows: the chows among the sets.
        chow_starts: bit mask of the lowest tiles of the chows.
        triplets: bit mask of the kinds it has a triplet or kong of.
        hidden_triplets: the triplets that are concealed, or concealed kongs.
    """

    __slots__ = (
        "chow_starts",
        "chows",
        "concealed",
        "hidden_triplets",
        "pairs",
        "sets",
        "shape",
        "singles",
        "triplets",
    )

    def __init__(
        self,
        shape: str,
        sets: tuple[TileSet, ...],
        pairs: tuple[TileSet, ...],
        concealed: int,
        singles: tuple[TileSet, ...] = (),
    ) -> None:
        self.shape = shape
        self.sets = sets
        self.pairs = pairs
        self.concealed = concealed
        self.singles = singles
        chows = []
        hidden = []
        chow_starts = triplets = 0
        for each in sets:
            if each.is_chow:
                chows.append(each)
                chow_starts |= 1 << each.tile
            else:
                triplets |= each.kinds
                if each.is_hidden:
                    hidden.append(each)
        self.chows = tuple(chows)
        self.chow_starts = chow_starts
        self.hidden_triplets = tuple(hidden)
        self.triplets = triplets
