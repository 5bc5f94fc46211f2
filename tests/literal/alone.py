"""Where nobody serves: Respawn (RSP) and elimination (TAB-2 to TAB-10, TAB-20 to TAB-32)."""

from tests.literal.facts import Fact
from tests.literal.formats import FORMATS, find_emperors
from tests.literal.losses import merge_facts
from tests.literal.reach import list_opponents_across
from tests.literal.sheet import Result, Sheet, Verdict
from tests.literal.simple import find_responsible, name_source
from tests.literal.telling import Refused
from tests.literal.turns import take_markers_away


def respawn(sheet: Sheet, facts: list[Fact]) -> None:
    """RSP-3: whoever defeats an opponent has a point, who loses has one less."""
    for fact in facts:
        by = find_responsible(fact, [fact.loser])
        if by is not None:
            sheet.score[by] = sheet.score.get(by, 0) + 1
        sheet.score[fact.loser] = sheet.score.get(fact.loser, 0) - 1
        sheet.phased.add(fact.loser)  # RSP-2
        verdict = Verdict(fact.loser, by, "rejoins", "NEC-D1", name_source(fact))
        sheet.verdicts.append(verdict)


def stop_respawn(sheet: Sheet) -> None:
    """RSP-4: the most points of those present win, equal points share the win."""
    points = {player: sheet.score.get(player, 0) for player in sheet.seats}
    best = max((points[player] for player in sheet.present()), default=0)
    winners = [player for player in sheet.present() if points[player] == best]
    sheet.result = Result(winners, not winners, points)


def join(sheet: Sheet, player: str) -> None:
    """RSP-1, RSP-2, RSP-D1: in the same seat, or in the last one, and first apart from the game."""
    if sheet.variant != "respawn" or sheet.status.get(player, "out") != "out":
        raise Refused("nobody joins here")
    if player not in sheet.seats:
        if len(sheet.seats) >= max(FORMATS[sheet.table].numbers):
            raise Refused("the table is full")
        sheet.seats.append(player)
    sheet.status[player] = "master"
    sheet.out_as.pop(player, None)
    sheet.phased.add(player)


def concede(sheet: Sheet, player: str) -> None:
    """TAB-8, RSP-3."""
    sheet.remove(player)
    if sheet.variant == "respawn":
        sheet.score[player] = sheet.score.get(player, 0) - 1
    else:
        _lose_with_emperor(sheet)
    take_markers_away(sheet, [player])
    if sheet.variant == "elimination":
        _end(sheet)


def eliminate(sheet: Sheet, told: list[Fact]) -> None:
    """TAB-9: who loses leaves; TAB-6: all who remain at once, and it is a draw."""
    facts = _gather(sheet, told)
    left = list(sheet.present())
    for fact in facts:
        for player in _list_struck(sheet, fact):
            if player in sheet.present():
                sheet.remove(player)
    _lose_with_emperor(sheet)
    take_markers_away(sheet, [player for player in left if player not in sheet.present()])
    _end(sheet)
    for fact in facts:
        by = find_responsible(fact, _list_side(sheet, fact))
        rule, becomes = "NEC-D1", "out"
        if sheet.result is not None:
            rule = "TAB-6" if sheet.result.draw else FORMATS[sheet.table].rule
            becomes = "beaten"
        sheet.verdicts.append(Verdict(fact.loser, by, becomes, rule, name_source(fact)))


def _gather(sheet: Sheet, told: list[Fact]) -> list[Fact]:
    """In two-headed giant a team's life entries are one defeat (TAB-D6)."""
    facts: list[Fact] = []
    for fact in told:
        shared = [f for f in facts if fact.cause == f.cause and _share_life(sheet, f, fact.loser)]
        if shared:
            facts[facts.index(shared[0])] = merge_facts(shared[0], fact)
        else:
            facts.append(fact)
    return facts


def _share_life(sheet: Sheet, fact: Fact, player: str) -> bool:
    return player in _list_side(sheet, fact)


def _list_side(sheet: Sheet, fact: Fact) -> list[str]:
    """Whose sources are the loser's own doing: the team's, where its life is lost (TAB-D6)."""
    if sheet.table != "two-headed-giant" or fact.cause != "life":
        return [fact.loser]
    return [p for p in sheet.seats if sheet.sides[p] == sheet.sides[fact.loser]]


def _list_struck(sheet: Sheet, fact: Fact) -> list[str]:
    """TAB-29: at 0 the whole team loses."""
    return _list_side(sheet, fact)


def _lose_with_emperor(sheet: Sheet) -> None:
    """TAB-31."""
    if sheet.table == "emperor":
        for emperor in find_emperors(sheet.seats):
            if sheet.status[emperor] == "out":
                _remove_side(sheet, sheet.sides[emperor])


def _remove_side(sheet: Sheet, side: int) -> None:
    for player in sheet.present():
        if sheet.sides[player] == side:
            sheet.remove(player)


def _end(sheet: Sheet) -> None:
    """The last player, the last team, or in a pentagon whoever's opponents have both lost."""
    left = sheet.present()
    if sheet.table == "pentagon":
        winners = [p for p in left if not set(list_opponents_across(sheet, p)) & set(left)]
        if winners or not left:
            _finish(sheet, winners)
    elif sheet.sides:
        sides = {sheet.sides[player] for player in left}
        if len(sides) <= 1:
            _finish(sheet, [p for p in sheet.seats if sheet.sides[p] in sides])
    elif len(left) <= 1:
        _finish(sheet, left)


def _finish(sheet: Sheet, winners: list[str]) -> None:
    """TAB-D4, TAB-D7."""
    points = {player: 3 if player in winners else 0 for player in sheet.seats}
    sheet.result = Result(winners, not winners, points)


def win(sheet: Sheet, player: str) -> None:
    """TAB-3, TAB-D7: every opponent is out."""
    if sheet.variant == "respawn":
        raise Refused("win and draw are refused (RSP-D1)")
    losing = [other for other in _list_opponents(sheet, player) if other in sheet.present()]
    for other in losing:
        sheet.remove(other)
    take_markers_away(sheet, losing)
    _end(sheet)


def _list_opponents(sheet: Sheet, player: str) -> list[str]:
    if sheet.table == "pentagon":
        return list_opponents_across(sheet, player)
    if sheet.sides:
        return [p for p in sheet.seats if sheet.sides[p] != sheet.sides[player]]
    return [p for p in sheet.seats if p != player]


def draw(sheet: Sheet) -> None:
    if sheet.variant == "respawn":
        raise Refused("win and draw are refused (RSP-D1)")
    _finish(sheet, [])
