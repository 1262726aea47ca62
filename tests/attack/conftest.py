"""The same house and the same people as in the ordinary tests of the server; here they mean no good."""

from server.conftest import (
    ann,
    anywhere,
    ben,
    database,
    folder,
    fresh_database,
    house,
    place,
    postgres,
    shared,
    stranger,
)

__all__ = [
    "ann",
    "anywhere",
    "ben",
    "database",
    "folder",
    "fresh_database",
    "house",
    "place",
    "postgres",
    "shared",
    "stranger",
]
