"""
Draw once: the macros of a file named `pieces.html` are remembered by their arguments.

A board is made of the same dice, marks and cards for all viewers and from move to move, and most
of the time to draw it went into drawing these again. Such a file is imported without the context
of a page, so its macros could not depend on anything else if they tried: what they show is what
they are given. (What is set outside of macros there is made once for all readers: no texts.)

Drawing once needs nothing but public parts of Jinja. `PlainContext` and `ShortCodeGenerator` save a good
part of what is left by replacing some of its methods, and may not fit another version: that is why
pyproject.toml caps it. Before the cap is raised, tests/test_template_cache.py must pass: it draws everything
by Jinja's own environment too.
"""

import re
from collections.abc import Callable, Iterator
from keyword import iskeyword
from sys import getsizeof
from typing import Any

import msgspec
from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, optimizeconst
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from chancebox.engine.game.texts import language
from chancebox.web.parts import MODULES, Part, add_reads, is_keep

PIECES = "pieces.html"
FELT = "felt.html"
MOST = 24_000_000
"""Bytes that are remembered altogether, roughly."""

THINGS = frozenset({"chair", "loop"})
"""Names in templates of what has attributes, and is no plain data."""
UNSAFE = re.compile("""[&<>'"]""").search

Key = tuple[tuple[str, str], str, bytes]
"""Which macro, in which language, and its arguments."""


