"""Take a Chance in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich import box as frames
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chancebox.engine.game.game import seat_text
from chancebox.engine.game.texts import _, listed, n_
from chancebox.games.take_a_chance.text.names import colour_name, dollars

STYLES = {
    "purple": "magenta",
    "orange": "dark_orange",
    "red": "red",
    "green": "green",
    "blue": "blue",
    "yellow": "yellow",
}
CARD_WIDTH = 26


def board(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    """Draw the table as this viewer sees it."""
    parts: list[RenderableType] = [_pool(view)]
    if viewer < len(view["players"]):
        parts.append(_stack(view, viewer))
    parts.append(_players(view, names, viewer))
    if viewer < len(view["players"]):
        parts.append(_worth_rolling(view["players"][viewer]))
        parts.extend(_kept(view, view["players"][viewer]))
    if view["ticket"]:
        parts.append(_ticket(view["ticket"]))
    if view["auction"]:
        parts.append(_auction(view["auction"], names))
    if view["roll"] and view["player"] is not None:
        parts.append(_tray(view, names))
    return Group(*parts)


# Cards


def _pool(view: dict[str, Any]) -> RenderableType:
    pile = n_("{n} card in the draw pile", "{n} cards in the draw pile", view["pile"]).format(n=view["pile"])
    if view["under"]:
        under = listed(card["name"] for card in view["under"])
        pile = _("{pile}; at its bottom: {cards}").format(pile=pile, cards=under)
    if view["final_round"]:
        pile = f"{pile} · " + _("FINAL ROUND")
    return Group(Text(_("POOL"), "bold"), _cards(view["pool"], view["prices"]), Text(pile, "dim"))


def _stack(view: dict[str, Any], viewer: int) -> RenderableType:
    stack = view["players"][viewer]["stack"]
    return Group(Text("\n" + _("YOUR STACK (only you see it)"), "bold"), _cards(stack, view["prices"]))


def _cards(cards: Sequence[dict[str, Any] | None], prices: dict[str, int]) -> RenderableType:
    return Columns([_card(card, prices) for card in cards], padding=(0, 1))


def _card(card: dict[str, Any] | None, prices: dict[str, int]) -> RenderableType:
    """Draw a card: its price now, if another one, and what it pays for."""
    if card is None:
        return Panel(Text("\n" + _("none") + "\n\n", "dim"), box=frames.ROUNDED, width=CARD_WIDTH)
    if card["id"] is None:
        return Panel(Text("\n" + _("face down") + "\n\n", "dim"), box=frames.ROUNDED, width=CARD_WIDTH)
    lines = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0), expand=True)
    lines.add_column()
    lines.add_column(justify="right", no_wrap=True)
    lines.add_row(Text(card["charm_name"], "dim"))
    for pay in card["pays"]:
        lines.add_row(pay["short"], dollars(pay["amount"]))
    cost = prices.get(card["id"], card["value"])
    price = dollars(card["value"])
    if cost != card["value"]:
        price = _("{price}, now {cost}").format(price=price, cost=dollars(cost))
    style = STYLES.get(card["colour"], "white")
    return Panel(
        lines,
        title=Text(colour_name(card["colour"]), f"bold {style}"),
        title_align="left",
        subtitle=price,
        subtitle_align="right",
        box=frames.ROUNDED,
        border_style=style,
        padding=0,
        width=CARD_WIDTH,
    )


# Players


def _players(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column(_("Player"))
    table.add_column(_("Cash"), justify="right")
    table.add_column(_("Worth"), justify="right")
    table.add_column(_("Tickets"), justify="right")
    table.add_column(_("Stack"), justify="right")
    table.add_column(_("Kept tickets"))
    table.add_column(_("Owned cards"))
    for seat, player in enumerate(view["players"]):
        name = Text(f"{seat_text(seat)} {names[seat]}", "bold" if seat == viewer else "")
        table.add_row(
            "▶" if seat == view["player"] else "",
            name,
            dollars(player["cash"]),
            dollars(player["worth"]),
            str(player["tickets"]),
            str(sum(card is not None for card in player["stack"])),
            "\n".join(view["kept_names"][word] for word, n in player["kept"].items() for _copy in range(n)),
            _owned(player["owned"]),
        )
    return Group(Text(""), table, Text(_goal(view, names), "dim"))


def _goal(view: dict[str, Any], names: Sequence[str]) -> str:
    """Write who would win now, and how near the end is."""
    who = listed((names[seat] for seat in view["leads"]), "and")
    most = view["players"][view["leads"][0]]["worth"]
    told = [n_("{who} leads with {amount}.", "{who} lead with {amount}.", len(view["leads"]))]
    if view["final_round"]:
        told.append(_("Final round: {name} has the last turn."))
    else:
        n = view["fewest_tickets"]
        told.append(n_("{n} ticket to the final round.", "{n} tickets to the final round.", n))
    last = names[view["last"]] if view["final_round"] else ""
    return " ".join(told).format(who=who, amount=dollars(most), n=view["fewest_tickets"], name=last)


def _worth_rolling(player: dict[str, Any]) -> Text:
    """Write what the viewer's own cards pay, and with how many dice."""
    pays = " · ".join(f"{pay['short']} {dollars(pay['amount'])}" for pay in player["pays"])
    text = n_("With {n} die your cards pay: {pays}", "With {n} dice your cards pay: {pays}", player["dice"])
    return Text("\n" + text.format(n=player["dice"], pays=pays))


