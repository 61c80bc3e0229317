"""What may happen at a table, one line of the ledger each. Players are counted from 0 in the order of the opening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from scorer.abortive import Abortive
from scorer.win import WonBy

Four = tuple[int, int, int, int]
Kept = Literal["people", "places"]
PotGoes = Literal["winner", "kept"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What the table plays by: rule set, version and options, and what a win costs (底 and 台)."""

    rules: str
    version: str
    options: tuple[tuple[str, int | str], ...]
    base: int
    per_tai: int


@dataclass(frozen=True, slots=True)
class Opened:
    """Four sit down, the first dealer first.

    Attributes:
        players: ids of the club's list.
        drawn: whether the seats were drawn by lot, and not chosen.
        chips: how many each starts with; 0 where the table plays for money.
        pot: whether the next winner takes the pot, or it is kept for whoever it is meant for.
    """

    players: tuple[str, str, str, str]
    terms: Terms
    drawn: bool = False
    chips: int = 0
    pot: PotGoes = "kept"


@dataclass(frozen=True, slots=True)
class Claim:
    """One player's win: his tiles, or a bare count of tai without the dealer's.

    Attributes:
        reading: id of the photo's reading.
        tiles: the corrected reading.
    """

    player: int
    hand: str | None = None
    tai: int | None = None
    events: tuple[str, ...] = ()
    reading: str | None = None
    tiles: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Called:
    """A set that a player called from another's discard, as text: `[555z]`."""

    player: int
    feeder: int
    meld: str


@dataclass(frozen=True, slots=True)
class HandWon:
    """A hand was won, by one or by several on the same tile.

    Attributes:
        feeder: who discarded, made the robbed kong, held the robbed flower or is liable; None on a plain self-draw.
        opened: whose wall was opened, where seats are counted from there.
        calls: those of the hand, in their order, where somebody may be liable.
    """

    won_by: WonBy
    claims: tuple[Claim, ...]
    feeder: int | None = None
    opened: int | None = None
    calls: tuple[Called, ...] = ()


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """The wall ran out (流局)."""


@dataclass(frozen=True, slots=True)
class HandAborted:
    """A hand was broken off, to be dealt again."""

    why: Abortive


@dataclass(frozen=True, slots=True)
class Penalty:
    """One pays another, or with `payee` None each other, for something that no rule settles."""

    payer: int
    payee: int | None
    amount: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class FalseWin:
    """One declared a win he did not have (詐胡) and pays each other: what the rules say, or another amount."""

    player: int
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Fine:
    """One pays into the pot: what the rules say, or another amount."""

    player: int
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class PotIn:
    """One puts something into the pot."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class PotOut:
    """One takes something out of the pot."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class Entry:
    """Amounts that come from elsewhere, such as an old book: what each gains, zero in all."""

    gains: Four
    why: str = ""


@dataclass(frozen=True, slots=True)
class Seats:
    """The four sit in another order: from now on, or after the fact.

    Attributes:
        order: the players by place, the first dealer's place first.
        since: number of the first event that it holds for; None from here on.
        kept: at earlier hands, whether who won and paid stays as it was said (`people`), or stays with the places
            because the wrong names stood there (`places`).
    """

    order: Four
    since: int | None = None
    kept: Kept = "people"


@dataclass(frozen=True, slots=True)
class NewTerms:
    """The table plays by other terms: from now on, or after the fact."""

    terms: Terms
    since: int | None = None


@dataclass(frozen=True, slots=True)
class NextGame:
    """A new game (將) begins, the seats drawn anew or as they were; chips are dealt out again."""

    order: Four | None = None
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """The evening is over."""


@dataclass(frozen=True, slots=True)
class Reopened:
    """It goes on after all."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """The evening is called something else; the empty name is its date."""

    title: str


@dataclass(frozen=True, slots=True)
class Removed:
    """The evening is taken off the club's lists and out of its season; taking this back brings it back."""


@dataclass(frozen=True, slots=True)
class Note:
    """Somebody remarked on something."""

    text: str


@dataclass(frozen=True, slots=True)
class Amend:
    """Put another event in the place of an earlier one."""

    event: int
    to: Play


@dataclass(frozen=True, slots=True)
class Undo:
    """Take an earlier event back."""

    event: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Let an event that was taken back count again."""

    event: int


HandEnd = HandWon | HandDrawn | HandAborted
Transfer = Penalty | FalseWin | Fine | PotIn | PotOut | Entry
Play = HandEnd | Transfer | Note
Event = Opened | Play | Seats | NewTerms | NextGame | Finished | Reopened | Renamed | Removed | Amend | Undo | Redo


@dataclass(frozen=True, slots=True)
class Recorded:
    """A line of the ledger.

    Attributes:
        number: from 1.
        at: when it was written.
        by: the account that wrote it; empty for a program.
        name: who wrote it, where no account says that.
    """

    number: int
    event: Event
    at: str = ""
    by: str = ""
    name: str = ""
