"""The terminal game: played through pipes and through a real pseudo-terminal."""

import json
import os
import pty
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

import chancebox as cb
from chancebox.bots import Question, bot, question
from chancebox.bots.reasons import Reasons, think
from children import CHANCEBOX, LIMIT, child, wait_until
from test_cli import process, run


def play(folder: Path, *arguments: str, typed: str) -> str:
    done = run("play", *arguments, typed=typed, CHANCEBOX_DATA=str(folder))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_plays_through_pipes(tmp_path: Path) -> None:
    given = ("play", "gang-of-dice", "--seats", "2", "--seed", "3")
    done = process(*given, typed="1\n" * 200, CHANCEBOX_DATA=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout
    assert cb.load(saved(tmp_path)).result


def saved(folder: Path) -> Path:
    return next(folder.glob("*.chance.json"))


def test_a_whole_game_can_be_played(tmp_path: Path) -> None:
    shown = play(tmp_path, "gang-of-dice", "--seats", "2", "--seed", "3", typed="1\n" * 200)
    assert "The game is over" in shown
    assert "chancebox replay" in shown
    assert cb.load(saved(tmp_path)).result


def test_the_board_shows_card_dice_turn_and_choices(tmp_path: Path) -> None:
    shown = play(tmp_path, "gang-of-dice", "--seats", "3", "--seed", "5", typed="stake 2\nquit\n")
    assert "Round 1 of 12" in shown
    assert "Invalid:" in shown
    assert "▶  ● A Alex" in shown
    assert "1 stake 1" in shown
    assert "Saved. Go on later" in shown


def test_numbers_notation_and_nonsense(tmp_path: Path) -> None:
    shown = play(tmp_path, "gang-of-dice", "--people", "2", "--seed", "2", typed="\n2\nhello\nstop\nquit\n")
    assert "not understood here" in shown
    assert " stakes 2 dice." in shown


def test_rules_log_save_and_help(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    typed = f"?\nlog\nsave {copy}\nsave /no/such/folder/x\nquit\n"
    shown = play(tmp_path / "data", "gang-of-dice", "--seats", "2", "--seed", "2", typed=typed)
    assert "GD-14" in shown
    assert "begins." in shown
    assert cb.load(f"{copy}.chance.json").game.name == "gang-of-dice"
    assert "/no/such/folder" in shown


def test_a_bot_tells_why_when_asked(tmp_path: Path) -> None:
    """The person stops at once, the searcher plays its turn, and then says what it weighed."""
    shown = play(tmp_path, "pig", "--bot", "searcher:60", "--seed", "1", typed="why\nroll\nstop\nwhy\nquit\n")
    assert "No bot has a reason that you may know." in shown
    assert "Blaise: " in shown
    assert "games played out" in shown


def decided(reasons: Reasons, asked: Question) -> int:
    thought = think(bot("searcher:40", 1), asked)
    reasons.note(asked, thought)
    return thought.action


def reasons_in_hush() -> None:
    hush = cb.new("hush", seats=2, seed=4)
    reasons = Reasons()
    asked = question(hush, 1)
    hush.play(1, decided(reasons, asked))
    assert reasons.known_to(hush, 1, 0) == [], "the other one has not decided yet"
    hush.play(0, 0)
    assert hush.result
    assert len(reasons.known_to(hush, 0, 0)) == 1


def reasons_in_chance_it() -> None:
    chance_it = cb.new("chance-it", seats=3, seed=4)
    reasons = Reasons()
    asked = question(chance_it, 1)
    chance_it.play(1, decided(reasons, asked))
    assert reasons.known_to(chance_it, 0, 0) == [], "guide cards lie face down"
    chance_it.play(0, "in")
    assert reasons.known_to(chance_it, 0, 0) == [], "still one who has not decided"
    chance_it.play(2, "out")
    assert len(reasons.known_to(chance_it, 0, 0)) == 1


def reasons_in_take_it_or_leave_it() -> None:
    leave_it = cb.new("take-it-or-leave-it", seats=2, seed=4)
    reasons = Reasons()
    seat = leave_it.to_act[0]
    leave_it.play(seat, decided(reasons, question(leave_it, seat)))
    assert reasons.known_to(leave_it, 1 - seat, 0) == [], "tasks in hand are secret"
    assert len(reasons.known_to(leave_it, seat, 0)) == 1


@pytest.mark.parametrize(
    "check",
    [
        pytest.param(reasons_in_hush, id="hush"),
        # The search takes up to a dozen seconds to compile for these.
        pytest.param(reasons_in_chance_it, id="chance-it", marks=pytest.mark.long),
        pytest.param(reasons_in_take_it_or_leave_it, id="take-it-or-leave-it", marks=pytest.mark.long),
    ],
)
def test_reasons_do_not_tell_secrets(check: Callable[[], None]) -> None:
    """While the game goes on, a reason is kept from whoever knew less than the bot, or asks too early."""
    check()


def test_bots_are_seated_in_turn_and_kept_in_the_record(tmp_path: Path) -> None:
    seats = ("--seats", "4", "--bot", "random", "--bot", "thumb")
    play(tmp_path, "pig", *seats, "--seed", "1", typed="quit\n")
    assert json.loads(saved(tmp_path).read_text("utf-8"))["players"] == ["person", "random", "thumb", "thumb"]


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    play(tmp_path, "gang-of-dice", "--seats", "3", "--seed", "5", "--names", "Ann", typed="1\nquit\n")
    before = cb.load(saved(tmp_path))
    shown = play(tmp_path, str(saved(tmp_path)), typed="1\nquit\n")
    assert "Ann" in shown
    after = cb.load(saved(tmp_path))
    assert after.events[: len(before.events)] == before.events
    assert len(after.events) > len(before.events)


def test_the_chooser_offers_games_and_unfinished_ones(tmp_path: Path) -> None:
    listed = cb.names()
    number = listed.index("gang-of-dice") + 1
    shown = play(tmp_path, typed=f"99\n{number}\n3\n1\nquit\n")
    assert "Please type a number" in shown
    assert "Round 1 of 12" in shown
    again = play(tmp_path, typed=f"{len(listed) + 1}\nquit\n")
    assert "go on with gang-of-dice-1" in again
    assert "Round 1 of 12" in again
    assert play(tmp_path, typed="") != ""


def test_real_dice_are_typed_in(tmp_path: Path) -> None:
    typed = "first A\ncard L01\n\nstake 2\n5 5 5\n5 boss\nstop\n\nquit\n"
    shown = play(tmp_path, "gang-of-dice", "--seats", "2", "--people", "2", "--real-dice", typed=typed)
    assert "What came up?" in shown
    assert "throws 5 Boss, 5 in all." in shown


def test_undo_takes_back_a_stop(tmp_path: Path) -> None:
    typed = "first A\ncard L01\n\nstake 2\n5 boss\nstop\n\nundo\n\nquit\n"
    shown = play(tmp_path, "gang-of-dice", "--seats", "2", "--people", "2", "--real-dice", typed=typed)
    assert "Taken back." in shown
    record = json.loads(saved(tmp_path).read_text("utf-8"))
    assert record["events"][-1] == "* dice 5 boss"


def test_undo_before_anything_happened_is_refused(tmp_path: Path) -> None:
    shown = play(tmp_path, "pig", "--seats", "2", typed="undo\nroll\nquit\n")
    assert "no decision of yours" in shown


def test_without_a_place_to_save_one_is_told_and_plays_on(tmp_path: Path) -> None:
    blocked = tmp_path / "a file where a folder should be"
    blocked.write_text("")
    shown = play(blocked / "saves", "gang-of-dice", "--seats", "2", "--seed", "3", typed="1\n" * 200)
    assert shown.count("cannot be saved") == 1
    assert "The game is over" in shown
    assert "record is kept" not in shown


def test_people_at_one_keyboard_see_only_their_own_stock(tmp_path: Path) -> None:
    shown = play(tmp_path, "gang-of-dice", "--names", "Ann,Ben", "--seed", "4", typed="1\n" * 3 + "quit\n")
    assert "Hand the keyboard to" not in shown, "what others have can be counted (GD-R11)"
    for board in shown.split("Invalid:")[1:]:
        rows = [line for line in board.splitlines() if "● A Ann" in line or "■ B Ben" in line]
        assert sum(" · " in row for row in rows[:2]) == 1


def test_a_curtain_falls_where_the_next_one_may_see_what_the_last_may_not(tmp_path: Path) -> None:
    typed = "out\n\n\nin\n\n\nin\nquit\n"
    shown = play(tmp_path, "chance-it", "--names", "Ann,Ben,Eve", "--seed", "4", typed=typed)
    assert "keyboard to Ann" not in shown.partition("A Ann > ")[0], (
        "nothing is secret before the first choice"
    )
    for name in ("Ben", "Eve"):
        assert f"Hand the keyboard to {name}" in shown
    covered = shown.partition("Hand the keyboard to Ben")[0]
    assert covered.rstrip().endswith("Enter covers the table."), "Ann sees what came of her choice first"


@pytest.mark.parametrize("name", cb.names())
def test_markup_in_names_is_only_a_name(tmp_path: Path, name: str) -> None:
    shown = play(tmp_path, name, "--names", "[red]E\\[/]", "--seed", "5", typed="1\nlog\nquit\n")
    assert "[red]E\\[/]" in shown
    assert "E\\\\" not in shown
    assert "\\[red]" not in shown


def test_no_question_has_a_stray_backslash(tmp_path: Path) -> None:
    number = cb.names().index("gang-of-dice") + 1
    shown = play(tmp_path, typed=f"{number}\n3\n2\n?\nlog\ntry x\nwhy\nundo\nnonsense\nquit\n")
    assert "\\" not in shown
    assert "Which one? [1 to " in shown
    assert "How many players, bots included? [2 to 4; Enter: 3] " in shown


@pytest.mark.parametrize("name", cb.names())
def test_it_tells_all_that_the_story_tells(tmp_path: Path, name: str) -> None:
    """The same sentences as the log in the browser, in the same order, each as it happens."""
    shown = " ".join(play(tmp_path, name, "--seed", "8", typed="1\n" * 600).split())
    match = cb.load(saved(tmp_path))
    assert match.result
    place = 0
    for line in match.log(0):
        found = shown.find(" ".join(line.split()), place)
        assert found >= 0, line
        place = found + len(line)
    assert len(match.log(0)) > 10


def test_everybody_has_a_name(tmp_path: Path) -> None:
    play(tmp_path / "a", "chance-it", "--seats", "5", "--people", "2", typed="quit\n")
    assert cb.load(saved(tmp_path / "a")).names == ["Alex", "Bea", "Clara", "Dario", "Edda"]
    play(tmp_path / "b", "chance-it", "--seats", "4", "--people", "2", "--names", " clara ", typed="quit\n")
    assert cb.load(saved(tmp_path / "b")).names == ["clara", "Bea", "Dario", "Edda"]


@pytest.mark.parametrize("key", [b"\x03", b"\x04"])
def test_ctrl_c_and_ctrl_d_leave_cleanly(tmp_path: Path, key: bytes) -> None:
    """In a real pseudo-terminal, as a person would press them."""
    master, slave = pty.openpty()
    env = {**os.environ, "CHANCEBOX_DATA": str(tmp_path), "TERM": "xterm"}
    command = [*CHANCEBOX, "play", "gang-of-dice", "--seats", "3", "--seed", "5"]
    try:
        with child(command, stdin=slave, stdout=slave, stderr=slave, env=env) as process:
            shown = _read_until(master, b"Alex\x1b[0m > ")
            wait_until(lambda: _sleeps(process.pid), "a program that waits for keys")
            if key == b"\x03":
                os.killpg(process.pid, signal.SIGINT)
            else:
                os.write(master, key)
            shown += _read_until(master, b".chance.json")
            assert process.wait(LIMIT) == 0
    finally:
        os.close(slave)
        os.close(master)
    assert b"Traceback" not in shown
    assert cb.load(saved(tmp_path)).to_act == (0,)


def _sleeps(pid: int) -> bool:
    """Return whether a process waits: a signal just before it begins to would not wake it."""
    looks = 5
    while looks and psutil.Process(pid).status() == psutil.STATUS_SLEEPING:
        time.sleep(0.02)
        looks -= 1
    return not looks


def _read_until(descriptor: int, wanted: bytes) -> bytes:
    shown = b""
    while wanted not in shown:
        ready = select.select([descriptor], [], [], LIMIT)[0]
        assert ready, f"{wanted!r} did not come; there was: {shown!r}"
        shown += os.read(descriptor, 4096)
    return shown


def test_the_module_runs_like_the_command() -> None:
    assert process("--help").returncode == 0


def test_digits_are_enough_and_a_mistake_is_corrected(tmp_path: Path) -> None:
    typed = "first A\ncard L01\n\nstake 2\n57\n555\n5b\ncorrect\n1b\nstop\n\ncorrect\nquit\n"
    shown = play(tmp_path, "gang-of-dice", "--seats", "2", "--people", "2", "--real-dice", typed=typed)
    assert "A throws 2 dice. What came up?" in shown.replace("\n", " ") or "throws 2 dice" in shown
    assert shown.count("2 dice are to be entered, each one of boss, 1, 2, 3, 4, 5") == 2
    assert "please type it again" in shown
    assert "There are no dice or cards to correct" in shown
    record = json.loads(saved(tmp_path).read_text("utf-8"))
    assert "* dice 1 boss" in record["events"]
    assert "* dice 5 boss" not in record["events"]


def test_hidden_cards_are_dealt_to_who_plays_with_real_dice(tmp_path: Path) -> None:
    typed = "first A\nquit\n"
    play(tmp_path, "take-it-or-leave-it", "--seats", "2", "--people", "2", "--real-dice", typed=typed)
    record = json.loads(saved(tmp_path).read_text("utf-8"))
    assert record["dealer"]["kind"] == "real"
    assert sum(line.startswith("* draw") for line in record["events"]) > 5
    shown = play(tmp_path, str(saved(tmp_path)), typed="111111\nquit\n")
    assert "(White). What came up?" in shown.replace("\n", " ")
    assert "* white 1 1 1 1 1 1" in json.loads(saved(tmp_path).read_text("utf-8"))["events"]
