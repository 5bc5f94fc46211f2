"""Commands that the bot once had, and where each act is now.

Clients keep a list of commands for a while; whoever still sends an old one is told. A row stays.
"""

from collections.abc import Mapping
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
}
"""The suffix of the text `refusal-former-…` by a command's English name."""

_GROUPS = (1, 2)  # kinds of options that are subcommands and groups of them


def find_former_command(data: Any) -> str | None:
    """Return the suffix of a former command that an interaction's `data` calls; None if none."""
    return FORMER_COMMANDS.get(_read_path(data))


def _read_path(data: Any) -> str:
    """Return the name of the called command with its subcommands; empty if it is unreadable."""
    path: list[str] = []
    while isinstance(data, dict):
        path.append(str(data.get("name", "")))
        inner = data.get("options")
        called = inner[0] if isinstance(inner, list) and inner else None
        is_group = isinstance(called, dict) and called.get("type") in _GROUPS
        data = called if is_group else None
    return " ".join(path)
