"""The command line, as its users meet it: answers, exit statuses, no traceback; some in real processes."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import chancebox
import children
from chancebox.cli import main
from chancebox.engine.match.positions import position_text
from chancebox.games import game
from chancebox.terminal import screen
from children import CHANCEBOX
from helpers import random_match


def process(*arguments: str, typed: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
    """Run the command as its users do."""
    done = children.run([*CHANCEBOX, *arguments], typed, env={**os.environ, "COLUMNS": "100", **env})
    assert "Traceback" not in done.stderr + done.stdout
    return done


def run(*arguments: str, typed: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
    """Run the command here, where what it needs is imported and compiled; an error comes through."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as here, redirect_stdout(out), redirect_stderr(err):
        for name, value in env.items():
            here.setenv(name, value)
        here.setattr(sys, "stdin", io.StringIO(typed))
        screen.out.width = screen.err.width = 100
        try:
            status = main(arguments)
        except SystemExit as exit:  # argparse leaves so
            status = int(exit.code or 0)
    return subprocess.CompletedProcess(arguments, status, out.getvalue(), err.getvalue())


def data(*arguments: str) -> Any:
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_help_needs_neither_numpy_nor_numba() -> None:
    program = (
        "import sys\nfrom chancebox.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "assert not {'numpy', 'numba', 'rich', 'msgspec'} & set(sys.modules)"
    )
    done = children.run([sys.executable, "-c", program])
    assert done.returncode == 0, done.stderr
    for command in ("play", "simulate", "arena", "study", "replay", "odds", "games", "bench"):
        assert command in done.stdout


def test_the_version_is_told() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"chancebox {chancebox.__version__}\n")


def test_games_are_listed_with_their_options() -> None:
    listed = {one["name"]: one for one in data("games")}
    assert "pig" not in listed
    gang = listed["gang-of-dice"]
    assert gang["seats"] == [2, 3, 4]
    assert gang["author"] == "Reiner Knizia"
    assert [option["name"] for option in gang["options"]] == ["finale", "open-stocks"]
    assert "1/1/2 | 1/2/3" in run("games").stdout


def test_simulate_reports_what_programs_read() -> None:
    arguments = ("simulate", "gang-of-dice", "--seats", "4", "--games", "300", "--seed", "5")
    found = data(*arguments)
    keys = {"game", "seats", "games", "events", "seconds", "games_per_s", "events_per_s", "wins", "ended"}
    assert keys <= set(found)
    assert (found["game"], found["seats"], found["games"]) == ("gang-of-dice", 4, 300)
    assert len(found["wins"]) == 4
    again = json.loads(process(*arguments, "--workers", "1", "--json").stdout)
    assert again["wins"] == found["wins"]


def test_simulate_tells_people() -> None:
    shown = run(
        "simulate", "gang-of-dice", "--games", "200", "--seed", "5", "--option", "finale=1/2/3"
    ).stdout
    for part in ("200 games", "games/s", "95\u00a0%\u00a0interval", "all twelve rounds", "finale = 1/2/3"):
        assert part in shown


