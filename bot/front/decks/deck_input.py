"""Decks as user input: commanders, a registered deck, and suggestions for mistyped cards."""

from collections.abc import Iterable
from functools import partial
from itertools import chain, islice, product

from discord.app_commands import Choice

from bot.formatters.messages import MessageFormatter
from bot.front.decks.deck_names import BETWEEN_COMMANDERS
from bot.front.decks.deck_texts import build_deck_label
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import MAX_CHOICES, build_matching_choices
from bot.front.ui.escaping import clean_label
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


def _collapse_spaces(user_input: str) -> str:
    return " ".join(user_input.split())


def parse_commanders(ctx: Context, user_inputs: Iterable[str]) -> tuple[Commander, ...]:
    """Parse commanders from names or card ids; unknown names stay as text.

    Raises `Refusal` for no name, for too many, or for a name that is too long.
    """
    read = partial(ctx.services.cards.resolve_commanders, locale=ctx.public_catalogue.locale)
    named = [name for each in user_inputs if (one := _collapse_spaces(each)) for name in read(one)]
    if not named:
        raise Refusal("no-commander")
    if len(named) > MAX_COMMANDERS or any(len(each.text) > MAX_CARD_LENGTH for each in named):
        raise Refusal("many-commanders", most=MAX_COMMANDERS, length=MAX_CARD_LENGTH)
    return tuple(Commander(each.text, each.id) for each in named)


def find_colour_identity(
    ctx: Context, commanders: Iterable[Commander]
) -> tuple[Colour, ...] | None:
    """Return the colour identity of commanders; None if the card index lacks one of them."""
    return ctx.services.cards.find_colour_identity(each.id for each in commanders)


def build_deck(
    ctx: Context,
    commander_inputs: Iterable[str],
    bracket: int | None = None,
    name: str | None = None,
) -> Deck:
    """Build a deck from commanders as the user typed them.

    Raises `Refusal` as `parse_commanders` does, and if the name is too long.
    """
    commanders = parse_commanders(ctx, commander_inputs)
    called = _collapse_spaces(name or "") or None
    if len(called or "") > MAX_DECK_NAME_LENGTH:
        raise Refusal("too-long", most=MAX_DECK_NAME_LENGTH)
    return Deck(commanders, bracket, called, find_colour_identity(ctx, commanders))


async def suggest_decks(ctx: Context, deck: Deck) -> list[Deck]:
    """Return the likely decks meant by a deck with unknown cards; empty if all are known."""
    cards = ctx.services.cards
    locale = ctx.public_catalogue.locale
    meant = list[list[tuple[Commander, ...]]]()
    for each in deck.commanders:
        near = [] if each.id else await cards.suggest_commanders(each.text, locale)
        likely = [tuple(Commander(one.text, one.id) for one in some) for some in near]
        meant.append(likely or [(each,)])
    every = (tuple(chain.from_iterable(some)) for some in product(*meant))
    possible = (each for each in every if each != deck.commanders and len(each) <= MAX_COMMANDERS)
    return [
        Deck(each, deck.bracket, deck.name, find_colour_identity(ctx, each), deck.key)
        for each in islice(possible, MAX_NEAR_DECKS)
    ]


async def resolve_deck_option(ctx: Context, user_input: str) -> Deck:
    """Return the user's registered deck that an option names, or a new deck of typed
    commanders.

    Raises `Refusal`.
    """
    me = await ctx.find_requester_player()
    if user_input.startswith(KEY_PREFIX):
        return (
            await ctx.services.player_decks.load_deck(me, user_input.removeprefix(KEY_PREFIX))
        ).deck
    return build_deck(ctx, [user_input])


# Choices


async def complete_commanders(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of cards for a query, possible commanders first.

    In a list of commanders joined by a plus, only the last name is completed.
    """
    before, plus, last = query.rpartition(BETWEEN_COMMANDERS.strip())
    found = await ctx.services.cards.complete_card_name(
        last.strip(), ctx.catalogue.locale, commanders_first=True
    )
    choices = list[Choice[str]]()
    for match in found:
        name = f"{before.strip()}{BETWEEN_COMMANDERS}{match.text}" if plus else match.text
        value = f"{before.strip()}{BETWEEN_COMMANDERS}{match.id}" if plus else match.id
        if len(value) <= _MAX_VALUE_LENGTH:
            choices.append(Choice(name=clean_label(name, _MAX_VALUE_LENGTH), value=value))
    return choices[:MAX_CHOICES]


async def complete_own_decks(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the user's decks, the last used first, retired ones
    included.
    """
    every = await ctx.services.player_decks.load_decks(
        await ctx.find_requester_player(), ctx.channel_address.guild
    )
    bare = MessageFormatter(ctx.catalogue, str)
    return build_matching_choices(
        [(build_deck_label(each.deck, bare), KEY_PREFIX + each.deck_key) for each in every], query
    )


async def complete_decks_or_commanders(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the user's decks, then of commanders."""
    mine = await complete_own_decks(ctx, query)
    return [*mine, *await complete_commanders(ctx, query)][:MAX_CHOICES]
