"""Redaction of text that somebody typed, such as a slur in a title, and its undo.

A moderator picks a text of a game, of the server's seasons or of its own variants: by `/override strike`, below a
game's story, or in the moderation queue. The server then shows a mark in its place. No game changes; the audit trail
records who redacted the text, and where.
"""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

import discord
from discord import ui
from discord.app_commands import Choice

from bot.cards.commander_aliases import DECK_PREFIX
from bot.front.interaction.answers import send_answer
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.inputs import is_discord_id
from bot.front.interaction.player_options import MAX_CHOICES, Picked, filter_autocomplete_choices
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_current_or_past_pod,
    build_access_rule_for_server,
)
from bot.front.moderation.decision_targets import parse_pod_option_value, require_user_moderates_game
from bot.front.moderation.override_commands import autocomplete_past_pod_of_channel, parse_pod_option_while_typing
from bot.front.publishing.game_threads import get_thread_if_created_by_bot
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.player_names import list_players_named_in_game
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.service.game_requests import GameWithEvents
from bot.service.live_game import ChannelAddress
from bot.storage.privacy.text_redaction import LIFTED, STRUCK, UserTextInEvent, list_visible_user_texts
from bot.storage.record.audit import AuditEntry, load_audit_log_page
from bot.storage.record.redaction import REDACTED, iterate_user_texts_in_json_value, normalise_text_for_comparison

# The fields of the server's own names, and of the names of its guests
SEASON_FIELD = "season"
DEED_FIELD = "deed"
VARIANT_FIELD = "variant"
GUEST_FIELD = "guest"
COMMANDER_FIELD = "object"

SEARCHED_STRIKES = 200
"""The number of strikes or audit entries that are searched for the text a user types."""


class RedactableTextLocation(NamedTuple):
    """The location of a text: a game's channel and number, or 0 for a text of the server."""

    channel: int = 0
    number: int = 0


# Texts


async def list_redactable_server_texts(ctx: Context) -> list[UserTextInEvent]:
    """Return the server's texts that moderators can hide, such as names of seasons."""
    guild = ctx.channel_address.guild
    services = ctx.services
    called = await services.guests.load_guest_names_of_server(guild, include_claimed=True)
    found = [UserTextInEvent(SEASON_FIELD, each.name) for each in await services.seasons.load_seasons_of_server(guild)]
    found += [UserTextInEvent(VARIANT_FIELD, name) for name in ctx.settings.variants]
    found += [UserTextInEvent(DEED_FIELD, each.name) for each in ctx.settings.house_deeds]
    same = (text for each in ctx.settings.same_names for text in (each.text, each.name, each.reason))
    typed = (text for text in same if text and not text.startswith(DECK_PREFIX))
    found += [UserTextInEvent(COMMANDER_FIELD, text) for text in typed]
    found += [UserTextInEvent(GUEST_FIELD, name) for name in called]
    for entry in await load_audit_log_page(services.database, guild, 0, SEARCHED_STRIKES):
        found += [UserTextInEvent(*each) for each in iterate_user_texts_in_json_value(entry.details)]
    first = {hash_text_as_menu_value(each.text): each for each in reversed(found)}
    return [each for each in reversed(first.values()) if each.text != REDACTED]


async def list_redactable_game_texts(
    ctx: Context, channel_address: ChannelAddress, game_number: int
) -> list[UserTextInEvent]:
    """Return the texts that users wrote in a game, newest first, followed by its guests' names.

    Number 0 means the channel's current game.
    """
    return await _list_user_texts_in_game_history(
        ctx, await ctx.services.service.load_game_with_events(channel_address, game_number)
    )


async def _list_user_texts_in_game_history(ctx: Context, game_history: GameWithEvents) -> list[UserTextInEvent]:
    pod = game_history.live.pod
    there = dict.fromkeys(list_players_named_in_game(pod) if pod else ())
    known = await ctx.people_with_server_nicknames.load_people_by_id(there)
    guests = [known[each] for each in there if each in known and known[each].is_guest]
    called = [
        UserTextInEvent(GUEST_FIELD, guest.display_name) for guest in guests if not guest.is_guest_with_redacted_name
    ]
    return [*list_visible_user_texts(game_history.events), *called]


def hash_text_as_menu_value(text: str) -> str:
    """Return a short hash of a text, for use as the value of a menu option."""
    return hashlib.sha256(normalise_text_for_comparison(text).encode()).hexdigest()[:16]


