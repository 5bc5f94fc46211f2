"""Observation of the bot: a log line for each interaction, and metrics if they are enabled.

`metrics` and `endpoint` are imported only if the configuration enables them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.watch.metrics import Metrics

lines = logging.getLogger("bot.interactions")


class Watch:
    """A recorder of events in the log and the metrics.

    It gets no names, no ids of people and no text that somebody wrote.
    """

    def __init__(self, metrics: Metrics | None = None) -> None:
        self.metrics = metrics

    def note_interaction(
        self, command: str, channel: int | None, outcome: str, seconds: float, refusal: str = ""
    ) -> None:
        """Record a handled interaction: one log line, whose fields are separate in JSON.

        `command`, `outcome` and `refusal` (its code) have few values, so that metric labels stay
        bounded.
        """
        fields: dict[str, object] = {
            "command": command,
            "channel": channel,
            "outcome": outcome,
        }
        if refusal:
            fields["refusal"] = refusal
        fields["ms"] = round(seconds * 1000, 1)
        lines.info("%s", _format_fields(fields), extra=fields)
        if self.metrics:
            self.metrics.note_interaction(command, outcome, seconds)

    def note_autocomplete(self, command: str) -> None:
        """Record an autocompletion, in the metrics alone: there are too many for the log."""
        if self.metrics:
            self.metrics.note_autocomplete(command)

    def note_batch(self, size: int) -> None:
        """Record the number of commands in a commit."""
        if self.metrics:
            self.metrics.note_batch(size)

    def note_board(self, lag: float) -> None:
        """Record the seconds between a commit and its board."""
        if self.metrics:
            self.metrics.note_board(lag)


def _format_fields(fields: Mapping[str, object]) -> str:
    """Return fields as a log line has them; values with spaces are quoted."""
    return " ".join(
        f'{field}="{value}"' if " " in f"{value}" else f"{field}={value}"
        for field, value in fields.items()
    )
