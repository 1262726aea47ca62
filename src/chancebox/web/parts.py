"""
Parts of a board: drawn again when what they show has changed, and sent again only then.

In a template, `{% call keep() %} … {% endcall %}` is such a part. What it reads of the page is found when
the template is compiled (`add_reads`): names, `v.round`, `v.players[me]`, and what blocks and macros in it
read. A part is remembered by the values of all that, and by the reader's language, so it needs no list that
somebody could forget to extend, and nobody gets a part that was drawn from what another one may know.

A board is the parts and what stands between them, in order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeGuard

import msgspec
from jinja2 import UndefinedError, nodes
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import Undefined
from markupsafe import Markup

from chancebox.engine.game.texts import language

KEEP, ITEM = "keep", "item_of"
MODULES = frozenset({"pieces", "own"})
TEXTS = frozenset({"_", "n_", "p_", "forms", "listed", "number", "language"})
CONSTANT = MODULES | TEXTS | {KEEP, ITEM, "namespace", "range"}
"""Names that mean the same on every page of a game, and functions that return the same for the same."""
MOST = 300
"""Parts that are kept of the versions of one table; a board has some dozens."""
NEVER = nodes.Name("keep", "load")
"""Stands for what is not known: a function is no plain data, so such a part is drawn each time."""
ASKED = frozenset({"tally", "happened", "since", "noticed", "before"})
"""Functions of a board (`frames`): what they return is what is read."""


def item(owner: Any, at: Any) -> Any:
    """Return what lies at a place; nothing where there is no such place, or none is named."""
    try:
        return owner[at]
    except (TypeError, LookupError, UndefinedError):
        return None


class Part(Markup):
    """HTML that is sent as one."""


class Board:
    """The HTML of a board: the parts it is put together from."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[str]) -> None:
        self.parts = parts

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __str__(self) -> str:
        return "".join(self.parts)


def put_together(drawn: Iterable[str]) -> Board:
    """Gather what a template yields; what stands between two parts is one, too."""
    parts: list[str] = []
    between: list[str] = []
    for one in drawn:
        if type(one) is Part:
            if between:
                parts.append("".join(between))
                between.clear()
            parts.append(one)
        else:
            between.append(one)
    parts.append("".join(between))
    return Board(parts)


def _plain(value: Any) -> Any:
    """Turn what may stand in a key into plain data; what cannot is refused, and its part drawn each time."""
    if isinstance(value, Markup):
        return "drawn", str.__str__(value)
    if isinstance(value, Undefined):
        return ("undefined",)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError


_encode = msgspec.msgpack.Encoder(enc_hook=_plain).encode


class Parts:
    """The parts of the boards of one table, as they were drawn for its latest versions."""

    def __init__(self) -> None:
        self._recent: dict[tuple[str, str, bytes], Part] = {}
        self._older: dict[tuple[str, str, bytes], Part] = {}

    def __len__(self) -> int:
        return len(self._recent) + len(self._older)

    def age(self) -> None:
        """Forget what was not asked for since the last time."""
        self._recent, self._older = {}, self._recent

    def keep(self, draw: Callable[[], str], name: str, *shown: Any) -> Part:
        """Return what was drawn under this name of the same values for the same reader; else draw it."""
        try:
            key = (name, language(), _encode(shown))
        except TypeError:
            # Something that is not plain data: draw it.
            return str.__new__(Part, draw())
        part = self._recent.get(key)
        if part is None:
            part = self._older.get(key)
            if part is None:
                part = str.__new__(Part, draw())
            if len(self._recent) >= MOST:
                self.age()
            self._recent[key] = part
        return part


def add_reads(template: nodes.Template, name: str, child: nodes.Template | None = None) -> None:
    """
    Give each `keep` of a template its name, and all that it reads.

    `child` is the template that extends this one: its blocks stand in place of those here.
    """
    ways = _Ways(template, child)
    for n, block in enumerate(template.find_all(nodes.CallBlock)):
        if is_keep(block):
            reads = _Reads(ways)
            reads.follow(block.body)
            block.call.args = [nodes.Const(f"{name} {n}"), *reads.all()]
            block.call.set_lineno(block.lineno)


def is_keep(block: nodes.CallBlock) -> bool:
    """Return whether a block of a template is a part that is kept."""
    return _is_name(block.call.node, KEEP)


class _Ways:
    """Where macros and blocks of a template and its child lead."""

    def __init__(self, template: nodes.Template, child: nodes.Template | None) -> None:
        assert template.environment is not None
        self.env = template.environment
        both = [template, *([child] if child else [])]
        self.macros = {macro.name: macro for one in both for macro in one.find_all(nodes.Macro)}
        self.blocks: dict[str, list[nodes.Block]] = {}
        for one in both:
            for block in one.find_all(nodes.Block):
                # That of the child counts, and what it calls super().
                above = self.blocks.get(block.name, []) if _calls_super(block) else []
                self.blocks[block.name] = [*above, block]

    def read(self, name: str) -> nodes.Template:
        """Read another file."""
        assert self.env.loader is not None
        return self.env.parse(self.env.loader.get_source(self.env, name)[0], name)


