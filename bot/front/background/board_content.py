"""What a board says, and whom it calls."""

from datetime import datetime
from typing import NamedTuple

import discord

from bot.front.background.board_snapshot import Snapshot
from bot.front.rendering import board_notices, controls, embeds, names, panel, series
from bot.front.rendering.board_notices import Notices
from bot.front.rendering.fitting import fit_embed
from bot.front.rendering.series import SeriesView
from bot.i18n import Catalogue, load_catalogue
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
    """Return what the board of a pod says now. Raises `StorageError`."""
    pod, number, stands = snapshot.pod, snapshot.live.number, snapshot.series
    text = load_catalogue(snapshot.locale)
    named = [*names.find_people(pod), *series.find_players(stands)]
    safe = await names.name_players(people, text, named)
    bare = await names.name_players(people, text, named, safe=False)
    embed = render_embed(pod, snapshot.notices, stands, safe, snapshot.live.counts_at)
    beside = [
        *panel.make_loss_buttons(number, pod, bare),
        *board_notices.make_buttons(number, snapshot.notices, bare),
    ]
    view = controls.make_board_view(number, pod, bare, beside, goes_on=series.is_going_on(stands))
    call, called = await _render_call(snapshot, people, text)
    return BoardContent(embed, view, call, called)


def render_embed(
    pod: Pod,
    notices: Notices,
    stands: SeriesView | None,
    words: Words,
    counts: datetime | None = None,
) -> discord.Embed:
    """The embed of a board, as long as Discord takes; `words` name players safely.

    `counts` is when the pod counts by itself, once it is over.
    """
    embed = embeds.render_pod(pod, words, counts)
    series.add_series(embed, stands, words)
    board_notices.add_notices(embed, pod, notices, words)
    return fit_embed(embed)


async def _render_call(
    snapshot: Snapshot, people: People, text: Catalogue
) -> tuple[str | None, discord.AllowedMentions]:
    """Return what calls somebody, and whom it may ping: nobody once the pod has been warned."""
    pod, warned = snapshot.pod, snapshot.live.warned is not None
    if pod.disputed is not None:
        role = snapshot.settings.moderator_role
        whom = f"<@&{role}>" if role else text("dispute-moderators")
        call = text("dispute-call", moderators=whom)
        return call, _allow_pings(roles=None if warned else role)
    if pod.question is None or pod.state != "waiting":
        return None, _allow_pings()
    person = (await people.find_people([pod.question.by])).get(pod.question.by)
    if person is None:  # forgotten
        return None, _allow_pings()
    call = text("board-call", player=f"<@{person.discord_id}>")
    return call, _allow_pings(users=None if warned else person.discord_id)


def _allow_pings(*, users: int | None = None, roles: int | None = None) -> discord.AllowedMentions:
    """Return that this person or this role may be pinged, and nobody else."""
    person, role = ([discord.Object(id)] if id else False for id in (users, roles))
    return discord.AllowedMentions(everyone=False, users=person, roles=role)
