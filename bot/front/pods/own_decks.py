"""`/deck`: the decks that a member registers, for themself alone."""

from datetime import date

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answering import say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.routes import Route, on_server
from bot.front.pods.deck_choice import (
    BRACKET_FIELD,
    COMMANDERS_FIELD,
    make_bracket_menu,
    offer_near_deck,
    read_bracket,
)
from bot.front.pods.deck_reading import (
    KEY_PREFIX,
    MAX_COMMANDERS_LENGTH,
    MAX_DECK_NAME_LENGTH,
    make_deck,
    offer_commanders,
    offer_own_decks,
)
from bot.front.rendering import deck_names, decks, embeds
from bot.front.rendering.escaping import clean_label, escape
from bot.i18n import Catalogue
from bot.links import MAX_LINK_LENGTH, read_link
from bot.rules.brackets import BRACKETS, DEFINED
from bot.rules.facts import Deck
from bot.rules.refusals import Refusal
from bot.storage.record.player_decks import PlayerDeck
from bot.words import Words

MAX_LISTED_DECKS = 25
"""Decks on the list, which is one message."""

TypedCommander = Range[str, 1, MAX_COMMANDERS_LENGTH]

NAME_FIELD = "name"
LINK_FIELD = "link"


@command("deck-add", on_server())
@options(
    commander="deck-commander",
    partner="deck-partner",
    name="deck-name",
    bracket="deck-bracket",
    link="deck-link",
)
@complete(commander=offer_commanders, partner=offer_commanders)
@offer(bracket=("bracket", [str(each) for each in BRACKETS]))
async def add_deck(
    ctx: Context,
    commander: TypedCommander,
    partner: TypedCommander | None = None,
    name: Range[str, 1, MAX_DECK_NAME_LENGTH] | None = None,
    bracket: Choice[str] | None = None,
    link: Range[str, 1, MAX_LINK_LENGTH] | None = None,
) -> None:
    """Register a deck: its commanders, and perhaps a name, a bracket and a link."""
    number = None if bracket is None else int(bracket.value)
    deck = make_deck(ctx, [commander, partner or ""], number, name)
    now = discord.utils.utcnow()
    person = await ctx.find_person()
    added = await ctx.services.player_decks.add(person, deck, read_link(link or ""), now)
    said = f"✅ {ctx.text('deck-added', deck=decks.describe_deck(added.deck, _speak(ctx)))}"
    await _say_stored(ctx, added, said)


@command("deck-change", on_server())
@options(deck="deck-own")
@complete(deck=offer_own_decks)
async def change_deck(ctx: Context, deck: TypedCommander) -> None:
    """Open the form of a registered deck, filled in with what it is."""
    found = await _find(ctx, deck)
    await show_modal(ctx, _make_form(found, ctx.text))


@command("deck-retire", on_server())
@options(deck="deck-own")
@complete(deck=offer_own_decks)
async def retire_deck(ctx: Context, deck: TypedCommander) -> None:
    """Stop offering a registered deck, or offer a retired one again."""
    found = await _find(ctx, deck)
    since = discord.utils.utcnow() if found.retired is None else None
    await ctx.services.player_decks.retire(found, since)
    key = "deck-retired" if found.retired is None else "deck-back"
    await say(ctx, f"✅ {ctx.text(key, deck=deck_names.name_deck(found.deck, _speak(ctx)))}")


@command("deck-list", on_server())
async def list_decks(ctx: Context) -> None:
    """List the member's decks, and what the brackets mean."""
    text = ctx.text
    words = _speak(ctx)
    every = await ctx.services.player_decks.load(await ctx.find_player(), ctx.place.guild)
    shown = sorted(every, key=lambda each: each.retired is not None)[:MAX_LISTED_DECKS]
    embed = discord.Embed(title=text("deck-list-title"), colour=embeds.COLOURS["lobby"])
    lines = [_render_listed(each, words) for each in shown]
    embed.description = "\n".join(lines) or text("deck-list-none")
    if len(every) > len(shown):
        embed.set_footer(text=text("deck-list-more", count=len(every) - len(shown)))
    meant = "\n".join(text(f"bracket-{each}-about") for each in BRACKETS)
    title = text("bracket-title", date=text.format_date(date.fromisoformat(DEFINED)))
    embed.add_field(name=title, value=meant, inline=False)
    await say(ctx, embed=embed)


