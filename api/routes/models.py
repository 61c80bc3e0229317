"""A club's own models: bring one, choose which reads the club's photos, take the choice back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, UploadFile

from api.club_models import LARGEST_CARD, brought
from api.model_documents import ModelList, ModelOut, ModelUse, model_out
from api.routes.common import (
    ALWAYS,
    CHANGING,
    AccessDep,
    CallerDep,
    ClubModelsDep,
    IdPath,
    OptionalKeyDep,
    errors,
)

router = APIRouter(prefix="/api/clubs/{club_id}/models", tags=["models"])

CHANGED = CHANGING | errors("cross_site", "role_too_low") | errors("request_invalid", "club_unknown", "body_too_large")


def _listed(club_id: str, models: ClubModelsDep) -> ModelList:
    used = models.used(club_id)
    return ModelList(models=[model_out(row, used) for row in models.listed(club_id)], used=used)


@router.get("", responses=ALWAYS | errors("request_invalid", "club_unknown", "role_too_low"))
def list_models(club_id: IdPath, caller: CallerDep, access: AccessDep, models: ClubModelsDep) -> ModelList:
    """List a club's models, and say which reads its photos (scorekeeper)."""
    access.require(caller, club_id, "scorekeeper")
    return _listed(club_id, models)


@router.post(
    "",
    status_code=201,
    responses=CHANGED
    | errors("request_invalid", "model_refused", "model_loses")
    | errors("models_full", "idempotency_conflict")
    | errors("idempotency_key_missing"),
)
def add_model(
    club_id: IdPath,
    model: Annotated[UploadFile, File(description="classifier.onnx, as `tailens train` writes it")],
    card: Annotated[UploadFile, File(description="classifier.json, its card")],
    caller: CallerDep,
    access: AccessDep,
    models: ClubModelsDep,
    key: OptionalKeyDep,
) -> ModelOut:
    """Keep a classifier that `tailens train` has adapted; measured here first, and not used yet (owner)."""
    access.require(caller, club_id, "owner")
    checked = brought(model.file.read(), card.file.read(LARGEST_CARD + 1))
    return model_out(models.add(caller, club_id, checked, key=key), models.used(club_id))


@router.put("/used", responses=CHANGED | errors("club_unknown", "model_unknown"))
def use_model(club_id: IdPath, asked: ModelUse, caller: CallerDep, models: ClubModelsDep) -> ModelList:
    """Have the club's photos read by one of its models, or by the shipped one, from the next photo on (owner)."""
    models.use(caller, club_id, asked.model)
    return _listed(club_id, models)


@router.delete("/used", responses=CHANGED | errors("model_none_before"))
def roll_back_model(club_id: IdPath, caller: CallerDep, models: ClubModelsDep) -> ModelList:
    """Take the newest choice back: what read the club's photos before does so again (owner)."""
    models.roll_back(caller, club_id)
    return _listed(club_id, models)


@router.delete(
    "/{model_id}", status_code=204, responses=CHANGED | errors("club_unknown", "model_unknown") | errors("model_in_use")
)
def remove_model(club_id: IdPath, model_id: IdPath, caller: CallerDep, models: ClubModelsDep) -> None:
    """Delete a model that is not in use (owner)."""
    models.remove(caller, club_id, model_id)