class Drawings:
    """What was drawn lately: whenever half of the room is full, what was not asked for since then goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._recent: dict[Key, Markup] = {}
        self._older: dict[Key, Markup] = {}
        self._size = 0

    def __iter__(self) -> Iterator[Key]:
        return iter({**self._older, **self._recent})

    def get(self, key: Key) -> Markup | None:
        """Return what was drawn, if it is remembered."""
        drawn = self._recent.get(key)
        if drawn is None and (drawn := self._older.get(key)) is not None:
            self.keep(key, drawn)
        return drawn

    def keep(self, key: Key, drawn: Markup) -> None:
        """Remember a drawing."""
        self._size += getsizeof(drawn) + len(key[2])
        if self._size > self._most // 2:
            self._older, self._recent, self._size = self._recent, {}, 0
        self._recent[key] = drawn

    def clear(self) -> None:
        """Forget all."""
        self._recent, self._older, self._size = {}, {}, 0


_drawn = Drawings(MOST)


def _markup(value: Any) -> tuple[str, str]:
    """Distinguish what is drawn already from a text that is still to be escaped."""
    if type(value) is not Markup:
        raise TypeError
    return "drawn", str.__str__(value)


_encode = msgspec.json.Encoder(enc_hook=_markup).encode


class CachedMacro:
    """A macro that remembers what it drew."""

    def __init__(self, macro: Callable[..., Markup], template: str, name: str) -> None:
        self._macro = macro
        self._key = (template, name)

    def __call__(self, *arguments: Any, **named: Any) -> Markup:
        try:
            key = (self._key, language(), _encode((arguments, named)))
        except TypeError:
            # Something that is not plain data, such as an undefined value: draw it.
            return self._macro(*arguments, **named)
        drawn = _drawn.get(key)
        if drawn is None:
            drawn = self._macro(*arguments, **named)
            _drawn.keep(key, drawn)
        return drawn


class PlainContext(Context):
    """Calls functions as they are: none of ours takes the context, and looking for that took a fifth."""

    def call(
        self, function: Any, /, *arguments: Any, _block_vars: Any = None, _loop_vars: Any = None, **named: Any
    ) -> Any:
        return function(*arguments, **named)


class ShortCodeGenerator(CodeGenerator):
    """
    Writes shorter code for what templates do most; otherwise they are compiled as usual.

    Escapes by `CachingEnvironment.escaped`, looks into a dictionary and calls a function or a macro without
    asking anybody else how that is done.
    """

    def _output_child_pre(self, node: nodes.Expr, frame: Any, finalize: Any) -> None:
        self.write("environment.escaped(")

    def macro_def(self, macro_ref: Any, frame: Any) -> None:
        if macro_ref.accesses_kwargs or macro_ref.accesses_varargs or macro_ref.accesses_caller:
            super().macro_def(macro_ref, frame)
            return
        # Every board defines its macros anew: what Jinja knows of them is made when it is needed.
        self.write(f"environment.called(macro, {len(macro_ref.node.args)}, lambda macro=macro: ")
        super().macro_def(macro_ref, frame)
        self.write(")")

    def visit_CallBlock(self, node: nodes.CallBlock, frame: Any) -> None:  # noqa: N802 -- as Jinja calls it
        if not is_keep(node):
            super().visit_CallBlock(node, frame)
            return
        # What is drawn at most once needs no macro around it.
        self.macro_body(node, frame)
        self.start_write(frame, node)
        self.visit(node.call.node, frame)
        self.write("(macro, ")
        for argument in node.call.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")
        self.end_write(frame)

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Any) -> None:  # noqa: N802 -- as Jinja calls it
        key = repr(node.attr)
        is_thing = isinstance(node.node, nodes.Name) and node.node.name in MODULES | THINGS
        if (is_thing or node.attr == "format") and node.ctx == "load":
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
            return
        self.write(f"(_of[{key}] if type(_of := ")
        self.visit(node.node, frame)
        self.write(f") is dict and {key} in _of else environment.getattr(_of, {key}))")

    @optimizeconst
    def visit_Call(  # noqa: N802 -- as Jinja calls it
        self, node: nodes.Call, frame: Any, forward_caller: bool = False
    ) -> None:
        named = [keyword.key for keyword in node.kwargs]
        if forward_caller or node.dyn_args or node.dyn_kwargs or any(map(iskeyword, named)):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")


class CachingEnvironment(Environment):
    """Templates whose pieces are drawn once; all of them are HTML."""

    context_class = PlainContext
    code_generator_class = ShortCodeGenerator

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        # Nothing here is asynchronous: what filters stand for is called without asking each time.
        self.filters = {name: getattr(one, "__wrapped__", one) for name, one in self.filters.items()}

    @staticmethod
    def called(draw: Callable[..., str], takes: int, macro: Callable[[], Macro]) -> Callable[..., str]:
        """Return a function that draws a macro at once where it is given all its arguments in order."""

        def drawn(*arguments: Any, **named: Any) -> str:
            if named or len(arguments) != takes:
                return macro()(*arguments, **named)
            return str.__new__(Markup, draw(*arguments))

        return drawn

    @staticmethod
    def escaped(value: Any) -> str:
        """Escape what is inserted; most of it is drawn already, a number, or has nothing to escape."""
        kind = type(value)
        if kind is Markup or kind is Part or (kind is str and UNSAFE(value) is None):
            return value  # type: ignore[no-any-return]
        return str(value) if kind is int else escape(value)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look into plain data first: views are dictionaries."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def join_path(self, template: str, parent: str) -> str:
        """Let every board have a felt of its own: what is read in there depends on its blocks."""
        return f"{parent}/{template}" if template == FELT else template

    def _child(self, name: str) -> nodes.Template | None:
        """Return the board that this felt was made for."""
        if not name.endswith(f"/{FELT}") or self.loader is None:
            return None
        child = name.removesuffix(f"/{FELT}")
        return self.parse(self.loader.get_source(self, child)[0], child)

    def compile(
        self, source: Any, name: str | None = None, filename: str | None = None, *how: Any, **named: Any
    ) -> Any:
        """Compile a template; macros of a file of pieces, and parts of boards, remember what they drew."""
        if isinstance(source, str) and name:
            source = self.parse(source, name, filename)
            if name.endswith(PIECES):
                source.body = [part for node in source.body for part in _cached(node, name)]
            add_reads(source, name, self._child(name))
        return super().compile(source, name, filename, *how, **named)


def _cached(node: nodes.Node, template: str) -> list[nodes.Node]:
    """Wrap a macro by `CachedMacro` where it is defined."""
    if not isinstance(node, nodes.Macro):
        return [node]
    arguments = [nodes.Name(node.name, "load"), nodes.Const(template), nodes.Const(node.name)]
    made = nodes.Call(nodes.Name("once", "load"), arguments, [], None, None)
    return [node, nodes.Assign(nodes.Name(node.name, "store"), made).set_lineno(node.lineno)]
