"""
What people are called: in one line, without what nobody sees, and so that eyes can tell names apart.

Whoever may write a name may try to write somebody else's. So names are compared by what they look like, in
the manner of Unicode's confusables (UTS #39); the table here has the letters that people meet.
"""

import itertools
import unicodedata
from collections.abc import Iterable, Sequence

INVISIBLE = [
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
]
"""Letters, marks and signs that show nothing; all else of which that is true is of the category C."""
DIRECTIONS = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
"""Characters that turn the direction of what follows, also of what others wrote."""
LETTERS = {
    "a": "\u0251\u03b1\u0430",
    "b": "\u042c\u044c",
    "c": "\u03f2\u0441",
    "d": "\u0501",
    "e": "\u0435\u04bd\u212e",
    "g": "\u0261\u0581",
    "h": "\u04bb\u0570",
    "i": "\u0131\u03b9\u0456",
    "j": "\u03f3\u0458",
    "k": "\u03ba\u043a",
    "l": "\u01c0\u04cf",
    "n": "\u03b7\u0578",
    "o": "\u03bf\u0585\u043e",
    "p": "\u03c1\u0440",
    "q": "\u051b",
    "r": "\u0433",
    "s": "\u0455",
    "u": "\u03c5\u057d",
    "v": "\u03bd\u0475",
    "w": "\u03c9\u051d",
    "x": "\u03c7\u0445",
    "y": "\u03b3\u0443\u04af",
    "A": "\u0391\u0410",
    "B": "\u0392\u0412",
    "C": "\u03f9\u0421",
    "E": "\u0395\u0415",
    "H": "\u0397\u041d",
    "I": "\u0399\u0406\u04c0",
    "J": "\u037f\u0408",
    "K": "\u039a\u041a",
    "M": "\u039c\u041c",
    "N": "\u039d",
    "O": "\u039f\u0555\u041e",
    "P": "\u03a1\u0420",
    "Q": "\u051a",
    "S": "\u054f\u0405",
    "T": "\u03a4\u0422",
    "U": "\u054d",
    "V": "\u0474",
    "W": "\u051c",
    "X": "\u03a7\u0425",
    "Y": "\u03a5\u0423\u04ae",
    "Z": "\u0396",
    "'": "`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u2018\u2019\u201b\u2032\u05f3",
    "-": "\u02d7\u2010\u2011\u2012\u2013\u2014\u2212",
}
"""Letters and signs of other scripts, by those of the Latin one that they look like."""
NAMELESS = "?"
"""Whose name shows nothing."""
_SHOWN = dict.fromkeys(INVISIBLE)
_LATIN = {ord(other): letter for letter, others in LETTERS.items() for other in others}
_STROKES = str.maketrans("I1|0", "lllO")
"""Different signs that are one stroke, or one ring, in many a typeface."""
_DOTLESS = ("i\u0307", "i"), ("j\u0307", "j")


def tidy_name(name: str) -> str:
    """Return a name in one line, without what is not seen: a terminal obeys what it is shown."""
    # What is left out may be what a wide letter or a ligature is made of, so that comes first.
    composed = unicodedata.normalize("NFKC", name).translate(_SHOWN)
    seen = "".join(c for c in composed if unicodedata.category(c)[0] != "C" or c.isspace())
    tidy = " ".join(unicodedata.normalize("NFKC", seen).split())
    # Marks need a letter to stand on.
    return tidy if any(unicodedata.category(c)[0] not in "MZ" for c in tidy) else ""


def looks_like(name: str, others: Iterable[str]) -> bool:
    """
    Return whether a name can be taken for one of others.

    >>> looks_like("\u0410nn", ["Ann"]), looks_like("ian", ["Ian"]), looks_like("Kal", ["Kai"])
    (True, True, False)
    """
    own = _looks(name)
    return any(own & _looks(other) for other in others)


def tell_apart(names: Sequence[str]) -> list[str]:
    """
    Return names from a file or a log, which were written by whatever rules: tidy, and several alike counted.

    >>> tell_apart(["Ann", "A\u200bnn", "Ben"])
    ['Ann', 'Ann 2', 'Ben']
    """
    told: list[str] = []
    for name in names:
        tidy = tidy_name(name) or NAMELESS
        counted = (f"{tidy} {n}" if n > 1 else tidy for n in itertools.count(1))
        told.append(next(one for one in counted if not looks_like(one, told)))
    return told


def _looks(name: str) -> set[str]:
    """Return what a name looks like: in any case, in Latin letters, and where strokes are all alike."""
    tidy = tidy_name(name)
    latin = tidy.translate(_LATIN)
    folded = latin.casefold()
    for dotted, plain in _DOTLESS:
        folded = folded.replace(dotted, plain)
    return {tidy.casefold(), folded, latin.translate(_STROKES)}
