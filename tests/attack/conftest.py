"""The same house and the same people as in the ordinary tests of the server; here they mean no good."""

from server.conftest import ann, ben, database, folder, house, place, postgres, stranger

__all__ = ["ann", "ben", "database", "folder", "house", "place", "postgres", "stranger"]
