"""How everybody of a club stands over many evenings, and what each has done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from api.ledger.summary import COUNTS, added
from api.tables import SessionRow

Unit = Literal["money", "chips"]


class CountsOut(BaseModel):
    """What a player has done."""

    hands: int
    wins: int
    self_draws: int = Field(description="of the wins")
    flower_wins: int = Field(description="of the wins")
    fed: int = Field(description="hands that others won from this player's tile (放槍)")
    dealt: int = Field(description="hands as dealer")
    dealer_wins: int
    drawn: int = Field(description="hands that nobody won")
    tai: int = Field(description="of all wins together")
    best: int = Field(description="tai of the best win")
    streak: int = Field(description="the longest streak as dealer")


class StandingOut(BaseModel):
    """How one player stands."""

    player_id: str
    name: str = Field(description="blank once deleted")
    total: int
    sessions: int
    best_session: int
    worst_session: int
    counts: CountsOut


class GainOut(BaseModel):
    """What one player gained at one session, and how that left the player."""

    player_id: str
    gain: int
    total: int = Field(description="over the sessions so far, this one with them")


class ChartedOut(BaseModel):
    """One session of a season's chart."""

    id: str
    title: str
    created_at: str
    finished: bool
    hands: int
    gains: list[GainOut]
    pot: int = Field(description="what was left in the pot; the gains and it are zero in all")


class StandingsOut(BaseModel):
    """A season: who leads, and how it came to that."""

    unit: Unit
    players: list[StandingOut] = Field(description="the best first")
    sessions: list[ChartedOut] = Field(description="oldest first")
    pot: int = Field(description="left in the pots of all sessions; the totals and it are zero in all")


def standings_out(rows: Iterable[SessionRow], names: Mapping[str, str], *, unit: Unit) -> StandingsOut:
    """Put sessions together, oldest first; only those played for that unit."""
    totals: dict[str, int] = {}
    results: dict[str, list[int]] = {}
    counts: dict[str, dict[str, int]] = {}
    charted = []
    for row in rows:
        summary: dict[str, Any] = row.summary
        if summary["unit"] != unit:
            continue
        gains = []
        for player, gain, count in zip(summary["players"], summary["balances"], summary["counts"], strict=True):
            totals[player] = totals.get(player, 0) + gain
            results.setdefault(player, []).append(gain)
            counts[player] = added(count, counts.get(player, dict.fromkeys(COUNTS, 0)))
            gains.append(GainOut(player_id=player, gain=gain, total=totals[player]))
        charted.append(
            ChartedOut(
                id=row.id,
                title=row.name,
                created_at=row.created_at,
                finished=row.finished,
                hands=summary["hands"],
                gains=gains,
                pot=summary["pot"],
            )
        )
    players = [
        StandingOut(
            player_id=player,
            name=names.get(player, ""),
            total=total,
            sessions=len(results[player]),
            best_session=max(results[player]),
            worst_session=min(results[player]),
            counts=CountsOut(**counts[player]),
        )
        for player, total in sorted(totals.items(), key=lambda item: (-item[1], names.get(item[0], ""), item[0]))
    ]
    return StandingsOut(unit=unit, players=players, sessions=charted, pot=sum(each.pot for each in charted))
