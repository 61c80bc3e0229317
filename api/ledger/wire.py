"""Events as JSON and back: `{"kind": "hand", ...}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from api.ledger.errors import LedgerError
from api.ledger.events import (
    Amend,
    Called,
    Claim,
    Entry,
    Event,
    FalseWin,
    Fine,
    Finished,
    Four,
    HandAborted,
    HandDrawn,
    HandWon,
    NewTerms,
    NextGame,
    Note,
    Opened,
    Penalty,
    PotIn,
    PotOut,
    Redo,
    Removed,
    Renamed,
    Reopened,
    Seats,
    Terms,
    Undo,
)

Document = dict[str, Any]


def event_document(event: Event) -> Document:
    """Give an event as JSON.

    >>> event_document(Undo(3))
    {'kind': 'undo', 'event': 3}
    """
    kind, members = _parts(event)
    return {"kind": kind, **members}


def event_of(document: Mapping[str, Any]) -> Event:
    """Take an event from JSON of the documented form, checked before.

    Raises:
        LedgerError: `event_unreadable`: it is of a kind that this version does not know.

    >>> event_of({"kind": "undo", "event": 3})
    Undo(event=3)
    """
    make = _MAKERS.get(document["kind"])
    if make is None:
        raise LedgerError("event_unreadable", f"There is no event of the kind {document['kind']!r}.")
    return make(document)


def terms_document(terms: Terms) -> Document:
    """Give terms as JSON."""
    return {
        "rules": terms.rules,
        "rules_version": terms.version,
        "options": dict(terms.options),
        "base": terms.base,
        "per_tai": terms.per_tai,
    }


def terms_of(document: Mapping[str, Any]) -> Terms:
    """Take terms from JSON."""
    options = tuple(sorted(document["options"].items()))
    return Terms(document["rules"], document["rules_version"], options, document["base"], document["per_tai"])


def _parts(event: Event) -> tuple[str, Document]:  # one case a kind
    match event:
        case Opened():
            return "opened", {
                "players": list(event.players),
                "terms": terms_document(event.terms),
                "drawn": event.drawn,
                "chips": event.chips,
                "pot": event.pot,
            }
        case HandWon():
            return "hand", {
                "won_by": event.won_by,
                "from": event.feeder,
                "opened": event.opened,
                "wins": [_claim_document(claim) for claim in event.claims],
                "calls": [{"player": each.player, "from": each.feeder, "meld": each.meld} for each in event.calls],
            }
        case HandDrawn():
            return "drawn", {}
        case HandAborted(why):
            return "aborted", {"why": why}
        case Penalty(payer, payee, amount, why):
            return "penalty", {"from": payer, "to": payee, "amount": amount, "why": why}
        case FalseWin(player, each):
            return "false_win", {"player": player, "amount": each}
        case Fine(player, each):
            return "fine", {"player": player, "amount": each}
        case PotIn(player, amount):
            return "pot_in", {"player": player, "amount": amount}
        case PotOut(player, amount):
            return "pot_out", {"player": player, "amount": amount}
        case Entry(gains, why):
            return "entry", {"gains": list(gains), "why": why}
        case Seats(order, since, kept):
            return "seats", {"order": list(order), "since": since, "kept": kept}
        case NewTerms(terms, since):
            return "terms", {"terms": terms_document(terms), "since": since}
        case NextGame(seats, drawn):
            return "next_game", {"order": None if seats is None else list(seats), "drawn": drawn}
        case Finished():
            return "finished", {}
        case Reopened():
            return "reopened", {}
        case Renamed(title):
            return "renamed", {"title": title}
        case Removed():
            return "removed", {}
        case Note(text):
            return "note", {"text": text}
        case Amend(number, to):
            return "amend", {"event": number, "to": event_document(to)}
        case Undo(number):
            return "undo", {"event": number}
        case Redo(number):
            return "redo", {"event": number}


def _claim_document(claim: Claim) -> Document:
    return {
        "player": claim.player,
        "hand": claim.hand,
        "tai": claim.tai,
        "events": list(claim.events),
        "reading_id": claim.reading,
        "tiles": list(claim.tiles),
    }


def _opened(members: Mapping[str, Any]) -> Opened:
    a, b, c, d = members["players"]
    return Opened((a, b, c, d), terms_of(members["terms"]), members["drawn"], members["chips"], members["pot"])


def _hand(members: Mapping[str, Any]) -> HandWon:
    claims = tuple(
        Claim(
            claim["player"],
            claim["hand"],
            claim["tai"],
            tuple(claim["events"]),
            claim["reading_id"],
            tuple(claim["tiles"]),
        )
        for claim in members["wins"]
    )
    calls = tuple(Called(each["player"], each["from"], each["meld"]) for each in members["calls"])
    return HandWon(members["won_by"], claims, members["from"], members["opened"], calls)


def _amend(members: Mapping[str, Any]) -> Amend:
    to = event_of(members["to"])
    if not isinstance(
        to, HandWon | HandDrawn | HandAborted | Penalty | FalseWin | Fine | PotIn | PotOut | Entry | Note
    ):
        raise LedgerError("event_unreadable", "Only what happens at the table can stand in an amendment.")
    return Amend(members["event"], to)


def _four(numbers: Any) -> Four:
    a, b, c, d = numbers
    return a, b, c, d


_MAKERS: dict[str, Callable[[Mapping[str, Any]], Event]] = {
    "opened": _opened,
    "hand": _hand,
    "drawn": lambda _: HandDrawn(),
    "aborted": lambda members: HandAborted(members["why"]),
    "penalty": lambda members: Penalty(members["from"], members["to"], members["amount"], members["why"]),
    "false_win": lambda members: FalseWin(members["player"], members["amount"]),
    "fine": lambda members: Fine(members["player"], members["amount"]),
    "pot_in": lambda members: PotIn(members["player"], members["amount"]),
    "pot_out": lambda members: PotOut(members["player"], members["amount"]),
    "entry": lambda members: Entry(_four(members["gains"]), members["why"]),
    "seats": lambda members: Seats(_four(members["order"]), members["since"], members["kept"]),
    "terms": lambda members: NewTerms(terms_of(members["terms"]), members["since"]),
    "next_game": lambda members: NextGame(members["order"] and _four(members["order"]), members["drawn"]),
    "finished": lambda _: Finished(),
    "reopened": lambda _: Reopened(),
    "renamed": lambda members: Renamed(members["title"]),
    "removed": lambda _: Removed(),
    "note": lambda members: Note(members["text"]),
    "amend": _amend,
    "undo": lambda members: Undo(members["event"]),
    "redo": lambda members: Redo(members["event"]),
}