class _Reads:
    """Finds what a part of a template reads of the page."""

    def __init__(self, ways: _Ways) -> None:
        self._ways = ways
        self._followed: set[str] = set()
        self._found: dict[str, nodes.Expr] = {}

    def follow(self, body: list[nodes.Node], given: Mapping[str, nodes.Expr] = MappingProxyType({})) -> None:
        """Follow what stands in a body, where some names were given what is read elsewhere."""
        whole = nodes.Template(body, lineno=1)
        whole.set_environment(self._ways.env)
        free = find_undeclared_variables(whole) - CONSTANT - self._ways.macros.keys()
        # What is set in one branch alone comes from the page in the others, if there is such a thing.
        for name in whole.find_all(nodes.Name):
            if name.ctx == "store" and name.name in free:
                free.discard(name.name)
                self._add(nodes.Name(name.name, "load"))
        stored = Counter(name.name for name in whole.find_all(nodes.Name) if name.ctx != "load")
        scope = _Scope(free, dict(given), {name for name, times in stored.items() if times == 1})
        self._visit_all(body, scope)

    def _visit(self, node: nodes.Node, scope: "_Scope") -> None:
        match node:
            case nodes.Block():
                for block in self._ways.blocks[node.name]:
                    self.follow(block.body)
            case nodes.Include(template=nodes.Const(value=str(name))):
                self.follow(self._ways.read(name).body)
            case nodes.Include() | nodes.Import() | nodes.FromImport():
                self._add(NEVER)
            case nodes.Call():
                self._visit_call(node, scope)
            case nodes.Macro():
                self._visit_all([*node.defaults, *node.body], scope)
            case nodes.Assign(target=nodes.Name(name=name), node=value) if scope.calls(name, value):
                pass
            case nodes.Name() | nodes.Getattr() | nodes.Getitem() if (path := scope.path(node)) is not None:
                self._add(path)
            case _:
                self._visit_all(node.iter_child_nodes(), scope)

    def _visit_call(self, node: nodes.Call, scope: "_Scope") -> None:
        match node.node:
            case nodes.Name(name=name) if name in self._ways.macros:
                self._follow_macro(self._ways.macros[name], node, scope)
                return
            case nodes.Name(name=name) if name in ASKED and all(scope.path(one) for one in node.args):
                self._add(nodes.Call(node.node, [scope.path(one) for one in node.args], [], None, None))
                return
            case nodes.Name(name=name) if name in scope.free and name not in ("super", "caller"):
                self._add(NEVER)
            case nodes.Getattr() as method:
                # What a method returns follows from its object.
                self._visit(method.node, scope)
        self._visit_all([*node.args, *(keyword.value for keyword in node.kwargs)], scope)

    def _visit_all(self, visited: Iterable[nodes.Node], scope: "_Scope") -> None:
        for node in visited:
            self._visit(node, scope)

    def _follow_macro(self, macro: nodes.Macro, call: nodes.Call, scope: "_Scope") -> None:
        given = {}
        for parameter, argument in zip(macro.args, call.args, strict=False):
            if (path := scope.path(argument)) is not None:
                # Read as far as the macro reads it.
                given[parameter.name] = path
            else:
                self._visit(argument, scope)
        self._visit_all((keyword.value for keyword in call.kwargs), scope)
        way = f"{macro.name} {given}"
        if way not in self._followed:
            self._followed.add(way)
            inside = nodes.Macro(macro.name, macro.args, macro.defaults, macro.body)
            self.follow([inside], given)

    def all(self) -> list[nodes.Expr]:
        """List what is read; of what is read as a whole, no parts."""
        return [
            node for node in self._found.values() if not any(repr(one) in self._found for one in _above(node))
        ]

    def _add(self, node: nodes.Expr) -> None:
        if not isinstance(node, nodes.Const):
            self._found.setdefault(repr(node), node)


class _Scope:
    """The names in a part of a template that lead out of it."""

    def __init__(self, free: set[str], given: dict[str, nodes.Expr], once: set[str]) -> None:
        self.free = free
        self._given = given
        self._once = once
        """Names that are set at one place."""

    def calls(self, name: str, value: nodes.Node) -> bool:
        """Take a name for what it is set to, where it is never set to anything else; return whether it is."""
        path = self.path(value)
        if name not in self._once or not _is_item(path):
            return False
        self._given[name] = path
        return True

    def path(self, node: nodes.Node) -> nodes.Expr | None:
        """
        Write what is read as the page calls it: `asked`, `v.round`, `v.players[me].dice`; else nothing.

        No longer than that: what lies behind may not be there at all times.
        """
        match node:
            case nodes.Const():
                return node
            case nodes.Name():
                name = nodes.Name(node.name, "load") if node.name in self.free else None
                return self._given.get(node.name, name)
            case nodes.Getattr(node=nodes.Name() | nodes.Getitem() as owner):
                path = self.path(owner)
                if isinstance(path, nodes.Name) or _is_item(path):
                    return nodes.Getattr(path, node.attr, "load")
                return path
            case nodes.Getitem(node=nodes.Name() | nodes.Getattr() as items):
                of, at = self.path(items), self.path(node.arg)
                if isinstance(of, nodes.Name | nodes.Getattr) and at is not None:
                    return nodes.Call(nodes.Name(ITEM, "load"), [of, at], [], None, None)
        return None


def _above(node: nodes.Node) -> Iterator[nodes.Node]:
    """List what a path is a part of."""
    while isinstance(node, nodes.Getattr) or _is_item(node):
        node = node.node if isinstance(node, nodes.Getattr) else node.args[0]
        yield node


def _is_item(node: nodes.Node | None) -> TypeGuard[nodes.Call]:
    return isinstance(node, nodes.Call) and _is_name(node.node, ITEM)


def _is_name(node: nodes.Node, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name


def _calls_super(block: nodes.Block) -> bool:
    return any(_is_name(call.node, "super") for call in block.find_all(nodes.Call))
