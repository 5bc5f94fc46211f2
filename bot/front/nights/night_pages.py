"""Private pages with the results of a game night, during the night and after it, and the list of past nights.

The buttons name the night by its channel and number, so they also work in the threads of its pods.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import answer_by_editing_message, defer_answer, send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.inputs import parse_ascii_number, parse_channel_and_game_number
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_current_game_night,
    build_access_rule_for_server,
)
from bot.front.nights import night_results, results_file
from bot.front.nights.night_board import NightPodStates, format_round_title, truncate_lines_to_message_length
from bot.front.nights.organiser_actions import list_addresses_of_channel_and_parent, load_game_night_by_plan_number
from bot.front.ui import components, player_names
from bot.front.ui.components import MENU_SIZE
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.nights.night import GameNight
from bot.planning.plan import PlannedGame
from bot.projections.plans import GameNightListCursor, PlannedGameRow, load_closed_game_nights
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import load_all_pod_states_of_game_night, load_game_night_pod_states
from bot.service.night_standings import compute_standings_of_night
from bot.service.pod_states import list_recipients_of_game_night_results
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds

LONGEST_PAGE = 1_350
"""Characters of the lines of a page; its heading has room beside them."""

LINES_PER_PAGE = 20
"""Lines of a page on a phone, whose screen has room for them beside the heading and the buttons."""

View = Literal["standings", "pods", "people"]
"""The content of the pages: the standings, the pods of each round, or the list of people."""

PODS_LOADED_AT_ONCE = 40
"""Pods of a night that are loaded before the answer is due."""

NIGHTS_PER_PAGE = 10
"""Past nights on one page."""

MAX_TIME_DIGITS = 14
"""Digits of a time in milliseconds: some thousand years."""

VIEWS: Sequence[View] = ("standings", "pods", "people")

_VIEW_EMOJI = {"standings": "🏅", "pods": "🪑", "people": "👥"}


class GameNightSnapshot(NamedTuple):
    """A snapshot of a game night with the states of its pods and the names of its players."""

    live: LiveGame
    plan: PlannedGame
    night: GameNight
    states: NightPodStates
    formatter: PodMessageFormatter


async def load_game_night_snapshot(
    ctx: Context, live_game: LiveGame, planned_game: PlannedGame, game_night: GameNight, **defer_options: bool
) -> GameNightSnapshot:
    """Load the pods and names of a game night for an answer in the user's language.

    The answer to a question about a large night is deferred, with `defer_options`.
    """
    if sum(len(each.pods) for each in game_night.rounds) > PODS_LOADED_AT_ONCE:
        await defer_answer(ctx, **defer_options)
    states = await load_all_pod_states_of_game_night(ctx.services.service, live_game.place.guild, game_night)
    named = [
        *player_names.list_players_named_in_game(planned_game),
        *list_recipients_of_game_night_results(game_night, states),
        *night_results.list_players_named_in_results(states),
    ]
    return GameNightSnapshot(
        live_game, planned_game, game_night, states, await load_message_formatter_in_user_language(ctx, named)
    )


async def _load_game_night_visible_to_user(
    ctx: Context, channel: int, night_number: int
) -> tuple[LiveGame, PlannedGame, GameNight]:
    """Load a game night of any channel. Raises `Refusal` if the user cannot see that channel."""
    place = ChannelAddress(ctx.channel_address.guild, channel)
    if place not in list_addresses_of_channel_and_parent(ctx) and channel not in _list_visible_channels(ctx):
        raise Refusal("no-night")
    return await load_game_night_by_plan_number(ctx, night_number, place)


def _list_visible_channels(ctx: Context) -> set[int]:
    """Return the ids of the server's channels and active threads that the user can see."""
    guild = ctx.interaction.guild
    known = [] if guild is None else [*guild.channels, *guild.threads]
    return {each.id for each in known} - ctx.services.visibility.list_channels_hidden_from_user(ctx.interaction)


# The pages of one night


