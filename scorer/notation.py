"""Read a hand from text: `1123m456p789s12p[555z](1111z)+3p|15f`.

Concealed tiles, then melds (`[123m]` chow, `[555p]` pung, `[5555p]` kong claimed from a discard, `[555+5p]` pung with
an added kong, `(5555p)` concealed kong), `+` the winning tile, `|` the flowers. Unicode tiles may stand for the ASCII
ones, and blanks between tiles are skipped. `str(hand)` writes the same notation.
"""

from __future__ import annotations

from typing import Final

from scorer.errors import NotationError
from scorer.hand import Hand, Meld, MeldKind, meld_shape
from scorer.tiles import FROM_UNICODE, SUIT_SIZES, TO_UNICODE

_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"
_DIGITS: Final = "0123456789"
_BARE_TILES: Final = frozenset((*_DIGITS, *FROM_UNICODE, *_VARIATION_SELECTORS))
_CLOSING: Final = {"[": "]", "(": ")"}


def parse_hand(text: str) -> Hand:
    """Read a hand; `str` gives its text back.

    Raises:
        NotationError: with the code, and the position of the character at fault.

    >>> hand = parse_hand("1123m456p789s12p[555z](1111z)+3p|15f")
    >>> hand.winning, hand.flowers, str(hand)
    ('3p', ('1f', '5f'), '1123m456p789s12p[555z](1111z)+3p|15f')
    >>> parse_hand("12x")
    Traceback (most recent call last):
        ...
    scorer.errors.NotationError: 'x' is no suit (at character 3)
    """
    reader = _Reader(text)
    concealed = reader.tiles()
    melds: list[Meld] = []
    while reader.next_is("[("):
        melds.append(_read_meld(reader))
        stray = reader.at
        if reader.tiles():
            raise NotationError("concealed_after_meld", "concealed tiles come before the melds", stray)
    winning: str | None = None
    if reader.next_is("+"):
        start = reader.take() + 1
        tiles = reader.tiles()
        if len(tiles) != 1:
            raise NotationError("winning_tile_count", "one winning tile follows the +", start)
        winning = tiles[0]
    flowers: list[str] = []
    if reader.next_is("|"):
        reader.take()
        flowers = reader.tiles()
    if not reader.done:
        raise NotationError("out_of_place", f"{reader.text[reader.at]!r} does not belong here", reader.at)
    return Hand(tuple(concealed), tuple(melds), winning, tuple(flowers))


def parse_tiles(text: str) -> tuple[str, ...]:
    """Read tiles alone, without melds, winning tile or flowers' bar.

    Raises:
        NotationError: as `parse_hand`.

    >>> parse_tiles("12m7z")
    ('1m', '2m', '7z')
    """
    reader = _Reader(text)
    tiles = reader.tiles()
    if not reader.done:
        raise NotationError("out_of_place", f"{text[reader.at]!r} does not belong here", reader.at)
    return tuple(tiles)


def to_unicode(hand: Hand) -> str:
    """Write a hand in Unicode tiles; `parse_hand` reads them too.

    >>> parse_hand(to_unicode(parse_hand("12m77z[555+5p]+3m|8f"))) == parse_hand("12m77z[555+5p]+3m|8f")
    True
    """
    parts = [_unicode(hand.concealed)]
    for meld in hand.melds:
        tiles = _unicode(meld.tiles)
        if meld.kind == "kong_concealed":
            parts.append(f"({tiles})")
        else:
            parts.append(f"[{tiles[:3]}+{tiles[3:]}]" if meld.kind == "kong_added" else f"[{tiles}]")
    if hand.winning is not None:
        parts.append(f"+{TO_UNICODE[hand.winning]}")
    if hand.flowers:
        parts.append(f"|{_unicode(hand.flowers)}")
    return "".join(parts)


def _unicode(tiles: tuple[str, ...]) -> str:
    return "".join(TO_UNICODE[tile] for tile in tiles)


