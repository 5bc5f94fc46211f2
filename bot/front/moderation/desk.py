"""`/desk`: what waits for a moderator, a page at a time: disputes, reports that nobody confirms,
and finished games that are worth a look.

Only channels are on it that whoever asks sees and moderates. What is pressed below an entry decides
right there, see `desk_deciding`; nothing is remembered between two presses.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, assert_never

import discord
from discord import ui

from bot.front.interaction.answering import defer, edit
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command
from bot.front.interaction.routes import Route, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.moderation.targets import moderates_at
from bot.front.rendering import controls, embeds, names, story
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.fitting import DESCRIPTION, fit_text
from bot.i18n import Catalogue
from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections.pods import find_boards, read_looks, read_unsettled
from bot.projections.signs import Look
from bot.rights import MODERATORS
from bot.rulebooks import Game
from bot.rules.confirmation import find_pressable
from bot.rules.events import Defeated
from bot.rules.pod import Pod, Unconfirmed
from bot.service.live_game import LiveGame, Place
from bot.words import Words, name_variant

# The buttons

_CALM, _DANGER = discord.ButtonStyle.secondary, discord.ButtonStyle.danger

LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "confirm": controls.ANSWERING["confirm"],
    "stands": controls.DECIDING["stands"],
    "takeback": controls.DECIDING["takeback"],
    "responsible": controls.DECIDING["responsible"],
    "correct": (_CALM, "✏️"),
    "void": (_DANGER, "🚫"),
    "dismiss": (discord.ButtonStyle.success, "👌"),
    "here": controls.LOOKS["here"],
}
"""By the word in the custom id; their texts are `button-…`."""


def make_desk_id(page: int, live: LiveGame, what: str) -> str:
    """Return the custom id of something that is done from a page about a game."""
    return f"desk:{page}:{live.place.channel}:{live.number}:{what}"


def list_buttons(
    page: int, entry: int, live: LiveGame, game: Game, text: Catalogue, *, look: bool, lost: bool
) -> list[ui.Button[ui.View]]:
    """Return what can be pressed below an entry of a page, five at most.

    A game for a mere `look` is over; where its board is `lost`, it can be brought.
    """
    actions = [*_list_actions(game, look=look), *(["here"] if lost else [])]
    found = [_make_button(page, entry, live, each, text) for each in actions]
    strike = controls.make_strike_button(live.place.channel, live.number, text)
    strike.label = clean_label(f"{entry}. {strike.label}", 80)
    return [*found, strike][:5]


def _list_actions(game: Game, *, look: bool) -> Iterator[str]:
    """What is decided about a game, and the version of the report that it is about."""
    report = None if look or not isinstance(game, Pod) else find_report(game)
    if report is not None:
        version = report.claim.version
        yield f"{'stands' if report.claim.disputed else 'confirm'}:{version}"
        yield f"takeback:{version}"
        if isinstance(report.event, Defeated):
            yield f"responsible:{version}"
        yield "void"
    elif isinstance(game, Duel) and game.is_contested:
        yield "stands"
        yield "takeback"
    elif look:
        yield from ("takeback",) if isinstance(game, Duel) else ("correct", "void")
        yield "dismiss"


def find_report(pod: Pod) -> Unconfirmed | None:
    """Return the report to decide about first: what is disputed, else the newest."""
    return pod.disputed or next(reversed(find_pressable(pod)), None)


def _make_button(
    page: int, entry: int, live: LiveGame, action: str, text: Catalogue
) -> ui.Button[ui.View]:
    word = action.partition(":")[0]
    style, emoji = LOOKS[word]
    return ui.Button(
        label=clean_label(f"{entry}. {text(f'button-{word}')}", 80),
        style=style,
        emoji=emoji,
        custom_id=make_desk_id(page, live, action),
    )


# A page

PAGE = 4
"""Entries on one page: each has a row of buttons."""

MOST = 100
"""Unsettled games that are looked through; they come before the others."""

_ROOM = DESCRIPTION // PAGE - 1  # characters of an entry


class Waiting(NamedTuple):
    """A game that waits for a moderator, by its channel and number; with a `look` it is over."""

    channel: int
    number: int
    look: Look | None = None


class DeskEntry(NamedTuple):
    """An entry of a page: the game as it stands, why it is there, and its board's message."""

    live: LiveGame
    game: Game
    look: Look | None
    message: int | None


@command("desk", on_server(MODERATORS, pace="costly"))
async def show_desk(ctx: Context) -> None:
    """Show the first page of what waits for a moderator."""
    if await defer(ctx, ephemeral=True, thinking=True):  # Discord may have to be asked
        await show_page(ctx, 0)


async def turn_desk(ctx: Context, page: int) -> None:
    """Turn to a page; from 0, which holds the disputes that have waited longest."""
    if await defer(ctx):
        await show_page(ctx, page)