async def show_page_of_game_night(ctx: Context, number: int, page: int) -> None:
    """Show a page of a game night's standings; before the first round, of its people."""
    shown = await load_game_night_snapshot(ctx, *await load_game_night_by_plan_number(ctx, number))
    await _show_game_night_results_page(ctx, shown, "standings" if shown.night.rounds else "people", page)


async def show_first_game_night_page(ctx: Context, channel: int, number: int, view: View) -> None:
    """Show the first page of a game night's standings, pods or people."""
    await show_game_night_page_by_number(ctx, channel, number, view, 0)


async def show_game_night_page_by_number(ctx: Context, channel: int, number: int, view: View, page: int) -> None:
    """Show a page of a game night's standings, pods or people; `page` counts from 0."""
    shown = await load_game_night_snapshot(ctx, *await _load_game_night_visible_to_user(ctx, channel, number))
    await _show_game_night_results_page(ctx, shown, view, page)


async def show_pods_of_round(ctx: Context, channel: int, number: int, first: int, selection: int) -> None:
    """Show the pods of the round that the user selected in a menu."""
    del first
    shown = await load_game_night_snapshot(ctx, *await _load_game_night_visible_to_user(ctx, channel, number))
    pages = [_split_round_results_into_pages(shown, each) for each in range(1, len(shown.night.rounds) + 1)]
    await _show_game_night_results_page(ctx, shown, "pods", sum(map(len, pages[: max(0, selection - 1)])))


async def _show_game_night_results_page(
    ctx: Context, night_snapshot: GameNightSnapshot, results_view: View, page_number: int
) -> None:
    me = await ctx.get_player_id_of_user()
    pages = list_night_results_pages(night_snapshot, results_view)
    at = min(page_number, len(pages) - 1)
    content = "\n".join([*render_game_night_page_heading(night_snapshot, results_view, at, len(pages), me), pages[at]])
    await answer_by_editing_message(
        ctx, content=content, embed=None, view=_build_page_buttons(night_snapshot, results_view, at, len(pages) - 1)
    )


def list_night_results_pages(night_snapshot: GameNightSnapshot, results_view: View) -> list[str]:
    """Return all pages of a game night's standings, pods or people."""
    if results_view == "pods":
        rounds = range(1, len(night_snapshot.night.rounds) + 1)
        return [page for each in rounds for page in _split_round_results_into_pages(night_snapshot, each)] or [""]
    lines = (
        night_results.render_players_and_guests_of_game_night(night_snapshot.plan, night_snapshot.formatter)
        if results_view == "people"
        else night_results.render_game_night_standings_lines(
            compute_standings_of_night(night_snapshot.night, night_snapshot.states), night_snapshot.formatter
        )
    )
    return night_results.split_lines_into_pages(lines, LONGEST_PAGE, LINES_PER_PAGE)


def _split_round_results_into_pages(night_snapshot: GameNightSnapshot, round_number: int) -> list[str]:
    lines = night_results.render_round_results(
        night_snapshot.night, round_number, night_snapshot.states, night_snapshot.formatter
    )
    return night_results.split_lines_into_pages(lines, LONGEST_PAGE, LINES_PER_PAGE)


def render_game_night_page_heading(
    night_snapshot: GameNightSnapshot, results_view: View, page_number: int, page_count: int, user: Player
) -> list[str]:
    """Return the lines above a page of a game night's results, such as its title and the user's rank."""
    text = night_snapshot.formatter.text
    title = text(f"night-button-{results_view}")
    if page_count > 1:
        title = f"{title} · {text('page-number', page=page_number + 1, pages=page_count)}"
    lines = [f"### {_VIEW_EMOJI[results_view]} {title}"]
    if results_view == "standings":
        lines += render_user_standings_line(night_snapshot, user)
        lines.append(f"-# {text('night-places-about')}")
        if night_snapshot.night.is_in_top_cut:
            lines.append(f"-# {text('night-cut-places')}")
    return lines