def _render_listed(each: PlayerDeck, words: Words) -> str:
    said = decks.describe_deck(each.deck, words)
    line = f"🃏 {said}" if each.retired is None else f"~~{said}~~"
    return line if each.link is None else f"{line}\n-# <{each.link}>"


# The form


def _make_form(found: PlayerDeck, text: Catalogue) -> ui.Modal:
    """Return the form of a deck; a route receives it by its custom id."""
    deck = found.deck
    modal = ui.Modal(
        title=clean_label(text("deck-form-title"), 45), custom_id=f"deck:{found.key}:changed"
    )
    modal.stop()
    fields: tuple[tuple[str, str, ui.Item[ui.Modal]], ...] = (
        (
            "deck-form-commanders",
            "deck-form-commanders-about",
            ui.TextInput(
                custom_id=COMMANDERS_FIELD,
                max_length=MAX_COMMANDERS_LENGTH,
                default=deck_names.BETWEEN_COMMANDERS.join(each.text for each in deck.commanders),
            ),
        ),
        (
            "deck-form-name",
            "",
            ui.TextInput(
                custom_id=NAME_FIELD,
                max_length=MAX_DECK_NAME_LENGTH,
                default=deck.name,
                required=False,
            ),
        ),
        ("deck-form-bracket", "", make_bracket_menu(deck.bracket, text)),
        (
            "deck-form-link",
            "",
            ui.TextInput(
                custom_id=LINK_FIELD, max_length=MAX_LINK_LENGTH, default=found.link, required=False
            ),
        ),
    )
    for label, about, item in fields:
        described = clean_label(text(about), 100) if about else None
        modal.add_item(
            ui.Label(text=clean_label(text(label), 45), description=described, component=item)
        )
    return modal


async def take_form(ctx: Context, key: str) -> None:
    """Change a deck to what was filled in."""
    mine = ctx.services.player_decks
    before = await mine.find(await ctx.find_player(), key)
    fields = ctx.fields
    deck = make_deck(
        ctx,
        [fields.get(COMMANDERS_FIELD, "")],
        read_bracket(fields.get(BRACKET_FIELD, "")),
        fields.get(NAME_FIELD),
    )
    deck = _keep_cards(before.deck, deck)
    link = read_link(fields.get(LINK_FIELD, ""))
    await mine.change(before, deck, link, discord.utils.utcnow())
    after = replace(before, deck=replace(deck, key=before.key), link=link)
    said = f"✅ {ctx.text('deck-changed', deck=decks.describe_deck(deck, _speak(ctx)))}"
    await _say_stored(ctx, after, said)


def _keep_cards(before: Deck, after: Deck) -> Deck:
    """Return a changed deck with its former cards if the names are the same."""
    if [each.text for each in before.commanders] != [each.text for each in after.commanders]:
        return after
    return replace(after, commanders=before.commanders, colours=before.colours)


async def _say_stored(ctx: Context, stored: PlayerDeck, said: str) -> None:
    await offer_near_deck(ctx, said, stored.deck, 0, stored.player)


async def _find(ctx: Context, typed: str) -> PlayerDeck:
    """Return the asker's deck that was picked, or typed by its name. Raises `Refusal`."""
    me = await ctx.find_player()
    mine = ctx.services.player_decks
    if typed.startswith(KEY_PREFIX):
        return await mine.find(me, typed.removeprefix(KEY_PREFIX))
    bare = Words(ctx.text, str)
    for each in await mine.load(me, ctx.place.guild):
        named = (each.deck.name, deck_names.name_commanders(each.deck, bare))
        if typed.casefold() in [name.casefold() for name in named if name]:
            return await mine.find(me, each.key)
    raise Refusal("no-such-deck")


def _speak(ctx: Context) -> Words:
    """Return words of the asker that name no player."""
    return Words(ctx.text, str, escape)


ROUTES = (Route("deck:{key}:changed", take_form, on_server(), "deck:changed"),)
