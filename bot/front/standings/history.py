"""`/history`: the server's past games in the channels that the user sees."""

from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.formatters.messages import MessageFormatter, format_variant_name
from bot.front.decks.deck_names import name_commanders_briefly
from bot.front.duels.duel_board import find_last_story_page, render_duel_story_embed
from bot.front.interaction.answers import defer_answer, edit_private_message
from bot.front.interaction.channel_visibility import Visibility
from bot.front.interaction.command_declarations import describe_options, slash_command
from bot.front.interaction.context import Context, identify_user
from bot.front.interaction.formatters import load_private_formatter
from bot.front.interaction.inputs import parse_game_key
from bot.front.interaction.routes import Route, server_access
from bot.front.pods.pod_views import StoryPage, render_story_page
from bot.front.standings.standings_names import load_ranked_formatter
from bot.front.ui import components
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import clean_label
from bot.front.ui.fitting import truncate_markdown
from bot.front.ui.player_names import build_duel_formatter, list_people_of_game
from bot.i18n import Catalogue
from bot.projections import past_pods
from bot.projections.past_pods import FinishedGame, HistoryPosition
from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.service.game_requests import GameWithEvents
from bot.service.live_game import ChannelAddress
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.tables.game_kinds import JOUST


async def render_duel_story_page(
    ctx: Context, game_with_events: GameWithEvents, page: int
) -> StoryPage:
    """Return a page of a duel's story; the last page if `page` is greater."""
    duel = game_with_events.live.duel
    assert duel is not None
    words = await load_private_formatter(ctx, list_people_of_game(duel))
    last = find_last_story_page(duel)
    at = min(page, last)
    embed = render_duel_story_embed(duel, words, at)
    if duel.result is not None:
        won, *points = build_duel_formatter(words).describe_result(duel.result)
        embed.add_field(name=f"🏁 {won}", value="\n".join(points), inline=False)
    return StoryPage(game_with_events.live.number, embed, at, last)


GAMES_PER_PAGE = 10
"""Games on one page."""

CHUNK_SIZE = 20
"""Games that are read together."""

MAX_CHUNKS = 3
"""The most chunks that are read for one page, so that nobody waits long who sees few channels."""

_MAX_WINNERS_LENGTH = 250  # characters
_MAX_TIME_DIGITS = 14  # digits of a time in milliseconds: some thousand years


class _HistoryPage(NamedTuple):
    """A page of past games, newest first, each with the visibility of its channel.

    `newer` and `older` are where the next pages begin; None means that there is no such page.
    """

    pods: Sequence[tuple[FinishedGame, Visibility]]
    newer: HistoryPosition | None
    older: HistoryPosition | None


@slash_command("history", server_access(rate_class="costly"))
@describe_options(player="history")
async def show_history(ctx: Context, player: discord.User | None = None) -> None:
    """Show the newest past games of the server, or the past games of a member that count."""
    if player is not None and player.bot:
        raise Refusal("stats-bot")
    key = ""
    if player is not None:
        key = (await identify_user(ctx, player)).id
    if await defer_answer(ctx, ephemeral=True, thinking=True):  # Discord may have to be asked
        await _show_history_page(ctx, key)


async def turn_history_page(
    ctx: Context, way: str, player: Player, ended: int, channel: int, number: int
) -> None:
    """Show the past games newer or older than a game, or the games from a game on."""
    if len(str(ended)) > _MAX_TIME_DIGITS:
        raise Refusal("unknown-button")
    spot = HistoryPosition(datetime_from_milliseconds(ended), channel, number)
    if await defer_answer(ctx):
        await _show_history_page(ctx, player, spot, way)


async def open_selected_story(ctx: Context, player: Player, selection: tuple[int, int]) -> None:
    """Show the story of the past game selected in a menu."""
    channel, number = selection
    await show_story_page(ctx, player, channel, number, 0)


# The list


