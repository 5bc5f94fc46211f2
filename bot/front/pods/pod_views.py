"""Views of a pod: its board, what is expected of the user, its variant and its story."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import discord
from discord import ui
from discord.utils import format_dt

from bot import rights
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command
from bot.front.interaction.pods import find_game, find_pod, read_pod
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game, speak_of_pod, speak_to_asker
from bot.front.pods import deck_choice, table_link
from bot.front.rendering import (
    board_notices,
    checklist,
    controls,
    embeds,
    names,
    pod_board,
    series,
    story,
    table_view,
)
from bot.projections.history import list_events
from bot.rules.acts import Event
from bot.rules.deck_naming import DeckNamed
from bot.rules.facts import Player
from bot.rules.players import find_players
from bot.rules.pod import Pod, Story
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS
from bot.rules.story import Corrected, tell_story
from bot.rules.totals import Counted
from bot.rules.undoing import Undone
from bot.service.live_game import LiveGame
from bot.service.requests import PodRead
from bot.storage.record.recorded import Recorded
from bot.words import Words


@command("status", on_pod())
async def show_status(ctx: Context) -> None:
    """Show the board to the user alone, with all its buttons and one that reposts a deleted board.

    During the game it also shows whom they may attack and who is in range.
    """
    await show_status_of(ctx, 0)


async def show_status_of(ctx: Context, pod: int) -> None:
    """Show the board of pod `pod` to the user alone; 0 means the channel's pod."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    stands = await series.read_series(ctx.services.database, live)
    words = await speak_to_asker(ctx, [*live.facts.people, *series.find_players(stands)])
    details = pod_board.find_details(live, stands, ctx.settings.decks_shown)
    embed = pod_board.render_pod(live.facts, words, details)
    opens = board_notices.find_choice(live, ctx.settings.choice_after)
    board_notices.add_choice(embed, opens, words.text)
    series.add_series(embed, stands, words)
    items = await _make_status_items(ctx, live, stands)
    attached: dict[str, Any] = {}
    if live.pod.state in ("running", "waiting"):
        me = await ctx.find_player()
        game = live.pod.game
        if lines := table_view.describe_table(game, me, words):
            value = "\n".join(lines)
            since = "" if live.turned is None else f" · {format_dt(live.turned, 'R')}"
            name = f"{words.text('status-title')}{since}"
            embed.add_field(name=name, value=value, inline=False)
        if (file := await _draw_table(ctx, live.pod, me)) is not None:
            attached["file"] = file
            embed.set_image(url=f"attachment://{file.filename}")
    await say(ctx, embed=embed, view=controls.make_unstored_view(items), **attached)


async def _make_status_items(
    ctx: Context, live: LiveGame, stands: series.SeriesView | None
) -> list[ui.Item[Any]]:
    """Return the items of the board, and buttons that move the board and check the draw.

    A closed pod has what stands behind the last button of other boards, too.
    """
    assert live.pod is not None
    labels = await label_game(ctx, live.pod)
    goes_on = stands is not None and series.is_going_on(stands)
    items = controls.make_board_items(live.number, live.facts, labels, goes_on=goes_on)
    there = {(each.custom_id or "").split(":")[-1] for each in items if isinstance(each, ui.Button)}
    rest = ("log", "here", "fair", "how") if live.pod.state == "closed" else ("here", "fair")
    shown = [action for action in rest if action not in there]
    buttons = [controls.make_button(live.number, action, labels) for action in shown]
    for each in buttons:
        each.row = controls.LAST_ROW
    return [*items, *buttons]


async def _draw_table(ctx: Context, pod: Pod, me: Player) -> discord.File | None:
    """Draw the table as `me` sees it; None if the picture is not ready in time."""
    figures = await names.load_game_figures(ctx.people, ctx.text, pod)
    scene = table_view.make_scene(pod.game, me, figures, ctx.text)
    about = table_view.describe_picture(pod.game, me, await label_game(ctx, pod))
    studio = ctx.services.studio.serve(ctx.place.guild)
    return await table_view.draw_file(studio, scene, table_view.PICTURE_NAME, about)


async def explain_variant(ctx: Context, pod: int) -> None:
    """Explain the pod's variant."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    await say(ctx, embed=pod_board.render_variant(live.pod, ctx.text))


async def show_checklist(ctx: Context, pod: int) -> None:
    """Show what the rules expect of the user."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    me = await ctx.find_player()
    rights.check_player(live.pod, me)
    words = await speak_of_pod(ctx, live.pod)
    embed = checklist.render_checklist(live.facts, me, words)
    embed.colour = embeds.COLOURS[live.pod.state]
    how = controls.make_button(live.number, "how", words)
    await say(ctx, embed=embed, view=controls.make_unstored_view([how]))


async def repost_board(ctx: Context, pod: int) -> None:
    """Repost the board at the end of the channel."""
    ctx.services.keeper.mark(await find_game(ctx, pod), moves=True)
    await say(ctx, ctx.text("done-here"))


