"""`/history`: the past pods of this server, as far as whoever asks sees their channels."""

from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.front.interaction.channel_visibility import Sight
from bot.front.interaction.desk import Asked, desk_of
from bot.front.interaction.inputs import is_id, is_number
from bot.front.pods import actions
from bot.front.rendering import controls
from bot.front.rendering.embeds import COLOURS, DESCRIPTION
from bot.front.rendering.escaping import cut, plain
from bot.front.standings.stats import Member
from bot.projections import past
from bot.projections.past import Over, Spot
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service import Place
from bot.storage.engine.schema import milliseconds, moment
from bot.words import Words, variant_name

PAGE = 10
"""Pods on one page."""

CHUNK = 20
"""Pods that are looked at together."""

MOST_LOOKED = 3
"""How often, for one page: nobody waits until the end for somebody who may see next to nothing."""

_WINNERS = 250  # characters
_DIGITS = 14  # of a moment, in milliseconds: some thousand years


class _Listed(NamedTuple):
    """Pods of a page, newest first, each with what its channel is; and where it goes on."""

    pods: Sequence[tuple[Over, Sight]]
    newer: Spot | None
    older: Spot | None


async def show(asked: Asked, member: Member | None) -> None:
    """The newest past pods of the server, or those that count for a member."""
    desk = desk_of(asked)
    if member is not None and member.bot:
        raise Refusal("stats-bot")
    player = ""
    if member is not None:
        player = await desk.service.known(member.id, member.display_name)
    if await desk.wait(asked, ephemeral=True, thinking=True):  # Discord may have to be asked
        await _list(asked, player)


async def pressed(asked: Asked, parts: Sequence[str], values: Sequence[str]) -> None:
    """A button or the menu below a list or a story; see `presses`. Raises `Refusal`."""
    match parts:
        case ["newer" | "older" | "at" as way, player, ended, channel, number] if (
            is_id(ended) and is_id(channel) and is_number(number) and len(ended) <= _DIGITS
        ):
            spot = Spot(moment(int(ended)), int(channel), int(number))
            if await desk_of(asked).wait(asked):
                await _list(asked, player, spot, way)
        case ["story", player, channel, number, page] if is_number(page):
            await _tell(asked, player, channel, number, int(page))
        case ["open", player] if values:
            channel, _, number = values[0].partition(":")
            await _tell(asked, player, channel, number, 0)
        case _:
            raise Refusal("unknown-button")


# The list


async def _list(asked: Asked, player: Player, spot: Spot | None = None, way: str = "older") -> None:
    desk = desk_of(asked)
    if spot is not None and way == "at":
        way, spot = "older", spot._replace(number=spot.number + 1)
    found = await _listed(asked, player, spot, newer=way == "newer")
    if way == "newer" and found.newer is None:  # the newest page is a whole one
        found = await _listed(asked, player, None, newer=False)
    winners = {player for over, _ in found.pods for player, _ in over.winners}
    words = await desk.words(asked, [*winners, *([player] if player else [])])
    text = words.text
    title = text("history-of", player=words.name(player)) if player else text("history-title")
    embed = discord.Embed(title=cut(title, 256), colour=COLOURS["lobby"])
    lines = [_line(at, over, sight, words) for at, (over, sight) in enumerate(found.pods, 1)]
    if not lines:
        key = "hidden" if found.older else "none-of" if player else "none"
        lines = [text(f"history-{key}")]
    embed.description = cut("\n".join(lines), DESCRIPTION)
    items: list[ui.Item[ui.View]] = []
    if found.pods:
        items.append(await _menu(asked, found.pods, player))
    if found.newer or found.older:
        ends = (_id("newer", player, found.newer), _id("older", player, found.older))
        items += controls.turning(*ends, text)
    await desk.change(asked, embed=embed, view=controls.unstored(items) if items else None)


