"""`/joust deck`: check a deck file, and keep the deck for its owner alone (MJ-4)."""

import discord

from bot.front.interaction.answering import defer, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, options
from bot.front.interaction.inputs import fetch_file
from bot.front.interaction.routes import Route, on_server
from bot.front.rendering import embeds
from bot.front.rendering.escaping import escape
from bot.joust.decks import Deck, find_problems
from bot.joust_files.decks import MAX_DECK_BYTES, read_deck
from bot.joust_files.telling import explain_deck
from bot.reading import Unreadable
from bot.rules.refusals import Refusal


@command("joust-deck", on_server(pace="costly"))
@options(file="deck_file", forget="deck_forget")
async def show_deck(
    ctx: Context, file: discord.Attachment | None = None, forget: bool = False
) -> None:
    """Check and keep a deck, show the kept one, or forget it."""
    person = await ctx.find_person()
    if forget:
        await ctx.services.decks.forget(person.id)
        await say(ctx, f"✅ {ctx.text('joust-deck-forgotten')}")
        return
    if file is None:
        kept = await ctx.services.decks.read(person.id, ctx.place.guild)
        if kept is None:
            raise Refusal("no-deck")
        await _say_deck(ctx, kept, "joust-deck-kept")
        return
    if not await defer(ctx, ephemeral=True, thinking=True):
        return
    deck = _read_deck(ctx, await fetch_file(file, MAX_DECK_BYTES), file.filename)
    if find_problems(deck):
        await _say_deck(ctx, deck, "joust-deck-not-kept")
        return
    await ctx.services.decks.keep(person, deck)
    await _say_deck(ctx, deck, "joust-deck-registered")


def _read_deck(ctx: Context, content: bytes, name: str) -> Deck:
    """Return the deck in a file. Raises `Refusal` with the problem of an unreadable one."""
    try:
        return read_deck(content, name)
    except Unreadable as error:
        raise Refusal("deck-unreadable", problem=escape(str(error), 300)) from None


async def _say_deck(ctx: Context, deck: Deck, key: str) -> None:
    embed = discord.Embed(
        title=escape(deck.name),
        description=_escape_lines(explain_deck(deck, ctx.text)),
        colour=embeds.COLOURS["lobby"],
    )
    await say(ctx, ctx.text(key), embed=embed)


def _escape_lines(said: str) -> str:
    """Return lines with each one escaped."""
    return "\n".join(escape(line, 200) for line in said.splitlines())


ROUTES: tuple[Route, ...] = ()
