"""Where receipts of all versions lie."""

from pathlib import Path

RECEIPTS = sorted(Path(__file__).parent.glob("v*/*.chance.json"))
"""Never change one of these: they are what people have at home."""
REAL = sorted(Path(__file__).parent.glob("real/*.chance.json"))
"""Those of tables with real dice, of all versions."""
DAYS = sorted(Path(__file__).parent.glob("days/*.chance.json"))
"""Those of deals of a day, written by `dating.py`; they verify for ever, too."""
