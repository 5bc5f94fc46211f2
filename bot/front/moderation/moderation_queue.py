"""`/desk`, the moderation queue: the games that wait for a moderator, a page at a time.

The queue lists disputed reports and duels, reports that nobody confirms, and finished games that are worth a look, if
the moderator sees and moderates their channel. A menu picks one of several games, whose buttons decide about it
wherever it is played, see `decision_buttons`. Nothing is remembered between two presses. The claims of guests have
pages of their own, see `guest_claims`.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, assert_never

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter, format_variant_name
from bot.front.game_texts import story
from bot.front.interaction.answers import answer_by_editing_message, defer_answer
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import MODERATOR_PERMISSIONS, Context
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.inputs import parse_channel_and_game_number
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.moderation.decision_targets import (
    ModeratedDuel,
    ModeratedGame,
    ModeratedReport,
    is_moderator_of_channel,
)
from bot.front.ui import components, embeds, player_names
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.fitting import MAX_DESCRIPTION_LENGTH, truncate_text_to_length
from bot.joust.duel import Duel
from bot.planning.plan import PlannedGame
from bot.projections.pods import (
    load_board_messages_of_games,
    load_games_with_warning_signs,
    load_pods_to_moderate,
)
from bot.projections.warning_signs import SuspiciousGame
from bot.rulebooks import Game
from bot.rules.confirmation import list_reports_awaiting_confirmation
from bot.rules.pod import Pod, UnconfirmedGameReport
from bot.rules.reporting import DefeatsReported
from bot.rules.rights import MODERATORS
from bot.service.live_game import ChannelAddress, LiveGame

ENTRIES_PER_PAGE = 4
"""Entries on one page."""

MAX_BUTTONS = 4
"""The most buttons of a game: a row on a phone."""

MAX_UNSETTLED = 100
"""Unsettled games that are read; they come before the others."""

_MAX_ENTRY_LENGTH = MAX_DESCRIPTION_LENGTH // ENTRIES_PER_PAGE - 1  # characters of an entry

BUTTON_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "confirm": components.ANSWER_LOOKS["confirm"],
    "stands": components.DECISION_LOOKS["stands"],
    "takeback": components.DECISION_LOOKS["takeback"],
    "responsible": components.DECISION_LOOKS["responsible"],
    "correct": (discord.ButtonStyle.secondary, "✏️"),
    "void": (discord.ButtonStyle.danger, "🚫"),
    "dismiss": (discord.ButtonStyle.success, "👌"),
    "here": components.BUTTON_LOOKS["here"],
}
"""Style and emoji of each act's button; the acts are words of custom ids and of `button-…`."""


class GameAwaitingModerator(NamedTuple):
    """A game that waits for a moderator because of a dispute, unconfirmed reports or a suspicious result."""

    channel: int
    number: int
    flagged: SuspiciousGame | None = None


class ModerationQueueEntry(NamedTuple):
    """An entry in the list of games that wait for a moderator: the game, the reason, and its board.

    `message` is None if the board was lost.
    """

    live: LiveGame
    game: Game
    flagged: SuspiciousGame | None
    message: int | None

    @property
    def channel_and_game_number(self) -> tuple[int, int]:
        return self.live.place.channel, self.live.number


class CurrentAndLastPageNumber(NamedTuple):
    """The numbers of a page and of the last page in a list, counted from 0."""

    page: int
    last: int


def clamp_page_number(page_number: int, entry_count: int) -> CurrentAndLastPageNumber:
    """Return the wanted page number, or the last one if the list is shorter."""
    last = max(0, entry_count - 1) // ENTRIES_PER_PAGE
    return CurrentAndLastPageNumber(min(page_number, last), last)


_ACCESS = build_access_rule_for_server(MODERATORS, rate_limit_class="costly")


@slash_command("desk", _ACCESS, permissions=MODERATOR_PERMISSIONS)
async def show_moderation_queue(ctx: Context) -> None:
    """Show the first page of the moderation queue, as the answer to the slash command."""
    await send_moderation_queue(ctx)


