from __future__ import annotations

import pytest

from labels.facebank import BODY, FaceBank
from labels.faces import Style
from labels.raster import drawn_design


@pytest.fixture(scope="session")
def bank() -> FaceBank:
    """The project's own faces as a bank, drawn small."""
    return FaceBank([drawn_design(Style(body=False, ivory="#" + f"{BODY:02x}" * 3), height=160)])
