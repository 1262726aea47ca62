"""A table before its game: who comes, and how others find it."""

from chancebox.engine.game.texts import _, listed, n_
from chancebox.server.house.sessions import Session
from chancebox.server.screens.qr import qr_code
from chancebox.server.screens.seating import chairs
from chancebox.server.tables.table import OVER, Table
from chancebox.web import render
from chancebox.web.parts import Board, put_together


def link_to(session: Session, base: str) -> str:
    """Return the address of a table for others; nothing if they could not come."""
    return f"{base}/t/{session.table.id}" if base else ""


def score_line(table: Table) -> str:
    """Say how often each has won since the first of these rematches; nothing at the first table."""
    games = table.games + (table.stage == OVER)
    if not table.games:
        return ""
    score = listed(
        _("{name} {n}").format(name=place.name, n=n)
        for place, n in zip(table.places, table.wins_so_far(), strict=True)
    )
    return n_("After one game: {score}.", "After {n} games: {score}.", games).format(n=games, score=score)


def draw_lobby(session: Session, visitor: str, base: str, door: str) -> Board:
    table = session.table
    link = link_to(session, base)
    drawn = render.page(
        "lobby.html",
        game=table.game,
        table=table,
        code=session.code,
        link=link,
        qr=qr_code(link) if link else "",
        door=door,
        inviter=next(
            (place.name for place in table.places if table.host and place.visitor == table.host), ""
        ),
        chairs=chairs(session, visitor, None),
        host=visitor == table.host,
        awaited=session.missing(),
        score=score_line(table),
    )
    return put_together([drawn])