def render_user_standings_line(night_snapshot: GameNightSnapshot, user: Player) -> list[str]:
    """Return the user's line in a game night's standings; an empty list if the user has no result."""
    standings = compute_standings_of_night(night_snapshot.night, night_snapshot.states)
    mine = night_results.find_game_night_standings_line(standings, user)
    if mine is None:
        return []
    place = night_results.render_game_night_standings_line(mine, night_snapshot.formatter)
    return [f"➡️ {night_snapshot.formatter.text('night-own-place', place=place, count=len(standings))}"]


def render_seat_and_rank_of_user(night_snapshot: GameNightSnapshot, user: Player) -> list[str]:
    """Return lines with the user's seat or status in a game night, and their rank."""
    return [_render_user_seat_status(night_snapshot, user), *render_user_standings_line(night_snapshot, user)]


def _render_user_seat_status(night_snapshot: GameNightSnapshot, user: Player) -> str:
    plan, night, text = night_snapshot.plan, night_snapshot.night, night_snapshot.formatter.text
    current = night.current_round
    if plan.cancelled is not None or night.closed is not None:
        return text("night-you-over")
    if (pod := night.find_opened_pod_of_player(user)) is not None:
        return text("night-your-pod", channel=f"<#{pod.channel}>")
    if current is not None and user in current.seated_players:
        return text("night-you-open")
    if user in plan.players_on_waiting_list:
        return text("plan-done-waits", place=plan.players_on_waiting_list.index(user) + 1)
    if user not in plan.players:
        return text("plan-more-out")
    if not plan.has_game_night_begun:
        return text("night-you-here" if user in plan.present else "night-you-signed-up")
    if user not in plan.present:
        return text("night-you-absent")
    if current is None:
        return text("night-you-wait", by=night_snapshot.formatter.name(plan.host))
    if night.is_in_top_cut:
        return text("night-you-no-cut")
    return text("night-you-out" if user in current.out else "night-done-join")


def _build_page_buttons(
    night_snapshot: GameNightSnapshot, results_view: View, page_number: int, last_page_number: int
) -> ui.View:
    text = night_snapshot.formatter.text
    prefix = build_game_night_custom_id_prefix(night_snapshot.live)
    items: list[ui.Item[ui.View]] = []
    if last_page_number:
        items += components.build_page_buttons(f"{prefix}:page:{results_view}", page_number, last_page_number)
    items += [
        ui.Button[ui.View](
            label=text(f"night-button-{each}"),
            emoji=_VIEW_EMOJI[each],
            custom_id=f"{prefix}:view:{each}",  # no button of a page has it
            disabled=each == results_view,
            row=1,
        )
        for each in VIEWS
        if each == "people" or night_snapshot.night.rounds
    ]
    if night_snapshot.night.rounds:
        items.append(ui.Button(label=text("night-button-csv"), emoji="📄", custom_id=f"{prefix}:csv", row=2))
    items.append(build_past_game_nights_button(text, button_row=2))
    rounds = len(night_snapshot.night.rounds)
    if results_view == "pods" and rounds > 1:
        items += [
            ui.Select[ui.View](
                placeholder=clean_label_text(text("night-round-pick"), 150),
                options=[
                    discord.SelectOption(label=format_round_title(night_snapshot.night, each, text), value=f"{each}")
                    for each in range(first + 1, min(first + MENU_SIZE, rounds) + 1)
                ],
                custom_id=f"{prefix}:round:{first}",
            )
            for first in range(0, rounds, MENU_SIZE)
        ]
    return components.build_view_without_callbacks(items)


def build_game_night_custom_id_prefix(live_game: LiveGame) -> str:
    """Return the prefix of a game night's custom ids, with its channel and number."""
    return f"night:{live_game.place.channel}:{live_game.number}"


