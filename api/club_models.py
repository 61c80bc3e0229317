"""A club's own classifiers: brought, checked, chosen without a restart, taken back."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, defer

import models
from api.access import Caller, require_in
from api.answered import answer_of, remember_answer
from api.database import Database
from api.errors import ApiError
from api.model_tables import ModelRow, ModelUseRow
from api.photos import is_id
from labels.kept import KnownFace, kept_faces, named_right
from models.layout import differs_in_weights_only, layout_of
from vision import Reader
from vision.reader import usable_cores

NAME = "classifier"
MOST_KEPT = 8
"""Models of one club; each takes one and a half megabytes of the database."""
LARGEST_CARD = 64_000
TEMPERATURES = (0.05, 20.0)
OPEN = 4
"""Clubs' models held open at a time, ten megabytes each; a further one takes the place of the one longest not used."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A classifier that came with its card, checked to be the shipped network with other weights."""

    data: bytes
    sha256: str
    temperature: float


def brought(data: bytes, card: bytes) -> Brought:
    """Check an uploaded classifier and its card, without opening it.

    Raises:
        ApiError: `model_refused`; detail.reason says why.
    """
    try:
        told = json.loads(card)
    except (ValueError, RecursionError):
        told = None
    if len(card) > LARGEST_CARD or not isinstance(told, dict):
        raise _refused("card_unreadable", "The card is no JSON object.")
    sha256 = hashlib.sha256(data).hexdigest()
    if told.get("name") != NAME or told.get("sha256") != sha256:
        raise _refused("card_differs", "The card is not of this file, or the file of no classifier.")
    temperature: Any = told.get("temperature")
    number = isinstance(temperature, int | float) and not isinstance(temperature, bool)
    if not number or not TEMPERATURES[0] <= temperature <= TEMPERATURES[1]:
        raise _refused("card_unreadable", "The card's temperature is none.")
    if not differs_in_weights_only(data, shipped()):
        raise _refused(
            "other_network", "The file is not this TaiLens's classifier with other weights: train anew from it."
        )
    return Brought(data, sha256, float(temperature))


def _refused(reason: str, message: str) -> ApiError:
    return ApiError("model_refused", message, detail={"reason": reason})


@cache
def shipped() -> bytes:
    """Give the classifier that comes with TaiLens, as further training starts from it."""
    return (models.FOLDER / f"{models.plain_name()}.onnx").read_bytes()


@cache
def layout() -> str:
    """Tell the network that comes with TaiLens from another."""
    return layout_of(shipped())


class KeptSet:
    """The faces that a club's model must name as well as the shipped one; drawn when they are first needed."""

    def __init__(self, draw: Callable[[], list[KnownFace]] = kept_faces) -> None:
        self.draw = draw
        self._turn = threading.Lock()
        self._faces: list[KnownFace] = []
        self._shipped = 0

    def measure(self, data: bytes) -> dict[str, int]:
        """Give how many faces there are, how many a model names right, and how many the shipped one.

        Raises:
            ApiError: `model_loses` when it is fewer than the shipped one.
        """
        with self._turn:  # one at a time: it takes a core for some seconds
            if not self._faces:
                self._faces = self.draw()
                self._shipped = named_right(self._faces, models.session(NAME, 1))
            right = named_right(self._faces, models.opened(data, 1))
        found = {"faces": len(self._faces), "right": right, "shipped": self._shipped}
        if right < self._shipped:
            raise ApiError("model_loses", detail=found)
        return found


