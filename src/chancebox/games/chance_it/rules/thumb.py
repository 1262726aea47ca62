"""
chance it by rule of thumb: add up what this round's dice bring, and never go in if that could kill.

Hearts, coins and stars are weighed in one measure; hearts count more the fewer there are.
"""

from chancebox.engine.rules.bits import lowest, members
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.chance_it.rules.cards import usable
from chancebox.games.chance_it.rules.market import list_actions, may_trade
from chancebox.games.chance_it.rules.records import (
    BUY,
    CHANCE_IT,
    CHANCE_IT_ACTION,
    DISCARD,
    FACES,
    FLASH,
    GUIDE,
    IN,
    OUT,
    PASS,
    SERVE,
    Box,
    Gains,
    Position,
    is_in,
)

NOTES = 1
STAR, COIN = 12, 4
MARKET_ACTION = 6  # a visit to the market, or one more of them
ATTACK = 4  # a heart of everybody else
SAFE = 4
"""With no more hearts than this one does not bind oneself for the next round."""


def decide(box: Box, s: Position, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    if s.step == GUIDE:
        return choose_guide(box, s, seat, stream)
    if s.step == SERVE:
        return best_use(box, s, seat)
    use = best_use(box, s, seat) if s.may_use else PASS
    if use != PASS or not may_trade(s):
        return use
    return best_in_market(box, s, seat, list_actions(box, s, buffer), buffer)


def choose_guide(box: Box, s: Position, seat: int, stream: Row) -> int:
    """Go in if the dice bring more than staying out, and surely leave a heart."""
    player = s.players[seat]
    others = members(s.living) - 1
    going = others * 2 // 3 if dice_worth(box, s, seat) > 0 else others // 3
    stake = box.pay[s.sheet][going + 1]
    missing = max(0, stake - player.coins)
    left = player.hearts - missing + s.dice[2] - 2 * s.dice[3]
    inside = dice_worth(box, s, seat) - COIN * (stake - missing) - heart(player.hearts) * missing
    # A 1 is rolled again, and may well be a 3.
    if left - (s.dice[1] + 1) // 2 <= 0:
        return OUT if left <= 0 or below(stream, 4) else IN
    outside = COIN * box.gain[s.sheet][others - going + 1] if going else -heart(player.hearts)
    if inside + below(stream, 5) - 2 < outside:
        return OUT
    return CHANCE_IT if left > SAFE and below(stream, 3) else IN


def heart(hearts: int) -> int:
    return 5 + 30 // max(1, hearts)


def dice_worth(box: Box, s: Position, seat: int) -> int:
    """Add up what the dice give to a participant with this seat's hearts and cards."""
    one = heart(s.players[seat].hearts)
    worth = one * (s.dice[2] - 2 * s.dice[3]) + STAR * s.dice[4] + COIN * s.dice[5]
    worth += MARKET_ACTION * s.dice[6] + s.dice[1] * (STAR + COIN + MARKET_ACTION - one) // 5
    for face in range(1, FACES + 1):
        cards = s.players[seat].cards & box.serving[face]
        for _ in range(s.dice[face]):
            if cards:
                worth += gains_worth(box, s, seat, lowest(cards))
                cards &= cards - 1
    return worth


def gains_worth(box: Box, s: Position, seat: int, card: int) -> int:
    """Weigh what a card gives when it is used once."""
    gains: Gains = box.cards[card].gains
    worth = heart(s.players[seat].hearts) * gains.hearts + COIN * gains.coins + STAR * gains.stars
    return worth + ATTACK * box.cards[card].attack + MARKET_ACTION * box.cards[card].again


def best_use(box: Box, s: Position, seat: int) -> int:
    cards = usable(box, s, seat)
    best = PASS
    most = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if gains_worth(box, s, seat, card) > most:
            most = gains_worth(box, s, seat, card)
            best = card
    return best


def best_in_market(box: Box, s: Position, seat: int, n: int, buffer: Row) -> int:
    """Buy the card that is worth most beyond its price; else discard what others would like."""
    best = buffer[n - 1]
    most = 0
    dearest = -1000
    for i in range(n):
        action = buffer[i]
        if BUY <= action < DISCARD:
            worth = card_worth(box, s, seat, action - BUY) - COIN * box.cards[action - BUY].price
            if worth > most:
                most = worth
                best = action
        elif action >= DISCARD and most == 0 and card_worth(box, s, seat, action - DISCARD) > dearest:
            dearest = card_worth(box, s, seat, action - DISCARD)
            best = action
    return best


def card_worth(box: Box, s: Position, seat: int, card: int) -> int:
    """Weigh a card: at once, or as often as its die will probably come up."""
    worth = gains_worth(box, s, seat, card)
    serves = box.cards[card].serves
    if serves == FLASH:
        return worth
    ahead = 0
    for other in range(s.seats):
        if is_in(s.living, other):
            ahead = max(ahead, s.players[other].stars)
    uses = max(1, (box.goal - ahead) // 4)
    return worth * uses * (1 if serves == CHANCE_IT_ACTION else 2) // 3
