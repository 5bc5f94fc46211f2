"""Views of a pod: its board, the user's expected actions, its variant and its history."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import discord
from discord import ui
from discord.utils import format_dt

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_choice
from bot.front.game_texts import checklist, series_texts, story, table_view
from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import (
    load_label_formatter_for_game,
    load_message_formatter_for_pod,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import (
    load_numbered_or_current_game,
    load_pod,
    load_pod_with_events,
)
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_pod,
)
from bot.front.pods import board_notices, house_deeds, pod_board, table_link
from bot.front.ui import components, embeds, player_names
from bot.projections.history import iterate_pod_events
from bot.rules.commands_and_events import Event
from bot.rules.deck_naming import DeckDeclared
from bot.rules.facts import Player
from bot.rules.players import find_players_in_event_fields
from bot.rules.pod import EventHistory, Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS, Requester
from bot.rules.story import GameReportsCorrected, list_events_still_in_effect
from bot.rules.totals import LifeOrDamageChanged
from bot.rules.undoing import PodEventUndone
from bot.service import rights
from bot.service.game_requests import GameWithEvents
from bot.service.live_game import LiveGame
from bot.storage.record.stored_event import StoredEvent


@slash_command("status", build_access_rule_for_current_pod())
async def show_board_privately(ctx: Context) -> None:
    """Show the user a private copy of the board (the game's main message), with all buttons.

    One more button reposts the board. During the game it also shows whom the user may attack and who is in range.
    """
    await show_board_of_pod_privately(ctx, 0)


async def show_board_of_pod_privately(ctx: Context, pod: int) -> None:
    """Show the user a private copy of a pod's board; 0 means the current pod."""
    live = await load_pod(ctx, pod)
    assert live.pod is not None
    stands = await series_texts.load_series_summary_of_pod(ctx.services.database, live)
    words = await load_message_formatter_in_user_language(
        ctx, [*live.pod_facts.all_mentioned_players, *series_texts.list_series_players_with_points(stands)]
    )
    details = pod_board.build_pod_board_details(live, stands, ctx.settings.decks_shown, ctx.settings.house_deeds)
    embed = pod_board.render_pod_embed(live.pod_facts, words, details)
    opens = board_notices.find_player_choice_deadline(live, ctx.settings.player_choice_timeout)
    board_notices.add_choice_deadline_note(embed, opens, words.text)
    series_texts.add_series_score_field(embed, stands, words)
    items = await _build_private_board_buttons(ctx, live, stands)
    attached: dict[str, Any] = {}
    if live.pod.state in ("running", "waiting"):
        me = await ctx.get_player_id_of_user()
        game = live.pod.current_game
        if lines := table_view.describe_turn_order_and_targets(game, me, words):
            value = "\n".join(lines)
            since = "" if live.turned is None else f" · {format_dt(live.turned, 'R')}"
            name = f"{words.text('status-title')}{since}"
            embed.add_field(name=name, value=value, inline=False)
        if (file := await _draw_table_picture(ctx, live.pod, me)) is not None:
            attached["file"] = file
            embed.set_image(url=f"attachment://{file.filename}")
    await send_answer(ctx, embed=embed, view=components.build_view_without_callbacks(items), **attached)


async def _build_private_board_buttons(
    ctx: Context, live_game: LiveGame, series_summary: series_texts.GameSeriesSummary | None
) -> list[ui.Item[Any]]:
    """Return the buttons and menus of a private copy of a board.

    A closed pod also gets the buttons that other boards have behind *More*.
    """
    assert live_game.pod is not None
    labels = await load_label_formatter_for_game(ctx, live_game.pod)
    goes_on = series_summary is not None and series_texts.is_series_in_progress(series_summary)
    items = components.build_pod_board_buttons_and_menus(
        live_game.number, live_game.pod_facts, labels, has_next_round=goes_on
    )
    there = {(each.custom_id or "").split(":")[-1] for each in items if isinstance(each, ui.Button)}
    rest = {"closed": ("log", "here", "fair", "how"), "lobby": ("here", "fair"), "finished": ("here", "fair")}
    shown = [action for action in rest.get(live_game.pod.state, ("here",)) if action not in there]
    buttons = [components.build_pod_action_button(live_game.number, action, labels) for action in shown]
    for each in buttons:
        each.row = components.LAST_ROW
    return [*items, *buttons]


async def _draw_table_picture(ctx: Context, pod: Pod, viewer: Player) -> discord.File | None:
    """Return a picture of the table from a player's view; None if drawing takes too long."""
    figures = await player_names.load_game_players_for_picture(ctx.people_with_server_nicknames, ctx.translations, pod)
    scene = table_view.build_table_picture_scene(pod.current_game, viewer, figures, ctx.translations)
    about = table_view.build_table_picture_alt_text(
        pod.current_game, viewer, await load_label_formatter_for_game(ctx, pod)
    )
    studio = ctx.services.studio.get_queue_of_server(ctx.channel_address.guild)
    return await table_view.draw_picture_file(studio, scene, table_view.PICTURE_NAME, about)


async def show_variant_description(ctx: Context, pod: int) -> None:
    """Show the user a description of the pod's variant."""
    live = await load_pod(ctx, pod)
    assert live.pod is not None
    await send_answer(ctx, embed=pod_board.render_variant_and_table_embed(live.pod.setup, ctx.translations))


async def show_actions_expected_of_user(ctx: Context, pod: int) -> None:
    """Show the actions that the rules expect of the user now, such as a choice after a defeat."""
    live = await load_pod(ctx, pod)
    assert live.pod is not None
    me = await ctx.get_player_id_of_user()
    rights.require_player_of_pod(live.pod, me)
    words = await load_message_formatter_for_pod(ctx, live.pod)
    embed, rules = checklist.render_next_steps_embed(live.pod_facts, me, words)
    embed.colour = embeds.COLOURS[live.pod.state]
    how = components.build_pod_action_button(live.number, "how", words)
    view = components.build_view_without_callbacks([*components.build_rule_text_buttons(rules), how])
    await send_answer(ctx, embed=embed, view=view)


async def repost_board_at_end_of_channel(ctx: Context, pod: int) -> None:
    """Send the board (the game's main message) again at the end of the channel."""
    ctx.services.keeper.queue_board_update(await load_numbered_or_current_game(ctx, pod), should_repost=True)
    await send_answer(ctx, ctx.translations("done-here"))


async def show_more_pod_actions(ctx: Context, pod: int) -> None:
    """Show the user the next steps, and the buttons that do not fit on the board."""
    live = await load_pod(ctx, pod)
    assert live.pod is not None
    asker = await load_user_with_rights(ctx)
    me = asker.player
    stands = await series_texts.load_series_summary_of_pod(ctx.services.database, live)
    words = await load_message_formatter_in_user_language(
        ctx, [*live.pod_facts.all_mentioned_players, *series_texts.list_series_players_with_points(stands)]
    )
    moderates = rights.can_moderate_game(live.pod, asker)
    night = await ctx.services.service.load_game_night_of_pod(live) if live.pod.is_game_night_lobby else None
    leaders = None if night is None or night.plan is None else night.plan.leaders
    leads = leaders is not None and leaders.includes_member(me, asker.role_ids)
    offered = components.list_actions_behind_more_button(
        live.pod_facts,
        me,
        has_host_rights=moderates or leads or me == live.pod.host,
        can_name_decks=deck_choice.can_requester_declare_decks(ctx, live.pod, asker),
    )
    offered = await house_deeds.remove_unavailable_achievement_actions(ctx, live, asker, offered)
    if "undo" in offered and not _can_undo_last_report(live, asker):
        offered.remove("undo")
    answering = checklist.list_confirm_and_dispute_buttons(live.pod_facts, me)
    items = [
        components.build_report_action_button(live.number, version, action, words) for version, action in answering
    ]
    last = live.last_undoable_report
    seen = {} if last is None else {"undo": f":{last.version}"}
    buttons = {
        action: components.build_pod_action_button(live.number, action, words, seen.get(action, ""))
        for action in offered
    }
    said = checklist.render_actions_awaited_from_viewer(live.pod_facts, me, words) or [words.text("more-nothing")]
    if (link := table_link.find_meeting_link_visible_to_player(live.pod, me)) is not None:
        said.append(table_link.render_meeting_link_line(link, words.text))
        buttons["link"].label = words.text("button-link-change")
    pages = components.build_moderation_queue_and_audit_buttons(words.text) if ctx.is_user_channel_moderator else []
    items += components.place_destructive_buttons_last([*buttons.values(), *pages])
    hides = ctx.settings.decks_shown != "always"
    details = pod_board.render_pod_details_embed(live.pod, words, stands, are_decks_hidden=hides)
    await send_answer(ctx, "\n".join(said), embed=details, view=components.build_view_without_callbacks(items))


def _can_undo_last_report(live_game: LiveGame, requester: Requester) -> bool:
    try:
        undo = live_game.build_undo_command()
    except Refusal:
        return False
    return live_game.can_requester_execute_command(undo, requester)


# The story

EVENTS_PER_PAGE = 8
"""Events on one page of a pod's story."""


class GameHistoryPage(NamedTuple):
    """A page of a pod's events, with the number of the pod.

    `page` and `last` count pages from 0; `last` is that of the last page.
    """

    number: int
    embed: discord.Embed
    page: int
    last: int

    def build_buttons_to_other_pages(self) -> list[ui.Item[ui.View]]:
        """Return the buttons to other pages of a pod's events; none if there is only one page."""
        if not self.last:
            return []
        return components.build_page_buttons(f"log:{self.number}", self.page, self.last)


async def render_game_history_page(ctx: Context, pod_with_events: GameWithEvents, page: int) -> GameHistoryPage:
    """Return a page of a pod's events; `page` counts from 0.

    After the last page, the last page is rendered.
    """
    live = pod_with_events.live
    assert live.pod is not None
    # Changes of life totals would drown everything else.
    kept_back: tuple[type, ...] = (LifeOrDamageChanged,)
    if live.pod.state == "lobby" and ctx.settings.decks_shown != "always":
        kept_back = (LifeOrDamageChanged, DeckDeclared)
    recorded = [each for each in pod_with_events.events if not isinstance(each.event, kept_back)]
    last = max(0, (len(recorded) - 1) // EVENTS_PER_PAGE)
    at = min(max(page, 0), last)
    players = {r.by for r in recorded if r.by} | {*live.pod_facts.all_mentioned_players}
    players = players.union(*(find_players_in_event_fields(each.event) for each in recorded))
    words = await load_message_formatter_in_user_language(ctx, players)
    embed = _render_game_history_embed(live.pod, recorded, at, words)
    embeds.add_page_number_to_footer(embed, at, last, words.text)
    return GameHistoryPage(live.number, embed, at, last)


def _render_game_history_embed(
    pod: Pod, stored_events: Sequence[StoredEvent], page: int, formatter: PodMessageFormatter
) -> discord.Embed:
    shown = stored_events[page * EVENTS_PER_PAGE : (page + 1) * EVENTS_PER_PAGE]
    lines = [
        story.render_game_history_line(
            each,
            formatter,
            _find_events_before_correction(stored_events, each),
            _find_undone_event(stored_events, each),
        )
        for each in shown
    ]
    return discord.Embed(
        title=formatter.text("log-title"), description="\n".join(lines), colour=embeds.COLOURS[pod.state]
    )


def _find_undone_event(stored_events: Sequence[StoredEvent], undo_event: StoredEvent) -> Event | None:
    """Return the event that was undone by `undo_event`; None for other events."""
    version = undo_event.event.version if isinstance(undo_event.event, PodEventUndone) else None
    found = next((each.event for each in stored_events if each.version == version), None)
    return found if isinstance(found, Event) else None


def _find_events_before_correction(all_events: Sequence[StoredEvent], correction_event: StoredEvent) -> EventHistory:
    """Return the events before a moderator's correction; empty for other events."""
    if not isinstance(correction_event.event, GameReportsCorrected):
        return ()
    return list_events_still_in_effect(
        iterate_pod_events(each for each in all_events if each.version < correction_event.version)
    )


async def show_game_history(ctx: Context, pod: int) -> None:
    """Show the first page of a pod's events."""
    page = await render_game_history_page(ctx, await load_pod_with_events(ctx, pod), 0)
    view = _build_game_history_buttons(ctx, page)
    more: dict[str, Any] = {} if view is None else {"view": view}
    await send_answer(ctx, embed=page.embed, **more)


async def show_game_history_page(ctx: Context, pod: int, page: int) -> None:
    """Show a page of a pod's events; `page` counts from 0."""
    found = await ctx.services.service.load_game_with_events(ctx.channel_address, pod)
    if found.live.pod is None:
        raise Refusal("old-pod")
    shown = await render_game_history_page(ctx, found, page)
    await answer_by_editing_message(ctx, embed=shown.embed, view=_build_game_history_buttons(ctx, shown))


def _build_game_history_buttons(ctx: Context, history_page: GameHistoryPage) -> ui.View | None:
    """Return the page buttons of a pod's history, and a moderators' button to hide texts."""
    items = history_page.build_buttons_to_other_pages()
    if ctx.is_user_channel_moderator:
        items.append(
            components.build_redact_texts_button(ctx.channel_address.channel, history_page.number, ctx.translations)
        )
    return components.build_view_without_callbacks(items) if items else None


ROUTES = (
    CustomIdRoute("pod:{pod:int}:how", show_variant_description, build_access_rule_for_board_button()),
    CustomIdRoute(
        "pod:{pod:int}:checklist", show_actions_expected_of_user, build_access_rule_for_board_button(PLAYERS)
    ),
    CustomIdRoute("pod:{pod:int}:here", repost_board_at_end_of_channel, build_access_rule_for_board_button()),
    CustomIdRoute(
        "log:{pod:int}:{page:int}",
        show_game_history_page,
        build_access_rule_for_board_button(rate_limit_class="costly"),
    ),
    CustomIdRoute("pod:{pod:int}:more", show_more_pod_actions, build_access_rule_for_board_button()),
    CustomIdRoute("pod:{pod:int}:status", show_board_of_pod_privately, build_access_rule_for_board_button()),
    CustomIdRoute(
        "pod:{pod:int}:log", show_game_history, build_access_rule_for_board_button(rate_limit_class="costly")
    ),
)
