"""Compile the translations when the package is built; in a checkout `make` does it."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Translations(BuildHookInterface):  # type: ignore[misc]
    """Writes a `.mo` beside each `.po`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for file in Path(self.root, "src", "chancebox", "languages").glob("*.po"):
            with file.open("rb") as source, file.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(source))
