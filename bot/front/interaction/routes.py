"""Access rules, and the routes from custom ids to the handlers of buttons, menus and modals.

Each feature declares its own slash commands and routes beside their handlers. The custom id alone
decides which handler answers, so nothing has to be remembered between two presses.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from bot.front.interaction.asking import carry_out
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import is_id, is_number
from bot.front.interaction.limits import Pace
from bot.rulebooks import GameCommand
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS, MODERATORS, Right

Handler = Callable[..., Awaitable[None]]
"""A coroutine function that answers a press.

It takes the context and, by name, the values of the pattern's places; also `draft` and `picked`
if its route declares them.
"""

Need = Right | type[GameCommand]
"""A right, or a command of the rules that stands for its right."""


class Access(Struct, frozen=True):
    """The rights and the pace of a command or a route.

    All `rights` are needed; an empty tuple admits everybody. `elsewhere` is the code of the
    refusal for a press on another server; it is empty if the request is about that other server.
    With `everywhere` it works in channels that the server has closed to the bot, too.
    """

    rights: tuple[Right, ...] = ()
    pace: Pace = "playing"
    elsewhere: str = ""
    everywhere: bool = False


def on_server(*needs: Need, pace: Pace = "playing", everywhere: bool = False) -> Access:
    """Return the access to a request about the whole server."""
    return Access(_find_rights(needs), pace, "", everywhere)


def on_pod(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to a request about the channel's current pod."""
    return Access(_find_rights(needs), pace, "no-pod")


def on_duel(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to a request about the channel's current duel."""
    return Access(_find_rights(needs), pace, "no-duel")


def on_past_pod(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to a request about any pod of the channel, past ones included."""
    return Access(_find_rights(needs), pace, "no-such-pod")


def on_board(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to a button of a board, whose custom id names the pod."""
    return Access(_find_rights(needs), pace, "old-pod")


def on_plan(*needs: Need, pace: Pace = "playing", everywhere: bool = False) -> Access:
    """Return the access to a button of a plan's message, whose custom id names the plan."""
    return Access(_find_rights(needs), pace, "no-plan", everywhere)


def on_night(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to a request about the night of the channel."""
    return Access(_find_rights(needs), pace, "no-night")


def _find_rights(needs: Iterable[Need]) -> tuple[Right, ...]:
    rights = [need if isinstance(need, Right) else need.right for need in needs]
    return tuple(right for right in rights if right.roles)


SETTINGS_ACCESS = on_server(ADMINISTRATORS, everywhere=True)
"""The access to settings: in every channel, so that administrators cannot lock themselves out."""

HOUSE_ACCESS = on_server(MODERATORS, everywhere=True)
"""The access to what moderators set."""


class Route(Struct, frozen=True):
    """A pattern of custom ids, the handler that answers them, and the access to it.

    The `pattern` has places between its colons: `{pod:int}` a number that the bot wrote,
    `{channel:id}` an id of Discord's, `{way:newer|older}` one of some words, `{token}` any text,
    and `{rest*}` all that follows. The `name` is used in metrics, rate limits and docs; the
    default is the words of the pattern between its places.

    With a kind of `draft`, the handler receives the draft that the place `token` names. With
    `picked`, it receives the first value picked in the menu as that function reads it; None from
    the function refuses the press as an unknown button.
    """

    pattern: str
    handler: Handler
    access: Access
    name: str = ""
    draft: type[Draft] | None = None
    picked: Callable[[str], object | None] | None = None

    @property
    def called(self) -> str:
        """The name of the route."""
        return self.name or ":".join(
            re.findall(r"(?:^|(?<=:))[\w-]+(?=:|$)", _clear_places(self.pattern))
        )


class Match(NamedTuple):
    """The route of a custom id, and the values of the pattern's places."""

    route: Route
    values: Mapping[str, Any]

    async def answer(self, ctx: Context) -> None:
        """Call the handler with everything that the route declares.

        Raises `Refusal` if no known value was picked, or if the draft is gone, somebody else's or
        of another channel.
        """
        taken = dict(self.values)
        if self.route.picked is not None:
            taken["picked"] = _read_picked(ctx, self.route.picked)
        if self.route.draft is not None:
            taken["draft"] = ctx.find_draft(self.route.draft, taken["token"])
        await carry_out(ctx, self.route.handler, taken, self.route.access.rights)


def _read_picked(ctx: Context, read: Callable[[str], object | None]) -> object:
    picked = read(ctx.values[0]) if ctx.values else None
    if picked is None:
        raise Refusal("unknown-button")
    return picked


class Router:
    """The routes of all features, searched by custom id."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = tuple(routes)
        self._compiled: dict[str, list[tuple[re.Pattern[str], Route, set[str]]]] = {}
        for route in self.routes:
            kind = route.pattern.partition(":")[0]
            compiled = (
                re.compile(_compile_pattern(route.pattern)),
                route,
                _find_numbers(route.pattern),
            )
            self._compiled.setdefault(kind, []).append(compiled)

    def find(self, custom_id: str) -> Match | None:
        """Return the first route that matches a custom id; None if no route does."""
        for pattern, route, numbers in self._compiled.get(custom_id.partition(":")[0], ()):
            found = pattern.fullmatch(custom_id)
            if found is not None and (values := _read(found.groupdict(), numbers)) is not None:
                return Match(route, values)
        return None


_PLACE_PATTERN = re.compile(r"\{(\w+)(?::([\w|-]+))?(\*?)\}")


def _clear_places(pattern: str) -> str:
    return _PLACE_PATTERN.sub("{}", pattern)


def _compile_pattern(pattern: str) -> str:
    """Return a pattern as a regular expression; `_read` checks its numbers."""

    def compile_place(place: re.Match[str]) -> str:
        name, kind, rest = place.groups()
        if rest:
            return f"(?P<{name}>.*)"
        words = "" if kind in (None, "int", "id") else kind
        return f"(?P<{name}>{words or '[^:]*'})"

    return "(?s:" + _PLACE_PATTERN.sub(compile_place, pattern) + ")"


def _find_numbers(pattern: str) -> set[str]:
    return {
        f"{name}:{kind}"
        for name, kind, _ in _PLACE_PATTERN.findall(pattern)
        if kind in ("int", "id")
    }


def _read(found: Mapping[str, str], numbers: set[str]) -> Mapping[str, Any] | None:
    values: dict[str, Any] = dict(found)
    for number in numbers:
        name, _, kind = number.partition(":")
        if not (is_number if kind == "int" else is_id)(found[name]):
            return None
        values[name] = int(found[name])
    return values
