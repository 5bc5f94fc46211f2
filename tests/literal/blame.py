"""Who is responsible in Esclave (ESC-20 to ESC-43): one defeat, on the teams as they are."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.literal.facts import Fact, Source, name_first
from tests.literal.sheet import Sheet

RULE_OF_ONE = {"life": "ESC-21", "poison": "ESC-23", "effect": "ESC-25", "commander": "ESC-D8"}
RULE_OF_ONE["library"] = "ESC-D4"
RULE_OF_SEVERAL = {"life": "ESC-22", "poison": "ESC-24", "effect": "ESC-25"}
RULE_OF_SEVERAL |= {"commander": "ESC-25", "library": "ESC-25"}
RULE_INSIDE = {"life": "ESC-32", "poison": "ESC-34", "effect": "ESC-35", "commander": "ESC-D8"}
RULE_INSIDE["library"] = "ESC-33"
MEASURED = ("life", "poison")


@dataclass
class Blame:
    """What the facts say: the players among whom the loser may choose, who answer for each object.

    `options` are masters (ESC-40) who are still in the game; none, and nobody is responsible.
    `objects` are the equal objects with whom each is laid to; `traitors` the loser's servants who
    directly took the decision (ESC-D3).
    """

    options: list[str]
    rule: str
    objects: Sequence[tuple[Source, str | None]]
    traitors: list[str] = field(default_factory=list)

    def name_source(self, responsible: str | None) -> str | None:
        """The first that is named of the equal objects that the responsible player answers for."""
        theirs = [source for source, answers in self.objects if answers == responsible]
        return name_first(theirs or [source for source, _ in self.objects])


@dataclass
class Loss:
    """A defeat as ESC-D3 sees it: whose it is, and which players are on the loser's side for it."""

    loser: str
    fact: Fact
    side: list[str]

    @property
    def by_life(self) -> bool:
        return self.fact.cause == "life"


def blame(sheet: Sheet, loss: Loss) -> Blame:
    fact = loss.fact
    if fact.protection is not None:
        return _blame_protection(sheet, loss, fact.protection)
    if fact.cause == "library":
        return _blame_draw(sheet, loss)
    equal = list(fact.sources)
    if fact.cause in MEASURED:
        most = max(source.amount for source in equal)
        equal = [source for source in equal if source.amount == most]
    rules = RULE_OF_ONE if len(fact.sources) == 1 else RULE_OF_SEVERAL
    return _weigh(sheet, loss, equal, rules[fact.cause])


def _weigh(sheet: Sheet, loss: Loss, equal: list[Source], rule: str) -> Blame:
    """Equal objects of the loser, of who serves the loser, and of others (ESC-36, ESC-D21)."""
    mine = [source for source in equal if source.controller in loss.side]
    others = [source for source in equal if source.controller not in loss.side]
    if not _prevail(loss, mine, others):
        return _blame_inside(sheet, loss, mine)
    serving = [source for source in others if find_master(sheet, source.controller) == loss.loser]
    strangers = [source for source in others if source not in serving]
    if not _prevail(loss, serving, strangers):
        return _blame_treason(loss, serving)
    only_one = len({source.controller for source in strangers}) == 1
    tied = _is_tied(loss, mine + serving, strangers)
    measured = loss.fact.cause in MEASURED
    return _blame_outside(sheet, strangers, measured, "ESC-36" if tied and only_one else rule)


def _is_tied(loss: Loss, mine: list[Source], others: list[Source]) -> bool:
    if loss.fact.cause in MEASURED or not mine:
        return bool(mine)
    return _count_most(mine) == _count_most(others)


def _count_most(sources: list[Source]) -> int:
    return max(Counter(source.controller for source in sources).values(), default=0)


