"""Striking out what somebody typed, such as a slur in a title, and taking that back.

A moderator picks the text from those of a game, of the server's seasons and of its own variants:
by `/override strike`, below a game's story, or from the desk. From then on the server shows a mark
in its place. Nothing is edited and no game changes; the audit trail says who, and where.
"""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.background.finished_threads import find_own_thread
from bot.front.background.retry import PASSING
from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.inputs import is_id
from bot.front.interaction.picking import MOST, Picked, match_options
from bot.front.interaction.routes import Route, on_past_pod, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.moderation.override import find_meant, offer_pods
from bot.front.moderation.targets import check_reach, read_picked_pod
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.names import find_people
from bot.front.server import audit_trail
from bot.rights import MODERATORS
from bot.rules.refusals import Refusal
from bot.service.live_game import Place
from bot.service.requests import PodRead
from bot.storage.privacy.striking import LIFTED, STRUCK, TypedText, list_texts
from bot.storage.record.audit import AuditEntry, read_entries
from bot.storage.record.redaction import MARK, find_texts, fold_text

SEASON = "season"
VARIANT = "variant"
GUEST = "guest"
"""The fields of the names that the server has for itself, and of its guests' names."""

LISTED = 200
"""Strikes, or entries of the audit trail, that are looked through for what somebody types."""


class TextPlace(NamedTuple):
    """Where a text is: in a game of a channel, or in neither, for a name of the server's."""

    channel: int = 0
    number: int = 0


# What can be struck


async def list_server_texts(ctx: Context) -> list[TypedText]:
    """Return the names of the server's seasons, variants and guests, and what its trail quotes."""
    guild = ctx.place.guild
    services = ctx.services
    called = await services.guests.list_names(guild, claimed=True)
    found = [TypedText(SEASON, each.name) for each in await services.seasons.find_all(guild)]
    found += [TypedText(VARIANT, name) for name in ctx.settings.variants]
    found += [TypedText(GUEST, name) for name in called]
    for entry in await read_entries(services.database, guild, 0, LISTED):
        found += [TypedText(*each) for each in find_texts(entry.details)]
    first = {make_key(each.text): each for each in reversed(found)}
    return [each for each in reversed(first.values()) if each.text != MARK]


async def list_game_texts(ctx: Context, place: Place, number: int) -> list[TypedText]:
    """Return what people typed in a game (0: the channel's current one), the newest first.

    Then what its guests are called.
    """
    return await _list_texts(ctx, await ctx.services.service.read(place, number))


async def _list_texts(ctx: Context, read: PodRead) -> list[TypedText]:
    pod = read.live.pod
    there = dict.fromkeys(find_people(pod) if pod else ())
    known = await ctx.services.people.find_people(there)
    guests = [known[each] for each in there if each in known and known[each].is_guest]
    called = [TypedText(GUEST, guest.name) for guest in guests if not guest.is_struck]
    return [*list_texts(read.events), *called]


def make_key(text: str) -> str:
    """Return what stands for a text in a menu, which has no room for all of it."""
    return hashlib.sha256(fold_text(text).encode()).hexdigest()[:16]


def label_text(ctx: Context, typed: TypedText) -> str:
    """Return a text with what it is, for a menu."""
    kind = ctx.text(f"struck-{find_kind(typed.field)}")
    return clean_label(f"{kind}: {typed.text}", 100)


def find_kind(field: str) -> str:
    """Return what a text is called by the field that holds it: see the texts `struck-…`."""
    return _KINDS.get(field, "text")


_KINDS = {
    "title": "title",
    "variant": "variant",
    "season": "season",
    "guest": "guest",
    "reason": "reason",
    "object": "card",
    "source": "card",
    "name": "card",
    "because": "card",
    "action": "card",
}


