"""`/deck`: the decks that a member registers for themself."""

from datetime import date

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.basics.links import MAX_LINK_LENGTH, parse_web_link
from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_names, deck_texts
from bot.front.decks.deck_choice import (
    BRACKET_FIELD,
    COMMANDERS_FIELD,
    answer_with_deck_suggestions,
    build_commander_bracket_menu,
    parse_commander_bracket,
)
from bot.front.decks.deck_input import (
    KEY_PREFIX,
    MAX_COMMANDERS_LENGTH,
    MAX_DECK_NAME_LENGTH,
    autocomplete_commander_names,
    autocomplete_own_decks,
    build_commander_deck,
)
from bot.front.interaction.answers import send_answer, show_modal
from bot.front.interaction.command_declarations import (
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.ui import embeds
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.rules.brackets import BRACKETS, DEFINED
from bot.rules.facts import Deck
from bot.rules.refusals import Refusal
from bot.storage.record.player_decks import RegisteredDeck

MAX_LISTED_DECKS = 25
"""Decks on the list, which is one message."""

TypedCommander = Range[str, 1, MAX_COMMANDERS_LENGTH]

NAME_FIELD = "name"
LINK_FIELD = "link"


@slash_command("deck-add", build_access_rule_for_server())
@translate_command_options(
    commander="deck-commander", partner="deck-partner", name="deck-name", bracket="deck-bracket", link="deck-link"
)
@set_option_suggestions(commander=autocomplete_commander_names, partner=autocomplete_commander_names)
@set_fixed_option_choices(bracket=("bracket", [str(each) for each in BRACKETS]))
async def register_deck(
    ctx: Context,
    commander: TypedCommander,
    partner: TypedCommander | None = None,
    name: Range[str, 1, MAX_DECK_NAME_LENGTH] | None = None,
    bracket: Choice[str] | None = None,
    link: Range[str, 1, MAX_LINK_LENGTH] | None = None,
) -> None:
    """Register a deck of the user: commanders, and optionally a name, a bracket and a link."""
    number = None if bracket is None else int(bracket.value)
    deck = build_commander_deck(ctx, [commander, partner or ""], number, name)
    now = discord.utils.utcnow()
    person = await ctx.load_or_create_person_of_user()
    added = await ctx.services.player_decks.register_deck(person, deck, parse_web_link(link or ""), now)
    deck_text = deck_texts.describe_deck_in_one_line(added.deck, _build_formatter_in_user_language(ctx))
    said = f"✅ {ctx.translations('deck-added', deck=deck_text)}"
    await _answer_about_registered_deck(ctx, added, said)


@slash_command("deck-change", build_access_rule_for_server())
@translate_command_options(deck="deck-own")
@set_option_suggestions(deck=autocomplete_own_decks)
async def open_deck_edit_form(ctx: Context, deck: TypedCommander) -> None:
    found = await _load_user_deck(ctx, deck)
    await show_modal(ctx, _build_registered_deck_modal(found, ctx.translations))


@slash_command("deck-retire", build_access_rule_for_server())
@translate_command_options(deck="deck-own")
@set_option_suggestions(deck=autocomplete_own_decks)
async def toggle_deck_retirement(ctx: Context, deck: TypedCommander) -> None:
    """Retire the user's deck, so that it is no longer suggested, or restore it."""
    found = await _load_user_deck(ctx, deck)
    since = discord.utils.utcnow() if found.retired is None else None
    await ctx.services.player_decks.set_deck_retirement(found, since)
    formatter = _build_formatter_in_user_language(ctx)
    key = "deck-retired" if found.retired is None else "deck-back"
    await send_answer(
        ctx, f"✅ {ctx.translations(key, deck=deck_names.format_deck_name_with_commanders(found.deck, formatter))}"
    )


@slash_command("deck-list", build_access_rule_for_server())
async def show_own_decks(ctx: Context) -> None:
    """Show the user's registered decks, with an explanation of the Commander brackets."""
    text = ctx.translations
    words = _build_formatter_in_user_language(ctx)
    every = await ctx.services.player_decks.load_registered_decks(
        await ctx.get_player_id_of_user(), ctx.channel_address.guild
    )
    shown = sorted(every, key=lambda each: each.retired is not None)[:MAX_LISTED_DECKS]
    embed = discord.Embed(title=text("deck-list-title"), colour=embeds.COLOURS["lobby"])
    lines = [_render_registered_deck_line(each, words) for each in shown]
    embed.description = "\n".join(lines) or text("deck-list-none")
    if len(every) > len(shown):
        embed.set_footer(text=text("deck-list-more", count=len(every) - len(shown)))
    meant = "\n".join(text(f"bracket-{each}-about") for each in BRACKETS)
    title = text("bracket-title", date=text.format_date(date.fromisoformat(DEFINED)))
    embed.add_field(name=title, value=meant, inline=False)
    await send_answer(ctx, embed=embed)


def _render_registered_deck_line(deck: RegisteredDeck, formatter: PodMessageFormatter) -> str:
    said = deck_texts.describe_deck_in_one_line(deck.deck, formatter)
    line = f"🃏 {said}" if deck.retired is None else f"~~{said}~~"
    return line if deck.link is None else f"{line}\n-# <{deck.link}>"


# The form


def _build_registered_deck_modal(player_deck: RegisteredDeck, translations: Translations) -> ui.Modal:
    deck = player_deck.deck
    modal = ui.Modal(
        title=clean_label_text(translations("deck-form-title"), 45), custom_id=f"deck:{player_deck.deck_key}:changed"
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
            ui.TextInput(custom_id=NAME_FIELD, max_length=MAX_DECK_NAME_LENGTH, default=deck.name, required=False),
        ),
        ("deck-form-bracket", "", build_commander_bracket_menu(deck.bracket, translations)),
        (
            "deck-form-link",
            "",
            ui.TextInput(custom_id=LINK_FIELD, max_length=MAX_LINK_LENGTH, default=player_deck.link, required=False),
        ),
    )
    for label, about, item in fields:
        described = clean_label_text(translations(about), 100) if about else None
        modal.add_item(ui.Label(text=clean_label_text(translations(label), 45), description=described, component=item))
    return modal