async def show_more(ctx: Context, pod: int) -> None:
    """Show what is expected of the user, and the buttons for which the board has no room."""
    live = await find_pod(ctx, pod, settling=True)
    assert live.pod is not None
    asker = await find_asker(ctx)
    me = asker.player
    stands = await series.read_series(ctx.services.database, live)
    words = await speak_to_asker(ctx, [*live.facts.people, *series.find_players(stands)])
    moderates = rights.may_moderate(live.pod, asker)
    offered = controls.list_more(
        live.facts,
        me,
        in_charge=moderates or me == live.pod.host,
        names_decks=deck_choice.can_name(ctx, live.pod, asker),
    )
    if not ctx.settings.house_deeds:
        offered = [action for action in offered if action != "deed"]
    answering = checklist.list_answers(live.facts, me)
    items = [
        controls.make_claim_button(live.number, version, action, words)
        for version, action in answering
    ]
    last = live.last_report
    seen = {} if last is None else {"undo": f":{last.version}"}
    buttons = {
        action: controls.make_button(live.number, action, words, seen.get(action, ""))
        for action in offered
    }
    said = checklist.render_wanted(live.facts, me, words) or [words.text("more-nothing")]
    if (link := table_link.find_link(live.pod, me)) is not None:
        said.append(table_link.render_link(link, words.text))
        buttons["link"].label = words.text("button-link-change")
    items += buttons.values()
    items += controls.make_moderator_buttons(words.text) if ctx.moderates else []
    hides = ctx.settings.decks_shown != "always"
    details = pod_board.render_details(live.pod, words, stands, hides_decks=hides)
    await say(ctx, "\n".join(said), embed=details, view=controls.make_unstored_view(items))


# The story

EVENTS_PER_PAGE = 8
"""Events on one page of a pod's story."""


class StoryPage(NamedTuple):
    """A page of the story of pod `number`: its number, and that of the last page, from 0."""

    number: int
    embed: discord.Embed
    page: int
    last: int

    def make_buttons(self) -> list[ui.Item[ui.View]]:
        """Return the buttons to other pages; none if there is one page."""
        if not self.last:
            return []
        return controls.make_page_buttons(f"log:{self.number}", self.page, self.last)


async def render_story_page(ctx: Context, found: PodRead, page: int) -> StoryPage:
    """Return a page of a pod's story, counted from 0; the last one if there are fewer."""
    live = found.live
    assert live.pod is not None
    # Changes of life totals would drown everything else.
    kept_back: tuple[type, ...] = (Counted,)
    if live.pod.state == "lobby" and ctx.settings.decks_shown != "always":
        kept_back = (Counted, DeckNamed)
    recorded = [each for each in found.events if not isinstance(each.event, kept_back)]
    last = max(0, (len(recorded) - 1) // EVENTS_PER_PAGE)
    at = min(max(page, 0), last)
    players = {r.by for r in recorded if r.by} | {*live.facts.people}
    players = players.union(*(find_players(each.event) for each in recorded))
    words = await speak_to_asker(ctx, players)
    embed = _render_page(live.pod, recorded, at, words)
    embeds.number_page(embed, at, last, words.text)
    return StoryPage(live.number, embed, at, last)


def _render_page(pod: Pod, recorded: Sequence[Recorded], page: int, words: Words) -> discord.Embed:
    shown = recorded[page * EVENTS_PER_PAGE : (page + 1) * EVENTS_PER_PAGE]
    lines = [
        story.render_line(
            each, words, _find_story_before(recorded, each), _find_undone(recorded, each)
        )
        for each in shown
    ]
    return discord.Embed(
        title=words.text("log-title"),
        description="\n".join(lines),
        colour=embeds.COLOURS[pod.state],
    )


def _find_undone(every: Sequence[Recorded], one: Recorded) -> Event | None:
    """Return the event that an undo took back; None for any other event, and in old games."""
    version = one.event.version if isinstance(one.event, Undone) else None
    found = next((each.event for each in every if each.version == version), None)
    return found if isinstance(found, Event) else None


def _find_story_before(every: Sequence[Recorded], one: Recorded) -> Story:
    """Return the story that a correction replaced; empty for any other event."""
    if not isinstance(one.event, Corrected):
        return ()
    return tell_story(list_events(each for each in every if each.version < one.version))


async def show_log_of(ctx: Context, pod: int) -> None:
    """Show the first page of a pod's story."""
    page = await render_story_page(ctx, await read_pod(ctx, pod), 0)
    view = _make_log_view(ctx, page)
    more: dict[str, Any] = {} if view is None else {"view": view}
    await say(ctx, embed=page.embed, **more)


async def turn_log(ctx: Context, pod: int, page: int) -> None:
    """Turn to page `page` of a pod's story."""
    found = await ctx.services.service.read(ctx.place, pod)
    if found.live.pod is None:
        raise Refusal("old-pod")
    shown = await render_story_page(ctx, found, page)
    await edit(ctx, embed=shown.embed, view=_make_log_view(ctx, shown))


def _make_log_view(ctx: Context, page: StoryPage) -> ui.View | None:
    """Return the buttons below a story: other pages, and for moderators striking texts out."""
    items = page.make_buttons()
    if ctx.moderates:
        items.append(controls.make_strike_button(ctx.place.channel, page.number, ctx.text))
    return controls.make_unstored_view(items) if items else None


ROUTES = (
    Route("pod:{pod:int}:how", explain_variant, on_board()),
    Route("pod:{pod:int}:checklist", show_checklist, on_board(PLAYERS)),
    Route("pod:{pod:int}:here", repost_board, on_board()),
    Route("log:{pod:int}:{page:int}", turn_log, on_board(pace="costly")),
    Route("pod:{pod:int}:more", show_more, on_board()),
    Route("pod:{pod:int}:status", show_status_of, on_board()),
    Route("pod:{pod:int}:log", show_log_of, on_board(pace="costly")),
)
