"""The scripts of a table in one file: all of them, each once, and nothing that could not be put there."""

import re

import pytest

from chancebox.games import names
from chancebox.web import assets, bundles

PAGE = b'import { a } from "./a.js";\nconst game = script ? (await import(script)).default(a) : {};\n'
LIBRARY = b"var Idiomorph = {};"


def written(**modules: str) -> str:
    contents = {f"{name}.js": text.encode() for name, text in modules.items()}
    usual = {"table.js": PAGE, "moves.js": b"export default function () {}\n", "idiomorph.min.js": LIBRARY}
    return bundles.scripts({**usual, **contents}, "any").decode()


@pytest.mark.parametrize("name", names(test_only=True))
def test_each_module_is_there_once(name: str) -> None:
    text = assets.assets()[f"bundle-{name}.js"].content.decode()
    modules = re.findall(r"^const module\d+ = \(\(\) => \{ // (\S+)$", text, re.M)
    assert len(modules) == len(set(modules)) > 15
    assert "keys.js" in modules
    assert "table.js" not in modules, "that is the page itself"
    assert re.findall(r"^(?:import|export)\b.*", text, re.M) == [text.splitlines()[-1]], "all at its end"
    assert "await import(" not in text


def test_what_a_module_exports_is_what_others_import() -> None:
    told = written(
        a='import * as all from "./b.js";\nimport { b as c } from "./b.js";\nexport const a = all.b + c;\n',
        b="const two = 2;\nexport function b() { return two; }\nexport { two };\n",
    )
    assert told.index("// b.js") < told.index("// a.js")
    assert "const all = module0;" in told
    assert "const { b: c } = module0;" in told
    assert "return { b, two };" in told
    assert "const { a } = module1;" in told
    assert "script ? module2.default(a) : {}" in told


def test_modules_that_import_each_other_are_named() -> None:
    with pytest.raises(ValueError, match=r"a\.js imports itself, by b\.js"):
        written(a='import { b } from "./b.js";\n', b='import { a } from "./a.js";\n')


def test_what_cannot_be_put_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"a\.js cannot be put into a bundle: export let a = 1"):
        written(a="export let a = 1;\n")
    with pytest.raises(ValueError, match="does not get its game"):
        written(a="export const a = 1;\n", table='import { a } from "./a.js";\n')


@pytest.mark.parametrize("name", names())
def test_styles_come_in_their_order(name: str) -> None:
    text = assets.assets()[f"bundle-{name}.css"].content
    order = [assets.assets()[one].content for one in (*bundles.STYLES, f"{name}/table.css")]
    places = [text.index(one) for one in order]
    assert places == sorted(places)
    assert b"url(" not in text, "an address would be of another folder"