async def show_page(ctx: Context, page: int, said: str | None = None) -> None:
    """Show a page as it is now in the place of the one that was pressed, below what is `said`."""
    every = await _find_waiting(ctx)
    last = max(0, len(every) - 1) // PAGE
    at = min(page, last)
    entries = await _open_entries(ctx, every[at * PAGE : (at + 1) * PAGE])
    people = chain.from_iterable(names.find_people(entry.game) for entry in entries)
    words = await speak_to_asker(ctx, people)
    lines = [
        fit_text(f"**{number}.** {_render_entry(entry, words)}", _ROOM)
        for number, entry in enumerate(entries, 1)
    ]
    embed = discord.Embed(
        title=words.text("desk-title"),
        description="\n".join(lines) or words.text("desk-hidden" if every else "desk-empty"),
        colour=embeds.COLOURS["waiting" if entries else "lobby"],
    )
    claims = len(await ctx.services.guest_claims.find_waiting(ctx.place.guild))
    view = controls.make_unstored_view(_make_items(at, last, entries, claims, words))
    await edit(ctx, content=said, embed=embed, view=view)


def _make_items(
    page: int, last: int, entries: Sequence[DeskEntry], claims: int, words: Words
) -> list[ui.Item[ui.View]]:
    items: list[ui.Item[ui.View]] = []
    for row, entry in enumerate(entries):
        look, lost = entry.look is not None, entry.message is None
        shown = (page, row + 1, entry.live, entry.game, words.text)
        for button in list_buttons(*shown, look=look, lost=lost):
            button.row = row
            items.append(button)
    for turning in controls.make_page_buttons("desk", page, last) if last else ():
        turning.row = PAGE
        items.append(turning)
    if claims:
        label = clean_label(words.text("button-claims", count=claims))
        items.append(ui.Button(label=label, emoji="🎟️", custom_id="claims:0", row=PAGE))
    return items


# What waits


async def _find_waiting(ctx: Context) -> list[Waiting]:
    """Return all that waits in channels that are not hidden: first what does not count."""
    guild, database, now = ctx.place.guild, ctx.services.database, discord.utils.utcnow()
    unsettled, _ = await read_unsettled(database, guild, now, 0, MOST)
    found = {
        (row.pod.channel, row.pod.pod): Waiting(row.pod.channel, row.pod.pod) for row in unsettled
    }
    for look in await read_looks(database, guild, now):
        found.setdefault(look[:2], Waiting(look.channel, look.pod, look))
    hidden = ctx.services.visibility.find_hidden(ctx.interaction)
    return [each for each in found.values() if each.channel not in hidden]


async def _open_entries(ctx: Context, some: Sequence[Waiting]) -> list[DeskEntry]:
    """Return those that whoever asks may decide about, as they stand."""
    sights = await ctx.services.visibility.look(ctx.interaction, [each.channel for each in some])
    mine = [
        each
        for each in some
        if (sight := sights[each.channel]) != "hidden" and moderates_at(ctx, each.channel, sight)
    ]
    messages = await find_boards(ctx.services.database, [each[:2] for each in mine])
    found = []
    for each in mine:
        place = Place(ctx.place.guild, each.channel)
        live = await ctx.services.service.find(place, each.number)
        if live.game is not None:
            found.append(DeskEntry(live, live.game, each.look, messages.get(each[:2])))
    return found


# In words


def _render_entry(entry: DeskEntry, words: Words) -> str:
    """Where, when and what; below it why it is there."""
    place, game = entry.live.place, entry.game
    where = f"<#{place.channel}>"
    if entry.message is not None:
        where = f"https://discord.com/channels/{place.guild}/{place.channel}/{entry.message}"
    parts = [where, escape(_name_game(game, words), 40)]
    if entry.live.ended is not None:
        parts.append(discord.utils.format_dt(entry.live.ended, "f"))
    return f"{' · '.join(parts)}\n-# {_render_reasons(entry, words)}"


def _render_reasons(entry: DeskEntry, words: Words) -> str:
    if entry.look is not None:
        return _render_look(entry.look, entry.game, words)
    match entry.game:
        case Pod():
            return _render_trouble_of_pod(entry.game, words)
        case Duel():
            return _render_trouble_of_duel(entry.game, words)
        case Plan():
            return ""  # of which moderators have nothing to decide
        case _:
            assert_never(entry.game)


def _render_look(look: Look, game: Game, words: Words) -> str:
    """Who played, and what is to be seen of the game."""
    reasons = [words.text(f"look-{sign}", count=look.times) for sign in look.signs]
    return f"👀 {words.join_names(game.players)} · {' '.join(reasons)}"


def _render_trouble_of_duel(duel: Duel, words: Words) -> str:
    what = words.text("joust-end")
    if duel.disputed is not None:
        return words.text("unsettled-disputed", what=what, by=words.name(duel.disputed))
    asks = "" if duel.proposal is None else duel.proposal.by
    return words.text("joust-unsettled", by=words.name(asks))


def _render_trouble_of_pod(pod: Pod, words: Words) -> str:
    disputed = pod.disputed
    if disputed is not None:
        what, by = story.render_claimed(disputed.event, words), disputed.claim.disputed or ""
        return words.text("unsettled-disputed", what=what, by=words.name(by))
    what = ", ".join(story.render_claimed(each.event, words) for each in find_pressable(pod))
    return words.text("unsettled-unconfirmed", what=what)


def _name_game(game: Game, words: Words) -> str:
    if game.setup.title:
        return game.setup.title
    if isinstance(game, Pod):
        return name_variant(game.setup.variant, words.text)
    return words.text("joust-title")


ROUTES = (Route("desk:{page:int}", turn_desk, on_server(MODERATORS, pace="costly")),)
