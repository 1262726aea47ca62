"""Odds: exact ones against all outcomes, sampled ones within their interval, none by peeking."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import Any

import pytest

import chancebox as cb
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadGame, IllegalAction
from chancebox.engine.game.odds import Odd, odds_at, sampled
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.games.chance_it.rules import records as chance_it
from chancebox.games.gang_of_dice.rules import records as gang
from chancebox.games.gang_of_dice.text.happenings import WonRound
from chancebox.games.second_chance.rules import records as second_chance
from chancebox.games.take_a_chance.advice import odds as solver
from chancebox.games.take_a_chance.rules import records as take_a_chance
from chancebox.games.take_a_chance.rules.patterns import formed
from chancebox.games.take_a_chance.rules.rolls import dice_with
from chancebox.games.take_a_chance.text.names import KIND_IDS
from chancebox.games.take_it_or_leave_it import odds as lacking
from chancebox.games.take_it_or_leave_it.rules import records as take_it
from chancebox.games.take_it_or_leave_it.view.near import near
from chancebox.testing.odds import odds_do_not_look_at_what_is_hidden
from helpers import random_match

Found = list[tuple[Match, Fraction]]


def moments(name: str, seats: int, fits: Callable[[Any], bool], n: int, seeds: int = 12) -> list[Match]:
    """Find moments of random games, each of them with somebody who has to decide by hand what comes up."""
    found: list[Match] = []
    for seed in range(seeds):
        match = random_match(game(name), seats, seed)
        here = [i for i in range(len(match.events)) if fits(plain(match.fork(i).position()))]
        if here:
            found.append(match.fork(random.Random(seed).choice(here), dealer=Ask()))
        if len(found) == n:
            break
    assert len(found) == n
    return found


def outcomes(match: Match, weighs: Callable[[Any], bool] = lambda _s: True) -> Found:
    """Play every outcome until somebody is asked; of what is not weighed, the first one stands for all."""
    if CHANCE not in match.to_act:
        return [(match, Fraction(1))]
    listed = match.outcomes()
    if not weighs(plain(match.position())):
        listed = [(listed[0][0], Fraction(1))]
    found: Found = []
    for outcome, share in listed:
        after = match.fork(dealer=Ask())
        after.play(CHANCE, outcome)
        found += [(end, share * part) for end, part in outcomes(after, weighs)]
    return found


def told(odds: list[Odd], about: str, label: str) -> Odd:
    (one,) = [odd for odd in odds if (odd.about, odd.label) == (about, label)]
    return one


def played(match: Match, seat: int, move: str) -> Match:
    after = match.fork(dealer=Ask())
    after.play(seat, move)
    return after


# Gang of Dice


def may_throw_a_few(s: Any) -> bool:
    return s.step == gang.AGAIN and gang.dice_in(s.players[s.player].dice) <= 4 and s.asked == first_face(s)


def first_face(s: Any) -> int:
    return next(face for face in range(gang.FACES) if s.players[s.player].dice[face])


def thrown_once(match: Match) -> Iterator[tuple[Match, Fraction]]:
    """Play the outcomes of one throw alone."""
    for outcome, share in match.outcomes():
        after = match.fork(dealer=Ask())
        after.play(CHANCE, outcome)
        yield after, share


def comes_out(match: Match, seat: int, since: int) -> tuple[bool, bool]:
    """Stop, and see whether the dice met the warning, and who leads or has won."""
    if seat in match.to_act:
        match.play(seat, "stop")
    s = plain(match.position())
    told = [one for _n, ones in match.happenings(seat, since) for one in ones]
    winners = [one.seat for one in told if isinstance(one, WonRound)]
    leads = winners == [seat] if winners else match.view(seat)["to_beat"] == seat
    return s.players[seat].turn == gang.INVALID, leads


@pytest.mark.parametrize("seats", [2, 4])
def test_dice_that_are_thrown_meet_the_warning_as_often_as_told(seats: int) -> None:
    led = 0
    for match in moments("gang-of-dice", seats, may_throw_a_few, 6, 40):
        (seat,) = match.to_act
        leader = match.view(seat)["to_beat"]
        led += leader is not None
        for move in match.moves(seat)[1:]:
            odds = match.odds(seat, move)
            ends = [
                (comes_out(after, seat, len(match.events)), share)
                for after, share in thrown_once(played(match, seat, move))
            ]
            assert told(odds, move, "invalid").value == sum(share for (bad, _leads), share in ends if bad)
            assert all(odd.exact for odd in odds)
            if leader is not None:
                beaten = sum(share for (bad, leads), share in ends if leads and not bad)
                assert told(odds, move, "leads").value == beaten
    assert led, "somebody was to be beaten"


def test_a_stake_tells_of_its_first_throw_and_many_dice_are_sampled() -> None:
    match = moments("gang-of-dice", 3, lambda s: s.step == gang.STAKE and s.players[s.player].stock > 30, 1)[
        0
    ]
    (seat,) = match.to_act
    exact = told(match.odds(seat), "stake 3", "invalid")
    met = sum(
        share
        for after, share in thrown_once(played(match, seat, "stake 3"))
        if plain(after.position()).players[seat].turn == gang.INVALID
        or (seat in after.to_act and after.view(seat)["triggers"])
    )
    assert exact.value == met
    many = told(match.odds(seat, "stake 15"), "stake 15", "invalid")
    assert not many.exact
    assert many.error > 0
    assert "sampled" in many.words
    with pytest.raises(IllegalAction):
        match.odds(seat, "stake 40")


# Take a Chance


@pytest.mark.parametrize("same_number", ["no", "yes"])
def test_the_last_throw_pays_as_told(same_number: str) -> None:
    name = "take-a-chance"
    for seed in range(40):
        match = random_match(game(name), 3, seed, {"same-number-groups": same_number})
        for n in range(len(match.events)):
            s = plain(match.fork(n).position())
            last = s.step == take_a_chance.AGAIN and s.throws == match.box.fields.deeds[s.deed].throws - 1
            if last and sum(s.dice) <= 5 and not s.charm_die:
                break
        else:
            continue
        fork = match.fork(n, dealer=Ask())
        (seat,) = fork.to_act
        for move in [one for one in fork.moves(seat) if one.startswith("reroll")][:3]:
            check_pay(fork, seat, move)
        return
    raise AssertionError("no such throw was found")


def check_pay(match: Match, seat: int, move: str) -> None:
    before = plain(match.position()).players[seat].cash
    pays = any_pay = Fraction(0)
    kinds = [Fraction(0)] * len(KIND_IDS)
    for after, share in thrown_once(played(match, seat, move)):
        dice = list(plain(after.position()).dice)
        found = formed(dice, plain(after.position()).same_number)
        for kind in range(len(kinds)):
            kinds[kind] += share * (found >> kind & 1)
        ends = [after]
        if after.to_act == (seat,) and plain(after.position()).step == take_a_chance.TAKE:
            ends = [played(after, seat, str(choice)) for choice in after.choices(seat)]
        best = max(plain(end.position()).players[seat].cash for end in ends) - before
        pays += share * best
        any_pay += share * (best > 0)
    odds = match.odds(seat, move)
    assert told(odds, move, "pays").value == 100 * pays
    assert told(odds, move, "").value == any_pay
    for odd in odds[2:]:
        assert odd.value == kinds[KIND_IDS.index(odd.about.removeprefix("kind "))]


def test_a_roll_to_come_agrees_with_the_solver_of_the_master() -> None:
    """Throw all, then throw again in the best way: the mean over the first throw of what follows."""
    payouts = [0, 3, 0, 0, 10, 0, 20, 0, 0, 0, 0, 7, 0, 0]
    for n in (3, 4, 5):
        worth, _any = solver.pay_after_keeping((0,) * 6, n, payouts, throws_left=2)
        kinds = solver.chances_after_keeping((0,) * 6, n, throws_left=2)
        assert kinds == solver.chances_of_a_roll(n, throws=2)
        total = Fraction(0)
        for dice in solver._sets(n):
            ways, left = 1, n
            for face in dice:
                ways, left = ways * comb(left, face), left - face
            total += ways * solver.best_reroll(dice, payouts, throws_left=1).worth
        assert worth == total / 6**n


def test_tickets_tell_the_cash_they_bring() -> None:
    """Turn over each ticket that may come: what it brings at once, and what its rolls pay."""
    match = moments(
        "take-a-chance", 3, lambda s: s.step == take_a_chance.TURN and s.players[s.player].tickets > 2, 1
    )[0]
    (seat,) = match.to_act
    memory = match.position()
    plain(memory).players[seat].cash = 200
    for colour in range(6):
        plain(memory).players[seat].owned[colour] = int(colour < 2)
    for n in range(3):  # several new colours, several cards of owned ones: nothing is the only card to buy
        plain(memory).pool[n] = 1 + 6 * (3 + n)
        plain(memory).players[seat].stack[n] = 2 + 6 * (n % 2) + n
    match = Match(match.game, 3, options=match.options, dealer=Ask(), position=memory)
    cash = plain(match.position()).players[seat].cash
    turned = played(match, seat, "ticket")
    mean = Fraction(0)
    for outcome, share in turned.outcomes():
        after = turned.fork(dealer=Ask())
        after.play(CHANCE, outcome)
        halves = [after]
        if plain(after.position()).step == take_a_chance.HALF:
            halves = []
            for choice in (0, 1):
                halves.append(after.fork(dealer=Ask()))
                halves[-1].play(seat, choice)
            do, other = (brought(half, seat) - cash for half in halves)
            odds = after.odds(seat)
            assert (told(odds, "do", "cash").value, told(odds, "or", "cash").value) == (100 * do, 100 * other)
        mean += share * max(brought(half, seat) - cash for half in halves)
    assert told(match.odds(seat), "ticket", "cash").value == 100 * mean


def brought(match: Match, seat: int) -> Fraction:
    """Return the cash there is when a ticket begins, and what the rolls that it asks for pay."""
    s = plain(match.position())
    player = s.players[seat]
    deed = match.box.fields.deeds[s.deed] if s.player == seat and s.deed else None
    if deed is None or not deed.rolls or s.step == take_a_chance.TICKET:
        return Fraction(player.cash)
    n = s.falling or dice_with(match.box.fields, player, deed.extra_dice)
    pays = [amount // 100 for amount in solver.payouts(match.box.fields, player)]
    worth = solver.pay_after_keeping((0,) * 6, n, pays, throws_left=deed.throws)[0]
    times: int = deed.rolls * deed.times
    return Fraction(player.cash) + times * worth


# Take it or Leave it


def test_dice_that_an_action_throws_are_needed_as_often_as_told() -> None:
    found = 0
    for seed in range(30):
        match = random_match(game("take-it-or-leave-it"), 2, seed)
        for n in range(len(match.events)):
            s = plain(match.fork(n).position())
            if s.step != take_it.TURN or sum(s.tray) > 6:
                continue
            fork = match.fork(n, dealer=Ask())
            (seat,) = fork.to_act
            for odd in fork.odds(seat):
                check_needed(fork, seat, odd)
                found += 1
            if found > 6:
                return
    raise AssertionError("too few actions were found")


def check_needed(match: Match, seat: int, odd: Odd) -> None:
    thrown = played(match, seat, odd.about)
    s = plain(thrown.position())
    lacks = lacking._lacking(match.box, s, seat)
    lay = list(s.tray)
    met = Fraction(0)
    for after, share in outcomes(thrown, lambda now: now.step == take_it.THROW):
        fell = [kind for kind, n in enumerate(plain(after.position()).tray) if n > lay[kind]]
        met += share * bool(lacks.intersection(fell))
    assert odd.exact
    assert odd.value == met


def test_a_die_is_lacking_where_it_fills_a_place_or_completes_a_task() -> None:
    box = load_box(game("take-it-or-leave-it"))
    tasks = box.data.task
    two = next(i for i, task in enumerate(tasks) if sorted(task.dice) == ["w2", "w3"])
    none = (0,) * take_it.KINDS
    white = {take_it.COLOURS * (pips - 1) + take_it.WHITE for pips in (2, 3)}
    red = {kind - take_it.WHITE + take_it.RED for kind in white}
    assert set(lacking._lacks(box, two, none)) == white | red
    both = tuple(int(kind in white) for kind in range(take_it.KINDS))
    assert lacking._lacks(box, two, both) == ()


def test_a_quick_look_at_a_throw_sees_what_the_exact_one_does() -> None:
    box = load_box(game("take-it-or-leave-it"))
    for throw in lacking._thrown(tuple(box.fields.dice[2]))[:12]:
        for task in box.data.task:
            assert lacking._could_fulfil(task, throw) == near(task, list(throw))["done"], task.id


def test_what_the_next_throw_could_fulfil_is_sampled_within_its_error() -> None:
    """More than N pips of one colour, jokers included: that can be added up exactly."""
    box = load_box(game("take-it-or-leave-it"))
    dice = tuple(box.fields.dice[3])
    checked = 0
    for card, task in enumerate(box.data.task):
        if task.kind == "more":
            n = dice[take_it.WHITE if task.colour == "white" else take_it.BLACK] + dice[take_it.RED]
            ways = {0: 1}
            for _die in range(n):
                ways = {
                    total: sum(ways.get(total - pips, 0) for pips in range(1, 7))
                    for total in range(6 * n + 1)
                }
            exact = sum(number for total, number in ways.items() if total > task.n) / 6**n
            odd = sampled("x", "x", "x", lacking._fulfilling(box, card, dice), lacking.SAMPLES)
            assert abs(float(odd.value) - exact) < 4 * odd.error
            checked += 1
    assert checked


# chance it


def guiding(seats: int, coins: int, hearts: int, seed: int) -> Match:
    """Begin a round with at most one 1 on the table, seat 0 being poor."""
    match = next(
        one
        for one in (cb.new("chance-it", seats, seed=seed + 100 * more) for more in range(50))
        if plain(one.position()).dice[1] <= 1
    )
    memory = match.position()
    plain(memory).players[0].coins = coins
    plain(memory).players[0].hearts = hearts
    return Match(match.game, seats, options=match.options, dealer=Ask(), position=memory)


def to_the_end_of_the_round(match: Match, share: Fraction) -> Found:
    """Play on: nobody buys or uses anything, and the 1s are rolled again until none is left."""
    s = plain(match.position())
    if match.result or s.step == chance_it.ROLL:
        return [(match, share)]
    if CHANCE not in match.to_act:
        seat = match.to_act[0]
        usual = next(str(one) for one in match.choices(seat) if str(one).split()[0] in ("pass", "discard"))
        return to_the_end_of_the_round(played(match, seat, usual), share)
    listed = match.outcomes()
    if s.step == chance_it.REROLL:
        assert s.dice[1] == 1
        listed = [(outcome, Fraction(1, 5)) for outcome, _share in listed if outcome != 1]
    else:
        listed = [(listed[0][0], Fraction(1))]
    found: Found = []
    for outcome, part in listed:
        after = match.fork(dealer=Ask())
        after.play(CHANCE, outcome)
        found += to_the_end_of_the_round(after, share * part)
    return found


@pytest.mark.parametrize(("coins", "hearts"), [(8, 8), (1, 3), (0, 2)])
def test_guide_cards_bring_what_a_mixed_field_leaves(coins: int, hearts: int) -> None:
    """Let both others play each card one time in three, through the rules."""
    for seed in range(3):
        match = guiding(3, coins, hearts, seed)
        odds = match.odds(0)
        for guide in ("in", "out", "chance"):
            means = dict.fromkeys(("hearts", "coins", "stars"), Fraction(0))
            out = Fraction(0)
            for field in [
                (one, other) for one in ("in", "out", "chance") for other in ("in", "out", "chance")
            ]:
                after = match
                for seat, card in enumerate((guide, *field)):
                    after = played(after, seat, card)
                for end, share in to_the_end_of_the_round(after, Fraction(1, 9)):
                    me = plain(end.position()).players[0]
                    dead = me.hearts <= 0
                    out += share * dead
                    for what in means:
                        # Who is out has given all back; what the odds tell is counted before that.
                        now = 0 if dead and what == "hearts" else getattr(me, what)
                        means[what] += share * (now - getattr(plain(match.position()).players[0], what))
            amounts = {odd.unit[-1]: odd.value for odd in odds if odd.about == guide and not odd.label}
            if not out:
                assert (amounts["♥"], amounts["¢"], amounts["★"]) == tuple(means.values())
            assert amounts["♥"] == means["hearts"]
            assert sum(odd.value for odd in odds if (odd.about, odd.label) == (guide, "out")) == out
        assert told(odds, "chance", "bound").value == 1 - Fraction(2, 3) ** 2


# Second Chance


def test_the_next_cards_fit_as_often_as_told() -> None:
    """Alone, with few cards left: deal them in every order."""
    late = moments("second-chance", 1, lambda s: s.step == second_chance.DRAW and s.deck <= 22, 2, 30)
    for match in late:
        move = match.moves(0)[-1]
        fits = out = Fraction(0)
        for after, share in next_round(played(match, 0, move)):
            s = plain(after.position())
            grid = s.grids[second_chance.grid_of(plain(match.position()), 0)]
            fits += share * (not grid.chance)
            out += share * (grid.out > 0)
        odds = match.odds(0, move)
        assert told(odds, move, "fits").value == fits
        assert told(odds, move, "").value == out


def next_round(match: Match) -> Found:
    """Deal the next two cards, and the second chance if neither fits."""
    found: Found = []
    dealing = (second_chance.REVEAL, second_chance.REVEAL_OTHER, second_chance.DEAL_SECOND)
    if plain(match.position()).step not in dealing or CHANCE not in match.to_act:
        return [(match, Fraction(1))]
    for outcome, share in match.outcomes():
        after = match.fork(dealer=Ask())
        after.play(CHANCE, outcome)
        found += [(end, share * part) for end, part in next_round(after)]
    return found


def test_ways_are_counted_as_the_rules_list_them() -> None:
    for match in moments("second-chance", 2, lambda s: s.step == second_chance.DRAW, 3):
        seat = match.to_act[0]
        odds = match.odds(seat)
        listed = [str(choice).split()[0] for choice in match.choices(seat)]
        for card in match.view(seat)["cards"]:
            assert told(odds, f"shape {card['id']}", "ways").value == listed.count(card["id"])


# What they say, and what they must not know


def test_numbers_are_told_as_people_write_them() -> None:
    assert Odd("x", "y", "z", Fraction(1, 400)).text == "<1 %"
    assert Odd("x", "y", "z", Fraction(399, 400)).text == ">99 %"
    assert Odd("x", "y", "z", Fraction(-3, 2), unit="{n}¢", digits=1, signed=True).text == "−1.5¢"
    assert Odd("x", "y", "z", Fraction(0), unit="{n}¢", digits=1, signed=True).text == "0.0¢"
    none = sampled("x", "y", "z", 0, 100)
    assert none.interval[1] > 0, "that it never came up proves nothing"
    assert none.words == "z: ≈ 0 % (sampled; between 0 % and 2 %)"
    assert none.as_data()["exact"] is False


def test_who_is_not_asked_is_told_nothing_and_so_are_games_without_odds() -> None:
    match = cb.new("gang-of-dice", seats=3, seed=7)
    assert match.odds(0) == []
    assert match.odds(match.to_act[0])
    assert cb.new("pig", seats=2).odds(0) == []
    assert cb.new("pig", seats=2).odds(0, "roll") == []


def test_odds_that_peek_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("take-it-or-leave-it")

    class Peeking:
        @staticmethod
        def odds(_box: Any, s: Any, seat: int) -> list[Odd]:
            other = s.players[(seat + 1) % s.seats]
            return [Odd("x", "y", "z", Fraction(other.hand[0] + 2), unit="{n}")]

    monkeypatch.setitem(vars(found), "odds", Peeking)
    with pytest.raises(BadGame, match="cannot see"):
        odds_do_not_look_at_what_is_hidden(found, 3)
    match = cb.new("take-it-or-leave-it", 2, seed=1)
    seat = match.to_act[0]
    assert odds_at(found, match.box, match.position(seat), seat, "nothing like it") == []
