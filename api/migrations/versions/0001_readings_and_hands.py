"""Readings, confirmed hands, and the keys of calls already answered."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "readings",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
    )
    op.create_table(
        "hands",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("reading_id", sa.String(32), sa.ForeignKey("readings.id"), nullable=True),
        sa.Column("hand", sa.String(400), nullable=False),
        sa.Column("tiles", sa.JSON(), nullable=False),
        sa.Column("win", sa.JSON(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("per_tai", sa.Integer(), nullable=False),
        sa.Column("sheet", sa.JSON(), nullable=False),
        sa.Column("settlement", sa.JSON(), nullable=False),
    )
    op.create_table(
        "answered",
        sa.Column("key", sa.String(100), primary_key=True),
        sa.Column("call", sa.String(40), primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    """Drop the three tables."""
    op.drop_table("answered")
    op.drop_table("hands")
    op.drop_table("readings")
