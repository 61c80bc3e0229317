"""Clubs and the players on their lists."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from api.access import Role
from api.club_documents import (
    ClubChange,
    ClubIn,
    ClubList,
    ClubOut,
    PlayerChange,
    PlayerIn,
    PlayerList,
    PlayerOut,
)
from api.players import Linked
from api.routes.common import (
    ALWAYS,
    CHANGING,
    AccessDep,
    CallerDep,
    ClubsDep,
    IdPath,
    OptionalKeyDep,
    PlayersDep,
    errors,
)
from api.tables import ClubRow, PlayerRow

router = APIRouter(prefix="/api/clubs", tags=["clubs"])

SEEN = ALWAYS | errors("request_invalid", "club_unknown")
CHANGED = CHANGING | errors("cross_site", "role_too_low") | errors("request_invalid", "club_unknown", "body_too_large")
KEYED = errors("idempotency_key_missing", "idempotency_conflict")


def club_out(row: ClubRow, role: Role) -> ClubOut:
    """Give a club as the service answers it."""
    return ClubOut(
        id=row.id, name=row.name, created_at=row.created_at, house=row.house, role=role, settings=row.settings
    )


def player_out(row: PlayerRow) -> PlayerOut:
    """Give a player as the service answers it."""
    return PlayerOut(id=row.id, name=row.name, account_id=row.account_id)


@router.get("", responses=ALWAYS)
def list_clubs(caller: CallerDep, access: AccessDep, clubs: ClubsDep) -> ClubList:
    """List the clubs that one belongs to, in the order of coming."""
    roles = access.clubs_of(caller)
    rows = clubs.rows(club_id for club_id, _ in roles)
    return ClubList(clubs=[club_out(rows[club_id], role) for club_id, role in roles if club_id in rows])


@router.post(
    "",
    status_code=201,
    responses=CHANGING
    | errors("cross_site", "founding_closed")
    | errors("request_invalid", "name_invalid", "body_too_large")
    | errors("idempotency_key_missing")
    | errors("idempotency_conflict"),
)
def make_club(asked: ClubIn, caller: CallerDep, clubs: ClubsDep, key: OptionalKeyDep) -> ClubOut:
    """Make a club, which one then owns."""
    settings = asked.settings.model_dump(mode="json", exclude_unset=True)
    return club_out(clubs.found(caller, asked.name, settings=settings, key=key), "owner")


@router.get("/{club_id}", responses=SEEN)
def get_club(club_id: IdPath, caller: CallerDep, access: AccessDep, clubs: ClubsDep) -> ClubOut:
    """Give a club, with one's own role in it."""
    role = access.require(caller, club_id, "viewer")
    return club_out(clubs.get(club_id), role)


@router.patch(
    "/{club_id}",
    responses=CHANGED | errors("request_invalid", "name_invalid"),
)
def change_club(club_id: IdPath, asked: ClubChange, caller: CallerDep, clubs: ClubsDep) -> ClubOut:
    """Rename a club, or set what its new tables start with (owner)."""
    settings = None if asked.settings is None else asked.settings.model_dump(mode="json", exclude_unset=True)
    return club_out(clubs.change(caller, club_id, name=asked.name, settings=settings), "owner")


@router.delete("/{club_id}", status_code=204, responses=CHANGED | errors("club_name_differs"))
def delete_club(
    club_id: IdPath,
    caller: CallerDep,
    clubs: ClubsDep,
    name: Annotated[str, Query(max_length=400, description="the club's name, so that it is no slip")],
) -> None:
    """Delete a club with its books, photos, players and rule sets, for good (owner)."""
    clubs.delete(caller, club_id, name=name)


@router.get("/{club_id}/players", responses=SEEN)
def list_players(club_id: IdPath, caller: CallerDep, access: AccessDep, players: PlayersDep) -> PlayerList:
    """List a club's players."""
    access.require(caller, club_id, "viewer")
    return PlayerList(players=[player_out(row) for row in players.listed(club_id)])


@router.post(
    "/{club_id}/players",
    status_code=201,
    responses=CHANGED
    | errors("request_invalid", "name_invalid")
    | errors("idempotency_key_missing")
    | errors("idempotency_conflict", "player_name_taken", "players_full"),
)
def add_player(
    club_id: IdPath, asked: PlayerIn, caller: CallerDep, players: PlayersDep, key: OptionalKeyDep
) -> PlayerOut:
    """Put a name on a club's list of players (scorekeeper)."""
    return player_out(players.add(caller, club_id, asked.name, key=key))


@router.patch(
    "/{club_id}/players/{player_id}",
    responses=CHANGED
    | errors("club_unknown", "player_unknown", "member_unknown")
    | errors("request_invalid", "name_invalid")
    | errors("player_name_taken", "player_linked"),
)
def change_player(
    club_id: IdPath, player_id: IdPath, asked: PlayerChange, caller: CallerDep, players: PlayersDep
) -> PlayerOut:
    """Rename a player, or say whose account it is (scorekeeper; players, of themselves)."""
    account_id: Linked = asked.account_id if "account_id" in asked.model_fields_set else False
    return player_out(players.change(caller, club_id, player_id, name=asked.name, account_id=account_id))


@router.delete(
    "/{club_id}/players/{player_id}", status_code=204, responses=CHANGED | errors("club_unknown", "player_unknown")
)
def delete_player(club_id: IdPath, player_id: IdPath, caller: CallerDep, players: PlayersDep) -> None:
    """Delete a player: the books keep their sums, under a blank name (owner)."""
    players.delete(caller, club_id, player_id)
