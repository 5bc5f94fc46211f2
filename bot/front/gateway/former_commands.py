"""Commands and options that the bot once had, and where each is now.

Clients keep a list of commands for a while; whoever still sends an old one is told. A row stays.
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

_OF_OPENING = dict.fromkeys(
    ("scoring", "choose_master", "teams", "turns", "starting_life"), "change"
)

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


def find_former(data: Any) -> str | None:
    """Return the suffix for a former command or option in an interaction's `data`; None if none."""
    path, options = _read_call(data)
    if path in FORMER_COMMANDS:
        return FORMER_COMMANDS[path]
    former = FORMER_OPTIONS.get(path, {})
    return next((former[name] for name in _list_names(options) if name in former), None)


def _read_call(data: Any) -> tuple[str, Sequence[Any]]:
    """Return the name of the called command with its subcommands, and the options it was given."""
    path: list[str] = []
    while isinstance(data, dict):
        path.append(str(data.get("name", "")))
        inner = data.get("options")
        options = inner if isinstance(inner, list) else []
        called = options[0] if options else None
        if not isinstance(called, dict) or called.get("type") not in _GROUPS:
            return " ".join(path), options
        data = called
    return "", ()


def _list_names(options: Sequence[Any]) -> Iterator[str]:
    for each in options:
        if isinstance(each, dict):
            yield str(each.get("name", ""))
