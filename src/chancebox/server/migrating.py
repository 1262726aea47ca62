"""Bring the store to today's form."""

from pathlib import Path

import sqlalchemy as sa

NEWEST = "0002"
"""The last revision in `migrations/versions`; a test compares."""
SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(engine: sa.Engine) -> None:
    """Run the migrations that the store has not seen; usually there are none."""
    if _revision(engine) == NEWEST:
        return
    # Only now: Alembic would delay every start by half a second.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _revision(engine: sa.Engine) -> str | None:
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
