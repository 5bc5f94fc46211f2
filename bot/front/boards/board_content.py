"""The content of a board: its text, its buttons, and the people it pings."""

from collections.abc import Sequence
from typing import Any, NamedTuple, assert_never

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.boards.board_mentions import NO_MENTION, build_board_mention
from bot.front.boards.board_snapshot import BoardSnapshot
from bot.front.duels import duel_board
from bot.front.game_texts import counters, series_texts
from bot.front.game_texts.series_texts import GameSeriesSummary
from bot.front.nights.night_board import NightPodStates
from bot.front.plans import plan_board, poll_board
from bot.front.pods import board_notices, pod_board
from bot.front.pods.board_notices import BoardNotices
from bot.front.pods.pod_board import PodBoardDetails
from bot.front.substitutes import substitute_texts
from bot.front.ui import components, player_names
from bot.front.ui.message_layout import BoardPicture, build_board_layout
from bot.front.ui.pings import Ping
from bot.i18n import load_translations
from bot.joust.duel import Duel
from bot.planning.plan import PlannedGame
from bot.rules.pod import Pod
from bot.service.live_game import LiveGame
from bot.storage.record.people import PeopleWithServerNicknames


class BoardContent(NamedTuple):
    """The content of a game's board message: text, buttons, menus and pings."""

    number: int
    embed: discord.Embed
    items: Sequence[ui.Item[Any]]
    call: str | None
    pings: Sequence[Ping]

    def build_message_layout(self, picture: BoardPicture | None = None) -> ui.LayoutView:
        """Return the board as a Discord layout, with its picture if there is one."""
        return build_board_layout(self.embed, self.items, self.call, picture, self.number)

    def build_fallback_layout(self) -> ui.LayoutView:
        """Return the board with only text and buttons, as a fallback after Discord refused it."""
        buttons = [
            ui.Button[Any](
                style=item.style, label=item.label or str(item.emoji), custom_id=item.custom_id, disabled=item.disabled
            )
            for item in self.items
            if isinstance(item, ui.Button) and item.url is None
        ]
        return build_board_layout(self.embed, buttons, self.call, None, self.number)


async def render_board_content(board_snapshot: BoardSnapshot, people: PeopleWithServerNicknames) -> BoardContent:
    """Render the message of a game's board in its current state. Raises `StorageError`."""
    text = load_translations(board_snapshot.board_locale)
    named = board_snapshot.list_players_named_on_board()
    if board_snapshot.series is not None:
        named += board_snapshot.series.players_ranked_by_points
    safe, bare = await player_names.load_message_and_label_formatters(people, text, named)
    live = board_snapshot.live
    notices = board_snapshot.notices
    stands = board_snapshot.series
    settings = board_snapshot.settings
    details = pod_board.build_pod_board_details(live, stands, settings.decks_shown, settings.house_deeds)
    embed = render_board_embed(live, notices, safe, details, board_snapshot.states)
    items = build_board_buttons_and_menus(live, notices, stands, bare)
    call = (
        NO_MENTION if board_snapshot.mention_reason is None else await build_board_mention(board_snapshot, people, text)
    )
    quiet = live.warned is not None  # a warned game has called them before
    return BoardContent(live.number, embed, items, call.said, () if quiet else call.pings)


def render_board_embed(
    live_game: LiveGame,
    notices: BoardNotices,
    formatter: PodMessageFormatter,
    board_details: PodBoardDetails,
    pod_states: NightPodStates = (),
) -> discord.Embed:
    """Return the text of a game's board as a Discord embed."""
    game = live_game.game
    assert game is not None
    match game:
        case Pod():
            embed = pod_board.render_pod_embed(live_game.pod_facts, formatter, board_details)
        case Duel():
            embed = duel_board.render_duel_embed(game, formatter, board_details.counts)
        case PlannedGame() if game.asked:
            embed = poll_board.render_start_time_poll_embed(game, formatter)
        case PlannedGame():
            embed = plan_board.render_planned_game_embed(game, formatter, pod_states)
        case _:
            assert_never(game)
    board_notices.add_board_notice_fields(embed, game, notices, formatter)
    return embed


def build_board_buttons_and_menus(
    live_game: LiveGame,
    notices: BoardNotices,
    series_summary: GameSeriesSummary | None,
    label_formatter: PodMessageFormatter,
) -> list[ui.Item[Any]]:
    number = live_game.number
    game = live_game.game
    assert game is not None
    beside = board_notices.build_buttons_for_board_notices(number, notices, label_formatter)
    match game:
        case Pod():
            facts = live_game.pod_facts
            seats = (
                substitute_texts.build_seat_substitution_buttons(number, facts, label_formatter)
                if facts.has_seat_changes
                else []
            )
            losses = (
                counters.build_buttons_to_report_losses(number, game, label_formatter) if game.setup.counting else []
            )
            goes_on = series_summary is not None and series_texts.is_series_in_progress(series_summary)
            also = [*seats, *losses, *beside]
            return components.build_pod_board_buttons_and_menus(
                number, facts, label_formatter, also, has_next_round=goes_on
            )
        case Duel():
            last = live_game.steps[-1].version if live_game.steps else None
            return duel_board.build_duel_board_buttons(number, game, label_formatter, beside, last)
        case PlannedGame():
            make = poll_board.build_start_time_poll_buttons if game.asked else plan_board.build_planned_game_buttons
            return make(number, game, label_formatter.text)
        case _:
            assert_never(game)