async def offer_texts(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the texts of the game that is filled in, else of the channel's and of the server."""
    try:
        place, number = await find_meant(ctx)
    except Refusal:
        return []
    texts = await list_game_texts(ctx, place, number)
    if not number:
        texts += await list_server_texts(ctx)
    labelled = dict.fromkeys((label_text(ctx, each), make_key(each.text)) for each in texts)
    return match_options(labelled, typed)


async def offer_strikes(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer what is struck out, the newest first: where it was, and who did it."""
    found = await ctx.services.strikes.find_all(ctx.place.guild, LISTED)
    words = await speak_to_asker(ctx, [each.by for each in found])
    zone = ctx.settings.zone
    text = ctx.text
    labelled = []
    for each in found:
        when = each.at.astimezone(zone)
        number = each.details.get("number")
        kind = text(f"struck-{each.details.get('kind')}")
        where = [f"#{number}"] if number else []
        day = f"{text.format_date(when.date())} {when:%H:%M}"
        labelled.append((" · ".join([kind, *where, day, words.name(each.by)]), str(each.id)))
    return match_options(labelled, typed)


# The commands

_PAST = on_past_pod(MODERATORS, pace="costly")
_SERVER = on_server(MODERATORS, pace="costly")


@command("override-strike", _SERVER)
@options(text="text", pod="pod")
@complete(text=offer_texts, pod=offer_pods)
async def strike_named(ctx: Context, text: Picked, pod: Picked | None = None) -> None:
    """Strike a text out: of a game, or a name of the server's."""
    place, number = await read_picked_pod(ctx, pod)
    read = await ctx.services.service.read(place, number)
    mine = await _list_texts(ctx, read)
    if found := _find(mine, text):
        await _strike(ctx, found, TextPlace(place.channel, read.live.number))
    elif not number and (found := _find(await list_server_texts(ctx), text)):
        await _strike(ctx, found, TextPlace())
    else:
        raise Refusal("no-text")


@command("override-unstrike", _SERVER)
@options(struck="struck")
@complete(struck=offer_strikes)
async def lift_named(ctx: Context, struck: Picked) -> None:
    """Show a text again that was struck out."""
    if not is_id(struck):
        raise Refusal("not-struck")
    await lift(ctx, int(struck))


def _find(texts: Iterable[TypedText], picked: str) -> TypedText | None:
    """Return the text that was picked, or typed in full."""
    keys = {picked, make_key(picked)}
    return next((each for each in texts if make_key(each.text) in keys), None)


# The buttons


async def show_texts(ctx: Context, channel: int, number: int) -> None:
    """Offer the texts of a game in a menu, the newest first."""
    texts = await _list_reachable_texts(ctx, channel, number)
    if not texts:
        raise Refusal("no-text")
    await say(ctx, ctx.text("strike-which"), view=_make_menu(ctx, channel, number, texts))


def _make_menu(ctx: Context, channel: int, number: int, texts: Sequence[TypedText]) -> ui.View:
    shown = [(label_text(ctx, each), make_key(each.text)) for each in texts[:MOST]]
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(ctx.text("strike-which"), 150),
        options=[discord.SelectOption(label=label, value=value) for label, value in shown],
        custom_id=f"strike:text:{channel}:{number}",
    )
    return controls.make_unstored_view([menu])


async def _list_reachable_texts(ctx: Context, channel: int, number: int) -> list[TypedText]:
    """Return the texts of a game. Raises `Refusal` if the asker may not decide about the game."""
    place = Place(ctx.place.guild, channel)
    await check_reach(ctx, place, number)
    return await list_game_texts(ctx, place, number)


async def strike_picked(ctx: Context, channel: int, number: int, picked: str) -> None:
    """Strike out the text that was picked."""
    found = _find(await _list_reachable_texts(ctx, channel, number), picked)
    if found is None:
        raise Refusal("no-text")
    await _strike(ctx, found, TextPlace(channel, number))


# Doing it


async def _strike(ctx: Context, typed: TypedText, where: TextPlace) -> None:
    kind = find_kind(typed.field)
    details = {"kind": kind, **{name: value for name, value in where._asdict().items() if value}}
    entry = await audit_trail.compose_entry(ctx, STRUCK, details)
    if await ctx.services.strikes.strike(entry, await ctx.find_person(), typed.text):
        await _rename_thread(ctx, typed.text, where)
        await _follow(ctx, entry)
    back: ui.Button[ui.View] = ui.Button(
        label=ctx.text("button-unstrike"), emoji="↩️", custom_id=f"strike:lift:{entry.id}"
    )
    said = ctx.text("done-strike", what=ctx.text(f"struck-{kind}"), mark=MARK)
    await say(ctx, f"✅ {said}", view=controls.make_unstored_view([back]))


async def lift(ctx: Context, strike: int) -> None:
    """Show a text again that was struck out by the decision `strike`."""
    known = await ctx.services.strikes.find_all(ctx.place.guild, LISTED)
    of = next((each.details for each in known if each.id == strike), {"kind": "text"})
    entry = await audit_trail.compose_entry(ctx, LIFTED, of)
    if await ctx.services.strikes.lift(entry, await ctx.find_person(), strike):
        await _follow(ctx, entry)
    await say(ctx, f"✅ {ctx.text('done-unstrike')}")


async def _follow(ctx: Context, entry: AuditEntry) -> None:
    """Tell the log channel, and draw anew what shows the text."""
    await ctx.reload()
    await audit_trail.post(ctx, entry)
    ctx.services.outbox.wake()
    await ctx.services.keeper.mend()


async def _rename_thread(ctx: Context, text: str, where: TextPlace) -> None:
    """Rename the thread that was named after the title which is struck out, if one can."""
    guild = ctx.interaction.guild
    found = None if guild is None else guild.get_channel_or_thread(where.channel)
    thread = find_own_thread(ctx.interaction.client, found)
    if thread is not None and fold_text(thread.name) == fold_text(clean_label(text, 100)):
        with suppress(*PASSING):
            await thread.edit(name=MARK)


_GAME = "{channel:id}:{number:int}"
ROUTES = (
    Route(f"strike:of:{_GAME}", show_texts, _PAST),
    Route(f"strike:text:{_GAME}", strike_picked, _PAST, picked=str),
    Route("strike:lift:{strike:id}", lift, _SERVER),
)
