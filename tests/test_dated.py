"""Dated luck: exactly fair, and the same for all who play the same deal, whatever they decide."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable

import pytest
import scipy

from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import Draw, Throw
from chancebox.engine.match.match import Match
from chancebox.engine.proofs import dated
from chancebox.engine.proofs.dated import Dated, Drawn, Pile, comes_up, labels
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game, names
from helpers import script

UNLIKELY = 1e-4
TABLES = [("chance-it", 3), ("gang-of-dice", 3), ("second-chance", 1), ("second-chance", 3),
          ("take-a-chance", 2), ("take-a-chance", 3), ("take-it-or-leave-it", 3), ("pig", 2)]  # fmt: skip
CHARMED = ("take-a-chance", 3, {"charm-die": "yes"})
BINS = 10


def secret(n: int) -> bytes:
    return n.to_bytes(dated.LENGTH, "big")


def played(found: Game, seats: int, day: int, decisions: int, options: dict[str, str] | None = None) -> Match:
    """Play the deal of a day to its end, deciding at random."""
    rng = random.Random(decisions)
    dealer = Dated(found, secret(day))
    match = Match(found, seats, options=options or found.usual_options(seats), dealer=dealer)
    rules = found.build("plain")
    while match.to_act:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(rules.choices(match.box, match.position(), seat)))
    return match


def test_every_game_of_the_house_says_what_it_draws() -> None:
    assert [name for name in names() if game(name).deal is None] == []


@pytest.mark.wide(case=("gang-of-dice", "second-chance-1"))
@pytest.mark.parametrize(("name", "seats", "options"), [*((*table, {}) for table in TABLES), CHARMED])
def test_what_comes_up_has_the_weights_of_the_rules(name: str, seats: int, options: dict[str, str]) -> None:
    """Of every kind of draw all places are alike, given what happened before; and all faces of its dice."""
    found, rng = game(name), random.Random(7)
    chosen = {**found.usual_options(seats), **options}
    whole = [played(found, seats, day, day, chosen) for day in range(24)]
    # What is drawn once in a game, at its start, needs more of them.
    begun = [Match(found, seats, options=chosen, dealer=Dated(found, secret(day))) for day in range(100, 300)]
    places: dict[str, Counter[int]] = defaultdict(Counter)
    faces: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    for match in whole + begun:
        for n, label in labels(match):
            kind = label.split()[0]
            due, outcome = match.asked(n), match.events[n].action
            if isinstance(due, Throw):
                for face in range(due.faces):
                    faces[kind, due.faces][face] += outcome >> 4 * face & 15
                law = scipy.stats.binom(due.dice, 1 / due.faces)
                shown = outcome & 15
                low, high = float(law.cdf(shown - 1)), float(law.cdf(shown))
            else:
                before = due.outcomes.index(outcome)
                assert due.weights[before] > 0
                low, high = (sum(due.weights[:i]) / sum(due.weights) for i in (before, before + 1))
            places[kind][min(BINS - 1, int(BINS * (low + (high - low) * rng.random())))] += 1
    few = {kind: counts.total() for kind, counts in places.items() if counts.total() < 5 * BINS}
    assert not few, "too few to tell"
    for kind, counts in places.items():
        assert scipy.stats.chisquare([counts[place] for place in range(BINS)]).pvalue > UNLIKELY, kind
    for (kind, many), counts in faces.items():
        assert scipy.stats.chisquare([counts[face] for face in range(many)]).pvalue > UNLIKELY, kind


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_who_decides_otherwise_meets_the_same_luck(name: str, seats: int) -> None:
    found = game(name)
    first, second = played(found, seats, 1, 10), played(found, seats, 1, 11)
    met = [_met(match) for match in (first, second)]
    both = met[0].keys() & met[1].keys()
    assert len(both) >= 2
    assert {what for what in both if not _agree(met[0][what], met[1][what])} == set()
    assert first.events != second.events
    assert _met(played(found, seats, 2, 10)) != met[0], "another day"


def _met(match: Match) -> dict[tuple[str, int], Drawn]:
    """Return what came up first under each label, and how often it had before."""
    seen: Counter[str] = Counter()
    met = {}
    for n, label in labels(match):
        met[label, seen[label]] = Drawn(match.asked(n), match.events[n].action)
        seen[label] += 1
    return {what: drawn for what, drawn in met.items() if isinstance(drawn.due, Throw) or what[1] == 0}


def _agree(one: Drawn, other: Drawn) -> bool:
    if isinstance(one.due, Throw) and isinstance(other.due, Throw):
        # Of fewer dice, each is one of the others'.
        few, many = sorted((one, other), key=lambda drawn: drawn.due[0])
        return all(few.outcome >> 4 * face & 15 <= many.outcome >> 4 * face & 15 for face in range(6))
    assert isinstance(one.due, Draw)
    assert isinstance(other.due, Draw)
    # The same card, unless it is not there for one of them.
    return (
        one.outcome == other.outcome
        or one.outcome not in other.due.outcomes
        or other.outcome not in one.due.outcomes
        or max(one.due.weights + other.due.weights) > 1
    )


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_same_decisions_give_the_same_game_wherever_it_was_taken_up_again(name: str, seats: int) -> None:
    found = game(name)
    whole = played(found, seats, 3, 5)
    decisions = [event for event in whole.events if event.seat != CHANCE]
    again = Match(found, seats, options=whole.options, dealer=Dated(found, secret(3)))
    for seat, action in decisions:
        again = again.fork(dealer=Dated(found, secret(3), again))
        again.play(seat, action)
    assert again.events == whole.events


def test_what_was_taken_back_was_never_there() -> None:
    found = game("gang-of-dice")
    match = Match(found, 3, dealer=Dated(found, secret(4)))
    seat = match.to_act[0]
    dealer = match.dealer
    tried = match.fork()
    tried.play(seat, "stake 3")
    thrown = list(tried.events)
    assert match.dealer is dealer, "the dealer remembers the throw, the match does not"
    match.play(seat, "stake 3")
    assert match.events == thrown


def test_a_pile_is_an_order_and_is_shuffled_anew_when_something_comes_back() -> None:
    def drawn(pile: dict[int, int], earlier: list[Drawn]) -> int:
        due = Draw(list(pile), list(pile.values()))
        (card,) = comes_up(secret(5), "cards", earlier, due)
        earlier.append(Drawn(due, card))
        pile[card] -= 1
        return card

    whole, less = {1: 2, 2: 1, 3: 3, 4: 1}, {1: 2, 2: 1, 3: 3, 4: 1}
    past: list[Drawn] = []
    order = [drawn(whole, past) for _card in range(7)]
    assert Counter(order) == {1: 2, 2: 1, 3: 3, 4: 1}
    gone = next(card for card in order[3:] if card in (2, 4))
    mine: list[Drawn] = []
    for n in range(3):
        assert drawn(less, mine) == order[n]
    less[gone] = 0  # somebody else has it
    assert [drawn(less, mine) for _card in range(3)] == [card for card in order[3:] if card != gone]
    rounds = []
    for _again in range(40):
        pile = {1: 1, 2: 1, 3: 1}
        rounds.append(drawn(pile, mine))
    assert set(rounds) == {1, 2, 3}, "what is put back comes at a new place"


def test_copies_that_went_elsewhere_favour_nobody() -> None:
    came: Counter[int] = Counter()
    for day in range(3000):
        pile = Pile(secret(day), "cards")
        pile.meet(Draw([1, 2], [3, 3]))
        pile.meet(Draw([1, 2], [1, 2]))  # three of them left unseen
        came[pile.first()] += 1
    assert scipy.stats.chisquare([came[1], came[2]], [1000, 2000]).pvalue > UNLIKELY


def test_what_weighs_too_much_for_a_pile_is_drawn_by_its_weights() -> None:
    came: Counter[int] = Counter()
    due = Draw([3, 5, 7], [2**52, 2**51, 2**50])
    for day in range(1000):
        past: list[Drawn] = []
        for _event in range(2):
            (outcome,) = comes_up(secret(day), "wheel", past, due)
            past.append(Drawn(due, outcome))
            came[outcome] += 1
    seen = [came[outcome] for outcome in due.outcomes]
    assert scipy.stats.chisquare(seen, [8000 / 7, 4000 / 7, 2000 / 7]).pvalue > UNLIKELY


def test_the_test_vectors_are_current() -> None:
    vectors = script("dated_vectors")
    assert vectors.TARGET.read_text("utf-8") == vectors.page(), "run: python tools/dated_vectors.py"


def test_bytes_that_would_favour_some_faces_are_left_out() -> None:
    rolled = [face for day in range(40) for face in comes_up(secret(day), "throw", [], Throw(100, 200))]
    low = sum(face <= 56 for face in rolled)  # 256 - 200: these would come twice as often
    assert scipy.stats.binomtest(low, len(rolled), 56 / 200).pvalue > UNLIKELY


def test_the_copy_that_was_drawn_is_the_one_that_is_gone() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for day in range(1500):
        left, past = {1: 2, 2: 1}, list[Drawn]()
        for _card in range(3):
            due = Draw(list(left), list(left.values()))
            past.append(Drawn(due, comes_up(secret(day), "cards", past, due)[0]))
            left[past[-1].outcome] -= 1
        orders[tuple(drawn.outcome for drawn in past)] += 1
    assert (
        scipy.stats.chisquare([orders[order] for order in ((1, 1, 2), (1, 2, 1), (2, 1, 1))]).pvalue
        > UNLIKELY
    )


def put_back(pile: dict[int, int], drawn: int) -> None:
    pile[drawn] += 1


def lose_one(pile: dict[int, int], drawn: int) -> None:
    """Let a card go elsewhere, which one depends on what was drawn."""
    for card in sorted(pile, key=lambda card: (card + drawn) % 3):
        if pile[card]:
            pile[card] -= 1
            return


def renew(pile: dict[int, int], _drawn: int) -> None:
    pile.update({1: 2, 2: 1, 3: 1})


def leave(_pile: dict[int, int], _drawn: int) -> None:
    pass


Change = Callable[[dict[int, int], int], None]


def laws(pile: dict[int, int], changes: list[Change]) -> dict[tuple[int, ...], float]:
    """Return how likely each row of draws is by the weights alone, where a change follows each draw."""
    found = {}
    for card, weight in pile.items():
        if not weight:
            continue
        after = {**pile, card: weight - 1}
        if changes:
            changes[0](after, card)
        more = laws(after, changes[1:]) if changes and sum(after.values()) else {(): 1.0}
        for row, chance in more.items():
            found[card, *row] = chance * weight / sum(pile.values())
    return found


@pytest.mark.parametrize(
    "changes",
    [
        [leave, leave],
        [put_back, put_back],
        [lose_one, leave],
        [leave, renew, leave],
        [put_back, lose_one],
        [renew, lose_one],
    ],
    ids=lambda changes: " ".join(change.__name__ for change in changes),
)
def test_rows_of_draws_are_as_likely_as_the_weights_say(changes: list[Change]) -> None:
    """Whatever happens to a pile between two draws, also because of what was drawn."""
    start = {1: 2, 2: 1, 3: 1}
    expected = laws(start, changes)
    days = 3000
    came: Counter[tuple[int, ...]] = Counter()
    for day in range(days):
        pile, past = dict(start), list[Drawn]()
        for change in [*changes, leave]:
            if not sum(pile.values()):
                break
            due = Draw([card for card in pile if pile[card]], [weight for weight in pile.values() if weight])
            (card,) = comes_up(secret(day), "cards", past, due)
            past.append(Drawn(due, card))
            pile[card] -= 1
            change(pile, card)
        came[tuple(drawn.outcome for drawn in past)] += 1
    assert came.keys() <= expected.keys()
    rows = sorted(expected)
    seen, wanted = [came[row] for row in rows], [days * expected[row] for row in rows]
    assert scipy.stats.chisquare(seen, wanted).pvalue > UNLIKELY
