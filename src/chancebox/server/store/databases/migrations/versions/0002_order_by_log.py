"""When a table last changed is in its log: no move has to write it a second time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_column("tables", "changed")


def downgrade() -> None:
    op.add_column("tables", sa.Column("changed", sa.Float, nullable=False, server_default="0"))
