"""The first form of the store."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("code", sa.String(8), nullable=True, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("command", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "command", name="one_entry_per_command"),
    )
    op.create_table(
        "sittings",
        sa.Column("visitor", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )


def downgrade() -> None:
    for name in ("keys", "chat", "sittings", "log", "tables"):
        op.drop_table(name)
