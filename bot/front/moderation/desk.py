"""`/desk`: everything that waits for a moderator, a page at a time.

The desk lists disputed reports and duels, reports that nobody confirms, and finished games that are
worth a look, if the moderator sees and moderates their channel. A menu picks one of several games,
whose buttons decide about it wherever it is played, see `deciding`. Nothing is remembered between
two presses. The claims of guests have pages of their own, see `guest_claims`.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, assert_never

import discord
from discord import ui

from bot.front.interaction.answering import defer, edit
from bot.front.interaction.context import MODERATOR_PERMISSIONS, Context
from bot.front.interaction.declaring import command
from bot.front.interaction.inputs import parse_game_key
from bot.front.interaction.routes import Route, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.moderation.targets import DuelTarget, ReportTarget, Target, moderates_at
from bot.front.rendering import controls, embeds, names, story
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.fitting import MAX_DESCRIPTION_LENGTH, fit_text
from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections.pods import load_board_messages, load_flagged_games, read_unsettled
from bot.projections.signs import FlaggedGame
from bot.rulebooks import Game
from bot.rules.confirmation import find_pressable
from bot.rules.pod import Pod, Unconfirmed
from bot.rules.reporting import Defeated
from bot.rules.rights import MODERATORS
from bot.service.live_game import LiveGame, Place
from bot.words import Words, name_variant

ENTRIES_PER_PAGE = 4
"""Entries on one page."""

MAX_BUTTONS = 4
"""The most buttons of a game: a row on a phone."""

MAX_UNSETTLED = 100
"""Unsettled games that are read; they come before the others."""

_MAX_ENTRY_LENGTH = MAX_DESCRIPTION_LENGTH // ENTRIES_PER_PAGE - 1  # characters of an entry

BUTTON_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "confirm": controls.ANSWER_LOOKS["confirm"],
    "stands": controls.DECISION_LOOKS["stands"],
    "takeback": controls.DECISION_LOOKS["takeback"],
    "responsible": controls.DECISION_LOOKS["responsible"],
    "correct": (discord.ButtonStyle.secondary, "✏️"),
    "void": (discord.ButtonStyle.danger, "🚫"),
    "dismiss": (discord.ButtonStyle.success, "👌"),
    "here": controls.BUTTON_LOOKS["here"],
}
"""Style and emoji of each act's button; the acts are words of custom ids and of `button-…`."""


class WaitingGame(NamedTuple):
    """A game that waits for a moderator; a finished game is `flagged` as worth a look."""

    channel: int
    number: int
    flagged: FlaggedGame | None = None


class DeskEntry(NamedTuple):
    """An entry of a page: the game as it is now, why it is listed, and its board's message.

    `message` is None if the board was lost.
    """

    live: LiveGame
    game: Game
    flagged: FlaggedGame | None
    message: int | None

    @property
    def key(self) -> tuple[int, int]:
        """The channel and the number of the game."""
        return self.live.place.channel, self.live.number


class PageCut(NamedTuple):
    """A page of a list: its number and that of the last page, counted from 0."""

    page: int
    last: int


def cut_page(page: int, count: int) -> PageCut:
    """Return the page to show out of `count` entries: `page`, or the last one."""
    last = max(0, count - 1) // ENTRIES_PER_PAGE
    return PageCut(min(page, last), last)


_ACCESS = on_server(MODERATORS, pace="costly")


@command("desk", _ACCESS, permissions=MODERATOR_PERMISSIONS)
async def show_desk(ctx: Context) -> None:
    """Show the first page of the desk."""
    await open_desk(ctx)


async def open_desk(ctx: Context) -> None:
    """Show the first page of the desk in a new message."""
    if await defer(ctx, ephemeral=True, thinking=True):  # Discord may have to be asked
        await show_page(ctx, 0)


async def turn_desk(ctx: Context, page: int) -> None:
    """Turn to a page of the desk; page 0 holds the disputes that have waited longest."""
    if await defer(ctx):
        await show_page(ctx, page)


async def pick_game(ctx: Context, page: int, picked: tuple[int, int]) -> None:
    """Show the buttons of the game that was picked."""
    if await defer(ctx):
        await show_page(ctx, page, picked=picked)


