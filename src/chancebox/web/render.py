"""
Templates: how pages and tables become HTML.

A game's own template is `web/table.html` in its folder and fills the blocks of `felt.html` with the
macros of its `pieces.html`. It gets nothing but the view of a hidden record, so it could not show
a secret if it tried. `web/summary.html` fills those of `summary.html`: the game on one page.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined, Template
from jinja2.environment import TemplateModule
from markupsafe import Markup

from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import (
    LANGUAGES,
    _,
    day_text,
    forms,
    language,
    listed,
    n_,
    number,
    p_,
    remembered,
)
from chancebox.games import game
from chancebox.web import assets
from chancebox.web.parts import Board, item, put_together
from chancebox.web.template_cache import FELT, CachedMacro, CachingEnvironment

TEMPLATES = Path(__file__).parent / "templates"
TITLE = re.compile(r"\A\s*# .*\n")
GENERIC = "generic.html"
"""The board of a game that has no template of its own."""


def page(template: str, **context: Any) -> str:
    """Render a page."""
    return templates().get_template(template).render(context)


def board(found: Game, **context: Any) -> Board:
    """Render a table of a game."""
    template, pieces, own = board_parts(found.key)
    env = template.environment
    # As `Template.render` does it, but what is global is a plain dictionary, which is quicker to copy.
    known = {**env.globals, **context, "pieces": pieces, "own": own}
    drawn = template.root_render_func(env.context_class(env, known, template.name, template.blocks))
    try:
        return put_together(drawn)
    except Exception:
        # Names the line of the template.
        env.handle_exception()


@cache
def board_parts(name: str) -> tuple[Template, TemplateModule, TemplateModule | None]:
    """Find the template of a game, the pieces that all games use, and the game's own."""
    env = templates()
    pieces = env.get_template("pieces.html").module
    if not (game(name).web / "table.html").exists():
        return env.get_template(GENERIC), pieces, None
    own = env.get_template(f"games/{name}/pieces.html").module
    return env.get_template(f"games/{name}/table.html"), pieces, own


@remembered
def rules_html(name: str) -> Markup:
    """Turn the rules of a game for players into HTML; the text is ours."""
    from markdown_it import MarkdownIt

    text = game(name).rules_file(language()).read_text(encoding="utf-8")
    # The page has the title already.
    return Markup(MarkdownIt("commonmark").enable("table").render(TITLE.sub("", text)))


@remembered
def summary_html(name: str) -> Markup:
    """Draw the page on which a game is told in short, from the game's `summary.html`; nothing without one."""
    found = game(name)
    if not (found.web / "summary.html").exists():
        return Markup("")
    return Markup(page(f"games/{name}/summary.html", game=found))


@cache
def templates() -> Environment:
    """Prepare the templates; whatever is inserted is escaped, whatever is missing is an error."""
    env = CachingEnvironment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), FunctionLoader(_game_template)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals.update(_=_, n_=n_, forms=forms, p_=p_, listed=listed, number=number, day_text=day_text)
    env.globals.update(language=language, languages=LANGUAGES)
    env.globals.update(
        asset=assets.address, art=_art, badge=_badge, title=_title, once=CachedMacro, item_of=item
    )
    return env


def _game_template(name: str) -> str | None:
    """Find `games/<game>/<file>` in the folder of that game, and the felt on which a board lies."""
    if name.endswith(f"/{FELT}"):
        return (TEMPLATES / FELT).read_text(encoding="utf-8")
    prefix, found, file = [*name.split("/", 2), "", ""][:3]
    return (game(found).web / file).read_text(encoding="utf-8") if prefix == "games" else None


def _title(name: str) -> str:
    """Return what a game is called."""
    return _(game(name).title)


@cache
def _badge(name: str, key: str) -> Markup:
    """The picture of a badge of a game, or of all games; drawn by us."""
    own = game(name).web / "badges" / f"{key}.svg" if name else None
    file = own if own and own.exists() else TEMPLATES / "badges" / f"{key}.svg"
    return Markup(file.read_text(encoding="utf-8"))


@cache
def _art(name: str) -> Markup:
    """The picture of a game, to stand in a page; drawn by us."""
    file = game(name).web / "art.svg"
    return Markup(file.read_text(encoding="utf-8")) if file.exists() else Markup("")
