"""Name the 42 tile faces, in one fixed order.

Outside, a tile is its name (`5m`); inside the scorer it is its index in `TILES`, a small int, because counts of
tiles are arrays there. Suits: `m` 萬, `p` 筒, `s` 條; `1z`-`7z` = 東南西北白發中; `1f`-`4f` = 春夏秋冬,
`5f`-`8f` = 梅蘭菊竹.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

SUIT_SIZES: Final[Mapping[str, int]] = MappingProxyType({"m": 9, "p": 9, "s": 9, "z": 7, "f": 8})

TILES: Final[tuple[str, ...]] = tuple(
    f"{rank}{suit}" for suit, size in SUIT_SIZES.items() for rank in range(1, size + 1)
)
"""The 42 faces in the project's fixed class order: 1m..9m, 1p..9p, 1s..9s, 1z..7z, 1f..8f."""

BACK: Final = "back"
"""The name of a face-down tile. No hand holds one; a reading may."""

INDEX: Final[Mapping[str, int]] = MappingProxyType({name: index for index, name in enumerate(TILES)})
TILE_NAMES: Final = frozenset(TILES)

HONORS: Final = 27
"""Index of the first honour, 東."""
DRAGONS: Final = 31
"""Index of the first dragon, 白."""
FLOWERS: Final = 34
"""Index of the first flower, 春; the kinds below it are the 34 a hand is made of."""

SUIT_SPANS: Final[tuple[tuple[int, int], ...]] = ((0, 9), (9, 18), (18, 27), (27, 34))
"""Where each suit begins and ends among the 34 kinds: characters, dots, bamboo, honours."""

# The Unicode block has its own order: dragons 中發白, suits 萬條筒, flowers 梅蘭竹菊 before 春夏秋冬.
_UNICODE_ORDER = (
    *(f"{rank}z" for rank in (1, 2, 3, 4, 7, 6, 5)),
    *(f"{rank}m" for rank in range(1, 10)),
    *(f"{rank}s" for rank in range(1, 10)),
    *(f"{rank}p" for rank in range(1, 10)),
    *("5f", "6f", "8f", "7f"),
    *(f"{rank}f" for rank in range(1, 5)),
)
FROM_UNICODE: Final[Mapping[str, str]] = MappingProxyType(
    {chr(0x1F000 + offset): name for offset, name in enumerate(_UNICODE_ORDER)}
)
TO_UNICODE: Final[Mapping[str, str]] = MappingProxyType({name: char for char, name in FROM_UNICODE.items()})


def tiles_text(tiles: Iterable[str]) -> str:
    """Write tiles in the given order, the suit letter once for each run of one suit.

    >>> tiles_text(["1m", "1m", "2m", "5p", "7z"])
    '112m5p7z'
    """
    parts: list[str] = []
    suit = ""
    for tile in tiles:
        if tile[1] != suit:
            parts.append(suit)
            suit = tile[1]
        parts.append(tile[0])
    return "".join((*parts, suit))


def names_of(tiles: Iterable[int]) -> tuple[str, ...]:
    """Give the names of tiles known by index.

    >>> names_of([0, 33])
    ('1m', '7z')
    """
    return tuple([TILES[tile] for tile in tiles])


def in_order(tiles: Iterable[str]) -> tuple[str, ...]:
    """Sort tiles into the fixed order.

    >>> in_order(["7z", "1f", "2m"])
    ('2m', '7z', '1f')
    """
    return tuple(sorted(tiles, key=INDEX.__getitem__))


def count_kinds(tiles: Iterable[str]) -> list[int]:
    """Count tiles of each of the 42 kinds.

    >>> count_kinds(["1m", "1m", "7z"])[0]
    2
    """
    counts = [0] * len(TILES)
    for tile in tiles:
        counts[INDEX[tile]] += 1
    return counts
