"""Since when somebody has a seat: of thousands of tables of one visitor, only the latest are looked at."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("sittings", sa.Column("at", sa.Float, nullable=False, server_default="0"))
    # Of those who sat down before, it is known when their tables were opened.
    op.execute(
        "UPDATE sittings SET at = coalesce("
        "(SELECT log.at FROM log WHERE log.table_id = sittings.table_id AND log.version = 1), 0)"
    )
    op.create_index("sittings_of_a_visitor", "sittings", ["visitor", "at"])


def downgrade() -> None:
    op.drop_index("sittings_of_a_visitor", "sittings")
    with op.batch_alter_table("sittings") as batch:
        batch.drop_column("at")
