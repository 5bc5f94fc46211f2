"""The board of a poll: when people can come, and how many pods that would make."""

from collections.abc import Iterator, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.front.rendering.controls import BUTTONS_PER_ROW
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.plan_board import format_when, render_agreed
from bot.i18n import Catalogue
from bot.nights.sizes import propose_sizes
from bot.pairing import divide
from bot.planning.plan import Plan
from bot.rules.facts import Player
from bot.rules.records import Setup
from bot.storage.engine.moments import to_moment
from bot.words import Words

MAX_NAMED = 20
"""The most names listed for one moment."""

BUTTON_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "make": (discord.ButtonStyle.primary, "🗳️"),
    "change": (discord.ButtonStyle.secondary, "✏️"),
    "cancel": (discord.ButtonStyle.danger, "🗑️"),
    "cancelling": (discord.ButtonStyle.danger, "🗑️"),
}
"""The look of each action's button; its text is `poll-button-<action>`."""


def render_poll(plan: Plan, words: Words) -> discord.Embed:
    """Render a poll: each moment, who can come then, and what became of the poll."""
    text = words.text
    embed = discord.Embed(colour=COLOURS["lobby" if plan.is_open else "closed"])
    embed.title = f"🗳️ {escape(plan.setup.title) if plan.setup.title else text('poll-title')}"
    lines = [_render_moment(plan, number, text) for number in range(len(plan.asked))]
    embed.description = "\n".join([_render_state(plan, text), *lines])
    embed.set_footer(text=render_agreed(plan.setup, text))
    embed.add_field(name=text("poll-host"), value=words.name(plan.host), inline=False)
    return embed


def _render_state(plan: Plan, text: Catalogue) -> str:
    if plan.cancelled is None:
        return text("poll-asking")
    return text("poll-lapsed" if plan.cancelled.lapsed else "poll-cancelled")


def _render_moment(plan: Plan, number: int, text: Catalogue) -> str:
    moment = plan.asked[number]
    counted = count_pods(len(plan.find_coming(moment)), plan.setup, text)
    return f"**{number + 1}.** {format_when(moment)}\n-# {counted}"


def count_pods(people: int, setup: Setup, text: Catalogue) -> str:
    """Return how many people come, how many pods they make, and how many sit out."""
    parts = [text("poll-people", people=people)]
    if people:
        pods = divide(people, propose_sizes(setup))
        parts.append(text("poll-pods", pods=len(pods), sizes=" + ".join(map(str, pods))))
        if pods and sum(pods) < people:
            parts.append(text("poll-out", people=people - sum(pods)))
    return " · ".join(parts)


def make_board_items(number: int, plan: Plan, text: Catalogue) -> list[ui.Item[Any]]:
    """Return the buttons below the message of poll `number`: one for each moment, and the rest."""
    if not plan.is_open:
        return []
    items: list[ui.Item[Any]] = [
        ui.Button(
            label=f"{moment + 1}",
            style=discord.ButtonStyle.success,
            custom_id=f"plan:{number}:pick:{moment}",
            row=moment // BUTTONS_PER_ROW,
        )
        for moment in range(len(plan.asked))
    ]
    more = ui.Button[ui.View](label=text("button-more"), custom_id=f"plan:{number}:more")
    more.row = len(plan.asked) // BUTTONS_PER_ROW
    return [*items, more]


def make_button(prefix: str, action: str, text: Catalogue) -> ui.Button[ui.View]:
    """Return the button for `action`, whose custom id begins with `prefix`."""
    style, emoji = BUTTON_LOOKS[action]
    label = text(f"poll-button-{action}")
    return ui.Button(label=label, style=style, emoji=emoji, custom_id=f"{prefix}:{action}")


def make_menu(number: int, plan: Plan, text: Catalogue, zone: ZoneInfo) -> ui.Select[ui.View]:
    """Return the menu in which the planner turns a moment of poll `number` into a night."""
    options = [
        discord.SelectOption(
            label=clean_label(text.format_moment(to_moment(moment).astimezone(zone)), 100),
            description=clean_label(
                count_pods(len(plan.find_coming(moment)), plan.setup, text), 100
            ),
            value=f"{at}",
        )
        for at, moment in enumerate(plan.asked)
    ]
    placeholder = clean_label(text("poll-choose"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"plan:{number}:choose")


def render_answers(plan: Plan, words: Words) -> Iterator[str]:
    """Yield a line for each moment of a poll, with the names of those who can come then."""
    for number, moment in enumerate(plan.asked, start=1):
        named = _join_some(plan.find_coming(moment), words)
        yield f"**{number}.** {format_when(moment)}\n-# {named}"


def _join_some(players: Sequence[Player], words: Words) -> str:
    text = words.text
    if not players:
        return text("poll-people", people=0)
    named = words.join_names(players[:MAX_NAMED])
    rest = len(players) - MAX_NAMED
    return text("poll-and-more", players=named, count=rest) if rest > 0 else named


def join_moments(moments: Sequence[int]) -> str:
    """Return moments as timestamps, separated by commas."""
    return ", ".join(format_when(moment) for moment in sorted(moments))
