"""The one error form of the service: `{"error": {"code", "message", "detail"}}`, and the table of its codes."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from scorer.errors import TaiLensError

log = logging.getLogger("tailens")

# code: (HTTP status, what it means). docs/http-api.md lists them; a test holds the two together.
CODES: dict[str, tuple[int, str]] = {
    "request_invalid": (422, "The request is not of the documented form; detail.fields says where."),
    "not_found": (404, "There is nothing at this address."),
    "method_not_allowed": (405, "This address does not take that method."),
    "not_joined": (401, "Open the join link first, or send its token as a bearer token."),
    "club_unknown": (404, "There is no such club, or it is not yours."),
    "role_too_low": (403, "Your role in this club may not do that; detail says which role may."),
    "too_many_tries": (429, "Too many tries; wait as long as the Retry-After header says."),
    "name_invalid": (422, "A name has 1 to 40 characters that can be seen."),
    "name_taken": (409, "Another account has this name, or one that looks like it."),
    "password_unfit": (422, "A password has 8 to 200 characters."),
    "signin_wrong": (401, "There is no account with this name and password."),
    "account_exists": (409, "You have an account already."),
    "signup_closed": (403, "An account needs an invite to a club, or the service's own join link."),
    "founding_closed": (403, "Clubs are made by who came by the service's own join link."),
    "reset_unknown": (404, "There is no such code for a new password, or it was used, or its time is over."),
    "reset_not_yours": (403, "This person belongs to other clubs too: who runs the service must do it."),
    "club_name_differs": (409, "To delete a club, send its name as it is."),
    "last_owner": (409, "A club needs an owner: make somebody else one first, or delete the club."),
    "player_unknown": (404, "There is no player with this id in this club."),
    "player_name_taken": (409, "Another player of this club has this name, or one that looks like it."),
    "player_linked": (409, "This player is somebody else already, or this person another player."),
    "players_full": (409, "The club's list of players is full; delete one first."),
    "member_unknown": (404, "There is no member with this id in this club."),
    "member_guest": (409, "A guest has no password to lose; send an invite instead."),
    "invites_full": (409, "The club has too many open invites; take some back first."),
    "invite_unknown": (404, "There is no such invite, or it was taken back."),
    "invite_over": (410, "This invite's time is over; ask for a new one."),
    "cross_site": (403, "A page of another site may not change anything here."),
    "body_too_large": (413, "The body is larger than this call accepts."),
    "range_invalid": (400, "The Range header is none that can be understood."),
    "range_not_satisfiable": (416, "The file has no such part; the Content-Range header says how long it is."),
    "photo_missing": (422, "No photo was sent: send a multipart form with a file field named photo."),
    "photo_too_large": (413, "The photo is larger than the service accepts, in bytes or in pixels."),
    "photo_too_small": (422, "The photo has too few pixels to hold a readable tile."),
    "photo_empty": (422, "The photo file is empty."),
    "photo_unreadable": (422, "The file is no picture that can be read."),
    "photo_damaged": (422, "The picture file is cut short or damaged."),
    "reading_unknown": (404, "There is no reading with this id."),
    "hand_unknown": (404, "There is no hand record with this id."),
    "notation_invalid": (422, "The hand's notation is wrong; detail.position is the character at fault."),
    "win_invalid": (422, "The facts of the win contradict each other or the rules."),
    "rules_unknown": (422, "There is no rule set of this name, or it has no such option."),
    "rules_invalid": (422, "The rule set does not hold together; detail says where, and why."),
    "rules_id_built_in": (409, "This is the id of a rule set that comes with TaiLens; a club's own has another."),
    "rules_version_taken": (409, "Another text has this id and version; raise the version in the file."),
    "rules_full": (409, "The list of the club's own rule sets is full; take one off it first."),
    "rule_set_unknown": (404, "There is no rule set with this id and version."),
    "hand_not_winning": (422, "A hand that does not win can't be confirmed; detail.status says why."),
    "tiles_differ": (422, "The corrected reading has tiles that the hand has not."),
    "idempotency_key_missing": (400, "This call needs an Idempotency-Key header of 1 to 100 printable characters."),
    "idempotency_conflict": (409, "This Idempotency-Key was used with another request."),
    "session_unknown": (404, "There is no session with this id, or it is not yours."),
    "session_moved_on": (409, "Others have written since; detail.events says what, detail.number is the newest."),
    "session_finished": (409, "This session is finished; reopen it to go on."),
    "session_open": (409, "This session is not finished."),
    "session_removed": (409, "This session was removed; take that back first."),
    "session_full": (409, "This session has as many events as one may have; open another."),
    "event_unknown": (404, "There is no event of this number here, or it does not count."),
    "event_undone": (409, "This event was taken back already; let it count again first."),
    "event_counts": (409, "This event counts already."),
    "event_fixed": (409, "This event can't be taken back or amended."),
    "hand_impossible": (422, "This can't happen at a table with these rules; detail.reason says why."),
    "game_over": (409, "The rules end the game here; begin a new one."),
    "amount_missing": (422, "These rules name no amount for that; say how much."),
    "pot_too_small": (409, "There is less than that in the pot."),
    "not_zero_sum": (422, "What four players gain must be zero in all."),
    "players_differ": (422, "Four different players sit at a table."),
    "event_unreadable": (422, "There is no event of this kind."),
    "events_out_of_order": (422, "The events of a session are numbered from 1, and begin with its opening."),
    "import_unreadable": (422, "This is no export that can be read; detail says where, and why."),
    "import_differs": (422, "Replayed by its rules, this session comes to something else than it says."),
    "set_unknown": (404, "There is no labelled set with this id, or it is not yours."),
    "set_photo_unknown": (404, "There is no photo with this id in this set."),
    "set_version_unknown": (404, "There is no version of this number of this set."),
    "set_refused": (422, "This is no labelled set that can be used; detail says where, and why."),
    "set_empty": (422, "There is no photo in this set."),
    "set_photo_moved_on": (409, "Others have edited this photo since; detail.edits says what."),
    "sets_differ": (409, "Both sets have photos with other labels; say whose count."),
    "sets_full": (409, "There are as many sets, photos or versions as there may be."),
    "label_invalid": (422, "A label can't be; detail says which, and why."),
    "edit_unknown": (409, "Only the photo's newest edit that counts can be taken back; detail.last says which."),
    "consent_missing": (403, "The club has not consented to its photos being data; an owner can."),
    "model_unknown": (404, "There is no model with this id in this club."),
    "model_refused": (422, "This is no model that can be used; detail.reason says why."),
    "model_loses": (409, "The model names fewer faces of the kept set right than the shipped one."),
    "model_in_use": (409, "This model reads the club's photos; choose another one first."),
    "model_none_before": (409, "The club has chosen no model that could be taken back."),
    "models_full": (409, "The club keeps as many models as it may; delete one first."),
    "font_missing": (501, "No font of this machine has these characters; install one, such as fonts-noto-cjk."),
    "busy": (503, "Too many photos are waiting to be read; try again in a few seconds."),
    "internal": (500, "Something went wrong in the service; its log says what."),
}


class ApiError(TaiLensError):
    """Tell the caller, in the one error form, what it did wrong.

    Args:
        code: a key of `CODES`, which gives the HTTP status.
        message: a sentence for this case; by default the table's.
        detail: facts for programs.
        headers: extra HTTP headers of the answer.
    """

    def __init__(
        self,
        code: str,
        message: str | None = None,
        *,
        detail: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.status, default = CODES[code]
        super().__init__(code, message or default)
        self.detail = dict(detail or {})
        self.headers = dict(headers or {})

    def response(self) -> JSONResponse:
        """Give the error as an HTTP answer."""
        body = {"error": {"code": self.code, "message": self.message, "detail": self.detail}}
        return JSONResponse(body, status_code=self.status, headers=self.headers)


def install_error_handlers(app: FastAPI) -> None:
    """Make every failure of the app answer in the one error form."""
    app.add_exception_handler(ApiError, _api_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unexpected)


def _api_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ApiError)
    return error.response()


def _validation_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    # The refused input itself is left out: it may be huge, secret or no valid JSON (NaN).
    fields = [{"where": ".".join(str(part) for part in e["loc"]), "why": str(e["msg"])} for e in error.errors()[:20]]
    if request.url.path == "/api/readings" and any(f["where"] == "body.photo" for f in fields):
        return ApiError("photo_missing").response()
    return ApiError("request_invalid", detail={"fields": [_printable(f) for f in fields]}).response()


def _printable(field: dict[str, str]) -> dict[str, str]:
    # A lone surrogate in a member's name would break the answer's UTF-8.
    return {key: value.encode("utf-8", "replace").decode("utf-8")[:300] for key, value in field.items()}


def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}.get(error.status_code)
    if code is None:
        code = "request_invalid" if error.status_code < 500 else "internal"
    detail = {"reason": error.detail} if code == "request_invalid" else None
    return ApiError(code, detail=detail, headers=error.headers).response()


def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return ApiError("internal").response()