class ClubModels:
    """The models of every club, and which each uses."""

    def __init__(
        self, database: Database, *, now: Callable[[], str], new_id: Callable[[], str], kept: KeptSet | None = None
    ) -> None:
        self.database = database
        self.now = now
        self.new_id = new_id
        self.kept = kept or KeptSet()

    def add(self, caller: Caller, club_id: str, model: Brought, *, key: str | None) -> ModelRow:
        """Keep a model that does not lose on the kept set; it is not used yet.

        Raises:
            ApiError: `club_unknown`, `role_too_low`, `model_loses`, `models_full`, or the key is taken.
        """
        before = self._made(caller, club_id, model, key)
        if before is not None:
            return before
        measured = self.kept.measure(model.data)
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            before = _answered(session, club_id, model, key)
            if before is not None:
                return before
            count = select(func.count(ModelRow.number)).where(ModelRow.club_id == club_id)
            if session.scalars(count).one() >= MOST_KEPT:
                raise ApiError("models_full", detail={"limit": MOST_KEPT})
            row = ModelRow(
                id=self.new_id(),
                club_id=club_id,
                by_account=caller.account_id,
                created_at=self.now(),
                sha256=model.sha256,
                layout=layout(),
                temperature=model.temperature,
                kept=measured,
                file=model.data,
            )
            session.add(row)
            if key is not None:
                remember_answer(
                    session, row.id, key=key, call=_call(club_id), fingerprint=model.sha256, at=row.created_at
                )
            session.flush()
        return row

    def _made(self, caller: Caller, club_id: str, model: Brought, key: str | None) -> ModelRow | None:
        with self.database.read() as session:
            require_in(session, caller, club_id, "owner")
            return _answered(session, club_id, model, key)

    def listed(self, club_id: str) -> list[ModelRow]:
        """List a club's models, newest first, without their files."""
        with self.database.read() as session:
            return list(session.scalars(_light(club_id).order_by(ModelRow.number.desc())))

    def used(self, club_id: str) -> str | None:
        """Give the id of the model that a club uses, None for the shipped one."""
        with self.database.read() as session:
            use = _newest_use(session, club_id)
            return None if use is None else use.model_id

    def use(self, caller: Caller, club_id: str, model_id: str | None) -> None:
        """Have a club's photos read by one of its models, or by the shipped one, from the next photo on.

        Raises:
            ApiError: `club_unknown`, `role_too_low` or `model_unknown`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            if model_id is not None:
                _require(session, club_id, model_id)
            before = _newest_use(session, club_id)
            if (None if before is None else before.model_id) == model_id:
                return
            session.add(ModelUseRow(club_id=club_id, model_id=model_id, by_account=caller.account_id, at=self.now()))

    def roll_back(self, caller: Caller, club_id: str) -> None:
        """Take a club's newest choice back: what it used before counts again.

        Raises:
            ApiError: `club_unknown`, `role_too_low` or `model_none_before`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            newest = _newest_use(session, club_id)
            if newest is None:
                raise ApiError("model_none_before")
            session.delete(newest)

    def remove(self, caller: Caller, club_id: str, model_id: str) -> None:
        """Delete a model that is not in use.

        Raises:
            ApiError: `club_unknown`, `role_too_low`, `model_unknown` or `model_in_use`.
        """
        with self.database.write() as session:
            require_in(session, caller, club_id, "owner")
            row = _require(session, club_id, model_id)
            use = _newest_use(session, club_id)
            if use is not None and use.model_id == model_id:
                raise ApiError("model_in_use")
            session.delete(row)


def _call(club_id: str) -> str:
    return f"models:{club_id}"


def _answered(session: Session, club_id: str, model: Brought, key: str | None) -> ModelRow | None:
    if key is None:
        return None
    made = answer_of(session, key=key, call=_call(club_id), fingerprint=model.sha256)
    return None if made is None else _require(session, club_id, made)


def _light(club_id: str) -> Select[ModelRow]:
    return select(ModelRow).where(ModelRow.club_id == club_id).options(defer(ModelRow.file))


def _require(session: Session, club_id: str, model_id: str) -> ModelRow:
    row = session.scalar(_light(club_id).where(ModelRow.id == model_id)) if is_id(model_id) else None
    if row is None:
        raise ApiError("model_unknown")
    return row


def _newest_use(session: Session, club_id: str) -> ModelUseRow | None:
    query = select(ModelUseRow).where(ModelUseRow.club_id == club_id)
    return session.scalar(query.order_by(ModelUseRow.number.desc()).limit(1))


class ClubReaders:
    """The reader that each club's photos are read by; what a club chooses counts from its next photo on."""

    def __init__(self, database: Database, reader: Reader, *, threads: int | None = None) -> None:
        self.database = database
        self.reader = reader
        self.threads = threads or usable_cores()
        self._turn = threading.Lock()
        self._open: OrderedDict[str, Reader] = OrderedDict()

    def of(self, club_id: str) -> Reader:
        """Give a club's reader: that of its own model, where it uses one that this TaiLens can run."""
        with self.database.read() as session:
            use = _newest_use(session, club_id)
            if use is None or use.model_id is None:
                return self.reader
            model_id = use.model_id
        with self._turn:
            if model_id not in self._open:
                self._open[model_id] = self._opened(model_id)
                while len(self._open) > OPEN:
                    self._open.popitem(last=False)
            self._open.move_to_end(model_id)
            return self._open[model_id]

    def _opened(self, model_id: str) -> Reader:
        with self.database.read() as session:
            row = session.scalar(select(ModelRow).where(ModelRow.id == model_id))
        # Byte by byte again: a backup may come from anywhere.
        if row is None or not differs_in_weights_only(row.file, shipped()):
            return self.reader
        return self.reader.naming_by(models.opened(row.file, self.threads), row.temperature)