def _kept(view: dict[str, Any], player: dict[str, Any]) -> list[RenderableType]:
    """Write what the viewer's kept tickets are good for, with a reminder before they expire."""
    if not player["kept"] or view["step"] == "over":
        return []
    told = " · ".join(
        _("{head}: {text}").format(head=view["kept_names"][word], text=view["kept_texts"][word])
        for word in player["kept"]
    )
    text = Text(_("Kept tickets: {tickets}").format(tickets=told))
    if view["final_round"] or view["fewest_tickets"] == 1:
        text.append("  " + _("Spend them soon: they expire."), "bold yellow")
    return [text]


def _owned(cards: Sequence[dict[str, Any]]) -> Text:
    """Line the cards up by colour, with the charms of each."""
    text = Text()
    for colour in dict.fromkeys(card["colour"] for card in cards):
        charms = [card["charm_name"] for card in cards if card["colour"] == colour]
        text.append("\n" if text else "")
        text.append(f"{colour_name(colour)} ×{len(charms)} ", STYLES.get(colour, "white"))
        text.append(listed(charms), "dim")
    return text


# What is going on


def _ticket(ticket: dict[str, Any]) -> RenderableType:
    halves = [ticket["text"]]
    if ticket["or_text"]:
        halves.append(_("OR: {text}").format(text=ticket["or_text"]))
    text = Text()
    for i, half in enumerate(halves):
        marked = f"✓ {half}" if ticket["half"] == i else half
        text.append(("\n" if i else "") + marked, "" if ticket["half"] in (None, i) else "dim")
    return Panel(text, title=_("Ticket: {name}").format(name=ticket["name"]), title_align="left", width=72)


def _auction(auction: dict[str, Any], names: Sequence[str]) -> RenderableType:
    card = auction["card"]
    told = _("{card}, printed price {amount}")
    text = Text(told.format(card=card["name"], amount=dollars(card["value"])) + "\n")
    text.highlight_words([card["name"]], "bold " + STYLES.get(card["colour"], "white"))
    if auction["bidder"] is None:
        text.append(_("No bid yet."))
    else:
        told = _("{who} bids {amount}.")
        text.append(told.format(who=names[auction["bidder"]], amount=dollars(auction["bid"])))
    still = listed(names[seat] for seat in auction["bidders"])
    text.append("\n" + _("Still bidding: {names}").format(names=still), "dim")
    return Panel(text, title=_("Auction"), title_align="left", width=72)


def _tray(view: dict[str, Any], names: Sequence[str]) -> RenderableType:
    """Draw the dice, and what each kind they form would pay."""
    roll = view["roll"]
    parts: list[RenderableType] = [Text(f"\n{_tray_title(roll, names[view['player']])}")]
    faces = [str(face) for face in roll["dice"]]
    faces += [roll["charm_name"]] if roll["charm"] else []
    if faces:
        rows = ("╭{}╮", "│{}│", "╰{}╯")
        middle = "".join(rows[1].format(f" {face} ") for face in faces)
        edges = ["".join(row.format("─" * (len(face) + 2)) for face in faces) for row in (rows[0], rows[2])]
        parts.append(Text("\n".join((edges[0], middle, edges[1]))))
    if view["step"] in ("again", "take"):
        pays = " · ".join(f"{pay['short']} {dollars(pay['amount'])}" for pay in roll["pays"])
        parts.append(Text(_("Pays: {pays}").format(pays=pays or _("nothing")), "green" if pays else "dim"))
    return Group(*parts)


def _tray_title(roll: dict[str, Any], who: str) -> str:
    if not roll["throws"]:
        n = roll["to_throw"]
        return n_("{who} rolls {n} die.", "{who} rolls {n} dice.", n).format(who=who, n=n)
    told = n_("{who} has thrown once.", "{who} has thrown {n} times.", roll["throws"])
    return told.format(who=who, n=roll["throws"])
