"""Access rules, and the routes from custom ids to the handlers of buttons, menus and modals.

Each feature declares its own slash commands and routes beside their handlers. The custom id alone decides which handler
answers, so nothing has to be remembered between two presses.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from bot.front.interaction.confirmation_questions import run_handler_or_ask_to_confirm
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.inputs import is_ascii_number, is_discord_id
from bot.front.interaction.rate_limits import RateClass
from bot.rulebooks import GameCommand
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS, MODERATORS, CommandRight

Handler = Callable[..., Awaitable[None]]
"""A coroutine function that answers a press.

It takes the context and, by name, the values of the pattern's places; also `draft` and `selection`
if its route declares them.
"""

Need = CommandRight | type[GameCommand]
"""A right, or a command of the rules that stands for its right."""


class AccessRule(Struct, frozen=True):
    """A rule about who may use a command, button, menu or form, where, and how often.

    All `rights` are needed; an empty tuple admits everybody. `elsewhere` is the code of the refusal for a press on
    another server; it is empty if the request is about that other server. With `everywhere` it works in channels that
    the server has closed to the bot, too.
    """

    rights: tuple[CommandRight, ...] = ()
    pace: RateClass = "playing"
    elsewhere: str = ""
    everywhere: bool = False


def build_access_rule_for_server(
    *required_rights: Need, rate_limit_class: RateClass = "playing", works_in_all_channels: bool = False
) -> AccessRule:
    """Return the access rule for commands and buttons that concern the whole server."""
    return AccessRule(_list_rights_limited_to_roles(required_rights), rate_limit_class, "", works_in_all_channels)


def build_access_rule_for_current_pod(*required_rights: Need, rate_limit_class: RateClass = "playing") -> AccessRule:
    return AccessRule(_list_rights_limited_to_roles(required_rights), rate_limit_class, "no-pod")


def build_access_rule_for_current_duel(*required_rights: Need, rate_limit_class: RateClass = "playing") -> AccessRule:
    return AccessRule(_list_rights_limited_to_roles(required_rights), rate_limit_class, "no-duel")


def build_access_rule_for_current_or_past_pod(
    *required_rights: Need, rate_limit_class: RateClass = "playing"
) -> AccessRule:
    """Return the access rule for commands on a current or past pod of the channel."""
    return AccessRule(_list_rights_limited_to_roles(required_rights), rate_limit_class, "no-such-pod")


def build_access_rule_for_board_button(*required_rights: Need, rate_limit_class: RateClass = "playing") -> AccessRule:
    """Return the access rule for the buttons on a pod's board (its main message)."""
    return AccessRule(_list_rights_limited_to_roles(required_rights), rate_limit_class, "old-pod")


def build_access_rule_for_plan_button(
    *required_rights: Need, rate_limit_class: RateClass = "playing", works_in_all_channels: bool = False
) -> AccessRule:
    """Return the access rule for the buttons on a planned game's message."""
    return AccessRule(
        _list_rights_limited_to_roles(required_rights), rate_limit_class, "no-plan", works_in_all_channels
    )


def build_access_rule_for_current_game_night(
    *required_rights: Need, rate_limit_class: RateClass = "playing"
) -> AccessRule:
    """Return the access rule for commands on the channel's current game night."""
    return AccessRule(_list_rights_limited_to_roles(required_rights), rate_limit_class, "no-night")


def _list_rights_limited_to_roles(required_rights: Iterable[Need]) -> tuple[CommandRight, ...]:
    rights = [need if isinstance(need, CommandRight) else need.right for need in required_rights]
    return tuple(right for right in rights if right.roles)


SETTINGS_ACCESS = build_access_rule_for_server(ADMINISTRATORS, works_in_all_channels=True)
"""The access to settings: in every channel, so that administrators cannot lock themselves out."""

HOUSE_ACCESS = build_access_rule_for_server(MODERATORS, works_in_all_channels=True)
"""The access to what moderators set."""


