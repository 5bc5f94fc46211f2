"""Going on without somebody who has vanished, and pods that nobody touches any more."""

import logging
from datetime import datetime

import discord

from bot import rights
from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.rendering import names
from bot.front.rendering.answers import render_done
from bot.projections import pods
from bot.rights import Asker
from bot.rules.commands import Close, How, Keep, Kick, Warn
from bot.rules.events import Left, Voted
from bot.rules.facts import Player
from bot.rules.leaving import votes_needed
from bot.rules.refusals import Refusal
from bot.service import Done, Place, Table
from bot.storage.engine.errors import StorageError
from bot.storage.servers.guilds import SHORTEST_IDLE
from bot.words import Words

log = logging.getLogger(__name__)


# Somebody has vanished


async def kick(asked: Asked, number: int, player: Player) -> None:
    """Goes on without a player: at once, or when enough of the others want that."""
    desk = desk_of(asked)
    how = await _how(desk, asked, await desk.table(asked, number), player)

    def ask(me: Player, table: Table) -> Kick:
        return Kick(player, me, how, table.votes.get(player, ()))

    done = await desk.do(asked, ask, number)
    words = await desk.words(asked, [*names.people(done.pod), player])
    await desk.confirm(asked, _kicked(done, player, words))


async def _how(desk: Desk, asked: Asked, table: Table, player: Player) -> How:
    """Why whoever asks may kick a player; only Discord knows who has left the server."""
    if await desk.moderates(asked):
        return "moderator"
    pod, me = table.pod, await desk.asker(asked)
    assert pod is not None
    concerned = me in (*pod.players, pod.host) and player in pod.players and player != me
    return "gone" if concerned and await desk.absences.has_gone(table, player) else "vote"


def _kicked(done: Done, player: Player, words: Words) -> str:
    event, text, name = done.recorded.event, words.text, words.name(player)
    match event:
        case Voted(taken_back=True):
            return text("done-vote-back", player=name)
        case Voted():
            have = len(done.table.votes.get(player, ()))
            needed = votes_needed(done.pod, player)
            return text("done-vote", player=name, have=have, needed=needed)
        case Left():
            return text("done-unseat", player=name)
        case _:
            return render_done(done, words)


# Nobody touches a pod


EACH_ROUND = 30
"""Pods that are warned or closed in one round of chores."""


async def keep(asked: Asked, number: int) -> None:
    """Somebody is still playing: the pod is not closed."""

    desk = desk_of(asked)
    moderates = await desk.moderates(asked)

    def ask(me: Player, table: Table) -> Keep:
        rights.check(table.pod, Keep(), Asker(me, moderates), table.maker)
        if table.warned is None:
            raise Refusal("kept-already")
        return Keep()

    await desk.do(asked, ask, number)
    await desk.confirm(asked, desk.text(asked)("done-keep"))


async def tidy(client: discord.Client, desk: Desk, now: datetime) -> None:
    """Warns where nobody has touched a pod for as long as its server has set, or closes it.

    Both are events, so that each happens once however many processes do this. After a long time
    away there may be thousands: each round does a few, so that nobody's command waits for them.
    """
    left = EACH_ROUND
    for guild, oldest in (await pods.left_alone(desk.database, now - SHORTEST_IDLE)).items():
        idle_after = (await desk.guilds.settings(guild)).idle_after
        if idle_after is None or oldest > now - idle_after or client.get_guild(guild) is None:
            continue
        for row in await pods.left_alone_in(desk.database, guild, now - idle_after, left):
            await _left_alone(desk, Place(guild, row.channel), row.pod, now - idle_after)
            left -= 1
        if not left:
            return


async def _left_alone(desk: Desk, place: Place, number: int, since: datetime) -> None:
    def ask(table: Table) -> Warn | Close:
        last = table.warned or table.touched
        if last is None or last > since:
            raise Refusal("kept-already")
        return Warn() if table.warned is None else Close(idle=True)

    try:
        await desk.service.act(place, ask, number)
    except Refusal as refusal:  # somebody was faster
        log.debug("the pod of channel %s is left as it is: %s", place.channel, refusal.code)
    except StorageError as error:  # one channel's trouble is not the next one's
        log.error("the pod of channel %s could not be looked at: %s", place.channel, error)
