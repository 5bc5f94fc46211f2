"""`/history`: the server's past games in the channels that the asker sees."""

from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.front.interaction.answering import defer, edit
from bot.front.interaction.channel_visibility import Visibility
from bot.front.interaction.context import Context, identify
from bot.front.interaction.declaring import command, options
from bot.front.interaction.inputs import parse_game_key
from bot.front.interaction.routes import Route, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods.pod_views import StoryPage, render_story_page
from bot.front.rendering import controls
from bot.front.rendering.deck_names import name_briefly
from bot.front.rendering.duel_board import find_last_page, render_story, speak
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.fitting import cut_markdown
from bot.front.rendering.names import find_people
from bot.front.standings.naming import speak_of_ranked
from bot.i18n import Catalogue
from bot.projections import past_pods
from bot.projections.past_pods import FinishedGame, HistoryPosition
from bot.rules.facts import Player
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.service.live_game import Place
from bot.service.requests import PodRead
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.tables.game_kinds import JOUST
from bot.words import Words, name_variant


async def render_duel_story_page(ctx: Context, found: PodRead, page: int) -> StoryPage:
    """Return a page of a duel's story; the last one if there are fewer pages."""
    duel = found.live.duel
    assert duel is not None
    words = await speak_to_asker(ctx, find_people(duel))
    last = find_last_page(duel)
    at = min(page, last)
    embed = render_story(duel, words, at)
    if duel.result is not None:
        won, *points = speak(words).say_result(duel.result)
        embed.add_field(name=f"🏁 {won}", value="\n".join(points), inline=False)
    return StoryPage(found.live.number, embed, at, last)


GAMES_PER_PAGE = 10
"""Games on one page."""

CHUNK_SIZE = 20
"""Games that are read together."""

MAX_CHUNKS = 3
"""The most chunks that are read for one page, so that nobody waits long who sees few channels."""

_MAX_WINNERS_LENGTH = 250  # characters
_MAX_TIME_DIGITS = 14  # digits of a time in milliseconds: some thousand years


class _HistoryPage(NamedTuple):
    """A page of games, newest first, each with the visibility of its channel.

    `newer` and `older` are where the next pages begin; None means that there is no such page.
    """

    pods: Sequence[tuple[FinishedGame, Visibility]]
    newer: HistoryPosition | None
    older: HistoryPosition | None


@command("history", on_server(pace="costly"))
@options(player="history")
async def show_history(ctx: Context, player: discord.User | None = None) -> None:
    """Show the newest past games of the server, or those that count for a member."""
    if player is not None and player.bot:
        raise Refusal("stats-bot")
    key = ""
    if player is not None:
        key = (await identify(ctx, player)).id
    if await defer(ctx, ephemeral=True, thinking=True):  # Discord may have to be asked
        await _show_page(ctx, key)


async def turn_page(
    ctx: Context, way: str, player: Player, ended: int, channel: int, number: int
) -> None:
    """Turn to the games newer or older than a game, or to those from it on."""
    if len(str(ended)) > _MAX_TIME_DIGITS:
        raise Refusal("unknown-button")
    spot = HistoryPosition(to_moment(ended), channel, number)
    if await defer(ctx):
        await _show_page(ctx, player, spot, way)


async def open_story(ctx: Context, player: Player, picked: tuple[int, int]) -> None:
    """Show the story of the game that was picked."""
    channel, number = picked
    await turn_story(ctx, player, channel, number, 0)


# The list


async def _show_page(
    ctx: Context, player: Player, spot: HistoryPosition | None = None, way: str = "older"
) -> None:
    if spot is not None and way == "at":
        way = "older"
        spot = spot._replace(number=spot.number + 1)
    found = await _find_page(ctx, player, spot, newer=way == "newer")
    if way == "newer" and found.newer is None:  # the newest page is always full
        found = await _find_page(ctx, player, None, newer=False)
    winners = {player for over, _ in found.pods for player, _ in over.winners}
    words = await speak_of_ranked(ctx, [*winners, *([player] if player else [])])
    text = words.text
    title = text("history-of", player=words.name(player)) if player else text("history-title")
    embed = discord.Embed(title=title, colour=COLOURS["lobby"])
    lines = [_render_line(at, over, sight, words) for at, (over, sight) in enumerate(found.pods, 1)]
    if not lines:
        key = "hidden" if found.older else "none-of" if player else "none"
        lines = [text(f"history-{key}")]
    embed.description = "\n".join(lines)
    items: list[ui.Item[ui.View]] = []
    if found.pods:
        items.append(await _make_menu(ctx, found.pods, player))
    if found.newer or found.older:
        ends = (_make_id("newer", player, found.newer), _make_id("older", player, found.older))
        items += controls.make_turning_buttons(*ends, text)
    await edit(ctx, embed=embed, view=controls.make_unstored_view(items) if items else None)


