"""The content of a board: its text, its buttons, and the people it pings."""

from collections.abc import Sequence
from typing import Any, NamedTuple, assert_never

import discord
from discord import ui

from bot.formatters.messages import MessageFormatter
from bot.front.boards.board_mentions import NO_MENTION, build_board_mention
from bot.front.boards.board_snapshot import BoardSnapshot
from bot.front.duels import duel_board
from bot.front.game_texts import counters, series_texts
from bot.front.game_texts.series_texts import SeriesSummary
from bot.front.nights.night_board import NightPodStates
from bot.front.plans import plan_board, poll_board
from bot.front.pods import board_notices, pod_board
from bot.front.pods.board_notices import BoardNotices
from bot.front.pods.pod_board import PodBoardDetails
from bot.front.substitutes import substitute_texts
from bot.front.ui import components, player_names
from bot.front.ui.message_layout import BoardPicture, build_board_layout
from bot.front.ui.pings import Ping
from bot.i18n import load_catalogue
from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.rules.pod import Pod
from bot.service.live_game import LiveGame
from bot.storage.record.people import ServerPeople


class BoardContent(NamedTuple):
    """The content of a game's board: embed, buttons and menus, and the people and roles that it
    pings.
    """

    number: int
    embed: discord.Embed
    items: Sequence[ui.Item[Any]]
    call: str | None
    pings: Sequence[Ping]

    def build_layout(self, picture: BoardPicture | None = None) -> ui.LayoutView:
        """Return the board's content as a layout of message components, with the attached
        picture.
        """
        return build_board_layout(self.embed, self.items, self.call, picture, self.number)


async def render_board_content(board_snapshot: BoardSnapshot, people: ServerPeople) -> BoardContent:
    """Return the current content of a game's board. Raises `StorageError`."""
    text = load_catalogue(board_snapshot.locale)
    named = board_snapshot.list_people()
    if board_snapshot.series is not None:
        named += board_snapshot.series.players
    safe, bare = await player_names.load_board_formatters(people, text, named)
    live = board_snapshot.live
    notices = board_snapshot.notices
    stands = board_snapshot.series
    details = pod_board.build_pod_board_details(live, stands, board_snapshot.settings.decks_shown)
    embed = render_board_embed(live, notices, safe, details, board_snapshot.states)
    items = build_board_items(live, notices, stands, bare)
    call = (
        NO_MENTION
        if board_snapshot.mention_name is None
        else await build_board_mention(board_snapshot, people, text)
    )
    quiet = live.warned is not None  # a warned game has called them before
    return BoardContent(live.number, embed, items, call.said, () if quiet else call.pings)


def render_board_embed(
    live_game: LiveGame,
    notices: BoardNotices,
    formatter: MessageFormatter,
    details: PodBoardDetails,
    pod_states: NightPodStates = (),
) -> discord.Embed:
    """Return the text of a game's board as an embed.

    `formatter` escapes the players' names. `pod_states` are those of a night's pods.
    """
    game = live_game.game
    assert game is not None
    match game:
        case Pod():
            embed = pod_board.render_pod_embed(live_game.pod_facts, formatter, details)
        case Duel():
            embed = duel_board.render_duel_embed(game, formatter, details.counts)
        case Plan() if game.asked:
            embed = poll_board.render_poll_embed(game, formatter)
        case Plan():
            embed = plan_board.render_plan_embed(game, formatter, pod_states)
        case _:
            assert_never(game)
    board_notices.add_notice_fields(embed, game, notices, formatter)
    return embed


def build_board_items(
    live_game: LiveGame,
    notices: BoardNotices,
    series_summary: SeriesSummary | None,
    formatter: MessageFormatter,
) -> list[ui.Item[Any]]:
    """Return the buttons and menus of a game's board.

    `formatter` names players without Markdown.
    """
    number = live_game.number
    game = live_game.game
    assert game is not None
    beside = board_notices.build_notice_buttons(number, notices, formatter)
    match game:
        case Pod():
            facts = live_game.pod_facts
            seats = (
                substitute_texts.build_substitute_buttons(number, facts, formatter)
                if facts.has_seat_changes
                else []
            )
            losses = (
                counters.build_loss_buttons(number, game, formatter) if game.setup.counting else []
            )
            goes_on = series_summary is not None and series_texts.is_series_running(series_summary)
            also = [*seats, *losses, *beside]
            return components.build_pod_items(
                number, facts, formatter, also, has_next_round=goes_on
            )
        case Duel():
            last = live_game.steps[-1].version if live_game.steps else None
            return duel_board.build_duel_items(number, game, formatter, beside, last)
        case Plan():
            make = poll_board.build_poll_items if game.asked else plan_board.build_plan_items
            return make(number, game, formatter.text)
        case _:
            assert_never(game)
