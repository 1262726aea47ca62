"""Who has tried the deal of a day, and what the master made of it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("visitor", sa.String(32), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("score", sa.Integer, nullable=True),
        sa.Column("place", sa.Integer, nullable=True),
    )
    op.create_index("tries_of_a_day", "tries", ["day", "score"])
    op.create_index("tries_at_a_table", "tries", ["table_id"])
    op.create_table(
        "masters",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("masters")
    op.drop_table("tries")
