"""How a club's players stand over a season."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from api.routes.common import ALWAYS, AccessDep, CallerDep, SessionsDep, errors
from api.standings import StandingsOut, Unit, standings_out

router = APIRouter(prefix="/api", tags=["sessions"])

Day = Annotated[str | None, Query(pattern=r"^\d{4}-\d{2}-\d{2}$", description="a day, in UTC, as 2026-11-30")]


@router.get("/clubs/{club_id}/standings", responses=ALWAYS | errors("request_invalid", "club_unknown"))
def get_standings(
    club_id: Annotated[str, Path(max_length=40)],
    caller: CallerDep,
    access: AccessDep,
    sessions: SessionsDep,
    unit: Unit = "money",
    since: Day = None,
    until: Day = None,
) -> StandingsOut:
    """Give totals and counts of every player, and what each session changed, for a chart; both days belong to it."""
    access.require(caller, club_id, "viewer")
    rows = sessions.lists.season(club_id, since=since, until=until)
    names = sessions.lists.names({player for row in rows for player in row.summary["players"]})
    return standings_out(rows, names, unit=unit)
