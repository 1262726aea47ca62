"""
The rules of a game in C++: the small language that rules are written in, translated word by word.

A function is translated for the kinds of what it is called with: numbers, records, fields of a record, and
rows that the caller lends (lists of choices, streams). Records are structures with the same fields. Numbers
have 64 bits, as in compiled rules, or 32 where it is sure that these are enough (see `ranges`): to know that,
everything is translated again until no range grows any more. What else Python and C++ do differently is in
`prelude.cpp`: division, products that overflow, the length of a number.

Rules that use what is not known here are refused with file and line.
"""

import ast
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import FunctionType

from chancebox.engine.builds import definitions
from chancebox.engine.builds.digests import implementations
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.gpu.ranges import WIDE, Range
from chancebox.gpu.statements import Statements
from chancebox.gpu.values import (
    FRACTION,
    LISTED,
    NOTHING,
    NUMBER,
    PICKED,
    TRUTH,
    Asked,
    Expression,
    Function,
    Guess,
    Kind,
    Scope,
    argument,
    refused,
    type_of,
)

ENGINE = "chancebox.engine."
LONG = 400
"""
Longer functions (in characters) that are called from several places are not copied into each of them: code
that fits the cache counts for more than calls that are spared.
"""


class Program(Statements):
    """The C++ of one game: what was asked for, and all that this needs."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._game = game
        self._own = implementations(game)
        self._functions: dict[tuple[FunctionType, tuple[Kind, ...]], Function] = {}
        self._order: list[Function] = []
        self._round = 0

    def translate(self, asked: Asked) -> dict[str, str]:
        """Translate functions and all that they call, until no range grows any more; return their names."""
        self._has_grown = True
        while self._has_grown:
            self._has_grown = False
            self._round += 1
            self._order = []
            names = {}
            for word, (source, *given) in asked.items():
                names[word] = self.function(source, [self._asked(one) for one in given]).name
        return names

    def _asked(self, one: Kind | Range | str) -> Expression:
        """Return what a kernel hands over: numbers are said by their range, an action by what rules list."""
        if isinstance(one, Kind):
            return Expression("", one)
        if isinstance(one, Range):
            return Expression("", NUMBER, one)
        drawn = (made.answer for made in self._order if made.name.startswith(f"{one}_"))
        listed = (self._rows[name] for name in (PICKED, LISTED) if name in self._rows)
        found = Range(0, 0)
        for guess in (*drawn, *listed):
            found = found.join(guess.range or found)
        return Expression("", NUMBER, found)

    @property
    def entry(self) -> str:
        """The type of entries in lists of choices."""
        listed = self._rows.get(LISTED)
        return ((listed and listed.range) or WIDE).type

    def text(self) -> str:
        """Return all structures and functions, in an order in which C++ can read them."""
        texts = [
            (f"{'SHARED_' if made.calls > 1 and len(made.text) > LONG else ''}RULE {made.head}", made.text)
            for made in self._order
        ]
        heads = [f"{head};" for head, _body in texts]
        bodies = [f"{head} {body}" for head, body in texts]
        return "\n".join([*self._structures.values(), *heads, *bodies])

    # Functions

    def function(self, source: FunctionType, given: Sequence[Expression]) -> Function:
        """Translate a function for such arguments, unless that was done in this round."""
        source = self._implementation(source)
        # What games share is translated for each constant: how many faces a die has limits what it shows.
        is_shared = source.__module__.startswith(ENGINE)
        kinds = tuple(
            argument(one.range, is_shared) if one.kind in (NUMBER, TRUTH) else one.kind for one in given
        )
        made = self._functions.setdefault(
            (source, kinds), Function(f"{source.__name__}_{len(self._functions)}")
        )
        names = source.__code__.co_varnames[: source.__code__.co_argcount]
        for name, kind, one in zip(names, kinds, given, strict=True):
            if kind.is_number and kind != FRACTION:
                self._take_in(made.values.setdefault(name, Guess()), one.range)
        if made.seen != self._round:
            made.seen = self._round
            made.calls = 0
            self._translate(source, kinds, made)
            self._order.append(made)  # callees first
        made.calls += 1
        return made

    def _implementation(self, source: FunctionType) -> FunctionType:
        """Find the game's own function of an interface; what a game leaves out the interface does."""
        own = self._own.get(source.__module__)
        found = definitions.defined(sys.modules[own], source.__name__) if own else None
        return found or source

    def _translate(self, source: FunctionType, kinds: tuple[Kind, ...], made: Function) -> None:
        tree = _trees(str(sys.modules[source.__module__].__file__)).get(source.__name__)
        scope = Scope(source, self._game.shown(Path(source.__code__.co_filename)), made)
        if tree is None:
            raise refused(scope, source.__code__.co_firstlineno, _("a function made elsewhere"))
        if any(isinstance(node, ast.Return) and node.value for node in ast.walk(tree)):
            made.returns = NUMBER  # unless it turns out otherwise
        names = [argument.arg for argument in tree.args.args]
        numbers = (NUMBER if k.is_number and k != FRACTION else k for k in kinds)
        scope.variables = dict(zip(names, numbers, strict=True))
        scope.parameters = frozenset(names)
        body = "\n".join(self._block(tree.body, scope))
        for name, added in scope.sums.items():
            self._take_in(made.sums.setdefault(name, Guess(Range(0, 0))), added)
        declared = [
            f"{type_of(kind, made.range_of(name))} {name}_ = 0;"
            if kind.is_number
            else f"{kind.reference}* {name}_ = nullptr;"
            for name, kind in scope.variables.items()
            if name not in scope.parameters
        ]
        takes = ", ".join(
            f"{type_of(kind, made.range_of(name))} {name}_"
            if kind.is_number
            else f"{kind.reference}& {name}_"
            for name, kind in scope.variables.items()
            if name in scope.parameters
        )
        returns = f"{made.returns.reference}&"
        if made.returns == NOTHING or made.returns.is_number:
            returns = type_of(made.returns, made.answer.range or Range(0, 0))
        made.head = f"{returns} {made.name}({takes})"
        made.text = f"{{\n{' '.join(declared)}\n{body}\n}}"


@cache
def _trees(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
