"""What a part of a template reads is found when it is compiled: all of it, and no more than it must."""

import pytest
from jinja2 import DictLoader, StrictUndefined, nodes

from chancebox.games import names
from chancebox.web import parts, render, template_cache
from chancebox.web.parts import Parts, item
from chancebox.web.template_cache import CachingEnvironment

READS = [
    ("{{ a }}", {"a"}),
    ("{{ v.round }}{{ v.step.x }}", {"v.round", "v.step"}),
    ("{{ v.players[me].dice }}", {"v.players[me].dice"}),
    ("{{ v.players[v.turn].dice.x }}", {"v.players[v.turn].dice"}),
    ("{{ v.players[me].dice }}{{ v.players[me] }}", {"v.players[me]"}),
    ("{% set p = v.players[me] %}{{ p.dice }}{{ p.stock }}", {"v.players[me].dice", "v.players[me].stock"}),
    ("{% set p = v.players[me] %}{{ p.dice }}{% set p = v.players[0] %}", {"v.players[me]", "v.players[0]"}),
    ("{% set p = v.players[me] %}{% for p in v.list %}{{ p.dice }}{% endfor %}", {"v.players[me]", "v.list"}),
    ("{% for p in v.players %}{% set q = p[a] %}{{ q.x }}{% endfor %}", {"v.players", "a"}),
    ("{{ v }}{{ v.round }}", {"v"}),
    ("{% for p in v.players %}{{ p.x }}{{ loop.index }}{% endfor %}", {"v.players"}),
    ("{% set x = v.a %}{{ x.b }}", {"v.a"}),
    ("{% if a %}{% set x = 1 %}{% endif %}{{ x }}", {"a", "x"}),
    ("{{ v.items.get(k) }}", {"v.items", "k"}),
    ("{{ _('word') }}{{ own.card(v.card, a) }}", {"v.card", "a"}),
    ("{{ m(v.chair) }}", {"v.chair", "v.round"}),
    ("{{ n(a) }}", {"v.players[a].z"}),
    ("{{ n(a + 1) }}", {"v.players", "a"}),
    ("{{ tally(a, 'stock') }}", {"tally(a,'stock')"}),
    ("{{ unknown(a) }}", {"keep", "a"}),
    ("{{ a|map(attribute='x')|list }}{{ 'text' }}{{ 3 }}", {"a"}),
]
MACROS = """{% macro m(x) %}{{ x.y }}{{ v.round }}{% endmacro %}
    {% macro n(seat) %}{{ v.players[seat].z }}{% endmacro %}"""


def reads(source: str, parent: str = "") -> list[set[str]]:
    """Compile a template; return what each of its parts reads, written as in a template."""
    found: list[set[str]] = []
    files = DictLoader({"board": source, "board/felt.html": parent})
    env = CachingEnvironment(loader=files, undefined=StrictUndefined)
    made = parts.add_reads

    def note(template: nodes.Template, name: str, child: nodes.Template | None = None) -> None:
        made(template, name, child)
        for block in template.find_all(nodes.CallBlock):
            found.append({_written(one) for one in block.call.args[1:]})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(template_cache, "add_reads", note)
        env.get_template("board/felt.html" if parent else "board")
    return found


def _written(node: nodes.Node) -> str:
    match node:
        case nodes.Name():
            return node.name
        case nodes.Const():
            return repr(node.value)
        case nodes.Getattr():
            return f"{_written(node.node)}.{node.attr}"
        case nodes.Call(node=nodes.Name(name="item_of")):
            return f"{_written(node.args[0])}[{_written(node.args[1])}]"
        case nodes.Call():
            return f"{_written(node.node)}({','.join(map(_written, node.args))})"
    raise AssertionError(node)


@pytest.mark.parametrize(("body", "found"), READS)
def test_a_part_reads_what_it_shows(body: str, found: set[str]) -> None:
    assert reads(MACROS + "{% call keep() %}" + body + "{% endcall %}") == [found]


def test_blocks_of_the_child_stand_in_place_of_those_of_the_felt() -> None:
    blocks = "{% block x %}{{ b }}{% endblock %}{% block y %}{{ c }}{% endblock %}"
    felt = "{% call keep() %}{{ a }}" + blocks + "{% endcall %}"
    board = """{% extends "felt.html" %}
        {% block x %}{{ v.d }}{% endblock %}
        {% block y %}{{ super() }}{{ v.e }}{% endblock %}"""
    assert reads(board, felt) == [{"a", "v.d", "c", "v.e"}]


def test_an_item_that_is_not_there_is_nothing() -> None:
    assert item([1, 2], 1) == 2
    assert item([1, 2], None) is item([1, 2], 7) is item(None, 0) is None


@pytest.mark.parametrize("name", names())
def test_all_parts_of_our_boards_can_be_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not known what a part reads it is drawn each time, and nobody would notice."""
    added: list[nodes.Expr] = []
    add = parts._Reads._add

    def note(self: parts._Reads, node: nodes.Expr) -> None:
        added.append(node)
        add(self, node)

    monkeypatch.setattr(parts._Reads, "_add", note)
    render.templates.cache_clear()
    render.board_parts.cache_clear()
    try:
        template, _pieces, _own = render.board_parts(name)
        template.environment.get_template("felt.html", template.name)
    finally:
        render.templates.cache_clear()
        render.board_parts.cache_clear()
    assert added
    assert parts.NEVER not in added


def test_a_part_is_drawn_when_what_it_reads_has_changed() -> None:
    files = DictLoader({"board": "{% call keep() %}{{ v.a }}{% if v.b %}{{ v.c.d }}{% endif %}{% endcall %}"})
    env = CachingEnvironment(loader=files, autoescape=True, undefined=StrictUndefined)
    kept = Parts()

    def draw(**v: object) -> str:
        return env.get_template("board").render(v=v, keep=kept.keep)

    assert draw(a=1, b=0, c=None) == "1"
    assert draw(a=2, b=0, c=None) == "2"
    assert draw(a=1, b=1, c={"d": "<"}) == "1&lt;"
    assert draw(a=1, b=1, c={"d": ">"}) == "1&gt;"
    assert draw(a=1, b=0, c=None) == "1"
    assert len(kept) == 4
