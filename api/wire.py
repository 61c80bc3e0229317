"""What HTTP asks of every address alike: HEAD wherever GET is answered, and faults of ranges in our own error form."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import ApiError

ASKED_HEAD = "tailens.head"
RANGE_CODES = {400: "range_invalid", 416: "range_not_satisfiable"}


class Head:
    """Answer HEAD as GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on as a GET."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET", ASKED_HEAD: True}, receive, without_body)


def is_head(scope: Scope) -> bool:
    """Tell whether a HEAD is answered as a GET: a stream without end has then nothing to send."""
    return ASKED_HEAD in scope


class Ranges:
    """Say in our error form that a Range header is wrong: where Starlette sends a file, it says so in plain text."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and put another answer in place of a plain one."""
        if scope["type"] != "http" or "range" not in Headers(scope=scope):
            await self.app(scope, receive, send)
            return
        refused = False

        async def in_our_form(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] in RANGE_CODES:
                headers = Headers(raw=message["headers"])
                if not headers.get("content-type", "").startswith("application/json"):
                    refused = True
                    size = {"content-range": headers["content-range"]} if "content-range" in headers else {}
                    await ApiError(RANGE_CODES[message["status"]], headers=size).response()(scope, receive, send)
            if not refused:
                await send(message)

        await self.app(scope, receive, in_our_form)
