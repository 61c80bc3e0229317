"""Hold one way to cut a hand into sets."""

from __future__ import annotations

from scorer.sets import TileSet


class Decomposition:
    """Hold one way to cut a hand: its shape, its sets (concealed ones first, then melds) and its pairs.

    Attributes:
        concealed: the first so many of `sets` are of the concealed tiles.
        singles: the tiles that stand alone (十三么), each as a set of one.
        chows: the chows among the sets.
        triplets: bit mask of the kinds it has a triplet or kong of.
        hidden_triplets: the triplets that are concealed, or concealed kongs.
    """

    __slots__ = ("chows", "concealed", "hidden_triplets", "pairs", "sets", "shape", "singles", "triplets")

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
        triplets = 0
        for each in sets:
            if each.is_chow:
                chows.append(each)
            else:
                triplets |= each.kinds
                if each.is_hidden:
                    hidden.append(each)
        self.chows = tuple(chows)
        self.hidden_triplets = tuple(hidden)
        self.triplets = triplets
