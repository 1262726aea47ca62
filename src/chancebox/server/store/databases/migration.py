"""Bring the store to today's form."""

from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from chancebox.engine.game.texts import _

NEWEST = "0011"
"""The last revision in `migrations/versions`; a test compares."""
SCRIPTS = Path(__file__).parent / "migrations"


class NewerDatabase(Exception):
    """A store of a form that this Chancebox does not know."""


def upgrade(engine: sa.Engine, lock: Callable[[sa.Connection], None] = lambda _connection: None) -> None:
    """Run the migrations that the store has not seen; usually there are none. Who holds `lock` does it."""
    with engine.connect() as connection:
        if _is_newest(connection):
            return
    # Only now: Alembic would delay every start by half a second.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with engine.begin() as connection:
        lock(connection)
        if not _is_newest(connection):
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _is_newest(connection: sa.Connection) -> bool:
    """Return whether the store has today's form; refuse one of a later day."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    revision = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    if revision == NEWEST:
        return True
    known = {file.name[: len(NEWEST)] for file in (SCRIPTS / "versions").glob("0*.py")}
    if revision is not None and revision not in known:
        raise NewerDatabase(
            _("it was written by a newer Chancebox (form {form}, this one knows {newest}).").format(
                form=revision, newest=NEWEST
            )
        )
    return False
