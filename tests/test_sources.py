"""What the source must not do, read from the source itself."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import chancebox
from chancebox.web import assets

SOURCE = Path(chancebox.__file__).parent


def asserted() -> Iterator[tuple[str, ast.expr]]:
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Assert):
                yield f"{file.relative_to(SOURCE)}:{node.lineno}", node.test


def test_no_work_is_done_inside_assert() -> None:
    """`python -O` leaves assertions out: they may say what is so, and must not make it so."""
    for place, test in asserted():
        calls = [node for node in ast.walk(test) if isinstance(node, ast.Call)]
        names = {ast.unparse(call.func) for call in calls}
        # A bare attribute may be a property that is worked out here, once.
        assert names <= {"isinstance"}, f"{place} calls {names}"
        assert isinstance(test, ast.Compare | ast.Call), f"{place}: say what it is compared with"


def test_scripts_can_be_read(tmp_path: Path) -> None:
    """One that cannot leaves a page empty, and every test of it waiting."""
    driver = pytest.importorskip("playwright._impl._driver")
    node, _cli = driver.compute_driver_executable()
    for name, asset in assets.assets().items():
        if name.endswith(".js"):
            copy = tmp_path / f"{name.replace('/', '-')}.mjs"
            copy.write_bytes(asset.content)
            read = subprocess.run([node, "--check", copy], capture_output=True, text=True)
            assert read.returncode == 0, read.stderr
