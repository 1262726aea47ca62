"""Which store an address means: a folder, or a database by its address."""

from importlib.util import find_spec
from pathlib import Path

from chancebox.engine.game.texts import _
from chancebox.server.store.databases.sqlite import SqliteStore
from chancebox.server.store.store import Store
from chancebox.server.tables.errors import Refused

SCHEMES = ("postgresql://", "postgres://")


def is_address(where: Path | str) -> bool:
    """Return whether this is meant as the address of a database."""
    return isinstance(where, str) and "://" in where


def open_store(where: Path | str, alone: bool = False) -> Store:
    """
    Open a store in a folder, or at the address of a database; refuse one that cannot be used.

    `alone` refuses one that others use as well; a folder is always used by one process.
    """
    if not is_address(where):
        return SqliteStore(Path(where))
    check_address(str(where))
    # Only now: it is an extra, and takes a while to load.
    from chancebox.server.store.databases.postgres import PostgresStore

    return PostgresStore(str(where), alone)


def check_address(where: str) -> None:
    """Refuse an address that is not one of PostgreSQL, and any where what it takes is not installed."""
    if not where.startswith(SCHEMES):
        raise Refused(
            _("A store is a folder or an address like {example}.").format(
                example="postgresql://chancebox@localhost/chancebox"
            )
        )
    if find_spec("psycopg") is None:
        raise Refused(
            _("PostgreSQL takes one more package; install it with: {command}").format(
                command="pip install 'chancebox[postgres]'"
            )
        )


def back_up(where: Path | str, to: Path) -> None:
    """Copy a store to a file of SQLite while a house may be using it."""
    if is_address(where):
        check_address(str(where))
        from chancebox.server.store.databases.postgres import back_up as copy
    else:
        from chancebox.server.store.databases.sqlite import back_up as copy
    copy(where, to)
