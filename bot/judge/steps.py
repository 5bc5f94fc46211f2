"""The steps of one way to an outcome, as the rules tell them: what was applied, and who chose."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from bot.judge.moment import NOWHERE, REDIRECTION, SELF, Moment, Share
from bot.judge.paths import Move


class Step(Struct, frozen=True):
    """Something that was applied to a part, or chosen for it.

    `effect` is the name of an effect, or `self`, `redirection`, `assign`; `by` is who chose, if
    anybody had to; `to` and `amount` are the part's afterwards, None and 0 if nothing is left.
    """

    part: int
    effect: str
    by: str | None
    to: str | None
    amount: int
    rule: str


def tell_steps(moment: Moment, starts: Iterable[Share], moves: Iterable[Move]) -> Iterator[Step]:
    """Tell the assignment of each part, then the moves in their order.

    A move's part has been assigned what it begins with: `starts` has a share for each part.
    """
    left = moment.left
    for part, share in enumerate(starts):
        if len(moment.ways[part]) > 1:
            yield _tell(moment, part, share, "assign", moment.parts[part].controller, "PW-8")
    for part, before, pick, after in moves:
        controller = moment.parts[part].controller
        if pick == SELF:
            yield _tell(moment, part, after, "self", None, "PW-10")
        elif pick == REDIRECTION:
            yield _tell(moment, part, after, "redirection", controller, "PW-9")
        else:
            picks = moment.list_picks(part, before, moment.find_usable(left))
            by = moment.question.player if len(picks) > 1 else None
            _, left = moment.apply(pick, before, left)
            yield _tell(moment, part, after, moment.effects[pick].name, by, "PW-10")


def _tell(moment: Moment, part: int, share: Share, effect: str, by: str | None, rule: str) -> Step:
    to = None if share.place == NOWHERE else moment.places[share.place]
    return Step(part, effect, by, to, share.amount, rule)
