"""The buttons and menus of a duel: what they are called, not what they do."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ui

from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.i18n import Catalogue
from bot.joust.duel import Duel, DuelState
from bot.joust.facts import FAMILIES
from bot.words import Words

DISCARDED = "-"
"""The value of the zone of a singularity that cannot be placed."""

LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "join": (discord.ButtonStyle.success, "🪑"),
    "leave": (discord.ButtonStyle.secondary, "🚪"),
    "start": (discord.ButtonStyle.primary, "▶️"),
    "place": (discord.ButtonStyle.primary, "🔮"),
    "draw": (discord.ButtonStyle.primary, "🃏"),
    "invoke": (discord.ButtonStyle.primary, "✨"),
    "use": (discord.ButtonStyle.primary, "⚙️"),
    "wear": (discord.ButtonStyle.primary, "🔧"),
    "attack": (discord.ButtonStyle.danger, "⚔️"),
    "end": (discord.ButtonStyle.success, "⏭️"),
    "change": (discord.ButtonStyle.secondary, "✏️"),
    "undo": (discord.ButtonStyle.secondary, "↩️"),
    "agree": (discord.ButtonStyle.success, "🤝"),
    "concede": (discord.ButtonStyle.danger, "🏳️"),
    "fair": (discord.ButtonStyle.secondary, "🎲"),
    "log": (discord.ButtonStyle.secondary, "📜"),
    "rematch": (discord.ButtonStyle.success, "🔁"),
    "more": (discord.ButtonStyle.secondary, ""),
    "other": (discord.ButtonStyle.primary, "✏️"),
    "present": (discord.ButtonStyle.primary, "🎭"),
    "really": (discord.ButtonStyle.danger, "⏭️"),
    "conceding": (discord.ButtonStyle.danger, "🏳️"),
}
"""How the button of each action looks; its text is `joust-button-<action>`."""

_AS_OF_PODS = {**controls.ANSWERING, **controls.DECIDING}

_SHOWN: dict[DuelState, tuple[str, ...]] = {
    "lobby": ("join", "leave", "start"),
    "running": ("place", "draw", "invoke", "use", "attack", "end", "more"),
    "waiting": ("wear", "attack", "more"),
    "finished": ("rematch", "present", "log", "more"),
    "closed": ("undo",),
}
_MORE: dict[DuelState, tuple[str, ...]] = {
    "lobby": (),
    "running": ("change", "undo", "log", "fair", "concede"),
    "waiting": ("change", "undo", "log", "fair", "concede"),
    "finished": ("undo", "fair"),
    "closed": (),
}
"""What is rare, or hurts: behind the board's last button."""


def make_board_items(
    number: int, duel: Duel, words: Words, beside: Iterable[ui.Item[ui.View]] = ()
) -> list[ui.Item[Any]]:
    """What can be pressed on the board of duel `number`."""
    items: list[ui.Item[ui.View]] = []
    if duel.proposal is not None:
        items.append(make_button(number, "agree", words.text))
    items += [make_button(number, action, words.text) for action in _list_answers(duel)]
    shown = _SHOWN[duel.state]
    items += [make_button(number, each, words.text) for each in shown if _has(duel, each)]
    return [*items, *beside]


def make_more_items(number: int, duel: Duel, words: Words) -> list[ui.Item[Any]]:
    """What is behind the last button of a duel's board."""
    items: list[ui.Item[Any]] = [
        make_button(number, each, words.text) for each in _MORE[duel.state] if _has(duel, each)
    ]
    return [*items, controls.make_button(number, "here", words)]


def _has(duel: Duel, action: str) -> bool:
    """Whether an action means anything in this duel."""
    match action:
        case "fair":
            return bool(duel.seals)
        case "undo":
            return duel.before is not None and duel.counted is None
        case "present":
            return duel.result is not None and not duel.result.draw
        case _:
            return True


def _list_answers(duel: Duel) -> Iterator[str]:
    """What can be said about a result that does not count yet."""
    if duel.is_contested:
        yield from ("stands", "takeback")
    if duel.result is not None and duel.counted is None and duel.disputed is None:
        yield "dispute"


def make_button(number: int, action: str, text: Catalogue) -> ui.Button[ui.View]:
    """The button that does `action` in duel `number`."""
    style, emoji = {**LOOKS, **_AS_OF_PODS}[action]
    return ui.Button(
        label=text(f"button-{action}" if action in _AS_OF_PODS else f"joust-button-{action}"),
        style=style,
        emoji=emoji or None,
        custom_id=f"joust:{number}:{action}",
    )


def make_menu(
    custom_id: str, placeholder: str, options: Sequence[discord.SelectOption]
) -> ui.Select[ui.View]:
    """A menu of at most 25 options."""
    return ui.Select(
        custom_id=custom_id, placeholder=clean_label(placeholder, 150), options=list(options[:25])
    )


def make_option(
    label: str, value: str, about: str = "", emoji: str | None = None
) -> discord.SelectOption:
    """An option of a menu."""
    described = clean_label(about, 100) if about else None
    return discord.SelectOption(
        label=clean_label(label, 100), value=value, description=described, emoji=emoji
    )


def make_place_menu(number: int, text: Catalogue) -> ui.Select[ui.View]:
    """The menu of what was drawn and where it goes; each option has both."""
    options = []
    for family in FAMILIES:
        called = text(f"step-{family}")
        for zone in range(1, 5):
            label = text("joust-place-zone", family=called, zone=zone)
            options.append(make_option(label, f"{family}:{zone}", emoji=SIGNS[family]))
        label = text("joust-place-discarded", family=called)
        options.append(make_option(label, f"{family}:{DISCARDED}", emoji=SIGNS[family]))
    return make_menu(f"joust:{number}:placed", text("joust-place-placeholder"), options)


SIGNS = {"blue": "🔵", "red": "🔺", "yellow": "🟨"}
"""Of each family a sign that is another without its colour, too."""
