"""
Draw once: macros that depend on nothing but their arguments are remembered by them.

A board is made of the same dice, marks and cards for all viewers and from move to move, and most
of the time to draw it went into drawing these again. When a template is compiled, every macro
that reads only its own arguments, texts and other such macros is wrapped by `Once`; which ones
these are is found out from the template, so that nobody has to remember to say it.
"""

import re
from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context
from markupsafe import Markup, escape

from chancebox.engine import texts

PURE = {"_", "n_", "asset", "art", "range", "loop", "pieces"}
"""Names whose meaning does not depend on the table."""
MOST = 20_000
"""What is remembered altogether; then it begins anew."""

UNSAFE = re.compile("""[&<>'"]""").search

_drawn: dict[Hashable, Markup] = {}


class Once:
    """A macro that remembers what it drew."""

    def __init__(self, macro: Callable[..., Markup], template: str, name: str) -> None:
        self._macro = macro
        self._key = (template, name)

    def __call__(self, *arguments: Any, **named: Any) -> Markup:
        try:
            key: Hashable = (self._key, texts.reader(), msgspec.json.encode((arguments, named)))
        except TypeError:
            # Something that is not plain data, such as an undefined value: draw it.
            return self._macro(*arguments, **named)
        drawn = _drawn.get(key)
        if drawn is None:
            if len(_drawn) >= MOST:
                _drawn.clear()
            drawn = _drawn[key] = self._macro(*arguments, **named)
        return drawn


class Plainly(Context):
    """Calls functions as they are: none of ours takes the context, and looking for that took a fifth."""

    def call(self, function: Any, /, *arguments: Any, **named: Any) -> Any:
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        return function(*arguments, **named)


class Briefly(CodeGenerator):
    """Escapes by `Environment.escaped`; otherwise templates are compiled as usual."""

    def _output_child_pre(self, node: nodes.Expr, frame: Any, finalize: Any) -> None:
        self.write("environment.escaped(")


class DrawOnce(Environment):
    """Templates whose pure macros are drawn once; all of them are HTML."""

    context_class = Plainly
    code_generator_class = Briefly

    @staticmethod
    def escaped(value: Any) -> str:
        """Escape what is inserted; most of it is drawn already, a number, or has nothing to escape."""
        kind = type(value)
        if kind is Markup or (kind is str and UNSAFE(value) is None):
            return value  # type: ignore[no-any-return]
        return str(value) if kind is int else escape(value)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look into plain data first: views are dictionaries."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        remember(tree, name or "")
        return tree


def remember(tree: nodes.Template, template: str) -> None:
    """Wrap the pure macros of a template where they are defined."""
    pure = set(PURE)
    body: list[nodes.Node] = []
    for node in tree.body:
        body.append(node)
        if isinstance(node, nodes.Import) and not node.with_context:
            pure.add(node.target)
        elif isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            if _reads(node.node) <= pure:
                pure.add(node.target.name)
        elif isinstance(node, nodes.Macro):
            own = {argument.name for argument in node.args}
            if all(_reads(part) - own - _writes(node) <= pure for part in [*node.body, *node.defaults]):
                pure.add(node.name)
                body.append(_wrapped(node, template))
    tree.body = body


def _wrapped(macro: nodes.Macro, template: str) -> nodes.Node:
    made = nodes.Call(
        nodes.Name("once", "load"),
        [nodes.Name(macro.name, "load"), nodes.Const(template), nodes.Const(macro.name)],
        [],
        None,
        None,
    )
    assign = nodes.Assign(nodes.Name(macro.name, "store"), made)
    return assign.set_lineno(macro.lineno)


def _reads(node: nodes.Node) -> set[str]:
    """The names that a part of a template reads, whether or not it also sets them."""
    found = {name.name for name in node.find_all(nodes.Name) if name.ctx == "load"}
    if isinstance(node, nodes.Name) and node.ctx == "load":
        found.add(node.name)
    return found


def _writes(node: nodes.Node) -> set[str]:
    return {name.name for name in node.find_all(nodes.Name) if name.ctx in ("store", "param")}
