"""`/history`: the server's past games in the channels that the user sees."""

from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter, format_variant_name
from bot.front.decks.deck_names import format_short_commander_names
from bot.front.duels.duel_board import find_last_page_of_duel_moves, render_duel_moves_embed
from bot.front.interaction.answers import answer_by_editing_message, defer_answer
from bot.front.interaction.channel_visibility import Visibility
from bot.front.interaction.command_declarations import slash_command, translate_command_options
from bot.front.interaction.context import Context, load_or_create_person_of_discord_user
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.inputs import parse_channel_and_game_number
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.pods.pod_views import GameHistoryPage, render_game_history_page
from bot.front.standings.standings_names import load_formatter_with_standings_names
from bot.front.ui import components
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.fitting import truncate_markdown
from bot.front.ui.player_names import build_duel_formatter_from_pod_formatter, list_players_named_in_game
from bot.i18n import Translations
from bot.projections import past_pods
from bot.projections.past_pods import FinishedGame, FinishedGameCursor
from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.service.game_requests import GameWithEvents
from bot.service.live_game import ChannelAddress
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.tables.game_kinds import JOUST


async def render_duel_history_page(ctx: Context, game_with_events: GameWithEvents, page: int) -> GameHistoryPage:
    """Return a page of a past duel's moves; the last page if `page` is too high."""
    duel = game_with_events.live.duel
    assert duel is not None
    words = await load_message_formatter_in_user_language(ctx, list_players_named_in_game(duel))
    last = find_last_page_of_duel_moves(duel)
    at = min(page, last)
    embed = render_duel_moves_embed(duel, words, at)
    if duel.result is not None:
        won, *points = build_duel_formatter_from_pod_formatter(words).describe_duel_result(duel.result)
        embed.add_field(name=f"🏁 {won}", value="\n".join(points), inline=False)
    return GameHistoryPage(game_with_events.live.number, embed, at, last)


GAMES_PER_PAGE = 10
"""Games on one page."""

CHUNK_SIZE = 20
"""Games that are read together."""

MAX_CHUNKS = 3
"""The most chunks that are read for one page, so that nobody waits long who sees few channels."""

_MAX_WINNERS_LENGTH = 250  # characters
_MAX_TIME_DIGITS = 14  # digits of a time in milliseconds: some thousand years


class _PastGamesPage(NamedTuple):
    """A page of past games, newest first, with the visibility of their channels.

    `newer` and `older` are where the next pages begin; None means that there is no such page.
    """

    pods: Sequence[tuple[FinishedGame, Visibility]]
    newer: FinishedGameCursor | None
    older: FinishedGameCursor | None


@slash_command("history", build_access_rule_for_server(rate_limit_class="costly"))
@translate_command_options(player="history")
async def show_past_games(ctx: Context, player: discord.User | None = None) -> None:
    """Show the newest past games of the server, or of one member."""
    if player is not None and player.bot:
        raise Refusal("stats-bot")
    key = ""
    if player is not None:
        key = (await load_or_create_person_of_discord_user(ctx, player)).id
    if await defer_answer(ctx, ephemeral=True, thinking=True):  # Discord may have to be asked
        await _show_past_games_page(ctx, key)


async def show_newer_or_older_past_games(
    ctx: Context, direction: str, player: Player, end_milliseconds: int, channel: int, game_number: int
) -> None:
    """Show the past games just newer or just older than the game `game_number` of a channel."""
    if len(str(end_milliseconds)) > _MAX_TIME_DIGITS:
        raise Refusal("unknown-button")
    spot = FinishedGameCursor(datetime_from_milliseconds(end_milliseconds), channel, game_number)
    if await defer_answer(ctx):
        await _show_past_games_page(ctx, player, spot, direction)


async def show_history_of_selected_game(ctx: Context, player: Player, selection: tuple[int, int]) -> None:
    """Show what happened in the past game that was selected in a menu."""
    channel, number = selection
    await show_past_game_history_page(ctx, player, channel, number, 0)


# The list


