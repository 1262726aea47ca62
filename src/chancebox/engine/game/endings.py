"""Why a game ended, as a number for rules and a text for people."""

import enum

from chancebox.engine.game.texts import _


class Ending(enum.IntEnum):
    """
    The base of each game's `Ending`: a member for every number that its rules write into `ended`.

    >>> class Coffee(Ending):
    ...     EMPTY = 1, "the pot was empty"
    >>> Coffee(1) == Coffee.EMPTY == 1
    True
    >>> Coffee.EMPTY.why
    'the pot was empty'
    >>> Coffee.texts()
    ('', 'the pot was empty')
    """

    text: str
    """As it is written down; marked for translators."""

    def __new__(cls, number: int, text: str = "") -> "Ending":
        made = int.__new__(cls, number)
        made._value_ = number
        made.text = text
        return made

    @property
    def why(self) -> str:
        """The reason in the reader's language, to stand after a colon."""
        return _(self.text)

    @classmethod
    def texts(cls) -> tuple[str, ...]:
        """Return what the numbers mean, from 0 on, which means nothing: the game goes on."""
        by_number = {int(one): one.text for one in cls}
        return tuple(by_number.get(number, "") for number in range(max(by_number) + 1))
