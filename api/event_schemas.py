"""What may happen at a table as JSON goes in, a form for each kind of event."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from api.hand_schemas import HAND_EXAMPLE, HandEvent
from api.schemas import Model
from api.session_schemas import SHOWN, Number, TermsIn, Title, Who
from scorer.abortive import Abortive

Text = Annotated[str, Field(max_length=300, pattern=SHOWN)]
Amount = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
Gain = Annotated[int, Field(strict=True, ge=-(10**9), le=10**9)]
Order = tuple[Who, Who, Who, Who]
ORDER = "the four players by place, the first dealer's place first"


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


class RenamedEvent(Model):
    """The evening is called something else."""

    kind: Literal["renamed"]
    title: Title = Field(description="empty: its date is its name")


class RemovedEvent(Model):
    """The evening is taken off the club's lists and out of its season."""

    kind: Literal["removed"]


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
    Play
    | SeatsEvent
    | TermsEvent
    | NextGameEvent
    | FinishedEvent
    | ReopenedEvent
    | RenamedEvent
    | RemovedEvent
    | UndoEvent
    | RedoEvent
    | AmendEvent,
    Field(discriminator="kind"),
]


class EventPost(Model):
    """An event to write into the books."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"after": 1, "event": HAND_EXAMPLE}]})

    after: Number = Field(description="number of the last event that the caller has seen")
    event: EventIn


def _require_four(order: tuple[int, ...]) -> None:
    if sorted(order) != [0, 1, 2, 3]:
        raise ValueError("the four players, each once")
