"""Make winning hands and wins at random from a seed, so that rare shapes come often."""

from __future__ import annotations

from collections import Counter
from random import Random

from scorer import TILES, Hand, Meld, Win
from scorer.hand import MeldKind
from tests.scorer.naive.cutting import ORPHANS

SUITS = [list(range(9)), list(range(9, 18)), list(range(18, 27))]
HONORS = list(range(27, 34))
Sets = list[list[int]]


def kinds(random: Random) -> list[int]:
    """The kinds of tiles to build from: anything, one or two suits, honours, terminals, a few numbers."""
    suits = random.sample(SUITS, 3)
    numbers = random.sample(range(9), random.choice([2, 3, 4]))
    return random.choice(
        [
            list(range(34)),
            list(range(27)),
            suits[0],
            suits[0] + HONORS,
            suits[0] + suits[1],
            HONORS + suits[0][:2],
            HONORS,
            list(ORPHANS),
            [tile for tile in range(34) if tile >= 27 or tile % 9 in (0, 1, 2, 6, 7, 8)],
            [suit[number] for suit in SUITS for number in numbers],
            [suit[number] for suit in SUITS for number in numbers] + HONORS[random.randrange(7) :],
        ]
    )


def sets_and_pair(random: Random, count: int) -> tuple[Sets, int]:
    """So many sets and a pair, no tile more than four times."""
    while True:
        among = kinds(random)
        chows = [low for low in among if low < 27 and low % 9 <= 6 and {low + 1, low + 2} <= set(among)]
        chowed, repeated = random.choice([0.0, 0.3, 0.7, 1.0]), random.choice([0.0, 0.0, 0.5])
        sets: Sets = []
        for _ in range(count):
            if sets and random.random() < repeated:
                sets.append(neighbour(random, random.choice(sets)))
            elif chows and random.random() < chowed:
                low = random.choice(chows)
                sets.append([low, low + 1, low + 2])
            else:
                sets.append([random.choice(among)] * 3)
        pair = random.choice([random.choice(among), random.choice(random.choice(sets))])
        used = Counter([tile for each in sets for tile in each] + [pair] * 2)
        if max(used.values()) <= 4:
            return sets, pair


def neighbour(random: Random, known: list[int]) -> list[int]:
    """A set that goes with another: the same, of another suit, next to it, or of its tiles."""
    low = known[0]
    if low >= 27:
        return [random.choice(HONORS)] * 3
    suit, rank = low // 9, low % 9
    if known[1] == low:
        step = random.choice([-1, 1])
        tile = random.choice([9 * random.randrange(3) + rank, 9 * suit + min(8, max(0, rank + step))])
        starts = [start for start in range(rank - 2, rank + 1) if 0 <= start <= 6]
        first = 9 * suit + random.choice(starts)
        return random.choice([[tile] * 3, [first, first + 1, first + 2]])
    first = random.choice([low, 9 * random.randrange(3) + rank, 9 * suit + (rank + 3) % 9 % 7])
    return random.choice([[first, first + 1, first + 2], [random.choice(known)] * 3])


def melded(random: Random, each: list[int]) -> Meld:
    tiles = [TILES[tile] for tile in each]
    kind: MeldKind = "chow" if tiles[0] != tiles[1] else "pung"
    if kind == "pung" and random.random() < 0.45:
        kind = random.choice(["kong_claimed", "kong_added", "kong_concealed"])
        tiles.append(tiles[0])
    return Meld(kind, tuple(tiles))


def usual_hand(random: Random, count: int, flowers: tuple[str, ...]) -> Hand:
    while True:
        sets, pair = sets_and_pair(random, count)
        share = random.choice([0.0, 0.0, 0.4, 0.8, 1.0])
        concealed = [TILES[pair]] * 2
        melds = []
        for each in sets:
            if random.random() < share:
                melds.append(melded(random, each))
            else:
                concealed += [TILES[tile] for tile in each]
        used = Counter([*concealed, *(tile for meld in melds for tile in meld.tiles)])
        if max(used.values()) <= 4:
            return finished(random, concealed, melds, flowers)


def finished(random: Random, concealed: list[str], melds: list[Meld], flowers: tuple[str, ...]) -> Hand:
    winning = random.choice(concealed)
    concealed.remove(winning)
    random.shuffle(concealed)
    return Hand(tuple(concealed), tuple(melds), winning, flowers)


def eight_pairs_hand(random: Random, flowers: tuple[str, ...]) -> Hand:
    while True:
        among = kinds(random)
        chosen = [random.choice(among) for _ in range(8)]
        concealed = [TILES[tile] for tile in chosen for _ in range(2)] + [TILES[chosen[0]]]
        if max(Counter(concealed).values()) <= 4:
            return finished(random, concealed, [], flowers)


def orphans_hand(random: Random, count: int, flowers: tuple[str, ...]) -> Hand:
    while True:
        tiles = [*ORPHANS, random.choice(ORPHANS)]
        if count == 5:
            low = 9 * random.randrange(3) + random.randrange(7)
            tiles += random.choice([[low, low + 1, low + 2], [random.randrange(34)] * 3])
        if max(Counter(tiles).values()) <= 4:
            return finished(random, [TILES[tile] for tile in tiles], [], flowers)