async def _show_history_page(
    ctx: Context, player: Player, position: HistoryPosition | None = None, direction: str = "older"
) -> None:
    if position is not None and direction == "at":
        direction = "older"
        position = position._replace(number=position.number + 1)
    found = await _load_history_page(ctx, player, position, is_newer=direction == "newer")
    if direction == "newer" and found.newer is None:  # the newest page is always full
        found = await _load_history_page(ctx, player, None, is_newer=False)
    winners = {player for over, _ in found.pods for player, _ in over.winners}
    words = await load_ranked_formatter(ctx, [*winners, *([player] if player else [])])
    text = words.text
    title = text("history-of", player=words.name(player)) if player else text("history-title")
    embed = discord.Embed(title=title, colour=COLOURS["lobby"])
    lines = [
        _render_past_game(at, over, sight, words) for at, (over, sight) in enumerate(found.pods, 1)
    ]
    if not lines:
        key = "hidden" if found.older else "none-of" if player else "none"
        lines = [text(f"history-{key}")]
    embed.description = "\n".join(lines)
    items: list[ui.Item[ui.View]] = []
    if found.pods:
        items.append(await _build_history_menu(ctx, found.pods, player))
    if found.newer or found.older:
        ends = (
            _build_page_id("newer", player, found.newer),
            _build_page_id("older", player, found.older),
        )
        items += components.build_newer_older_buttons(*ends, text)
    await edit_private_message(
        ctx, embed=embed, view=components.build_stateless_view(items) if items else None
    )


async def _load_history_page(
    ctx: Context, player: Player, boundary: HistoryPosition | None, *, is_newer: bool
) -> _HistoryPage:
    """Load a page of the past games that the user may see, chunk by chunk.

    `boundary` is the game next to the page; None means the newest end of the list.
    """
    guild = ctx.channel_address.guild
    moderates = ctx.is_moderator
    hidden = ctx.services.visibility.find_hidden_channels(ctx.interaction)
    seen: list[tuple[FinishedGame, Visibility]] = []
    at = boundary
    more = True
    for _ in range(MAX_CHUNKS):
        chunk = await past_pods.load_finished_games(
            ctx.services.database,
            guild,
            CHUNK_SIZE,
            position=at,
            is_newer_side=is_newer,
            player=player or None,
            excluded_channels=hidden,
        )
        if is_newer:
            chunk.reverse()
        sights = await ctx.services.visibility.fetch_visibilities(
            ctx.interaction, [over.spot.channel for over in chunk]
        )
        shown = {"seen", "gone"} if moderates else {"seen"}
        seen += [(o, sights[o.spot.channel]) for o in chunk if sights[o.spot.channel] in shown]
        more = len(chunk) == CHUNK_SIZE
        if chunk:
            at = chunk[-1].spot
        if len(seen) > GAMES_PER_PAGE or not more:
            break
    pods = seen[:GAMES_PER_PAGE]
    following: HistoryPosition | None = None
    if len(seen) > GAMES_PER_PAGE:
        following = pods[-1][0].spot
    elif more and at is not None:  # of a channel that the asker may not learn of
        following = HistoryPosition(at.ended, _MAX_CHANNEL_ID if is_newer else 0, 0)
    if is_newer:
        return _HistoryPage(pods[::-1], following, pods[0][0].spot if pods else boundary)
    return _HistoryPage(
        pods, (pods[0][0].spot if pods else boundary) if boundary else None, following
    )


_MAX_CHANNEL_ID = 2**63 - 1
"""A channel id greater than all others."""


def _render_past_game(
    line_number: int,
    finished_game: FinishedGame,
    visibility: Visibility,
    formatter: MessageFormatter,
) -> str:
    """Render a past game on two lines: the winners; then date, channel and variant."""
    text = formatter.text
    setup = finished_game.setup
    where = f"<#{finished_game.spot.channel}>" if visibility == "seen" else text("history-gone")
    when = discord.utils.format_dt(finished_game.spot.ended, "d")
    parts = [when, where]
    if isinstance(setup, PodSetup):
        parts += [formatter.format_variant_name(setup.variant), text(f"table-{setup.table}")]
    else:
        parts.append(text(f"game-{JOUST}"))
    return f"**{line_number}.** {_render_winners(finished_game, formatter)}\n-# {' · '.join(parts)}"


