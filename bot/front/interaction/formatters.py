"""Sentences with the names of players, in the user's or the server's language."""

from collections.abc import Iterable

from bot.formatters.duels import DuelFormatter
from bot.formatters.messages import MessageFormatter
from bot.front.interaction.context import Context
from bot.front.ui import player_names
from bot.front.ui.player_names import list_people_of_game, load_name_formatter
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod


async def load_private_formatter(ctx: Context, players: Iterable[Player]) -> MessageFormatter:
    """Return a formatter for sentences in the user's language, with the names of `players`."""
    return await load_name_formatter(ctx.server_people, ctx.catalogue, players)


async def load_public_formatter(ctx: Context, players: Iterable[Player]) -> MessageFormatter:
    """Return a formatter for sentences in the server's language, with the names of `players`."""
    return await load_name_formatter(ctx.server_people, ctx.public_catalogue, players)


async def load_duel_formatter(ctx: Context, duel: Duel) -> DuelFormatter:
    """Return a formatter that writes sentences about a duel in the user's language."""
    return player_names.build_duel_formatter(
        await load_name_formatter(ctx.server_people, ctx.catalogue, list_people_of_game(duel))
    )


async def load_pod_formatter(ctx: Context, pod: Pod) -> MessageFormatter:
    """Return a formatter that writes sentences about a pod in the user's language."""
    return await load_name_formatter(ctx.server_people, ctx.catalogue, list_people_of_game(pod))


async def load_label_formatter(ctx: Context, game: Game) -> MessageFormatter:
    """Return a formatter for labels and choices about a game, where Discord renders no
    Markdown.
    """
    return await load_name_formatter(
        ctx.server_people, ctx.catalogue, list_people_of_game(game), with_escaping=False
    )
