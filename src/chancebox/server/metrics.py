"""Numbers for whoever runs the house, in Prometheus' format; none of them names a person."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

tables = Counter("chancebox_tables_opened", "Tables that were set up", registry=registry)
entries = Counter("chancebox_entries", "Entries written to logs", ["kind"], registry=registry)
watching = Gauge("chancebox_watching", "Live connections", registry=registry)
dropped = Counter("chancebox_dropped", "Live connections that were ended", ["why"], registry=registry)
thinking = Histogram("chancebox_bot_seconds", "How long bots thought", registry=registry)
bots_replaced = Counter("chancebox_bots_replaced", "Bots that died or hung", registry=registry)
requests = Histogram(
    "chancebox_request_seconds", "How long requests took", ["method", "status"], registry=registry
)
rendering = Histogram(
    "chancebox_render_seconds",
    "How long it took to draw a table for all who watch it",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1),
    registry=registry,
)


def text() -> bytes:
    """Write all numbers."""
    return generate_latest(registry)
