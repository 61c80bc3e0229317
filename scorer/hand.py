"""Hold a hand as it lies on the table: concealed tiles, melds, winning tile, flowers.

Any tiles can be put together here, also those that no wall holds; `scorer.check` says what is wrong with a hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from scorer.tiles import INDEX, TILE_NAMES, tiles_text

MeldKind = Literal["chow", "pung", "kong_claimed", "kong_added", "kong_concealed"]
MELD_KINDS: Final[tuple[MeldKind, ...]] = get_args(MeldKind)


@dataclass(frozen=True, slots=True)
class Meld:
    """Hold one meld (吃碰槓): a chow, a pung or a kong, with its tiles as they lie.

    Raises:
        ValueError: the tiles do not make that meld.

    >>> str(Meld("kong_added", ("5p", "5p", "5p", "5p")))
    '[555+5p]'
    """

    kind: MeldKind
    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.kind not in MELD_KINDS:
            raise ValueError(f"no such meld: {self.kind!r}")
        if not TILE_NAMES.issuperset(self.tiles):
            raise ValueError(f"no such tile in {self.tiles!r}")
        shape = meld_shape(self.tiles)
        if shape != ("kong" if self.is_kong else self.kind):
            raise ValueError(f"{tiles_text(self.tiles)} is no {self.kind}")

    @property
    def is_kong(self) -> bool:
        """Whether it holds four tiles."""
        return self.kind.startswith("kong")

    @property
    def is_open(self) -> bool:
        """Whether it was called from another player; a concealed kong was not."""
        return self.kind != "kong_concealed"

    def __str__(self) -> str:
        if self.kind == "kong_concealed":
            return f"({tiles_text(self.tiles)})"
        if self.kind == "kong_added":
            tile = self.tiles[0]
            return f"[{tile[0] * 3}+{tile}]"
        return f"[{tiles_text(self.tiles)}]"


def meld_shape(tiles: tuple[str, ...]) -> Literal["chow", "pung", "kong"] | None:
    """Say which set the tiles make, whatever their order.

    >>> meld_shape(("3m", "1m", "2m"))
    'chow'
    >>> meld_shape(("1z", "2z", "3z")) is None
    True
    """
    if len(tiles) not in (3, 4) or tiles[0][1] == "f":
        return None
    if len(set(tiles)) == 1:
        return "pung" if len(tiles) == 3 else "kong"
    low, *rest = sorted(INDEX[tile] for tile in tiles)
    one_suit = len({tile[1] for tile in tiles}) == 1 and tiles[0][1] in "mps"
    return "chow" if one_suit and rest == [low + 1, low + 2] else None


@dataclass(frozen=True, slots=True)
class Hand:
    """Hold one hand. `str(hand)` is its text, and `parse_hand` the way back.

    Args:
        concealed: the tiles not called, without the winning tile where that is named.
        winning: the tile that completed the hand; None where nobody has named it. It then lies among `concealed`.

    Raises:
        ValueError: a name that is no tile.

    >>> str(Hand(("1m", "1m"), (Meld("chow", ("1p", "2p", "3p")),), "1m", ("1f",)))
    '11m[123p]+1m|1f'
    """

    concealed: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()
    winning: str | None = None
    flowers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for tiles in (self.concealed, self.flowers):
            if not TILE_NAMES.issuperset(tiles):
                raise ValueError(f"no such tile in {tiles!r}")
        if self.winning is not None and self.winning not in INDEX:
            raise ValueError(f"no such tile: {self.winning!r}")

    @property
    def size(self) -> int:
        """How many tiles it has towards a full hand: flowers and the fourth tile of a kong do not count."""
        return len(self.concealed) + 3 * len(self.melds) + (self.winning is not None)

    @property
    def all_tiles(self) -> tuple[str, ...]:
        """Every tile of it but the flowers: concealed, in melds, winning."""
        melded = (tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed, *melded, *((self.winning,) if self.winning else ()))

    def named_winning(self, tile: str) -> Hand:
        """Give the same tiles with one of the concealed ones as the winning tile.

        Raises:
            ValueError: no concealed tile of that name.

        >>> str(Hand(("1m", "2m", "2m")).named_winning("2m"))
        '12m+2m'
        """
        concealed = [*self.concealed, *((self.winning,) if self.winning else ())]
        concealed.reverse()
        concealed.remove(tile)
        concealed.reverse()
        return replace(self, concealed=tuple(concealed), winning=tile)

    def __str__(self) -> str:
        text = tiles_text(self.concealed) + "".join(map(str, self.melds))
        if self.winning is not None:
            text += f"+{self.winning}"
        return f"{text}|{tiles_text(self.flowers)}" if self.flowers else text