async def _find_page(
    ctx: Context, player: Player, beyond: HistoryPosition | None, *, newer: bool
) -> _HistoryPage:
    """Return a page of the games that the asker sees, read chunk by chunk.

    `beyond` is the game next to the page; None means the newest end of the list.
    """
    guild = ctx.place.guild
    moderates = ctx.moderates
    hidden = ctx.services.visibility.find_hidden(ctx.interaction)
    seen: list[tuple[FinishedGame, Visibility]] = []
    at = beyond
    more = True
    for _ in range(MAX_CHUNKS):
        chunk = await past_pods.read_history(
            ctx.services.database,
            guild,
            CHUNK_SIZE,
            beyond=at,
            newer=newer,
            player=player or None,
            without=hidden,
        )
        if newer:
            chunk.reverse()
        sights = await ctx.services.visibility.look(
            ctx.interaction, [over.spot.channel for over in chunk]
        )
        shown = {"seen", "gone"} if moderates else {"seen"}
        seen += [(o, sights[o.spot.channel]) for o in chunk if sights[o.spot.channel] in shown]
        more = len(chunk) == CHUNK_SIZE
        if chunk:
            at = chunk[-1].spot
        if len(seen) > GAMES_PER_PAGE or not more:
            break
    pods = seen[:GAMES_PER_PAGE]
    following: HistoryPosition | None = None
    if len(seen) > GAMES_PER_PAGE:
        following = pods[-1][0].spot
    elif more and at is not None:  # of a channel that the asker may not learn of
        following = HistoryPosition(at.ended, _MAX_CHANNEL_ID if newer else 0, 0)
    if newer:
        return _HistoryPage(pods[::-1], following, pods[0][0].spot if pods else beyond)
    return _HistoryPage(pods, (pods[0][0].spot if pods else beyond) if beyond else None, following)


_MAX_CHANNEL_ID = 2**63 - 1
"""A channel id greater than all others."""


def _render_line(at: int, over: FinishedGame, sight: Visibility, words: Words) -> str:
    """Render a game on two lines: who won; below it when, where and what was played."""
    text = words.text
    setup = over.setup
    where = f"<#{over.spot.channel}>" if sight == "seen" else text("history-gone")
    when = discord.utils.format_dt(over.spot.ended, "d")
    parts = [when, where]
    if isinstance(setup, Setup):
        parts += [words.name_variant(setup.variant), text(f"table-{setup.table}")]
    else:
        parts.append(text(f"game-{JOUST}"))
    return f"**{at}.** {_render_outcome(over, words)}\n-# {' · '.join(parts)}"


def _render_outcome(over: FinishedGame, words: Words) -> str:
    if over.state == "closed":
        return words.text("history-closed")
    if not over.winners:
        return words.text("history-draw" if over.scored else "history-unscored")
    masters = [
        f"**{words.name(player)}**{_render_deck(over, player, words)}"
        for player, role in over.winners
        if role == "master"
    ]
    thralls = [words.name(player) for player, role in over.winners if role == "servant"]
    signs = (("👑", masters), ("⛓️", thralls))
    return cut_markdown(
        " ".join(f"{sign} {', '.join(some)}" for sign, some in signs if some), _MAX_WINNERS_LENGTH
    )


def _render_deck(over: FinishedGame, player: Player, words: Words) -> str:
    """Return the commanders with which a player won, as they stand after the name."""
    deck = over.decks.get(player)
    return "" if deck is None else f" *{name_briefly(deck, words)}*"


async def _make_menu(
    ctx: Context, pods: Sequence[tuple[FinishedGame, Visibility]], player: Player
) -> ui.Select[ui.View]:
    """Return the menu that opens a game; Discord renders no dates in menus by itself."""
    text = ctx.text
    zone = ctx.settings.zone
    options = []
    for at, (over, _) in enumerate(pods, 1):
        day = text.format_date(over.spot.ended.astimezone(zone).date())
        label = clean_label(over.setup.title or _name_game(over, text), 70)
        value = f"{over.spot.channel}:{over.spot.number}"
        options.append(discord.SelectOption(label=f"{at}. {label}", description=day, value=value))
    placeholder = clean_label(text("history-open"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"past:open:{player}")


def _name_game(over: FinishedGame, text: Catalogue) -> str:
    setup = over.setup
    return name_variant(setup.variant, text) if isinstance(setup, Setup) else text(f"game-{JOUST}")


def _make_id(way: str, player: Player, spot: HistoryPosition | None) -> str | None:
    if spot is None:
        return None
    return f"past:{way}:{player}:{to_milliseconds(spot.ended)}:{spot.channel}:{spot.number}"


# Stories


async def turn_story(ctx: Context, player: Player, channel: int, number: int, page: int) -> None:
    """Show a page of a game's story, if the asker sees its channel now."""
    guild = ctx.place.guild
    services = ctx.services
    spot = await past_pods.load_position(services.database, guild, channel, number)
    if spot is None:
        raise Refusal("history-open")
    if not await defer(ctx):
        return
    sight = (await services.visibility.look(ctx.interaction, [channel]))[channel]
    if sight == "hidden" or (sight == "gone" and not ctx.moderates):
        raise Refusal("history-hidden")
    found = await services.service.read(Place(guild, channel), number)
    write = render_story_page if found.live.duel is None else render_duel_story_page
    shown = await write(ctx, found, page)
    what = f"past:story:{player}:{channel}:{number}"
    items = controls.make_page_buttons(what, shown.page, shown.last) if shown.last else []
    back = _make_id("at", player, spot)
    items.append(ui.Button(label=ctx.text("button-list"), emoji="📜", custom_id=back))
    if ctx.moderates:
        items.append(controls.make_strike_button(channel, number, ctx.text))
    await edit(ctx, embed=shown.embed, view=controls.make_unstored_view(items))


_HISTORY_ACCESS = on_server(pace="costly")

ROUTES = (
    Route(
        "past:{way:newer|older|at}:{player}:{ended:id}:{channel:id}:{number:int}",
        turn_page,
        _HISTORY_ACCESS,
        "past",
    ),
    Route("past:open:{player}", open_story, _HISTORY_ACCESS, "past", picked=parse_game_key),
    Route(
        "past:story:{player}:{channel:id}:{number:int}:{page:int}",
        turn_story,
        _HISTORY_ACCESS,
        "past",
    ),
)