def build_game_night_overview_buttons(night_snapshot: GameNightSnapshot) -> list[ui.Button[ui.View]]:
    """Return the buttons below a game night's state, such as those for its results and its people."""
    text = night_snapshot.formatter.text
    prefix = build_game_night_custom_id_prefix(night_snapshot.live)
    items: list[ui.Button[ui.View]] = []
    if night_snapshot.night.rounds:
        items.append(ui.Button(label=text("night-button-results"), emoji="📋", custom_id=f"{prefix}:view:standings"))
    items.append(ui.Button(label=text("plan-button-all"), emoji="👥", custom_id=f"{prefix}:view:people"))
    items.append(
        ui.Button(label=text("button-here"), emoji=components.BUTTON_LOOKS["here"][1], custom_id=f"{prefix}:here")
    )
    return items


# The board and the file


async def repost_game_night_board(ctx: Context, channel: int, number: int) -> None:
    """Send the board of a game night again as the newest message of its channel."""
    live, *_ = await _load_game_night_visible_to_user(ctx, channel, number)
    ctx.services.keeper.queue_board_update(live, should_repost=True)
    await send_answer(ctx, ctx.translations("done-here"))


async def send_game_night_results_as_csv(ctx: Context, channel: int, number: int) -> None:
    """Send the standings and the pods of a game night as two CSV files."""
    found = await _load_game_night_visible_to_user(ctx, channel, number)
    shown = await load_game_night_snapshot(ctx, *found, ephemeral=True, thinking=True)
    names = await player_names.load_formatter_with_player_names(
        ctx.people_with_server_nicknames,
        ctx.translations,
        [
            *player_names.list_players_named_in_game(shown.plan),
            *list_recipients_of_game_night_results(shown.night, shown.states),
            *night_results.list_players_named_in_results(shown.states),
        ],
        escapes_markdown=False,
    )
    files = results_file.build_game_night_results_files(shown.night, shown.states, names.name)
    await send_answer(ctx, ctx.translations("night-done-csv"), files=files)


# Past nights


def build_past_game_nights_button(translations: Translations, button_row: int | None = None) -> ui.Button[ui.View]:
    """Return the button that lists the server's past game nights."""
    return ui.Button(label=translations("night-button-past"), emoji="🗂️", custom_id="nights:0:0:0", row=button_row)


async def show_older_game_nights(ctx: Context, began: int, channel: int, number: int) -> None:
    """Show the game nights that began before a given night; if `channel` is 0, show the newest nights."""
    if len(str(began)) > MAX_TIME_DIGITS:
        raise Refusal("unknown-button")
    await show_past_nights(
        ctx, GameNightListCursor(datetime_from_milliseconds(began), channel, number) if channel else None
    )


async def show_past_nights(ctx: Context, list_cursor: GameNightListCursor | None = None) -> None:
    """Show the past game nights in channels that the user can see, newest first."""
    guild = ctx.channel_address.guild
    places = {each.channel for each in list_addresses_of_channel_and_parent(ctx)}
    channels = sorted(places | _list_visible_channels(ctx))
    rows = await load_closed_game_nights(ctx.services.database, guild, channels, list_cursor, NIGHTS_PER_PAGE + 1)
    if not rows:
        await answer_by_editing_message(ctx, content=ctx.translations("night-past-none"), embed=None, view=None)
        return
    listed = rows[:NIGHTS_PER_PAGE]
    nights = [
        (row, (await ctx.services.service.load_game_by_number(ChannelAddress(guild, row.channel), row.pod)).plan)
        for row in listed
    ]
    text = ctx.translations
    winners = {
        row: await _load_winners_of_top_cut_final(ctx, plan.night) for row, plan in nights if plan and plan.night
    }
    words = await load_message_formatter_in_user_language(ctx, [each for won in winners.values() for each in won])
    lines = [f"### 🗂️ {text('night-button-past')}"]
    lines += [
        _render_past_game_night(row, plan, winners.get(row, ()), words) for row, plan in nights if plan is not None
    ]
    options = [
        discord.SelectOption(
            label=clean_label_text(
                f"{_format_game_night_title(plan, text)} · {_format_day_of_game_night(row, ctx)}", 100
            ),
            value=f"{row.channel}:{row.pod}",
        )
        for row, plan in nights
        if plan is not None
    ]
    placeholder = clean_label_text(text("night-past-pick"), 150)
    items: list[ui.Item[ui.View]] = [ui.Select(placeholder=placeholder, options=options, custom_id="nights:pick")]
    last = listed[-1]
    older = f"nights:{datetime_to_milliseconds(last.at)}:{last.channel}:{last.pod}"
    if list_cursor is not None or len(rows) > NIGHTS_PER_PAGE:
        newer = None if list_cursor is None else "nights:0:0:0"
        items += components.build_newer_older_buttons(newer, older if len(rows) > NIGHTS_PER_PAGE else None, text)
    content, view = truncate_lines_to_message_length(lines, text), components.build_view_without_callbacks(items)
    await answer_by_editing_message(ctx, content=content, embed=None, view=view)


