"""Put the service together: database, reader, routes, guards, page."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.staticfiles import StaticFiles

from api.access import Access
from api.accounts import Accounts
from api.club_models import ClubModels, ClubReaders, KeptSet
from api.clubs import Clubs
from api.database import Database
from api.errors import install_error_handlers
from api.guard import COOKIE, BodyLimit, Guard
from api.hands import Hands
from api.invites import Invites
from api.limits import Limits
from api.members import Members
from api.photos import photo_store
from api.players import Players
from api.readings import Eye, Readings
from api.routes import clubs as clubs_routes
from api.routes import (
    exchange,
    hands,
    joining,
    members,
    people,
    pictures,
    readings,
    rules,
    sessions,
    set_photos,
    sets,
    standings,
)
from api.routes import live as live_routes
from api.routes import models as models_routes
from api.rulebook import RuleBooks
from api.sessions import Sessions
from api.set_parts import add_set_parts
from api.settings import Settings
from api.signins import Signins
from api.times import utc_now
from api.wire import Head, Ranges
from vision import Reader

# What a stranger may call: these let people in.
OPEN_CALLS = frozenset(("POST", path) for path in ("/api/signin", "/api/join", "/api/join/look", "/api/reset"))

PAGE = Path(__file__).parent / "web" / "dist"


def random_id() -> str:
    """Make an id that nobody can guess."""
    return uuid.uuid4().hex


def create_app(
    settings: Settings,
    *,
    reader: Reader | None = None,
    kept: KeptSet | None = None,
    page: Path = PAGE,
    now: Callable[[], str] = utc_now,
    new_id: Callable[[], str] = random_id,
    clock: Callable[[], float] = time.monotonic,
) -> FastAPI:
    """Make the service; the models are loaded and the database is brought up to date when it starts.

    Args:
        reader: one already made, to share between apps; by default the app makes its own.
        kept: the faces that a club's own model must name; by default those that are drawn.
        page: folder of the built page.
        now: the clock.
        new_id: makes ids of 32 hexadecimal digits.
        clock: seconds that only grow, for limits.
    """

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        database = Database(settings.url)
        database.migrate()
        ours = reader or Reader()
        reader_of = ClubReaders(database, ours).of
        at_once, waiting = settings.readings_at_once, settings.readings_waiting
        eye = Eye(ours, at_once=at_once, waiting=waiting, reader_of=reader_of)
        app.state.club_models = ClubModels(database, now=now, new_id=new_id, kept=kept)
        photos = photo_store(settings.photo_address)
        rulebooks = RuleBooks(database, now=now)
        app.state.rulebooks = rulebooks
        app.state.access = Access(database)
        signins = Signins(database, now=now)
        players = Players(database, photos, now=now, new_id=new_id)
        clubs = Clubs(database, photos, players, now=now, new_id=new_id)
        accounts = Accounts(database, clubs, signins, limits, now=now, new_id=new_id)
        app.state.signins = signins
        app.state.players = players
        app.state.sessions = Sessions(database, rulebooks, players, now=now, new_id=new_id)
        app.state.clubs = clubs
        app.state.accounts = accounts
        app.state.members = Members(database)
        app.state.invites = Invites(database, accounts, now=now, new_id=new_id)
        app.state.readings = Readings(eye, photos, database, now=now, new_id=new_id)
        app.state.hands = Hands(database, rulebooks, now=now, new_id=new_id)
        add_set_parts(app.state, database, photos, eye, now=now, new_id=new_id)
        yield
        app.state.sessions.live.close()
        eye.close()
        database.close()

    # The interactive documentation would load scripts from elsewhere; /openapi.json is enough for tools.
    app = FastAPI(title="TaiLens", version=version("tailens"), docs_url=None, redoc_url=None, lifespan=running)
    app.state.settings = settings
    limits = Limits(clock=clock, uploads_a_minute=settings.uploads_a_minute)
    app.state.limits = limits
    install_error_handlers(app)
    books = (sessions, live_routes, standings, exchange, pictures, sets, set_photos)
    for part in (joining, people, clubs_routes, members, models_routes, rules, readings, hands, *books):
        app.include_router(part.router)
    # The last one added is the first to see a request.
    app.add_middleware(Ranges)
    app.add_middleware(BodyLimit, settings=settings)
    app.add_middleware(Guard, settings=settings, open_calls=OPEN_CALLS)
    app.add_middleware(Head)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    if page.is_dir():
        # As the default, not as a mount: a mount at "/" would swallow the 405 of the routes above.
        app.router.default = StaticFiles(directory=page, html=True)
    return app


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Describe the service, with the two ways to show the join token and without the form we never answer in."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title,
            version=app.version,
            description="Read a photo of a revealed mahjong hand, score it, and keep the confirmed hands.",
            routes=app.routes,
        )
        schema["components"]["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer"},
            "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
        }
        for path, calls in schema["paths"].items():
            for method, call in calls.items():
                if path.startswith("/api/") and (method.upper(), path) not in OPEN_CALLS:
                    call["security"] = [{"bearer": []}, {"cookie": []}]
                if "HTTPValidationError" in str(call["responses"].get("422", "")):
                    call["responses"]["422"] = _invalid()
        for unused in ("HTTPValidationError", "ValidationError"):
            schema["components"]["schemas"].pop(unused, None)
        app.openapi_schema = schema
    return app.openapi_schema


def _invalid() -> dict[str, Any]:
    return {
        "description": "`request_invalid`",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}},
    }
