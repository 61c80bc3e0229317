"""The names of the forms, and nothing else."""

from __future__ import annotations

from enum import StrEnum


class FormName(StrEnum):
    """The forms, as `labels.forms.registry` has them; here, so that a command's help loads nothing else."""

    yolo = "yolo"
    yolo_obb = "yolo-obb"
    coco = "coco"
    voc = "voc"
    label_studio = "label-studio"
    cvat = "cvat"
    crops = "crops"
    csv = "csv"
