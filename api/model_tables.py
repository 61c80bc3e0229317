"""The tables of the models that clubs have brought, and of which they use."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from api.tables import Base


class ModelRow(Base):
    """A club's own classifier; never changed.

    Attributes:
        sha256: of the file.
        layout: of the network that it is, told by `models.layout.layout_of`.
        temperature: what its logits are divided by, from its card.
        kept: how many faces of the kept set it names right here, of how many, and how many the shipped one.
        file: the ONNX file, which is the shipped one but for its weights.
    """

    __tablename__ = "club_models"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(String(32), unique=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"), index=True)
    by_account: Mapped[str | None] = mapped_column(String(32))
    created_at: Mapped[str] = mapped_column(String(32))
    sha256: Mapped[str] = mapped_column(String(64))
    layout: Mapped[str] = mapped_column(String(64))
    temperature: Mapped[float] = mapped_column(Float)
    kept: Mapped[dict[str, int]]
    file: Mapped[bytes]


class ModelUseRow(Base):
    """A club's choice of a model, null for the shipped one; the newest counts, and may be taken back."""

    __tablename__ = "club_model_uses"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id", ondelete="CASCADE"), index=True)
    model_id: Mapped[str | None] = mapped_column(ForeignKey("club_models.id", ondelete="CASCADE"), index=True)
    by_account: Mapped[str | None] = mapped_column(String(32))
    at: Mapped[str] = mapped_column(String(32))
