"""Who answers a button, a menu or a modal: its custom id alone decides.

- `pod:<number>:<action>` is a board's; `choose` and `turn` also name what was seen, `kick` whom;
- `log:<number>:<page>` turns the pages of a story;
- `life:<number>:…` is about life, poison and commander damage (see `life.pressed`);
- `form:<token>:<action or field>` is a report form's;
- `redo:<number>:<version>` takes a quick report back to correct it;
- `claim:<number>:<version>:<action>` is about what has to be confirmed, or is disputed;
- `override:<token>:<action>` is of the preview of a moderator's decision;
- `setup:<setting>:<action>` is the wizard's, where `all` stands for all settings, and menus are
  numbered;
- `house:<code>:<action>:<question>:<name>` makes a variant, whose answers the code holds;
- `audit:<page>` turns the pages of the audit trail;
- `leaders:<season>:<since>:<variant>:<table>:<page>` those of a leaderboard, empty where all count,
  and `pick` instead of a page is its menu of seasons and times;
- `post:<kind>:<number>` is below a weekly post, or the final table of a season;
- `past:<newer, older or at>:<player>:<ended>:<channel>:<number>` those of the history, beyond that
  pod or from it on; `past:open:<player>` opens one of its pods, and
  `past:story:<player>:<channel>:<number>:<page>` turns the pages of its story;
- `me:forget:<action>` answers whether somebody wants to be forgotten.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.front.interaction.desk import Asked
from bot.front.interaction.inputs import is_number
from bot.front.moderation import confirming, override, preview
from bot.front.moderation.override import Decisions
from bot.front.pods import actions, leaving, life
from bot.front.reports import form, quick_report
from bot.front.reports.form import Forms
from bot.front.server import audit_trail, house_variants, me, setup
from bot.front.standings import history, leaderboard, posted
from bot.front.standings.seasons import scope_of
from bot.rules.refusals import Refusal

_POD: Mapping[str, Callable[[Asked, int], Awaitable[None]]] = {
    "join": actions.join,
    "leave": actions.leave,
    "start": actions.start,
    "balance": actions.balance,
    "how": actions.how,
    "fair": actions.fair,
    "concede": actions.ask_concede,
    "leaving": actions.concede_after_all,
    "checklist": actions.checklist,
    "here": actions.here,
    "rematch": actions.rematch,
    "round": actions.rematch,
    "keep": leaving.keep,
    "life": life.show,
}

_ACTING = ("pod", "claim", "form", "override", "setup", "house", "me")
NAMES = frozenset(
    {
        *(f"pod:{action}" for action in ("choose", "side", "turn", "kick", "report", *_POD)),
        *(f"form:{action}" for action in ("filled", "menu", *form.ACTIONS)),
        *(f"override:{action}" for action in preview.ACTIONS),
        *(f"claim:{action}" for action in confirming.ACTIONS),
        *(f"setup:{action}" for action in setup.ACTIONS),
        *(f"house:{action}" for action in house_variants.ACTIONS),
        *(f"me:{action}" for action in me.ACTIONS),
        "life",
        "log",
        "redo",
        "audit",
        "leaders",
        "post",
        "past",
    }
)
"""Everything that can be pressed, as `name` says it."""


def name(data: Mapping[str, Any]) -> str:
    """What is pressed, without numbers and tokens; `unknown` if it is none of those above."""
    kind, _, action, last, *_ = (*str(data.get("custom_id", "")).split(":"), "", "", "")
    if kind == "claim":
        action = last
    if kind == "form" and "values" in data:
        action = "menu"
    found = f"{kind}:{action}" if kind in _ACTING else kind
    return found if found in NAMES else "unknown"


async def press(asked: Asked, forms: Forms, decisions: Decisions) -> None:
    """Does what the pressed component asks. Raises `Refusal` for one the bot does not know."""
    data: Mapping[str, Any] = asked.data or {}
    if name(data) not in NAMES:
        raise Refusal("unknown-button")
    values = [str(value) for value in data.get("values", ())]
    given = dict(_inputs(data.get("components", ())))  # into a modal
    match str(data.get("custom_id", "")).split(":"):
        case ["pod", number, *parts] if is_number(number):
            await _pressed(asked, forms, int(number), parts, values)
        case ["life", number, *parts] if is_number(number):
            await life.pressed(asked, forms, int(number), parts, [*values, *given.values()])
        case ["log", number, page] if is_number(number) and is_number(page):
            await actions.tell(asked, int(number), int(page))
        case ["redo", number, version] if is_number(number) and is_number(version):
            await quick_report.correct(asked, forms, int(number), int(version))
        case ["claim", number, version, action] if is_number(number) and is_number(version):
            pod, of = int(number), int(version)
            if action in confirming.FILLED:
                await confirming.filled(asked, decisions, pod, of, action, given)
            else:
                await confirming.pressed(asked, pod, of, action, values)
        case ["override", token, action]:
            await override.pressed(asked, forms, decisions, token, action, values)
        case ["setup", setting, action, *_]:
            await setup.pressed(asked, setting, action, values)
        case ["house", code, action, about, *called]:
            await house_variants.pressed(
                asked, action, (code, about, ":".join(called)), values, given
            )
        case ["audit", page] if is_number(page):
            await audit_trail.show(asked, int(page))
        case ["leaders", season, since, variant, table, page] if is_number(page):
            await leaderboard.show(asked, scope_of(season, since, variant, table), int(page))
        case ["post", "week" | "season" as post, number] if is_number(number):
            await posted.pressed(asked, post, int(number))
        case ["leaders", "", "", variant, table, "pick"] if values:
            await leaderboard.pick(asked, variant, table, values[0])
        case ["past", *parts]:
            await history.pressed(asked, parts, values)
        case ["me", "forget", action]:
            await me.pressed(asked, action)
        case ["form", token, "filled"]:
            await form.filled(asked, forms, token, given)
        case ["form", token, field] if "values" in data:
            await form.selected(asked, forms, token, field, values)
        case ["form", token, "send" | "cancel" as action] if forms.replaces(token):
            await override.replaced(asked, forms, decisions, token, action)
        case ["form", token, action]:
            await form.pressed(asked, forms, token, action)
        case _:
            raise Refusal("unknown-button")


async def _pressed(
    asked: Asked, forms: Forms, number: int, parts: Sequence[str], values: Sequence[str]
) -> None:
    """What is on a board; `parts` follow its number."""
    match parts:
        case ["choose", *question] if values:
            await actions.choose(asked, number, ":".join(question), values[0])
        case ["side"] if values:
            await actions.side(asked, number, values[0])
        case ["turn", ended] if is_number(ended):
            await actions.turn(asked, number, int(ended))
        case ["kick", player]:
            await leaving.kick(asked, number, player)
        case ["report"]:
            await form.open_form(asked, forms, number)
        case [action] if action in _POD:
            await _POD[action](asked, number)
        case _:
            raise Refusal("unknown-button")


def _inputs(components: Any) -> Iterator[tuple[str, str]]:
    """What a modal was filled with, by custom ids, however deep Discord nests them."""
    for component in components:
        if "value" in component:
            yield str(component.get("custom_id")), str(component["value"])
        elif component.get("values"):
            yield str(component.get("custom_id")), str(component["values"][0])
        inner = component.get("components", ())
        yield from _inputs([component["component"]] if "component" in component else inner)