async def _show_past_games_page(
    ctx: Context, player: Player, adjacent_game: FinishedGameCursor | None = None, direction: str = "older"
) -> None:
    if adjacent_game is not None and direction == "at":
        direction = "older"
        adjacent_game = adjacent_game._replace(number=adjacent_game.number + 1)
    found = await _load_visible_past_games_page(ctx, player, adjacent_game, loads_newer_games=direction == "newer")
    if direction == "newer" and found.newer is None:  # the newest page is always full
        found = await _load_visible_past_games_page(ctx, player, None, loads_newer_games=False)
    winners = {player for over, _ in found.pods for player, _ in over.winners}
    words = await load_formatter_with_standings_names(ctx, [*winners, *([player] if player else [])])
    text = words.text
    title = text("history-of", player=words.name(player)) if player else text("history-title")
    embed = discord.Embed(title=title, colour=COLOURS["lobby"])
    lines = [_render_past_game_lines(at, over, sight, words) for at, (over, sight) in enumerate(found.pods, 1)]
    if not lines:
        key = "hidden" if found.older else "none-of" if player else "none"
        lines = [text(f"history-{key}")]
    embed.description = "\n".join(lines)
    items: list[ui.Item[ui.View]] = []
    if found.pods:
        items.append(await _build_past_games_menu(ctx, found.pods, player))
    if found.newer or found.older:
        ends = (
            _build_custom_id_of_past_games_page("newer", player, found.newer),
            _build_custom_id_of_past_games_page("older", player, found.older),
        )
        items += components.build_newer_older_buttons(*ends, text)
    await answer_by_editing_message(
        ctx, embed=embed, view=components.build_view_without_callbacks(items) if items else None
    )


