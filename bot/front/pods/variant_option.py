"""The variants that can be played on a server: the built-in ones and those of its own."""

from discord.app_commands import Choice

from bot.front.interaction.desk import Asked, desk_of
from bot.front.interaction.picking import matching
from bot.front.rendering.escaping import shown
from bot.rules.events import Setup
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS, Variant
from bot.words import variant_name


async def options(asked: Asked, typed: str) -> list[Choice[str]]:
    """Those whose name holds what was typed."""
    return matching(await _names(asked), typed)


async def chosen(asked: Asked, typed: str | None) -> tuple[str, Variant | None]:
    """The variant that an option means: picked from the list or typed by name, else the usual one.

    With the answers if it is none of the built-in ones. Raises `Refusal`.
    """
    own, desk = await desk_of(asked).variants(asked), desk_of(asked)
    if typed is None:
        usual = (await desk.settings(asked)).variant
        name = usual if usual in VARIANTS or usual in own else Setup().variant
        return name, own.get(name)
    if typed in VARIANTS:
        return typed, None
    if typed in own:
        return typed, own[typed]
    wanted = " ".join(typed.split()).casefold()
    for label, name in await _names(asked):
        if label.casefold() == wanted:
            return name, own.get(name)
    raise Refusal("no-such-variant", typed=shown(typed))


async def _names(asked: Asked) -> list[tuple[str, str]]:
    """What each is called, and its name."""
    desk = desk_of(asked)
    text = desk.text(asked)
    return [(variant_name(n, text), n) for n in (*VARIANTS, *await desk.variants(asked))]