def test_simulate_plays_with_a_box_of_ones_own(tmp_path: Path) -> None:
    text = (game("gang-of-dice").folder / "box.toml").read_text("utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace("n = 7", "n = 3"), "utf-8")
    arguments = ("simulate", "gang-of-dice", "--games", "200", "--seed", "5")
    assert data(*arguments, "--box", str(mine))["wins"] != data(*arguments)["wins"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "monopoly"), "no game 'monopoly'"),
        (("simulate", "gang-of-dice", "--seats", "7"), "2 to 4 players"),
        (("simulate", "gang-of-dice", "--games", "0"), "1 to"),
        (("simulate", "gang-of-dice", "--workers", "0"), "workers"),
        (("simulate", "gang-of-dice", "--seed", "-4"), "seed"),
        (("simulate", "gang-of-dice", "--option", "finale"), "NAME=VALUE"),
        (("simulate", "gang-of-dice", "--bots", "nobody"), "random, thumb, learned, searcher, master"),
        (("simulate", "gang-of-dice", "--seats", "3", "--bots", "random,thumb"), "a bot for each"),
        (("simulate", "gang-of-dice", "--events"), "--out games.parquet"),
        (("simulate", "gang-of-dice", "--out", "games.csv"), "ends in .parquet"),
        (("simulate", "gang-of-dice", "--out", "/no/such/folder/a.parquet"), "cannot be written"),
        (("simulate", "gang-of-dice", "--cluster", "nowhere"), "local, ray and ray://host:port"),
        (("study", "monopoly"), "no game 'monopoly'"),
        (("study", "gang-of-dice", "--seats", "7"), "2 to 4 players"),
        (("study", "second-chance", "--seats", "1"), "two or more seats"),
        (("study", "gang-of-dice", "--bots", "nobody"), "one of random, thumb"),
        (("study", "gang-of-dice", "--games", "5"), "100 to"),
        (("study", "gang-of-dice", "--out", "/no/such/folder/a.html"), "cannot be written"),
        (("simulate", "gang-of-dice", "--option", "final=1"), "finale, open-stocks"),
        (("simulate", "gang-of-dice", "--box", "/no/such/box"), "cannot be read"),
        (("replay", "/no/such/file"), "cannot be read"),
        (("odds", "/no/such/file"), "neither a file nor a position"),
        (("odds", "pig/1 8af276d9b23e388d pending=1 seats=2 total=3"), "Pig has no odds"),
        (("odds", "pig/1 8af276d9b23e388d pending=1 seats=2", "--at", "3"), "--at is for records"),
        (("odds", "pig/1 0 pending=1 seats=2"), "another box"),
        (("play", "monopoly"), "no game"),
        (("play", "gang-of-dice", "--people", "9"), "2 to 4 players"),
        (("play", "gang-of-dice", "--seats", "2", "--people", "3"), "0 to 2 people"),
        (("play", "gang-of-dice", "--names", "Ann,,Ben"), "one is missing in 'Ann,,Ben'"),
        (("play", "gang-of-dice", "--names", ""), "one is missing"),
        (("play", "gang-of-dice", "--names", "Ann,ann"), "There is a ann at this table already"),
        (("play", "gang-of-dice", "--names", "x" * 21), "at most 20 letters"),
        (("play", "gang-of-dice", "--names", "Ann,Ben,Eve", "--people", "2"), "3 names for 2 people"),
        (("play", "gang-of-dice", "--names", "Ann,Ben", "--people", "1"), "2 names for one person"),
        (("play", "gang-of-dice", "--names", "A,B,C,D,E"), "2 to 4 players"),
        (("play", "no.chance.json"), "cannot be read"),
        (("play", "pig", "--bot", "nobody"), "random, thumb, learned, searcher, master"),
        (("play", "pig", "--bot", "random", "--bot", "random"), "2 bots for 1 seats"),
        (("arena", "pig", "--bots", "random"), "two or more different bots"),
        (("arena", "pig", "--bots", "random,x.py:Bot"), "no file x.py"),
        (("arena", "pig", "--bots", "random,thumb", "--games", "0"), "1 to"),
        (("arena", "pig", "--bots", "random,thumb", "--sprt", "0.6,0.5"), "two shares"),
        (("arena", "second-chance", "--seats", "1"), "two or more seats"),
        (("arena", "pig", "--bots", "random,thumb", "--workers", "-1"), "1 to 1,024 workers, not -1"),
        (("arena", "pig", "--bots", "random,thumb", "--seed", "-1"), "A seed is a whole number"),
        (("arena", "pig", "--bots", "random,thumb", "--out", "/no/such/folder/a.html"), "cannot be written"),
        (("arena", "pig", "--bots", "random,thumb", "--out", "/"), "/ cannot be written: Is a directory."),
        (("simulate", "pig", "--out", "\udcff.parquet"), "its name is no UTF-8"),
        (("odds", "x" * 5000), f"{'x' * 80}… cannot be used: File name too long."),
        (("backup", "x", "--data", "x" * 5000), f"{'x' * 80}… cannot be used: File name too long."),
        (("daily", "--house", "http://["), "is written like https://chancebox.example"),
        (("daily", "--house", "http://x:99999"), "is written like https://chancebox.example"),
        (("serve", "--port", "99999"), "A port is a number from 0 (any free one) to 65535, not 99999."),
        (("serve", "--port", "-1"), "to 65535, not -1."),
        (("serve", "--host", "x" * 300), "Cannot listen at xxx"),
        (("replay", "x", "--box", ""), "cannot be read"),
        (("dance",), "invalid choice"),
        (("simulate", "gang-of-dice", "--games", "many"), "invalid int"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "monopoly"), "no game 'monopoly'"),
        (("play", "no.chance.json"), "cannot be read"),
        (("dance",), "invalid choice"),
    ],
)
def test_so_does_bad_input_to_a_process(arguments: tuple[str, ...], message: str) -> None:
    done = process(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_arena_tells_people_and_programs(tmp_path: Path) -> None:
    folder = {"CHANCEBOX_CACHE": os.environ.get("CHANCEBOX_CACHE", str(tmp_path))}
    page = tmp_path / "page.html"
    arguments = ("arena", "pig", "--bots", "thumb,random", "--games", "20", "--fresh")
    shown = run(*arguments, "--out", str(page), "--sprt", "0.5,0.9", **folder)
    assert shown.returncode == 0, shown.stderr
    for part in ("20 games", "95\u00a0%\u00a0interval", "Elo", "ms per move", "sequential test"):
        assert part in shown.stdout
    assert "<svg" in page.read_text("utf-8")
    found = json.loads(run(*arguments, "--json", **folder).stdout)
    assert [row["bot"] for row in found["bots"]] == ["thumb", "random"]


def test_study_tells_programs_and_writes_a_page(tmp_path: Path) -> None:
    """Of a game that names neither items nor decisions, too."""
    page = tmp_path / "page.html"
    found = data("study", "pig", "--games", "200", "--out", str(page))
    assert [decision["name"] for decision in found["decisions"]] == ["roll, stop"]
    assert len(found["seat_wins"]) == 2
    assert found["items"] == []
    assert "A study of Pig" in page.read_text("utf-8")


def test_replay_tells_a_recorded_game(tmp_path: Path) -> None:
    file = tmp_path / "x.chance.json"
    match = random_match(game("gang-of-dice"), 3, 2)
    match.save(file)
    shown = run("replay", str(file)).stdout
    assert "begins." in shown
    assert "wins" in shown
    told = data("replay", str(file))
    assert told["events"] == match.notation
    assert match.result
    assert told["result"]["winners"] == list(match.result.winners)
    moment = process("replay", str(file), "--at", "30")
    assert "Round" in moment.stdout
    assert run("replay", str(file), "--at", "99999").returncode == 2


def test_odds_are_told_at_a_moment_of_a_record_and_at_a_position(tmp_path: Path) -> None:
    file = tmp_path / "x.chance.json"
    match = chancebox.new("gang-of-dice", seats=3, seed=7)
    (seat,) = match.to_act
    match.play(seat, "stake 4")
    match.save(file)
    shown = run("odds", str(file), "--at", "2").stdout
    assert "stake 4" in shown
    assert "meets the warning" in shown
    told = data("odds", str(file), "--move", "reroll all")
    assert told["seat"] == seat
    assert told["odds"] == [odd.as_data() for odd in match.odds(seat, "reroll all")]
    line = position_text(match.game, match.box, match.position())
    assert data("odds", line)["odds"] == data("odds", str(file))["odds"]
    asked = "ABC"[seat]
    assert data("odds", line, "--seat", asked)["seat"] == seat
    other = run("odds", line, "--seat", "ABC"[seat - 1])
    assert (other.returncode, f"asked now: {asked}" in other.stderr) == (2, True)
    assert "There is no seat 'Z'" in run("odds", line, "--seat", "Z").stderr
    assert "Nobody has to decide" in run("odds", str(file), "--at", "1").stderr
    broken = run("odds", line.replace(" warning=", " warning=9"))
    assert (broken.returncode, "cannot come up" in broken.stderr) == (2, True)


def test_output_cut_off_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "x.chance.json"
    random_match(game("gang-of-dice"), 3, 1).save(file)
    line = f"'{sys.executable}' -m chancebox replay '{file}' | head -1"
    done = children.run(["bash", "-c", line])
    assert done.stdout.strip()
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("arguments", ["games", "games --json", "bench pig --seconds 0.01"])
def test_a_full_disk_is_told_in_a_line(arguments: str) -> None:
    done = children.run(["bash", "-c", f"'{sys.executable}' -m chancebox {arguments} >/dev/full"])
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "chancebox: No space left on device.")
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_a_terminal_that_knows_few_signs_gets_others_instead() -> None:
    done = process("games", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 to 4 players ? 30 min ? age 8+" in done.stdout


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("raise SystemExit(3)", "cannot be loaded: SystemExit"),
        ("class Bot:\n    def choose(self, asked): ...", "mine.py: Bot is made with a seed, and cannot be: "),
    ],
)
def test_a_bot_of_ones_own_that_cannot_be_seated_is_refused(program: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(program, "utf-8")
    done = run("play", "pig", "--people", "0", "--bot", f"{tmp_path}/mine.py:Bot")
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr


def test_the_example_of_a_bot_says_how_it_is_called_and_who_does_not_answer() -> None:
    example = [sys.executable, str(Path(__file__).parent.parent / "examples" / "bot_client.py")]
    done = children.run(example)
    assert (done.returncode, "usage: bot_client.py" in done.stderr) == (2, True)
    for server in ("http://127.0.0.1:1", "nowhere", "http://["):
        done = children.run([*example, server, "x"])
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert done.stderr.startswith(f"No house answers at {server}: ")


def test_bench_can_be_asked_for_pig_alone() -> None:
    assert "pig" in run("bench", "pig", "--seconds", "0.05").stdout


def test_bench_measures_without_open_spiel_too() -> None:
    found = data("bench", "gang-of-dice", "--seconds", "0.05")
    assert {"ratio_cpp", "ratio_python", "pig", "gang-of-dice"} <= set(found)
    assert found["pig"]["games_per_s"] > 0
    assert found["gang-of-dice"]["position_bytes"] <= 128
