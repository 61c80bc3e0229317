"""The club's own rule sets, version by version."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "rule_sets",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("rule_set", sa.String(60), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("file", sa.String(80), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.Column("extends", sa.String(60), nullable=True),
        sa.Column("extends_version", sa.String(40), nullable=True),
        sa.Column("lineage", sa.JSON(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("rule_set", "version", name="rule_set_version"),
    )


def downgrade() -> None:
    """Drop their table."""
    op.drop_table("rule_sets")
