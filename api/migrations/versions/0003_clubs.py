"""Clubs, who belongs to them, and that everything kept so far is the first club's."""

import uuid

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

FIRST_CLUB = "TaiLens"


def upgrade() -> None:
    """Make the tables, and give the rows of before to a club that everybody with the join link belongs to."""
    _make_tables()
    club = _first_club()
    _set_hands_aside()
    with op.batch_alter_table("readings") as batch:
        batch.add_column(sa.Column("club_id", sa.String(32), nullable=True))
        batch.add_column(sa.Column("session_id", sa.String(32), nullable=False, server_default=""))
    with op.batch_alter_table("rule_sets") as batch:
        batch.add_column(sa.Column("club_id", sa.String(32), nullable=True))
    with op.batch_alter_table("answered") as batch:
        batch.alter_column("call", existing_type=sa.String(40), type_=sa.String(80), existing_nullable=False)
    for change in (
        "UPDATE readings SET club_id = :club",
        "UPDATE rule_sets SET club_id = :club",
        "UPDATE answered SET call = call || ':' || :club",
    ):
        op.get_bind().execute(sa.text(change), {"club": club})
    with op.batch_alter_table("rule_sets") as batch:
        batch.alter_column("club_id", existing_type=sa.String(32), nullable=False)
        batch.drop_constraint("rule_set_version", type_="unique")
        batch.create_unique_constraint("rule_set_version", ["club_id", "rule_set", "version"])
        batch.create_foreign_key("rule_set_club", "clubs", ["club_id"], ["id"], ondelete="CASCADE")
    with op.batch_alter_table("readings") as batch:
        batch.alter_column("club_id", existing_type=sa.String(32), nullable=False)
        batch.create_foreign_key("reading_club", "clubs", ["club_id"], ["id"], ondelete="CASCADE")
        batch.create_index("ix_readings_club_id", ["club_id"])
    with op.batch_alter_table("hands") as batch:
        batch.add_column(sa.Column("club_id", sa.String(32), nullable=False))
        batch.create_foreign_key("hand_club", "clubs", ["club_id"], ["id"], ondelete="CASCADE")
        batch.create_index("ix_hands_club_id", ["club_id"])
    _bring_hands_back(club)


def downgrade() -> None:
    """Drop what there was not; of a version of a rule set that two clubs keep, all but the first go."""
    connection = op.get_bind()
    first = "SELECT min(number) FROM rule_sets GROUP BY rule_set, version"
    connection.execute(sa.text(f"DELETE FROM rule_sets WHERE number NOT IN ({first})"))
    connection.execute(sa.text("DELETE FROM answered WHERE call LIKE '%:%'"))
    _set_hands_aside()
    with op.batch_alter_table("rule_sets") as batch:
        batch.drop_constraint("rule_set_club", type_="foreignkey")
        batch.drop_constraint("rule_set_version", type_="unique")
        batch.drop_column("club_id")
        batch.create_unique_constraint("rule_set_version", ["rule_set", "version"])
    with op.batch_alter_table("answered") as batch:
        batch.alter_column("call", existing_type=sa.String(80), type_=sa.String(40), existing_nullable=False)
    with op.batch_alter_table("readings") as batch:
        batch.drop_index("ix_readings_club_id")
        batch.drop_constraint("reading_club", type_="foreignkey")
        batch.drop_column("session_id")
        batch.drop_column("club_id")
    with op.batch_alter_table("hands") as batch:
        batch.drop_index("ix_hands_club_id")
        batch.drop_constraint("hand_club", type_="foreignkey")
        batch.drop_column("club_id")
    _bring_hands_back(None)
    for table in ("invites", "members", "players", "clubs", "resets", "signins", "accounts"):
        op.drop_table(table)


HANDS = "number, id, created_at, reading_id, hand, tiles, win, rules, base, per_tai, sheet, settlement"


def _set_hands_aside() -> None:
    """Empty the hands: SQLite changes a table by making it anew, and can't while another's rows refer to it."""
    op.execute("CREATE TABLE kept_hands AS SELECT * FROM hands")
    op.execute("DELETE FROM hands")


def _bring_hands_back(club: str | None) -> None:
    columns, values = (HANDS, HANDS) if club is None else (f"{HANDS}, club_id", f"{HANDS}, :club")
    copied = sa.text(f"INSERT INTO hands ({columns}) SELECT {values} FROM kept_hands ORDER BY number")
    op.get_bind().execute(copied, {} if club is None else {"club": club})
    op.execute("DROP TABLE kept_hands")


def _first_club() -> str:
    """Give the id of the club that what was kept so far belongs to; it is made only where there is any."""
    connection = op.get_bind()
    club = uuid.uuid4().hex
    kept = " UNION ".join(f"SELECT created_at FROM {table}" for table in ("readings", "hands", "rule_sets"))
    first = connection.scalar(sa.text(f"SELECT min(created_at) FROM ({kept}) AS kept"))
    if first is not None:
        connection.execute(
            sa.text("INSERT INTO clubs (id, name, created_at, house, settings) VALUES (:id, :name, :at, :house, '{}')"),
            {"id": club, "name": FIRST_CLUB, "at": first, "house": True},
        )
    return club


def _make_tables() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("name_key", sa.String(200), nullable=True, unique=True),
        sa.Column("password", sa.String(200), nullable=True),
        sa.Column("may_found", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("deleted", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "signins",
        sa.Column("id", sa.String(64), primary_key=True),
        _of_account(index=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_table(
        "resets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(64), nullable=False, unique=True),
        _of_account(index=True),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("house", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        _of_club(),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("name_key", sa.String(200), nullable=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=True, index=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("deleted", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("club_id", "name_key", name="player_name"),
        sa.UniqueConstraint("club_id", "account_id", name="player_account"),
    )
    op.create_table(
        "members",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        _of_club(),
        _of_account(index=True),
        sa.Column("session_id", sa.String(32), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.UniqueConstraint("club_id", "account_id", "session_id", name="member_once"),
    )
    op.create_table(
        "invites",
        sa.Column("id", sa.String(32), primary_key=True),
        _of_club(index=True),
        sa.Column("session_id", sa.String(32), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False, unique=True),
        sa.Column("code", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("code_expires", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )


def _of_club(*, index: bool = False) -> sa.Column[str]:
    return sa.Column(
        "club_id", sa.String(32), sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=index
    )


def _of_account(*, index: bool = False) -> sa.Column[str]:
    return sa.Column(
        "account_id", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=index
    )
