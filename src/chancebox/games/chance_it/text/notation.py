"""
Notation and sentences of chance it.

    in, out, chance            lay down a guide card; `chance it` does too
    use D3a, pass              let a card serve the die or action at hand, or none
    buy F1, discard F1         a market action
    first B, card F1, dice 6 5 3 3 1      what chance decides
"""

from chancebox.engine import endings
from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.dice import shows
from chancebox.engine.errors import UnknownNotation
from chancebox.engine.game import LETTERS, seat_letter
from chancebox.engine.texts import _, mark, n_
from chancebox.games.chance_it import rules
from chancebox.games.chance_it.box import Card
from chancebox.games.chance_it.rules import records
from chancebox.games.chance_it.rules.records import (
    BUY,
    CARDS,
    CHANCE_IT_ACTION,
    DISCARD,
    FACES,
    FIRST_PLAYER,
    GUIDE,
    IN,
    LAY_OUT,
    NEXT_ACTION,
    NOBODY,
    PASS,
    ROLL,
    SERVE,
    TURN,
    USE,
    Player,
    Position,
    is_in,
    lowest,
    next_of,
)


class Ending(endings.Ending):
    """Why a game ends."""

    STARS = records.STARS, mark("somebody has the stars that end the game")
    LAST_ONE = records.LAST_ONE, mark("one player alone has hearts left")
    NOBODY_LEFT = records.NOBODY_LEFT, mark("nobody has a heart left")


GUIDES = ("", "in", "out", "chance")
PRINTED = ("IN", "OUT", "CHANCE IT")
"""What the guide cards say in every language."""
VERBS = {"use": USE, "buy": BUY, "discard": DISCARD}
HEART, COIN, STAR = "♥", "¢", "★"


