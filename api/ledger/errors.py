"""What the ledger refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.errors import TaiLensError


class LedgerError(TaiLensError):
    """Refuse an event that the books can't take, with a code of docs/http-api.md and facts for programs."""

    def __init__(self, code: str, message: str, detail: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, message)
        self.detail = dict(detail or {})
