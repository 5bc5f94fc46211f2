"""The variants that can be played on a server: the built-in ones and those of its own."""

from collections.abc import Mapping

from discord.app_commands import Choice

from bot.front.interaction.context import Context
from bot.front.interaction.picking import match_options
from bot.front.rendering.escaping import escape
from bot.rules.events import Setup
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS, Variant
from bot.words import name_variant


def find_variants(ctx: Context) -> Mapping[str, Variant]:
    """Return what can be played beside the built-in variants: the server's, and the settings'."""
    return {**ctx.services.house_variants, **ctx.settings.variants}


async def offer_variants(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the variants whose name holds what was typed."""
    return match_options(_name_variants(ctx), typed)


def find_variant(ctx: Context, typed: str | None) -> tuple[str, Variant | None]:
    """Return the variant that an option means: picked from the list, typed, else the usual one.

    With the answers if it is none of the built-in ones. Raises `Refusal`.
    """
    own = find_variants(ctx)
    if typed is None:
        usual = ctx.settings.variant
        name = usual if usual in VARIANTS or usual in own else Setup().variant
        return name, own.get(name)
    if typed in VARIANTS:
        return typed, None
    if typed in own:
        return typed, own[typed]
    wanted = " ".join(typed.split()).casefold()
    for label, name in _name_variants(ctx):
        if label.casefold() == wanted:
            return name, own.get(name)
    raise Refusal("no-such-variant", typed=escape(typed))


def _name_variants(ctx: Context) -> list[tuple[str, str]]:
    """Return what each is called, and its name."""
    return [(name_variant(n, ctx.text), n) for n in (*VARIANTS, *find_variants(ctx))]
