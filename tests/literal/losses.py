"""The losses of one moment (ESC-D3, ESC-D6): whose they are, on the teams as they stand."""

from dataclasses import replace

from tests.literal.blame import Loss, find_master
from tests.literal.facts import Fact, Source, read_fact
from tests.literal.sheet import Sheet
from tests.literal.telling import Entry, Refused


def gather_facts(sheet: Sheet, report: list[Entry]) -> list[Fact]:
    """What a report tells: a team's life entries are one, and the master's (ESC-D3)."""
    facts: list[Fact] = []
    for entry in report:
        fact = read_fact(entry)
        if fact.cause == "life":
            fact = replace(fact, loser=sheet.team(fact.loser)[0])
        fact = _forget_friends(sheet, fact)
        twins = [f for f in facts if (f.loser, f.cause) == (fact.loser, "life")]
        if twins and fact.cause == "life":
            facts[facts.index(twins[0])] = merge_facts(twins[0], fact)
        else:
            facts.append(fact)
    losers = {fact.loser for fact in facts}
    if len(losers) < len(facts):
        raise Refused("a player appears once in a report (ESC-D21)")
    return facts


def _forget_friends(sheet: Sheet, fact: Fact) -> Fact:
    """ESC-D21: a controller who is the loser, or a master's own servant, is not there."""
    controllers = (fact.controlled_by, fact.kindslaver)
    by, kindslaver = (None if c is None or fact.loser in (c, find_master(sheet, c)) else c for c in controllers)
    return replace(fact, controlled_by=by, kindslaver=kindslaver)


def list_losses(sheet: Sheet) -> list[Loss]:
    """Whose they are and who is on the loser's side, on the teams as they stand."""
    facts = [_forget_friends(sheet, fact) for fact in sheet.facts]
    return [Loss(fact.loser, fact, _list_side(sheet, fact)) for fact in facts]


def _list_side(sheet: Sheet, fact: Fact) -> list[str]:
    """For the team's life all its members, also those who have left it since."""
    if fact.cause != "life":
        return [fact.loser]
    return [player for player in sheet.seats if find_master(sheet, player) == fact.loser]


def merge_facts(first: Fact, second: Fact) -> Fact:
    """ESC-D21: their sources are put together, the amounts of one object added."""
    sources = list(first.sources)
    unmatched = list(range(len(sources)))
    for source in second.sources:
        same = next((i for i in unmatched if _is_same(sources[i], source)), None)
        if same is None:
            sources.append(source)
        else:
            unmatched.remove(same)
            sources[same] = replace(sources[same], amount=sources[same].amount + source.amount)
    return replace(
        first,
        sources=tuple(sources),
        controlled_by=first.controlled_by or second.controlled_by,
        kindslaver=first.kindslaver or second.kindslaver,
        protection=first.protection or second.protection,
    )


def _is_same(one: Source, other: Source) -> bool:
    names = (one.object, one.controller, one.owner)
    return one.object is not None and names == (other.object, other.controller, other.owner)
