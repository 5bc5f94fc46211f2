"""The content of a board: its text, its buttons, and the people it pings."""

from collections.abc import Sequence
from typing import Any, NamedTuple, assert_never

import discord
from discord import ui

from bot.front.background.board_calls import find_call
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
from bot.front.rendering.pod_board import BoardFacts
from bot.front.rendering.series import SeriesView
from bot.i18n import load_catalogue
from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.pod import Pod
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
    named = [*snapshot.find_people(), *series.find_players(snapshot.series)]
    safe = await names.name_players(people, text, named)
    bare = await names.name_players(people, text, named, safe=False)
    live = snapshot.live
    game = snapshot.game
    notices = snapshot.notices
    stands = snapshot.series
    facts = pod_board.find_facts(live, stands, snapshot.settings.decks_shown)
    embed = render_embed(game, notices, safe, facts, snapshot.states)
    last = live.steps[-1].version if live.steps else None
    items = make_items(live.number, game, notices, stands, bare, last)
    call = await find_call(snapshot, people, text)
    quiet = snapshot.live.warned is not None  # a warned game has called them before
    return BoardContent(live.number, embed, items, call.said, () if quiet else call.pings)


def render_embed(
    game: Game, notices: Notices, words: Words, facts: BoardFacts, states: NightStates = ()
) -> discord.Embed:
    """Return the text of a board as an embed; `words` name players safely.

    `states` are those of a night's pods.
    """
    embed = _render_game(game, words, facts, states)
    board_notices.add_notices(embed, game, notices, words)
    return embed


def _render_game(game: Game, words: Words, facts: BoardFacts, states: NightStates) -> discord.Embed:
    match game:
        case Pod():
            return pod_board.render_pod(game, words, facts)
        case Duel():
            return duel_board.render_duel(game, words, facts.counts)
        case Plan():
            if game.asked:
                return poll_board.render_poll(game, words)
            return plan_board.render_plan(game, words, states)
        case _:
            assert_never(game)


def make_items(
    number: int,
    game: Game,
    notices: Notices,
    stands: SeriesView | None,
    words: Words,
    last: int | None = None,
) -> list[ui.Item[Any]]:
    """Return the buttons and menus of a board; `words` name players without Markdown.

    `last` is the version of the last step.
    """
    beside = board_notices.make_buttons(number, notices, words)
    match game:
        case Pod():
            items = [*counters.make_loss_buttons(number, game, words), *beside]
            going_on = series.is_going_on(stands)
            seats = substitutes.make_buttons(number, game, words)
            return controls.make_board_items(
                number, game, words, [*seats, *items], goes_on=going_on
            )
        case Duel():
            return duel_board.make_board_items(number, game, words, beside, last)
        case Plan():
            make = poll_board.make_board_items if game.asked else plan_board.make_board_items
            return make(number, game, words.text)
        case _:
            assert_never(game)
