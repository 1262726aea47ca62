"""
Golden scenes: the board that a viewer sees at each kind of happening and of question of each game.

make scenes                         writes tests/golden/scenes anew: where each kind happens, and what a
                                    screen reader finds on the board then; read the difference
make scenes ARGS="FOLDER [GAME]"    takes pictures of all scenes instead: phone and desk, light and dark
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright
from starlette.testclient import TestClient

from browser.conftest import DESK, FLAGS, PHONE, find_browser
from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.game.texts import language
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.screens.boards import Shown, draw_board
from chancebox.server.screens.sight import Sight
from chancebox.server.web.app import create_app
from chancebox.testing.matches import option_sets, random_match
from chancebox.web import assets, render
from server.guests import Guest

GOLDEN = Path(__file__).parent / "golden" / "scenes"
PEOPLE = ("Ann", "Ben", "Cleo", "Dora", "Eli", "Finn")
VIEWER = 0
MOST_MATCHES = 400
"""Games that are played at random to find a kind of happening; what does not come up by then is rare."""
MANY_MATCHES = 100
"""The same for questions, of which nobody has a list."""
WAIT, OVER, WATCH = "wait", "over", "watch"
"""Boards that ask nothing: others decide; the game is over; somebody looks on."""
HALVES = ("ask target", "ask again again")
"""Questions in the middle of a move: a browser plays it as a whole."""


class Scene(msgspec.Struct, frozen=True, order=True):
    """A moment of a random game: something of a kind happens, or the table lies there and asks something."""

    kind: str
    seats: int
    options: int
    """The number of the combination of options,"""
    seed: int
    """of the game,"""
    event: int
    """and of events until then."""

    @property
    def passes(self) -> bool:
        """Whether it is a happening: its board passes by. Kinds of happenings are classes."""
        return self.kind[0].isupper()


def kinds(name: str) -> set[str]:
    """Name all that can happen in a game."""
    module = sys.modules[game(name).story.happenings.__module__.replace(".story", ".happenings")]
    found = {
        key for key, one in vars(module).items() if _is_happening(one) and one.__module__ == module.__name__
    }
    return found | {Ended.__name__}


def _is_happening(one: Any) -> bool:
    return (
        isinstance(one, type)
        and issubclass(one, Happening)
        and one is not Happening
        and not one.__subclasses__()
    )


def find(name: str) -> list[Scene]:
    """Find where each kind of happening comes up first, as one seat sees it."""
    found: dict[str, Scene] = {}
    missing = kinds(name)
    for seed in range(MOST_MATCHES):
        seats, options, match = _some_match(name, seed)
        for event, happened in match.happenings(VIEWER):
            for one in happened:
                kind = type(one).__name__
                if kind in missing:
                    found[kind] = Scene(kind, seats, options, seed, event)
                    missing.discard(kind)
        if not missing:
            break
    if missing:
        print(f"{name}: never seen in {MOST_MATCHES} games: {', '.join(sorted(missing))}")
    return sorted(found.values())


def find_questions(name: str) -> list[Scene]:
    """Find where each kind of question is put to one seat first, and where it only looks on."""
    found: dict[str, Scene] = {}
    for seed in range(MANY_MATCHES):
        seats, options, match = _some_match(name, seed)
        for event in range(1, len(match.events) + 1):
            for kind in _lying(match.fork(event)):
                found.setdefault(kind, Scene(kind, seats, options, seed, event))
    return sorted(found.values())


def _lying(match: Match) -> Iterator[str]:
    """Say what kind of table it is that lies there, if somebody sees it: dice fall at once."""
    if CHANCE in match.to_act:
        return
    if VIEWER not in match.to_act:
        yield WAIT if match.to_act else OVER
    else:
        step = match.view(VIEWER)["step"]
        # Verbs tell questions apart; names of shapes are none.
        verbs = {move.split()[0] for move in match.moves(VIEWER)} if step != "score" else set()
        kind = " ".join(["ask", step, *sorted(verb for verb in verbs if verb.islower() or verb == "1")])
        if not kind.startswith(HALVES):
            yield kind
    if match.to_act and len(match.events) > 20:
        yield WATCH


def _some_match(name: str, seed: int) -> tuple[int, int, Match]:
    """Play a game at random; return its seats and the number of its options, too."""
    many = [
        seats
        for seats in (4, 3, 2, 1, 5, 6)
        if seats in game(name).seats or list(option_sets(game(name), seats))
    ]
    seats = many[seed % len(many)]
    sets = list(option_sets(game(name), seats))
    options = seed // len(many) % len(sets)
    return seats, options, random_match(game(name), seats, seed, sets[options])


def read(name: str) -> list[Scene]:
    """Read where the scenes of a game are."""
    return msgspec.json.decode((GOLDEN / f"{name}.json").read_bytes(), type=list[Scene])


def file_of(name: str, scene: Scene) -> Path:
    """Return the file of what a screen reader finds on the board of a scene."""
    return GOLDEN / name / f"{scene.kind.replace(' ', '-')}.yaml"


@contextmanager
def house() -> Iterator[Guest]:
    """Open a house that shows boards."""
    with (
        tempfile.TemporaryDirectory() as folder,
        TestClient(create_app(Path(folder), limits=unlimited())) as client,
    ):
        yield Guest(client)


def board(ann: Guest, name: str, scene: Scene) -> str:
    """Draw the board of a scene as it passes by or lies there, in a page that needs no server."""
    sets = list(option_sets(game(name), scene.seats))
    match = random_match(game(name), scene.seats, scene.seed, sets[scene.options], events=scene.event)
    match = match.fork(scene.event)
    match.names[:] = PEOPLE[: scene.seats]
    table = ann.open(name, *PEOPLE[: scene.seats], start=True, **sets[scene.options])
    session = ann.house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
    visitor = session.table.places[VIEWER].visitor
    session.table.match = match
    session.table.visibility.follow(match, session.table.version, 0)
    told = match.happenings(VIEWER, scene.event - 1)
    news = [match.game.story.sentence(match.box, one, match.names) for _n, ones in told for one in ones]
    drawn = draw_board(
        Shown(
            session,
            match,
            visitor if scene.kind != WATCH else "",
            Sight(VIEWER if scene.kind != WATCH else SPECTATOR, None),
            passing=[text for text in news if text] if scene.passes else None,
        )
    )
    return in_page(name, str(drawn))


def in_page(name: str, drawn: str) -> str:
    """Put a board into a page that needs no server."""
    styles = assets.assets()[f"bundle-{game(name).key}.css"].content.decode()
    return (
        f'<!doctype html><html lang="{language()}" data-motion="none" data-theme="light">'
        f"<title>{name}</title>"
        f'<style>{styles}</style><body class="at-table game-{name}">{render.page("sprite.html")}'
        f'<main id="table">{drawn}</main><nav class="tabs"><button>Log</button></nav></body></html>'
    )


def aria(page: Page, html: str) -> str:
    """Return what a screen reader finds on a board; where links lead is no part of it."""
    page.set_content(html)
    found = page.locator("#table").aria_snapshot()
    return "".join(f"{line}\n" for line in found.splitlines() if "- /url: " not in line)


def pictures(browser: Browser, folder: Path, name: str, drawn: dict[str, str]) -> None:
    """Take pictures of all scenes of a game."""
    for width, size in (("phone", PHONE), ("desk", DESK)):
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        for kind, html in drawn.items():
            page.set_content(html)
            for theme in ("light", "dark"):
                page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                page.screenshot(path=folder / f"{name}-{kind.replace(' ', '-')}-{width}-{theme}.png")
        page.close()


def main(folder: str = "", *wanted: str) -> None:
    """Write the golden scenes, or pictures of them."""
    with house() as ann, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for name in wanted or names():
            if not folder:
                (GOLDEN / name).mkdir(parents=True, exist_ok=True)
                for old in (GOLDEN / name).glob("*.yaml"):
                    old.unlink()
                (GOLDEN / f"{name}.json").write_bytes(
                    msgspec.json.format(msgspec.json.encode(find(name) + find_questions(name))) + b"\n"
                )
            scenes = read(name)
            drawn = {scene.kind: board(ann, name, scene) for scene in scenes}
            if folder:
                Path(folder).mkdir(parents=True, exist_ok=True)
                pictures(browser, Path(folder), name, drawn)
            else:
                page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
                for scene in scenes:
                    file_of(name, scene).write_text(aria(page, drawn[scene.kind]), encoding="utf-8")
                page.close()
            print(f"{name}: {len(scenes)} scenes")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
