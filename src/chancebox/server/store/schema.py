"""The tables of the store; how they came to be so is told in `migrations`."""

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code", sa.String(8), nullable=True, unique=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("stage", sa.String(8), nullable=False),
)
"""An index over the logs: found by its code while people join; written when a table enters another stage."""

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("command", sa.String(64), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
    sa.UniqueConstraint("table_id", "command", name="one_entry_per_command"),
)
"""What happened at each table; only ever added to."""

sittings = sa.Table(
    "sittings",
    metadata,
    sa.Column("visitor", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, server_default="0"),
    sa.Index("sittings_of_a_visitor", "visitor", "at"),
)
"""At which tables a visitor has a seat and since when, for the list on the home page."""

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("command", sa.String(64), nullable=True),
    sa.Column("phrase", sa.String(20), nullable=True),
    sa.UniqueConstraint("table_id", "command", name="one_line_per_command"),
)
"""What was said; kept apart from the log, since talking changes nothing at the table."""

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.String(128), nullable=False),
)
"""What this server signs with."""

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("made_for", sa.String(40), nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""What was found about finished games; for which rules, how closely and in which form says `made_for`."""

offers = sa.Table(
    "offers",
    metadata,
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("giver", sa.String(32), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("command", sa.String(64), nullable=False),
)
"""Codes that move a seat to another device; the command says by which one it was used, if it was."""

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("visitor", sa.String(32), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)
"""Who is at a table, as far as any process of the house knows."""

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
"""Which process does what for a while: the bots of a table, a review; and which processes there are."""

tries = sa.Table(
    "tries",
    metadata,
    sa.Column("visitor", sa.String(32), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("score", sa.Integer, nullable=True),
    sa.Column("place", sa.Integer, nullable=True),
    sa.Index("tries_of_a_day", "day", "score"),
    sa.Index("tries_at_a_table", "table_id"),
)
"""Who has begun the deal of a day, where, and how it ended: the one try that counts."""

masters = sa.Table(
    "masters",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
)
"""What the master made of the deal of a day."""

groups = sa.Table(
    "groups",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("host", sa.Integer, nullable=False),
    sa.Column("club", sa.Boolean, nullable=False),
    sa.Column("founded", sa.Float, nullable=False),
    sa.Column("latest", sa.Float, nullable=False),
    sa.Index("latest_groups", "club", "latest"),
)
"""People who play again; the host is one of the members, by number."""

members = sa.Table(
    "members",
    metadata,
    sa.Column("group_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("visitor", sa.String(32), nullable=False),
    sa.Index("groups_of_a_visitor", "visitor"),
)
"""Who belongs to a group, and by which device; whoever left has neither a name nor a device any more."""

series = sa.Table(
    "series",
    metadata,
    sa.Column("group_id", sa.String(32), primary_key=True),
    sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
)
"""What a group has agreed to play, by the number of its first game: how many games, and of what."""

results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("group_id", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("opened", sa.Float, nullable=False),
    sa.Column("ended", sa.Float, nullable=True),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("is_kept", sa.Boolean, nullable=False),
    sa.Column("is_shown", sa.Boolean, nullable=False),
    sa.Index("results_of_a_group", "group_id", "number"),
    sa.Index("results_shown", "is_shown", "ended"),
    sa.Index("longest_games", "game", "decisions"),
)
"""Finished games, and those of groups from their opening on; the table itself may be gone."""

placings = sa.Table(
    "placings",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("member", sa.Integer, nullable=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("is_bot", sa.Boolean, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("has_won", sa.Boolean, nullable=False),
    sa.Column("score", sa.Integer, nullable=True),
    sa.Column("stood_in", sa.Boolean, nullable=False),
    sa.Column("luck", sa.Float, nullable=True),
    sa.Index("best_scores", "game", "is_bot", "score"),
)
"""Who came where in a finished game; the luck is known where somebody had it reviewed."""

own_results = sa.Table(
    "own_results",
    metadata,
    sa.Column("visitor", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("score", sa.Integer, nullable=True),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("others", sa.Text, nullable=False),
    sa.Column("badges", sa.Text, nullable=False),
    sa.Column("luck", sa.Float, nullable=True),
    sa.Index("own_results_of_a_visitor", "visitor", "at"),
    sa.Index("own_results_of_a_table", "table_id"),
)
"""How finished games ended for those who played them; made from the logs if missing."""

lasting = [
    *(tables, log, sittings, chat, keys, reviews),
    *(tries, masters, groups, members, series, results, placings, own_results),
]
"""What a copy of a store holds."""
