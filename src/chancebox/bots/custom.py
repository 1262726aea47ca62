"""Bots of one's own: a class in a Python file, seated as `my_bot.py:MyBot`."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from chancebox.bots.interface import Bot
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _


def load_custom_bot(name: str) -> Callable[[int], Bot]:
    """Find the class that a name like `my_bot.py:MyBot` means; it is made with a seed."""
    path, _colon, word = name.rpartition(":")
    module = _load(Path(path))
    custom: Any = getattr(module, word, None)
    if not callable(custom) or not callable(getattr(custom, "choose", None)):
        raise BadSetup(
            _("{path} has no class {word!r} with a method choose(question).").format(path=path, word=word)
        )

    def made(seed: int) -> Bot:
        try:
            bot: Bot = custom(seed)
        except TypeError as error:
            raise BadSetup(
                _("{path}: {word} is made with a seed, and cannot be: {error}").format(
                    path=path, word=word, error=error
                )
            ) from error
        return bot

    return made


def _load(path: Path) -> ModuleType:
    known = f"chancebox bot {path.resolve()}"
    if known in sys.modules:
        return sys.modules[known]
    if not path.is_file():
        raise BadSetup(_("There is no file {path}.").format(path=path))
    spec = importlib.util.spec_from_file_location(known, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[known]
        raise BadSetup(
            _("{path} cannot be loaded: {kind}: {error}").format(
                path=path, kind=type(error).__name__, error=error
            )
        ) from error
    return module
