"""Numbers for whoever runs the house, in Prometheus' format; none of them names a person."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

tables = Counter("chancebox_tables_opened", "Tables that were set up", registry=registry)
tables_removed = Counter(
    "chancebox_tables_removed",
    "Tables that were removed: by their host, or for their age",
    ["why"],
    registry=registry,
)
entries = Counter("chancebox_entries", "Entries written to logs", ["kind"], registry=registry)
watching = Gauge("chancebox_watching", "Live connections", registry=registry)
dropped = Counter("chancebox_dropped", "Live connections that were ended", ["why"], registry=registry)
refused = Counter(
    "chancebox_refused",
    "What was refused since a visitor, an address or the house had too much of it",
    ["what", "of"],
    registry=registry,
)
waiting = Gauge("chancebox_waiting_letters", "What waits for slow live connections", registry=registry)
thinking = Histogram("chancebox_bot_seconds", "How long bots thought", registry=registry)
bots_replaced = Counter("chancebox_bots_replaced", "Bots that died or hung", registry=registry)
bots_failed = Counter(
    "chancebox_bots_failed", "Moves of bots that failed, to be tried again", registry=registry
)
bots_stopped = Counter("chancebox_bots_stopped", "Bots that did not get on and stopped", registry=registry)
bots_hurried = Counter("chancebox_bots_hurried", "Rules of thumb instead of long thoughts", registry=registry)
bots_waiting = Gauge("chancebox_bots_waiting", "Questions that wait for a bot", registry=registry)
requests = Histogram(
    "chancebox_request_seconds", "How long requests took", ["method", "status"], registry=registry
)
rendering = Histogram(
    "chancebox_render_seconds",
    "How long it took to draw a table for one who watches it",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1),
    registry=registry,
)


def text() -> bytes:
    """Write all numbers."""
    return generate_latest(registry)
