"""Take a Chance: buy cards, roll what they picture, play tickets, get rich."""

from chancebox.engine.game.game import NO_YES, Game, Option
from chancebox.engine.game.texts import mark

GAME = Game(
    package=__name__,
    title=mark("Take a Chance"),
    pitch=mark("Buy cards, roll what they picture, turn over a ticket: get rich before the tickets run out."),
    author="",
    publisher="Winning Moves Games",
    seats=range(2, 6),
    minutes=(30, 40),
    age=8,
    hidden=mark("Each player's stack of three cards is seen by its owner alone; tickets by nobody."),
    version=2,
    thumb_text=mark("buys what pays for itself, and keeps the last ticket until it is ahead"),
    options=(
        Option(
            name="auctions",
            title=mark("Cards of the Pool are auctioned"),
            values=NO_YES,
            default="no",
            seats=range(3, 6),
        ),
        Option(
            name="charm-die",
            title=mark("A charm die is thrown with every roll"),
            values=NO_YES,
            default="no",
            seats=range(3, 6),
        ),
        Option(
            name="tickets",
            title=mark("Tickets for each player (usual: 6, with two players 7)"),
            values={"usual": 0, "5": 1, "7": 2},
            titles={"usual": mark("usual")},
            default="usual",
            seats=range(3, 6),
        ),
        Option(
            name="same-number-groups",
            title=mark("Groups of a roll may share a number"),
            values=NO_YES,
            default="no",
        ),
    ),
)
