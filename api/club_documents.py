"""Clubs, people and invites as the service and the page speak of them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from api.access import Role
from api.schemas import ClubId, Model, Money, Name, OptionValue, RulesVersion

# Length and letters are judged by api/names.py, which says so with a code of its own; this only bounds the work.
NameText = Annotated[str, Field(max_length=400)]
Password = Annotated[str, Field(max_length=1000)]
Code = Annotated[str, Field(min_length=1, max_length=100)]
Hours = Annotated[int, Field(strict=True, ge=1, le=24 * 366)]


class SignInIn(Model):
    """A name and its password."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "王小明", "password": "correct horse"}]})

    name: NameText
    password: Password


class MeChange(Model):
    """What may be changed of oneself; what is left out stays."""

    name: NameText | None = None
    old_password: Password | None = Field(default=None, description="needed to set a new one")
    new_password: Password | None = None


class Goodbye(Model):
    """The password once more, from who has one, to delete the account."""

    password: Password = ""


class JoinIn(Model):
    """An invite, and who comes by it."""

    code: Code = Field(description="the short code, or what stands in the link")
    name: NameText | None = Field(default=None, description="as others shall see you; viewers need none")
    player_id: ClubId | None = Field(default=None, description="the player of the club's list that you are")


class LookIn(Model):
    """An invite to look at."""

    code: Code


class ResetIn(Model):
    """A code or link's secret for a new password, and the password."""

    code: Code
    password: Password


class ClubSettings(Model):
    """What a club's new tables start with; what is left out is the service's default."""

    rules: Name | None = None
    rules_version: RulesVersion | None = None
    options: dict[Name, OptionValue] = Field(default={}, max_length=40)
    base: Money | None = None
    per_tai: Money | None = None


class ClubIn(Model):
    """A club to make."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "星期五麻將社"}]})

    name: NameText
    settings: ClubSettings = ClubSettings()


class ClubChange(Model):
    """What may be changed of a club; what is left out stays."""

    name: NameText | None = None
    settings: ClubSettings | None = None


class PlayerIn(Model):
    """A name for a club's list."""

    name: NameText


class PlayerChange(Model):
    """What may be changed of a player; what is left out stays."""

    name: NameText | None = None
    account_id: ClubId | None = Field(default=None, description="whose account the player is; null for nobody's")


class MemberChange(Model):
    """A member's new role."""

    role: Role


class InviteIn(Model):
    """An invite to make."""

    role: Role
    hours: Hours = Field(default=24, description="how long it is good")
    session_id: ClubId | None = Field(default=None, description="lets in to this session only")


class AccountOut(BaseModel):
    """An account; a guest's has no password yet."""

    id: str
    name: str
    guest: bool


class MyClub(BaseModel):
    """A club that one belongs to."""

    id: str
    name: str
    role: Role


class MySession(BaseModel):
    """A session that one was invited to, not to its whole club."""

    club_id: str
    session_id: str
    role: Role


class MeOut(BaseModel):
    """Who calls, and where they belong."""

    account: AccountOut | None = Field(description="null for a program with the service's own token")
    operator: bool
    may_found: bool = Field(description="whether they may make clubs")
    clubs: list[MyClub] = Field(description="the first is the one that calls are about which name none")
    sessions: list[MySession]


class JoinedOut(MeOut):
    """Who calls, after joining, and what the invite was to."""

    club_id: str
    session_id: str | None


class PlayerOut(BaseModel):
    """A player of a club."""

    id: str
    name: str
    account_id: str | None


class PlayerList(BaseModel):
    """A club's players."""

    players: list[PlayerOut]


class FreePlayer(BaseModel):
    """A player that nobody said to be yet."""

    id: str
    name: str


class LookOut(BaseModel):
    """What an invite is to."""

    club: str
    club_id: str
    session_id: str | None
    role: Role
    expires: str
    players: list[FreePlayer] = Field(description="whom one may say to be; for players and higher only")


class ClubOut(BaseModel):
    """A club."""

    id: str
    name: str
    created_at: str
    house: bool = Field(description="the club of everybody who came by the service's own join link")
    role: Role = Field(description="yours")
    settings: dict[str, Any]


class ClubList(BaseModel):
    """Clubs that one belongs to."""

    clubs: list[ClubOut]


class MemberOut(BaseModel):
    """Somebody who belongs to a club."""

    account_id: str
    name: str
    guest: bool
    role: Role
    session_id: str | None = Field(description="null where it is the whole club")
    player_id: str | None


class MemberList(BaseModel):
    """A club's members, in the order of coming."""

    members: list[MemberOut]


class InviteOut(BaseModel):
    """An invite."""

    id: str
    role: Role
    session_id: str | None
    created_at: str
    expires: str
    code_expires: str = Field(description="until when the short code is good, a day at most")


class SecretOut(BaseModel):
    """A way in that is told only once."""

    code: str = Field(description="to be typed, in any case, with or without its hyphen")
    url: str
    qr: str = Field(description="the link as a QR code, an SVG image")


class InviteMade(InviteOut, SecretOut):
    """A new invite with its secrets."""


class InviteList(BaseModel):
    """A club's invites that are still good, without their secrets."""

    invites: list[InviteOut]


class ResetMade(SecretOut):
    """A way to a new password, good once."""

    expires: str
