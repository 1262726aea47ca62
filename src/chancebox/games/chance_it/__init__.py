"""chance it: pay to be in, stay out for coins, or chance it; the stars decide, the hearts eliminate."""

from chancebox.engine.game.game import NO_YES, Game, Option
from chancebox.engine.game.texts import mark

GAME = Game(
    package=__name__,
    title=mark("chance it"),
    pitch=mark("Five dice lie open: are you in, out, or do you chance it? Mind your last heart."),
    author="Eli Thomas Wolf",
    publisher="Zoch Verlag",
    seats=range(3, 7),
    minutes=(30, 40),
    age=10,
    hidden=mark("Guide cards, and which cards serve a die, are chosen in secret and revealed together."),
    version=2,
    thumb_text=mark("adds up what the dice of this round bring, and never goes IN where that could be fatal"),
    options=(
        Option(
            name="two-players",
            title=mark("A game for two from the start"),
            values=NO_YES,
            default="no",
            seats=range(2, 3),
        ),
    ),
)
