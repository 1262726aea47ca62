"""The API against its own OpenAPI document, with whatever schemathesis can think of."""

import json
import os
import sys
import urllib.request
from pathlib import Path

import pytest

from children import run
from server.processes import Server

EXAMPLES = 20 if os.environ.get("CI") else 8
PROGRAM = "import sys; from schemathesis.cli import schemathesis; sys.exit(schemathesis())"
SKIPPED = ",".join(
    [
        "unsupported_method",
        "allow_header_conformance",  # Starlette names the methods of one route, not of the whole path.
        "positive_data_acceptance",  # What a schema allows the rules may forbid.
    ]
)


@pytest.mark.long
def test_every_answer_is_as_documented(folder: Path, tmp_path: Path) -> None:
    """No input leads to a server error, an undocumented status or an answer of another shape."""
    with Server(folder) as server:
        players = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
        body = json.dumps({"id": "o", "game": "gang-of-dice", "players": players, "start": True}).encode()
        asked = urllib.request.Request(
            f"{server.address}/api/v1/tables", body, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(asked) as answer:
            told = json.load(answer)
        # Known parameters lead the fuzzer past the 404s.
        (tmp_path / "schemathesis.toml").write_text(f'[parameters]\ntable = "{told["table"]}"\n')
        given = [
            "run",
            f"{server.address}/api/v1/openapi.json",
            f"--header=Authorization: Bearer {told['token']}",
            f"--max-examples={EXAMPLES}",
            f"--exclude-checks={SKIPPED}",
            "--no-color",
            "--seed=7",
        ]
        # Following waits by design. What removes the table comes last: nothing can be asked of it after that.
        for paths in ("--exclude-path-regex=(follow|remove)$", "--include-path-regex=remove$"):
            done = run([sys.executable, "-c", PROGRAM, *given, paths], cwd=tmp_path)
            assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert server.process
        assert server.process.poll() is None
