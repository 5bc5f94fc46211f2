"""Measures what the bot sent against the lengths that Discord takes, wherever they stand.

Discord's description of its API has not all of them, and the simulated Discord asks for none.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.front.wire import Request

ROW, BUTTON, TEXT, LABEL = 1, 2, 4, 18
MENUS = frozenset({3, 5, 6, 7, 8})

LONGEST = {
    BUTTON: {"label": 80, "custom_id": 100},
    TEXT: {"label": 45, "placeholder": 100, "custom_id": 100},
    LABEL: {"label": 45, "description": 100},
    **{menu: {"placeholder": 150, "custom_id": 100} for menu in MENUS},
}
"""Characters that each text of a component may have, by the component's type."""

OPTION = {"label": 100, "description": 100, "value": 100}
MODAL = {"title": 45, "custom_id": 100}
COMMAND = {"name": 32, "description": 100}
EMBED = {"title": 256, "description": 4_096}
FIELD = {"name": 256, "value": 1_024}

MENTION = re.compile(r"</[^:>]+:\d+>|`/")

ON_A_PHONE = 30
"""Characters of a menu's placeholder that 390 pixels show, about."""


class TooLong(AssertionError):
    """The bot sent something longer than Discord takes, or a menu without a name."""


def check_lengths(requests: Iterable[Request]) -> None:
    """Raise TooLong naming every text that is longer than Discord takes; else do nothing."""
    faults = [fault for request in requests for fault in find_faults(request.json)]
    if faults:
        raise TooLong("longer than Discord takes:\n" + "\n".join(faults))


def find_faults(sent: Any) -> Iterator[str]:
    """Each text in a request's body that is too long, with its length and the limit.

    And each that mentions a command where Discord would show the mention as it is written, and each
    menu of a message that has no name for a screen reader. In a form the label is the name.
    """
    for part in _walk(sent):
        yield from _find_raw_mentions(part)
        yield from _find_menus_without_name(part)
        yield from _measure(part, _find_limits(part))
        if part.get("type") in MENUS:
            yield from (fault for each in part.get("options", ()) for fault in _measure(each, OPTION))
        if "embeds" in part:
            yield from (fault for each in part["embeds"] or () for fault in _measure_embed(each))


def _find_raw_mentions(part: dict[str, Any]) -> Iterator[str]:
    footer = part.get("footer")
    plain = [part.get(name) for name in ("label", "placeholder", "title", "name")]
    plain += [footer.get("text")] if isinstance(footer, dict) else []
    if part.get("type") == LABEL or "value" in part:
        plain.append(part.get("description"))
    yield from (f"a mention that is none: {text!r}" for text in plain if MENTION.search(text or ""))


def _find_menus_without_name(part: dict[str, Any]) -> Iterator[str]:
    if part.get("type") == ROW:
        menus = (each for each in part.get("components", ()) if each.get("type") in MENUS)
        yield from (f"a menu without a name: {each['custom_id']}" for each in menus if not each.get("placeholder"))


def find_cut(requests: Iterable[Request]) -> set[str]:
    """The placeholders of menus that a phone would cut."""
    return {
        part["placeholder"]
        for request in requests
        for part in _walk(request.json)
        if part.get("type") in MENUS and len(part.get("placeholder") or "") > ON_A_PHONE
    }


def _walk(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, list):
        for each in part:
            yield from _walk(each)
    if isinstance(part, dict):
        yield part
        for each in part.values():
            yield from _walk(each)


def _find_limits(part: dict[str, Any]) -> dict[str, int]:
    """What limits the texts of one object, by what it is: a modal, a command, a component."""
    if "components" in part and "title" in part:
        return MODAL
    if "description_localizations" in part or "name_localizations" in part:
        return COMMAND
    kind = part.get("type")
    return LONGEST.get(kind, {}) if (isinstance(kind, int) and "custom_id" in part) or kind == LABEL else {}


def _measure(part: dict[str, Any], limits: dict[str, int]) -> Iterator[str]:
    for name, most in limits.items():
        for text in (part.get(name), *(part.get(f"{name}_localizations") or {}).values()):
            if isinstance(text, str) and len(text) > most:
                yield f"{name} of {len(text)} characters, at most {most}: {text!r}"


def _measure_embed(embed: dict[str, Any]) -> Iterator[str]:
    yield from _measure(embed, EMBED)
    for field in embed.get("fields") or ():
        yield from _measure(field, FIELD)
