"""Places and deeds as the rule page reads, from all that lay on the table after each line."""

from dataclasses import dataclass, field
from itertools import pairwise

from tests.literal.reading import find_seats, read_story
from tests.literal.sheet import Sheet, Verdict
from tests.literal.telling import Entry, Line

Told = tuple[int, str, str]
"""A deed: the number of its line, what it is called, and whose it is."""

DEEDS = (
    "first-blood",
    "regicide",
    "commanders-blow",
    "venom",
    "mill",
    "double",
    "revenge",
    "broke-the-chains",
    "loyal",
)

BY_CAUSE = {"commander": "commanders-blow", "poison": "venom", "library": "mill"}


REPORTS = ("defeat", "defeats", "concede", "choose")
"""Lines that can send somebody out in a moment."""


@dataclass
class Moment:
    """A line that reports defeats or a concession; what lay on the table before; who beats whom."""

    line: Line
    before: Sheet
    beats: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass
class Tale:
    """What became of everybody."""

    end: Sheet
    moments: dict[int, Moment] = field(default_factory=dict)
    fell: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    served: dict[str, set[str]] = field(default_factory=dict)
    result_at: int = 0
    still_in: list[str] = field(default_factory=list)


def read_league(lines: list[Line]) -> tuple[dict[str, int] | None, list[Told]]:
    """The places (DEED-P) and the deeds (DEED-1 to 9) of the lines that stand."""
    tale = read_tale(lines)
    owner = tale.end.owner
    places = read_places(tale)
    deeds = [(step, deed, owner.get(seat, seat)) for step, deed, seat in read_deeds(tale)]
    return (
        places and {owner.get(seat, seat): place for seat, place in places.items()},
        sorted(deeds, key=lambda told: (told[0], DEEDS.index(told[1]), told[2])),
    )


PLACE_POINTS = {1: 5, 2: 3, 3: 2, 4: 1}


def read_points(lines: list[Line]) -> dict[str, int] | None:
    """The points by a league's scoring (VAR-14); None without a result, and by any other."""
    tale = read_tale(lines)
    result = tale.end.result
    if result is None or tale.end.scoring not in ("classic", "places"):
        return None
    points = {}
    for player in tale.end.seats:
        if tale.end.scoring == "places":
            points[player] = PLACE_POINTS.get((read_places(tale) or {}).get(player, 0), 0)
            continue
        beats = [beat for moment in tale.moments.values() for beat in moment.beats]
        points[player] = len({loser for winner, loser, _ in beats if winner == player})
        if result.draw:
            points[player] += player in tale.still_in
        elif player in result.winners:
            points[player] += 1 if wins_serving(tale, player) else 3
    owner = tale.end.owner
    return {owner.get(seat, seat): number for seat, number in points.items()}


def read_tale(lines: list[Line]) -> Tale:
    sheets = [read_story(lines[: at + 1]) for at in range(len(lines))]
    tale = Tale(sheets[-1])
    conceding: dict[str, int] = {}
    defeats = concession = 0
    for number, (before, after) in enumerate(pairwise(sheets), 2):
        line = find_seats(before, lines[number - 1])
        do = line["do"]
        if before.subgame is None:
            if do in ("defeat", "defeats", "concede"):
                tale.moments[number] = Moment(line, before)
            if do in ("defeat", "defeats"):
                defeats = number
            if do == "concede":
                concession = number
                conceding[line["player"]] = number
            new = after.verdicts[len(before.verdicts) :]
            for verdict in new:
                tale.fell[verdict.loser] = max(defeats, tale.fell.get(verdict.loser, 0))
                note_beat(tale.moments[defeats], verdict)
            for player in after.seats:
                if after.status[player] != "out":
                    tale.left.pop(player, None)
                elif before.status.get(player) != "out" and do in REPORTS:
                    conceded = conceding.pop(player, None)
                    lost = player in [verdict.loser for verdict in new]
                    followed = defeats if new else concession
                    tale.left[player] = followed if lost or conceded is None else conceded
    for number, sheet in enumerate(sheets, 1):
        for player, status in sheet.status.items():
            if status == "servant":
                tale.served.setdefault(player, set()).add(sheet.master[player])
        if sheet.result is not None and not tale.result_at:
            tale.result_at = number
            tale.still_in = sheets[number - 2].present()
    return tale


def note_beat(moment: Moment, verdict: Verdict) -> None:
    if verdict.responsible not in (None, verdict.loser) and verdict.rule != "ESC-60":
        assert verdict.responsible is not None
        cause = find_cause(moment, verdict.loser)
        moment.beats.append((verdict.responsible, verdict.loser, cause))


def find_cause(moment: Moment, loser: str) -> str:
    """What a player lost by; whoever is not named lost the life of their team."""
    entries: list[Entry] = moment.line.get("at_once", [moment.line])
    for entry in entries:
        named = entry["loser"]
        esclave = moment.before.variant == "esclave"
        sharing = esclave and moment.before.master.get(named) == loser
        if named == loser or (sharing and entry["cause"] == "life"):
            return str(entry["cause"])
    return "life"


def wins_serving(tale: Tale, player: str) -> bool:
    result = tale.end.result
    return (
        result is not None
        and player in result.winners
        and tale.end.status[player] == "servant"
        and tale.end.variant == "esclave"
    )


def read_places(tale: Tale) -> dict[str, int] | None:
    result = tale.end.result
    if result is None or result.draw:
        return None
    if tale.end.variant == "respawn":
        rank = {player: -points for player, points in result.points.items()}
    else:
        rank = {}
        for player in tale.end.seats:
            fall = tale.left.get(player, tale.fell.get(player, 10_000))
            rank[player] = 20_000 - fall
            if player in result.winners:
                rank[player] = 1 if wins_serving(tale, player) else 0
    return {player: 1 + sum(other < rank[player] for other in rank.values()) for player in rank}


def read_deeds(tale: Tale) -> set[Told]:
    found: set[Told] = set()
    beaten: set[tuple[str, str]] = set()
    bloodless = True
    for number, moment in sorted(tale.moments.items()):
        before = moment.before
        for winner, loser, cause in moment.beats:
            if bloodless:
                found.add((number, "first-blood", winner))
            serving = [p for p, m in before.master.items() if m == loser and is_serving(before, p)]
            if before.status[loser] == "master" and len(serving) >= 2:
                found.add((number, "regicide", winner))
            if cause in BY_CAUSE:
                found.add((number, BY_CAUSE[cause], winner))
            if len({other for by, other, _ in moment.beats if by == winner}) >= 2:
                found.add((number, "double", winner))
            if (loser, winner) in beaten:
                found.add((number, "revenge", winner))
            if is_serving(before, winner) and before.master[winner] == loser:
                found.add((number, "broke-the-chains", winner))
        if moment.beats:
            bloodless = False
        beaten |= {(winner, loser) for winner, loser, _ in moment.beats}
    for player in tale.end.seats:
        if wins_serving(tale, player) and len(tale.served[player]) == 1:
            found.add((tale.result_at, "loyal", player))
    return found


def is_serving(sheet: Sheet, player: str) -> bool:
    return sheet.status[player] == "servant"
