"""Know of a hand and its win what holds however the tiles are cut into sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from scorer.hand import Hand
from scorer.payments import robs_flower
from scorer.sets import TileSet, set_of
from scorer.tiles import DRAGONS, FLOWERS, HONORS, INDEX, TILES
from scorer.win import ROUNDS, SEATS, Seat, Win

if TYPE_CHECKING:
    from scorer.decomposition import Decomposition
    from scorer.rules import RuleSet

Evidence = tuple[tuple[int, ...], ...]
"""The tiles a pattern holds on, as indices: one entry for each time it holds."""

NUMBERS: Final = (1 << HONORS) - 1
"""Bit mask of the number kinds."""
SUITS: Final = (0x1FF, 0x1FF << 9, 0x1FF << 18)
"""Bit masks of characters, dots and bamboo."""
ALL_FLOWERS: Final = 0xFF


class Facts:
    """Hold what is known of one hand, one win and one winning tile before the tiles are cut into sets.

    Attributes:
        concealed: the concealed tiles, the winning one with them.
        winning: index of the winning tile; -1 at a flower win without one.
        before: count of concealed tiles of each of the 34 kinds, without the winning tile.
        counts: the same with it.
        kinds: bit mask of the kinds in concealed tiles and melds, also of a flower that should have been replaced.
        flowers: bit mask of the eight flowers; a robbed one is among them.
        is_drawn: whether the winner drew the winning tile himself.
        is_hidden: whether nothing was called; a concealed kong calls nothing.
        is_robbing_flower: whether the win takes a flower from another player (七搶一).
        completes: whether a flower win completes the hand too (on an ordinary win, always).
    """

    __slots__ = (
        "_cuts",
        "_tiles",
        "_waits",
        "before",
        "completes",
        "concealed",
        "counts",
        "events",
        "flowers",
        "is_drawn",
        "is_hidden",
        "is_robbing_flower",
        "kinds",
        "melds",
        "options",
        "round_tile",
        "seat_tile",
        "shapes",
        "win",
        "winning",
    )

    def __init__(self, hand: Hand, win: Win, rules: RuleSet, *, completes: bool = True) -> None:
        self.concealed = [INDEX[name] for name in hand.concealed]
        counts = bytearray(len(TILES))
        kinds = 0
        for tile in self.concealed:
            counts[tile] += 1
            kinds |= 1 << tile
        self.before = bytes(counts[:FLOWERS])
        self.winning = -1
        if hand.winning is not None:
            self.winning = INDEX[hand.winning]
            self.concealed.append(self.winning)
            counts[self.winning] += 1
            kinds |= 1 << self.winning
        self.counts = bytes(counts[:FLOWERS])
        melds = [set_of(meld) for meld in hand.melds]
        if len(melds) > 1:
            melds.sort(key=_meld_order)
        self.melds = tuple(melds)
        self.is_hidden = True
        for meld in melds:
            kinds |= meld.kinds
            if not meld.is_hidden:
                self.is_hidden = False
        self.kinds = kinds
        flowers = 0
        for name in hand.flowers:
            flowers |= 1 << INDEX[name]
        self.flowers = flowers >> FLOWERS
        self.win = win
        self.events = win.events
        self.shapes = rules.shapes
        self.options = rules.options
        self.completes = completes
        self.is_robbing_flower = robs_flower(win)
        self.is_drawn = rules.payments.is_self_draw(win)
        self.seat_tile = HONORS + SEATS.index(win.seat)
        self.round_tile = _round_tile(win.round, rules.options)
        self._cuts: list[Decomposition] | None = None
        self._tiles: tuple[int, ...] | None = None
        self._waits: tuple[int, ...] | None = None

    @property
    def cuts(self) -> list[Decomposition]:
        """Every way to cut the hand, in a fixed order; none where its tiles make no winning shape."""
        if self._cuts is None:
            self._cuts = self.shapes.decompositions(self.counts, self.melds)
        return self._cuts

    @property
    def tiles(self) -> tuple[int, ...]:
        """Every tile of the hand but the flowers, in order."""
        if self._tiles is None:
            tiles = self.concealed.copy()
            for meld in self.melds:
                tiles += meld.tiles
            self._tiles = tuple(sorted(tiles))
        return self._tiles

    @property
    def waits(self) -> tuple[int, ...]:
        """The tiles that complete the hand before the winning one.

        Those held four times already can't be drawn; they count only where the option `waits` says `formal`.
        """
        if self._waits is None:
            found = self.shapes.waits(self.before, self.melds)
            if self.options.get("waits") != "formal":
                found = tuple(tile for tile in found if self.held_before(tile) < 4)
            self._waits = found
        return self._waits

    def held_before(self, tile: int) -> int:
        """How many of one kind lie in concealed tiles and melds, the winning tile not counted."""
        held = self.before[tile]
        for meld in self.melds:
            if meld.kinds >> tile & 1:
                held += meld.tiles.count(tile)
        return held

    @property
    def flower_owners(self) -> str:
        """The seats that 春夏秋冬梅蘭菊竹 belong to in turn (花牌合開門序)."""
        return str(self.options.get("flower_seats", "ESWNESWN"))

    def whole(self) -> Evidence:
        """Name the whole hand as what a pattern holds on."""
        return (self.tiles,)

    def on_winning(self) -> Evidence:
        """Name the winning tile as what a pattern holds on."""
        return ((self.winning,),) if self.winning >= 0 else ((),)

    def on_flowers(self, flowers: int) -> Evidence:
        """Name flowers, given as a bit mask, as what a pattern holds on."""
        return (tuple(FLOWERS + flower for flower in range(8) if flowers >> flower & 1),)


def _meld_order(meld: TileSet) -> tuple[int, str]:
    return meld.tile, meld.lying + str(len(meld.tiles)) + str(meld.is_chow)


def _round_tile(name: str, options: Mapping[str, str | int]) -> int:
    index = ROUNDS.index(name)
    if index >= 4 and options.get("dragon_rounds") != "yes":
        return -1
    return HONORS + index if index < 4 else DRAGONS + index - 4


__all__ = ["ALL_FLOWERS", "NUMBERS", "SUITS", "Evidence", "Facts", "Seat"]
