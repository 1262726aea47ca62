"""Real dice: what people are asked for, what a throw means, and what stays with the house."""

import random
from typing import Any

import pytest

import chancebox as cb
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import IllegalAction
from chancebox.engine.game.texts import PSEUDO, reading
from chancebox.engine.match import real_dice
from chancebox.engine.match.chance import THINKING, Seeded, stream
from chancebox.engine.match.real_dice import Dice, RealDice
from chancebox.engine.rules.records import plain
from chancebox.games import game, names


def real(name: str, seats: int, cards: bool = False, **options: str) -> cb.Match:
    found = game(name)
    dealer = RealDice(found, Seeded(3), cards)
    return cb.new(name, seats=seats, dealer=dealer, options=options, names=["Ann", "Ben", "Cleo"][:seats])


def test_dice_are_named_as_the_game_names_them() -> None:
    faces, called = ["boss", "1", "2", "3", "4", "5"], ("Boss", "1", "2", "3", "4", "5")
    gang = real("gang-of-dice", 2)
    gang.play(gang.to_act[0], "stake 14")
    assert real_dice.dice_due(gang) == Dice(12, faces, "dice", 2, 0, "", called)
    gang.play(cb.CHANCE, real_dice.read_outcome(gang, "1" * 12))
    assert real_dice.dice_due(gang) == Dice(2, faces, "dice", 0, 12, "", called)
    tray = real("take-it-or-leave-it", 2)
    assert real_dice.dice_due(tray) == Dice(6, list("123456"), "white", 0, 0, "White", tuple("123456"))
    with reading(PSEUDO):
        due = real_dice.dice_due(tray)
    assert due
    assert due.colour == "⟦White⟧"


@pytest.mark.parametrize("typed", ["5b", "b5", "5 boss", "dice boss 5", "BOSS 5"])
def test_a_throw_is_read(typed: str) -> None:
    match = real("gang-of-dice", 2)
    match.play(match.to_act[0], "stake 2")
    match.play(cb.CHANCE, real_dice.read_outcome(match, typed))
    assert match.notation[-1] == "* dice 5 boss"


@pytest.mark.parametrize("typed", ["", "5", "555", "6 1", "5 x", "bo 5", "5,5", "٣5"])
def test_what_no_dice_show_is_refused(typed: str) -> None:
    match = real("gang-of-dice", 2)
    match.play(match.to_act[0], "stake 2")
    with pytest.raises(IllegalAction, match="2 dice are to be entered, each one of boss, 1, 2, 3, 4, 5; not"):
        real_dice.read_outcome(match, typed)


def test_who_throws_is_who_the_story_tells_of() -> None:
    match = real("chance-it", 3)
    assert match.whose(len(match.events)) is None
    thrower = real_dice.thrower(match)
    assert thrower is not None
    match.play(cb.CHANCE, real_dice.read_outcome(match, "23456"))
    assert f"{match.names[thrower]} rolls" in match.log()[-1]


def test_nobody_in_particular_says_who_begins() -> None:
    match = real("chance-it", 3, cards=True)
    assert [card.text for card in real_dice.cards_due(match)] == ["first A", "first B", "first C"]
    assert real_dice.thrower(match) is None


@pytest.mark.parametrize("name", names())
def test_what_a_throw_means_is_what_it_then_brings(name: str) -> None:
    """As far as everybody knows it: the beginning of what the log tells to those who only watch."""
    match = real(name, max(2, game(name).seats[0]), cards=True)
    luck = random.Random(4)
    told = 0
    while match.to_act:
        if match.to_act == (cb.CHANCE,):
            due = real_dice.dice_due(match)
            typed = (
                " ".join(luck.choices(due.faces, k=due.dice))
                if due
                else luck.choice(real_dice.cards_due(match)).text
            )
            outcome = real_dice.read_outcome(match, typed)
            meant, n = real_dice.meaning(match, outcome), len(match.events)
            match.play(cb.CHANCE, outcome)
            # What the house dealt after it tells more.
            log = match.fork(n + 1).log(cb.SPECTATOR, n)
            assert " ".join(log).startswith(meant)
            told += bool(meant)
        else:
            seat = luck.choice(match.to_act)
            match.play(seat, luck.choice(match.choices(seat)))
    assert told > 5


class Blind:
    """Rules that show nobody anything."""

    def __init__(self, build: Any) -> None:
        self._build = build

    def __getattr__(self, name: str) -> Any:
        return getattr(self._build, name)

    def hide(self, box: Any, s: Any, viewer: int) -> None:
        s[:] = 0


def test_dice_thrown_in_secret_are_dealt() -> None:
    match = real("gang-of-dice", 2)
    match.play(match.to_act[0], "stake 2")
    build: Any = Blind(match.game.build("plain"))
    assert real_dice.is_entered(match.game, match.game.build("plain"), match.box, match.position(), False)
    assert not real_dice.is_entered(match.game, build, match.box, match.position(), True)


def test_a_game_of_secret_dice_asks_nobody() -> None:
    found = game("liars-dice")
    match = cb.new("liars-dice", seats=3, dealer=RealDice(found, Seeded(1), cards=True))
    match.play(cb.CHANCE, real_dice.cards_due(match)[0].text)  # who begins
    assert cb.CHANCE not in match.to_act
    assert len(match.events) > 1


def test_a_match_with_real_dice_is_saved_and_goes_on(tmp_path: Any) -> None:
    match = real("take-it-or-leave-it", 2, cards=True)
    match.play(cb.CHANCE, "first A")
    match.save(tmp_path / "real.chance.json")
    again = cb.load(tmp_path / "real.chance.json")
    assert isinstance(again.dealer, RealDice)
    assert again.notation == match.notation
    assert real_dice.dice_due(again) == real_dice.dice_due(match)


WORLDS = 12


@pytest.mark.wide(case="take-it-or-leave-it")
@pytest.mark.parametrize("name", names())
def test_what_may_be_corrected_shows_nothing_secret(name: str) -> None:
    """Who enters, looks who is asked, and corrects, would learn in which of all possible worlds we are."""
    found = game(name)
    build, box, luck = found.build("plain"), load_box(found), random.Random(5)
    shown = 0
    for seed in range(6):
        match = real(name, 3 if 3 in found.seats else 2, cards=True)
        while match.to_act:
            if cb.CHANCE not in match.to_act:
                seat = luck.choice(match.to_act)
                match.play(seat, luck.choice(match.choices(seat)))
                continue
            outcomes = [outcome for outcome, _weight in build.outcomes(box, match.position())]
            outcome = luck.choice(outcomes)
            after = set()
            for viewer in (*range(match.seats), cb.SPECTATOR):
                for number in range(WORLDS // 3):
                    s = match.position(viewer)
                    build.guess(box, s, viewer, stream(1000 * seed + number, THINKING, len(match.events)))
                    build.play(box, s, cb.CHANCE, outcome)
                    after.add((plain(s).pending, build.falling(box, s)))
            shows = real_dice.shows(match, outcome)
            assert len(after) == 1 or shows, match.log()[-3:]
            shown += shows
            match.play(cb.CHANCE, outcome)
    assert bool(shown) == (name == "take-a-chance")
