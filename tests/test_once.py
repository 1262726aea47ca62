"""Macros that are drawn once: which ones, and that nobody can tell the difference."""

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined

from chancebox.engine.texts import _, reading
from chancebox.web import once
from chancebox.web.once import DrawOnce, Once

CASES = {
    "arguments": ("{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(1) }}{{ m('<') }}{{ m({'a': [1]}) }}", True),
    "context": ("{% macro m(x) %}{{ x }}{{ table }}{% endmacro %}{{ m(1) }}", False),
    "local": (
        "{% macro m(x) %}{% for y in x %}{% set z = y %}{{ z }}{% endfor %}{% endmacro %}{{ m([1, 2]) }}",
        True,
    ),
    "nested": (
        "{% macro a(x) %}{{ x }}{% endmacro %}{% macro m(x) %}{{ a(x) }}{% endmacro %}{{ m(2) }}",
        True,
    ),
    "nested impure": (
        "{% macro a(x) %}{{ x }}{{ table }}{% endmacro %}{% macro m(x) %}{{ a(x) }}{% endmacro %}{{ m(2) }}",
        False,
    ),
    "constant": ("{% set k = {'a': 1} %}{% macro m(x) %}{{ k[x] }}{% endmacro %}{{ m('a') }}", True),
    "derived": ("{% set k = table %}{% macro m(x) %}{{ k }}{% endmacro %}{{ m('a') }}", False),
    "default": ("{% macro m(x, y=table) %}{{ x }}{{ y }}{% endmacro %}{{ m('a') }}", False),
    "named": ("{% macro m(x, y=3) %}{{ x }}{{ y }}{% endmacro %}{{ m(1, y=2) }}{{ m(1) }}{{ m(x=1) }}", True),
}


def render(kind: type[Environment], source: str, **context: object) -> str:
    env = kind(loader=DictLoader({"t": source}), autoescape=True, undefined=StrictUndefined)
    env.globals.update(once=Once, _=_)
    return env.get_template("t").render(context)


@pytest.mark.parametrize(("source", "pure"), CASES.values(), ids=CASES)
def test_what_depends_on_the_table_is_drawn_each_time(source: str, pure: bool) -> None:
    once._drawn.clear()
    for table in ("one", "two", "one"):
        assert render(DrawOnce, source, table=table) == render(Environment, source, table=table)
    outer = [key for key in once._drawn if key[0] == ("t", "m")]  # type: ignore[index]
    assert bool(outer) == pure


def test_what_is_drawn_is_remembered_by_its_reader() -> None:
    """Two readers in two languages must not get each other's words."""
    import gettext

    class Shouting(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.upper()

    once._drawn.clear()
    source = "{% macro m(x) %}{{ _('word') }}{{ x }}{% endmacro %}{{ m(1) }}"
    assert render(DrawOnce, source) == "word1"
    with reading(Shouting()):
        assert render(DrawOnce, source) == "WORD1"
    assert render(DrawOnce, source) == "word1"
