"""
`chancebox play`: a table in the terminal, for people at one keyboard and bots.

The match is written to disk after every move, so leaving at any moment, Ctrl-C included, loses
nothing. A curtain falls between two people at the same keyboard where one may see what the other may not.
"""

import secrets
from pathlib import Path

from rich.columns import Columns
from rich.markdown import Markdown
from rich.markup import escape
from rich.rule import Rule

from chancebox.bots import Bot, bot_at, question
from chancebox.bots.reasons import Reasons, think
from chancebox.engine.game.errors import ChanceboxError, NothingToUndo
from chancebox.engine.game.game import seat_text
from chancebox.engine.game.texts import _, language, n_
from chancebox.engine.match import real_dice
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.files import ENDING
from chancebox.engine.match.match import Match
from chancebox.engine.match.real_dice import RealDice
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.terminal.replays import print_result
from chancebox.terminal.screen import out

PERSON = "person"
LONG_MENU = 16


def commands_help() -> str:
    """Say what can be typed beside moves."""
    return _(
        "[dim]A number or a move plays it. [bold]undo[/] takes back, [bold]log[/] tells the game so far,"
        " [bold]try MOVE[/] shows what it would look like, [bold]why[/] asks the bots for their reasons,"
        " [bold]correct[/] takes back what you typed of your own dice,"
        " [bold]save FILE[/] keeps a copy,"
        " [bold]quit[/] leaves; the game is saved all the time.[/]"
    )


def menu(told: list[str]) -> Columns:
    """Number what can be chosen; of many, the first ones and the last."""
    numbered = [f"[bold]{n}[/] {text}" for n, text in enumerate(told, start=1)]
    if len(numbered) > LONG_MENU:
        # Whoever wants one between knows how to write it, or its number.
        numbered = [*numbered[: LONG_MENU - 2], "…", numbered[-1]]
    return Columns(numbered, padding=(0, 3))


class TerminalLeft(Exception):
    """Somebody wants to leave the table."""


