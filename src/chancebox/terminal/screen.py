"""What all terminal commands share: two consoles, a line while rules compile, options as typed."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def compiling(title: str, seconds: float | None) -> None:
    """Say that rules are being compiled, and how long it took."""
    if seconds is None:
        err.print(_("Compiling {title} for this machine; this happens once …").format(title=_(title)))
    else:
        err.print(_("Compiled in {seconds:.1f} s.").format(seconds=seconds))


def print_json(data: Any) -> None:
    """Print data for programs, unstyled and unwrapped."""
    print(json.dumps(data, indent=1, ensure_ascii=False))


def read_options(typed: Iterable[str]) -> dict[str, str]:
    """Read `NAME=VALUE` options."""
    options = {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSetup(_("An option is written NAME=VALUE, not {text!r}.").format(text=text))
        options[name.strip()] = value.strip()
    return options


def check_writable(path: Path) -> None:
    """See that a page can be written, before minutes of work."""
    try:
        path.open("a", encoding="utf-8").close()
    except OSError as error:
        raise BadSetup(
            _("{path} cannot be written: {error}.").format(path=path, error=error.strerror)
        ) from None
