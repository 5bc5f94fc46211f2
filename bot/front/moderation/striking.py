"""Striking out what somebody typed, such as a slur in a title, and undoing that.

A moderator picks a text of a game, of the server's seasons or of its own variants: by `/override
strike`, below a game's story, or on the desk. The server then shows a mark in its place. No game
changes; the audit trail records who struck the text, and where.
"""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.background.finished_threads import find_own_thread
from bot.front.background.retry import PASSING_ERRORS
from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.inputs import is_id
from bot.front.interaction.picking import MAX_CHOICES, Picked, match_options
from bot.front.interaction.routes import Route, on_past_pod, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.moderation.override import offer_pods, read_filled_pod
from bot.front.moderation.targets import check_reach, read_picked_pod
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.names import find_people
from bot.front.server import audit_trail
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.service.live_game import Place
from bot.service.requests import PodRead
from bot.storage.privacy.striking import LIFTED, STRUCK, TypedText, list_texts
from bot.storage.record.audit import AuditEntry, read_entries
from bot.storage.record.redaction import REDACTED, find_texts, fold_text

# The fields of the server's own names, and of the names of its guests
SEASON_FIELD = "season"
DEED_FIELD = "deed"
VARIANT_FIELD = "variant"
GUEST_FIELD = "guest"
COMMANDER_FIELD = "object"

SEARCHED_STRIKES = 200
"""The number of strikes or audit entries that are searched for the text a user types."""


class TextPlace(NamedTuple):
    """The game of a text; all zeros mean a name of the server's."""

    channel: int = 0
    number: int = 0


# Texts


async def list_server_texts(ctx: Context) -> list[TypedText]:
    """Return the names of seasons, variants, deeds and guests, and the texts of the audit trail."""
    guild = ctx.place.guild
    services = ctx.services
    called = await services.guests.list_names(guild, claimed=True)
    found = [TypedText(SEASON_FIELD, each.name) for each in await services.seasons.find_all(guild)]
    found += [TypedText(VARIANT_FIELD, name) for name in ctx.settings.variants]
    found += [TypedText(DEED_FIELD, each.name) for each in ctx.settings.house_deeds]
    same = (text for each in ctx.settings.same_names for text in (each.text, each.name))
    found += [TypedText(COMMANDER_FIELD, text) for text in same]
    found += [TypedText(GUEST_FIELD, name) for name in called]
    for entry in await read_entries(services.database, guild, 0, SEARCHED_STRIKES):
        found += [TypedText(*each) for each in find_texts(entry.details)]
    first = {hash_text(each.text): each for each in reversed(found)}
    return [each for each in reversed(first.values()) if each.text != REDACTED]


async def list_game_texts(ctx: Context, place: Place, number: int) -> list[TypedText]:
    """Return the texts that people typed in a game, newest first, then its guests' names.

    Number 0 means the channel's current game.
    """
    return await _list_texts(ctx, await ctx.services.service.read(place, number))


async def _list_texts(ctx: Context, read: PodRead) -> list[TypedText]:
    pod = read.live.pod
    there = dict.fromkeys(find_people(pod) if pod else ())
    known = await ctx.people.find_people(there)
    guests = [known[each] for each in there if each in known and known[each].is_guest]
    called = [TypedText(GUEST_FIELD, guest.name) for guest in guests if not guest.is_struck]
    return [*list_texts(read.events), *called]


def hash_text(text: str) -> str:
    """Return the value that names a text in a menu, which has no room for a long text."""
    return hashlib.sha256(fold_text(text).encode()).hexdigest()[:16]


def label_text(ctx: Context, typed: TypedText) -> str:
    """Return the label of a text in a menu: its kind and the text."""
    kind = ctx.text(f"struck-{find_kind(typed.field)}")
    return clean_label(f"{kind}: {typed.text}", 100)


def find_kind(field: str) -> str:
    """Return the kind of a text by its field; the kinds are words of the texts `struck-…`."""
    return _KINDS.get(field, "text")


_KINDS = {
    "title": "title",
    "variant": "variant",
    "season": "season",
    "guest": "guest",
    "deed": "deed",
    "reason": "reason",
    "object": "card",
    "source": "card",
    "name": "card",
    "because": "card",
    "action": "card",
}


