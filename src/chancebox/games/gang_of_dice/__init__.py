"""Gang of Dice: outroll the others without provoking the Boss."""

from chancebox.engine.game.game import NO_YES, Game, Option
from chancebox.engine.game.texts import mark

GAME = Game(
    package=__name__,
    title=mark("Gang of Dice"),
    pitch=mark("Stake your dice, roll high, and stop before the Boss loses his temper."),
    author="Reiner Knizia",
    publisher="Mandoo Games",
    seats=range(2, 5),
    minutes=(30, 30),
    age=8,
    hidden=mark("The stocks of the others stand behind their screens until the end."),
    version=1,
    thumb_text=mark("stakes and keeps what has the best chance to win this round"),
    options=(
        Option(
            name="finale",
            title=mark("Tokens added in the last three rounds"),
            values={"1/1/2": 0, "1/2/3": 1},
            default="1/1/2",
        ),
        Option(
            name="open-stocks",
            title=mark("Everybody's stock lies open"),
            values=NO_YES,
            default="no",
        ),
    ),
)
