"""What must hold for texts, views and files: all that is written can be read, and history stays."""

import json
import random
import tempfile
from pathlib import Path

from chancebox.engine.game.errors import (
    ChanceboxError,
    NoSuchSeat,
    NothingToUndo,
)
from chancebox.engine.game.game import Game
from chancebox.engine.match import files
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.match.positions import position_text, read_position
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.testing.matches import (
    broken,
    some_matches,
    some_positions,
    viewers,
)


def views_are_plain_data_and_can_be_drawn(game: Game, seats: int) -> None:
    """Look at many moments as everybody, in data and in the terminal."""
    for match in some_matches(game, seats, 2):
        for n in range(0, len(match.events), 11):
            moment = match.fork(n)
            for viewer in viewers(match):
                seen = moment.view(viewer)
                if json.loads(json.dumps(seen)) != seen:
                    raise broken(match, "a view is not plain data: lists, names as keys, numbers, texts", n)
                if not game.terminal.board(seen, moment.names, viewer):
                    raise broken(match, "terminal.board draws nothing", n)


def notation_round_trips(game: Game, seats: int) -> None:
    """Say and read what is possible."""
    for match in some_matches(game, seats, 4):
        for n, (seat, action) in enumerate(match.events):
            position = match.fork(n).position()
            for one in {action, *game.build().choices(match.box, position, seat)[:40]}:
                text = game.notation.say(match.box, plain(position), seat, one)
                if game.notation.read(match.box, plain(position), seat, text) != [one]:
                    raise broken(match, f"{text!r} is said for {one}, but not read as it", n)


def menus_offer_legal_moves_only(game: Game, seats: int) -> None:
    """Play everything that is offered."""
    for match in some_matches(game, seats, 2):
        for n in range(0, len(match.events), 3):
            moment = match.fork(n, Ask())
            for seat in moment.to_act:
                if seat == CHANCE:
                    continue
                offered = moment.moves(seat)
                if not offered:
                    raise broken(match, f"seat {seat} is asked, but moves offers nothing", n)
                for move in offered:
                    try:
                        moment.fork().play(seat, move)
                    except ChanceboxError as error:
                        raise broken(match, f"{move!r} is offered, but refused: {error}", n) from None


def any_text_is_played_or_refused(game: Game, seats: int) -> None:
    """Type nonsense, and what is nearly right."""
    match = some_matches(game, seats, 1)[0]
    rng = random.Random(seats)
    for _try in range(300):
        n = rng.randrange(len(match.events))
        text = list(match.notation[n].partition(" ")[2])
        for _letter in range(rng.randrange(4)):
            place = rng.randrange(len(text) + 1)
            text[place : place + rng.randrange(2)] = rng.choice(["", " ", "0", "9", "-", "x", "é", "a"])
        try_text(match, n, "".join(text))


def try_text(match: Match, n: int, text: str) -> None:
    """Type a text after n events: it is played, or refused with a sentence, and then nothing has changed."""
    moment = match.fork(n, Ask())
    before = moment.position().tobytes(), list(moment.events)
    try:
        moment.play(moment.to_act[0], text)
    except ChanceboxError as error:
        if not str(error) or (moment.position().tobytes(), moment.events) != before:
            raise broken(
                match, f"{text!r} is refused without a word, or after it has changed something", n
            ) from None
    except Exception as error:
        raise broken(
            match, f"{text!r} is not refused, but breaks: {type(error).__name__}: {error}", n
        ) from error


def history_never_changes(game: Game, seats: int) -> None:
    """Play on from the middle: what was stays."""
    match = some_matches(game, seats, 1)[0]
    whole = match.position().tobytes()
    past = match.fork(len(match.events) // 2)
    half = past.position().tobytes()
    past.position()[:] = 0
    past.view(0)
    rng = random.Random(9)
    while past.to_act:
        seat = rng.choice(past.to_act)
        past.play(seat, rng.choice(past.choices(seat)))
    if match.fork(len(match.events) // 2).position().tobytes() != half or match.position().tobytes() != whole:
        raise broken(match, "playing on from an earlier moment has changed the match")


def positions_round_trip_as_text(game: Game, seats: int) -> None:
    """Write positions as lines, and read them."""
    for match in some_matches(game, seats, 2):
        for s in some_positions(match):
            line = position_text(game, match.box, s)
            if "\n" in line or read_position(game, match.box, line).tobytes() != s.tobytes():
                raise broken(match, "a position is not read as it was written")


def records_round_trip_and_go_on_alike(game: Game, seats: int) -> None:
    """Save a match in the middle, load it and play the rest."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.chance.json"
        for match in some_matches(game, seats, 2):
            half = match.fork(len(match.events) // 2)
            half.save(file)
            record = files.read(file)
            loaded = files.replay(record, game, files.box_of(record, game, None), "plain")
            if loaded.events != half.events or loaded.position().tobytes() != half.position().tobytes():
                raise broken(match, "a match is not loaded as it was saved")
            loaded.deal()
            for seat, action in match.events[len(loaded.events) :]:
                if seat != CHANCE and seat in loaded.to_act and len(loaded.events) < len(match.events):
                    loaded.play(seat, action)
            if loaded.events != match.events or loaded.result != match.result:
                raise broken(match, "a loaded match goes on with another luck")


def undo_takes_back_own_decisions_only(game: Game, seats: int) -> None:
    """Try to take back every event."""
    match = some_matches(game, seats, 1)[0]
    for n in range(1, len(match.events)):
        moment = match.fork(n, Ask())
        seat = moment.events[-1].seat
        for other in (-1, seats, 99, SPECTATOR):
            if not _keeps(NoSuchSeat, moment, other):
                raise broken(match, f"seat {other} is not at the table, but took something back", n - 1)
        if seat == CHANCE:
            if not all(_keeps(NothingToUndo, moment, someone) for someone in range(seats)):
                raise broken(match, "somebody took back what chance brought", n - 1)
        elif not _keeps(NothingToUndo, moment, seat) and (
            moment.position().tobytes() != match.fork(n - 1).position().tobytes()
            or moment.events != match.events[: n - 1]
        ):
            raise broken(match, "taking back leads to another position than there was", n - 1)


def _keeps(error: type[ChanceboxError], match: Match, seat: int) -> bool:
    try:
        match.undo(seat)
    except error:
        return True
    return False