class TerminalMatch:
    """A match with people and bots around it."""

    def __init__(self, match: Match, players: list[str], file: Path, shown: int = 0) -> None:
        self.match = match
        self.players = players
        self.file = file
        dealer = match.dealer.house if isinstance(match.dealer, RealDice) else match.dealer
        seed = dealer.seed if isinstance(dealer, Seeded) else secrets.randbits(60)
        self._bots: dict[int, Bot] = {
            seat: bot_at(name, seed, seat) for seat, name in enumerate(players) if name != PERSON
        }
        people = [seat for seat, name in enumerate(players) if name == PERSON]
        self._shared = len(people) > 1
        self._looking = people[0] if len(people) == 1 else SPECTATOR
        self._shown = [shown] * (SPECTATOR + 1)
        """Events that each viewer has been shown."""
        self._reasons = Reasons()
        self._entered: set[int] = set()
        """The events that people typed of their own dice and cards."""
        self._warned = False

    def play(self) -> int:
        """Play until the end, or until somebody leaves."""
        out.print(_("[dim]Type a number or a move; ? shows the rules.[/]"))
        try:
            while self.match.to_act:
                self._save()
                self._step()
        except (TerminalLeft, KeyboardInterrupt, EOFError):
            out.print()
            if self._save():
                out.print(_("Saved. Go on later with:"))
                out.print(f"  {self._resuming}", markup=False, soft_wrap=True)
            return 0
        self._end()
        return 0

    @property
    def _resuming(self) -> str:
        """The command that goes on with this game."""
        return f"chancebox play {self.file}"

    def _step(self) -> None:
        asked = self.match.to_act
        for seat in asked:
            if seat in self._bots:
                asked_bot = question(self.match, seat)
                thought = think(self._bots[seat], asked_bot)
                self._reasons.note(asked_bot, thought)
                self.match.play(seat, thought.action)
                return
        if asked[0] == CHANCE:
            self._print_news()
            self._take(CHANCE, self._ask_chance())
        else:
            self._turn(asked[0])

    def _ask_chance(self) -> str:
        """Ask for dice or a card: how many of them, and whose."""
        thrower = real_dice.thrower(self.match)
        due = real_dice.dice_due(self.match)
        if due is None:
            return _("What came up?")
        dice = n_("one die", "{n} dice", due.dice).format(n=due.dice)
        if due.colour:
            dice = f"{dice} ({due.colour})"
        if thrower is None:
            return _("What came up: {dice}?").format(dice=dice)
        return _("{name} throws {dice}. What came up?").format(name=self.match.names[thrower], dice=dice)

    def _turn(self, seat: int) -> None:
        """Show the table to the person whose decision is awaited, and take it."""
        if self._shared and not self.match.same_sight(self._looking, seat):
            self._draw_curtain(seat)
        self._looking = seat
        self._print_news()
        out.print(Rule(style="dim"))
        out.print(self.match.game.terminal.board(self.match.view(seat), self.match.names, seat))
        moves = self.match.moves(seat)
        told = [self._described(seat, move) for move in moves]
        out.print()
        out.print(menu(told))
        self._take(seat, f"{seat_text(seat)} {self.match.names[seat]}")

    def _described(self, seat: int, move: str) -> str:
        """Write a move of the menu: in words where the game has some, with what may be typed for it."""
        words = getattr(self.match.game.notation, "words", None)
        if words is None:
            return escape(move)
        told = words(self.match.box, plain(self.match.position(seat)), seat, move)
        return f"{escape(told)} [dim]{escape(move)}[/]"

    def _take(self, seat: int, prompt: str) -> None:
        """Ask until something was played or taken back."""
        moves = self.match.moves(seat) if seat != CHANCE else []
        commands = {
            "?": self._rules,
            "log": self._log,
            "why": self._why,
            "save": self._save_as,
            "quit": self._leave,
        }
        while True:
            typed = out.input(f"[bold]{escape(prompt)}[/] > ").strip()
            word, _space, rest = typed.partition(" ")
            try:
                if word in commands:
                    commands[word](rest.strip())
                elif word == "try" and seat != CHANCE:
                    self._try(seat, rest)
                elif word == "correct" and not rest:
                    self._correct()
                    return
                elif word == "undo":
                    self._undo()
                    return
                elif typed and seat == CHANCE:
                    self._enter(typed)
                    return
                elif typed:
                    chosen = int(typed) if typed.isascii() and typed.isdigit() else 0
                    self.match.play(seat, moves[chosen - 1] if 0 < chosen <= len(moves) else typed)
                    return
            except ChanceboxError as error:
                out.print(f"[red]{escape(str(error))}[/]")

    # What can be typed beside moves.

    def _rules(self, _rest: str) -> None:
        text = self.match.game.rules_file(language()).read_text(encoding="utf-8")
        out.print(Markdown(text))
        out.print(commands_help())

    def _log(self, _rest: str) -> None:
        for line in self.match.log(self._looking):
            out.print(line, markup=False)

    def _why(self, _rest: str) -> None:
        """Print the bots' reasons since this person last decided, those that may be known."""
        own = [n for n, event in enumerate(self.match.events) if event.seat == self._looking]
        since = own[-1] if own else 0
        reasons = [text for _n, text in self._reasons.known_to(self.match, self._looking, since)]
        for line in reasons or [_("No bot has a reason that you may know.")]:
            out.print(line, markup=False)

    def _try(self, seat: int, text: str) -> None:
        """Show a move without playing it, from what this seat knows; a game's board may offer that."""
        preview = getattr(self.match.game.terminal, "preview", None)
        if preview is None:
            out.print(_("There is nothing to try out in this game."))
        else:
            out.print(preview(self.match.box, plain(self.match.position(seat)), seat, text))

    def _undo(self) -> None:
        last = self.match.events[-1].seat if self.match.events else CHANCE
        mine = last if last < len(self.players) and self.players[last] == PERSON else self._looking
        self.match.undo(mine)
        self._shown = [min(shown, len(self.match.events)) for shown in self._shown]
        out.print(_("Taken back."))

    def _enter(self, typed: str) -> None:
        """Take what somebody's own dice or cards show: `13556`, or notation."""
        outcome = real_dice.read_outcome(self.match, typed)
        self._entered.add(len(self.match.events))
        self.match.play(CHANCE, outcome)

    def _correct(self) -> None:
        """Take back what was typed last, while nobody has decided and nothing was dealt since."""
        last = len(self.match.events) - 1
        if last not in self._entered:
            raise NothingToUndo(
                _("There are no dice or cards to correct: somebody has decided since, or a card was dealt.")
            )
        self.match = self.match.fork(last)
        self._entered.discard(last)
        self._shown = [min(shown, last) for shown in self._shown]
        out.print(_("Taken back; please type it again."))

    def _save_as(self, name: str) -> None:
        file = Path(name if name.endswith(ENDING) else name + ENDING) if name else self.file
        try:
            self.match.save(file, self.players)
        except OSError as error:
            out.print(f"[red]{escape(str(error))}[/]")
        else:
            out.print(_("Saved as {file}.").format(file=file), markup=False)

    def _leave(self, _rest: str) -> None:
        raise TerminalLeft

    # What is shown.

    def _draw_curtain(self, seat: int) -> None:
        """Let whoever has moved see what came of it, then cover the table until the next one looks."""
        if self._print_news():
            out.input(_("[dim]Enter covers the table.[/] "))
        out.clear()
        name = escape(self.match.names[seat])
        out.input(_("Hand the keyboard to [bold]{name}[/], then press Enter. ").format(name=name))
        out.clear()

    def _print_news(self) -> bool:
        """Print what has happened since this viewer last looked; return whether there was anything."""
        lines = self.match.log(self._looking, self._shown[self._looking])
        for line in lines:
            out.print(line, markup=False)
        self._shown[self._looking] = len(self.match.events)
        return bool(lines)

    def _end(self) -> None:
        self._print_news()
        out.print(Rule(style="dim"))
        out.print(self.match.game.terminal.board(self.match.view(), self.match.names, SPECTATOR))
        print_result(self.match)
        self._keep()

    def _keep(self) -> None:
        """Keep the finished game, and say where."""
        if self._save():
            out.print(_("The record is kept; tell it again with:"))
            out.print(f"  chancebox replay {self.file}", markup=False, soft_wrap=True)

    def _save(self) -> bool:
        """Keep the match on disk; where that is impossible, say so once and play on."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(self.file, self.players)
        except OSError as error:
            if not self._warned:
                out.print(
                    _("The game cannot be saved: {error}").format(error=error), style="red", markup=False
                )
            self._warned = True
            return False
        return True
