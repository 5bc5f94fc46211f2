"""What came of an interaction, for those who watch the bot; it stays with the interaction."""

from typing import Any, Literal, NamedTuple

import discord

_KEY = "outcome"

Name = Literal[
    "done", "refused", "outdated", "forbidden", "busy", "storage", "failed", "late", "again"
]
"""
done       it was answered
refused    it cannot be done now
outdated   Discord still shows a command that the bot has no more
forbidden  Discord does not let the bot do it
busy       more was asked than the database can write
storage    the database did not answer
failed     something else went wrong
late       the answer came when Discord wanted it no more
again      Discord had delivered it before, and it was answered then
"""


class Outcome(NamedTuple):
    """What came of an interaction, and the code of a refusal."""

    name: Name
    refusal: str = ""


def came(asked: discord.Interaction[Any], name: Name, refusal: str = "") -> None:
    """Something else than an answer came of it."""
    asked.extras[_KEY] = Outcome(name, refusal)


def came_to_nobody(asked: discord.Interaction[Any], name: Literal["late", "again"]) -> None:
    """The answer was not wanted; that something went wrong before is the more telling outcome."""
    asked.extras.setdefault(_KEY, Outcome(name))


def outcome(asked: discord.Interaction[Any]) -> Outcome:
    """What came of an interaction that was handled."""
    found = asked.extras.get(_KEY, Outcome("done"))
    assert isinstance(found, Outcome)
    return found
