"""Necromancer: bonds between two players (necromancer.md)."""

from dataclasses import dataclass

from tests.literal.facts import Fact
from tests.literal.loops import list_looped
from tests.literal.sheet import Result, Sheet, Verdict
from tests.literal.simple import find_responsible, name_source
from tests.literal.telling import Refused


@dataclass
class Fate:
    """What becomes of one loser: a new master, nobody, or nothing any more."""

    responsible: str | None
    becomes: str
    rule: str


def concede(sheet: Sheet, player: str) -> None:
    """NEC-14, NEC-D3."""
    _remove(sheet, player)
    _end(sheet)


def _remove(sheet: Sheet, player: str) -> None:
    for minion in sheet.servants(player):
        sheet.unbind(minion)
    sheet.remove(player)


def settle(sheet: Sheet, facts: list[Fact]) -> None:
    """All losses of one moment, on the bonds as they stood before (NEC-D4)."""
    beaten_by = {fact.loser: find_responsible(fact, [fact.loser]) for fact in facts}
    fates = {loser: _find_fate(sheet, loser, by, beaten_by) for loser, by in beaten_by.items()}
    _break_loops(fates)
    _forsake(fates)
    free = _list_free(sheet, fates)
    if len(free) <= 1:
        rule = "NEC-13" if free else "NEC-D5"
        fates = {loser: Fate(beaten_by[loser], "beaten", rule) for loser in fates}
        sheet.result = _count_points(sheet, free)
    else:
        _apply(sheet, fates)
    _give_verdicts(sheet, facts, fates)


def _find_fate(sheet: Sheet, loser: str, by: str | None, beaten: dict[str, str | None]) -> Fate:
    master = sheet.master.get(loser)
    if by is None:
        return Fate(None, "masterless", "NEC-12")
    if master == by:
        return Fate(by, "out", "NEC-9")
    if sheet.master.get(by) == loser and by not in beaten:
        return Fate(by, "servant", "NEC-11")
    return Fate(by, "servant", "NEC-2" if sheet.status[loser] == "master" else "NEC-10")


def _break_loops(fates: dict[str, Fate]) -> None:
    """NEC-D4: players whose new bonds would form a loop all rise masterless."""
    bonds = {loser: fate.responsible for loser, fate in fates.items() if fate.becomes == "servant"}
    for loser in list_looped(bonds):
        fates[loser] = Fate(None, "masterless", "NEC-D4")


def _forsake(fates: dict[str, Fate]) -> None:
    """NEC-D3: whose new master leaves at that moment is masterless."""
    gone = [loser for loser, fate in fates.items() if fate.becomes == "out"]
    for loser, fate in fates.items():
        if fate.becomes == "servant" and fate.responsible in gone:
            fates[loser] = Fate(None, "masterless", "NEC-D4")


def _list_free(sheet: Sheet, fates: dict[str, Fate]) -> list[str]:
    """Who will be left who is neither a minion nor out."""
    freed = [fate.responsible for fate in fates.values() if fate.rule == "NEC-11"]
    kept = [player for player in sheet.masters() if player not in fates]
    return [player for player in sheet.seats if player in kept or player in freed]


def _apply(sheet: Sheet, fates: dict[str, Fate]) -> None:
    for loser, fate in fates.items():
        if fate.becomes == "out":
            _remove(sheet, loser)
    for loser, fate in fates.items():
        if fate.becomes == "masterless":
            sheet.unbind(loser)
        elif fate.responsible is not None and fate.becomes == "servant":
            if fate.rule == "NEC-11":
                sheet.free(fate.responsible)
            sheet.bind(loser, fate.responsible)
        if fate.becomes != "out":
            sheet.phased.add(loser)  # NEC-5


def _give_verdicts(sheet: Sheet, facts: list[Fact], fates: dict[str, Fate]) -> None:
    for fact in facts:
        fate = fates[fact.loser]
        source = name_source(fact)
        verdict = Verdict(fact.loser, fate.responsible, fate.becomes, fate.rule, source)
        sheet.verdicts.append(verdict)


def _end(sheet: Sheet) -> None:
    """NEC-13, NEC-D5."""
    if len(sheet.masters()) <= 1:
        sheet.result = _count_points(sheet, sheet.masters())


def win(sheet: Sheet, player: str) -> None:
    if sheet.status[player] != "master":
        raise Refused("a minion's winning effect wins nothing (NEC-D8)")
    sheet.result = _count_points(sheet, [player])


def draw(sheet: Sheet) -> None:
    sheet.result = _count_points(sheet, [])


def _count_points(sheet: Sheet, winners: list[str]) -> Result:
    return Result(winners, not winners, {p: 3 if p in winners else 0 for p in sheet.seats})
