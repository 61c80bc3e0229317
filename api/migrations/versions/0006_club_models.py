"""The models that clubs have brought, and which they use."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "club_models",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("by_account", sa.String(32), nullable=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("layout", sa.String(64), nullable=False),
        sa.Column("temperature", sa.Float(), nullable=False),
        sa.Column("kept", sa.JSON(), nullable=False),
        sa.Column("file", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "club_model_uses",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column(
            "model_id", sa.String(32), sa.ForeignKey("club_models.id", ondelete="CASCADE"), nullable=True, index=True
        ),
        sa.Column("by_account", sa.String(32), nullable=True),
        sa.Column("at", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("club_model_uses", "club_models"):
        op.drop_table(table)
