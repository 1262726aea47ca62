"""The units for systemd, read by systemd itself."""

from pathlib import Path

import pytest

from children import run
from deploy.conftest import DEPLOY, find_program

pytestmark = [pytest.mark.long, pytest.mark.parametrize("example", ["one-machine", "several-processes"])]
UNITS = ("chancebox.service", "chancebox-backup.service", "chancebox-backup.timer")


def test_systemd_has_nothing_to_say_against_our_units(tmp_path: Path, example: str) -> None:
    program = find_program("systemd-analyze")
    units = []
    for name in UNITS:
        # The program lies elsewhere on the machine of a test; what runs it must be there.
        text = (DEPLOY / example / name).read_text().replace("/opt/chancebox/bin/chancebox", "/bin/true")
        units.append(tmp_path / name)
        units[-1].write_text(text)
    checked = run([program, "verify", "--man=no", *units])
    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_house_may_do_little_on_its_machine(example: str) -> None:
    program = find_program("systemd-analyze")
    checked = run(
        [program, "security", "--offline=true", "--threshold=20", DEPLOY / example / "chancebox.service"]
    )
    assert checked.returncode == 0, checked.stdout