async def _load_visible_past_games_page(
    ctx: Context, player: Player, adjacent_game: FinishedGameCursor | None, *, loads_newer_games: bool
) -> _PastGamesPage:
    """Load a page of the past games that the user can see.

    `adjacent_game` is the position of the game next to the page; None means the newest end of the list.
    """
    guild = ctx.channel_address.guild
    moderates = ctx.is_user_channel_moderator
    hidden = ctx.services.visibility.list_channels_hidden_from_user(ctx.interaction)
    seen: list[tuple[FinishedGame, Visibility]] = []
    at = adjacent_game
    more = True
    for _ in range(MAX_CHUNKS):
        chunk = await past_pods.load_finished_games(
            ctx.services.database,
            guild,
            CHUNK_SIZE,
            cursor=at,
            is_newer_than_cursor=loads_newer_games,
            player=player or None,
            excluded_channels=hidden,
        )
        if loads_newer_games:
            chunk.reverse()
        sights = await ctx.services.visibility.fetch_channel_visibilities(
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
    following: FinishedGameCursor | None = None
    if len(seen) > GAMES_PER_PAGE:
        following = pods[-1][0].spot
    elif more and at is not None:  # of a channel that the asker may not learn of
        following = FinishedGameCursor(at.ended, _MAX_CHANNEL_ID if loads_newer_games else 0, 0)
    if loads_newer_games:
        return _PastGamesPage(pods[::-1], following, pods[0][0].spot if pods else adjacent_game)
    return _PastGamesPage(pods, (pods[0][0].spot if pods else adjacent_game) if adjacent_game else None, following)


_MAX_CHANNEL_ID = 2**63 - 1
"""A channel id greater than all others."""


def _render_past_game_lines(
    line_number: int, finished_game: FinishedGame, visibility: Visibility, formatter: PodMessageFormatter
) -> str:
    """Return two lines about a past game, with its winners, date, channel and variant."""
    text = formatter.text
    setup = finished_game.setup
    where = f"<#{finished_game.spot.channel}>" if visibility == "seen" else text("history-gone")
    when = discord.utils.format_dt(finished_game.spot.ended, "d")
    parts = [when, where]
    if isinstance(setup, PodSetup):
        parts += [formatter.format_variant_name(setup.variant), text(f"table-{setup.table}")]
    else:
        parts.append(text(f"game-{JOUST}"))
    return f"**{line_number}.** {_render_winners_of_past_game(finished_game, formatter)}\n-# {' · '.join(parts)}"


def _render_winners_of_past_game(finished_game: FinishedGame, formatter: PodMessageFormatter) -> str:
    if finished_game.state == "closed":
        return formatter.text("history-closed")
    if not finished_game.winners:
        return formatter.text("history-draw" if finished_game.scored else "history-unscored")
    masters = [
        f"**{formatter.name(player)}**{_render_commanders_of_winner(finished_game, player, formatter)}"
        for player, role in finished_game.winners
        if role == "master"
    ]
    thralls = [formatter.name(player) for player, role in finished_game.winners if role == "servant"]
    signs = (("👑", masters), ("⛓️", thralls))
    return truncate_markdown(" ".join(f"{sign} {', '.join(some)}" for sign, some in signs if some), _MAX_WINNERS_LENGTH)


def _render_commanders_of_winner(finished_game: FinishedGame, player: Player, formatter: PodMessageFormatter) -> str:
    """Return the commanders of a winner's deck, formatted to stand behind the winner's name."""
    deck = finished_game.decks.get(player)
    return "" if deck is None else f" *{format_short_commander_names(deck, formatter)}*"


async def _build_past_games_menu(
    ctx: Context, games: Sequence[tuple[FinishedGame, Visibility]], player: Player
) -> ui.Select[ui.View]:
    text = ctx.translations
    zone = ctx.settings.time_zone
    options = []
    for at, (over, _) in enumerate(games, 1):
        day = text.format_date(over.spot.ended.astimezone(zone).date())
        label = clean_label_text(over.setup.title or _format_variant_or_duel_name(over, text), 70)
        value = f"{over.spot.channel}:{over.spot.number}"
        options.append(discord.SelectOption(label=f"{at}. {label}", description=day, value=value))
    placeholder = clean_label_text(text("history-open"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"past:open:{player}")


def _format_variant_or_duel_name(finished_game: FinishedGame, translations: Translations) -> str:
    setup = finished_game.setup
    return (
        format_variant_name(setup.variant, translations)
        if isinstance(setup, PodSetup)
        else translations(f"game-{JOUST}")
    )


def _build_custom_id_of_past_games_page(
    direction: str, player: Player, game_cursor: FinishedGameCursor | None
) -> str | None:
    if game_cursor is None:
        return None
    end_milliseconds = datetime_to_milliseconds(game_cursor.ended)
    return f"past:{direction}:{player}:{end_milliseconds}:{game_cursor.channel}:{game_cursor.number}"


# Stories


async def show_past_game_history_page(ctx: Context, player: Player, channel: int, game_number: int, page: int) -> None:
    """Show a page of a past game's events. Raises `Refusal` if the user cannot see the game's channel."""
    guild = ctx.channel_address.guild
    services = ctx.services
    spot = await past_pods.load_cursor_of_finished_game(services.database, guild, channel, game_number)
    if spot is None:
        raise Refusal("history-open")
    if not await defer_answer(ctx):
        return
    sight = (await services.visibility.fetch_channel_visibilities(ctx.interaction, [channel]))[channel]
    if sight == "hidden" or (sight == "gone" and not ctx.is_user_channel_moderator):
        raise Refusal("history-hidden")
    found = await services.service.load_game_with_events(ChannelAddress(guild, channel), game_number)
    write = render_game_history_page if found.live.duel is None else render_duel_history_page
    shown = await write(ctx, found, page)
    what = f"past:story:{player}:{channel}:{game_number}"
    items = components.build_page_buttons(what, shown.page, shown.last) if shown.last else []
    back = _build_custom_id_of_past_games_page("at", player, spot)
    items.append(ui.Button(label=ctx.translations("button-list"), emoji="📜", custom_id=back))
    if ctx.is_user_channel_moderator:
        items.append(components.build_redact_texts_button(channel, game_number, ctx.translations))
    await answer_by_editing_message(ctx, embed=shown.embed, view=components.build_view_without_callbacks(items))


_HISTORY_ACCESS = build_access_rule_for_server(rate_limit_class="costly")

ROUTES = (
    CustomIdRoute(
        "past:{direction:newer|older|at}:{player}:{end_milliseconds:id}:{channel:id}:{game_number:int}",
        show_newer_or_older_past_games,
        _HISTORY_ACCESS,
        "past",
    ),
    CustomIdRoute(
        "past:open:{player}",
        show_history_of_selected_game,
        _HISTORY_ACCESS,
        "past",
        picked=parse_channel_and_game_number,
    ),
    CustomIdRoute(
        "past:story:{player}:{channel:id}:{game_number:int}:{page:int}",
        show_past_game_history_page,
        _HISTORY_ACCESS,
        "past",
    ),
)