async def _listed(asked: Asked, player: Player, beyond: Spot | None, *, newer: bool) -> _Listed:
    """Looks at one chunk of pods after the other, until there is a page of them to be seen."""
    desk = desk_of(asked)
    guild, moderates = desk.place(asked).guild, await desk.moderates(asked)
    hidden = desk.places.hidden(asked)
    seen: list[tuple[Over, Sight]] = []
    at, more = beyond, True
    for _ in range(MOST_LOOKED):
        chunk = await past.history(
            desk.database,
            guild,
            CHUNK,
            beyond=at,
            newer=newer,
            player=player or None,
            without=hidden,
        )
        if newer:
            chunk.reverse()
        sights = await desk.places.sights(asked, [over.spot.channel for over in chunk])
        shown = {"seen", "gone"} if moderates else {"seen"}
        seen += [(o, sights[o.spot.channel]) for o in chunk if sights[o.spot.channel] in shown]
        more = len(chunk) == CHUNK
        if chunk:
            at = chunk[-1].spot
        if len(seen) > PAGE or not more:
            break
    pods = seen[:PAGE]
    following: Spot | None = None
    if len(seen) > PAGE:
        following = pods[-1][0].spot
    elif more and at is not None:  # of a channel that nobody shall hear of
        following = Spot(at.ended, _LAST if newer else 0, 0)
    if newer:
        return _Listed(pods[::-1], following, pods[0][0].spot if pods else beyond)
    return _Listed(pods, (pods[0][0].spot if pods else beyond) if beyond else None, following)


_LAST = 2**63 - 1
"""After every channel."""


def _line(at: int, over: Over, sight: Sight, words: Words) -> str:
    """A pod on two lines: who won; below it when, where and what was played."""
    text, setup = words.text, over.setup
    where = f"<#{over.spot.channel}>" if sight == "seen" else text("history-gone")
    when = discord.utils.format_dt(over.spot.ended, "d")
    parts = [when, where, words.variant(setup.variant), text(f"table-{setup.table}")]
    return f"**{at}.** {_outcome(over, words)}\n-# {' · '.join(parts)}"


def _outcome(over: Over, words: Words) -> str:
    if over.state == "closed":
        return words.text("history-closed")
    if not over.winners:
        return words.text("history-draw" if over.scored else "history-unscored")
    masters = [f"**{words.name(player)}**" for player, role in over.winners if role == "master"]
    thralls = [words.name(player) for player, role in over.winners if role == "servant"]
    signs = (("👑", masters), ("⛓️", thralls))
    return cut(" ".join(f"{sign} {', '.join(some)}" for sign, some in signs if some), _WINNERS)


async def _menu(
    asked: Asked, pods: Sequence[tuple[Over, Sight]], player: Player
) -> ui.Select[ui.View]:
    """One of the pods is opened; Discord shows no dates of its own in a menu."""
    desk = desk_of(asked)
    text, zone = desk.text(asked), (await desk.settings(asked)).zone
    options = []
    for at, (over, _) in enumerate(pods, 1):
        day = text.date(over.spot.ended.astimezone(zone).date())
        variant = variant_name(over.setup.variant, text)
        label = plain(over.setup.title or variant, 70)
        value = f"{over.spot.channel}:{over.spot.number}"
        options.append(discord.SelectOption(label=f"{at}. {label}", description=day, value=value))
    placeholder = plain(text("history-open"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"past:open:{player}")


def _id(way: str, player: Player, spot: Spot | None) -> str | None:
    if spot is None:
        return None
    return f"past:{way}:{player}:{milliseconds(spot.ended)}:{spot.channel}:{spot.number}"


# A story


async def _tell(asked: Asked, player: Player, channel: str, number: str, page: int) -> None:
    """A page of a pod's story, for who sees its channel now."""
    if not (is_id(channel) and is_number(number)):
        raise Refusal("unknown-button")
    desk = desk_of(asked)
    guild, place = desk.place(asked).guild, int(channel)
    spot = await past.spot_of(desk.database, guild, place, int(number))
    if spot is None:
        raise Refusal("history-open")
    if not await desk.wait(asked):
        return
    sight = (await desk.places.sights(asked, [place]))[place]
    if sight == "hidden" or (sight == "gone" and not await desk.moderates(asked)):
        raise Refusal("history-hidden")
    table = await desk.service.earlier(Place(guild, place), int(number))
    embed, at, last = await actions.chapter(asked, table, page)
    text = desk.text(asked)
    what = f"past:story:{player}:{channel}:{number}"
    items = controls.page_buttons(what, at, last) if last else []
    back = _id("at", player, spot)
    items.append(ui.Button(label=text("button-list"), emoji="📜", custom_id=back))
    await desk.change(asked, embed=embed, view=controls.unstored(items))