async def show_selected_past_game_night(ctx: Context, selection: tuple[int, int]) -> None:
    """Show the results of the past night that the user selected."""
    shown = await load_game_night_snapshot(ctx, *await _load_game_night_visible_to_user(ctx, *selection))
    await _show_game_night_results_page(ctx, shown, "standings" if shown.night.rounds else "people", 0)


def _format_game_night_title(planned_game: PlannedGame, translations: Translations) -> str:
    return planned_game.setup.title or translations("plan-title", kind="night")


def _format_day_of_game_night(night_row: PlannedGameRow, ctx: Context) -> str:
    return ctx.translations.format_date(night_row.at.astimezone(ctx.settings.time_zone).date())


async def _load_winners_of_top_cut_final(ctx: Context, game_night: GameNight) -> Sequence[Player]:
    """Load the winners of the final of a game night's top cut; empty if the final was drawn or not played."""
    final = game_night.rounds_of_top_cut[-1].pods if game_night.rounds_of_top_cut else ()
    if len(final) != 1:
        return ()
    [state] = await load_game_night_pod_states(ctx.services.service, ctx.channel_address.guild, final)
    return () if state.points_and_winners is None else sorted(state.points_and_winners.winners)


def _render_past_game_night(
    night_row: PlannedGameRow,
    planned_game: PlannedGame,
    winners_of_final: Sequence[Player],
    formatter: PodMessageFormatter,
) -> str:
    night, translations = planned_game.night, formatter.text
    people = 0 if night is None else len(night.all_players)
    when = f"<t:{datetime_to_milliseconds(night_row.at) // 1000}:d>"
    title = escape_markdown(_format_game_night_title(planned_game, translations))
    rounds = translations("night-past-rounds", rounds=0 if night is None else len(night.rounds))
    won = f" · 🥇 {formatter.join_player_names(winners_of_final)}" if winners_of_final else ""
    return f"{when} · **{title}** · {rounds} · 👥 {people}{won} · <#{night_row.channel}>"


_NIGHT = "night:{channel:id}:{number:int}"
_ACCESS = build_access_rule_for_current_game_night()
_COSTLY = build_access_rule_for_current_game_night(rate_limit_class="costly")
_SERVER = build_access_rule_for_server(rate_limit_class="costly")

ROUTES = (
    CustomIdRoute("plan:{number:int}:all:{page:int}", show_page_of_game_night, _ACCESS),
    CustomIdRoute(f"{_NIGHT}:view:{{view:standings|pods|people}}", show_first_game_night_page, _ACCESS),
    CustomIdRoute(
        f"{_NIGHT}:page:{{view:standings|pods|people}}:{{page:int}}", show_game_night_page_by_number, _ACCESS
    ),
    CustomIdRoute(f"{_NIGHT}:round:{{first:int}}", show_pods_of_round, _ACCESS, picked=parse_ascii_number),
    CustomIdRoute(f"{_NIGHT}:here", repost_game_night_board, _COSTLY),
    CustomIdRoute(f"{_NIGHT}:csv", send_game_night_results_as_csv, _COSTLY),
    CustomIdRoute("nights:pick", show_selected_past_game_night, _ACCESS, picked=parse_channel_and_game_number),
    CustomIdRoute("nights:{began:id}:{channel:id}:{number:int}", show_older_game_nights, _SERVER, "nights"),
)
