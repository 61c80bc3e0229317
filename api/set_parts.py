"""Put together the parts of the service that are about labelled sets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from starlette.datastructures import State

import models
from api.database import Database
from api.photos import PhotoStore
from api.readings import Eye
from api.sessions import Sessions
from api.set_audit import SetAudit
from api.set_edits import SetEdits
from api.set_exchange import SetExchange
from api.set_hands import SetHands
from api.set_photos import SetPhotos
from api.set_review import SetReview
from api.sets import Sets


def add_set_parts(
    state: State, database: Database, photos: PhotoStore, eye: Eye, *, now: Callable[[], str], new_id: Callable[[], str]
) -> None:
    """Put the parts into an app's state, under the names that `api.routes.common` knows; its sessions are there."""
    sessions: Sessions = state.sessions
    state.sets = Sets(database, photos, now=now, new_id=new_id)
    state.set_photos = SetPhotos(database, photos, now=now, new_id=new_id)
    state.set_edits = SetEdits(database, now=now)
    state.set_review = SetReview(database)
    state.set_hands = SetHands(database, photos, sessions, state.set_photos, new_id=new_id)
    state.set_exchange = SetExchange(database, photos, state.sets, state.set_photos, state.set_edits, new_id=new_id)
    state.set_audit = SetAudit(database, eye, state.set_photos, models=_models())


def _models() -> str:
    """Give what tells the models in use from others: what others have read is read again."""
    hashes = " ".join(str(models.card(name)["sha256"]) for name in models.NAMES)
    return hashlib.sha256(hashes.encode()).hexdigest()[:16]
