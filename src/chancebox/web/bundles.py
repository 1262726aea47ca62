"""
All scripts of a table in one file, and all its styles in another: over a slow line one waits once for them.

Our modules are written so that this needs no tool: each imports by name at its top, and exports functions,
classes and constants that stay what they are. So a module becomes a function that returns what it exports,
and the last one, the page itself, stands open at the end.
"""

import posixpath
import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import (?:([^"]+?) from )?"([^"]+)";[^\n]*\n', re.M)
NAMED = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.M)
LISTED = re.compile(r"^export \{([^}]*)\};[^\n]*\n", re.M)
DEFAULT = re.compile(r"^export default function", re.M)
LATE = "(await import(script)).default"
"""How the page of a table gets the module of its game."""
PAGE = "table.js"
LIBRARY = "idiomorph.min.js"
"""No module: it defines one name for all that follows."""
STYLES = ("style.css", "summary.css", "felt.css", "stage.css")


def styles(contents: Mapping[str, bytes], game: str) -> bytes:
    """Put the styles of a table together."""
    own = f"{game}/table.css" if f"{game}/table.css" in contents else "plain.css"
    return b"\n".join(contents[name] for name in (*STYLES, own))


def scripts(contents: Mapping[str, bytes], game: str) -> bytes:
    """Put the scripts of a table together, each after those that it imports."""
    own = f"{game}/table.js" if f"{game}/table.js" in contents else "moves.js"
    order: list[str] = []
    for name in (PAGE, own):
        _collect(contents, name, order, ())
    order.remove(PAGE)
    numbers = {name: n for n, name in enumerate(order)}
    parts = [_wrapped(contents[name].decode(), name, numbers) for name in order]
    page = _imported(contents[PAGE].decode(), PAGE, numbers)
    if LATE not in page:
        raise ValueError(f"{PAGE} does not get its game by {LATE}")
    library = contents[LIBRARY].decode()
    # Under their own names, for whoever looks into a page from outside: there is one of each.
    named = ", ".join(f'module{n} as "{name}"' for name, n in numbers.items())
    page = page.replace(LATE, f"module{numbers[own]}.default") + f"export {{ {named} }};\n"
    return "".join([library, "\n", *parts, page]).encode()


def _collect(contents: Mapping[str, bytes], name: str, order: list[str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"{name} imports itself, by {' and '.join(above[above.index(name) + 1 :])}")
    if name in order:
        return
    for _what, address in IMPORT.findall(contents[name].decode()):
        _collect(contents, _resolve(name, address), order, (*above, name))
    order.append(name)


def _resolve(name: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))


def _imported(text: str, name: str, numbers: Mapping[str, int]) -> str:
    """Write imports as what they are here: names for what another function returned."""

    def write(found: re.Match[str]) -> str:
        what, source = found[1], f"module{numbers[_resolve(name, found[2])]}"
        if not what:
            return "\n"
        if what.startswith("* as "):
            return f"const {what[5:]} = {source};\n"
        return f"const {what.replace(' as ', ': ')} = {source};\n"

    return IMPORT.sub(write, text)


def _wrapped(text: str, name: str, numbers: Mapping[str, int]) -> str:
    exported = [found[2] for found in NAMED.finditer(text)]
    exported += [one.strip() for found in LISTED.findall(text) for one in found.split(",") if one.strip()]
    text, has_default = DEFAULT.subn("const byDefault = function", text)
    text = LISTED.sub("\n", NAMED.sub(r"\1 \2", _imported(text, name, numbers)))
    if left := re.search(r"^(export|import)\b.*", text, re.M):
        raise ValueError(f"{name} cannot be put into a bundle: {left[0]}")
    told = ", ".join([*exported, *(["default: byDefault"] if has_default else [])])
    return f"const module{numbers[name]} = (() => {{ // {name}\n{text}\nreturn {{ {told} }};\n}})();\n"
