"""Groups that play again: members, series, and the bare results of games, which may outlive their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("host", sa.Integer, nullable=False),
        sa.Column("club", sa.Boolean, nullable=False),
        sa.Column("founded", sa.Float, nullable=False),
        sa.Column("latest", sa.Float, nullable=False),
    )
    op.create_index("latest_groups", "groups", ["club", "latest"])
    op.create_table(
        "members",
        sa.Column("group_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("visitor", sa.String(32), nullable=False),
    )
    op.create_index("groups_of_a_visitor", "members", ["visitor"])
    op.create_table(
        "series",
        sa.Column("group_id", sa.String(32), primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("group_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=True),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("is_kept", sa.Boolean, nullable=False),
        sa.Column("is_shown", sa.Boolean, nullable=False),
    )
    op.create_index("results_of_a_group", "results", ["group_id", "number"])
    op.create_index("results_shown", "results", ["is_shown", "ended"])
    op.create_index("longest_games", "results", ["game", "decisions"])
    op.create_table(
        "placings",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("member", sa.Integer, nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("is_bot", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("has_won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=True),
        sa.Column("stood_in", sa.Boolean, nullable=False),
        sa.Column("luck", sa.Float, nullable=True),
    )
    op.create_index("best_scores", "placings", ["game", "is_bot", "score"])


def downgrade() -> None:
    for name in ("placings", "results", "series", "members", "groups"):
        op.drop_table(name)
