"""A line of chat knows its command, so that one sent twice is heard once, also after a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("chat") as batch:
        batch.add_column(sa.Column("command", sa.String(64), nullable=True))
        batch.create_unique_constraint("one_line_per_command", ["table_id", "command"])


def downgrade() -> None:
    with op.batch_alter_table("chat") as batch:
        batch.drop_constraint("one_line_per_command", type_="unique")
        batch.drop_column("command")
