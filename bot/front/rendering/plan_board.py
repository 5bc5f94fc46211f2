"""The board of a plan: embed and buttons."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.front.rendering import controls, night_board
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.night_board import NightStates
from bot.i18n import Catalogue
from bot.nights.night import Night
from bot.planning.plan import SEAT_HOLD, Cancellation, Every, Plan, PlanKind, PlanState
from bot.rules.records import Setup
from bot.rules.seats import find_most_players
from bot.words import Words, name_variant

_COLOURS: dict[PlanState, int] = {
    "asking": COLOURS["lobby"],
    "planned": COLOURS["lobby"],
    "checking": COLOURS["waiting"],
    "gathered": COLOURS["running"],
    "cancelled": COLOURS["closed"],
    "playing": COLOURS["running"],
    "over": COLOURS["closed"],
}

BUTTON_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "come": (discord.ButtonStyle.success, "🙋"),
    "remind": (discord.ButtonStyle.secondary, "🔔"),
    "retime": (discord.ButtonStyle.secondary, "🕑"),
    "move": (discord.ButtonStyle.primary, "📅"),
    "cancel": (discord.ButtonStyle.danger, "🗑️"),
    "cancelling": (discord.ButtonStyle.danger, "🗑️"),
    "skipping": (discord.ButtonStyle.danger, "🗑️"),
    "ending": (discord.ButtonStyle.danger, "🛑"),
    "make": (discord.ButtonStyle.primary, "📅"),
    "terms": (discord.ButtonStyle.secondary, "✏️"),
    "all": (discord.ButtonStyle.secondary, "📋"),
    "seat": (discord.ButtonStyle.primary, "🪑"),
    "pause": (discord.ButtonStyle.secondary, "⏸️"),
    "resume": (discord.ButtonStyle.secondary, "▶️"),
    "unfinished": (discord.ButtonStyle.secondary, "⏰"),
    "stopping-draw": (discord.ButtonStyle.danger, "🤝"),
    "stopping-close": (discord.ButtonStyle.danger, "🔒"),
    "unact": (discord.ButtonStyle.secondary, "↩️"),
    "undo": (discord.ButtonStyle.secondary, "↩️"),
    "close": (discord.ButtonStyle.danger, "🏁"),
    "fair": (discord.ButtonStyle.secondary, "🎲"),
}
"""The look of each action's button; its text is `plan-button-<action>`."""

KIND_EMOJI: dict[PlanKind, str] = {"game": "📅", "night": "🌙"}

_LOBBY_ACTIONS = ("join", "leave", "more")
"""Actions whose buttons look as in a lobby."""

_BOARD_ACTIONS: dict[PlanState, tuple[str, ...]] = {
    "asking": (),
    "planned": ("join", "leave", "remind", "more"),
    "checking": ("come", "join", "leave", "more"),
    "gathered": (),
    "cancelled": (),
    "playing": ("join", "leave", "more"),
    "over": ("fair",),
}

PLANNER_ACTIONS = ("retime", "cancel")
"""Actions of the planner and of moderators, behind the message's last button."""


def format_when(moment: int, style: str = "F") -> str:
    """Return a timestamp of a moment in milliseconds, which clients show in local time."""
    return f"<t:{moment // 1000}:{style}>"


def render_plan(plan: Plan, words: Words, states: NightStates = ()) -> discord.Embed:
    """Render a plan: the moment, who comes, and what became of it; `states` are a night's pods."""
    text = words.text
    embed = discord.Embed(colour=_COLOURS[plan.state])
    embed.title = f"{KIND_EMOJI[plan.kind]} {name_plan(plan.setup, plan.kind, text)}"
    lines = [*_render_state(plan, words)]
    if not plan.has_begun:
        relative = f" ({format_when(plan.at, 'R')})" if plan.is_open else ""
        lines.insert(0, f"**{format_when(plan.at)}**{relative}")
    embed.description = "\n".join(lines)
    embed.set_footer(text=render_agreed(plan.setup, text))
    if plan.night is not None:
        night_board.add_night(embed, plan, plan.night, states, words)
    else:
        _add_seats(embed, plan, words)
    if plan.waiting and plan.is_open:
        value = words.join_names(plan.waiting)
        embed.add_field(name=text("plan-waiting"), value=value, inline=False)
    if plan.night is None:
        embed.add_field(name=text("plan-host"), value=words.name(plan.host), inline=False)
    return embed


def _add_seats(embed: discord.Embed, plan: Plan, words: Words) -> None:
    text = words.text
    seats = [_render_seat(plan, place, words) for place in range(len(plan.seated))]
    title = text("lobby-seats", have=len(plan.seated), most=plan.seats)
    embed.add_field(name=title, value="\n".join(seats) or text("lobby-empty"), inline=False)


def _render_seat(plan: Plan, place: int, words: Words) -> str:
    player = plan.seated[place]
    here = " ✅" if player in plan.present else ""
    return f"{place + 1}. {words.name(player)}{here}"