def format_redactable_text_label(ctx: Context, user_text: UserTextInEvent) -> str:
    """Return the label of a text for a menu: what kind of text it is, and the text."""
    kind = ctx.translations(f"struck-{find_kind_of_redactable_text(user_text.field)}")
    return clean_label_text(f"{kind}: {user_text.text}", 100)


def find_kind_of_redactable_text(field_name: str) -> str:
    """Return what kind of text a field holds, such as a title or a reason."""
    return _KINDS.get(field_name, "text")


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


async def autocomplete_redactable_text(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest texts that a moderator can hide: those of the selected game, or of the current game and the server."""
    try:
        place, number = await parse_pod_option_while_typing(ctx)
    except Refusal:
        return []
    texts = await list_redactable_game_texts(ctx, place, number)
    if not number:
        texts += await list_redactable_server_texts(ctx)
    labelled = dict.fromkeys(
        (format_redactable_text_label(ctx, each), hash_text_as_menu_value(each.text)) for each in texts
    )
    return filter_autocomplete_choices(labelled, query)


async def autocomplete_redacted_text(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the hidden texts, newest first, by kind, game, time and moderator."""
    found = await ctx.services.strikes.load_redaction_audit_entries(ctx.channel_address.guild, SEARCHED_STRIKES)
    words = await load_message_formatter_in_user_language(ctx, [each.by for each in found])
    zone = ctx.settings.time_zone
    text = ctx.translations
    labelled = []
    for each in found:
        when = each.at.astimezone(zone)
        number = each.details.get("number")
        kind = text(f"struck-{each.details.get('kind')}")
        where = [f"#{number}"] if number else []
        day = f"{text.format_date(when.date())} {when:%H:%M}"
        labelled.append((" · ".join([kind, *where, day, words.name(each.by)]), str(each.id)))
    return filter_autocomplete_choices(labelled, query)


# Commands

_PAST_POD_ACCESS = build_access_rule_for_current_or_past_pod(MODERATORS, rate_limit_class="costly")
_SERVER_ACCESS = build_access_rule_for_server(MODERATORS, rate_limit_class="costly")


@slash_command("override-strike", _SERVER_ACCESS)
@translate_command_options(text="text", pod="pod")
@set_option_suggestions(text=autocomplete_redactable_text, pod=autocomplete_past_pod_of_channel)
async def redact_selected_text(ctx: Context, text: Picked, pod: Picked | None = None) -> None:
    """Hide the selected text of a game, or the selected name of the server."""
    place, number = await parse_pod_option_value(ctx, pod)
    read = await ctx.services.service.load_game_with_events(place, number)
    mine = await _list_user_texts_in_game_history(ctx, read)
    if found := _find_text_selected_in_menu(mine, text):
        await _redact_user_text(ctx, found, RedactableTextLocation(place.channel, read.live.number))
    elif not number and (found := _find_text_selected_in_menu(await list_redactable_server_texts(ctx), text)):
        await _redact_user_text(ctx, found, RedactableTextLocation())
    else:
        raise Refusal("no-text")


@slash_command("override-unstrike", _SERVER_ACCESS)
@translate_command_options(struck="struck")
@set_option_suggestions(struck=autocomplete_redacted_text)
async def undo_selected_redaction(ctx: Context, struck: Picked) -> None:
    """Show the hidden text again that was selected in an option."""
    if not is_discord_id(struck):
        raise Refusal("not-struck")
    await restore_redacted_text(ctx, int(struck))


def _find_text_selected_in_menu(user_texts: Iterable[UserTextInEvent], menu_value: str) -> UserTextInEvent | None:
    keys = {menu_value, hash_text_as_menu_value(menu_value)}
    return next((each for each in user_texts if hash_text_as_menu_value(each.text) in keys), None)


# Buttons


async def show_menu_of_redactable_texts(ctx: Context, channel: int, game_number: int) -> None:
    """Show a menu of the texts in a game that can be hidden, newest first."""
    texts = await _list_texts_user_may_redact(ctx, channel, game_number)
    if not texts:
        raise Refusal("no-text")
    await send_answer(
        ctx, ctx.translations("strike-which"), view=_build_menu_of_redactable_texts(ctx, channel, game_number, texts)
    )


def _build_menu_of_redactable_texts(
    ctx: Context, channel_id: int, game_number: int, user_texts: Sequence[UserTextInEvent]
) -> ui.View:
    shown = [
        (format_redactable_text_label(ctx, each), hash_text_as_menu_value(each.text))
        for each in user_texts[:MAX_CHOICES]
    ]
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(ctx.translations("strike-which"), 150),
        options=[discord.SelectOption(label=label, value=value) for label, value in shown],
        custom_id=f"strike:text:{channel_id}:{game_number}",
    )
    return components.build_view_without_callbacks([menu])


