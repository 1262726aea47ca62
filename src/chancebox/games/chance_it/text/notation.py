"""
Notation of chance it.

    in, out, chance            lay down a guide card; `chance it` does too
    use D3a, pass              let a card serve the die or action at hand, or none
    buy F1, discard F1         a market action
    first B, card F1, dice 6 5 3 3 1      what chance decides
"""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import LETTERS, seat_letter
from chancebox.engine.game.notation import not_understood
from chancebox.engine.game.texts import _, n_
from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.chance_it import rules
from chancebox.games.chance_it.rules.chance import dice_due
from chancebox.games.chance_it.rules.records import (
    BUY,
    DISCARD,
    FIRST_PLAYER,
    GUIDE,
    IN,
    LAY_OUT,
    PASS,
    SERVE,
    USE,
    Position,
)
from chancebox.games.chance_it.text.names import COIN, GUIDES, card_words, faces_text, guide_name, thrown

VERBS = {"use": USE, "buy": BUY, "discard": DISCARD}


def say(box: Box, s: Position, seat: int, action: int) -> str:
    """Write one action or outcome."""
    if seat == CHANCE:
        return _say_outcome(box, s, action)
    if s.step == GUIDE:
        return GUIDES[action]
    if action == PASS:
        return "pass"
    verb = max((verb for verb in VERBS if VERBS[verb] <= action), key=VERBS.__getitem__)
    return f"{verb} {box.data.card[action - VERBS[verb]].id}"


def read(box: Box, s: Position, seat: int, text: str) -> list[int]:
    """Read an action or an outcome."""
    verb, _space, rest = " ".join(text.lower().split()).partition(" ")
    if seat == CHANCE:
        action = _read_outcome(box, s, verb, rest)
    elif s.step == GUIDE:
        action = _read_guide(verb, rest)
    else:
        action = _read_action(box, s, verb, rest)
    if action is None:
        raise not_understood(text, _examples(box, s, seat))
    return [action]


def words(box: Box, s: Position, seat: int, move: str) -> str:
    """Describe a move as people would: `use “die 3: +1♥ +1¢”` for `use D3a`; of chance, what came up."""
    (action,) = read(box, s, seat, move)
    if seat == CHANCE:
        return _outcome_words(box, s, action)
    if s.step == GUIDE:
        return _("play {guide}").format(guide=guide_name(action))
    if action == PASS:
        return _("use no card")
    card = box.data.card[action % BUY]
    if action >= DISCARD:
        return _("discard “{card}”").format(card=card_words(card))
    if action >= BUY:
        return _("buy “{card}” for {price}").format(card=card_words(card), price=f"{card.price}{COIN}")
    return _("use “{card}”").format(card=card_words(card))


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer all there is."""
    out = [0] * rules.MOST_CHOICES
    n = rules.choices(box.fields, s, seat, out)
    return [say(box, s, seat, action) for action in out[:n]]


def _say_outcome(box: Box, s: Position, outcome: int) -> str:
    if s.step == FIRST_PLAYER:
        return f"first {seat_letter(outcome)}"
    if s.step == LAY_OUT:
        return f"card {box.data.card[outcome].id}"
    return f"dice {faces_text(thrown(outcome))}"


def _outcome_words(box: Box, s: Position, outcome: int) -> str:
    if s.step == FIRST_PLAYER:
        return _("{who} begins").format(who=seat_letter(outcome))
    return card_words(box.data.card[outcome]) if s.step == LAY_OUT else faces_text(thrown(outcome))


def _read_guide(verb: str, rest: str) -> int | None:
    if (verb, rest) == ("chance", "it"):
        rest = ""
    return GUIDES.index(verb) if verb in GUIDES[IN:] and not rest else None


def _read_action(box: Box, s: Position, verb: str, rest: str) -> int | None:
    if verb == "pass" and not rest:
        return PASS
    card = _read_card(box, rest)
    if card is None or verb not in VERBS or (s.step == SERVE and verb != "use"):
        return None
    return VERBS[verb] + card


def _read_outcome(box: Box, s: Position, verb: str, rest: str) -> int | None:
    if s.step == FIRST_PLAYER:
        letter = rest.upper()
        return LETTERS.index(letter) if verb == "first" and len(letter) == 1 and letter in LETTERS else None
    if s.step == LAY_OUT:
        return _read_card(box, rest if verb == "card" else f"{verb} {rest}".strip())
    words = rest.split() if verb == "dice" else [verb, *rest.split()]
    if len(words) != dice_due(s) or not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        return None
    return sum(1 << 4 * (int(word) - 1) for word in words)


def _read_card(box: Box, text: str) -> int | None:
    ids = [card.id.lower() for card in box.data.card]
    return ids.index(text) if text in ids else None


def _examples(box: Box, s: Position, seat: int) -> list[str] | str:
    if seat != CHANCE:
        return moves(box, s, seat)[:4]
    if s.step == FIRST_PLAYER:
        return "first A"
    if s.step == LAY_OUT:
        return f"card {box.data.card[lowest(s.pile)].id}"
    dice = dice_due(s)
    return n_("{n} face, 1 to 6: {dice}", "{n} faces, each 1 to 6: {dice}", dice).format(
        n=dice, dice="dice " + " ".join("65432"[:dice])
    )