async def send_moderation_queue(ctx: Context) -> None:
    """Show the first page of the moderation queue in a new private message."""
    if await defer_answer(ctx, ephemeral=True, thinking=True):  # Discord may have to be asked
        await show_moderation_queue_page_with_text(ctx, 0)


async def show_moderation_queue_page(ctx: Context, page: int) -> None:
    """Show a page of the moderation queue, oldest disputes first."""
    if await defer_answer(ctx):
        await show_moderation_queue_page_with_text(ctx, page)


async def show_moderator_buttons_of_selected_game(ctx: Context, page: int, selection: tuple[int, int]) -> None:
    """Show the buttons of the game that was selected in the list of waiting games."""
    if await defer_answer(ctx):
        await show_moderation_queue_page_with_text(ctx, page, selected_game=selection)


async def show_moderation_queue_page_with_text(
    ctx: Context, page_number: int, message_text: str | None = None, selected_game: tuple[int, int] | None = None
) -> None:
    """Show a page of the moderation queue below a text, in place of the message.

    `selected_game` is the channel id and the number of the game whose buttons are shown. A game that is alone on its
    page needs no selection.
    """
    every = await _load_games_awaiting_moderator(ctx)
    at, last = clamp_page_number(page_number, len(every))
    entries = await _load_moderation_queue_entries(ctx, every[at * ENTRIES_PER_PAGE : (at + 1) * ENTRIES_PER_PAGE])
    people = [each for entry in entries for each in player_names.list_players_named_in_game(entry.game)]
    words = await load_message_formatter_in_user_language(ctx, people)
    labels = await player_names.load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, people, escapes_markdown=False
    )
    lines = [
        truncate_text_to_length(f"**{number}.** {_render_moderation_queue_entry(entry, words)}", _MAX_ENTRY_LENGTH)
        for number, entry in enumerate(entries, 1)
    ]
    shown = [each for each in entries if len(entries) == 1 or each.channel_and_game_number == selected_game]
    rows: list[list[ui.Item[ui.View]]] = []
    if len(entries) > 1:
        rows.append([_build_menu_of_queued_games(entries, at, selected_game, labels)])
    rows += [[*_build_queued_game_buttons(entry, at, words)] for entry in shown]
    below = components.build_page_buttons("desk", at, last) if last else []
    pending = await ctx.services.guest_claims.load_pending_guest_name_claims(
        ctx.channel_address.guild, discord.utils.utcnow()
    )
    claims = len(pending)
    if claims:
        label = clean_label_text(words.text("button-claims", count=claims))
        below.append(ui.Button(label=label, emoji="🎟️", custom_id="claims:0"))
    empty = words.text("desk-hidden" if every else "desk-empty")
    await show_list_page(ctx, message_text, words.text("desk-title"), lines, empty, rows, below)


async def show_list_page(
    ctx: Context,
    message_text: str | None,
    title: str,
    lines: Sequence[str],
    empty_text: str,
    button_rows: Sequence[Sequence[ui.Item[ui.View]]],
    bottom_buttons: Sequence[ui.Item[ui.View]],
) -> None:
    """Show a page of a list in place of the message, or `empty_text` for an empty list.

    Each of the `button_rows` has the buttons of an entry.
    """
    embed = discord.Embed(
        title=title, description="\n".join(lines) or empty_text, colour=embeds.COLOURS["waiting" if lines else "lobby"]
    )
    for number, row in enumerate(button_rows):
        for item in row:
            item.row = number
    for item in bottom_buttons:
        item.row = ENTRIES_PER_PAGE
    items = [*chain.from_iterable(button_rows), *bottom_buttons]
    await answer_by_editing_message(
        ctx, content=message_text, embed=embed, view=components.build_view_without_callbacks(items)
    )


# Buttons