async def _list_texts_user_may_redact(ctx: Context, channel_id: int, game_number: int) -> list[UserTextInEvent]:
    """Return the texts of a game that the user, as a moderator, may hide.

    Raises `Refusal` if the user may not decide about the game.
    """
    place = ChannelAddress(ctx.channel_address.guild, channel_id)
    if (
        place != ctx.channel_address
        or (await ctx.services.service.load_game_by_number(place, game_number)).plan is None
    ):
        await require_user_moderates_game(ctx, place, game_number)
    return await list_redactable_game_texts(ctx, place, game_number)


async def redact_text_from_menu(ctx: Context, channel: int, game_number: int, selection: str) -> None:
    found = _find_text_selected_in_menu(await _list_texts_user_may_redact(ctx, channel, game_number), selection)
    if found is None:
        raise Refusal("no-text")
    await _redact_user_text(ctx, found, RedactableTextLocation(channel, game_number))


# Striking


async def _redact_user_text(ctx: Context, user_text: UserTextInEvent, text_location: RedactableTextLocation) -> None:
    kind = find_kind_of_redactable_text(user_text.field)
    details = {"kind": kind, **{name: value for name, value in text_location._asdict().items() if value}}
    entry = await audit_trail.build_audit_entry_by_user(ctx, STRUCK, details)
    if await ctx.services.strikes.redact_text_on_server(
        entry, await ctx.load_or_create_person_of_user(), user_text.text
    ):
        await _redact_thread_name(ctx, user_text.text, text_location)
        await _log_redaction_and_update_messages(ctx, entry)
    back: ui.Button[ui.View] = ui.Button(
        label=ctx.translations("button-unstrike"), emoji="↩️", custom_id=f"strike:lift:{entry.id}"
    )
    said = ctx.translations("done-strike", what=ctx.translations(f"struck-{kind}"), mark=REDACTED)
    await send_answer(ctx, f"✅ {said}", view=components.build_view_without_callbacks([back]))


async def restore_redacted_text(ctx: Context, strike: int) -> None:
    """Show a hidden text again, by its redaction id `strike`."""
    known = await ctx.services.strikes.load_redaction_audit_entries(ctx.channel_address.guild, SEARCHED_STRIKES)
    of = next((each.details for each in known if each.id == strike), {"kind": "text"})
    entry = await audit_trail.build_audit_entry_by_user(ctx, LIFTED, of)
    if await ctx.services.strikes.undo_text_redaction(entry, await ctx.load_or_create_person_of_user(), strike):
        await _log_redaction_and_update_messages(ctx, entry)
    await send_answer(ctx, f"✅ {ctx.translations('done-unstrike')}")


async def _log_redaction_and_update_messages(ctx: Context, audit_entry: AuditEntry) -> None:
    await ctx.reload_server_settings()
    await audit_trail.post_audit_entry_in_log_channel(ctx, audit_entry)
    ctx.services.outbox.check_due_tasks_soon()
    ctx.services.plans.check_due_tasks_soon()  # their scheduled events show titles
    await ctx.services.keeper.update_outdated_boards()


async def _redact_thread_name(ctx: Context, redacted_text: str, text_location: RedactableTextLocation) -> None:
    guild = ctx.interaction.guild
    found = None if guild is None else guild.get_channel_or_thread(text_location.channel)
    thread = get_thread_if_created_by_bot(ctx.interaction.client, found)
    if thread is not None and normalise_text_for_comparison(thread.name) == normalise_text_for_comparison(
        clean_label_text(redacted_text, 100)
    ):
        with suppress(*PASSING_ERRORS):
            await thread.edit(name=REDACTED)


_GAME_PATTERN = "{channel:id}:{game_number:int}"
ROUTES = (
    CustomIdRoute(f"strike:of:{_GAME_PATTERN}", show_menu_of_redactable_texts, _PAST_POD_ACCESS),
    CustomIdRoute(f"strike:text:{_GAME_PATTERN}", redact_text_from_menu, _PAST_POD_ACCESS, picked=str),
    CustomIdRoute("strike:lift:{strike:id}", restore_redacted_text, _SERVER_ACCESS),
)
