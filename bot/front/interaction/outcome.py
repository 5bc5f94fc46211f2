"""What came of an interaction, for those who watch the bot; it stays with the interaction."""

from typing import Any, Literal, NamedTuple

import discord

_KEY = "outcome"

Name = Literal[
    "done",
    "refused",
    "outdated",
    "forbidden",
    "busy",
    "storage",
    "unknown",
    "failed",
    "late",
    "again",
]
"""
done       it was answered
refused    it cannot be done now
outdated   Discord still shows a command that the bot has no more
forbidden  Discord does not let the bot do it
busy       more was asked than the database can write
storage    the database did not answer
unknown    it was not known in time whether the database has it; it was told later
failed     something else went wrong
late       the answer came when Discord wanted it no more
again      Discord had delivered it before, and it was answered then
"""


class InteractionOutcome(NamedTuple):
    """What came of an interaction, and the code of a refusal."""

    name: Name
    refusal: str = ""


def note_outcome(interaction: discord.Interaction[Any], name: Name, refusal: str = "") -> None:
    """Note that something else than an answer came of an interaction."""
    interaction.extras[_KEY] = InteractionOutcome(name, refusal)


def note_unheard(interaction: discord.Interaction[Any], name: Literal["late", "again"]) -> None:
    """Note that Discord wanted no answer; if something went wrong before, that is more telling."""
    interaction.extras.setdefault(_KEY, InteractionOutcome(name))


def read_outcome(interaction: discord.Interaction[Any]) -> InteractionOutcome:
    """Return what came of an interaction that was handled."""
    found = interaction.extras.get(_KEY, InteractionOutcome("done"))
    assert isinstance(found, InteractionOutcome)
    return found
