"""Take it or Leave it: one throw for all, and never enough of the right dice."""

from chancebox.engine.game.game import NO_YES, Game, Option
from chancebox.engine.game.texts import mark

GAME = Game(
    package=__name__,
    title=mark("Take it or Leave it"),
    pitch=mark("One throw for everybody: take the dice your secret tasks need, or leave in time."),
    author="Arno Steinwender, Christoph Puhl",
    publisher="Schmidt Spiele",
    seats=range(2, 6),
    minutes=(30, 30),
    age=8,
    hidden=mark("Hands are secret, and so is what others discard without playing it."),
    version=1,
    thumb_text=mark("goes for the task that is nearest to its points, and leaves in time"),
    options=(
        Option(
            name="free-mix",
            title=mark("Five cards of any mix of tasks and actions"),
            values=NO_YES,
            default="no",
        ),
        Option(
            name="open-totals",
            title=mark("Everybody's points lie open"),
            values=NO_YES,
            default="no",
        ),
        Option(
            name="first",
            title=mark("Who starts the first round"),
            values={"random": 0, "A": 1},
            titles={"random": mark("drawn by lot"), "A": mark("seat A")},
            default="random",
        ),
    ),
)
