"""Who belongs to a club, and the ways into it."""

from __future__ import annotations

import io

import segno
from fastapi import APIRouter, Request

from api.access import CLUB_WIDE, as_role
from api.club_documents import (
    InviteIn,
    InviteList,
    InviteMade,
    InviteOut,
    MemberChange,
    MemberList,
    MemberOut,
    ResetMade,
    SecretOut,
)
from api.members import Member
from api.routes.clubs import CHANGED, SEEN
from api.routes.common import CallerDep, IdPath, InvitesDep, MembersDep, errors
from api.secret_codes import Secrets, shown_code
from api.tables import InviteRow

router = APIRouter(prefix="/api/clubs/{club_id}", tags=["members"])


def member_out(member: Member) -> MemberOut:
    """Give a member as the service answers it."""
    return MemberOut(
        account_id=member.account_id,
        name=member.name,
        guest=member.guest,
        role=member.role,
        session_id=member.session_id or None,
        player_id=member.player_id,
    )


def invite_out(row: InviteRow) -> InviteOut:
    """Give an invite as the service answers it."""
    return InviteOut(
        id=row.id,
        role=as_role(row.role),
        session_id=row.session_id or None,
        created_at=row.created_at,
        expires=row.expires,
        code_expires=row.code_expires,
    )


def invite_made(row: InviteRow, told: Secrets, request: Request) -> InviteMade:
    """Give a new invite with what is told only now: its code, its link, and the link's QR code."""
    secret = _told(told, f"{request.base_url}join/{told.secret}")
    return InviteMade(**invite_out(row).model_dump(), **secret.model_dump())


def _told(told: Secrets, url: str) -> SecretOut:
    return SecretOut(code=shown_code(told.code), url=url, qr=qr_svg(url))


def qr_svg(text: str) -> str:
    """Draw a QR code as an SVG image.

    >>> qr_svg("https://example.org/join/a").startswith("<svg ")
    True
    """
    out = io.BytesIO()
    segno.make_qr(text, error="m").save(out, kind="svg", xmldecl=False, nl=False, dark="#000", light="#fff")
    return out.getvalue().decode()


@router.get("/members", responses=SEEN | errors("role_too_low"))
def list_members(club_id: IdPath, caller: CallerDep, members: MembersDep) -> MemberList:
    """List who belongs to a club, guests too (player)."""
    return MemberList(members=[member_out(member) for member in members.listed(caller, club_id)])


@router.patch(
    "/members/{account_id}",
    status_code=204,
    responses=CHANGED | errors("club_unknown", "member_unknown") | errors("last_owner"),
)
def change_member(
    club_id: IdPath, account_id: IdPath, asked: MemberChange, caller: CallerDep, members: MembersDep
) -> None:
    """Give a member another role (owner)."""
    members.change(caller, club_id, account_id, asked.role)


@router.delete(
    "/members/{account_id}",
    status_code=204,
    responses=CHANGED | errors("club_unknown", "member_unknown") | errors("last_owner"),
)
def remove_member(club_id: IdPath, account_id: IdPath, caller: CallerDep, members: MembersDep) -> None:
    """Send somebody away (owner), or leave oneself; the player stays on the list."""
    members.remove(caller, club_id, account_id)


@router.post(
    "/members/{account_id}/reset",
    status_code=201,
    responses=CHANGED
    | errors("cross_site", "role_too_low", "reset_not_yours")
    | errors("club_unknown", "member_unknown")
    | errors("member_guest"),
)
def make_reset(
    club_id: IdPath, account_id: IdPath, request: Request, caller: CallerDep, invites: InvitesDep
) -> ResetMade:
    """Make a way to a new password for a member who lost it, good once and for a day (owner)."""
    told, expires = invites.reset_for(caller, club_id, account_id)
    secret = _told(told, f"{request.base_url}#/reset/{told.secret}")
    return ResetMade(**secret.model_dump(), expires=expires)


@router.get("/invites", responses=SEEN | errors("role_too_low"))
def list_invites(club_id: IdPath, caller: CallerDep, invites: InvitesDep) -> InviteList:
    """List a club's invites that are still good; their secrets are not told again (scorekeeper)."""
    return InviteList(invites=[invite_out(row) for row in invites.listed(caller, club_id)])


@router.post(
    "/invites",
    status_code=201,
    responses=CHANGED | errors("club_unknown", "session_unknown") | errors("invites_full"),
)
def make_invite(
    club_id: IdPath, asked: InviteIn, request: Request, caller: CallerDep, invites: InvitesDep
) -> InviteMade:
    """Make an invite, with code, link and QR code (scorekeeper; for scorekeepers and owners: owner)."""
    session_id = asked.session_id or CLUB_WIDE
    row, told = invites.make(caller, club_id, role=asked.role, hours=asked.hours, session_id=session_id)
    return invite_made(row, told, request)


@router.delete("/invites/{invite_id}", status_code=204, responses=CHANGED | errors("club_unknown", "invite_unknown"))
def take_back_invite(club_id: IdPath, invite_id: IdPath, caller: CallerDep, invites: InvitesDep) -> None:
    """Take an invite back; who came by it stays (scorekeeper; for scorekeepers and owners: owner)."""
    invites.take_back(caller, club_id, invite_id)
