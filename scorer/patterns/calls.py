"""Know the rows of calling and drawing (吃碰槓, 自摸)."""

from __future__ import annotations

from scorer.facts import Evidence, Facts
from scorer.patterns.registry import hand_pattern


@hand_pattern("concealed_hand")
def concealed_hand(facts: Facts) -> Evidence | None:
    """Hold when there is no chow, pung or open kong (門清); a concealed kong may be.

    >>> concealed_hand(facts_of("123456789m234p5s(7777z)+5s")) is not None
    True
    """
    return facts.whole() if facts.is_hidden else None


@hand_pattern("no_melds")
def no_melds(facts: Facts) -> Evidence | None:
    """Hold when there is no meld at all, not even a concealed kong (沒有吃也沒有碰或槓).

    >>> no_melds(facts_of("123456789m234p5s(7777z)+5s")) is None
    True
    """
    return None if facts.melds else facts.whole()


@hand_pattern("self_draw")
def self_draw(facts: Facts) -> Evidence | None:
    """Hold when the winner drew the winning tile (自摸).

    >>> self_draw(facts_of("123456789m123456p9s+9s", won_by="self_draw"))
    ((26,),)
    """
    return facts.on_winning() if facts.is_drawn else None


@hand_pattern("no_claim_self_draw")
def no_claim_self_draw(facts: Facts) -> Evidence | None:
    """Hold on a self-draw without chow, pung or open kong (不求.自摸)."""
    return facts.on_winning() if facts.is_drawn and facts.is_hidden else None


@hand_pattern("all_melded")
def all_melded(facts: Facts) -> Evidence | None:
    """Hold when all sets are called, one tile is left, and another's tile makes the pair (全求).

    >>> all_melded(facts_of("1z[123m][456m][111p][222p][123s]+1z")) is not None
    True
    """
    return facts.whole() if not facts.is_drawn and _one_tile_left(facts) else None


@hand_pattern("half_melded")
def half_melded(facts: Facts) -> Evidence | None:
    """Hold when all sets are called, one tile is left, and the winner draws the pair (半求)."""
    return facts.whole() if facts.is_drawn and _one_tile_left(facts) else None


def _one_tile_left(facts: Facts) -> bool:
    if len(facts.melds) < facts.shapes.sets or facts.is_hidden:
        return False
    return facts.options.get("melded_concealed_kong") == "yes" or not any(meld.is_hidden for meld in facts.melds)


@hand_pattern("robbing_kong", needs="events")
def robbing_kong(facts: Facts) -> Evidence | None:
    """Hold when the tile that another added to his pung completes the hand (搶槓).

    He had three of them, so the winner holds no other.
    """
    if "robbing_kong" not in facts.events or facts.win.won_by != "discard" or facts.held_before(facts.winning):
        return None
    return facts.on_winning()


@hand_pattern("kong_replacement", needs="events")
def kong_replacement(facts: Facts) -> Evidence | None:
    """Hold when the replacement for a flower or a kong completes the hand (槓上開花).

    With 天胡, flowers were replaced as part of the deal: only "未打牌前開暗槓" adds it (document 000).
    """
    if not facts.is_drawn or not facts.completes:
        return None
    if "heavenly_hand" in facts.events and not any(meld.is_kong for meld in facts.melds):
        return None
    at_flower_win = facts.win.won_by == "flowers" and "dealt_flower_win" not in facts.events
    return facts.on_winning() if at_flower_win or "replacement_tile" in facts.events else None


@hand_pattern("last_tile_draw", needs="events")
def last_tile_draw(facts: Facts) -> Evidence | None:
    """Hold when the winner drew the last tile of the wall (海底撈月)."""
    return facts.on_winning() if facts.is_drawn and "last_tile" in facts.events else None


@hand_pattern("last_tile_discard", needs="events")
def last_tile_discard(facts: Facts) -> Evidence | None:
    """Hold on the discard after the last tile of the wall (海底撈魚, 河底撈魚)."""
    return facts.on_winning() if not facts.is_drawn and "last_tile" in facts.events else None


@hand_pattern("no_chow_or_pung")
def no_chow_or_pung(facts: Facts) -> Evidence | None:
    """Hold when nothing was chowed or punged; kongs may be, but for one added to a pung (門前只有槓也算)."""
    kongs_only = all(meld.is_kong and meld.lying != "added_kong" for meld in facts.melds)
    return facts.whole() if kongs_only else None


@hand_pattern("replacement_win", needs="events")
def replacement_win(facts: Facts) -> Evidence | None:
    """Hold as `kong_replacement`, also after a kong claimed from a discard, which is no self-draw there."""
    if facts.win.won_by == "discard" or not facts.completes:
        return None
    claimed = facts.win.won_by == "flowers" or not facts.events.isdisjoint(("replacement_tile", "claimed_kong"))
    return facts.on_winning() if claimed else None


@hand_pattern("tail", needs="events")
def tail(facts: Facts) -> Evidence | None:
    """Hold when the table says so (尾巴): nobody has written down what it is."""
    return facts.whole() if "tail" in facts.events else None


@hand_pattern("triple_win", needs="events")
def triple_win(facts: Facts) -> Evidence | None:
    """Hold when all three others win on one discard (一炮三響)."""
    return facts.on_winning() if not facts.is_drawn and "triple_win" in facts.events else None


@hand_pattern("any_hand")
def any_hand(facts: Facts) -> Evidence | None:
    """Hold on every hand (雞胡, 什麼牌都可以胡)."""
    return facts.whole()
