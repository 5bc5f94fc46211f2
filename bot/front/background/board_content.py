"""The content of a board: its text, its buttons, and the people it pings."""

from collections.abc import Sequence
from typing import Any, NamedTuple, assert_never

import discord
from discord import ui

from bot.front.background.board_calls import NO_CALL, find_call
from bot.front.background.board_snapshot import Snapshot
from bot.front.rendering import (
    board_notices,
    controls,
    counters,
    duel_board,
    names,
    plan_board,
    pod_board,
    poll_board,
    series,
    substitutes,
)
from bot.front.rendering.board_layout import Picture, make_layout
from bot.front.rendering.board_notices import Notices
from bot.front.rendering.night_board import NightStates
from bot.front.rendering.pings import Ping
from bot.front.rendering.pod_board import BoardDetails
from bot.front.rendering.series import SeriesView
from bot.i18n import load_catalogue
from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.rules.pod import Pod
from bot.service.live_game import LiveGame
from bot.storage.record.people import ServerPeople
from bot.words import Words


class BoardContent(NamedTuple):
    """The content of the board of game `number`, and the people and roles that it pings."""

    number: int
    embed: discord.Embed
    items: Sequence[ui.Item[Any]]
    call: str | None
    pings: Sequence[Ping]

    def lay_out(self, picture: Picture | None = None) -> ui.LayoutView:
        """Return the board as the components of a message, with the picture that is attached."""
        return make_layout(self.embed, self.items, self.call, picture, self.number)


async def render_board(snapshot: Snapshot, people: ServerPeople) -> BoardContent:
    """Return the current content of a game's board. Raises `StorageError`."""
    text = load_catalogue(snapshot.locale)
    named = snapshot.find_people()
    if snapshot.series is not None:
        named += snapshot.series.players
    safe, bare = await names.name_board_players(people, text, named)
    live = snapshot.live
    notices = snapshot.notices
    stands = snapshot.series
    details = pod_board.find_details(live, stands, snapshot.settings.decks_shown)
    embed = render_embed(live, notices, safe, details, snapshot.states)
    items = make_items(live, notices, stands, bare)
    call = NO_CALL if snapshot.call_name is None else await find_call(snapshot, people, text)
    quiet = live.warned is not None  # a warned game has called them before
    return BoardContent(live.number, embed, items, call.said, () if quiet else call.pings)


def render_embed(
    live: LiveGame,
    notices: Notices,
    words: Words,
    details: BoardDetails,
    states: NightStates = (),
) -> discord.Embed:
    """Return the text of a board as an embed; `words` name players safely.

    `states` are those of a night's pods.
    """
    game = live.game
    assert game is not None
    match game:
        case Pod():
            embed = pod_board.render_pod(live.facts, words, details)
        case Duel():
            embed = duel_board.render_duel(game, words, details.counts)
        case Plan() if game.asked:
            embed = poll_board.render_poll(game, words)
        case Plan():
            embed = plan_board.render_plan(game, words, states)
        case _:
            assert_never(game)
    board_notices.add_notices(embed, game, notices, words)
    return embed


def make_items(
    live: LiveGame, notices: Notices, stands: SeriesView | None, words: Words
) -> list[ui.Item[Any]]:
    """Return the buttons and menus of a board; `words` name players without Markdown."""
    number = live.number
    game = live.game
    assert game is not None
    beside = board_notices.make_buttons(number, notices, words)
    match game:
        case Pod():
            facts = live.facts
            seats = substitutes.make_buttons(number, facts, words) if facts.changes_seats else []
            losses = counters.make_loss_buttons(number, game, words) if game.setup.counting else []
            goes_on = stands is not None and series.is_going_on(stands)
            also = [*seats, *losses, *beside]
            return controls.make_board_items(number, facts, words, also, goes_on=goes_on)
        case Duel():
            last = live.steps[-1].version if live.steps else None
            return duel_board.make_board_items(number, game, words, beside, last)
        case Plan():
            make = poll_board.make_board_items if game.asked else plan_board.make_board_items
            return make(number, game, words.text)
        case _:
            assert_never(game)
