"""Names of players in the standings and the posts."""

from collections.abc import Iterable, Sequence

from bot.formatters.messages import MessageFormatter
from bot.front.interaction.context import Context
from bot.front.interaction.services import StandingsServices
from bot.front.ui.player_names import load_name_formatter
from bot.projections.standings import NamesakeLoader
from bot.rules.facts import Player

MAX_NAMED = 3
"""The most players who are named; the others are counted."""


def get_ranked_people(sources: StandingsServices, guild_id: int) -> NamesakeLoader:
    """Return the people of a server's standings, with equal names told apart on all pages."""
    return NamesakeLoader(sources.people.for_server(guild_id), sources.database)


async def load_ranked_formatter(ctx: Context, players: Iterable[Player]) -> MessageFormatter:
    """Return a formatter for the user, which names players as the standings show them."""
    return await load_name_formatter(
        get_ranked_people(ctx.services, ctx.channel_address.guild), ctx.catalogue, players
    )


def join_player_names(
    players: Sequence[Player], formatter: MessageFormatter, maximum: int = MAX_NAMED
) -> str:
    """Join the names of the first players up to `maximum`, and the number of the others."""
    parts = [f"**{formatter.name(player)}**" for player in players[:maximum]]
    if len(players) > maximum:
        parts.append(formatter.text("week-others", count=len(players) - maximum))
    return formatter.text.join_with_and(parts)