async def edit_deck_from_modal(ctx: Context, deck_key: str) -> None:
    """Change a registered deck as the submitted form says."""
    mine = ctx.services.player_decks
    before = await mine.load_registered_deck(await ctx.get_player_id_of_user(), deck_key)
    fields = ctx.modal_fields
    deck = build_commander_deck(
        ctx,
        [fields.get(COMMANDERS_FIELD, "")],
        parse_commander_bracket(fields.get(BRACKET_FIELD, "")),
        fields.get(NAME_FIELD),
    )
    deck = _copy_card_ids_to_edited_deck(before.deck, deck)
    link = parse_web_link(fields.get(LINK_FIELD, ""))
    await mine.update_registered_deck(before, deck, link, discord.utils.utcnow())
    after = replace(before, deck=replace(deck, key=before.deck_key), link=link)
    deck_text = deck_texts.describe_deck_in_one_line(deck, _build_formatter_in_user_language(ctx))
    said = f"✅ {ctx.translations('deck-changed', deck=deck_text)}"
    await _answer_about_registered_deck(ctx, after, said)


def _copy_card_ids_to_edited_deck(deck_with_card_ids: Deck, edited_deck: Deck) -> Deck:
    if [each.text for each in deck_with_card_ids.commanders] != [each.text for each in edited_deck.commanders]:
        return edited_deck
    return replace(edited_deck, commanders=deck_with_card_ids.commanders, colours=deck_with_card_ids.colours)


async def _answer_about_registered_deck(ctx: Context, player_deck: RegisteredDeck, answer_text: str) -> None:
    await answer_with_deck_suggestions(ctx, answer_text, player_deck.deck, 0, player_deck.player)


async def _load_user_deck(ctx: Context, user_input: str) -> RegisteredDeck:
    """Load the user's registered deck by key or name. Raises `Refusal` if there is none."""
    me = await ctx.get_player_id_of_user()
    mine = ctx.services.player_decks
    if user_input.startswith(KEY_PREFIX):
        return await mine.load_registered_deck(me, user_input.removeprefix(KEY_PREFIX))
    bare = PodMessageFormatter(ctx.translations, str)
    for each in await mine.load_registered_decks(me, ctx.channel_address.guild):
        named = (each.deck.name, deck_names.format_deck_commanders(each.deck, bare))
        if user_input.casefold() in [name.casefold() for name in named if name]:
            return await mine.load_registered_deck(me, each.deck_key)
    raise Refusal("no-such-deck")


def _build_formatter_in_user_language(ctx: Context) -> PodMessageFormatter:
    return PodMessageFormatter(ctx.translations, str, escape_markdown)


ROUTES = (
    CustomIdRoute("deck:{deck_key}:changed", edit_deck_from_modal, build_access_rule_for_server(), "deck:changed"),
)
