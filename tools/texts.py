"""
Collect all texts that people read into `languages/chancebox.pot`, and bring the translations up to date.

`make texts` runs it. A new text stands in each `.po` with an empty translation, to be filled by hand; one
that is not used any more is gone. tests/test_languages.py fails until all texts are translated.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from chancebox.engine.game.texts import CATALOGS, ENGLISH, LANGUAGES

SOURCE = Path(__file__).parent.parent / "src" / "chancebox"
TEMPLATE = CATALOGS / "chancebox.pot"
METHODS = [("**/migrations/**", "ignore"), ("**.py", "python"), ("**.html", "jinja2")]
KEYWORDS = {"_": None, "mark": None, "n_": (1, 2), "forms": (1, 2), "p_": ((1, "c"), 2)}
NAMED_IN_BOX = ("second_chance",)
NOTE = "Translators:"
"""With this a comment begins that stands above a text for those who translate it."""

HEAD = """\
# What people read in Chancebox; `make texts` collects it, docs/languages has a style sheet for each language.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def main() -> None:
    """Write the template, and all translations as far as they are there."""
    template = collect()
    _write(template, TEMPLATE)
    for code in LANGUAGES:
        if code != ENGLISH:
            translated = update(template, code)
            _write(translated, CATALOGS / f"{code}.po")
            missing = sum(not is_done(message) for message in translated if message.id)
            print(f"{code}: {missing} of {len(translated)} texts are not translated")


def collect() -> Catalog:
    """Return every text with the files in which it stands, in the order of these."""
    found: dict[tuple[str, object], set[str]] = {}
    notes: dict[tuple[str, object], list[str]] = {}
    for file, id, comments, context in [*_in_sources(), *_in_boxes()]:
        found.setdefault((context or "", id), set()).add(file)
        notes.setdefault((context or "", id), []).extend(comments)
    template = Catalog(project="Chancebox", fuzzy=False)
    for key, files in sorted(found.items(), key=lambda one: (min(one[1]), str(one[0]))):
        context, id = key
        places = [(file, 1) for file in sorted(files)]
        template.add(id, context=context or None, locations=places, auto_comments=notes[key])
    return template


def update(template: Catalog, code: str) -> Catalog:
    """Return the translations of a language for the texts that there are now; what is guessed is left out."""
    made, before = Catalog(locale=code, project="Chancebox", fuzzy=False), read(code)
    for message in template:
        if message.id:
            old = before.get(message.id, message.context)
            if old is not None and old.id != message.id:
                old = None  # it has another plural now, or had none
            made.add(
                message.id,
                old.string if old is not None else None,
                context=message.context,
                locations=message.locations,
                auto_comments=message.auto_comments,
                user_comments=old.user_comments if old is not None else (),
            )
    return made


def read(code: str) -> Catalog:
    """Read the translations of a language."""
    file = CATALOGS / f"{code}.po"
    if not file.exists():
        return Catalog(locale=code)
    with file.open("rb") as opened:
        return read_po(opened, locale=code, abort_invalid=True)


def is_done(message: Message) -> bool:
    """Return whether a text has its translation, in all forms."""
    forms = message.string if isinstance(message.string, (tuple, list)) else [message.string]
    return bool(forms) and all(forms)


def _in_sources() -> Iterator[tuple[str, object, list[str], str | None]]:
    options = {"**.html": {"trimmed": "false"}}
    for file, _line, id, comments, context in extract_from_dir(
        SOURCE, METHODS, options, KEYWORDS, [NOTE], strip_comment_tags=True
    ):
        yield file.replace("\\", "/"), id, list(comments), context


def _in_boxes() -> Iterator[tuple[str, object, list[str], str | None]]:
    """Find what cards are called, where the box has it in words and not as keys for a list of names."""
    for file in sorted(SOURCE.glob("games/*/box.toml")):
        for parts in tomllib.loads(file.read_text(encoding="utf-8")).values():
            for part in parts if isinstance(parts, list) else []:
                if isinstance(part, dict) and file.parent.name in NAMED_IN_BOX and "name" in part:
                    yield file.relative_to(SOURCE).as_posix(), part["name"], [], None


def _write(catalog: Catalog, file: Path) -> None:
    with file.open("wb") as opened:
        # A head of our own, without a date: nothing changes where no text has.
        opened.write(
            HEAD.format(language=catalog.locale_identifier or "", plurals=catalog.plural_forms).encode()
        )
        write_po(opened, catalog, width=100, include_lineno=False, omit_header=True)


if __name__ == "__main__":
    main()
