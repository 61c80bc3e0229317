"""Clubs' models as the service speaks of them."""

from __future__ import annotations

from pydantic import Field

from api.club_models import layout
from api.model_tables import ModelRow
from api.schemas import ClubId, Model


class KeptOut(Model):
    """How a model does on the kept set."""

    faces: int
    right: int = Field(description="named right")
    shipped: int = Field(description="named right by the classifier that comes with TaiLens")


class ModelOut(Model):
    """A club's own classifier."""

    id: str
    created_at: str
    sha256: str
    kept: KeptOut
    fits: bool = Field(description="false: of an older TaiLens's network; the shipped one reads in its place")
    used: bool


class ModelList(Model):
    """A club's models, the newest first, and which reads its photos."""

    models: list[ModelOut]
    used: str | None = Field(description="null: the one that comes with TaiLens")


class ModelUse(Model):
    """Which model shall read the club's photos."""

    model: ClubId | None = Field(description="null: the one that comes with TaiLens")


def model_out(row: ModelRow, used: str | None) -> ModelOut:
    """Give a model as the service answers it."""
    return ModelOut(
        id=row.id,
        created_at=row.created_at,
        sha256=row.sha256,
        kept=KeptOut(**row.kept),
        fits=row.layout == layout(),
        used=row.id == used,
    )
