"""Who calls: look, sign up, sign in and out, join by an invite, set a new password."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from api.access import Access, Caller, as_role
from api.club_documents import (
    AccountOut,
    FreePlayer,
    Goodbye,
    JoinedOut,
    JoinIn,
    LookIn,
    LookOut,
    MeChange,
    MeOut,
    MyClub,
    MySession,
    ResetIn,
    SignInIn,
)
from api.clubs import Clubs
from api.guard import COOKIE
from api.routes.common import (
    ALWAYS,
    CHANGING,
    AccessDep,
    AccountsDep,
    AnyoneDep,
    CallerDep,
    ClubsDep,
    InvitesDep,
    LimitsDep,
    OriginDep,
    SigninsDep,
    errors,
)
from api.routes.joining import drop_cookie, set_cookie

router = APIRouter(prefix="/api", tags=["people"])

SENT = CHANGING | errors("request_invalid", "body_too_large")


def me_out(caller: Caller, access: Access, clubs: Clubs) -> MeOut:
    """Give who calls as the service answers it."""
    roles = access.clubs_of(caller)
    names = clubs.names_of(club_id for club_id, _ in roles)
    account = None
    if caller.account_id is not None:
        account = AccountOut(id=caller.account_id, name=caller.name, guest=caller.guest)
    return MeOut(
        account=account,
        operator=caller.operator,
        may_found=caller.may_found,
        clubs=[MyClub(id=club_id, name=names[club_id], role=role) for club_id, role in roles if club_id in names],
        sessions=[
            MySession(club_id=club_id, session_id=session_id, role=role)
            for club_id, session_id, role in access.sessions_of(caller)
        ],
    )


@router.get("/me", responses=ALWAYS)
def get_me(
    request: Request,
    response: Response,
    caller: CallerDep,
    access: AccessDep,
    clubs: ClubsDep,
    signins: SigninsDep,
) -> MeOut:
    """Say who calls, and which clubs and sessions they belong to."""
    if caller.signin_id and signins.renew(caller):
        set_cookie(response, request, request.cookies[COOKIE])
    return me_out(caller, access, clubs)


@router.patch(
    "/me",
    responses=errors("not_joined", "signin_wrong", "cross_site", "request_invalid", "name_invalid", "password_unfit")
    | errors("name_taken", "body_too_large", "too_many_tries", "busy"),
)
def change_me(
    asked: MeChange,
    request: Request,
    response: Response,
    caller: CallerDep,
    access: AccessDep,
    clubs: ClubsDep,
    accounts: AccountsDep,
    origin: OriginDep,
) -> MeOut:
    """Change one's name or password; a new password signs every other device out."""
    if asked.name is not None:
        accounts.rename(caller, asked.name)
    if asked.new_password is not None:
        token, caller = accounts.change_password(caller, asked.old_password or "", asked.new_password, origin=origin)
        set_cookie(response, request, token)
    return me_out(accounts.again(caller), access, clubs)


@router.delete(
    "/me",
    status_code=204,
    responses=errors("not_joined", "signin_wrong", "cross_site", "request_invalid", "last_owner")
    | errors("body_too_large", "too_many_tries", "busy"),
)
def delete_me(
    asked: Goodbye, request: Request, response: Response, caller: CallerDep, accounts: AccountsDep, origin: OriginDep
) -> None:
    """Delete one's account: every history shows a blank name where it was, and its players are nobody's."""
    accounts.delete(caller, asked.password, origin=origin)
    drop_cookie(response, request)


@router.post(
    "/accounts",
    status_code=201,
    responses=SENT
    | errors("request_invalid", "name_invalid", "password_unfit")
    | errors("cross_site", "signup_closed")
    | errors("account_exists", "name_taken")
    | errors("too_many_tries", "busy"),
)
def sign_up(
    asked: SignInIn,
    request: Request,
    response: Response,
    caller: CallerDep,
    access: AccessDep,
    clubs: ClubsDep,
    accounts: AccountsDep,
) -> MeOut:
    """Give this device's guest a name and a password to come back with; what it owns stays its own."""
    token, made = accounts.sign_up(caller, asked.name, asked.password)
    set_cookie(response, request, token)
    return me_out(made, access, clubs)


@router.post(
    "/signin",
    responses=errors("signin_wrong", "cross_site", "request_invalid", "body_too_large", "too_many_tries", "busy"),
)
def sign_in(
    asked: SignInIn,
    request: Request,
    response: Response,
    caller: AnyoneDep,
    access: AccessDep,
    clubs: ClubsDep,
    accounts: AccountsDep,
    origin: OriginDep,
) -> MeOut:
    """Sign this device in; what a guest on it belongs to comes along."""
    token, made = accounts.sign_in(caller, asked.name, asked.password, origin=origin)
    set_cookie(response, request, token)
    return me_out(made, access, clubs)


@router.post("/signout", status_code=204, responses=CHANGING)
def sign_out(request: Request, response: Response, caller: CallerDep, signins: SigninsDep) -> None:
    """Sign this device out; a guest can't come back."""
    signins.close(caller)
    drop_cookie(response, request)


@router.post(
    "/join",
    responses=errors("cross_site", "request_invalid", "name_invalid", "body_too_large", "too_many_tries")
    | errors("invite_unknown", "player_unknown", "invite_over", "player_name_taken", "player_linked", "name_taken")
    | errors("players_full"),
)
def join_by_invite(
    asked: JoinIn,
    request: Request,
    response: Response,
    caller: AnyoneDep,
    access: AccessDep,
    clubs: ClubsDep,
    invites: InvitesDep,
    limits: LimitsDep,
    origin: OriginDep,
) -> JoinedOut:
    """Come in by an invite's code or link; a device that is not signed in becomes a guest's."""
    limits.guesses_at.take(origin)
    if caller is None:
        limits.signups.take(origin)
    joined = invites.accept(caller, asked.code, name=asked.name, player_id=asked.player_id)
    limits.guesses_at.give_back(origin)
    if joined.token is not None:
        set_cookie(response, request, joined.token)
    me = me_out(joined.caller, access, clubs)
    return JoinedOut(**me.model_dump(), club_id=joined.club_id, session_id=joined.session_id or None)


@router.post(
    "/join/look",
    responses=errors("cross_site", "request_invalid", "body_too_large", "too_many_tries")
    | errors("invite_unknown", "invite_over"),
)
def look_at_invite(asked: LookIn, invites: InvitesDep, limits: LimitsDep, origin: OriginDep) -> LookOut:
    """Say what an invite is to, before coming in by it."""
    limits.guesses_at.take(origin)
    row, club, free = invites.look(asked.code)
    limits.guesses_at.give_back(origin)
    return LookOut(
        club=club.name,
        club_id=club.id,
        session_id=row.session_id or None,
        role=as_role(row.role),
        expires=row.expires,
        players=[FreePlayer(id=player.id, name=player.name) for player in free],
    )


@router.post(
    "/reset",
    responses=errors("cross_site", "request_invalid", "password_unfit", "body_too_large", "too_many_tries")
    | errors("reset_unknown", "busy"),
)
def set_new_password(
    asked: ResetIn,
    request: Request,
    response: Response,
    access: AccessDep,
    clubs: ClubsDep,
    invites: InvitesDep,
    limits: LimitsDep,
    origin: OriginDep,
) -> MeOut:
    """Set a new password by the code that an owner gave, and sign this device in; every other one is signed out."""
    limits.guesses_at.take(origin)
    token, made = invites.reset(asked.code, asked.password)
    limits.guesses_at.give_back(origin)
    set_cookie(response, request, token)
    return me_out(made, access, clubs)
