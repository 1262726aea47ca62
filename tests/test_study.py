"""Studies: items are those that somebody got, differences are there and not only luck, all with errors."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chancebox.bots import Question
from chancebox.bots.thinking.search import Estimates, Searcher
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import LETTERS, Game
from chancebox.engine.game.texts import PSEUDO, reading
from chancebox.engine.match.chance import DEALING, THINKING, stream
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.engine.rules.streams import below
from chancebox.engine.rules.winners import WHOLE
from chancebox.games import game, names
from chancebox.games.second_chance.rules.records import FIRST_START
from chancebox.lab import arena, decisions
from chancebox.lab.clusters.clusters import Keep
from chancebox.lab.findings import counts
from chancebox.lab.luck import split
from chancebox.lab.pages.study_page import page, seats_sentence, summary
from chancebox.lab.simulator import Simulator
from chancebox.lab.study import Study, StudyPlan, conduct
from helpers import unmarked

STUDIES = Path(__file__).parent.parent / "docs" / "studies"


class Held(list[int]):
    """A row in which nothing can be written below 0."""

    def __setitem__(self, place: Any, value: Any) -> None:
        assert place >= 0
        super().__setitem__(place, value)


def play_noting(found: Game, seats: int, seed: int) -> tuple[Any, list[set[int]], list[str]]:
    """Play at random by plain rules; return the last position, the items of each seat, and the log."""
    rules, box = found.build("plain"), load_box(found)
    s = rules.start(box, seats, found.options_record(found.usual_options(seats)))
    items = found.items.ITEMS
    held = Held([0] * (MOST_SEATS * items))
    dealing, thinking = stream(seed, DEALING, 0), stream(seed, THINKING, 0).tolist()
    told: list[str] = []
    while pending := plain(s).pending:
        seat = (pending & -pending).bit_length() - 1
        if seat == CHANCE:
            action = rules.draw(box, s, dealing)
        else:
            listed = rules.choices(box, s, seat)
            action = listed[below(thinking, len(listed))]
        found.items.note(box.fields, plain(s), seat, action, held)
        before = s.copy()
        rules.play(box, s, seat, action)
        after = s.copy()
        for known in (before, after):
            rules.hide(box, known, SPECTATOR)
        happened = found.story.happenings(box, plain(before), seat, action, plain(after), SPECTATOR)
        told += [found.story.sentence(box, one, list(LETTERS)) for one in happened]
    found.items.note(box.fields, plain(s), SPECTATOR, 0, held)
    by_seat = [held[seat * items : (seat + 1) * items] for seat in range(MOST_SEATS)]
    return plain(s), [{i for i, has in enumerate(row) if has} for row in by_seat], told


def test_items_are_named_and_got_by_those_who_play(room: str) -> None:
    found = game(room)
    seats = found.seats[-1]
    named = found.study.names(load_box(found)) if found.study else []
    assert len(named) <= found.items.ITEMS
    got: set[int] = set()
    for seed in range(3):
        _s, held, _told = play_noting(found, seats, seed)
        assert not any(held[seats:]), "nobody sits there"
        got = got.union(*held)
    assert all(named[item][1] for item in got)
    assert bool(got) == bool(found.study)


@pytest.mark.parametrize("seed", range(3))
def test_cards_in_front_of_somebody_were_bought(seed: int) -> None:
    s, held, _told = play_noting(game("chance-it"), 3, seed)
    for seat in range(3):
        assert {card for card in range(30) if s.players[seat].cards >> card & 1} <= held[seat]


@pytest.mark.parametrize("seed", range(3))
def test_a_warning_is_noted_for_whoever_takes_the_round(seed: int) -> None:
    _s, held, told = play_noting(game("gang-of-dice"), 3, seed)
    for seat, name in enumerate("ABC"):
        assert len(held[seat]) == sum(f"{name} takes the round" in line for line in told)


@pytest.mark.parametrize("seed", range(3))
def test_shapes_are_those_in_the_grid(seed: int) -> None:
    s, held, _told = play_noting(game("second-chance"), 3, seed)
    for seat in range(3):
        assert {item for item in held[seat] if item >= FIRST_START} == {s.grids[seat].start}
        drawn = {ink for ink in s.grids[seat].drawn if ink > 0}
        assert len(held[seat]) <= len(drawn) + 1


@pytest.mark.parametrize("seed", range(3))
def test_fulfilled_tasks_make_the_points(seed: int) -> None:
    s, held, _told = play_noting(game("take-it-or-leave-it"), 3, seed)
    tasks = load_box(game("take-it-or-leave-it")).data.task
    for seat in range(3):
        fulfilled = [item - 110 for item in held[seat] if item >= 110]
        assert sum(tasks[task].points for task in fulfilled) == s.players[seat].points
        assert set(fulfilled) <= held[seat], "who fulfils a task has drawn it"


@pytest.mark.parametrize("seed", range(3))
def test_cards_and_tickets_are_those_of_the_players(seed: int) -> None:
    s, held, told = play_noting(game("take-a-chance"), 3, seed)
    for seat in range(3):
        owned = sum(bin(colour).count("1") for colour in s.players[seat].owned)
        assert sum(item < 36 for item in held[seat]) == owned
    played = {item for items in held for item in items if item >= 36}
    assert played
    assert told


@pytest.mark.long
def test_compiled_and_plain_notes_give_the_same_values(room: str) -> None:
    """Values are those of a plain count over the same events."""
    found = game(room)
    items, seats = found.items.ITEMS, found.seats[-1]
    simulator = Simulator(found, seats, bots=["thumb"], options=found.usual_options(seats))
    values = counts(3 * items)
    rows = simulator.record(5, 0, 5, Keep.EVENTS, values)
    assert rows.seats is not None
    assert rows.actions is not None
    expected = np.zeros((items, 3))
    rules = found.build("plain")
    events = zip(rows.seats.tolist(), rows.actions.tolist(), strict=True)
    for shares, length in zip(rows.shares, rows.lengths.tolist(), strict=True):
        s = rules.start(simulator.box, seats, found.options_record(simulator.options))
        held = Held([0] * (MOST_SEATS * items))
        for _n in range(length):
            seat, action = next(events)
            found.items.note(simulator.box.fields, plain(s), seat, action, held)
            rules.play(simulator.box, s, seat, action)
        found.items.note(simulator.box.fields, plain(s), SPECTATOR, 0, held)
        for place in np.flatnonzero(held):
            share = shares[place // items] * WHOLE
            expected[place % items] += (1, share, share * share)
    assert values.reshape(-1, 3).tolist() == expected.round().tolist()
    assert values.any() == bool(items)


# Luck and skill


def results(first: Any, second: Any) -> Any:
    """Shares of two seats, by deal and lineup, from what the first seat won."""
    side = np.stack([first, second], axis=1).astype(float)
    return np.stack([side, 1 - side], axis=2)


def test_variance_goes_where_it_comes_from() -> None:
    rng = np.random.default_rng(1)
    n = 2000
    ones, coins, others = np.ones(n), rng.integers(0, 2, n), rng.integers(0, 2, n)
    skill = split(("a", "b"), results(ones, 1 - ones))
    assert skill.skill.value == pytest.approx(1)
    assert skill.skill.error > 0, "what never happened may happen yet"
    assert skill.share.share == 1
    deal = split(("a", "b"), results(coins, coins))
    assert deal.deal.value == pytest.approx(1, abs=0.01)
    assert deal.share.share == pytest.approx(0.5, abs=0.01)
    rest = split(("a", "b"), results(coins, others))
    assert rest.rest.value == pytest.approx(1, abs=0.1)
    for contest in (skill, deal, rest):
        assert contest.skill.value + contest.deal.value + contest.rest.value == pytest.approx(1)


def test_equal_players_have_no_skill_by_luck() -> None:
    """With few deals the means of equal players lie apart; that is not taken for skill."""
    rng = np.random.default_rng(2)
    found = [
        split(("a", "b"), results(rng.integers(0, 2, 20), rng.integers(0, 2, 20))).skill.value
        for _ in range(200)
    ]
    assert np.mean(found) < 0.03
    assert np.mean(np.array(found) == 0) > 0.5


# Decisions


def test_decisions_that_do_not_matter_are_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """All choices win by luck alone: the luckiest one of a half is not the best of the other."""
    rng = np.random.default_rng(3)

    def by_luck(self: Searcher, question: Question, actions: list[int], first: int, worlds: int) -> Estimates:
        found = Estimates(np.array(actions))
        found.games += worlds
        found.sums += rng.binomial(worlds, 0.5, len(actions)) * WHOLE
        return found

    monkeypatch.setattr(Searcher, "compare", by_luck)
    pig = game("pig")
    box = load_box(pig)
    question = Question(
        pig, box, pig.build("plain").start(box, 2, pig.options_record({})), 0, list(range(8)), 0
    )
    worths = [decisions._worth(question, 1) for _ in range(400)]
    assert abs(np.mean(worths)) < 4 * np.std(worths) / 20


def test_a_decision_that_matters_is_found() -> None:
    """Who has 99 points and rolled 20 more must stop; going on at random loses a good deal."""
    pig = game("pig")
    box = load_box(pig)
    s = pig.build("plain").start(box, 2, pig.options_record({}))
    plain(s).score[:] = [99, 99, 0, 0, 0, 0, 0, 0]
    plain(s).total = 20
    question = Question(pig, box, s, 0, [0, 1], 7)
    assert decisions.kind_of(question) == "roll, stop"
    assert decisions._worth(question, 1) > 0.03


# The whole


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "cache_folder", lambda: tmp_path_factory.mktemp("cache"))
        return conduct(small("gang-of-dice", 3))


def small(room: str, seats: int) -> StudyPlan:
    found = game(room)
    options = found.usual_options(seats)
    return StudyPlan(found, load_box(found), seats, options, games=500, deals=200, searched=2, positions=4)


def test_every_number_has_its_error(study: Study) -> None:
    data = json.loads(json.dumps(study.as_json()))
    estimates = shares = 0

    def walk(value: Any) -> None:
        nonlocal estimates, shares
        if isinstance(value, dict):
            if "value" in value:
                estimates += 1
                assert value["error"] >= 0
            if isinstance(value.get("share"), float):
                shares += 1
                assert value["low"] <= value["share"] <= value["high"]
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(inner)

    walk(data)
    assert estimates >= 2 * 3 + 3 * 2
    assert shares >= 3 + 18 + 1
    assert sum(share["share"] for share in data["seat_wins"]) == pytest.approx(1)
    assert {item["group"] for item in data["items"]} == {"Warnings, when the round is won"}
    assert {decision["name"] for decision in data["decisions"]} == {
        "how many dice to stake",
        "what to throw again",
    }
    assert data["luck_and_skill"][0]["bots"] == ["thumb", "random"]


def test_the_page_stands_alone(study: Study) -> None:
    html = page(study)
    for foreign in ("http", "<script", "@import", "url("):
        assert foreign not in html
    for line in summary(study):
        assert line in html
    assert html.count("<h2>") == 7


def test_the_page_speaks_the_readers_language(study: Study) -> None:
    with reading(PSEUDO):
        html = page(study)
    text = re.sub(r"<[^>]*>", " ", html.partition("</style>")[2])
    text = text.replace("chancebox study gang-of-dice --seats 3 --games 500 --seed 1", "")
    named = " ".join([item.name + item.group for item in study.items] + [d.name for d in study.decisions])
    printed = set(re.findall(r"[A-Za-z]{3,}", named)) | {"finale", "open", "stocks", study.plan.box.digest}
    words = set(re.findall(r"[A-Za-z]{3,}", unmarked(text)))
    assert words <= printed | set(re.findall(r"[A-Za-z]{3,}", study.plan.box.digest))


@pytest.mark.parametrize(
    "wrong", [{"bot": "searcher"}, {"bot": "nobody"}, {"seats": 1}, {"games": 99}, {"games": 10**8}]
)
def test_impossible_studies_are_refused(wrong: dict[str, Any]) -> None:
    pig = game("pig")
    with pytest.raises(BadSetup):
        StudyPlan(**{"game": pig, "box": load_box(pig), "seats": 2, "options": {}, **wrong})


def test_pages_in_docs_are_small_and_of_every_game() -> None:
    pages = {path.stem: path.stat().st_size for path in STUDIES.glob("*.html")}
    assert set(pages) == set(names())
    assert max(pages.values()) < 150_000


def won(study: Study, wins: list[int]) -> Study:
    """Return the study with other winners."""
    tally = deepcopy(study.findings.tally)
    tally.wins[:] = 0
    tally.wins.reshape(MOST_SEATS, MOST_SEATS)[:3, 0] = wins
    return replace(study, findings=replace(study.findings, tally=tally))


@pytest.mark.parametrize(("wins", "named"), [([170, 165, 165], False), ([300, 100, 100], True)])
def test_a_seat_is_named_if_it_wins_more_often_than_by_luck(
    study: Study, wins: list[int], named: bool
) -> None:
    """A small lead of one among three seats is luck."""
    found = won(study, wins)
    told = seats_sentence(found)
    assert told.startswith("Seat A wins most: ") if named else told == ""
    assert len(summary(found)) - len(summary(won(study, [170, 165, 165]))) == named
    assert "<p></p>" not in page(found)


def test_letters_that_win_alike_are_not_taken_for_an_order_of_play_that_does(study: Study) -> None:
    for html in (page(won(study, [170, 165, 165])), *(one.read_text("utf-8") for one in STUDIES.glob("*.*"))):
        assert "No seat is better" not in html
        assert "not by the order of play" in html or "<h2>" not in html
