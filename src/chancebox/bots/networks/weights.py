"""
Weights: what a network has learned about a game, as one file.

The network has three layers. The first, by far the largest, is kept as whole numbers of 8 bits with a scale
for each of its units. The file ends with a digest of all that comes before it, and is refused if that is not
so.
"""

import hashlib
import io
import json
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.inputs import count_inputs
from chancebox.engine.game.observations import features
from chancebox.engine.game.texts import _
from chancebox.engine.rules.records import Memory

FILE = "learned.weights"
DIGEST = 32
MOST_BYTES = 2_000_000


@dataclass(frozen=True)
class Weights:
    """A network: how numbers become inputs, its three layers, and where it comes from."""

    codes: Memory
    first: Memory
    """Whole numbers, a row for each input."""
    scales: Memory
    first_bias: Memory
    second: Memory
    """A row for each unit of the first layer, and that for each chapter of the game (see `engine.traits`)."""
    second_bias: Memory
    third: Memory
    third_bias: Memory
    """
    One number: the network answers with one, and the share of the win is its logistic function. Or one for
    each fate (see `engine.traits`): then it answers with so many, and how likely each is follows from all.
    """
    about: dict[str, Any]

    @cached_property
    def digest(self) -> str:
        """The beginning of the digest of the file."""
        return hashlib.sha256(_packed(self)).hexdigest()[:12]

    @property
    def chapters(self) -> int:
        """For how many chapters of the game there are layers after the first one."""
        return len(self.second) // len(self.first_bias)

    def doubt_among(self, seats: int) -> float:
        """Return by how much something must be better than the rule of thumb, among so many players."""
        usual: float = self.about["doubt"]
        among: dict[str, float] = self.about.get("doubts", {})
        return among.get(str(seats), usual)

    def said_among(self, name: str, seats: int, usual: Any) -> Any:
        """Return what is said about them under a name; a table says it for some numbers of players alone."""
        said = self.about.get(name, usual)
        return said.get(str(seats), usual) if isinstance(said, dict) else said

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        packed = _packed(self)
        half = path.with_name(path.name + ".half")
        half.write_bytes(packed + hashlib.sha256(packed).digest())
        half.replace(path)


def make_weights(codes: Memory, layers: list[tuple[Memory, Memory]], about: dict[str, Any]) -> Weights:
    """Put layers, each its weights and its bias, into the form of the file."""
    (first, first_bias), (second, second_bias), (third, third_bias) = layers
    scales = np.maximum(np.abs(first).max(0, initial=0), 1e-6) / 127
    whole = np.rint(first / scales).astype(np.int8)
    rest = {
        "scales": scales,
        "first_bias": first_bias,
        "second": second,
        "second_bias": second_bias,
        "third": third,
        "third_bias": third_bias,
    }
    short = {name: np.ascontiguousarray(one, np.float32) for name, one in rest.items()}
    return Weights(codes=codes, first=whole, about=about, **short)


def with_about(weights: Weights, **said: Any) -> Weights:
    """Return the same weights with something else said about them, such as another doubt."""
    return replace(weights, about=weights.about | said)


def _packed(weights: Weights) -> bytes:
    file = io.BytesIO()
    named = {one.name: getattr(weights, one.name) for one in fields(weights) if one.name != "about"}
    said = np.frombuffer(json.dumps(weights.about, sort_keys=True).encode(), np.uint8)
    # Kept as they are, and not squeezed: the same weights are the same bytes wherever they are written.
    np.savez(file, about=said, **named)
    return file.getvalue()


def load_weights(path: Path, game: Game) -> Weights:
    """Read a file; refuse one that is damaged, or of another game or edition of it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadSetup(
            _("The weights {path} cannot be read: {error}").format(path=path, error=error.strerror)
        ) from None
    packed, digest = data[:-DIGEST], data[-DIGEST:]
    if hashlib.sha256(packed).digest() != digest:
        raise BadSetup(_("The weights {path} are damaged: their digest is another one.").format(path=path))
    with np.load(io.BytesIO(packed), allow_pickle=False) as file:
        about = json.loads(file["about"].tobytes())
        weights = Weights(**{one: file[one] for one in file.files if one != "about"}, about=about)
    learned = (about["game"], about["version"])
    if learned != (game.name, game.version) or not _fits(weights, game):
        raise BadSetup(
            _("The weights {path} were learned for {title}, version {version}; train them anew.").format(
                path=path, title=about["game"], version=about["version"]
            )
        )
    return weights


def count_numbers(game: Game) -> int:
    """Count what a network is given: the traits of a game, or without any the numbers that a seat sees."""
    return game.traits.TRAITS or len(features(game))


def _fits(weights: Weights, game: Game) -> bool:
    """Return whether there is a code for each number, a row for each input, an answer for each fate."""
    has = len(weights.codes), len(weights.first), weights.third.shape[1], weights.chapters
    wants = count_numbers(game), count_inputs(weights.codes), max(1, game.traits.FATES), game.traits.CHAPTERS
    return has == wants


def weights_file(game: Game) -> Path | None:
    """Find the weights in the folder of a game, if it has some."""
    path = game.folder / FILE
    return path if path.exists() else None


@lru_cache(maxsize=16)
def _kept(path: Path, game: Game) -> Weights:
    return load_weights(path, game)


def weights_of(game: Game, path: Path | None = None) -> Weights:
    """Return the weights in a file, or in the folder of a game; read once."""
    found = path or weights_file(game)
    if found is None:
        raise BadSetup(
            _("{title} has no learned weights. Try: chancebox train {name}").format(
                title=game.title, name=game.name
            )
        )
    return _kept(found, game)
