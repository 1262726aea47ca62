"""chance it: who is out of the game, and how it ends. The ids in the comments are those of rules.md."""

from chancebox.games.chance_it.rules.cards import lay_down
from chancebox.games.chance_it.rules.records import LAST_ONE, NOBODY_LEFT, OVER, STARS, Box, Position, is_in


def eliminate(s: Position) -> None:
    """Take out at once whoever has no heart left; they keep nothing (CI-50)."""
    for seat in range(s.seats):
        player = s.players[seat]
        if is_in(s.living, seat) and player.hearts <= 0:
            lay_down(s, player.cards)
            player.cards = 0
            player.hearts = 0
            player.coins = 0
            player.stars = 0
            s.living &= ~(1 << seat)
            s.playing &= ~(1 << seat)
            s.waiting &= ~(1 << seat)
            s.forced &= ~(1 << seat)


def end_if_alone(s: Position) -> bool:
    """End the game if one player or none has hearts left (CI-72, CI-73, CI-R07)."""
    if s.living & (s.living - 1):
        return False
    end_game(s, LAST_ONE if s.living else NOBODY_LEFT)
    return True


def end_if_decided(box: Box, s: Position) -> bool:
    """Check the end as after each die and after the CHANCE IT action (CI-70, CI-R04, CI-R06)."""
    if end_if_alone(s):
        return True
    for seat in range(s.seats):
        if s.players[seat].stars >= box.goal:
            end_game(s, STARS)
            return True
    return False


def end_game(s: Position, ending: int) -> None:
    s.ended = ending
    s.step = OVER
