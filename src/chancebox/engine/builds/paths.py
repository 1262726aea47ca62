"""Where things lie outside the project: compiled code and saved games."""

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

import platformdirs


@cache
def cache_folder() -> Path:
    """Find a folder for compiled code: `CHANCEBOX_CACHE`, else the user's cache, else a temporary one."""
    named = os.environ.get("CHANCEBOX_CACHE")
    wanted = Path(named) if named else platformdirs.user_cache_path("chancebox")
    if _writable(wanted):
        return wanted
    # Nowhere to keep it (a read-only home): compile for this run alone.
    passing = Path(tempfile.mkdtemp(prefix="chancebox-"))
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing


def saves_folder() -> Path:
    """Find the folder of saved games: `CHANCEBOX_DATA`, else the user's data folder."""
    named = os.environ.get("CHANCEBOX_DATA")
    return Path(named) if named else platformdirs.user_data_path("chancebox")


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
