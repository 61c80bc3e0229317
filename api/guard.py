"""What stands before every route: the limit on bodies, who may call, and the headers of every answer."""

from __future__ import annotations

import asyncio
import re
import secrets
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from anyio import CapacityLimiter, to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.access import Caller
from api.errors import ApiError
from api.limits import Limits, origin_of
from api.settings import Settings
from api.signins import Signins, the_operator

COOKIE = "tailens_signin"
PHOTO_UPLOAD = "/api/readings"
MODEL_UPLOAD = re.compile(r"/api/clubs/[^/]+/models")
SET_UPLOAD = re.compile(r"/api/sets/[^/]+/import")
PATIENCE_SECONDS = 10
LOOK_UPS_AT_ONCE = 8
JOIN_LINK = "/join/"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; "
    "worker-src 'self'; manifest-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)


class BodyLimit:
    """Refuse a body over the limit as soon as it is, also one that states no length (starlette#2815)."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting its bytes."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        photo = scope["path"] == PHOTO_UPLOAD
        limit = self.settings.photo_limit if photo else self.settings.body_limit
        if SET_UPLOAD.fullmatch(scope["path"]):
            limit = self.settings.set_limit
        if MODEL_UPLOAD.fullmatch(scope["path"]):
            limit = self.settings.model_limit
        refusal = ApiError(
            "photo_too_large" if photo else "body_too_large",
            detail={"limit_bytes": limit},
            headers={"connection": "close"},
        )
        stated = Headers(scope=scope).get("content-length", "")
        if stated.isascii() and stated.isdigit() and (len(stated) > 18 or int(stated) > limit):
            await refuse(refusal, scope, receive, send, patience=limit)
            return

        seen = 0
        answered = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise _OverLimit
            return message

        async def answer(message: Message) -> None:
            nonlocal answered
            # The app may have made another error of the break; the limit is the reason.
            if seen <= limit:
                answered = True
                await send(message)

        with suppress(_OverLimit):
            await self.app(scope, counted, answer)
        if seen > limit and not answered:
            await refuse(refusal, scope, receive, send, patience=limit)


class _OverLimit(Exception):
    pass


async def refuse(refusal: ApiError, scope: Scope, receive: Receive, send: Send, *, patience: int) -> None:
    """Answer at once, but read on a little and throw it away before the connection closes.

    A browser looks at the answer only when it has sent everything, and a connection closed on unread data throws the
    answer away. `patience` bounds the bytes, and `PATIENCE_SECONDS` the time.
    """

    async def hold_open(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "more_body": True}
        await send(message)

    await refusal.response()(scope, receive, hold_open)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while patience > 0:
                message = await receive()
                patience -= len(message.get("body", b""))
                if not message.get("more_body"):
                    break
    await send({"type": "http.response.body", "body": b"", "more_body": False})


class Guard:
    """Let only who is signed in, on our own site, reach `/api`; and put the safety headers on every answer.

    Who calls is found in the database on threads of its own, so that nobody waits for it behind photos. Routes that
    strangers may call (`open_calls`: methods and paths) find no caller.
    """

    def __init__(self, app: ASGIApp, settings: Settings, open_calls: frozenset[tuple[str, str]]) -> None:
        self.app = app
        self.token = settings.token
        self.open_calls = open_calls
        self._look_ups = CapacityLimiter(LOOK_UPS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401, 403 or 429, or pass the request on with its caller in the state."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("x-content-type-options", "nosniff")
                headers.setdefault("referrer-policy", "no-referrer")
                headers.setdefault("content-security-policy", CONTENT_POLICY)
                # The page's files are asked for again each time, and answered 304 while they are the same.
                api = scope["path"].startswith("/api/")
                headers.setdefault("cache-control", "no-store" if api else "no-cache")
            await send(message)

        answer: ASGIApp = self.app
        try:
            scope.setdefault("state", {})["caller"] = await self.caller(scope)
        except ApiError as refusal:
            answer = refusal.response()
        await answer(scope, receive, with_headers)

    async def caller(self, scope: Scope) -> Caller | None:
        """Say who calls; None where a stranger may.

        Raises:
            ApiError: `cross_site`, `not_joined` or `too_many_tries`.
        """
        path, headers = scope["path"], Headers(scope=scope)
        api = path == "/api" or path.startswith("/api/")
        if api and scope["method"] not in SAFE_METHODS and not from_our_site(headers):
            raise ApiError("cross_site")
        if not api and not path.startswith(JOIN_LINK):
            return None
        state: Any = scope["app"].state
        caller = await self._signed_in(headers, state.signins, state.limits, scope)
        if caller is None and api and (scope["method"], path) not in self.open_calls:
            raise ApiError("not_joined", headers={"www-authenticate": "Bearer"})
        return caller

    async def _signed_in(self, headers: Headers, signins: Signins, limits: Limits, scope: Scope) -> Caller | None:
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            origin = origin_of(scope["client"][0] if scope.get("client") else None)
            limits.guesses_at.take(origin)
            if same_token(bearer.strip(), self.token):
                limits.guesses_at.give_back(origin)
                return the_operator()
        # Cookies are shared over a host's ports: one that another service left odd must not hide ours.
        token = cookie_parser(headers.get("cookie", "")).get(COOKIE)
        if not token:
            return None
        return await to_thread.run_sync(signins.caller, token, limiter=self._look_ups)


def same_token(shown: str, token: str) -> bool:
    """Compare in constant time."""
    return secrets.compare_digest(shown.encode("utf-8", "replace"), token.encode())


def from_our_site(headers: Headers) -> bool:
    """Tell whether a browser says that our own page, or no page at all, made this call.

    Browsers send Sec-Fetch-Site only in secure contexts, which plain http on a local address is not: there the
    Origin's host must be the one that was called. Programs send neither.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False
