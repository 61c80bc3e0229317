"""A won hand at a table as JSON goes in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from api.schemas import Model, Name, TileIn
from api.session_schemas import Id, Who

HAND_EXAMPLE: dict[str, Any] = {
    "kind": "hand",
    "won_by": "discard",
    "from": 2,
    "wins": [{"player": 1, "hand": "123456789m55p56s[777z]+7s|1f"}],
}


class WinnerIn(Model):
    """One player's win: his tiles, or a bare count of tai."""

    player: Who
    hand: Annotated[str, Field(min_length=1, max_length=400, description="in TaiLens notation")] | None = None
    tai: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = Field(
        default=None, description="where nobody lays down tiles: without the dealer's tai, which the books add"
    )
    events: list[Name] = Field(default=[], max_length=40, description="ids of GET /api/rules, events")
    reading_id: Id | None = None
    tiles: list[TileIn] = Field(default=[], max_length=300, description="the corrected reading")

    @model_validator(mode="after")
    def _one_of_both(self) -> WinnerIn:
        if (self.hand is None) == (self.tai is None):
            raise ValueError("give either hand or tai")
        return self


class CallIn(Model):
    """A set called from another's discard."""

    player: Who
    from_player: Who = Field(alias="from")
    meld: Annotated[str, Field(min_length=1, max_length=20, description="as `[555z]`")]


class HandEvent(Model):
    """A hand was won, by one or by several on the same tile."""

    kind: Literal["hand"]
    won_by: Literal["self_draw", "discard", "flowers"]
    from_player: Who | None = Field(
        default=None, alias="from", description="who discarded, was robbed of a kong or flower, or is liable"
    )
    opened: Who | None = Field(
        default=None, description="whose wall was opened, where seats are counted from there (`seats`: `opened_wall`)"
    )
    wins: list[WinnerIn] = Field(min_length=1, max_length=3)
    calls: list[CallIn] = Field(default=[], max_length=20, description="in their order, where somebody may be liable")

    @model_validator(mode="after")
    def _different(self) -> HandEvent:
        winners = [win.player for win in self.wins]
        if len(set(winners)) < len(winners) or self.from_player in winners:
            raise ValueError("winners are different players, and others than `from`")
        return self
