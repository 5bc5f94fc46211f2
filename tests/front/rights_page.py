"""`docs/rights.md`: who may ask what, and how often, as the bot's own rows say.

python -m tests.front.rights_page > docs/rights.md
"""

from collections.abc import Iterator, Mapping, Sequence

from bot.front.gateway.features import ACCESS, COMMAND_ACCESS, ROUTE_ACCESS
from bot.front.interaction.rate_limits import DEFAULT_LIMITS, RateClass, TokenBucketRateLimit
from bot.front.interaction.routes import AccessRule
from bot.i18n import load_translations
from bot.rules.rights import Role
from bot.service.rights import is_right_granted_to_roles
from tests.messages import list_variables_by_message_key

KINDS: Mapping[str, Sequence[Role]] = {
    "outsider": (),
    "player": ("player",),
    "loser": ("player",),
    "host": ("player", "host"),
    "moderator": ("moderator",),
    "administrator": ("moderator", "administrator"),
}
"""People of the server, and what they are."""

BESIDES: Mapping[Role, str] = {
    "maker": "who made the report",
    "asked": "who is asked",
    "confirmer": "who has to confirm, or disputes a duel",
    "owner": "who began it",
    "active": "who has the turn",
    "bringer": "who brought the guest",
    "offered": "who is offered the seat",
}
"""What somebody can be besides."""

HEAD = """\
# Who may ask what

Made from the bot's own rows by `python -m tests.front.rights_page > docs/rights.md`; a test plays
every cell. ✔: they may, if the game is at a point where it makes sense. A code: they are refused
with that text, see below, and nothing changes.

The rights are looked up anew for each command and each press, whoever was shown the button. An
*outsider* is a member who is not in the game; a *loser* is a player whose defeat was reported; a
*moderator* has the server's moderator role, or may manage messages where it has chosen none; an
*administrator* may manage the server. Someone on *another server* (here an administrator of it)
cannot touch this server: a ✔ means that the command works on their own. Discord does not let
*banned* users use commands at all.

What a moderator decided is taken back by a moderator alone, whoever else may `/undo` reports.
Once a game counts, `/undo` and *Close the pod* are refused with `counted` to everybody: moderators
change it with `/override`, which asks for a reason. Where a server wants another moderator to
decide, one who plays in the game is refused with `other-moderator`; who has decided about what is
disputed, with `decided-already`. In a duel it takes both players to take dice or an end back, and
to close it: one asks, the other agrees. Who ended a duel is refused with `dispute-own` if they
dispute that.

Who chooses in the place of a player, the host or a moderator, is refused with `choice-early` until
the player has been silent for as long as the server has set, and with `choice-own` if the choice is
in their own favour, also in a correction; who enters such a choice, with `choice-own-entered`.

Who sat in a game and is out of it calls no draw there (`draw-out`), also as the organiser of its night.
The organiser of a night who plays in a pod of it, or acts for a guest there, calls no draw in it, removes
nobody and closes no game that has begun, even as its host (`night-own-pod`). Where they do not play, they
confirm a draw that has waited for a player for a day. They take no round back in which they are
(`night-own-undo`), and as long as they play they drop nobody else who is there (`night-own-drop`).
Who is in a night's round, plays or sits out, or brought a guest who does, moves nobody about in it and
undoes no such move, also as its organiser (`night-own-round`). A moderator may do all this, unless the
server wants another one to decide. A moderator who names another player's deck, corrects one in a game that counts,
or undoes a step of a duel as a moderator alone is refused with `reason` until they give one, and so is
whoever draws a round of a night again. What was proposed (a merge of accounts, a claim of a guest) is
carried out only if its proposer could still propose it, and within a week (`proposal-lapsed`).
"""

LIMITS = """\
## How often

Every row has a pace. Whoever is faster is refused with `too-fast` and told when to try again; what
is offered while somebody types is left out for a moment. Limits are kept in memory and forgotten
at a restart.
"""

REFUSED = """\
## What the refused are told
"""


def refusal(action: AccessRule, roles: Sequence[Role]) -> str:
    """The code with which somebody is refused; empty if they may."""
    return next((right.refusal for right in action.rights if not is_right_granted_to_roles(right, roles)), "")


def besides(action: AccessRule) -> set[Role]:
    """What somebody need only be besides to be allowed."""
    return {role for right in action.rights for role in right.roles} & set(BESIDES)


def page() -> str:
    """All of it, in Markdown."""
    commands = {name: _command(name) for name in COMMAND_ACCESS}
    pressed = {name: f"`{name}`" for name in ROUTE_ACCESS}
    parts = [
        HEAD,
        "## Commands\n",
        *_rows(commands),
        "\n## Buttons, menus and modals, by their custom ids\n",
        *_rows(pressed),
        f"\n{LIMITS}",
        *_limits(),
        f"\n{REFUSED}",
        *_refusals(),
    ]
    return "\n".join(parts) + "\n"


def _rows(called: Mapping[str, str]) -> Iterator[str]:
    heads = ["", *KINDS, "other server", "banned", "also", "pace"]
    yield _line(heads)
    yield _line(["---"] * len(heads))
    for name, shown in called.items():
        action = ACCESS[name]
        cells = [_cell(refusal(action, roles)) for roles in KINDS.values()]
        also = ", ".join(said for role, said in BESIDES.items() if role in besides(action))
        yield _line([shown, *cells, _cell(action.elsewhere), "–", also, action.pace])


def _command(name: str) -> str:
    return f"*{name}*" if name[0].isupper() else f"`/{name}`"


def _cell(code: str) -> str:
    return f"`{code}`" if code else "✔"


def _limits() -> Iterator[str]:
    yield _line(["pace", "each person", "each server"])
    yield _line(["---"] * 3)
    paces: tuple[RateClass, ...] = ("playing", "costly", "typing")
    for pace in paces:
        yield _line([pace, _rate(DEFAULT_LIMITS.person.get(pace)), _rate(DEFAULT_LIMITS.server.get(pace))])
    most = DEFAULT_LIMITS
    yield f"\nA server has at most {most.open:.0f} open pods, and {most.opened:.0f} of each opener."


def _rate(rate: TokenBucketRateLimit | None) -> str:
    return f"{rate.at_once} at once, then {1 / rate.seconds:g} a second" if rate else "–"


def _refusals() -> Iterator[str]:
    codes = {"too-fast", "many-opened", "many-open"}
    codes |= {"counted", "other-moderator", "decided-already", "dispute-own"}
    codes |= {"choice-early", "choice-own", "choice-own-entered", "draw-out", "proposal-lapsed", "reason"}
    codes |= {"night-own-pod", "night-own-undo", "night-own-drop"}
    for action in ACCESS.values():
        codes |= {action.elsewhere, *(right.refusal for right in action.rights)} - {""}
    text = load_translations("en")
    yield _line(["code", "text"])
    yield _line(["---"] * 2)
    for code in sorted(codes):
        key = f"refusal-{code}"
        yield _line([f"`{code}`", text(key, **dict.fromkeys(list_variables_by_message_key("en")[key], "…"))])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print(page(), end="")
