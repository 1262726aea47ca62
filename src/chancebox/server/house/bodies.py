"""What requests to the API hold, and what is answered."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from chancebox.engine.game.boxes import LARGEST
from chancebox.server.tables.errors import refusal_codes
from chancebox.server.tables.names import LONGEST
from chancebox.server.tables.places import Wish

CommandId = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[\w.:-]+$")]
Name = Annotated[str, Field(max_length=4 * LONGEST)]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Link = Annotated[str, Field(max_length=64, pattern=r"^([0-9a-f]{64})?$")]
"""32 bytes of a device's chain, in hex; see docs/sealed-dice.md."""


class Strict(BaseModel):
    """A body in which nothing is superfluous, and nothing has to be guessed from another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PlayerWish(Strict):
    """Who shall sit at a seat: a person here (you), somebody with the link, or a bot."""

    kind: Literal["person", "open", "bot"]
    name: Name = ""
    bot: Annotated[str, Field(max_length=40)] = "thumb"

    def wish(self) -> Wish:
        return Wish(self.kind, self.name, self.bot)


class NewTable(Strict):
    """A table to set up; the seats in turn order."""

    id: CommandId
    game: Annotated[str, Field(max_length=40)]
    players: Annotated[list[PlayerWish], Field(min_length=1, max_length=8)]
    options: dict[str, str] = {}
    box: Annotated[str, Field(max_length=LARGEST)] = ""
    """The text of a box of your own, in TOML; without one the game's is played with."""
    dealer: Literal["sealed", "real", "real-cards"] = "sealed"
    """Who deals: the house, sealed; people throw their own dice; people draw their own cards, too."""
    start: bool = False
    odds: bool = False
    """Whether odds are shown to those who decide; where seats are open the host says so at the table."""


class CommandBody(Strict):
    """Anything that needs nothing but its id."""

    id: CommandId


class Leaving(CommandBody):
    """Erasing all that concerns somebody, who says that they are sure."""

    sure: Literal[True]


class Sitting(CommandBody):
    """Sitting down at an open seat; without a name as a guest."""

    name: Name = ""


class Tip(CommandBody):
    """The tip of a chain of links that your device made: its share in the dice of a sealed table."""

    tip: Annotated[str, Field(min_length=64, max_length=64, pattern=r"^[0-9a-f]{64}$")]


class Starting(CommandBody):
    """The start, with the next link of the host's device if it has shown a tip."""

    link: Link = ""


class Arrangement(CommandBody):
    """Another holder for a seat, before the start."""

    player: PlayerWish


class Move(CommandBody):
    """A move in notation, or an action by its number."""

    seat: SeatNumber
    move: Annotated[str, Field(max_length=400)] | int
    version: int | None = None
    """What the sender has seen; refused with 409 if the question has changed since."""
    link: Link = ""
    """The next link of your device's chain if it has shown a tip; another one is refused with 409."""


class ThrowEntry(CommandBody):
    """What somebody's own dice or cards show: `13556`, `1 3 5 5 6` or notation."""

    outcome: Annotated[str, Field(max_length=100)]
    version: int
    """What the sender has seen; refused with 409 if the question has changed since."""
    back: Annotated[int, Field(ge=0, le=1000)] | None = None
    """To correct what was entered: how many throws before the last one it was."""


class GoingOn(CommandBody):
    """A word that what was entered is right."""

    version: int


class BotChoice(CommandBody):
    """Which bot takes over."""

    bot: Annotated[str, Field(max_length=40)] = "thumb"


class ForkWish(CommandBody):
    """From which moment to play on, and in which seat."""

    events: Annotated[int, Field(ge=0)]
    seat: SeatNumber
    name: Name


class Saying(CommandBody):
    """Something to say: in one's own words, or a phrase that everybody reads in their own language."""

    seat: SeatNumber
    text: Annotated[str, Field(max_length=1000)] = ""
    phrase: Annotated[str, Field(max_length=20)] = ""


class Hints(CommandBody):
    """Whether people at this table may ask for hints."""

    allowed: bool


class ShowingOdds(CommandBody):
    """Whether odds are shown to those who decide at this table."""

    shown: bool


class OddTold(BaseModel):
    """One number about a move or a piece."""

    about: str
    """A move in notation, or the name that the game gives to a piece."""
    label: str
    """A word or two for a button; empty if it is told in words alone."""
    text: str
    words: str
    value: float
    unit: str
    """`chance`, or how an amount is written."""
    share: float
    """How much of a bar is filled."""
    exact: bool
    low: float
    high: float
    """Between which numbers it lies, nineteen times of twenty."""


class OddsTold(BaseModel):
    """What a seat may like to know before it decides."""

    version: int
    odds: list[OddTold]


class Redeeming(CommandBody):
    """A hand-over code, typed on the new device."""

    code: Annotated[str, Field(max_length=20)]


def _list_codes(schema: dict[str, Any]) -> None:
    schema["properties"]["code"]["enum"] = refusal_codes()


class ProblemTold(BaseModel):
    """Why something was refused."""

    model_config = ConfigDict(json_schema_extra=_list_codes)

    error: str
    """A sentence for people, in their language."""
    code: str
    """A word for programs, which stays when the sentence changes."""
    version: int | None = None


class Done(BaseModel):
    """The version of the table after a command."""

    table: str
    version: int


class Spoken(BaseModel):
    """The number of a line of chat."""

    table: str
    number: int


class SuggestedMove(BaseModel):
    """A choice that was evaluated: the share of the win it promises, and the error of that (95 %)."""

    move: str
    share: float
    error: float
    text: str


class Hint(BaseModel):
    """The two best moves as the master sees them; the rule of thumb names one while it warms up."""

    version: int
    best: list[SuggestedMove]
    why: str


class Joined(Done):
    """A table with an own seat; a program gets the token that holds it, a browser has it in a cookie."""

    token: str | None = None
    group: str | None = None
    """The group, where a code moved a place in one; then there is no table."""


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemTold} for status in (400, 403, 404, 409, 410, 413, 422, 429, 503)
}
