"""Ids of tables have 128 bits, in 32 letters; those of older tables stay what they are."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

COLUMNS = (("tables", "id"), ("log", "table_id"), ("sittings", "table_id"), ("chat", "table_id"))


def upgrade() -> None:
    _resize(24, 32)


def downgrade() -> None:
    _resize(32, 24)


def _resize(old: int, new: int) -> None:
    for table, column in COLUMNS:
        with op.batch_alter_table(table) as batch:
            batch.alter_column(
                column, existing_type=sa.String(old), type_=sa.String(new), existing_nullable=False
            )
