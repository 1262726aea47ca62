"""Write docs/api.md: the public interface, made from docstrings; their examples are run by the tests."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chancebox as cb
from chancebox import api, bots
from chancebox.bots import interface
from chancebox.engine.game import endings, errors
from chancebox.engine.game import game as games
from chancebox.reviews import report

HERE = Path(__file__).parent.parent / "docs"
TARGET = HERE / "api.md"
HEAD = """# The library

What `chancebox` offers, and what lies right behind it. Each chapter begins with how its names are imported;
what comes from `chancebox` itself is there after `import chancebox as cb`, too (`cb.new`). This page is made
from docstrings by `make api`, and the tests run its imports and examples. What is not named here may move.
"""
CHAPTERS: dict[str, list[Any]] = {
    "Beginning": [cb.new, cb.load, cb.at, cb.names, cb.game, cb.load_box, cb.position_text],
    "Playing": [cb.Match, cb.Action, cb.Event, cb.Result, endings.Ending, cb.Odd],
    "Games": [games.Game, games.Option],
    "Reviewing": [cb.review, cb.reviewing, cb.Review, report.SeatReview, report.Moment, report.Number],
    "Dealers": [cb.Dealer, cb.Seeded, cb.Scripted, cb.Ask],
    "Bots": [bots.bot, bots.ask, bots.question, interface.Bot, interface.Question, interface.Thought,
             interface.Evaluation],
    "Refusals": [getattr(errors, name) for name in vars(errors) if name in api.__all__],
}  # fmt: skip
SEATS = {"CHANCE": "The seat of chance.", "SPECTATOR": "A viewer who sits at no seat."}


def page() -> str:
    """Write the page."""
    parts = [HEAD]
    for title, members in CHAPTERS.items():
        parts.append(f"## {title}\n")
        parts.append(f"```python\n{_imports(title, members)}\n```\n")
        if title == "Playing":
            parts += [f"`{name}` = {getattr(cb, name)}: {meaning}\n" for name, meaning in SEATS.items()]
        for member in members:
            parts += _class(member) if inspect.isclass(member) else _function(member, "###", member.__name__)
    return "\n".join(parts)


def _imports(title: str, members: list[Any]) -> str:
    """Write how the members of a chapter are imported."""
    named: dict[str, list[str]] = {}
    for member in members:
        named.setdefault(_home(member), []).append(member.__name__)
    if title == "Playing":
        named[cb.__name__] += SEATS
    return "\n".join(_import(module, members) for module, members in named.items())


def _home(member: Any) -> str:
    """Return the module that offers something: one that is there for that, or else where it is defined."""
    for module in (cb, bots):
        if member.__name__ in module.__all__:
            return module.__name__
    return str(member.__module__)


def _import(module: str, members: list[str]) -> str:
    line = f"from {module} import {', '.join(members)}"
    if len(line) <= 100:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in members) + ")"


def missing() -> set[str]:
    """Name what `import chancebox` offers and the page does not have."""
    told = {member.__name__ for members in CHAPTERS.values() for member in members}
    return set(api.__all__) - told - set(SEATS)


def _class(kind: type) -> Iterator[str]:
    base = kind.__bases__[0]
    parent = f"({base.__name__})" if issubclass(kind, Exception) else ""
    yield f"### `{kind.__name__}{parent}`\n"
    yield _text(kind)
    fields = list(_fields(kind))
    for name, member in vars(kind).items():
        if isinstance(member, property) and not name.startswith("_"):
            fields.append((name, _type(member.fget.__annotations__["return"]), _one_line(member)))
    if fields:
        rows = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in _cells(fields)]
        yield "\n".join(["| | | |", "|---|---|---|", *rows]) + "\n"
    for name, member in vars(kind).items():
        function = member.__func__ if isinstance(member, classmethod) else member
        if inspect.isfunction(function) and not name.startswith("_") and inspect.getdoc(function):
            yield from _function(function, "####", f"{kind.__name__}.{name}")


def _cells(fields: list[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    for name, holds, meaning in fields:
        yield f"`{name}`", f"`{holds}`", meaning


def _function(function: Any, level: str, name: str) -> Iterator[str]:
    yield f"{level} `{name}`\n"
    yield f"```python\n{_signature(function)}\n```\n"
    yield _text(function)


def _signature(function: Any) -> str:
    """Write how a function is called, a parameter a line if it is long."""
    found = inspect.signature(function)
    given = [one for one in found.parameters.values() if one.name not in ("self", "cls")]
    texts, named = [], False
    for one in given:
        if one.kind == one.KEYWORD_ONLY and not named:
            texts.append("*")
            named = True
        usual = (
            "" if one.default is one.empty else f" = {getattr(one.default, '__name__', repr(one.default))}"
        )
        texts.append(f"{one.name}: {_type(one.annotation)}{usual}")
    result = _type(found.return_annotation)
    short = f"{function.__name__}({', '.join(texts)}) -> {result}"
    if len(short) <= 100:
        return short
    return f"{function.__name__}(\n" + "".join(f"    {text},\n" for text in texts) + f") -> {result}"


def _type(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r"numpy\.ndarray\[.*?dtype\[typing\.Any\]\]", "Memory", text)
    return re.sub(r"\b[a-z_]+(?:\.[a-z_]+)*\.(?=[A-Z])", "", text).strip("'\"")


def _fields(kind: type) -> Iterator[tuple[str, str, str]]:
    """List annotated fields with the text below each: that is nowhere but in the source."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0].body  # type: ignore[attr-defined]
    for node, after in zip(body, [*body[1:], None], strict=True):
        if not isinstance(node, ast.AnnAssign) or ast.unparse(node.target).startswith("_"):
            continue
        is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        meaning = str(after.value.value) if is_text else ""  # type: ignore[union-attr, attr-defined]
        yield ast.unparse(node.target), ast.unparse(node.annotation), " ".join(meaning.split())


def _one_line(member: Any) -> str:
    return " ".join((inspect.getdoc(member) or "").partition("\n\n")[0].split())


def _text(member: Any) -> str:
    """Take a docstring, its examples fenced."""
    paragraphs = []
    for part in inspect.cleandoc(member.__doc__ or "").split("\n\n"):
        is_example = part.startswith(">>>")
        paragraphs.append(f"```pycon\n{part}\n```" if is_example else part)
    return "\n\n".join(paragraphs) + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
    print(f"{TARGET.relative_to(HERE.parent)}: {len(page().splitlines())} lines")