async def show_page(
    ctx: Context, page: int, said: str | None = None, picked: tuple[int, int] | None = None
) -> None:
    """Replace the message with a page as it is now, below the text `said`.

    `picked` are the channel and the number of the game whose buttons are shown. A game that is
    alone on its page needs no picking.
    """
    every = await _find_waiting(ctx)
    at, last = cut_page(page, len(every))
    entries = await _open_entries(ctx, every[at * ENTRIES_PER_PAGE : (at + 1) * ENTRIES_PER_PAGE])
    people = [each for entry in entries for each in names.find_people(entry.game)]
    words = await speak_to_asker(ctx, people)
    labels = await names.name_players(ctx.people, ctx.text, people, safe=False)
    lines = [
        fit_text(f"**{number}.** {_render_entry(entry, words)}", _MAX_ENTRY_LENGTH)
        for number, entry in enumerate(entries, 1)
    ]
    shown = [each for each in entries if len(entries) == 1 or each.key == picked]
    rows: list[list[ui.Item[ui.View]]] = []
    if len(entries) > 1:
        rows.append([_make_menu(entries, at, picked, labels)])
    rows += [[*_list_buttons(entry, at, words)] for entry in shown]
    below = controls.make_page_buttons("desk", at, last) if last else []
    claims = len(await ctx.services.guest_claims.load_pending(ctx.place.guild))
    if claims:
        label = clean_label(words.text("button-claims", count=claims))
        below.append(ui.Button(label=label, emoji="🎟️", custom_id="claims:0"))
    empty = words.text("desk-hidden" if every else "desk-empty")
    await edit_page(ctx, said, words.text("desk-title"), lines, empty, rows, below)


async def edit_page(
    ctx: Context,
    said: str | None,
    title: str,
    lines: Sequence[str],
    empty: str,
    rows: Sequence[Sequence[ui.Item[ui.View]]],
    below: Sequence[ui.Item[ui.View]],
) -> None:
    """Replace the message with a page of entries; `empty` is its text without entries.

    Each of the `rows` has the buttons of an entry; those `below` stand at the bottom.
    """
    embed = discord.Embed(
        title=title,
        description="\n".join(lines) or empty,
        colour=embeds.COLOURS["waiting" if lines else "lobby"],
    )
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
    for item in below:
        item.row = ENTRIES_PER_PAGE
    items = [*chain.from_iterable(rows), *below]
    await edit(ctx, content=said, embed=embed, view=controls.make_unstored_view(items))


# Buttons


