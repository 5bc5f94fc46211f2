"""Order and owners of turns (ESC-D13, ESC-D21, NEC-5, TAB-1, TAB-28, TAB-D6, TAB-D7)."""

from tests.literal.sheet import Sheet, Turn


def begin_first_turn(sheet: Sheet, first: str) -> None:
    """Turn 1: the first marker goes to the first player, the next four seats to the left."""
    ring = sheet.present()
    at = ring.index(sheet.master.get(first, first))
    places = {i: ring[(at + 4 * i) % len(ring)] for i in range(_count_markers(sheet))}
    _begin(sheet, 1, places, set())


def begin_next_turn(sheet: Sheet) -> None:
    assert sheet.turn is not None
    places = sheet.turn.places
    ahead = {i: _find_next(sheet, place) for i, place in places.items()}
    waiting = _find_waiting(sheet, ahead)
    moved = {i: places[i] if i in waiting else ahead[i] for i in places}
    _begin(sheet, sheet.turn.number + 1, moved, waiting)


def _begin(sheet: Sheet, number: int, places: dict[int, str], waiting: set[int]) -> None:
    here = sheet.present()
    holding = (place for i, place in places.items() if i not in waiting and place in here)
    holders = list(dict.fromkeys(holding))
    active = [player for holder in holders for player in _list_at_turn(sheet, holder)]
    sheet.phased.difference_update(active)
    sheet.turn = Turn(number, sheet.present(), dict(sheet.master), places, active)


def _list_at_turn(sheet: Sheet, holder: str) -> list[str]:
    """The players who are active with the holder of a turn, in Esclave or by agreement (ESC-5, TAB-D6)."""
    if sheet.options.turn_of == "team":
        return [player for player in sheet.present() if sheet.sides[player] == sheet.sides[holder]]
    return sheet.team(holder) if sheet.variant == "esclave" else [holder]


def _find_next(sheet: Sheet, place: str) -> str:
    """The next on the left who takes turns: a team does so in its master's place (ESC-D13).

    The team's turn is followed by the other team's (TAB-D6).
    """
    serving = sheet.variant == "esclave"
    takes = sheet.masters() if serving else sheet.present()
    if sheet.options.turn_of == "team":
        takes = [player for player in takes if sheet.sides[player] != sheet.sides[place]]
    return next((player for player in sheet.clockwise(place) if player in takes), place)


def _find_waiting(sheet: Sheet, ahead: dict[int, str]) -> set[int]:
    """The markers that wait, for one of the three to the left of their next holder has one.

    All move together, and nobody has a marker that waits: so each has to be looked at after those
    on its left, beginning with one that nothing can hold up.
    """
    waits: dict[int, bool] = {}
    while len(waits) < len(ahead):
        known = [i for i in ahead if i not in waits and _is_clear(sheet, i, ahead, waits)]
        for i in known or [min(set(ahead) - set(waits))]:
            near = _list_near(sheet, i, ahead)
            waits[i] = any(not waits.get(j, False) for j in near)
    return {i for i, waiting in waits.items() if waiting}


def _is_clear(sheet: Sheet, marker: int, ahead: dict[int, str], waits: dict[int, bool]) -> bool:
    return all(i in waits for i in _list_near(sheet, marker, ahead))


def _list_near(sheet: Sheet, marker: int, ahead: dict[int, str]) -> list[int]:
    """The markers whose next holder is one of the three to the left of this one's."""
    ring = sheet.present()
    if ahead[marker] not in ring:
        return []
    at = ring.index(ahead[marker])
    left = {ring[(at + n) % len(ring)] for n in (1, 2, 3)}
    return [i for i, holder in ahead.items() if i != marker and holder in left]


def _count_markers(sheet: Sheet) -> int:
    return max(1, len(sheet.present()) // 4) if sheet.table == "grand-melee" else 1


def take_markers_away(sheet: Sheet, leavers: list[str]) -> None:
    """TAB-28: if the number of markers falls, those just to the right of who left at once go."""
    if sheet.turn is None:
        return
    places = sheet.turn.places
    while len(places) > _count_markers(sheet):
        lowest = min(_find_marker_on_the_right(sheet, leaver) for leaver in leavers)
        holder = places.pop(lowest)
        sheet.rest(holder)


def _find_marker_on_the_right(sheet: Sheet, leaver: str) -> int:
    assert sheet.turn is not None
    held = {place: i for i, place in sheet.turn.places.items()}
    *others, own = sheet.clockwise(leaver)
    return next(held[player] for player in [*reversed(others), own] if player in held)


def pass_turn_on(sheet: Sheet, leaver: str, heir: str) -> None:
    """A successor goes on with the team's turn; the order continues from where that began."""
    turn = sheet.turn
    if turn is not None and leaver in turn.active:
        turn.active.remove(leaver)
        turn.active += [] if heir in turn.active else [heir]