def _build_menu_of_queued_games(
    queue_entries: Sequence[ModerationQueueEntry],
    page_number: int,
    selected_game: tuple[int, int] | None,
    formatter: PodMessageFormatter,
) -> ui.Select[ui.View]:
    """Return the menu to select a game on a page of the moderation queue.

    The `formatter` must give names without Markdown.
    """
    options = [
        discord.SelectOption(
            label=clean_label_text(f"{number}. {_format_game_title(entry.game, formatter)}", 100),
            description=clean_label_text(formatter.join_player_names(entry.game.players), 100),
            value=f"{entry.channel_and_game_number[0]}:{entry.channel_and_game_number[1]}",
            default=entry.channel_and_game_number == selected_game,
        )
        for number, entry in enumerate(queue_entries, 1)
    ]
    placeholder = clean_label_text(formatter.text("desk-pick"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"desk:{page_number}:pick")


def _build_queued_game_buttons(
    queue_entry: ModerationQueueEntry, page_number: int, formatter: PodMessageFormatter
) -> list[ui.Button[ui.View]]:
    """Return the buttons of a waiting game, the most important first."""
    place = queue_entry.live.place
    pod = queue_entry.game if isinstance(queue_entry.game, Pod) else None
    report = None if pod is None else find_first_report_to_decide(pod)
    found = []
    for act, target in _list_actions_for_queued_game(queue_entry, page_number):
        style, emoji = BUTTON_LOOKS[act]
        named = act
        if pod is not None and report is not None:
            named = components.find_text_key_of_decision_button(act, pod, report)
        button: ui.Button[ui.View] = ui.Button(
            label=formatter.text(f"button-{named}"), style=style, emoji=emoji, custom_id=target.build_custom_id(act)
        )
        found.append(button)
    strike = components.build_redact_texts_button(place.channel, queue_entry.live.number, formatter.text)
    return [*found, strike][:MAX_BUTTONS]


def _list_actions_for_queued_game(
    queue_entry: ModerationQueueEntry, page_number: int
) -> Iterator[tuple[str, ModeratedGame]]:
    game = queue_entry.game
    place = queue_entry.live.place
    number = queue_entry.live.number
    whole = ModeratedGame(place=place, number=number, page=page_number)
    duel = ModeratedDuel(place=place, number=number, page=page_number)
    report = find_first_report_to_decide(game) if isinstance(game, Pod) and queue_entry.flagged is None else None
    if report is not None:
        version = report.needed_confirmation.version
        named = ModeratedReport(place=place, number=number, page=page_number, version=version)
        yield ("stands" if report.needed_confirmation.disputed else "confirm"), named
        yield "takeback", named
        if isinstance(report.event, DefeatsReported):
            yield "responsible", named
        yield "void", whole
    elif isinstance(game, Duel) and game.is_result_blocked:
        yield "stands", duel
        yield "takeback", duel
    elif queue_entry.flagged is not None:
        if isinstance(game, Duel):
            yield "takeback", duel
        else:
            yield "correct", whole
            yield "void", whole
        yield "dismiss", whole
    if queue_entry.message is None:
        yield "here", whole


def find_first_report_to_decide(pod: Pod) -> UnconfirmedGameReport | None:
    """Return the disputed report, or else the newest unconfirmed report; None if all reports are confirmed."""
    return pod.disputed_report or next(reversed(list_reports_awaiting_confirmation(pod)), None)


# What waits


async def _load_games_awaiting_moderator(ctx: Context) -> list[GameAwaitingModerator]:
    """Load the games in visible channels that wait for a moderator, suspicious results last."""
    guild = ctx.channel_address.guild
    database = ctx.services.database
    now = discord.utils.utcnow()
    unsettled, _ = await load_pods_to_moderate(database, guild, now, 0, MAX_UNSETTLED)
    found = {(row.pod.channel, row.pod.pod): GameAwaitingModerator(row.pod.channel, row.pod.pod) for row in unsettled}
    for flagged in await load_games_with_warning_signs(database, guild, now):
        found.setdefault(flagged[:2], GameAwaitingModerator(flagged.channel, flagged.pod, flagged))
    hidden = ctx.services.visibility.list_channels_hidden_from_user(ctx.interaction)
    return [each for each in found.values() if each.channel not in hidden]


async def _load_moderation_queue_entries(
    ctx: Context, waiting_games: Sequence[GameAwaitingModerator]
) -> list[ModerationQueueEntry]:
    """Load queue entries for the waiting games that the user may moderate."""
    sights = await ctx.services.visibility.fetch_channel_visibilities(
        ctx.interaction, [each.channel for each in waiting_games]
    )
    mine = [
        each
        for each in waiting_games
        if (sight := sights[each.channel]) != "hidden" and is_moderator_of_channel(ctx, each.channel, sight)
    ]
    messages = await load_board_messages_of_games(ctx.services.database, [each[:2] for each in mine])
    found = []
    for each in mine:
        place = ChannelAddress(ctx.channel_address.guild, each.channel)
        live = await ctx.services.service.load_game_by_number(place, each.number)
        if live.game is not None:
            found.append(ModerationQueueEntry(live, live.game, each.flagged, messages.get(each[:2])))
    return found


# Text of an entry


def _render_moderation_queue_entry(queue_entry: ModerationQueueEntry, formatter: PodMessageFormatter) -> str:
    """Render a waiting game's name, channel and end, and why it waits.

    The name links to the board.
    """
    place = queue_entry.live.place
    name = escape_markdown(_format_game_title(queue_entry.game, formatter), 40)
    if queue_entry.message is not None:
        board = f"https://discord.com/channels/{place.guild}/{place.channel}/{queue_entry.message}"
        name = f"[{name}]({board})"
    parts = [name, f"<#{place.channel}>"]
    if queue_entry.live.end_time is not None:
        parts.append(discord.utils.format_dt(queue_entry.live.end_time, "f"))
    return f"{' · '.join(parts)}\n-# {_render_moderation_queue_reasons(queue_entry, formatter)}"


def _render_moderation_queue_reasons(queue_entry: ModerationQueueEntry, formatter: PodMessageFormatter) -> str:
    if queue_entry.flagged is not None:
        return _render_suspicious_game(queue_entry.flagged, queue_entry.game, formatter)
    match queue_entry.game:
        case Pod():
            return _render_unconfirmed_pod_reports(queue_entry.game, formatter)
        case Duel():
            return _render_disputed_duel_end(queue_entry.game, formatter)
        case PlannedGame():
            return ""  # moderators decide nothing about plans
        case _:
            assert_never(queue_entry.game)


def _render_suspicious_game(suspicious_game: SuspiciousGame, game: Game, formatter: PodMessageFormatter) -> str:
    """Render the players of a game and why its result is suspicious."""
    reasons = [formatter.text(f"look-{sign}", count=suspicious_game.times) for sign in suspicious_game.signs]
    return f"👀 {formatter.join_player_names(game.players)} · {' '.join(reasons)}"


def _render_disputed_duel_end(duel: Duel, formatter: PodMessageFormatter) -> str:
    what = formatter.text("joust-end")
    if duel.disputed is not None:
        return formatter.text("unsettled-disputed", what=what, by=formatter.name(duel.disputed))
    proposer = "" if duel.proposal is None else duel.proposal.by
    return formatter.text("joust-unsettled", by=formatter.name(proposer))


def _render_unconfirmed_pod_reports(pod: Pod, formatter: PodMessageFormatter) -> str:
    disputed = pod.disputed_report
    if disputed is not None:
        what = story.render_report_to_confirm(disputed.event, formatter)
        by = disputed.needed_confirmation.disputed or ""
        return formatter.text("unsettled-disputed", what=what, by=formatter.name(by))
    reports = list_reports_awaiting_confirmation(pod)
    what = ", ".join(story.render_report_to_confirm(each.event, formatter) for each in reports)
    return formatter.text("unsettled-unconfirmed", what=what)


def _format_game_title(game: Game, formatter: PodMessageFormatter) -> str:
    if game.setup.title:
        return game.setup.title
    if isinstance(game, Pod):
        return format_variant_name(game.setup.variant, formatter.text)
    return formatter.text("joust-title")


ROUTES = (
    CustomIdRoute("desk", send_moderation_queue, _ACCESS),
    CustomIdRoute("desk:{page:int}", show_moderation_queue_page, _ACCESS),
    CustomIdRoute(
        "desk:{page:int}:pick", show_moderator_buttons_of_selected_game, _ACCESS, picked=parse_channel_and_game_number
    ),
)