class _Reader:
    """Walk over the text once, keeping where each tile began."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.starts: list[int] = []

    @property
    def done(self) -> bool:
        return self.at >= len(self.text)

    def next_is(self, characters: str) -> bool:
        self._skip_blanks()
        return not self.done and self.text[self.at] in characters

    def take(self) -> int:
        self.at += 1
        return self.at - 1

    def _skip_blanks(self) -> None:
        while not self.done and self.text[self.at] in " \t\r\n\u3000":
            self.at += 1

    def tiles(self) -> list[str]:
        """Read tiles up to a bracket, `+`, `|` or the end; `starts` then says where each began."""
        self.starts = []
        tiles: list[str] = []
        ranks: list[int] = []
        while True:
            if not ranks:
                self._skip_blanks()
            if self.done or self.text[self.at] in "[]()+|":
                break
            char = self.text[self.at]
            if char in _DIGITS:
                ranks.append(self.at)
            elif ranks:
                tiles += self._suited(ranks, char)
                ranks = []
            else:
                tiles.append(self._unicode_tile(char))
            self.at += 1
            while tiles and not ranks and not self.done and self.text[self.at] in _VARIATION_SELECTORS:
                self.at += 1
        if ranks:
            raise NotationError("suit_missing", "a suit letter (m, p, s, z or f) is missing", self.at)
        return tiles

    def _suited(self, ranks: list[int], suit: str) -> list[str]:
        if suit not in SUIT_SIZES:
            raise NotationError("unknown_character", f"{suit!r} is no suit", self.at)
        for position in ranks:
            if not 1 <= int(self.text[position]) <= SUIT_SIZES[suit]:
                raise NotationError("rank_out_of_range", f"there is no {self.text[position]}{suit}", position)
        self.starts += ranks
        return [self.text[position] + suit for position in ranks]

    def _unicode_tile(self, char: str) -> str:
        if char in SUIT_SIZES:
            raise NotationError("rank_missing", f"no number before the {char!r}", self.at)
        if char not in FROM_UNICODE:
            raise NotationError("unknown_character", f"{char!r} is no tile", self.at)
        self.starts.append(self.at)
        return FROM_UNICODE[char]


def _read_meld(reader: _Reader) -> Meld:
    opened = reader.take()
    opening = reader.text[opened]
    tiles, starts, added_after = _meld_tiles(reader)
    if not reader.next_is(_CLOSING[opening]):
        raise NotationError("meld_not_closed", f"a {_CLOSING[opening]!r} is missing", reader.at)
    closed = reader.take()
    shape = meld_shape(tuple(tiles))
    kind: MeldKind | None = None
    if opening == "(":
        kind = "kong_concealed" if shape == "kong" and added_after is None else None
    elif added_after is not None:
        kind = "kong_added" if shape == "kong" and added_after == 3 else None
    elif shape is not None:
        kind = "kong_claimed" if shape == "kong" else shape
    if kind is None:
        fault = starts[-1] if len(tiles) in (3, 4) else closed
        raise NotationError("not_a_meld", "these tiles make no chow, pung or kong", fault)
    return Meld(kind, tuple(tiles))


def _meld_tiles(reader: _Reader) -> tuple[list[str], list[int], int | None]:
    """Read the tiles in the brackets, and after how many of them a `+` stands (`[555+5p]`)."""
    text, start = reader.text, reader.at
    plus = start
    while plus < len(text) and text[plus] in _BARE_TILES:
        plus += 1
    if plus == len(text) or text[plus] != "+":
        return reader.tiles(), list(reader.starts), None
    # The suit letter stands behind the added tile only, so the + is taken out while the tiles are read.
    end = text.find("]", plus)
    inner = _Reader(text[start:plus] + text[plus + 1 : end if end >= 0 else len(text)])

    def outside(position: int) -> int:
        return start + position + (start + position >= plus)

    try:
        tiles = inner.tiles()
    except NotationError as error:
        raise NotationError(error.code, error.message, outside(error.position)) from None
    reader.at = outside(inner.at)
    starts = [outside(position) for position in inner.starts]
    return tiles, starts, sum(position < plus for position in starts)
