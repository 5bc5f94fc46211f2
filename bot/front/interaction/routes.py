"""Access rules, and the routes from custom ids to the handlers of buttons, menus and modals.

Each feature declares its own slash commands and routes beside their handlers. The custom id alone
decides which handler answers, so nothing has to be remembered between two presses.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from bot.front.interaction.confirmation_questions import run_handler_with_confirmation
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import is_discord_id, is_number
from bot.front.interaction.rate_limits import RateClass
from bot.rulebooks import GameCommand
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS, MODERATORS, Right

Handler = Callable[..., Awaitable[None]]
"""A coroutine function that answers a press.

It takes the context and, by name, the values of the pattern's places; also `draft` and `selection`
if its route declares them.
"""

Need = Right | type[GameCommand]
"""A right, or a command of the rules that stands for its right."""


class Access(Struct, frozen=True):
    """The rights that a command or component needs, and its rate limit.

    All `rights` are needed; an empty tuple admits everybody. `elsewhere` is the code of the
    refusal for a press on another server; it is empty if the request is about that other
    server. With `everywhere` it works in channels that the server has closed to the bot, too.
    """

    rights: tuple[Right, ...] = ()
    pace: RateClass = "playing"
    elsewhere: str = ""
    everywhere: bool = False


def server_access(
    *required_rights: Need, rate_class: RateClass = "playing", in_closed_channels: bool = False
) -> Access:
    """Return the access rule for requests about the whole server."""
    return Access(_collect_rights(required_rights), rate_class, "", in_closed_channels)


def pod_access(*required_rights: Need, rate_class: RateClass = "playing") -> Access:
    """Return the access rule for requests about the channel's current pod."""
    return Access(_collect_rights(required_rights), rate_class, "no-pod")


def duel_access(*required_rights: Need, rate_class: RateClass = "playing") -> Access:
    """Return the access rule for requests about the channel's current duel."""
    return Access(_collect_rights(required_rights), rate_class, "no-duel")


def past_pod_access(*required_rights: Need, rate_class: RateClass = "playing") -> Access:
    """Return the access rule for requests about any pod of the channel, past ones included."""
    return Access(_collect_rights(required_rights), rate_class, "no-such-pod")


def board_access(*required_rights: Need, rate_class: RateClass = "playing") -> Access:
    """Return the access rule for buttons of a pod's board, whose custom ids name the pod."""
    return Access(_collect_rights(required_rights), rate_class, "old-pod")


def plan_access(
    *required_rights: Need, rate_class: RateClass = "playing", in_closed_channels: bool = False
) -> Access:
    """Return the access rule for buttons of a plan's message, whose custom ids name the plan."""
    return Access(_collect_rights(required_rights), rate_class, "no-plan", in_closed_channels)


def night_access(*required_rights: Need, rate_class: RateClass = "playing") -> Access:
    """Return the access rule for requests about the channel's night."""
    return Access(_collect_rights(required_rights), rate_class, "no-night")


def _collect_rights(required_rights: Iterable[Need]) -> tuple[Right, ...]:
    rights = [need if isinstance(need, Right) else need.right for need in required_rights]
    return tuple(right for right in rights if right.roles)


SETTINGS_ACCESS = server_access(ADMINISTRATORS, in_closed_channels=True)
"""The access to settings: in every channel, so that administrators cannot lock themselves out."""

HOUSE_ACCESS = server_access(MODERATORS, in_closed_channels=True)
"""The access to what moderators set."""


