"""Labelled sets of confirmed hands and imported photos, and a club's consent to them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and a mark on readings whose photo was deleted."""
    # A default of the database's own, so that the programs of before, which may still run, can go on adding rows.
    op.add_column("readings", sa.Column("photo_deleted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "consents",
        sa.Column("club_id", sa.String(32), sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("by_account", sa.String(32), nullable=True),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "sets",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("split_by", sa.String(12), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    op.create_table(
        "set_photos",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("set_id", sa.String(32), sa.ForeignKey("sets.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(1000), nullable=False),
        sa.Column("file", sa.String(32), nullable=False),
        sa.Column("media", sa.String(20), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column(
            "reading_id", sa.String(32), sa.ForeignKey("readings.id", ondelete="CASCADE"), nullable=True, index=True
        ),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=True, index=True
        ),
        sa.Column("scene", sa.String(200), nullable=False),
        sa.Column("tile_set", sa.String(60), nullable=False),
        sa.Column("source", sa.String(200), nullable=False),
        sa.Column("split", sa.String(5), nullable=False),
        sa.Column("added_at", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("seen", sa.JSON(), nullable=True),
        sa.Column("claimed_by", sa.String(64), nullable=True),
        sa.Column("claimed_name", sa.String(60), nullable=False),
        sa.Column("claimed_until", sa.String(32), nullable=False),
        sa.UniqueConstraint("set_id", "sha256", name="set_photo_once"),
        sa.UniqueConstraint("set_id", "name", name="set_photo_name"),
    )
    op.create_table(
        "set_edits",
        sa.Column("set_id", sa.String(32), sa.ForeignKey("sets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("photo_id", sa.String(32), sa.ForeignKey("set_photos.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by_account", sa.String(32), nullable=True),
        sa.Column("by_name", sa.String(60), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
    )
    op.create_index("ix_set_edits_photo_id", "set_edits", ["photo_id"])
    op.create_table(
        "set_findings",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("set_id", sa.String(32), sa.ForeignKey("sets.id", ondelete="CASCADE"), nullable=False),
        sa.Column("photo_id", sa.String(32), sa.ForeignKey("set_photos.id", ondelete="CASCADE"), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("settled", sa.Integer(), nullable=True),
    )
    op.create_index("ix_set_findings_set_id", "set_findings", ["set_id"])
    op.create_index("ix_set_findings_photo_id", "set_findings", ["photo_id"])
    op.create_table(
        "set_versions",
        sa.Column("set_id", sa.String(32), sa.ForeignKey("sets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("edit", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by_account", sa.String(32), nullable=True),
        sa.Column("photos", sa.Integer(), nullable=False),
        sa.Column("labels", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("set_versions", "set_findings", "set_edits", "set_photos", "sets", "consents"):
        op.drop_table(table)
    op.drop_column("readings", "photo_deleted")