async def offer_texts(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the texts of the game in the option `pod`, else of the channel and the server."""
    try:
        place, number = await read_filled_pod(ctx)
    except Refusal:
        return []
    texts = await list_game_texts(ctx, place, number)
    if not number:
        texts += await list_server_texts(ctx)
    labelled = dict.fromkeys((label_text(ctx, each), hash_text(each.text)) for each in texts)
    return match_options(labelled, typed)


async def offer_strikes(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the texts that are struck out, newest first, by kind, game, time and moderator."""
    found = await ctx.services.strikes.find_all(ctx.place.guild, SEARCHED_STRIKES)
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


# Commands

_PAST_POD_ACCESS = on_past_pod(MODERATORS, pace="costly")
_SERVER_ACCESS = on_server(MODERATORS, pace="costly")


@command("override-strike", _SERVER_ACCESS)
@options(text="text", pod="pod")
@complete(text=offer_texts, pod=offer_pods)
async def strike_named(ctx: Context, text: Picked, pod: Picked | None = None) -> None:
    """Strike out a text of a game, or a name of the server's."""
    place, number = await read_picked_pod(ctx, pod)
    read = await ctx.services.service.read(place, number)
    mine = await _list_texts(ctx, read)
    if found := _find_text(mine, text):
        await _strike_text(ctx, found, TextPlace(place.channel, read.live.number))
    elif not number and (found := _find_text(await list_server_texts(ctx), text)):
        await _strike_text(ctx, found, TextPlace())
    else:
        raise Refusal("no-text")


@command("override-unstrike", _SERVER_ACCESS)
@options(struck="struck")
@complete(struck=offer_strikes)
async def lift_named(ctx: Context, struck: Picked) -> None:
    """Show a struck text again."""
    if not is_id(struck):
        raise Refusal("not-struck")
    await lift(ctx, int(struck))


def _find_text(texts: Iterable[TypedText], picked: str) -> TypedText | None:
    """Return the text that was picked, or typed in full; None if there is none."""
    keys = {picked, hash_text(picked)}
    return next((each for each in texts if hash_text(each.text) in keys), None)


# Buttons


async def show_texts(ctx: Context, channel: int, number: int) -> None:
    """Offer the texts of a game in a menu, newest first."""
    texts = await _list_reachable_texts(ctx, channel, number)
    if not texts:
        raise Refusal("no-text")
    await say(ctx, ctx.text("strike-which"), view=_make_menu(ctx, channel, number, texts))


def _make_menu(ctx: Context, channel: int, number: int, texts: Sequence[TypedText]) -> ui.View:
    shown = [(label_text(ctx, each), hash_text(each.text)) for each in texts[:MAX_CHOICES]]
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(ctx.text("strike-which"), 150),
        options=[discord.SelectOption(label=label, value=value) for label, value in shown],
        custom_id=f"strike:text:{channel}:{number}",
    )
    return controls.make_unstored_view([menu])


async def _list_reachable_texts(ctx: Context, channel: int, number: int) -> list[TypedText]:
    """Return the texts of a game, or of a plan of this channel.

    Raises `Refusal` if the asker may not decide about the game.
    """
    place = Place(ctx.place.guild, channel)
    if place != ctx.place or (await ctx.services.service.find(place, number)).plan is None:
        await check_reach(ctx, place, number)
    return await list_game_texts(ctx, place, number)


async def strike_picked(ctx: Context, channel: int, number: int, picked: str) -> None:
    """Strike out the text that was picked in the menu."""
    found = _find_text(await _list_reachable_texts(ctx, channel, number), picked)
    if found is None:
        raise Refusal("no-text")
    await _strike_text(ctx, found, TextPlace(channel, number))


# Striking


async def _strike_text(ctx: Context, typed: TypedText, where: TextPlace) -> None:
    kind = find_kind(typed.field)
    details = {"kind": kind, **{name: value for name, value in where._asdict().items() if value}}
    entry = await audit_trail.compose_entry(ctx, STRUCK, details)
    if await ctx.services.strikes.strike(entry, await ctx.find_person(), typed.text):
        await _rename_thread(ctx, typed.text, where)
        await _propagate_strike(ctx, entry)
    back: ui.Button[ui.View] = ui.Button(
        label=ctx.text("button-unstrike"), emoji="↩️", custom_id=f"strike:lift:{entry.id}"
    )
    said = ctx.text("done-strike", what=ctx.text(f"struck-{kind}"), mark=REDACTED)
    await say(ctx, f"✅ {said}", view=controls.make_unstored_view([back]))


async def lift(ctx: Context, strike: int) -> None:
    """Undo the strike with this id."""
    known = await ctx.services.strikes.find_all(ctx.place.guild, SEARCHED_STRIKES)
    of = next((each.details for each in known if each.id == strike), {"kind": "text"})
    entry = await audit_trail.compose_entry(ctx, LIFTED, of)
    if await ctx.services.strikes.lift(entry, await ctx.find_person(), strike):
        await _propagate_strike(ctx, entry)
    await say(ctx, f"✅ {ctx.text('done-unstrike')}")


async def _propagate_strike(ctx: Context, entry: AuditEntry) -> None:
    """Log a strike, and render again all messages that show the text."""
    await ctx.reload()
    await audit_trail.post(ctx, entry)
    ctx.services.outbox.wake()
    ctx.services.plans.wake()  # their scheduled events show titles
    await ctx.services.keeper.mend()


async def _rename_thread(ctx: Context, text: str, where: TextPlace) -> None:
    """Rename the thread that carries the struck title, if the bot may."""
    guild = ctx.interaction.guild
    found = None if guild is None else guild.get_channel_or_thread(where.channel)
    thread = find_own_thread(ctx.interaction.client, found)
    if thread is not None and fold_text(thread.name) == fold_text(clean_label(text, 100)):
        with suppress(*PASSING_ERRORS):
            await thread.edit(name=REDACTED)


_GAME_PATTERN = "{channel:id}:{number:int}"
ROUTES = (
    Route(f"strike:of:{_GAME_PATTERN}", show_texts, _PAST_POD_ACCESS),
    Route(f"strike:text:{_GAME_PATTERN}", strike_picked, _PAST_POD_ACCESS, picked=str),
    Route("strike:lift:{strike:id}", lift, _SERVER_ACCESS),
)
