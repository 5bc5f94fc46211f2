"""Observation of the bot: a log line for each interaction, and metrics if they are enabled.

`metrics` and `endpoint` are imported only if the configuration enables them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.watch.metrics import PrometheusMetrics

interaction_log = logging.getLogger("bot.interactions")


class TelemetryRecorder:
    """A recorder of interactions and delays, in the log and in metrics."""

    def __init__(self, metrics: PrometheusMetrics | None = None) -> None:
        self.metrics = metrics

    def record_interaction(
        self, command_name: str, channel_id: int | None, outcome: str, duration_seconds: float, refusal_code: str = ""
    ) -> None:
        """Record a finished Discord interaction in the log and in metrics."""
        if interaction_log.isEnabledFor(logging.INFO):
            fields: dict[str, object] = {"command": command_name, "channel": channel_id, "outcome": outcome}
            if refusal_code:
                fields["refusal"] = refusal_code
            fields["ms"] = round(duration_seconds * 1000, 1)
            interaction_log.info("%s", _format_fields_of_log_line(fields), extra=fields)
        if self.metrics:
            self.metrics.record_interaction(command_name, outcome, duration_seconds)

    def count_autocomplete_request(self, command_name: str) -> None:
        """Record an autocompletion, in metrics only."""
        if self.metrics:
            self.metrics.count_autocomplete_request(command_name)

    def record_commands_per_commit(self, command_count: int) -> None:
        """Record how many commands shared one database commit."""
        if self.metrics:
            self.metrics.record_commands_per_commit(command_count)

    def record_board_update_delay(self, seconds: float) -> None:
        """Record after how many seconds a game's board (its main message) was up to date."""
        if self.metrics:
            self.metrics.record_board_update_delay(seconds)


def _format_fields_of_log_line(fields: Mapping[str, object]) -> str:
    return " ".join(
        f'{field}="{value}"' if " " in f"{value}" else f"{field}={value}" for field, value in fields.items()
    )
