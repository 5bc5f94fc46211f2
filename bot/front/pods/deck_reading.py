"""Decks as people type or pick them: commanders, a registered deck, a near miss of a card."""

from collections.abc import Iterable
from functools import partial
from itertools import chain, islice, product

from discord.app_commands import Choice

from bot.front.interaction.context import Context
from bot.front.interaction.picking import MAX_CHOICES, match_options
from bot.front.rendering.deck_names import BETWEEN_COMMANDERS
from bot.front.rendering.decks import label_deck
from bot.front.rendering.escaping import clean_label
from bot.rules.facts import MAX_CARD_LENGTH, MAX_COMMANDERS, Colour, Commander, Deck
from bot.rules.refusals import Refusal
from bot.words import Words

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


def _clean(typed: str) -> str:
    return " ".join(typed.split())


def read_commanders(ctx: Context, typed: Iterable[str]) -> tuple[Commander, ...]:
    """Return the commanders of some names or picked cards; unknown names stay as they are.

    Raises `Refusal` for no name, for too many, or for one that is too long.
    """
    read = partial(ctx.services.cards.read_commanders, locale=ctx.public_text.locale)
    named = [name for each in typed if (one := _clean(each)) for name in read(one)]
    if not named:
        raise Refusal("no-commander")
    if len(named) > MAX_COMMANDERS or any(len(each.text) > MAX_CARD_LENGTH for each in named):
        raise Refusal("many-commanders", most=MAX_COMMANDERS, length=MAX_CARD_LENGTH)
    return tuple(Commander(each.text, each.id) for each in named)


def find_colours(ctx: Context, commanders: Iterable[Commander]) -> tuple[Colour, ...] | None:
    """Return the colour identity of commanders; None if the index does not know all of them."""
    return ctx.services.cards.find_colours(each.id for each in commanders)


def make_deck(
    ctx: Context, typed: Iterable[str], bracket: int | None = None, name: str | None = None
) -> Deck:
    """Return the deck of some commanders.

    Raises `Refusal` as `read_commanders` does, and if the name is too long.
    """
    commanders = read_commanders(ctx, typed)
    called = _clean(name or "") or None
    if len(called or "") > MAX_DECK_NAME_LENGTH:
        raise Refusal("too-long", most=MAX_DECK_NAME_LENGTH)
    return Deck(commanders, bracket, called, find_colours(ctx, commanders))


async def find_near_decks(ctx: Context, deck: Deck) -> list[Deck]:
    """Return the decks that were probably meant, with known cards for unknown texts."""
    cards = ctx.services.cards
    locale = ctx.public_text.locale
    meant = list[list[tuple[Commander, ...]]]()
    for each in deck.commanders:
        near = [] if each.id else await cards.offer_commanders(each.text, locale)
        likely = [tuple(Commander(one.text, one.id) for one in some) for some in near]
        meant.append(likely or [(each,)])
    every = (tuple(chain.from_iterable(some)) for some in product(*meant))
    possible = (each for each in every if each != deck.commanders and len(each) <= MAX_COMMANDERS)
    return [
        Deck(each, deck.bracket, deck.name, find_colours(ctx, each), deck.key)
        for each in islice(possible, MAX_NEAR_DECKS)
    ]


async def find_deck(ctx: Context, typed: str) -> Deck:
    """Return the asker's deck that an option names, or the deck of a typed commander.

    Raises `Refusal`.
    """
    me = await ctx.find_player()
    if typed.startswith(KEY_PREFIX):
        return (await ctx.services.player_decks.find(me, typed.removeprefix(KEY_PREFIX))).deck
    return make_deck(ctx, [typed])


# Choices


async def offer_commanders(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer cards that can lead a deck first; before a last plus, the text stays as typed."""
    before, plus, last = typed.rpartition(BETWEEN_COMMANDERS.strip())
    found = await ctx.services.cards.complete(last.strip(), ctx.text.locale, commanders=True)
    choices = list[Choice[str]]()
    for match in found:
        name = f"{before.strip()}{BETWEEN_COMMANDERS}{match.text}" if plus else match.text
        value = f"{before.strip()}{BETWEEN_COMMANDERS}{match.id}" if plus else match.id
        if len(value) <= _MAX_VALUE_LENGTH:
            choices.append(Choice(name=clean_label(name, _MAX_VALUE_LENGTH), value=value))
    return choices[:MAX_CHOICES]


async def offer_own_decks(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the asker's decks, retired ones too, the last used first."""
    every = await ctx.services.player_decks.load(await ctx.find_player(), ctx.place.guild)
    bare = Words(ctx.text, str)
    return match_options(
        [(label_deck(each.deck, bare), KEY_PREFIX + each.key) for each in every], typed
    )


async def offer_decks(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the asker's decks, then commanders."""
    mine = await offer_own_decks(ctx, typed)
    return [*mine, *await offer_commanders(ctx, typed)][:MAX_CHOICES]
