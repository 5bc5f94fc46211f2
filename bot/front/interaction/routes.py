"""Who may ask what, and how often; and which handler answers a button, a menu or a modal.

Each feature says so of its own slash commands and routes, beside them. What a client sends in a
custom id decides alone who answers: nothing needs to be remembered between two presses.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from bot.front.interaction.inputs import is_id, is_number
from bot.front.interaction.limits import Pace
from bot.rights import ADMINISTRATORS, MODERATORS, RIGHTS, Right
from bot.rulebooks import GameCommand

Handler = Callable[..., Awaitable[None]]
"""Called with the context, and by name with what the pattern's places hold."""

Need = Right | type[GameCommand]
"""A right, or the command of the rules whose right it is."""


class Access(Struct, frozen=True):
    """What may be asked by whom, and at which pace.

    All `rights` are needed; without any everybody may. `elsewhere` is the refusal of those who ask
    it on another server, whatever they may do there; where it is empty, it is about that server.
    What works `everywhere` does in channels that the server has closed to the bot, too.
    """

    rights: tuple[Right, ...] = ()
    pace: Pace = "playing"
    elsewhere: str = ""
    everywhere: bool = False


def on_server(*needs: Need, pace: Pace = "playing", everywhere: bool = False) -> Access:
    """Return the access to something that is about the whole server."""
    return Access(_find_rights(needs), pace, "", everywhere)


def on_pod(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to something about the pod that the channel plays."""
    return Access(_find_rights(needs), pace, "no-pod")


def on_duel(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to something about the duel that the channel plays."""
    return Access(_find_rights(needs), pace, "no-duel")


def on_past_pod(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to something about any pod that the channel has seen."""
    return Access(_find_rights(needs), pace, "no-such-pod")


def on_board(*needs: Need, pace: Pace = "playing") -> Access:
    """Return the access to what is pressed on a board, which names its pod."""
    return Access(_find_rights(needs), pace, "old-pod")


def on_plan(*needs: Need, pace: Pace = "playing", everywhere: bool = False) -> Access:
    """Return the access to what is pressed on the message of a plan, which it names."""
    return Access(_find_rights(needs), pace, "no-plan", everywhere)


def _find_rights(needs: Iterable[Need]) -> tuple[Right, ...]:
    rights = [need if isinstance(need, Right) else RIGHTS[need] for need in needs]
    return tuple(right for right in rights if right.roles)


SETTINGS_ACCESS = on_server(ADMINISTRATORS, everywhere=True)
"""What administrators set: in every channel, lest they lock themselves out."""

HOUSE_ACCESS = on_server(MODERATORS, everywhere=True)
"""What moderators set."""


class Route(Struct, frozen=True):
    """A custom id, who answers it, and who may ask that.

    The `pattern` has places between its colons: `{pod:int}` a number that the bot wrote,
    `{channel:id}` an id of Discord's, `{way:newer|older}` one of some words, `{token}` any text,
    and `{rest*}` all that follows. By its `name` it is counted, limited and documented; left out,
    that is what the pattern says between its places.
    """

    pattern: str
    handler: Handler
    access: Access
    name: str = ""

    @property
    def called(self) -> str:
        """Its name."""
        return self.name or ":".join(re.findall(r"(?:^|(?<=:))[\w-]+(?=:|$)", _blank(self.pattern)))


class Match(NamedTuple):
    """The route of a custom id, and what its places hold."""

    route: Route
    values: Mapping[str, Any]


class Router:
    """Finds the route of a custom id."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = tuple(routes)
        self._compiled: dict[str, list[tuple[re.Pattern[str], Route, set[str]]]] = {}
        for route in self.routes:
            kind = route.pattern.partition(":")[0]
            compiled = (re.compile(_compile(route.pattern)), route, _find_numbers(route.pattern))
            self._compiled.setdefault(kind, []).append(compiled)

    def find(self, custom_id: str) -> Match | None:
        """Return the route of a custom id, the first that fits; None if there is none."""
        for pattern, route, numbers in self._compiled.get(custom_id.partition(":")[0], ()):
            found = pattern.fullmatch(custom_id)
            if found is not None and (values := _read(found.groupdict(), numbers)) is not None:
                return Match(route, values)
        return None


_PLACE = re.compile(r"\{(\w+)(?::([\w|-]+))?(\*?)\}")


def _blank(pattern: str) -> str:
    return _PLACE.sub("{}", pattern)


def _compile(pattern: str) -> str:
    """Return a pattern as a regular expression; whether a number is one is looked at later."""

    def compile_place(place: re.Match[str]) -> str:
        name, kind, rest = place.groups()
        if rest:
            return f"(?P<{name}>.*)"
        words = "" if kind in (None, "int", "id") else kind
        return f"(?P<{name}>{words or '[^:]*'})"

    return "(?s:" + _PLACE.sub(compile_place, pattern) + ")"


def _find_numbers(pattern: str) -> set[str]:
    return {f"{name}:{kind}" for name, kind, _ in _PLACE.findall(pattern) if kind in ("int", "id")}


def _read(found: Mapping[str, str], numbers: set[str]) -> Mapping[str, Any] | None:
    values: dict[str, Any] = dict(found)
    for number in numbers:
        name, _, kind = number.partition(":")
        if not (is_number if kind == "int" else is_id)(found[name]):
            return None
        values[name] = int(found[name])
    return values