def _make_menu(
    entries: Sequence[DeskEntry], page: int, picked: tuple[int, int] | None, words: Words
) -> ui.Select[ui.View]:
    """Return the menu that picks one of the games on the page; `words` name without Markdown."""
    options = [
        discord.SelectOption(
            label=clean_label(f"{number}. {_name_game(entry.game, words)}", 100),
            description=clean_label(words.join_names(entry.game.players), 100),
            value=f"{entry.key[0]}:{entry.key[1]}",
            default=entry.key == picked,
        )
        for number, entry in enumerate(entries, 1)
    ]
    placeholder = clean_label(words.text("desk-pick"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"desk:{page}:pick")


def _list_buttons(entry: DeskEntry, page: int, words: Words) -> list[ui.Button[ui.View]]:
    """Return the buttons of a game, the most important first."""
    place = entry.live.place
    report = find_report(entry.game) if isinstance(entry.game, Pod) else None
    found = []
    for act, target in _list_acts(entry, page):
        style, emoji = BUTTON_LOOKS[act]
        named = act if report is None else controls.name_act(act, report)
        button: ui.Button[ui.View] = ui.Button(
            label=words.text(f"button-{named}"),
            style=style,
            emoji=emoji,
            custom_id=target.make_id(act),
        )
        found.append(button)
    strike = controls.make_strike_button(place.channel, entry.live.number, words.text)
    return [*found, strike][:MAX_BUTTONS]


def _list_acts(entry: DeskEntry, page: int) -> Iterator[tuple[str, Target]]:
    """Yield the acts that decide about an entry, each with its target."""
    game = entry.game
    place = entry.live.place
    number = entry.live.number
    whole = Target(place=place, number=number, page=page)
    duel = DuelTarget(place=place, number=number, page=page)
    report = find_report(game) if isinstance(game, Pod) and entry.flagged is None else None
    if report is not None:
        version = report.claim.version
        named = ReportTarget(place=place, number=number, page=page, version=version)
        yield ("stands" if report.claim.disputed else "confirm"), named
        yield "takeback", named
        if isinstance(report.event, Defeated):
            yield "responsible", named
        yield "void", whole
    elif isinstance(game, Duel) and game.is_contested:
        yield "stands", duel
        yield "takeback", duel
    elif entry.flagged is not None:
        if isinstance(game, Duel):
            yield "takeback", duel
        else:
            yield "correct", whole
            yield "void", whole
        yield "dismiss", whole
    if entry.message is None:
        yield "here", whole


def find_report(pod: Pod) -> Unconfirmed | None:
    """Return the report to decide about first: the disputed one, else the newest."""
    return pod.disputed or next(reversed(find_pressable(pod)), None)


# What waits


async def _find_waiting(ctx: Context) -> list[WaitingGame]:
    """Return everything that waits in channels not known to be hidden, unsettled games first."""
    guild = ctx.place.guild
    database = ctx.services.database
    now = discord.utils.utcnow()
    unsettled, _ = await read_unsettled(database, guild, now, 0, MAX_UNSETTLED)
    found = {
        (row.pod.channel, row.pod.pod): WaitingGame(row.pod.channel, row.pod.pod)
        for row in unsettled
    }
    for flagged in await load_flagged_games(database, guild, now):
        found.setdefault(flagged[:2], WaitingGame(flagged.channel, flagged.pod, flagged))
    hidden = ctx.services.visibility.find_hidden(ctx.interaction)
    return [each for each in found.values() if each.channel not in hidden]


async def _open_entries(ctx: Context, some: Sequence[WaitingGame]) -> list[DeskEntry]:
    """Return the games that the asker may decide about, as they are now."""
    sights = await ctx.services.visibility.look(ctx.interaction, [each.channel for each in some])
    mine = [
        each
        for each in some
        if (sight := sights[each.channel]) != "hidden" and moderates_at(ctx, each.channel, sight)
    ]
    messages = await load_board_messages(ctx.services.database, [each[:2] for each in mine])
    found = []
    for each in mine:
        place = Place(ctx.place.guild, each.channel)
        live = await ctx.services.service.find(place, each.number)
        if live.game is not None:
            found.append(DeskEntry(live, live.game, each.flagged, messages.get(each[:2])))
    return found


# Text of an entry


def _render_entry(entry: DeskEntry, words: Words) -> str:
    """Render name, channel and end of a game, and below them why it is listed.

    The name links to the board.
    """
    place = entry.live.place
    name = escape(_name_game(entry.game, words), 40)
    if entry.message is not None:
        board = f"https://discord.com/channels/{place.guild}/{place.channel}/{entry.message}"
        name = f"[{name}]({board})"
    parts = [name, f"<#{place.channel}>"]
    if entry.live.ended is not None:
        parts.append(discord.utils.format_dt(entry.live.ended, "f"))
    return f"{' · '.join(parts)}\n-# {_render_reasons(entry, words)}"


def _render_reasons(entry: DeskEntry, words: Words) -> str:
    if entry.flagged is not None:
        return _render_flagged(entry.flagged, entry.game, words)
    match entry.game:
        case Pod():
            return _render_trouble_of_pod(entry.game, words)
        case Duel():
            return _render_trouble_of_duel(entry.game, words)
        case Plan():
            return ""  # moderators decide nothing about plans
        case _:
            assert_never(entry.game)


def _render_flagged(flagged: FlaggedGame, game: Game, words: Words) -> str:
    """Render the players of a finished game, and the signs that make it worth a look."""
    reasons = [words.text(f"look-{sign}", count=flagged.times) for sign in flagged.signs]
    return f"👀 {words.join_names(game.players)} · {' '.join(reasons)}"


def _render_trouble_of_duel(duel: Duel, words: Words) -> str:
    what = words.text("joust-end")
    if duel.disputed is not None:
        return words.text("unsettled-disputed", what=what, by=words.name(duel.disputed))
    proposer = "" if duel.proposal is None else duel.proposal.by
    return words.text("joust-unsettled", by=words.name(proposer))


def _render_trouble_of_pod(pod: Pod, words: Words) -> str:
    disputed = pod.disputed
    if disputed is not None:
        what = story.render_claimed(disputed.event, words)
        by = disputed.claim.disputed or ""
        return words.text("unsettled-disputed", what=what, by=words.name(by))
    what = ", ".join(story.render_claimed(each.event, words) for each in find_pressable(pod))
    return words.text("unsettled-unconfirmed", what=what)


def _name_game(game: Game, words: Words) -> str:
    if game.setup.title:
        return game.setup.title
    if isinstance(game, Pod):
        return name_variant(game.setup.variant, words.text)
    return words.text("joust-title")


ROUTES = (
    Route("desk", open_desk, _ACCESS),
    Route("desk:{page:int}", turn_desk, _ACCESS),
    Route("desk:{page:int}:pick", pick_game, _ACCESS, picked=parse_game_key),
)