class CustomIdRoute(Struct, frozen=True):
    """A route: a pattern of custom ids, and the handler for their buttons, menus or forms.

    The `pattern` has places between its colons: `{pod:int}` a number that the bot wrote, `{channel:id}` an id of
    Discord's, `{way:newer|older}` one of some words, `{draft_key}` any text, and `{rest*}` all that follows. The `name`
    is used in metrics, rate limits and docs; the default is the words of the pattern between its places.

    With a class of `draft`, the handler receives the draft that the place `draft_key` names. With `picked`, it receives
    as `selection` the first value selected in the menu as that function parses it; None from the function refuses the
    press as an unknown button.
    """

    pattern: str
    handler: Handler
    access: AccessRule
    name: str = ""
    draft: type[InteractionDraft] | None = None
    picked: Callable[[str], object | None] | None = None

    @property
    def metrics_name(self) -> str:
        """The route's name in metrics, rate limits and docs."""
        return self.name or ":".join(re.findall(r"(?:^|(?<=:))[\w-]+(?=:|$)", _PLACE_PATTERN.sub("{}", self.pattern)))


class CustomIdRouteMatch(NamedTuple):
    """A route found for a custom id, with the values in that custom id."""

    route: CustomIdRoute
    values: Mapping[str, Any]

    async def call_route_handler(self, ctx: Context) -> None:
        """Call the route's handler with the values from the custom id.

        The handler also receives the selection and the draft if the route declares them. Raises `Refusal` if no known
        value was selected, or if the draft is gone, somebody else's or of another channel.
        """
        taken = dict(self.values)
        if self.route.picked is not None:
            taken["selection"] = _parse_first_menu_selection(ctx, self.route.picked)
        if self.route.draft is not None:
            taken["draft"] = ctx.find_draft_of_user(self.route.draft, taken["draft_key"])
        await run_handler_or_ask_to_confirm(ctx, self.route.handler, taken, self.route.access.rights)


def _parse_first_menu_selection(ctx: Context, parse_value: Callable[[str], object | None]) -> object:
    picked = parse_value(ctx.menu_values[0]) if ctx.menu_values else None
    if picked is None:
        raise Refusal("unknown-button")
    return picked


class CustomIdRouter:
    """A table of routes that finds the handler for a custom id."""

    def __init__(self, routes: Iterable[CustomIdRoute]) -> None:
        self.routes = tuple(routes)
        self._compiled: dict[str, list[tuple[re.Pattern[str], CustomIdRoute, set[str]]]] = {}
        for route in self.routes:
            kind = route.pattern.partition(":")[0]
            compiled = (
                re.compile(_build_custom_id_regex(route.pattern)),
                route,
                _find_numeric_placeholders_in_pattern(route.pattern),
            )
            self._compiled.setdefault(kind, []).append(compiled)

    def find_route(self, custom_id: str) -> CustomIdRouteMatch | None:
        """Return the first route whose pattern fits the custom id; None if none fits."""
        for pattern, route, numbers in self._compiled.get(custom_id.partition(":")[0], ()):
            found = pattern.fullmatch(custom_id)
            if found is not None and (values := _parse_values_in_custom_id(found.groupdict(), numbers)) is not None:
                return CustomIdRouteMatch(route, values)
        return None


_PLACE_PATTERN = re.compile(r"\{(\w+)(?::([\w|-]+))?(\*?)\}")


def _build_custom_id_regex(pattern: str) -> str:
    """Return the regular expression for a route's pattern of custom ids.

    `_parse_values_in_custom_id` validates the numbers.
    """

    def build_placeholder_regex(placeholder: re.Match[str]) -> str:
        name, kind, rest = placeholder.groups()
        if rest:
            return f"(?P<{name}>.*)"
        words = "" if kind in (None, "int", "id") else kind
        return f"(?P<{name}>{words or '[^:]*'})"

    return "(?s:" + _PLACE_PATTERN.sub(build_placeholder_regex, pattern) + ")"


def _find_numeric_placeholders_in_pattern(pattern: str) -> set[str]:
    return {f"{name}:{kind}" for name, kind, _ in _PLACE_PATTERN.findall(pattern) if kind in ("int", "id")}


def _parse_values_in_custom_id(
    matched_texts: Mapping[str, str], numeric_placeholders: set[str]
) -> Mapping[str, Any] | None:
    """Parse the values in a custom id; None if a number is malformed."""
    values: dict[str, Any] = dict(matched_texts)
    for number in numeric_placeholders:
        name, _, kind = number.partition(":")
        if not (is_ascii_number if kind == "int" else is_discord_id)(matched_texts[name]):
            return None
        values[name] = int(matched_texts[name])
    return values
