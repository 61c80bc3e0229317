"""Build winning hands at random from a seed, many at a time: of one suit, of honours, called out or concealed."""

from __future__ import annotations

from collections import Counter
from random import Random

from scorer import TILES, Hand, Meld, RuleSet, Win
from scorer.hand import MeldKind
from scorer.tiles import FLOWERS, HONORS

_KINDS = [range(34), range(34), range(34), range(27, 34), [*range(9), *range(27, 34)], range(9), range(9, 27)]


def random_hand(random: Random, sets: int = 5, *, flowers: bool = True) -> Hand:
    """Give a winning hand of so many sets and a pair."""
    while True:
        kinds = random.choice(_KINDS)
        melded, chowed = random.choice([0.0, 0.0, 0.3, 1.0]), random.choice([0.0, 0.6, 1.0])
        chows = [low for low in kinds if low < HONORS and low % 9 <= 6 and low + 2 in kinds]
        counts: Counter[int] = Counter()
        concealed: list[str] = []
        melds: list[Meld] = []
        for _ in range(sets):
            kind: MeldKind = "pung"
            if chows and random.random() < chowed:
                low = random.choice(chows)
                tiles, kind = [low, low + 1, low + 2], "chow"
            else:
                tiles = [random.choice(kinds)] * 3
            if random.random() < melded:
                if kind == "pung" and random.random() < 0.4:
                    tiles, kind = [*tiles, tiles[0]], random.choice(["kong_claimed", "kong_added", "kong_concealed"])
                melds.append(Meld(kind, tuple(TILES[tile] for tile in tiles)))
            else:
                concealed += (TILES[tile] for tile in tiles)
            counts.update(tiles)
        pair = random.choice(kinds)
        counts[pair] += 2
        if max(counts.values()) <= 4:
            break
    concealed += [TILES[pair]] * 2
    random.shuffle(concealed)
    some = random.choice([0.0, 0.0, 0.3, 1.0]) if flowers else 0.0
    return Hand(
        tuple(concealed[1:]),
        tuple(melds),
        concealed[0],
        tuple(each for each in TILES[FLOWERS:] if random.random() < some),
    )


def random_win(random: Random, rules: RuleSet) -> Win:
    """Give the facts of a win on the hand's own tiles, now and then with events that the rule set knows."""
    events = [event.id for event in rules.events if not event.id.startswith("seven")]
    return Win(
        random.choice(["discard", "self_draw"]),
        seat=random.choice("ESWN"),
        round=random.choice("ESWN"),
        dealer=random.choice("ESWN"),
        streak=random.choice([0, 1]),
        events=frozenset(random.sample(events, random.choice([0, 0, 1, 2]))),
    )