# Notation


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
        raise UnknownNotation(
            _("{text!r} is not understood here; write for example: {examples}").format(
                text=text[:40], examples=_examples(box, s, seat)
            )
        )
    return [action]


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer all there is."""
    out = [0] * rules.MOST_CHOICES
    n = rules.choices(box.fields, s, seat, out)
    return [say(box, s, seat, action) for action in out[:n]]


def dice_text(throw: int) -> str:
    """Write dice from high to low: `6 5 3 3 1`."""
    return " ".join(str(face + 1) for face in range(FACES - 1, -1, -1) for _die in range(shows(throw, face)))


def _say_outcome(box: Box, s: Position, outcome: int) -> str:
    if s.step == FIRST_PLAYER:
        return f"first {seat_letter(outcome)}"
    if s.step == LAY_OUT:
        return f"card {box.data.card[outcome].id}"
    return f"dice {dice_text(outcome)}"


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
    if len(words) != rules.dice_due(s) or not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        return None
    return sum(1 << 4 * (int(word) - 1) for word in words)


def _read_card(box: Box, text: str) -> int | None:
    ids = [card.id.lower() for card in box.data.card]
    return ids.index(text) if text in ids else None


def _examples(box: Box, s: Position, seat: int) -> str:
    if seat != CHANCE:
        return ", ".join(moves(box, s, seat)[:4])
    if s.step == FIRST_PLAYER:
        return "first A"
    if s.step == LAY_OUT:
        return f"card {box.data.card[lowest(s.pile)].id}"
    dice = rules.dice_due(s)
    return n_("{n} face, 1 to 6: {dice}", "{n} faces, each 1 to 6: {dice}", dice).format(
        n=dice, dice="dice " + " ".join("65432"[:dice])
    )


# Sentences


def sentence(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    """Tell an event and all that followed from it by itself, by playing it again step by step."""
    s = _copy(before)
    rules.answer(box.fields, s, seat, action)
    told = [_tell(box, before, seat, action, viewer, names), _tell_eliminated(before, s, names)]
    while not s.pending and not s.ended:
        then = _copy(s)
        rules.advance(box.fields, s)
        told += [_tell_step(box, then, s, names), _tell_eliminated(then, s, names)]
    if after.ended:
        told.append(_("The game is over: {why}.").format(why=Ending(after.ended).why))
    return " ".join(part for part in told if part)


def _copy(s: Position) -> Position:
    copied: Position = type(s).from_buffer_copy(s)  # type: ignore[attr-defined]
    return copied


def _tell(box: Box, s: Position, seat: int, action: int, viewer: int, names: list[str]) -> str:
    """Tell what was decided or came up; a secret choice only to whoever made it."""
    if seat == CHANCE:
        return _tell_outcome(box, s, action, names)
    who = names[seat]
    if s.step in (GUIDE, SERVE):
        # The last one to choose is told by what is revealed.
        secret = seat != viewer or s.pending == 1 << seat
        return "" if secret else _("{who} chooses: {what}.").format(who=who, what=say(box, s, seat, action))
    if action == PASS:
        return _("{who} uses no card.").format(who=who)
    card = box.data.card[action % BUY]
    if action >= DISCARD:
        text = _("{who} discards {card}.")
    elif action < BUY:
        text = _("{who} uses {card}: {effect}.")
    elif card.when == "flash":
        text = _("{who} buys {card} for {price}: {effect}.")
    else:
        text = _("{who} buys {card} for {price} ({when}: {effect}).")
    return text.format(
        who=who,
        card=card.id,
        price=f"{card.price}{COIN}",
        when=when_text(card.when),
        effect=card_text(card),
    )


def _tell_outcome(box: Box, s: Position, outcome: int, names: list[str]) -> str:
    if s.step == FIRST_PLAYER:
        return _("{who} begins.").format(who=names[outcome])
    if s.step == LAY_OUT:
        card = box.data.card[outcome]
        text = _("{card} comes to the market ({when}: {effect}).")
        return text.format(card=card.id, when=when_text(card.when), effect=card_text(card))
    text = _("Round {n}: {who} rolls {dice}.") if s.step == ROLL else _("{who} rolls the 1s again: {dice}.")
    return text.format(n=s.round + 1, who=names[roller(s)], dice=dice_text(outcome))


def _tell_step(box: Box, then: Position, s: Position, names: list[str]) -> str:
    """Tell one step that followed by itself."""
    changes = _tell_changes(box, then, s, names)
    if then.step == GUIDE:
        return _tell_stakes(then, s, changes, names)
    if then.step == SERVE and changes:
        return _("Die {face}: {changes}.").format(face=then.action, changes=changes)
    if then.step == NEXT_ACTION and changes:
        return _("CHANCE IT: {changes}.").format(changes=changes)
    if then.step == TURN and then.market != s.market:
        card = box.data.card[lowest(then.market & ~s.market)]
        return _("{who} has to discard {card}.").format(who=names[then.player], card=card.id)
    return ""


def _tell_stakes(then: Position, s: Position, changes: str, names: list[str]) -> str:
    guides = [
        f"{names[seat]} {guide_name(then.players[seat].guide)}"
        for seat in range(s.seats)
        if is_in(then.living, seat)
    ]
    told = _("{guides}. Stakes: {changes}.").format(guides=", ".join(guides), changes=changes or "–")
    forced = [names[seat] for seat in range(s.seats) if is_in(s.forced, seat)]
    if forced:
        told += " " + _("Bound to play IN next: {names}.").format(names=", ".join(forced))
    return told


def _tell_changes(box: Box, then: Position, s: Position, names: list[str]) -> str:
    """List what the players who are still in the game have gained and lost, and with which card."""
    told: dict[str, list[str]] = {}
    for seat in range(s.seats):
        lives = is_in(s.living, seat)
        change = _change(then.players[seat], s.players[seat]) if lives else ""
        served = then.players[seat].served - 1
        if 0 <= served < CARDS:
            card = box.data.card[served].id
            change = _("{change} with {card}").format(change=change or ("±0" if lives else "✗"), card=card)
        if change:
            told.setdefault(change, []).append(names[seat])
    return "; ".join(f"{', '.join(who)} {change}" for change, who in told.items())


def _change(then: Player, now: Player) -> str:
    return gains_text(now.hearts - then.hearts, now.coins - then.coins, now.stars - then.stars)


def _tell_eliminated(then: Position, s: Position, names: list[str]) -> str:
    gone = [names[seat] for seat in range(s.seats) if is_in(then.living & ~s.living, seat)]
    text = n_("Eliminated, without a heart: {names}.", "Eliminated, without hearts: {names}.", len(gone))
    return text.format(names=", ".join(gone)) if gone else ""


# Names of things


def roller(s: Position) -> int:
    """Whoever rolls for the starting player, usually that player (CI-R12)."""
    return next_of(s, s.living, s.first) if s.living else NOBODY


def guide_name(guide: int) -> str:
    """Name a guide card."""
    return ("", *PRINTED)[guide]


def gains_text(hearts: int, coins: int, stars: int) -> str:
    """Write gains and losses: `+1♥ −2¢`."""
    amounts = ((hearts, HEART), (coins, COIN), (stars, STAR))
    return " ".join(f"{'+' if n > 0 else '−'}{abs(n)}{sign}" for n, sign in amounts if n)


def card_text(card: Card) -> str:
    """Say what a card does."""
    parts = [gains_text(card.hearts, card.coins, card.stars)]
    if card.attack:
        parts.append(_("the others −{n}{heart}").format(n=card.attack, heart=HEART))
    if card.again:
        parts.append(n_("market again", "market again {n} times", card.again).format(n=card.again))
    return ", ".join(part for part in parts if part)


def when_text(when: str) -> str:
    """Say what a card waits for."""
    if when == "flash":
        return _("at once")
    return _("CHANCE IT") if when == "chance it" else _("die {face}").format(face=when)


def row_text(box: Box, row: int) -> str:
    """Say what a row of the action board does."""
    if row == 1:
        return _("re-roll")
    if row == FACES:
        return _("buy or discard")
    gains = box.fields.board[row]
    return gains_text(gains.hearts, gains.coins, gains.stars)


def row_name(row: int) -> str:
    """Name a row of the action board."""
    return _("CHANCE IT") if row == CHANCE_IT_ACTION else str(row)
