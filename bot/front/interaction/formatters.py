"""Sentences with the names of players, in the user's or the server's language."""

from collections.abc import Iterable

from bot.formatters.duels import DuelSentenceFormatter
from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.context import Context
from bot.front.ui import player_names
from bot.front.ui.player_names import list_players_named_in_game, load_formatter_with_player_names
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod


async def load_message_formatter_in_user_language(ctx: Context, players: Iterable[Player]) -> PodMessageFormatter:
    """Load a formatter in the user's language, with these players' names."""
    return await load_formatter_with_player_names(ctx.people_with_server_nicknames, ctx.translations, players)


async def load_message_formatter_in_server_language(ctx: Context, players: Iterable[Player]) -> PodMessageFormatter:
    """Load a formatter in the server's language, with these players' names."""
    return await load_formatter_with_player_names(ctx.people_with_server_nicknames, ctx.public_translations, players)


async def load_message_formatter_for_duel(ctx: Context, duel: Duel) -> DuelSentenceFormatter:
    """Load a formatter in the user's language, with the names of a duel's players."""
    return player_names.build_duel_formatter_from_pod_formatter(
        await load_formatter_with_player_names(
            ctx.people_with_server_nicknames, ctx.translations, list_players_named_in_game(duel)
        )
    )


async def load_message_formatter_for_pod(ctx: Context, pod: Pod) -> PodMessageFormatter:
    """Load a formatter in the user's language, with the names of a pod's players."""
    return await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, list_players_named_in_game(pod)
    )


async def load_label_formatter_for_game(ctx: Context, game: Game) -> PodMessageFormatter:
    """Load a formatter of labels without Markdown, with the names of a game's players."""
    return await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, list_players_named_in_game(game), escapes_markdown=False
    )
