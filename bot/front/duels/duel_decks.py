"""`/joust deck`: check a Magicjoust deck file, and store the deck for its owner alone (MJ-4)."""

import discord

from bot.basics.typed_values import InvalidValue
from bot.front.interaction.answers import defer_answer, send_answer
from bot.front.interaction.command_declarations import describe_options, slash_command
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import download_attachment
from bot.front.interaction.routes import Route, server_access
from bot.front.ui import embeds
from bot.front.ui.escaping import escape_markdown
from bot.joust.decks import JoustDeck, find_deck_problems
from bot.rules.refusals import Refusal
from bot.transcripts.joust.decks import MAX_DECK_BYTES, parse_deck
from bot.transcripts.joust.telling import describe_deck


@slash_command("joust-deck", server_access(rate_class="costly"))
@describe_options(file="deck_file", forget="deck_forget")
async def manage_joust_deck(
    ctx: Context, file: discord.Attachment | None = None, forget: bool = False
) -> None:
    """Check and store a deck, show the stored deck, or delete it."""
    person = await ctx.identify_requester()
    if forget:
        await ctx.services.decks.delete_deck(person.id)
        await send_answer(ctx, f"✅ {ctx.catalogue('joust-deck-forgotten')}")
        return
    if file is None:
        kept = await ctx.services.decks.load_deck(person.id, ctx.channel_address.guild)
        if kept is None:
            raise Refusal("no-deck")
        await _send_deck_embed(ctx, kept, "joust-deck-kept")
        return
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    deck = _parse_deck_file(ctx, await download_attachment(file, MAX_DECK_BYTES), file.filename)
    if find_deck_problems(deck):
        await _send_deck_embed(ctx, deck, "joust-deck-not-kept")
        return
    await ctx.services.decks.store_deck(person, deck)
    await _send_deck_embed(ctx, deck, "joust-deck-registered")


def _parse_deck_file(ctx: Context, content: bytes, file_name: str) -> JoustDeck:
    """Return the deck in a file. Raises `Refusal` with the problem of an invalid file."""
    try:
        return parse_deck(content, file_name)
    except InvalidValue as error:
        raise Refusal("deck-unreadable", problem=escape_markdown(str(error), 300)) from None


async def _send_deck_embed(ctx: Context, deck: JoustDeck, catalogue_key: str) -> None:
    embed = discord.Embed(
        title=escape_markdown(deck.name),
        description=_escape_lines(describe_deck(deck, ctx.catalogue)),
        colour=embeds.COLOURS["lobby"],
    )
    await send_answer(ctx, ctx.catalogue(catalogue_key), embed=embed)


def _escape_lines(text: str) -> str:
    """Return a text with each of its lines escaped."""
    return "\n".join(escape_markdown(line, 200) for line in text.splitlines())


ROUTES: tuple[Route, ...] = ()
