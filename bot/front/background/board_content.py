"""What a board says, and whom it calls."""

from datetime import datetime
from typing import NamedTuple, assert_never

import discord

from bot.front.background.board_calls import find_call
from bot.front.background.board_snapshot import Snapshot
from bot.front.rendering import (
    board_notices,
    controls,
    duel_board,
    duel_controls,
    embeds,
    names,
    panel,
    series,
)
from bot.front.rendering.board_notices import Notices
from bot.front.rendering.fitting import fit_embed
from bot.front.rendering.series import SeriesView
from bot.i18n import load_catalogue
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.storage.record.people import People
from bot.words import Words


class BoardContent(NamedTuple):
    """What a board says, and whom alone it calls: who has to choose, or the moderators."""

    embed: discord.Embed
    view: discord.ui.View
    call: str | None
    called: discord.AllowedMentions


async def render_board(snapshot: Snapshot, people: People) -> BoardContent:
    """Return what the board of a game says now. Raises `StorageError`."""
    text = load_catalogue(snapshot.locale)
    named = [*names.find_people(snapshot.game), *series.find_players(snapshot.series)]
    safe = await names.name_players(people, text, named)
    bare = await names.name_players(people, text, named, safe=False)
    counts = snapshot.live.counts_at
    embed = render_embed(snapshot.game, snapshot.notices, snapshot.series, safe, counts)
    call = await find_call(snapshot, people, text)
    quiet = snapshot.live.warned is not None  # somebody was called before, and has not come
    called = _allow_pings(None, None) if quiet else _allow_pings(call.person, call.role)
    return BoardContent(embed, _make_view(snapshot, bare), call.said, called)


def render_embed(
    game: Game,
    notices: Notices,
    stands: SeriesView | None,
    words: Words,
    counts: datetime | None = None,
) -> discord.Embed:
    """The embed of a board, as long as Discord takes; `words` name players safely.

    `counts` is when the game counts by itself, once it is over.
    """
    embed = _render_game(game, words, counts)
    series.add_series(embed, stands, words)
    board_notices.add_notices(embed, game, notices, words)
    return fit_embed(embed)


def _render_game(game: Game, words: Words, counts: datetime | None) -> discord.Embed:
    match game:
        case Pod():
            return embeds.render_pod(game, words, counts)
        case Duel():
            return duel_board.render_duel(game, words, counts)
        case _:
            assert_never(game)


def _make_view(snapshot: Snapshot, words: Words) -> discord.ui.View:
    """Return what can be pressed; `words` name players without Markdown."""
    number = snapshot.live.number
    beside = board_notices.make_buttons(number, snapshot.notices, words)
    match snapshot.game:
        case Pod():
            items = [*panel.make_loss_buttons(number, snapshot.game, words), *beside]
            going_on = series.is_going_on(snapshot.series)
            return controls.make_board_view(number, snapshot.game, words, items, goes_on=going_on)
        case Duel():
            return duel_controls.make_board_view(number, snapshot.game, words, beside)
        case _:
            assert_never(snapshot.game)


def _allow_pings(person: int | None, role: int | None) -> discord.AllowedMentions:
    """Return that this person or this role may be pinged, and nobody else."""
    users, roles = ([discord.Object(id)] if id else False for id in (person, role))
    return discord.AllowedMentions(everyone=False, users=users, roles=roles)
