"""The games that moderators should look at: what silence does not confirm, and what is disputed.

It is a private page behind a button of `/audit`. What is on it is decided on the games' boards,
each in its channel, where people have the rights that count there.
"""

from typing import NamedTuple, assert_never

import discord
from discord import ui

from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_id, is_number
from bot.front.interaction.routes import Route, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.rendering import controls, embeds, names, story
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.fitting import DESCRIPTION, fit_text
from bot.joust.duel import Duel
from bot.projections.pods import UnsettledRow, has_pod, read_unsettled
from bot.rights import MODERATORS
from bot.rulebooks import Game
from bot.rules.confirmation import find_pressable
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.words import Words, name_variant

PAGE = 8
"""Games on one page."""

_ROOM = DESCRIPTION // PAGE - 1  # characters of a line


class UnsettledGame(NamedTuple):
    """A game on the page: where it stands, and in which message its board is."""

    live: LiveGame
    game: Game
    message: int | None


async def show_page(ctx: Context, page: int) -> None:
    """Show a page of the server's unsettled games; 0 holds those that have waited longest."""
    embed, view = await _render(ctx, page)
    await edit(ctx, embed=embed, view=view)


async def bring_board(ctx: Context) -> None:
    """Bring the board of the game that was picked to the end of its channel."""
    channel, _, number = (ctx.values or [""])[0].partition(":")
    if not is_id(channel) or not is_number(number):
        raise Refusal("unknown-button")
    guild, database = ctx.place.guild, ctx.services.database
    if not await has_pod(database, guild, int(channel), int(number)):  # on this server
        raise Refusal("no-such-pod")
    found = await ctx.services.service.find(Place(guild, int(channel)), int(number))
    ctx.services.keeper.mark(found, moves=True)
    await say(ctx, ctx.text("done-unsettled", channel=f"<#{channel}>"))


async def _render(ctx: Context, page: int) -> tuple[discord.Embed, ui.View]:
    now, database = discord.utils.utcnow(), ctx.services.database
    rows, every = await read_unsettled(database, ctx.place.guild, now, page * PAGE, PAGE)
    if not rows and page:  # some were settled meanwhile
        return await _render(ctx, 0)
    cases = [case for row in rows if (case := await _open(ctx, row))]
    words = await speak_to_asker(
        ctx, [player for case in cases for player in names.find_people(case.game)]
    )
    embed = discord.Embed(
        title=words.text("unsettled-title"),
        description="\n".join(fit_text(_line(case, words), _ROOM) for case in cases)
        or words.text("unsettled-empty"),
        colour=embeds.COLOURS["waiting" if cases else "lobby"],
    )
    if cases:
        embed.set_footer(text=words.text("unsettled-about"))
    items = controls.make_page_buttons("unsettled", page, max(0, (every - 1) // PAGE))
    return embed, controls.make_unstored_view([*([_menu(cases, words)] if cases else []), *items])


async def _open(ctx: Context, row: UnsettledRow) -> UnsettledGame | None:
    place = Place(row.pod.guild, row.pod.channel)
    live = await ctx.services.service.find(place, row.pod.pod)
    return None if live.game is None else UnsettledGame(live, live.game, row.message)


def _line(case: UnsettledGame, words: Words) -> str:
    """Where, when and what; and what has to be done about it."""
    place, game = case.live.place, case.game
    where = f"<#{place.channel}>"
    if case.message is not None:
        where = f"https://discord.com/channels/{place.guild}/{place.channel}/{case.message}"
    parts = [where, escape(_name(game, words), 40)]
    if case.live.ended is not None:
        parts.append(discord.utils.format_dt(case.live.ended, "f"))
    return f"{' · '.join(parts)}\n-# {_trouble(game, words)}"


def _trouble(game: Game, words: Words) -> str:
    match game:
        case Pod():
            return _trouble_of_pod(game, words)
        case Duel():
            return _trouble_of_duel(game, words)
        case _:
            assert_never(game)


def _trouble_of_duel(duel: Duel, words: Words) -> str:
    what = words.text("joust-end")
    if duel.disputed is not None:
        return words.text("unsettled-disputed", what=what, by=words.name(duel.disputed))
    asks = "" if duel.proposal is None else duel.proposal.by
    return words.text("joust-unsettled", by=words.name(asks))


def _trouble_of_pod(pod: Pod, words: Words) -> str:
    disputed = pod.disputed
    if disputed is not None:
        what, by = story.render_claimed(disputed.event, words), disputed.claim.disputed or ""
        return words.text("unsettled-disputed", what=what, by=words.name(by))
    what = ", ".join(story.render_claimed(each.event, words) for each in find_pressable(pod))
    return words.text("unsettled-unconfirmed", what=what)


def _menu(cases: list[UnsettledGame], words: Words) -> ui.Select[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label(f"{number}. {_name(case.game, words)}", 100),
            value=f"{case.live.place.channel}:{case.live.number}",
        )
        for number, case in enumerate(cases, 1)
    ]
    return ui.Select(
        placeholder=clean_label(words.text("unsettled-bring"), 150),
        options=options,
        custom_id="unsettled:bring",
    )


def _name(game: Game, words: Words) -> str:
    if game.setup.title:
        return game.setup.title
    if isinstance(game, Pod):
        return name_variant(game.setup.variant, words.text)
    return words.text("joust-title")


ROUTES = (
    Route("unsettled:bring", bring_board, on_server(MODERATORS, pace="costly")),
    Route("unsettled:{page:int}", show_page, on_server(MODERATORS, pace="costly")),
)
