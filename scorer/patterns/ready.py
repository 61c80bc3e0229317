"""Know the rows of the first tiles and of declaring ready (天地人胡, 天聽, 地聽).

No photo shows them: they hold when the win's events claim them and nothing about the hand speaks against it.
"""

from __future__ import annotations

from scorer.facts import Evidence, Facts
from scorer.patterns.registry import hand_pattern


@hand_pattern("heavenly_hand", needs="events")
def heavenly_hand(facts: Facts) -> Evidence | None:
    """Hold when the dealer's hand is complete as dealt (天胡)."""
    return facts.whole() if facts.is_drawn and facts.win.is_dealers and _claimed(facts, "heavenly_hand") else None


@hand_pattern("earthly_hand", needs="events")
def earthly_hand(facts: Facts) -> Evidence | None:
    """Hold when another than the dealer, ready as dealt, draws the tile first (地胡)."""
    return facts.whole() if facts.is_drawn and not facts.win.is_dealers and _claimed(facts, "earthly_hand") else None


@hand_pattern("earthly_hand_or_discard", needs="events")
def earthly_hand_or_discard(facts: Facts) -> Evidence | None:
    """Hold as `earthly_hand`, and when such a hand wins on a player's first discard (或胡各家打出其第一張牌)."""
    return facts.whole() if not facts.win.is_dealers and _claimed(facts, "earthly_hand") else None


@hand_pattern("human_hand", needs="events")
def human_hand(facts: Facts) -> Evidence | None:
    """Hold when another than the dealer, ready as dealt, wins on a player's first discard (人胡)."""
    return facts.whole() if not facts.is_drawn and not facts.win.is_dealers and _claimed(facts, "human_hand") else None


@hand_pattern("heavenly_ready", needs="events")
def heavenly_ready(facts: Facts) -> Evidence | None:
    """Hold when another than the dealer declared ready as dealt (天聽)."""
    return facts.whole() if not facts.win.is_dealers and _claimed(facts, "heavenly_ready") else None


@hand_pattern("earthly_ready", needs="events")
def earthly_ready(facts: Facts) -> Evidence | None:
    """Hold when the winner declared ready with his first discard (地聽)."""
    return facts.whole() if _claimed(facts, "earthly_ready") else None


@hand_pattern("earthly_ready_ippatsu", needs="events")
def earthly_ready_ippatsu(facts: Facts) -> Evidence | None:
    """Hold on a win right after 地聽: a first discard after it, or the next own draw (地聽一發)."""
    return facts.whole() if _claimed(facts, "earthly_ready_ippatsu") else None


@hand_pattern("first_round_discard", needs="events")
def first_round_discard(facts: Facts) -> Evidence | None:
    """Hold when anyone, the dealer too, wins on a discard in the first go-round (第一輪有人放槍)."""
    return facts.whole() if not facts.is_drawn and _claimed(facts, "human_hand") else None


@hand_pattern("declared_ready", needs="events")
def declared_ready(facts: Facts) -> Evidence | None:
    """Hold when the winner declared ready (宣告聽牌); showing the hand declares it too."""
    return facts.whole() if not facts.events.isdisjoint(("declared_ready", "open_ready")) else None


@hand_pattern("open_ready", needs="events")
def open_ready(facts: Facts) -> Evidence | None:
    """Hold when the winner declared ready and showed the hand (聽牌現牌)."""
    return facts.whole() if "open_ready" in facts.events else None


def _claimed(facts: Facts, event: str) -> bool:
    return event in facts.events and facts.is_hidden


@hand_pattern("earthly_hand_first_discard", needs="events")
def earthly_hand_first_discard(facts: Facts) -> Evidence | None:
    """Hold on another than the dealer's first draw, or on the dealer's first discard (地胡)."""
    from_dealer = facts.win.from_seat in (None, facts.win.dealer)
    held = not facts.win.is_dealers and (facts.is_drawn or from_dealer)
    return facts.whole() if held and _claimed(facts, "earthly_hand") else None


@hand_pattern("human_hand_dealers_discard", needs="events")
def human_hand_dealers_discard(facts: Facts) -> Evidence | None:
    """Hold when another than the dealer wins on the dealer's first discard (人和)."""
    if facts.is_drawn or facts.win.is_dealers or facts.win.from_seat not in (None, facts.win.dealer):
        return None
    return facts.whole() if _claimed(facts, "human_hand") else None
