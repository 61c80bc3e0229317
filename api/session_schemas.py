"""Sessions and their events as JSON goes in and out."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from api.ledger.events import Event
from api.ledger.wire import event_of
from api.schemas import Model, Money, Name, OptionValue, RulesVersion, TileIn
from scorer.abortive import Abortive

Number = Annotated[int, Field(strict=True, ge=1, le=100_000)]
Who = Annotated[int, Field(strict=True, ge=0, le=3, description="a player, by the order of the opening, from 0")]
Id = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
SHOWN = r"^[^\x00-\x1f\x7f]*$"
"""A text without characters that can't be shown, nor be kept by every database."""
Text = Annotated[str, Field(max_length=300, pattern=SHOWN)]
Title = Annotated[str, Field(max_length=80, pattern=SHOWN)]
Amount = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
Gain = Annotated[int, Field(strict=True, ge=-(10**9), le=10**9)]
Order = tuple[Who, Who, Who, Who]
ORDER = "the four players by place, the first dealer's place first"

HAND_EXAMPLE: dict[str, Any] = {
    "kind": "hand",
    "won_by": "discard",
    "from": 2,
    "wins": [{"player": 1, "hand": "123456789m55p56s[777z]+7s|1f"}],
}


class TermsIn(Model):
    """What the table plays by."""

    rules: Name = "taiwan"
    rules_version: RulesVersion | None = Field(default=None, description="an older version; the newest by default")
    options: dict[Name, OptionValue] = Field(default={}, max_length=40, description="by id of GET /api/rules, options")
    base: Money = Field(default=100, description="what a win costs before its tai (底)")
    per_tai: Money = Field(default=20, description="what a tai costs (台)")


class SeatIn(Model):
    """Somebody who sits down: a player of the club's list, or a name, which is put on the list if it is not there."""

    id: Id | None = None
    name: Annotated[str, Field(min_length=1, max_length=200)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> SeatIn:
        if (self.id is None) == (self.name is None):
            raise ValueError("give either id or name")
        return self


class SessionIn(Model):
    """A table to open."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "players": [{"name": "甲"}, {"name": "乙"}, {"name": "丙"}, {"name": "丁"}],
                    "seats": "drawn",
                    "terms": {"rules": "taiwan", "base": 100, "per_tai": 20},
                }
            ]
        }
    )

    title: Title = ""
    players: tuple[SeatIn, SeatIn, SeatIn, SeatIn] = Field(description="in the order of their turns")
    seats: Literal["chosen", "drawn"] = Field(
        default="chosen", description="the first of `players` deals first; or the service draws lots"
    )
    terms: TermsIn = TermsIn()
    chips: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = Field(
        default=None, description="how many each starts with, 0 to play for money; by default what the rules say"
    )
    pot: Literal["winner", "kept"] | None = Field(
        default=None, description="whether the next winner takes the pot; by default he does where chips are played"
    )


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


class DrawnEvent(Model):
    """The wall ran out (流局)."""

    kind: Literal["drawn"]


class AbortedEvent(Model):
    """A hand was broken off, to be dealt again."""

    kind: Literal["aborted"]
    why: Abortive


class PenaltyEvent(Model):
    """One pays another, or each other, for something that no rule settles."""

    kind: Literal["penalty"]
    from_player: Who = Field(alias="from")
    to: Who | None = Field(default=None, description="null: each other")
    amount: Amount
    why: Text = ""


class FalseWinEvent(Model):
    """One declared a win he did not have (詐胡) and pays each other."""

    kind: Literal["false_win"]
    player: Who
    amount: Amount | None = Field(default=None, description="by default what the rules say")


class FineEvent(Model):
    """One pays a fine into the pot."""

    kind: Literal["fine"]
    player: Who
    amount: Amount | None = Field(default=None, description="by default what the rules say")


class PotInEvent(Model):
    """One puts something into the pot."""

    kind: Literal["pot_in"]
    player: Who
    amount: Amount


class PotOutEvent(Model):
    """One takes something out of the pot."""

    kind: Literal["pot_out"]
    player: Who
    amount: Amount


class EntryEvent(Model):
    """Amounts that come from elsewhere: what each player gains, zero in all."""

    kind: Literal["entry"]
    gains: tuple[Gain, Gain, Gain, Gain]
    why: Text = ""


class NoteEvent(Model):
    """A remark."""

    kind: Literal["note"]
    text: Annotated[str, Field(min_length=1, max_length=300, pattern=SHOWN)]


class SeatsEvent(Model):
    """The four sit in another order, from now on or after the fact."""

    kind: Literal["seats"]
    order: Order = Field(description=ORDER)
    since: Number | None = Field(
        default=None, description="the first event that it holds for, 1 for all; null: from here on"
    )
    kept: Literal["people", "places"] = Field(
        default="people",
        description="at earlier hands, who won and paid stays as it was said; or it stays with the places, since the "
        "wrong names stood there",
    )

    @model_validator(mode="after")
    def _four(self) -> SeatsEvent:
        _require_four(self.order)
        return self


class TermsEvent(Model):
    """The table plays by other terms, from now on or after the fact."""

    kind: Literal["terms"]
    terms: TermsIn
    since: Number | None = None


class NextGameEvent(Model):
    """A new game (將) begins."""

    kind: Literal["next_game"]
    order: Order | None = Field(default=None, description=ORDER + "; null: as before, or as drawn")
    drawn: Annotated[bool, Field(strict=True)] = Field(default=False, description="let the service draw lots")

    @model_validator(mode="after")
    def _four(self) -> NextGameEvent:
        if self.order is not None:
            _require_four(self.order)
        return self


class FinishedEvent(Model):
    """The evening is over."""

    kind: Literal["finished"]


class ReopenedEvent(Model):
    """It goes on after all."""

    kind: Literal["reopened"]


class UndoEvent(Model):
    """Take an event back."""

    kind: Literal["undo"]
    event: Number


class RedoEvent(Model):
    """Let an event that was taken back count again."""

    kind: Literal["redo"]
    event: Number


Play: TypeAlias = (
    HandEvent
    | DrawnEvent
    | AbortedEvent
    | PenaltyEvent
    | FalseWinEvent
    | FineEvent
    | PotInEvent
    | PotOutEvent
    | EntryEvent
    | NoteEvent
)
PlayIn = Annotated[Play, Field(discriminator="kind")]


class AmendEvent(Model):
    """Put something else in the place of what was said to have happened."""

    kind: Literal["amend"]
    event: Number
    to: PlayIn


EventIn = Annotated[
    Play | SeatsEvent | TermsEvent | NextGameEvent | FinishedEvent | ReopenedEvent | UndoEvent | RedoEvent | AmendEvent,
    Field(discriminator="kind"),
]


class EventPost(Model):
    """An event to write into the books."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"after": 1, "event": HAND_EXAMPLE}]})

    after: Number = Field(description="number of the last event that the caller has seen")
    event: EventIn


def ledger_event(event: Model) -> Event:
    """Give the ledger's event; terms must have their version."""
    return event_of(event.model_dump(mode="json", by_alias=True))


def _require_four(order: tuple[int, ...]) -> None:
    if sorted(order) != [0, 1, 2, 3]:
        raise ValueError("the four players, each once")
