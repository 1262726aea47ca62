"""The API against its own OpenAPI document, with whatever schemathesis can think of."""

import subprocess
import sys
from pathlib import Path

from server.processes import Server

EXAMPLES = 20


def test_every_answer_is_as_documented(folder: Path, tmp_path: Path) -> None:
    """No input leads to a server error, an undocumented status or an answer of another shape."""
    with Server(folder) as server:
        program = "import sys; from schemathesis.cli import schemathesis; sys.exit(schemathesis())"
        given = [
            "run",
            f"{server.address}/api/v1/openapi.json",
            f"--max-examples={EXAMPLES}",
            "--exclude-path-regex=follow$",  # It waits by design.
            "--exclude-checks=unsupported_method,positive_data_acceptance",
            "--no-color",
            "--seed=7",
        ]
        done = subprocess.run(
            [sys.executable, "-c", program, *given], capture_output=True, text=True, cwd=tmp_path, timeout=600
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert server.process
        assert server.process.poll() is None
