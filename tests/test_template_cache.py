"""Pieces that are drawn once: nobody can tell the difference."""

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from chancebox.engine.game.texts import PSEUDO, _, reading
from chancebox.web import template_cache
from chancebox.web.template_cache import CachedMacro, CachingEnvironment

PIECES = """
{% set words = {"a": 1} %}
{% macro inner(x) %}({{ x }}){% endmacro %}
{% macro m(x, y=3) %}{% for z in [x, y] %}<i id={{ z }}>{{ inner(z) }}{% endfor %}{{ words.a }}{% endmacro %}
{% macro curious(x) %}{{ x }}{{ table }}{% endmacro %}
{% macro word(x) %}{{ _('word') }}{{ x }}{% endmacro %}
"""
CALLS = [
    "own.m(1)",
    "own.m(x=1)",
    "own.m(1, y=2)",
    "own.m(true)",
    "own.m(1.0)",
    "own.m('1')",
    "own.m('<&\"')",
    "own.m(drawn)",
    "own.m('<b>')",
    "own.m([drawn, '<b>'])",
    "own.m(['<b>', drawn])",
    "own.m({'a': [1, none]})",
    "own.m(thing)",
]


class Thing:
    """Something that is not plain data."""

    count = 0

    def __str__(self) -> str:
        Thing.count += 1
        return f"thing {Thing.count} <"


def render(kind: type[Environment], page: str, **context: object) -> str:
    files = DictLoader({"page": '{% import "own/pieces.html" as own %}' + page, "own/pieces.html": PIECES})
    env = kind(loader=files, autoescape=True, undefined=StrictUndefined)
    env.globals.update(once=CachedMacro, _=_)
    return env.get_template("page").render(context)


def test_a_piece_is_drawn_as_ever_whatever_was_drawn_before() -> None:
    """What looks alike but is not (1 and true, a text and what is drawn already) must not be mixed up."""
    page = "\n".join(f"{{{{ {call} }}}}" for call in CALLS)
    template_cache._drawn.clear()
    drawn = []
    for kind in (Environment, CachingEnvironment, CachingEnvironment):
        Thing.count = 0
        drawn.append(render(kind, page, drawn=Markup("<b>"), thing=Thing()))
    assert drawn[0] == drawn[1]
    assert drawn[2] == drawn[0]


def test_a_piece_is_drawn_once() -> None:
    template_cache._drawn.clear()
    render(CachingEnvironment, "{{ own.m(1) }}{{ own.m(1) }}{{ own.m(2) }}")
    assert [key[0][1] for key in template_cache._drawn].count("m") == 2


def test_a_piece_can_not_depend_on_the_page() -> None:
    with pytest.raises(UndefinedError):
        render(CachingEnvironment, "{{ own.curious(1) }}", table="one")


def test_macros_elsewhere_see_the_page_and_are_drawn_each_time() -> None:
    page = "{% macro m(x) %}{{ x }}{{ table }}{% endmacro %}{{ m(1) }}"
    assert [render(CachingEnvironment, page, table=table) for table in ("one", "two")] == ["1one", "1two"]


def test_what_is_drawn_is_remembered_by_its_reader() -> None:
    """Two readers in two languages must not get each other's words."""
    template_cache._drawn.clear()
    assert render(CachingEnvironment, "{{ own.word(1) }}") == "word1"
    with reading(PSEUDO):
        assert render(CachingEnvironment, "{{ own.word(1) }}") == "⟦word⟧1"
    assert render(CachingEnvironment, "{{ own.word(1) }}") == "word1"


def test_only_so_much_is_remembered_and_what_is_asked_for_stays() -> None:
    kept = template_cache.Drawings(40_000)
    often = (("template", "often"), "en", b"")
    kept.keep(often, Markup("<b>"))
    for n in range(1000):
        kept.keep((("template", "once"), "en", str(n).encode()), Markup("x" * 100))
        assert kept.get(often) == "<b>"
    assert 50 < len(list(kept)) < 300
    assert kept.get((("template", "once"), "en", b"999")) == "x" * 100
    assert kept.get((("template", "once"), "en", b"0")) is None
