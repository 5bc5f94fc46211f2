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
    """A recorder of interactions and delays in the log and the metrics.

    It gets no names, no ids of people and no user input.
    """

    def __init__(self, metrics: PrometheusMetrics | None = None) -> None:
        self.metrics = metrics

    def record_interaction(
        self,
        command: str,
        channel_id: int | None,
        outcome: str,
        seconds: float,
        refusal_code: str = "",
    ) -> None:
        """Record a handled interaction as a log line, whose fields are separate in JSON,
        and in the metrics.

        `command`, `outcome` and `refusal_code` have few values, so that metric labels stay
        bounded.
        """
        fields: dict[str, object] = {
            "command": command,
            "channel": channel_id,
            "outcome": outcome,
        }
        if refusal_code:
            fields["refusal"] = refusal_code
        fields["ms"] = round(seconds * 1000, 1)
        interaction_log.info("%s", _format_log_fields(fields), extra=fields)
        if self.metrics:
            self.metrics.record_interaction(command, outcome, seconds)

    def record_autocomplete(self, command: str) -> None:
        """Record an autocompletion in the metrics alone, because there are too many for the
        log.
        """
        if self.metrics:
            self.metrics.record_autocomplete(command)

    def record_commit_size(self, command_count: int) -> None:
        """Record the number of commands in a commit."""
        if self.metrics:
            self.metrics.record_commit_size(command_count)

    def record_board_lag(self, seconds: float) -> None:
        """Record the seconds between a commit and the update of its board."""
        if self.metrics:
            self.metrics.record_board_lag(seconds)


def _format_log_fields(fields: Mapping[str, object]) -> str:
    """Return fields as a log line has them; values with spaces are quoted."""
    return " ".join(
        f'{field}="{value}"' if " " in f"{value}" else f"{field}={value}"
        for field, value in fields.items()
    )
