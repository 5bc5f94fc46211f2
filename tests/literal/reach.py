"""Ranges of influence and possible attacks of players (TAB-12 to TAB-33, ESC-D13, NEC-6, NEC-8, NEC-D9).

Whoever is phased out reaches nobody, and nobody reaches them; their seat counts for distance.
"""

from tests.literal.formats import FORMATS
from tests.literal.sheet import Sheet


def list_in_range(sheet: Sheet, player: str) -> list[str] | None:
    """Everybody whom the player reaches; None where the pod has no range."""
    limit = sheet.options.range
    if limit is None:
        return None
    if player not in _list_here(sheet):
        return []
    team = _list_team_of_this_turn(sheet, player)
    reached = set(team).union(*(_list_near(sheet, member, limit) for member in team))
    return [other for other in _list_here(sheet) if other in reached and other != player]


def _list_here(sheet: Sheet) -> list[str]:
    """The players in the game who are not phased out (NEC-5, RSP-2)."""
    return [player for player in sheet.present() if player not in sheet.phased]


def _list_team_of_this_turn(sheet: Sheet, player: str) -> list[str]:
    """A servant and their master share range in Esclave, from the turn after they joined."""
    assert sheet.turn is not None
    if sheet.variant != "esclave":
        return [player]
    masters = sheet.turn.masters
    head = masters.get(player, player)
    return [one for one in sheet.turn.ring if masters.get(one, one) == head]


def _list_near(sheet: Sheet, player: str, limit: int) -> set[str]:
    """Those who sat at most so many seats away when the turn began (TAB-13)."""
    assert sheet.turn is not None
    ring = sheet.turn.ring
    if player not in ring:
        return set()
    at = ring.index(player)
    return {ring[(at + n) % len(ring)] for n in range(-limit, limit + 1)}


def list_attacked(sheet: Sheet, player: str) -> list[str]:
    """Everybody whom the player may attack."""
    if player not in _list_here(sheet):
        return []
    near = list_in_range(sheet, player)
    offered = _list_offered(sheet, player)
    reached = offered if near is None else offered & set(near)
    return [
        other
        for other in _list_here(sheet)
        if other in reached and other != player and not _is_spared(sheet, player, other)
    ]


def _list_offered(sheet: Sheet, player: str) -> set[str]:
    """The players whom the attack option and the table's own rule offer from the player's own seat."""
    assert sheet.turn is not None
    ring, option, whom = sheet.turn.ring, sheet.options.attack, FORMATS[sheet.table].whom
    sides = {"left": 1, "right": -1}
    if option not in sides and whom == "anyone":
        return set(sheet.present())
    if player not in ring:
        return set()
    at = ring.index(player)
    if option in sides:
        return {ring[(at + sides[option]) % len(ring)]}
    if whom == "next":
        return {ring[at - 1], ring[(at + 1) % len(ring)]}
    return _list_facing(sheet, player) if whom == "across" else set(list_opponents_across(sheet, player))


def _list_facing(sheet: Sheet, player: str) -> set[str]:
    """TAB-30: the seat across, or whoever of the other side sits nearest to it."""
    assert sheet.turn is not None
    seats = sheet.seats
    facing = len(seats) - 1 - seats.index(player)
    other_side = [p for p in sheet.turn.ring if sheet.sides[p] != sheet.sides[player]]
    away = {p: abs(seats.index(p) - facing) for p in other_side}
    return {p for p in other_side if away[p] == min(away.values())}


def list_opponents_across(sheet: Sheet, player: str) -> list[str]:
    """TAB-32: the two who sit across a pentagon."""
    at = sheet.seats.index(player)
    return [sheet.seats[(at + 2) % 5], sheet.seats[(at + 3) % 5]]


def _is_spared(sheet: Sheet, player: str, other: str) -> bool:
    """A teammate, now or when the turn began; in Necromancer a master or fellow minion."""
    assert sheet.turn is not None
    if sheet.sides:
        return sheet.sides[player] == sheet.sides[other]
    now, then = sheet.master, sheet.turn.masters
    if sheet.variant == "esclave":
        return any(m.get(player, player) == m.get(other, other) for m in (now, then))
    if sheet.variant == "necromancer" and player in now:
        return other in (now[player],) or now.get(other) == now[player]
    return False
