"""Compile the translations: when the package is built, and for `make` in a checkout."""

import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Translations(BuildHookInterface):  # type: ignore[misc]
    """Writes a `.mo` beside each `.po`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for file in Path(self.root, "src", "chancebox", "languages").glob("*.po"):
            compile_texts(file)


def compile_texts(file: Path) -> None:
    """Write a `.mo`; `pybabel compile` would refuse texts such as "95 % interval", taken for formats."""
    with file.open("rb") as source:
        catalog = read_po(source)
    with file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, catalog)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_texts(Path(name))
