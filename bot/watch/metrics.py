"""What Prometheus is told; imports its client, and so is imported only where it is asked."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

FORMAT = CONTENT_TYPE_PLAIN_0_0_4

ANSWERS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3)
"""Seconds; Discord waits three for a first answer."""

BATCHES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Commands committed together."""

LAGS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Seconds from a commit to its board."""


class Metrics:
    """All metrics, in a registry of their own. `depth` counts the commands not yet committed."""

    def __init__(self, depth: Callable[[], int]) -> None:
        self._registry = registry = CollectorRegistry()
        self._interactions = Counter(
            "suzerain_interactions",
            "Interactions, by what was asked and what came of it.",
            ["command", "outcome"],
            registry=registry,
        )
        self._seconds = Histogram(
            "suzerain_interaction_seconds",
            "From the receipt of an interaction until it was handled.",
            ["command"],
            buckets=ANSWERS,
            registry=registry,
        )
        self._autocompletes = Counter(
            "suzerain_autocompletes",
            "How often the options of a command were completed.",
            ["command"],
            registry=registry,
        )
        self._batches = Histogram(
            "suzerain_commit_batch_size",
            "Commands written in one commit.",
            buckets=BATCHES,
            registry=registry,
        )
        self._lags = Histogram(
            "suzerain_board_lag_seconds",
            "From the commit of a change until its board showed it.",
            buckets=LAGS,
            registry=registry,
        )
        queue = Gauge("suzerain_queue_depth", "Commands not yet committed.", registry=registry)
        queue.set_function(depth)

    def watch_shards(
        self,
        held: Callable[[], int],
        processes: Callable[[], int],
        missed: Callable[[], int],
    ) -> None:
        """Tell, too, how this process fares among several."""
        told = {
            "suzerain_shards_held": ("Shards that this process serves.", held),
            "suzerain_processes": ("Processes of the bot, as this one knows.", processes),
            "suzerain_interactions_missed": (
                "Interactions that waited too long for a shard to change hands.",
                missed,
            ),
        }
        for name, (words, read) in told.items():
            Gauge(name, words, registry=self._registry).set_function(read)

    def note_interaction(self, command: str, outcome: str, seconds: float) -> None:
        """An interaction was handled."""
        self._interactions.labels(command, outcome).inc()
        self._seconds.labels(command).observe(seconds)

    def note_autocomplete(self, command: str) -> None:
        """Options were completed."""
        self._autocompletes.labels(command).inc()

    def note_batch(self, size: int) -> None:
        """So many commands were committed at once."""
        self._batches.observe(size)

    def note_board(self, lag: float) -> None:
        """A board shows a change, `lag` seconds after its commit."""
        self._lags.observe(lag)

    def render_exposition(self) -> bytes:
        """Everything as it stands, in Prometheus's text format."""
        return generate_latest(self._registry)
