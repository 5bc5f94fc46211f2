"""How the bot fares: a log line for each interaction, and metrics where somebody reads them.

`metrics` and `endpoint` are imported only where the settings ask for them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.watch.metrics import Metrics

lines = logging.getLogger("bot.interactions")


class Watch:
    """Told of what happens. It hears no names, no ids of people and nothing that anybody wrote."""

    def __init__(self, metrics: Metrics | None = None) -> None:
        self.metrics = metrics

    def note_interaction(
        self, command: str, channel: int | None, outcome: str, seconds: float, refusal: str = ""
    ) -> None:
        """An interaction was handled: one line, whose fields JSON keeps apart.

        `command`, `outcome` and `refusal` (the code of one) are each one of few.
        """
        fields: dict[str, object] = {
            "command": command,
            "channel": channel,
            "outcome": outcome,
        }
        if refusal:
            fields["refusal"] = refusal
        fields["ms"] = round(seconds * 1000, 1)
        lines.info("%s", " ".join(map(_format_field, fields, fields.values())), extra=fields)
        if self.metrics:
            self.metrics.note_interaction(command, outcome, seconds)

    def note_autocomplete(self, command: str) -> None:
        """Somebody types, and is offered what fits: too often for the log."""
        if self.metrics:
            self.metrics.note_autocomplete(command)

    def note_batch(self, size: int) -> None:
        """So many commands were committed at once."""
        if self.metrics:
            self.metrics.note_batch(size)

    def note_board(self, lag: float) -> None:
        """A board shows a change, `lag` seconds after its commit."""
        if self.metrics:
            self.metrics.note_board(lag)


def _format_field(field: str, value: object) -> str:
    return f'{field}="{value}"' if " " in f"{value}" else f"{field}={value}"
