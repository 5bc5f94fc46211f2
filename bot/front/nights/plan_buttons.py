"""The buttons of planned games and nights, and their looks."""

import discord
from discord import ui

from bot.front.ui import components
from bot.i18n import Translations
from bot.nights.night import GameNight

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
    "redraw": (discord.ButtonStyle.primary, "🔀"),
    "pause": (discord.ButtonStyle.secondary, "⏸️"),
    "resume": (discord.ButtonStyle.secondary, "▶️"),
    "unfinished": (discord.ButtonStyle.secondary, "⏰"),
    "stopping-draw": (discord.ButtonStyle.danger, "🤝"),
    "stopping-close": (discord.ButtonStyle.danger, "🔒"),
    "filling": (discord.ButtonStyle.primary, "🪑"),
    "unact": (discord.ButtonStyle.secondary, "↩️"),
    "undo": (discord.ButtonStyle.secondary, "↩️"),
    "close": (discord.ButtonStyle.danger, "🏁"),
    "closing": (discord.ButtonStyle.danger, "🏁"),
    "fair": (discord.ButtonStyle.secondary, "🎲"),
}
"""The look of each action's button; its text is `plan-button-<action>`."""

_LOBBY_ACTIONS = ("join", "leave", "more")
"""Actions whose buttons look as in a lobby."""


def build_game_night_organiser_buttons(
    night_number: int, game_night: GameNight, translations: Translations, *, can_seat: bool, can_undo: bool
) -> list[ui.Button[ui.View]]:
    """Return the buttons with which the organiser runs a game night.

    `can_seat` adds the button that seats the next round, and `can_undo` the one that undoes the last action.
    """
    stop = game_night.paused is None
    actions = ("seat", "unfinished", "pause" if stop else "resume", "unact", "close")
    buttons = {
        action: build_planned_game_action_button(f"plan:{night_number}", action, translations) for action in actions
    }
    # What each does is fixed when it is shown: pressed twice, it does that once.
    buttons[actions[2]].custom_id = f"plan:{night_number}:pause:{stop:d}"
    buttons["unact"].custom_id = f"plan:{night_number}:unact:{len(game_night.acts)}"
    possible = {"seat": can_seat, "unact": can_undo}
    return [buttons[action] for action in actions if possible.get(action, True)]


def build_planned_game_action_button(
    custom_id_prefix: str, action: str, translations: Translations
) -> ui.Button[ui.View]:
    """Return the button for an action on a planned game, such as signing up."""
    shared = action in _LOBBY_ACTIONS
    style, emoji = (components.BUTTON_LOOKS if shared else BUTTON_LOOKS)[action]
    label = translations(f"button-{action}" if shared else f"plan-button-{action}")
    return ui.Button(label=label, style=style, emoji=emoji or None, custom_id=f"{custom_id_prefix}:{action}")
