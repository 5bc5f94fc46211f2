"""Names of players in the standings and the posts."""

from collections.abc import Iterable, Sequence

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.context import Context
from bot.front.interaction.services import StandingsMessageServices
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.projections.standings import PeopleWithNamesakesLoader
from bot.rules.facts import Player

MAX_NAMED = 3
"""The most players who are named; the others are counted."""


def build_player_name_loader(services: StandingsMessageServices, guild_id: int) -> PeopleWithNamesakesLoader:
    """Return a loader of a server's player names that tells players with similar names apart."""
    return PeopleWithNamesakesLoader(services.people.with_nicknames_of_server(guild_id), services.database)


async def load_formatter_with_standings_names(ctx: Context, players: Iterable[Player]) -> PodMessageFormatter:
    """Load a formatter that renders texts in the user's language with the names of players in the standings."""
    return await load_formatter_with_player_names(
        build_player_name_loader(ctx.services, ctx.channel_address.guild), ctx.translations, players
    )


def join_names_of_first_players(
    players: Sequence[Player], formatter: PodMessageFormatter, maximum_name_count: int = MAX_NAMED
) -> str:
    """Return a text with the names of the first players and the number of the others."""
    parts = [f"**{formatter.name(player)}**" for player in players[:maximum_name_count]]
    if len(players) > maximum_name_count:
        parts.append(formatter.text("week-others", count=len(players) - maximum_name_count))
    return formatter.text.join_names_with_and(parts)
