"""Build winning hands at random, from sets: what the tests of the scorer are fed with."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from scorer import TILES, Hand, Meld, Win
from scorer.hand import MeldKind
from scorer.tiles import FLOWERS, HONORS

KINDS = TILES[:FLOWERS]
FLOWER_NAMES = TILES[FLOWERS:]
CHOW_STARTS = [tile for tile in range(HONORS) if tile % 9 <= 6]
OPEN_TRIPLETS: list[MeldKind] = ["pung", "kong_claimed", "kong_added", "kong_concealed"]


@st.composite
def winning_hands(draw: st.DrawFn, sets: int = 5) -> Hand:
    """Draw a hand of so many sets and a pair, some of them melds, with its winning tile named."""
    counts: Counter[int] = Counter()
    concealed: list[str] = []
    melds: list[Meld] = []
    suits = draw(st.sampled_from([range(34), range(9), [*range(9), *range(27, 34)], range(27, 34), range(18)]))
    for _ in range(sets):
        melded = draw(st.booleans())
        chows = [low for low in CHOW_STARTS if low in suits and all(counts[low + step] < 4 for step in range(3))]
        if chows and draw(st.booleans()):
            low = draw(st.sampled_from(chows))
            tiles = [low, low + 1, low + 2]
            kind: MeldKind = "chow"
        else:
            kind = draw(st.sampled_from(OPEN_TRIPLETS)) if melded else "pung"
            need = 3 if kind == "pung" else 4
            free = [tile for tile in suits if counts[tile] + need <= 4] or [
                tile for tile in range(34) if counts[tile] + need <= 4
            ]
            tiles = [draw(st.sampled_from(free))] * need
        counts.update(tiles)
        names = tuple(TILES[tile] for tile in tiles)
        if melded:
            melds.append(Meld(kind, names))
        else:
            concealed += names
    pairs = [tile for tile in suits if counts[tile] <= 2] or [tile for tile in range(34) if counts[tile] <= 2]
    concealed += [TILES[draw(st.sampled_from(pairs))]] * 2
    winning = draw(st.sampled_from(concealed))
    concealed.remove(winning)
    shuffled = draw(st.permutations(concealed))
    flowers = draw(st.lists(st.sampled_from(FLOWER_NAMES), unique=True, max_size=8))
    return Hand(tuple(shuffled), tuple(melds), winning, tuple(flowers))


@st.composite
def wins(draw: st.DrawFn, events: tuple[str, ...] = ()) -> Win:
    """Draw the facts of a win on the hand's own tiles, with some of the given events."""
    seat = draw(st.sampled_from("ESWN"))
    won_by = draw(st.sampled_from(["discard", "self_draw"]))
    others = [other for other in "ESWN" if other != seat]
    facts: dict[str, Any] = {
        "won_by": won_by,
        "seat": seat,
        "from_seat": draw(st.sampled_from(others)) if won_by == "discard" else None,
        "round": draw(st.sampled_from("ESWN")),
        "dealer": draw(st.sampled_from("ESWN")),
        "streak": draw(st.integers(0, 5)),
        "events": draw(st.frozensets(st.sampled_from(events))) if events else frozenset(),
    }
    return Win(**facts)
