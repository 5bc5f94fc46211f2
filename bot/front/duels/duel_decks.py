"""`/joust deck`: check a Magicjoust deck file, and store the deck for its owner alone (MJ-4)."""

import discord

from bot.basics.typed_values import InvalidValueError
from bot.front.interaction.answers import defer_answer, send_answer
from bot.front.interaction.command_declarations import slash_command, translate_command_options
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import download_attachment
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.ui import embeds
from bot.front.ui.escaping import escape_markdown
from bot.joust.decks import DuelDeck, find_duel_deck_problems
from bot.rules.refusals import Refusal
from bot.transcripts.joust.decks import MAX_DECK_BYTES, parse_joust_deck_file
from bot.transcripts.joust.telling import describe_joust_deck


@slash_command("joust-deck", build_access_rule_for_server(rate_limit_class="costly"))
@translate_command_options(file="deck_file", forget="deck_forget")
async def store_or_delete_own_duel_deck(
    ctx: Context, file: discord.Attachment | None = None, forget: bool = False
) -> None:
    """Store the user's deck for duels after checking it, show the stored deck, or delete it."""
    person = await ctx.load_or_create_person_of_user()
    if forget:
        await ctx.services.decks.delete_joust_deck(person.id)
        await send_answer(ctx, f"✅ {ctx.translations('joust-deck-forgotten')}")
        return
    if file is None:
        kept = await ctx.services.decks.load_joust_deck(person.id, ctx.channel_address.guild)
        if kept is None:
            raise Refusal("no-deck")
        await _send_duel_deck_embed(ctx, kept, "joust-deck-kept")
        return
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    deck = _parse_duel_deck_file(ctx, await download_attachment(file, MAX_DECK_BYTES), file.filename)
    if find_duel_deck_problems(deck):
        await _send_duel_deck_embed(ctx, deck, "joust-deck-not-kept")
        return
    await ctx.services.decks.store_joust_deck(person, deck)
    await _send_duel_deck_embed(ctx, deck, "joust-deck-registered")


def _parse_duel_deck_file(ctx: Context, file_content: bytes, file_name: str) -> DuelDeck:
    """Parse a duel's deck from a file. Raises `Refusal` if the file is wrong."""
    try:
        return parse_joust_deck_file(file_content, file_name)
    except InvalidValueError as error:
        raise Refusal("deck-unreadable", problem=escape_markdown(str(error), 300)) from None


async def _send_duel_deck_embed(ctx: Context, deck: DuelDeck, text_key: str) -> None:
    embed = discord.Embed(
        title=escape_markdown(deck.name),
        description=_escape_markdown_in_lines(describe_joust_deck(deck, ctx.translations)),
        colour=embeds.COLOURS["lobby"],
    )
    await send_answer(ctx, ctx.translations(text_key), embed=embed)


def _escape_markdown_in_lines(text: str) -> str:
    return "\n".join(escape_markdown(line, 200) for line in text.splitlines())


ROUTES: tuple[CustomIdRoute, ...] = ()
