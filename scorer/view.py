"""See one complete reading of a hand: how it is cut into sets, and which set the winning tile finished."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.decomposition import Decomposition
from scorer.facts import Evidence, Facts
from scorer.sets import TileSet
from scorer.shapes import SETS_AND_PAIR


class HandView:
    """Hold one decomposition with one placement of the winning tile; every pattern looks at one.

    Attributes:
        facts: what holds however the hand is cut.
        placed: the set or pair that the winning tile finished.
        is_usual: whether it is sets and one pair, no special shape.
        sets: the sets, concealed ones first, then melds.
        triplets: bit mask of the kinds it has a triplet or kong of.
        chows: the chows among the sets.
        chow_starts: bit mask of the lowest tiles of the chows.
        concealed_triplets: the triplets that were dealt or drawn (暗坎), concealed kongs with them.
    """

    __slots__ = (
        "chow_starts",
        "chows",
        "concealed_triplets",
        "facts",
        "is_usual",
        "pairs",
        "placed",
        "sets",
        "shape",
        "triplets",
    )

    def __init__(self, facts: Facts, cut: Decomposition, placed: TileSet) -> None:
        self.facts = facts
        self.shape = cut.shape
        self.is_usual = cut.shape == SETS_AND_PAIR
        self.sets = cut.sets
        self.pairs = cut.pairs
        self.placed = placed
        self.triplets = cut.triplets
        self.chows = cut.chows
        self.chow_starts = cut.chow_starts
        hidden = cut.hidden_triplets
        if placed.is_triplet and not facts.is_drawn:
            # Finished by another player's tile, so not dealt or drawn; there are no two equal triplets.
            hidden = tuple(each for each in hidden if each is not placed)
        self.concealed_triplets = hidden

    @property
    def pair(self) -> TileSet:
        """The pair of a usual hand, the first of the seven of a special one."""
        return self.pairs[0]

    def evidence(self, sets: Iterable[TileSet]) -> Evidence:
        """Name the tiles of these sets as what a pattern holds on, once."""
        return (tuple([tile for each in sets for tile in each.tiles]),)

    def each(self, sets: Iterable[TileSet]) -> Evidence | None:
        """Name each of these sets as what a pattern holds on, once a set; None where there are none."""
        return tuple(each.tiles for each in sets) or None

    def triplets_of(self, kinds: int) -> list[TileSet]:
        """Give the triplets of the kinds in a bit mask."""
        return [each for each in self.sets if each.is_triplet and kinds >> each.tile & 1]


def views(facts: Facts) -> Iterator[HandView]:
    """Give every decomposition with every placement of the winning tile, in a fixed order."""
    winning = 1 << facts.winning if facts.winning >= 0 else 0
    for cut in facts.cuts:
        seen: TileSet | None = None
        for each in (*cut.pairs, *cut.sets[: cut.concealed], *cut.singles):
            # Equal sets follow each other, and which of them the tile finished is all one.
            if each.kinds & winning and each is not seen:
                seen = each
                yield HandView(facts, cut, each)
