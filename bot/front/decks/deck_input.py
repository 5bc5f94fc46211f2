"""Decks as user input: commanders, a registered deck, and suggestions for mistyped cards."""

from collections.abc import Iterable
from functools import partial
from itertools import chain, islice, product

from discord.app_commands import Choice

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks.deck_names import BETWEEN_COMMANDERS
from bot.front.decks.deck_texts import build_deck_option_label
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import MAX_CHOICES, filter_autocomplete_choices
from bot.front.ui.escaping import clean_label_text
from bot.rules.facts import MAX_CARD_LENGTH, MAX_COMMANDERS, Colour, Commander, Deck
from bot.rules.refusals import Refusal

MAX_COMMANDERS_LENGTH = 300
"""Characters of the commanders that somebody types in one field."""

MAX_DECK_NAME_LENGTH = 60
"""Characters of what somebody calls a deck."""

KEY_PREFIX = "deck:"
"""Marks the key of a registered deck as the value of a choice."""

MAX_NEAR_DECKS = 4
"""Decks that are offered at once if a card was mistyped, or its name is that of several."""

_MAX_VALUE_LENGTH = 100
"""Characters of a choice's value, Discord's limit."""


def _collapse_repeated_spaces(user_input: str) -> str:
    return " ".join(user_input.split())


def parse_commander_cards(ctx: Context, commander_inputs: Iterable[str]) -> tuple[Commander, ...]:
    """Parse names or card ids of commanders into cards; unknown names are kept as text.

    Raises `Refusal` for no name, for too many, or for a name that is too long.
    """
    read = partial(ctx.services.cards.resolve_commander_names, locale=ctx.public_translations.locale)
    named = [name for each in commander_inputs if (one := _collapse_repeated_spaces(each)) for name in read(one)]
    if not named:
        raise Refusal("no-commander")
    if len(named) > MAX_COMMANDERS or any(len(each.text) > MAX_CARD_LENGTH for each in named):
        raise Refusal("many-commanders", most=MAX_COMMANDERS, length=MAX_CARD_LENGTH)
    return tuple(Commander(each.text, each.id) for each in named)


def find_commander_colour_identity(ctx: Context, commanders: Iterable[Commander]) -> tuple[Colour, ...] | None:
    """Return the colours of a deck's commanders; None if a commander is unknown."""
    return ctx.services.cards.find_combined_colour_identity(each.id for each in commanders)


def build_commander_deck(
    ctx: Context, commander_inputs: Iterable[str], bracket: int | None = None, name: str | None = None
) -> Deck:
    """Return a Commander deck with commanders from names or card ids.

    Raises `Refusal` as `parse_commander_cards` does, and if the name is too long.
    """
    commanders = parse_commander_cards(ctx, commander_inputs)
    called = _collapse_repeated_spaces(name or "") or None
    if len(called or "") > MAX_DECK_NAME_LENGTH:
        raise Refusal("too-long", most=MAX_DECK_NAME_LENGTH)
    return Deck(commanders, bracket, called, find_commander_colour_identity(ctx, commanders))


async def suggest_corrected_decks(ctx: Context, deck: Deck) -> list[Deck]:
    """Return possible versions of a deck in which known cards replace mistyped commander names.

    The list is empty if all cards are known.
    """
    cards = ctx.services.cards
    locale = ctx.public_translations.locale
    meant = list[list[tuple[Commander, ...]]]()
    for each in deck.commanders:
        near = [] if each.id else await cards.suggest_commanders_for_text(each.text, locale)
        likely = [tuple(Commander(one.text, one.id) for one in some) for some in near]
        meant.append(likely or [(each,)])
    every = (tuple(chain.from_iterable(some)) for some in product(*meant))
    possible = (each for each in every if each != deck.commanders and len(each) <= MAX_COMMANDERS)
    return [
        Deck(each, deck.bracket, deck.name, find_commander_colour_identity(ctx, each), deck.key)
        for each in islice(possible, MAX_NEAR_DECKS)
    ]


async def parse_deck_option(ctx: Context, user_input: str) -> Deck:
    """Parse an option into the user's registered deck of this name, or a new deck of commanders."""
    me = await ctx.get_player_id_of_user()
    if user_input.startswith(KEY_PREFIX):
        return (await ctx.services.player_decks.load_registered_deck(me, user_input.removeprefix(KEY_PREFIX))).deck
    return build_commander_deck(ctx, [user_input])


# Choices


async def autocomplete_commander_names(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest card names, possible commanders first.

    In a list of commanders joined by a plus, only the last name is completed.
    """
    before, plus, last = query.rpartition(BETWEEN_COMMANDERS.strip())
    found = await ctx.services.cards.suggest_card_names(last.strip(), ctx.translations.locale, commanders_first=True)
    choices = list[Choice[str]]()
    for match in found:
        name = f"{before.strip()}{BETWEEN_COMMANDERS}{match.text}" if plus else match.text
        value = f"{before.strip()}{BETWEEN_COMMANDERS}{match.id}" if plus else match.id
        if len(value) <= _MAX_VALUE_LENGTH:
            choices.append(Choice(name=clean_label_text(name, _MAX_VALUE_LENGTH), value=value))
    return choices[:MAX_CHOICES]


async def autocomplete_own_decks(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the user's registered decks, including retired ones.

    The deck that was used last comes first.
    """
    every = await ctx.services.player_decks.load_registered_decks(
        await ctx.get_player_id_of_user(), ctx.channel_address.guild
    )
    bare = PodMessageFormatter(ctx.translations, str)
    return filter_autocomplete_choices(
        [(build_deck_option_label(each.deck, bare), KEY_PREFIX + each.deck_key) for each in every], query
    )


async def autocomplete_own_decks_and_commanders(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the user's registered decks, then commanders."""
    mine = await autocomplete_own_decks(ctx, query)
    return [*mine, *await autocomplete_commander_names(ctx, query)][:MAX_CHOICES]
