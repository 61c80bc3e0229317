"""Know every set of tiles a hand can be cut into, each made once and shared.

A set here is a chow, a triplet (a kong is one), or a pair, with its tiles as indices into `TILES`. Two sets are the
same object when they are the same set lying the same way, so they are compared with `is`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from scorer.hand import Meld
from scorer.tiles import HONORS, INDEX, names_of, tiles_text

Lying = Literal["concealed", "open", "concealed_kong", "claimed_kong", "added_kong"]


class TileSet:
    """Be one chow, triplet or pair, or a tile that stands alone (十三么), and how it lies.

    Attributes:
        tile: index of its lowest tile.
        tiles: indices of all its tiles, four for a kong.
        kinds: the kinds it holds, as a bit mask over the 34.
        is_hidden: whether nothing of it was called; true for a concealed kong.
        text: its tiles, in the brackets of a meld.
    """

    __slots__ = (
        "is_chow",
        "is_hidden",
        "is_honor",
        "is_kong",
        "is_pair",
        "is_triplet",
        "kinds",
        "lying",
        "text",
        "tile",
        "tiles",
    )

    def __init__(self, tiles: tuple[int, ...], lying: Lying) -> None:
        self.tile = tiles[0]
        self.tiles = tiles
        self.lying: Lying = lying
        self.is_pair = len(tiles) == 2
        self.is_chow = tiles[0] != tiles[-1]
        self.is_triplet = len(tiles) > 2 and not self.is_chow
        self.is_kong = len(tiles) == 4
        self.is_hidden = lying in ("concealed", "concealed_kong")
        self.is_honor = tiles[0] >= HONORS
        self.kinds = 0
        for tile in tiles:
            self.kinds |= 1 << tile
        text = tiles_text(names_of(tiles))
        self.text = {"concealed": text, "concealed_kong": f"({text})"}.get(lying, f"[{text}]")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self}>"


def _chows(lying: Lying) -> dict[int, TileSet]:
    return {low: TileSet((low, low + 1, low + 2), lying) for low in range(HONORS) if low % 9 <= 6}


def _equal(count: int, lying: Lying) -> dict[int, TileSet]:
    return {tile: TileSet((tile,) * count, lying) for tile in range(34)}


SINGLES: Final = _equal(1, "concealed")
PAIRS: Final = _equal(2, "concealed")
CHOWS: Final = _chows("concealed")
TRIPLETS: Final = _equal(3, "concealed")
_MELDED: Final = {
    "chow": _chows("open"),
    "pung": _equal(3, "open"),
    "kong_claimed": _equal(4, "claimed_kong"),
    "kong_added": _equal(4, "added_kong"),
    "kong_concealed": _equal(4, "concealed_kong"),
}


@lru_cache(maxsize=1024)
def set_of(meld: Meld) -> TileSet:
    """Give the set that a meld is.

    >>> set_of(Meld("chow", ("3m", "1m", "2m")))
    <[123m]>
    """
    return _MELDED[meld.kind][min(INDEX[tile] for tile in meld.tiles)]