def _render_state(plan: Plan, words: Words) -> Iterator[str]:
    text = words.text
    match plan.state:
        case "planned":
            yield text("plan-planned")
        case "checking":
            until = format_when(plan.at + SEAT_HOLD, "t")
            yield text("plan-checking", kind=plan.kind, until=until)
        case "gathered" if plan.gathered is not None:
            yield text("plan-gathered", channel=f"<#{plan.gathered.channel}>")
        case "cancelled" if plan.cancelled is not None:
            yield _render_end(plan.cancelled, plan.kind, text)
        case "playing" | "over" if plan.night is not None:
            yield from night_board.render_clock(plan.night, text)
    if plan.night is not None:
        if not plan.has_begun and plan.is_open:
            yield from night_board.render_rules(plan.night.terms, text)
        yield night_board.render_host(plan, plan.night, words)
        yield from night_board.render_seal(plan.night, text)
    if plan.every is not None and plan.is_open:
        yield f"-# {render_every(plan.every, plan.kind, text)}"
    if plan.repeated == 0:
        yield f"-# {text('plan-series-over', kind=plan.kind)}"
    if plan.is_open and plan.listed is not None and plan.listed.trouble:
        yield f"-# {text(f'plan-listing-{plan.listed.trouble}', kind=plan.kind)}"
    if plan.is_open and plan.held_up:
        yield text("plan-held-up")
    if plan.is_open and plan.unreached:
        yield f"-# {text('plan-unreached', players=words.join_names(plan.unreached))}"


def _render_end(cancelled: Cancellation, kind: PlanKind, text: Catalogue) -> str:
    if cancelled.lapsed:
        return text("plan-lapsed", kind=kind)
    return text("plan-cancelled-series" if cancelled.series else "plan-cancelled", kind=kind)


def render_every(every: Every, kind: PlanKind, text: Catalogue) -> str:
    """Return how often a plan repeats."""
    return text("plan-every", kind=kind, weeks=every.weeks)


def name_plan(setup: Setup, kind: PlanKind, text: Catalogue) -> str:
    """Return the title of a plan, or else what is planned."""
    return escape(setup.title) if setup.title else text("plan-title", kind=kind)


def render_agreed(setup: Setup, text: Catalogue) -> str:
    """Return what will be played: variant, format, table and bracket."""
    parts = [clean_label(name_variant(setup.variant, text)), text(f"base-{setup.base}")]
    parts.append(text(f"table-{setup.table}"))
    if setup.bracket is not None:
        parts.append(text("deck-in-bracket", bracket=setup.bracket))
    return " · ".join(parts)


def render_summary(setup: Setup, text: Catalogue) -> str:
    """Return the title and the number of seats of what will be played."""
    title = name_plan(setup, "game", text)
    return text("plan-agreed", title=title, seats=find_most_players(setup))


def name_listing(setup: Setup, kind: PlanKind, text: Catalogue) -> str:
    """Return the name of a plan in Discord's event list.

    Its title is typed, and follows if it is struck out. The name of a server's own variant is left
    out.
    """
    variant = [] if setup.house is not None else [name_variant(setup.variant, text)]
    title = setup.title or text("plan-title", kind=kind)
    return " · ".join([title, *variant, text(f"base-{setup.base}")])


def make_board_items(number: int, plan: Plan, text: Catalogue) -> list[ui.Item[Any]]:
    """Return the buttons below the message of plan `number`."""
    row = [make_button(f"plan:{number}", action, text) for action in _BOARD_ACTIONS[plan.state]]
    if plan.has_begun:
        for button in row:
            if button.custom_id == f"plan:{number}:leave":
                button.label = text("night-button-leave")
    controls.narrow_row(row, ("leave",))
    return [*row]


def make_leading_items(number: int, night: Night, text: Catalogue) -> list[ui.Item[Any]]:
    """Return the buttons of the organiser of night `number`, behind its message's last button."""
    stop = night.paused is None
    actions = ("seat", "unfinished", "pause" if stop else "resume", "unact", "close")
    buttons = {action: make_button(f"plan:{number}", action, text) for action in actions}
    # What each does is fixed when it is shown: pressed twice, it does that once.
    buttons[actions[2]].custom_id = f"plan:{number}:pause:{stop:d}"
    buttons["unact"].custom_id = f"plan:{number}:unact:{len(night.acts)}"
    return [buttons[action] for action in actions if action != "unact" or night.acts]


def make_button(prefix: str, action: str, text: Catalogue) -> ui.Button[ui.View]:
    """Return the button for `action`, whose custom id begins with `prefix`."""
    shared = action in _LOBBY_ACTIONS
    style, emoji = (controls.BUTTON_LOOKS if shared else BUTTON_LOOKS)[action]
    label = text(f"button-{action}" if shared else f"plan-button-{action}")
    return ui.Button(label=label, style=style, emoji=emoji or None, custom_id=f"{prefix}:{action}")