def _render_winners(finished_game: FinishedGame, formatter: MessageFormatter) -> str:
    if finished_game.state == "closed":
        return formatter.text("history-closed")
    if not finished_game.winners:
        return formatter.text("history-draw" if finished_game.scored else "history-unscored")
    masters = [
        f"**{formatter.name(player)}**{_render_winner_deck(finished_game, player, formatter)}"
        for player, role in finished_game.winners
        if role == "master"
    ]
    thralls = [
        formatter.name(player) for player, role in finished_game.winners if role == "servant"
    ]
    signs = (("👑", masters), ("⛓️", thralls))
    return truncate_markdown(
        " ".join(f"{sign} {', '.join(some)}" for sign, some in signs if some), _MAX_WINNERS_LENGTH
    )


def _render_winner_deck(
    finished_game: FinishedGame, player: Player, formatter: MessageFormatter
) -> str:
    """Return the commanders with which a player won, to stand after the player's name."""
    deck = finished_game.decks.get(player)
    return "" if deck is None else f" *{name_commanders_briefly(deck, formatter)}*"


async def _build_history_menu(
    ctx: Context, games: Sequence[tuple[FinishedGame, Visibility]], player: Player
) -> ui.Select[ui.View]:
    """Return the menu that opens a past game's story."""
    text = ctx.catalogue
    zone = ctx.settings.time_zone
    options = []
    for at, (over, _) in enumerate(games, 1):
        day = text.format_date(over.spot.ended.astimezone(zone).date())
        label = clean_label(over.setup.title or _format_game_kind(over, text), 70)
        value = f"{over.spot.channel}:{over.spot.number}"
        options.append(discord.SelectOption(label=f"{at}. {label}", description=day, value=value))
    placeholder = clean_label(text("history-open"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"past:open:{player}")


def _format_game_kind(finished_game: FinishedGame, catalogue: Catalogue) -> str:
    setup = finished_game.setup
    return (
        format_variant_name(setup.variant, catalogue)
        if isinstance(setup, PodSetup)
        else catalogue(f"game-{JOUST}")
    )


def _build_page_id(direction: str, player: Player, position: HistoryPosition | None) -> str | None:
    if position is None:
        return None
    return (
        f"past:{direction}:{player}:{datetime_to_milliseconds(position.ended)}:"
        f"{position.channel}:{position.number}"
    )


# Stories


async def show_story_page(
    ctx: Context, player: Player, channel: int, number: int, page: int
) -> None:
    """Show a page of a past game's story, if the user may see the game's channel now."""
    guild = ctx.channel_address.guild
    services = ctx.services
    spot = await past_pods.load_history_position(services.database, guild, channel, number)
    if spot is None:
        raise Refusal("history-open")
    if not await defer_answer(ctx):
        return
    sight = (await services.visibility.fetch_visibilities(ctx.interaction, [channel]))[channel]
    if sight == "hidden" or (sight == "gone" and not ctx.is_moderator):
        raise Refusal("history-hidden")
    found = await services.service.load_game_with_events(ChannelAddress(guild, channel), number)
    write = render_story_page if found.live.duel is None else render_duel_story_page
    shown = await write(ctx, found, page)
    what = f"past:story:{player}:{channel}:{number}"
    items = components.build_page_buttons(what, shown.page, shown.last) if shown.last else []
    back = _build_page_id("at", player, spot)
    items.append(ui.Button(label=ctx.catalogue("button-list"), emoji="📜", custom_id=back))
    if ctx.is_moderator:
        items.append(components.build_redact_button(channel, number, ctx.catalogue))
    await edit_private_message(ctx, embed=shown.embed, view=components.build_stateless_view(items))


_HISTORY_ACCESS = server_access(rate_class="costly")

ROUTES = (
    Route(
        "past:{way:newer|older|at}:{player}:{ended:id}:{channel:id}:{number:int}",
        turn_history_page,
        _HISTORY_ACCESS,
        "past",
    ),
    Route(
        "past:open:{player}", open_selected_story, _HISTORY_ACCESS, "past", picked=parse_game_key
    ),
    Route(
        "past:story:{player}:{channel:id}:{number:int}:{page:int}",
        show_story_page,
        _HISTORY_ACCESS,
        "past",
    ),
)
