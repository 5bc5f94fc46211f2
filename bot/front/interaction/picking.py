"""Players as options of commands: offered while somebody types, and found again by any name."""

from collections.abc import Iterable

from discord.app_commands import Choice, Range

from bot.front.interaction.desk import Asked, desk_of
from bot.front.rendering.escaping import plain, shown
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.teams import in_game
from bot.service import Table
from bot.words import Words

MOST = 25
"""Choices that Discord shows."""

Picked = Range[str, 1, 100]
"""An option for which something is offered: a choice's value, or what somebody typed instead."""


async def players(asked: Asked, typed: str) -> list[Choice[str]]:
    """The players still in the channel's game whose name holds what was typed."""
    desk = desk_of(asked)
    table = await desk.service.table(desk.place(asked))
    if table.pod is None:
        return []
    words = await desk.bare_words(asked, table.pod)
    return named(in_game(table.pod.game.standings), words, typed)


async def present(asked: Asked, typed: str) -> list[Choice[str]]:
    """The same, and whoever sits in a lobby."""
    desk = desk_of(asked)
    table = await desk.service.table(desk.place(asked))
    if table.pod is None or table.pod.state != "lobby":
        return await players(asked, typed)
    return named(table.pod.players, await desk.bare_words(asked, table.pod), typed)


def named(players: Iterable[Player], words: Words, typed: str) -> list[Choice[str]]:
    """Those whose name holds what was typed; `words` name them without Markdown."""
    return matching([(words.name(player), player) for player in players], typed)


def matching(options: Iterable[tuple[str, str]], typed: str) -> list[Choice[str]]:
    """The options, each a label and a value, whose label holds what was typed."""
    labelled = [(plain(label, 100), value) for label, value in options]
    wanted = typed.strip().casefold()
    return [Choice(name=n, value=v) for n, v in labelled if wanted in n.casefold()][:MOST]


async def player(asked: Asked, typed: str, table: Table | None = None) -> Player:
    """The player that an option means: picked from the list, typed by name, or mentioned.

    They are of the channel's pod, or of the `table`'s.
    """
    desk = desk_of(asked)
    table = table or await desk.table(asked)
    pod: Pod | None = table.pod
    assert pod is not None
    if typed in pod.players:
        return typed
    known = await desk.service.names(pod.players)
    mentioned = {f"<@{person.discord_id}>": player for player, person in known.items()}
    if typed.strip() in mentioned:  # what Discord makes of @name in a text
        return mentioned[typed.strip()]
    words = await desk.bare_words(asked, pod)
    wanted = typed.strip().removeprefix("@").casefold()
    named = [player for player in pod.players if words.name(player).casefold() == wanted]
    if len(named) != 1:
        raise Refusal("who", typed=shown(typed), players=pod.players)
    return named[0]
