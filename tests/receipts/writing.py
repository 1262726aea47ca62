"""
Writes receipts of this version into a folder: `PYTHONPATH=src:tests python -m receipts.writing v1`, or
`real` for those of tables with real dice.

For a new version of the protocol, or a new game; never over those that are there.
"""

import random
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from starlette.testclient import TestClient

from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.web.app import create_app
from receipts.sealing import Sealing, hand_over, play_on, receipt, sealed_table
from server.guests import Guest
from server.throwers import Thrower, anything

ALL = 100_000


def main() -> None:
    """Play every game, and every case of the protocol once."""
    folder = Path(__file__).parent / sys.argv[1]
    folder.mkdir(exist_ok=True)
    written: dict[str, Callable[[TestClient], str]] = {
        **{name: partial(whole_game, name) for name in names()},
        "gang-of-dice-lost-and-handed": lost_and_handed,
        "gang-of-dice-stopped": stopped,
        "gang-of-dice-fork": fork,
        "gang-of-dice-one-device": one_device,
    }
    if folder.name == "real":
        written = {f"{name}-1": partial(real_dice, name) for name in names()}
    for name, play in written.items():
        file = folder / f"{name}.chance.json"
        if not file.exists():
            with (
                tempfile.TemporaryDirectory() as data,
                TestClient(create_app(Path(data), limits=unlimited())) as house,
            ):
                file.write_text(play(house), "utf-8")


def whole_game(name: str, house: TestClient) -> str:
    """Ann and Ben contribute, a bot and a program do not."""
    ann, ben, program = Sealing(house), Sealing(house), Guest(house)
    table = ann.open(name, "Ann", "open", *["bot"] * max(0, game(name).seats[0] - 3), "open")
    ann.commit(table)
    assert ben.sit(table, 1, "Ben").status_code == 200
    ben.commit(table)
    assert program.sit(table, len(ann.state(table)["seats"]) - 1, "Prógram ☂").status_code == 200
    assert ann.start(table).status_code == 200
    assert play_on(table, ALL, ann, ben, program)
    return receipt(ann, table)


def real_dice(name: str, house: TestClient) -> str:
    """Ann and Ben enter what their dice and cards show; one throw is corrected."""
    ann, ben = Thrower(house), Thrower(house)
    table = ann.lay(
        name, "Ann", "open", *["bot"] * max(0, game(name).seats[0] - 2), dealer=kind(name), start=False
    )
    ann.commit(table)
    assert ben.sit(table, 1, "Ben").status_code == 200
    ben.commit(table)
    assert ann.start(table).status_code == 200
    luck = random.Random(1)
    while not (pads := [pad for pad in (ann.state(table)["throw"] or {"pads": []})["pads"] if pad["was"]]):
        assert any(guest.step(table, luck) is not None for guest in (ann, ben))
    while ann.enter(table, anything(pads[0], luck), back=pads[0]["back"]).status_code != 200:
        pass
    assert play_on(table, ALL, ann, ben)
    return receipt(ann, table)


def kind(name: str) -> str:
    """People draw cards where there are no dice, and tickets."""
    return "real-cards" if name in ("second-chance", "take-a-chance") else "real"


def lost_and_handed(house: TestClient) -> str:
    """Ann loses her storage; Ben goes on on another device, with undo on the way."""
    ann, ben, phone = Sealing(house), Sealing(house), Sealing(house)
    table = sealed_table(ann, ben, "gang-of-dice")
    assert not play_on(table, 12, ann, ben)
    ann.commit(table)
    assert not play_on(table, 8, ann, ben, seed=2)
    hand_over(table, 1, ben, phone)
    phone.commit(table)
    assert play_on(table, ALL, ann, phone, seed=3)
    return receipt(ann, table)


def stopped(house: TestClient) -> str:
    """Ben's seat goes to a program that contributes nothing, and from there to Ann's device."""
    ann, ben, program = Sealing(house), Sealing(house), Guest(house)
    table = sealed_table(ann, ben, "gang-of-dice")
    assert not play_on(table, 12, ann, ben)
    hand_over(table, 1, ben, program)
    assert not play_on(table, 8, ann, program, seed=2)
    hand_over(table, 1, program, ann)
    assert play_on(table, ALL, ann, seed=3)
    return receipt(ann, table)


def fork(house: TestClient) -> str:
    """Cleo plays on from the middle of another game."""
    ann, ben, cleo = Sealing(house), Sealing(house), Sealing(house)
    table = sealed_table(ann, ben, "gang-of-dice")
    assert play_on(table, ALL, ann, ben)
    told = cleo.post(f"tables/{table}/fork", events=30, seat=0, name="Cleo").json()
    cleo.commit(told["table"])
    assert play_on(told["table"], ALL, cleo)
    return receipt(cleo, told["table"])


def one_device(house: TestClient) -> str:
    """Ann and Anton share a device; the first cards were dealt before it showed a tip."""
    ann = Sealing(house)
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    ann.commit(table)
    assert play_on(table, ALL, ann)
    return receipt(ann, table)


if __name__ == "__main__":
    main()
