"""Every form by the name that the command calls it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from labels.forms import coco, crops, cvat, label_studio, table, voc, yolo
from labels.forms.form import Form

FORMS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        form.id: form
        for form in (
            yolo.BOXES,
            yolo.ORIENTED,
            coco.FORM,
            voc.FORM,
            label_studio.FORM,
            cvat.FORM,
            crops.FORM,
            table.FORM,
        )
    }
)