def nine_gates_hand(random: Random) -> Hand:
    """Nine gates, won on the tile that makes them or on another."""
    suit = random.choice("mps")
    concealed = [f"{rank}{suit}" for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, random.randrange(1, 10))]
    if random.random() < 0.5:
        return Hand(tuple(concealed[:-1]), (), concealed[-1], ())
    return finished(random, concealed, [], ())


def some_flowers(random: Random) -> tuple[str, ...]:
    share = random.choice([0.0, 0.0, 0.2, 0.5, 0.9, 1.0])
    return tuple(tile for tile in TILES[34:] if random.random() < share)


def make_hand(random: Random, rules: str) -> Hand:
    """Make a hand that wins under the rule set."""
    if rules == "guangdong":
        special = random.random()
        if special < 0.02:
            return nine_gates_hand(random)
        return orphans_hand(random, 4, ()) if special < 0.03 else usual_hand(random, 4, ())
    flowers, special = some_flowers(random), random.random()
    if special < 0.05 and rules != "taiwan_online":
        return eight_pairs_hand(random, flowers)
    if special > 0.98 and rules == "ccaa":
        return orphans_hand(random, 5, flowers)
    if 0.8 < special < 0.95:
        return dull_hand(random, flowers[:1])
    return usual_hand(random, 5, flowers)


def dull_hand(random: Random, flowers: tuple[str, ...]) -> Hand:
    """Chows of everything, mostly called, and a pair of honours: next to nothing in it."""
    lows = random.sample([9 * suit + rank for suit in range(3) for rank in range(7)], 5)
    sets = [[TILES[low + step] for step in range(3)] for low in lows]
    called = random.choice([1, 2, 3, 4])
    melds = [Meld("chow", tuple(tiles)) for tiles in sets[:called]]
    concealed = [TILES[random.choice(HONORS)]] * 2 + [tile for tiles in sets[called:] for tile in tiles]
    return finished(random, concealed, melds, flowers)


def make_win(random: Random, hand: Hand, rules: str) -> Win:
    """Make the facts of a win that can come with the hand."""
    if len(hand.flowers) == 8 and random.random() < 0.4:
        return make_flower_win(random, rules)
    drawn = random.random() < 0.5
    seat, other = random.sample("ESWN", 2)
    dealer = random.choice([seat, other, random.choice("ESWN")])
    # The round wind is often the seat's, or one of the hand's triplets.
    wind = random.choice([seat, random.choice("ESWN")])
    events = set()
    if random.random() < 0.5:
        events |= chosen_events(random, hand, rules, drawn=drawn, is_dealer=seat == dealer)
    return Win(
        "self_draw" if drawn else "discard",
        seat=seat,  # type: ignore[arg-type]
        from_seat=None if drawn else other,  # type: ignore[arg-type]
        round=wind,
        dealer=dealer,  # type: ignore[arg-type]
        streak=random.choice([0, 0, 1, 2, 5]),
        events=frozenset(events),
    )


def make_flower_win(random: Random, rules: str) -> Win:
    """Make a win by eight flowers whose replacement completes the hand; at times the eighth is robbed."""
    seat, other, dealer, wind = (random.choice("ESWN") for _ in range(4))
    events = set()
    robbed = rules != "ccaa" and other != seat and random.random() < 0.5
    if robbed:
        events.add("seven_rob_one")
    elif rules == "taiwan" and random.random() < 0.3:
        events.add("dealt_flower_win")
    return Win(
        "flowers",
        seat=seat,  # type: ignore[arg-type]
        from_seat=other if robbed else None,  # type: ignore[arg-type]
        round=wind,
        dealer=dealer,  # type: ignore[arg-type]
        streak=random.choice([0, 1]),
        events=frozenset(events),
    )


def chosen_events(random: Random, hand: Hand, rules: str, *, drawn: bool, is_dealer: bool) -> set[str]:
    events = set()
    taiwanese = rules in ("taiwan", "taiwan_classic", "taiwan_reprint")
    hidden = all(meld.kind == "kong_concealed" for meld in hand.melds)
    kongs = [meld for meld in hand.melds if meld.is_kong]
    if drawn and random.random() < 0.4 and (kongs or hand.flowers):
        events.add("replacement_tile")
    if random.random() < 0.3 and (drawn or rules == "taiwan_online"):
        events.add("last_tile")
    if not drawn and hand.winning not in (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)):
        events.add("robbing_kong")
    if rules == "taiwan_online" and random.random() < 0.5:
        events.add(random.choice(["declared_ready", "open_ready"]))
    if rules == "guangdong" and not drawn and not events and random.random() < 0.3:
        events.add("triple_win")
    if rules == "ccaa" and random.random() < 0.3:
        events.add(random.choice(["single_last_tile", "double_last_tile", "tail"]))
    first = []
    if hidden and drawn and is_dealer and (kongs or "replacement_tile" not in events):
        first.append("heavenly_hand")
    if hidden and not is_dealer and (drawn or rules in ("taiwan_classic", "taiwan_reprint", "ccaa")):
        first.append("earthly_hand")
    anyone = rules == "taiwan_online"
    if hidden and not drawn and (anyone or (rules in ("taiwan", "guangdong") and not is_dealer)):
        first.append("human_hand")
    if hidden and rules != "guangdong" and rules != "taiwan_online":
        first += ["earthly_ready"] + (["heavenly_ready"] if not is_dealer else [])
        if taiwanese:
            first.append("earthly_ready_ippatsu")
    if first and random.random() < 0.5:
        events = {each for each in events if each == "replacement_tile"} | {random.choice(first)}
    return events
