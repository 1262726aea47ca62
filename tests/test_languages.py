"""Translations: complete, of the texts that there are, with the same placeholders; and who reads which."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

import chancebox as cb
from chancebox.cli import main
from chancebox.engine.game import texts
from chancebox.engine.game.texts import (
    CATALOGS,
    ENGLISH,
    LANGUAGES,
    _,
    choose_language,
    listed,
    n_,
    number,
    reading,
)
from chancebox.games import game
from helpers import script

TRANSLATED = [code for code in LANGUAGES if code != ENGLISH]
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%(?:\(\w+\))?[rs]")
TAG = re.compile(r"</?[a-z][^>]*>|\[/?[a-z ]*\]")
CLAUSE = re.compile(r"\b[A-Z]{2}-R?\d+\b")
collecting = script("texts")


@pytest.fixture(scope="module")
def template() -> Catalog:
    found: Catalog = collecting.collect()
    return found


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text)  # type: ignore[call-overload]


def problems(message: Message) -> Iterator[str]:
    """Say what is wrong with a translation."""
    ids, translated = forms(message.id), forms(message.string or "")
    if not all(translated) or not translated:
        yield "is missing"
        return
    if message.fuzzy:
        yield "is only a guess"
    known, needed = set(PLACEHOLDER.findall(" ".join(ids))), set(PLACEHOLDER.findall(ids[-1]))
    for text in translated:
        if len(text) < 2 < len(ids[0]):
            yield "is a letter"
        if invented := set(PLACEHOLDER.findall(text)) - known:
            yield f"invents {invented}"
        if sorted(TAG.findall(text)) != sorted(TAG.findall(ids[0])):
            yield "has other tags"
        if any(text[end].isspace() != ids[0][end].isspace() for end in (0, -1)):
            yield "has other white space at its ends"
    # A form for one thing may say it in words; that for many needs its number.
    if lost := needed - set(PLACEHOLDER.findall(translated[-1])):
        yield f"loses {lost}"


def test_the_template_is_up_to_date(template: Catalog, tmp_path: Path) -> None:
    collecting._write(template, tmp_path / "new.pot")
    hint = "texts have changed: run `make texts` and fill in what is empty"
    assert (tmp_path / "new.pot").read_bytes() == (CATALOGS / "chancebox.pot").read_bytes(), hint


def written(file: Path) -> Iterator[tuple[str, object]]:
    """Find what a source gives to translation, with its context, as Python reads it."""
    wanted = {"_": 1, "mark": 1, "n_": 2, "p_": 2}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in wanted:
            given = node.args[: wanted[node.func.id]]
            words = [one.value for one in given if isinstance(one, ast.Constant)]
            if len(words) == wanted[node.func.id]:
                yield {
                    "n_": ("", tuple(words)),
                    "p_": (str(words[0]), words[-1]),
                }.get(node.func.id, ("", words[0]))


def test_all_that_is_written_is_collected_and_nothing_else() -> None:
    # Babel reads no calls within f-strings, and glues words that stand inside of a call: `_(card["name"])`.
    ours = {one for file in collecting.SOURCE.rglob("*.py") for one in written(file)}
    found = collecting._in_sources()
    collected = {(context or "", id) for file, id, _notes, context in found if file.endswith(".py")}
    assert sorted(ours ^ collected, key=str) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated(code: str, template: Catalog) -> None:
    catalog = collecting.read(code)
    assert not catalog.obsolete
    stale = [one.id for one in catalog if one.id and template.get(one.id, one.context) is None]
    assert stale == [], "run `make texts`"
    missing = [one.id for one in template if one.id and catalog.get(one.id, one.context) is None]
    assert missing == []
    wrong = [f"{one.id!r} {what}: {one.string!r}" for one in catalog if one.id for what in problems(one)]
    assert wrong == []


@pytest.mark.parametrize(
    ("id", "string", "wrong"),
    [
        ("Hello {name}", "Hallo {name}", []),
        ("Hello {name}", "Hallo", ["loses {'{name}'}"]),
        ("Hello", "Hallo {you}", ["invents {'{you}'}"]),
        ("Hello", "", ["is missing"]),
        (("empty", "empty"), ("v", "a"), ["is a letter", "is a letter"]),
        ("<b>Hello</b>", "Hallo", ["has other tags"]),
        ("Hello ", "Hallo", ["has other white space at its ends"]),
        (("{n} die", "{n} dice"), ("ein Würfel", "{n} Würfel"), []),
        (("{n} die", "{n} dice"), ("ein Würfel", ""), ["is missing"]),
    ],
)
def test_wrong_translations_are_found(id: str, string: str, wrong: list[str]) -> None:
    assert list(problems(Message(id, string))) == wrong
    if not wrong:
        assert list(problems(Message(id, string, flags={"fuzzy"}))) == ["is only a guess"]


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("name", cb.names())
def test_rules_are_translated_clause_by_clause(code: str, name: str) -> None:
    found = game(name)
    here, there = (found.rules_file(one).read_text(encoding="utf-8") for one in (code, ENGLISH))
    assert found.rules_file(code).name == f"rules.{code}.md"
    defined = re.compile(r"^- \*\*([A-Z]{2}-R?\d+)\*\*", re.MULTILINE)
    assert defined.findall(here) == defined.findall(there)
    assert set(CLAUSE.findall(here)) == set(CLAUSE.findall(there))
    for part in (r"^#+ ", r"^\|"):
        assert len(re.findall(part, here, re.MULTILINE)) == len(re.findall(part, there, re.MULTILINE)), part


THIRD_THROW = {
    "en": "third throw",
    "de": "dritten Wurf",
    "fr": "troisième",
    "it": "terzo lancio",
    "es": "tercer lanzamiento",
    "nl": "derde",
}
ACTIONS = {
    "en": "actions",
    "de": "Aktionen",
    "fr": "actions",
    "it": "Azioni",
    "es": "acciones",
    "nl": "acties",
}
KEPT_BACK = {
    "en": "keep",
    "de": "zurück",
    "fr": "gardes",
    "it": "tieni",
    "es": "guardas",
    "nl": "achterhoudt",
}


@pytest.mark.parametrize("code", [ENGLISH, *TRANSLATED])
@pytest.mark.parametrize(
    ("name", "clause", "told"),
    [
        ("gang-of-dice", "GD-15", THIRD_THROW),
        ("take-a-chance", "TC-13", THIRD_THROW),
        ("take-it-or-leave-it", "TL-10", ACTIONS),
        ("take-it-or-leave-it", "TL-17", KEPT_BACK),
    ],
)
def test_a_clause_tells_its_exception_in_every_language(
    code: str, name: str, clause: str, told: dict[str, str]
) -> None:
    rules = game(name).rules_file(code).read_text(encoding="utf-8")
    [text] = re.findall(rf"^- \*\*{clause}\*\*(.*?)^- ", rules, re.MULTILINE | re.DOTALL)
    assert told[code] in text


@pytest.mark.parametrize("code", [ENGLISH, *TRANSLATED])
def test_a_bomb_is_told_to_count_after_a_third_throw_as_well_as_after_stopping(code: str) -> None:
    gang = game("gang-of-dice")
    assert gang.lesson
    summary = (gang.folder / "web" / "summary.html").read_text(encoding="utf-8")
    told = [line.text for line in gang.lesson.LINES] + re.findall(r'_\("(.*?)"\)', summary)
    of_bombs = [text for text in told if "bomb" in text.lower() and "you stop" in text]
    assert of_bombs
    with reading(code):
        assert all(THIRD_THROW[code] in _(text) for text in of_bombs)


@pytest.fixture
def klingon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language with a few texts."""
    catalog = Catalog(locale="de")
    catalog.add("Hello", "nuqneH")
    catalog.add("{n:,} games, {share:.1%}", "{share:.1%}: {n:,}")
    catalog.add(("{n} die", "{n} dice"), ("wa'", "{n}mey"))
    with (tmp_path / "de.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(texts, "CATALOGS", tmp_path)
    for kept in (texts._catalog, texts._translated):
        kept.cache_clear()
    yield
    for kept in (texts._catalog, texts._translated):
        kept.cache_clear()


@pytest.mark.usefixtures("klingon")
def test_readers_get_their_language_and_numbers() -> None:
    assert _("Hello") == "Hello"
    with reading("de"):
        assert _("Hello") == "nuqneH"
        assert _("Never heard") == "Never heard"
        assert [n_("{n} die", "{n} dice", n).format(n=n) for n in (1, 2)] == ["wa'", "2mey"]
        assert _("{n:,} games, {share:.1%}").format(n=12345, share=0.5) == "50,0\xa0%: 12.345"
        assert f"{number(1234.5):,.1f}" == "1.234,5"
        with reading("fr"):
            assert _("Hello") == "Hello"  # nobody has built it
        assert _("Hello") == "nuqneH"
    assert f"{number(1234.5):,.1f}" == "1,234.5"


@pytest.mark.parametrize(
    ("code", "both", "either"),
    [
        ("en", "A, B and C", "A, B or C"),
        ("de", "A, B und C", "A, B oder C"),
        ("fr", "A, B et C", "A, B ou C"),
        ("it", "A, B e C", "A, B o C"),
        ("es", "A, B y C", "A, B o C"),
        ("nl", "A, B en C", "A, B of C"),
    ],
)
def test_lists_are_written_as_in_the_language(code: str, both: str, either: str) -> None:
    with reading(code):
        assert [listed("ABC", "and"), listed("ABC", "or"), listed("ABC")] == [both, either, "A, B, C"]
        assert listed("", "and") == ""


def test_letters_on_dice_differ_in_every_language() -> None:
    colours = ("letter on a white die", "letter on a black die", "letter on a red die, a joker")
    letters = ("w", "b", "J")
    for code in TRANSLATED:
        catalog = collecting.read(code)
        found = [catalog.get(one, where) for one, where in zip(letters, colours, strict=True)]
        assert len({str(one.string) for one in found if one}) == 3, code


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "de_DE", "LANGUAGE": "xx:nl:en"}, "nl"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": ""}, "en"),
        ({}, "en"),
    ],
)
def test_the_terminal_says_what_its_user_reads(
    variables: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in texts.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert texts.terminal_language() == code


def test_only_what_can_be_read_is_chosen() -> None:
    assert choose_language([]) == choose_language(["", "x" * 9999, "../../de", "de/../.."]) == "en"
    assert choose_language(["DE"]) == "de"


@pytest.mark.parametrize("where", [["--language", "en-XA", "games"], ["games", "--language", "en-XA"]])
def test_commands_take_a_language_anywhere(where: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(where) == 0
    assert "⟦Gang of Dice⟧" in capsys.readouterr().out


def test_help_and_errors_of_commands_are_translated(capsys: pytest.CaptureFixture[str]) -> None:
    for asked in (["--help"], ["play", "--seats", "many"]):
        with pytest.raises(SystemExit):
            main(["--language", "en-XA", *asked])
    out, err = capsys.readouterr()
    assert "⟦options⟧" in out
    assert "⟦usage: ⟧" in out
    assert "⟦invalid" in err


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "tlh", "games"])
    assert "de" in capsys.readouterr().err
