"""Each badge: a game that earns it, and the same game with a small difference that does not."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import chancebox as cb
from chancebox.bots import bot, question
from chancebox.engine.game.badges import COMMON, Badge, Tale, earned
from chancebox.engine.game.happenings import Happening
from chancebox.engine.match.match import Match
from chancebox.engine.match.tales import tell
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game, names
from chancebox.games.chance_it.text.happenings import Revealed
from chancebox.games.gang_of_dice.text.happenings import Eliminated as LostAllDice
from chancebox.games.gang_of_dice.text.happenings import Staked, Threw
from chancebox.games.second_chance.text.happenings import Eliminated, FilledGrid
from chancebox.games.take_a_chance.text.happenings import Collected, Expired, RolledNothing
from chancebox.games.take_it_or_leave_it.text.happenings import Passed
from chancebox.server.house.own_results import badges_of
from chancebox.web.render import templates

MOST = 60
"""Games that are tried, from the one on which it was seen."""

Play = Callable[[Match, int], Any]


def at_random(seed: int) -> Play:
    luck = random.Random(seed)
    return lambda match, seat: luck.choice(match.choices(seat))


def by_thumb(seed: int) -> Play:
    thumb = bot("thumb", seed)
    return lambda match, seat: thumb.choose(question(match, seat))


@cache
def played(name: str, seats: int, seed: int, hands: Callable[[int], Play]) -> Match:
    match, play = cb.new(name, seats=seats, seed=seed), hands(seed)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, play(match, seat))
    return match


def changed(tale: Tale, change: Callable[[Happening], Happening | None]) -> Tale:
    """Return the same tale with another course."""
    told = (change(one) for one in tale.happened)
    return tale._replace(happened=tuple(one for one in told if one is not None))


def without(tale: Tale, kind: type[Happening]) -> Tale:
    return changed(tale, lambda one: None if isinstance(one, kind) else one)


def other(tale: Tale) -> int:
    return (tale.me + 1) % tale.seats


def fewer_bosses(tale: Tale) -> Tale:
    """Turn all Boss dice but one into fives."""

    def change(one: Happening) -> Happening:
        if not isinstance(one, Threw):
            return one
        dice, lying = list(one.dice), list(one.lying)
        for part, left in ((dice, max(0, 1 - lying[0])), (lying, min(1, lying[0]))):
            part[5] += max(0, part[0] - left)
            part[0] = min(part[0], left)
        return msgspec.structs.replace(one, dice=tuple(dice), lying=tuple(lying))

    return changed(tale, change)


def staked_again(tale: Tale) -> Tale:
    """Let somebody have had another stake after the explosion."""
    told: list[Happening] = []
    for one in tale.happened:
        if isinstance(one, LostAllDice) and one.seat == tale.me:
            told.append(Staked(tale.me, 1))
        told.append(one)
    return tale._replace(happened=tuple(told))


def with_company(tale: Tale) -> Tale:
    def change(one: Happening) -> Happening:
        if isinstance(one, Revealed) and one.outs:
            return msgspec.structs.replace(one, ins=(*one.ins, one.outs[0]), outs=one.outs[1:])
        return one

    return changed(tale, change)


def one_heart_more(tale: Tale) -> Tale:
    first = {**tale.first}
    first[tale.me, "hearts"] += 1
    return tale._replace(first=first)


def out_second(tale: Tale) -> Tale:
    return changed(
        tale,
        lambda one: msgspec.structs.replace(one, first=False) if isinstance(one, Eliminated) else one,
    )


def paid_a_little(tale: Tale) -> Tale:
    """Let the dice have formed something after all."""
    return changed(
        tale,
        lambda one: Collected(one.seat, 0, 100, 1, one.dice, ()) if isinstance(one, RolledNothing) else one,
    )


def somebody_left_before(tale: Tale) -> Tale:
    told: list[Happening] = []
    for one in tale.happened:
        if isinstance(one, Passed) and one.seat == tale.me:
            told.append(Passed(other(tale)))
        told.append(one)
    return tale._replace(happened=tuple(told))


def with_all_behind(tale: Tale) -> Tale:
    """Let all have as much all the time as whoever was last: then nobody was last alone."""
    assert tale.score
    what = next(iter(tale.score.parts))
    me, you = tale.me, other(tale)
    first = {**tale.first, (you, what): tale.first.get((me, what), 0)}

    class Same(Happening, frozen=True):
        stage = "round"
        moved: tuple[Any, ...]

        def changes(self) -> list[Any]:
            return list(self.moved)

    def change(one: Happening) -> Happening:
        mine = [change for change in one.changes() if change.seat == me]
        kept = [change for change in one.changes() if change.seat != you]
        same = Same((*kept, *(change._replace(seat=you) for change in mine)))
        return same if one.stage else one if not mine and len(kept) == len(one.changes()) else same

    return changed(tale._replace(first=first), change)


@dataclass
class Case:
    """A badge: in which game, and from which seed on, it is earned; and what would miss it narrowly."""

    game: str
    seed: int
    missed: Callable[[Tale], Tale]
    hands: Callable[[int], Play] = at_random
    seats: int = 3


CASES = {
    "shared-throne": Case("gang-of-dice", 16, lambda tale: tale._replace(winners=(tale.me,))),
    "from-the-cellar": Case("gang-of-dice", 1, with_all_behind),
    "bosses-kept": Case("gang-of-dice", 1, fewer_bosses),
    "with-a-bang": Case("gang-of-dice", 6, staked_again),
    "nobody-else-dared": Case("chance-it", 1, with_company),
    "one-heart": Case("chance-it", 13, one_heart_more),
    "full-grid": Case("second-chance", 3, lambda tale: without(tale, FilledGrid), by_thumb),
    "first-out": Case("second-chance", 8, out_second),
    "empty-purse": Case("take-a-chance", 1, paid_a_little),
    "for-better-times": Case("take-a-chance", 8, lambda tale: without(tale, Expired)),
    "left-in-time": Case("take-it-or-leave-it", 1, somebody_left_before),
    "should-have-left": Case("take-it-or-leave-it", 1, lambda tale: tale._replace(winners=(other(tale),))),
}
BADGES = {badge.key: badge for name in names() for badge in badges_of(game(name))}


def earning(key: str) -> Iterator[Tale]:
    """Find games in which a badge is earned."""
    case = CASES[key]
    for seed in range(case.seed, case.seed + MOST):
        match = played(case.game, case.seats, seed, case.hands)
        for seat in range(match.seats):
            tale = tell(match, seat)
            if BADGES[key] in earned(badges_of(match.game), tale):
                yield tale


def test_there_are_a_dozen_and_each_is_tried() -> None:
    assert len(BADGES) == 12
    assert set(BADGES) == set(CASES)
    assert all(len(game(name).badges.BADGES) == 2 for name in names() if game(name).badges)  # type: ignore[union-attr]


@pytest.mark.parametrize("key", CASES)
def test_it_is_earned_by_what_happens_and_by_nothing_less(key: str) -> None:
    tale = next(earning(key), None)
    assert tale, f"none of {MOST} games earned it"
    assert BADGES[key] not in earned([BADGES[key]], CASES[key].missed(tale))


@pytest.mark.parametrize("key", ["shared-throne", "one-heart", "first-out", "should-have-left"])
def test_what_is_for_winners_is_not_for_others(key: str) -> None:
    tale = next(earning(key))
    assert BADGES[key] not in earned([BADGES[key]], tale._replace(winners=(other(tale),)))


def test_alone_nobody_wins_against_anybody() -> None:
    tale = Tale(0, 1, (0,), (), {})
    assert not tale.won


@pytest.mark.parametrize("badge", BADGES.values(), ids=lambda badge: badge.key)
def test_each_has_words_and_a_picture(badge: Badge) -> None:
    assert badge.title
    assert badge.text.endswith(".")
    assert badge.watches
    owners = [name for name in names() if badge not in COMMON and badge in badges_of(game(name))]
    draw: Any = templates().globals["badge"]
    picture = draw(owners[0] if owners else "", badge.key)
    assert picture.startswith("<svg")
    assert "style" not in picture, "the policy of the pages would refuse it"


def test_pictures_are_small() -> None:
    root = Path(cb.__file__).parent
    sizes = [file.stat().st_size for file in root.rglob("badges/*.svg")]
    assert len(sizes) == 12
    assert max(sizes) < 2000


def test_a_spectator_earns_nothing() -> None:
    match = played("gang-of-dice", 3, 1, at_random)
    tale = tell(match, SPECTATOR)
    assert earned(badges_of(match.game), tale) == []