def _blame_treason(loss: Loss, serving: list[Source]) -> Blame:
    """ESC-D3: ESC-40 leads back to the loser; servants who decided it leave with their master."""
    most = _find_most(source.controller for source in serving)
    theirs = [source for source in serving if source.controller in most]
    traitors = [source.controller for source in theirs if source.voluntary]
    equal = serving if loss.fact.cause in MEASURED else theirs
    return Blame([], "ESC-D3", [(source, None) for source in equal], list(dict.fromkeys(traitors)))


def _prevail(loss: Loss, mine: list[Source], others: list[Source]) -> bool:
    """ESC-36, and ESC-D21 for effects: the others, unless the loser controls more than they do."""
    if loss.fact.cause in MEASURED or not others:
        return bool(others)
    return _count_most(mine) <= _count_most(others)


def _blame_protection(sheet: Sheet, loss: Loss, ended: Source) -> Blame:
    """ESC-43."""
    return _weigh(sheet, loss, [ended], "ESC-43")


def _blame_draw(sheet: Sheet, loss: Loss) -> Blame:
    """ESC-33, ESC-D4: external only where an opponent's effect forces the draw."""
    forced = [source for source in loss.fact.sources if source.forced]
    if any(source.controller not in loss.side for source in forced):
        rules = RULE_OF_ONE if len(forced) == 1 else RULE_OF_SEVERAL
        return _weigh(sheet, loss, forced, rules["library"])
    return _blame_inside(sheet, loss, forced or list(loss.fact.sources))


def _blame_outside(sheet: Sheet, equal: list[Source], measured: bool, rule: str) -> Blame:
    """ESC-20 to ESC-25: who controls the most of the equal objects, else the loser's choice.

    Where nothing is measured, equal are the objects of those who control equally many.
    """
    chosen = _find_most(source.controller for source in equal)
    laid = [(s, find_master(sheet, s.controller)) for s in equal if measured or s.controller in chosen]
    return _point_at(sheet, chosen, rule, laid)


def _blame_inside(sheet: Sheet, loss: Loss, mine: list[Source]) -> Blame:
    """ESC-30 to ESC-36, ESC-41, ESC-42, ESC-D11."""
    fact = loss.fact
    for controller, rule in ((fact.kindslaver, "ESC-42"), (fact.controlled_by, "ESC-41")):
        if controller is not None:
            return _point_at(sheet, [controller], rule, [(s, controller) for s in mine])
    rule = RULE_INSIDE[fact.cause]
    if fact.cause == "library":
        return Blame([], rule, [(source, None) for source in mine])
    compelled = [source for source in mine if not source.voluntary]
    given = [source for source in compelled if source.owner not in loss.side]
    if not given:
        return Blame([], rule, [(source, None) for source in compelled or mine])
    strangers = [s for s in given if find_master(sheet, s.owner) != loss.loser]
    if not strangers:
        return Blame([], "ESC-D3", [(source, None) for source in given])
    several = len({source.owner for source in strangers}) > 1
    most = _find_most(source.owner for source in strangers)
    laid = [(source, find_master(sheet, source.owner)) for source in strangers]
    return _point_at(sheet, most, "ESC-D11" if several else rule, laid)


def _find_most(named: Iterable[str]) -> list[str]:
    """Who is named the most often; several if equally often."""
    counts = Counter(named)
    return [player for player, count in counts.items() if count == max(counts.values())]


def find_master(sheet: Sheet, player: str) -> str:
    """ESC-40; of somebody who has left, whom they served then."""
    return sheet.master.get(player) or sheet.left_serving.get(player, player)


def _point_at(sheet: Sheet, players: list[str], rule: str, objects: Sequence[tuple[Source, str | None]]) -> Blame:
    """The masters of these players; who has left meanwhile falls away (ESC-D17)."""
    masters = list(dict.fromkeys(find_master(sheet, player) for player in players))
    options = [master for master in masters if master in sheet.present()]
    if not options:
        return Blame([], "ESC-D17", objects)
    named = [player for player in players if find_master(sheet, player) in options]
    return Blame(options, "ESC-40" if len(options) == 1 and named != options else rule, objects)
