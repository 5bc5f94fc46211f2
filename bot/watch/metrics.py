"""The metrics for Prometheus; only this module imports the Prometheus client, if metrics are enabled."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

EXPOSITION_FORMAT = CONTENT_TYPE_PLAIN_0_0_4

ANSWER_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3)
"""Bounds in seconds; Discord waits three seconds for a first answer."""

BATCH_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Bounds of the number of commands in a commit."""

LAG_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Bounds of the seconds from a commit to its board."""


class PrometheusMetrics:
    """The bot's metrics for Prometheus."""

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
            buckets=ANSWER_BUCKETS,
            registry=registry,
        )
        self._autocompletes = Counter(
            "suzerain_autocompletes",
            "How often the options of a command were completed.",
            ["command"],
            registry=registry,
        )
        self._batches = Histogram(
            "suzerain_commit_batch_size", "Commands written in one commit.", buckets=BATCH_BUCKETS, registry=registry
        )
        self._lags = Histogram(
            "suzerain_board_lag_seconds",
            "From the commit of a change until its board showed it.",
            buckets=LAG_BUCKETS,
            registry=registry,
        )
        queue = Gauge("suzerain_queue_depth", "Commands not yet committed.", registry=registry)
        queue.set_function(depth)

    def add_cluster_metrics(
        self,
        count_held_shards: Callable[[], int],
        count_processes: Callable[[], int],
        count_missed_interactions: Callable[[], int],
    ) -> None:
        """Add metrics about a cluster of processes; each parameter is a function that returns the current number."""
        told = {
            "suzerain_shards_held": ("Shards that this process serves.", count_held_shards),
            "suzerain_processes": ("Processes of the bot, as this one knows.", count_processes),
            "suzerain_interactions_missed": (
                "Interactions that waited too long for a shard to change hands.",
                count_missed_interactions,
            ),
        }
        for name, (words, read) in told.items():
            Gauge(name, words, registry=self._registry).set_function(read)

    def record_interaction(self, command_name: str, outcome: str, duration_seconds: float) -> None:
        """Count a Discord interaction, and record how many seconds it took."""
        self._interactions.labels(command_name, outcome).inc()
        self._seconds.labels(command_name).observe(duration_seconds)

    def count_autocomplete_request(self, command_name: str) -> None:
        self._autocompletes.labels(command_name).inc()

    def record_commands_per_commit(self, command_count: int) -> None:
        """Record how many commands shared one database commit."""
        self._batches.observe(command_count)

    def record_board_update_delay(self, seconds: float) -> None:
        """Record after how many seconds a game's board (its main message) was up to date."""
        self._lags.observe(seconds)

    def render_metrics_text(self) -> bytes:
        return generate_latest(self._registry)
