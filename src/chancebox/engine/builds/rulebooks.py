"""What builds need of a game and of its box."""

from typing import Any, Protocol

from chancebox.engine.rules.records import Memory


class BoxMemory(Protocol):
    """The components of a game as builds read them."""

    @property
    def fields(self) -> Any: ...
    @property
    def memory(self) -> Memory: ...


class Rulebook(Protocol):
    """What builds need of a game."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def package(self) -> str: ...
    @property
    def all_seats(self) -> Any: ...
    @property
    def options_dtype(self) -> Any: ...
    @property
    def rules(self) -> Any: ...
    @property
    def thumb(self) -> Any: ...
    @property
    def traits(self) -> Any: ...
    @property
    def items(self) -> Any: ...