class Route(Struct, frozen=True):
    """A pattern of custom ids, the handler that answers them, and the rights it needs.

    The `pattern` has places between its colons: `{pod:int}` a number that the bot wrote,
    `{channel:id}` an id of Discord's, `{way:newer|older}` one of some words, `{token}` any
    text, and `{rest*}` all that follows. The `name` is used in metrics, rate limits and docs;
    the default is the words of the pattern between its places.

    With a class of `draft`, the handler receives the draft that the place `token` names. With
    `selection`, it receives the first value selected in the menu as that function parses it; None
    from the function refuses the press as an unknown button.
    """

    pattern: str
    handler: Handler
    access: Access
    name: str = ""
    draft: type[Draft] | None = None
    picked: Callable[[str], object | None] | None = None

    @property
    def display_name(self) -> str:
        """The route's name in metrics, rate limits and docs."""
        return self.name or ":".join(
            re.findall(r"(?:^|(?<=:))[\w-]+(?=:|$)", _blank_placeholders(self.pattern))
        )


class RouteMatch(NamedTuple):
    """The route that a custom id matches, and the values in the custom id."""

    route: Route
    values: Mapping[str, Any]

    async def call_handler(self, ctx: Context) -> None:
        """Call the route's handler with the custom id's values, the selection and the
        draft.

        Raises `Refusal` if no known value was selected, or if the draft is gone, somebody
        else's or of another channel.
        """
        taken = dict(self.values)
        if self.route.picked is not None:
            taken["selection"] = _parse_selection(ctx, self.route.picked)
        if self.route.draft is not None:
            taken["draft"] = ctx.find_draft(self.route.draft, taken["token"])
        await run_handler_with_confirmation(
            ctx, self.route.handler, taken, self.route.access.rights
        )


def _parse_selection(ctx: Context, parse_value: Callable[[str], object | None]) -> object:
    picked = parse_value(ctx.menu_values[0]) if ctx.menu_values else None
    if picked is None:
        raise Refusal("unknown-button")
    return picked


class CustomIdRouter:
    """The routes of all features, searched by a component's custom id."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = tuple(routes)
        self._compiled: dict[str, list[tuple[re.Pattern[str], Route, set[str]]]] = {}
        for route in self.routes:
            kind = route.pattern.partition(":")[0]
            compiled = (
                re.compile(_build_pattern_regex(route.pattern)),
                route,
                _list_numeric_placeholders(route.pattern),
            )
            self._compiled.setdefault(kind, []).append(compiled)

    def find_route(self, custom_id: str) -> RouteMatch | None:
        """Return the first route that matches a custom id; None if no route does."""
        for pattern, route, numbers in self._compiled.get(custom_id.partition(":")[0], ()):
            found = pattern.fullmatch(custom_id)
            if (
                found is not None
                and (values := _parse_placeholders(found.groupdict(), numbers)) is not None
            ):
                return RouteMatch(route, values)
        return None


_PLACE_PATTERN = re.compile(r"\{(\w+)(?::([\w|-]+))?(\*?)\}")


def _blank_placeholders(pattern: str) -> str:
    return _PLACE_PATTERN.sub("{}", pattern)


def _build_pattern_regex(pattern: str) -> str:
    """Return a route's pattern as a regular expression.

    `_parse_placeholders` validates the numbers.
    """

    def build_placeholder_regex(placeholder: re.Match[str]) -> str:
        name, kind, rest = placeholder.groups()
        if rest:
            return f"(?P<{name}>.*)"
        words = "" if kind in (None, "int", "id") else kind
        return f"(?P<{name}>{words or '[^:]*'})"

    return "(?s:" + _PLACE_PATTERN.sub(build_placeholder_regex, pattern) + ")"


def _list_numeric_placeholders(pattern: str) -> set[str]:
    return {
        f"{name}:{kind}"
        for name, kind, _ in _PLACE_PATTERN.findall(pattern)
        if kind in ("int", "id")
    }


def _parse_placeholders(
    matched_texts: Mapping[str, str], numeric_placeholders: set[str]
) -> Mapping[str, Any] | None:
    values: dict[str, Any] = dict(matched_texts)
    for number in numeric_placeholders:
        name, _, kind = number.partition(":")
        if not (is_number if kind == "int" else is_discord_id)(matched_texts[name]):
            return None
        values[name] = int(matched_texts[name])
    return values
