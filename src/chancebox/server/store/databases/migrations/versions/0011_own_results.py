"""How finished games ended for those who played them, so that nobody reads thousands of logs for a page."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "own_results",
        sa.Column("visitor", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=True),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("others", sa.Text, nullable=False),
        sa.Column("badges", sa.Text, nullable=False),
        sa.Column("luck", sa.Float, nullable=True),
    )
    op.create_index("own_results_of_a_visitor", "own_results", ["visitor", "at"])
    op.create_index("own_results_of_a_table", "own_results", ["table_id"])


def downgrade() -> None:
    op.drop_table("own_results")
