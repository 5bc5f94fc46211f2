"""Slash commands and options that the bot once had, and their replacements.

Discord clients keep a list of commands for a while. A user who still sends an old command is told its replacement. Rows
are never removed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

FORMER_COMMANDS: Mapping[str, str] = {
    "pod join": "join",
    "pod leave": "leave",
    "pod start": "start",
    "pod turn": "turn",
    "pod restart": "effects",
    "pod subgame": "effects",
    "pod win": "end",
    "pod draw": "end",
    "pod log": "log",
    "pod draws": "draws",
    "pod kick": "removal",
    "pod substitute": "substitute",
    "pod close": "close",
    "judge defeat": "judge",
    "judge damage": "judge",
    "judge loyalty": "judge",
}
"""The suffix of the text `refusal-former-…` by a command's English name."""

_OF_OPENING = dict.fromkeys(("scoring", "choose_master", "teams", "turns", "starting_life"), "change")

FORMER_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "pod open": _OF_OPENING,
    "series": _OF_OPENING,
    "pod plan": dict.fromkeys((*_OF_OPENING, "event", "mention"), "preview"),
    "pod record": {
        **dict.fromkeys((f"player{number}" for number in range(1, 11)), "players"),
        **dict.fromkeys(("format", "scoring"), "preview"),
    },
}
"""The suffix of the text `refusal-former-…` by a command's and an option's English names."""

_GROUPS = (1, 2)  # kinds of options that are subcommands and groups of them


def find_replacement_hint_for_removed_command(interaction_data: Any) -> str | None:
    """Return the text key for the replacement of a removed command or option; otherwise None.

    `interaction_data` is the `data` field of Discord's interaction.
    """
    path, options = _parse_command_path_and_options(interaction_data)
    if path in FORMER_COMMANDS:
        return FORMER_COMMANDS[path]
    former = FORMER_OPTIONS.get(path, {})
    return next((former[name] for name in _list_command_option_names(options) if name in former), None)


def _parse_command_path_and_options(interaction_data: Any) -> tuple[str, Sequence[Any]]:
    """Return the full name of the called command, and the options that the user filled in."""
    path: list[str] = []
    while isinstance(interaction_data, dict):
        path.append(str(interaction_data.get("name", "")))
        inner = interaction_data.get("options")
        options = inner if isinstance(inner, list) else []
        called = options[0] if options else None
        if not isinstance(called, dict) or called.get("type") not in _GROUPS:
            return " ".join(path), options
        interaction_data = called
    return "", ()


def _list_command_option_names(options: Sequence[Any]) -> Iterator[str]:
    for each in options:
        if isinstance(each, dict):
            yield str(each.get("name", ""))
