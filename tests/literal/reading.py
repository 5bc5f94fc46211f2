"""A transcript's lines, read from the first one on (interface.md)."""

from copy import deepcopy
from typing import Any

from tests.literal import alone, esclave, necromancer
from tests.literal.checking import check_report
from tests.literal.facts import read_fact
from tests.literal.formats import FORMATS, SCORINGS, can_be_played, find_first, seat_teams, split_row
from tests.literal.losses import gather_facts
from tests.literal.options import read_options
from tests.literal.reach import list_attacked, list_in_range
from tests.literal.sheet import Result, Sheet
from tests.literal.telling import Line, Refused
from tests.literal.turns import begin_first_turn, begin_next_turn, take_markers_away

WHILE_WAITING = ("choose", "concede", "close")
OF_THE_POD = ("turn", "close", "substitute")
NAMES = ("player", "by", "loser", "controller", "owner", "controlled_by", "kindslaver")


def read_story(lines: list[Line]) -> Sheet:
    """The sheet after all of these lines. Raises `Refused` at the first that cannot be."""
    sheet = open_pod(lines[0])
    for line in lines[1:]:
        tell(sheet, line)
    return sheet


def open_pod(line: Line) -> Sheet:
    table, variant, players = line["table"], line["variant"], line["players"]
    if len(set(players)) < len(players) or not can_be_played(table, variant, len(players)):
        raise Refused("this cannot be played")
    teams = _find_teams(line, table)
    seats = seat_teams(table, teams) if teams else list(line.get("seats") or players)
    if (line.get("seats") or seats) != seats:
        raise Refused("the seats are the row of the table (TAB-D6)")
    sides = {player: i for i, team in enumerate(teams) for player in team}
    first, options = line["first"], read_options(line)
    if sorted(seats) != sorted(players) or first not in find_first(table, seats, options.turn_of):
        raise Refused("these seats or this first player the table does not allow")
    scoring = line.get("scoring") or variant
    chooses = line.get("options", {}).get("choose_master", False)
    if scoring not in SCORINGS[variant] or (chooses and variant != "esclave"):
        raise Refused("this variant is not played so")
    sheet = Sheet(table, variant, scoring, chooses, seats, sides, options)
    begin_first_turn(sheet, first)
    return sheet


def _find_teams(line: Line, table: str) -> list[list[str]]:
    """The teams of the line, or as few equal ones as there can be in its seats."""
    teams: list[list[str]] = line.get("teams") or []
    if FORMATS[table].sides is None:
        if teams:
            raise Refused("teams belong to tables of teams")
        return []
    if not teams:
        seats = list(line.get("seats") or line["players"])
        if sorted(seats) != sorted(line["players"]):
            raise Refused("the seats are the players'")
        return split_row(table, seats)
    sizes = {len(team) for team in teams}
    if len(teams) < 2 or len(sizes) > 1 or sizes & {0, 1}:
        raise Refused("teams are equal, and of two at least")
    if FORMATS[table].sides == "rows" and len(teams) > 2:
        raise Refused("two teams sit in rows")
    return teams


def tell(sheet: Sheet, line: Line) -> None:
    """One more thing happened."""
    _tell(sheet, find_seats(sheet, line))
    sheet.called += [dict(sheet.sits)] * (len(sheet.verdicts) - len(sheet.called))


def find_seats(sheet: Sheet, line: Line) -> Line:
    """The line with seats in place of those who sit there. Whoever gave a seat away is gone."""
    seats = {player: seat for seat, player in sheet.sits.items()}
    found: Line = _rename(line, {**{seat: f"not {seat}" for seat in sheet.sits}, **seats})
    if line["do"] == "substitute":
        found["by"] = line["by"]
    return found


def call_players(sheet: Sheet, line: Line) -> Line:
    """The line with those who sit there in place of seats."""
    found: Line = _rename(line, sheet.sits)
    return found


def _rename(value: Any, names: dict[str, str], key: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _rename(each, names, key) for key, each in value.items()}
    if isinstance(value, list):
        return [_rename(each, names, key) for each in value]
    return names.get(value, value) if key in NAMES else value


def _tell(sheet: Sheet, line: Line) -> None:
    do = line["do"]
    if sheet.over:
        raise Refused("it is over")
    asked = (sheet.subgame or sheet).question
    if asked is not None and do not in WHILE_WAITING:
        raise Refused("the pod waits for a choice")
    if sheet.subgame is not None and do not in OF_THE_POD:
        if do in ("subgame", "join"):
            raise Refused("subgames do not nest (ESC-D18)")
        _tell(sheet.subgame, line)
        if sheet.subgame.over:
            sheet.subgame = None
        return
    _HAPPENINGS[do](sheet, line)


def _check_present(sheet: Sheet, player: str) -> None:
    if player not in sheet.present():
        raise Refused(f"{player} is not in the game")


def _report(sheet: Sheet, line: Line) -> None:
    report = line["at_once"] if line["do"] == "defeats" else [line]
    check_report(sheet, report)
    match sheet.variant:
        case "esclave":
            sheet.facts = gather_facts(sheet, report)
            esclave.go_on(sheet)
        case "necromancer":
            before = sheet.present()
            necromancer.settle(sheet, [read_fact(entry) for entry in report])
            _let_leave(sheet, before)
        case "respawn":
            alone.respawn(sheet, [read_fact(entry) for entry in report])
        case _:
            alone.eliminate(sheet, [read_fact(entry) for entry in report])


def _let_leave(sheet: Sheet, before: list[str]) -> None:
    gone = [player for player in before if player not in sheet.present()]
    take_markers_away(sheet, gone)


def _concede(sheet: Sheet, line: Line) -> None:
    player = line["player"]
    _check_present(sheet, player)
    match sheet.variant:
        case "esclave":
            esclave.concede(sheet, player)
            esclave.go_on(sheet)
        case "necromancer":
            before = sheet.present()
            necromancer.concede(sheet, player)
            _let_leave(sheet, before)
        case _:
            alone.concede(sheet, player)


def _choose(sheet: Sheet, line: Line) -> None:
    asked = sheet.question
    if asked is None or line["by"] != asked.by:
        raise Refused("nobody waits for this")
    player = line["player"]
    if player not in asked.options and not (player is None and asked.may_decline):
        raise Refused("this is no option")
    sheet.answers[asked.kind, asked.by] = player
    esclave.go_on(sheet)


def _win(sheet: Sheet, line: Line) -> None:
    _check_present(sheet, line["player"])
    match sheet.variant:
        case "esclave":
            esclave.win(sheet, line["player"], line["means"])
        case "necromancer":
            necromancer.win(sheet, line["player"])
        case _:
            alone.win(sheet, line["player"])


def _draw(sheet: Sheet, _: Line) -> None:
    match sheet.variant:
        case "esclave":
            esclave.finish(sheet, [], [])
        case "necromancer":
            necromancer.draw(sheet)
        case _:
            alone.draw(sheet)


def _join(sheet: Sheet, line: Line) -> None:
    player = line["player"]
    if player in sheet.sat or player.startswith("not "):
        raise Refused("their seat is somebody else's now")
    alone.join(sheet, player)


def _substitute(sheet: Sheet, line: Line) -> None:
    """Somebody who never sat here takes a seat; earlier verdicts keep their names."""
    seat, by = line["player"], line["by"]
    _check_present(sheet, seat)
    if by in sheet.seats or by in sheet.sat:
        raise Refused("plays here, or has played here")
    sheet.sat.append(by)
    sheet.sits[seat] = by
    if line.get("takes_result"):
        sheet.owner[seat] = by


def _restart(sheet: Sheet, line: Line) -> None:
    """ESC-50: who serves whom stays. A subgame's turns are not told (ESC-D18)."""
    _check_one_side(sheet)
    _check_present(sheet, line["by"])
    if sheet.turn is not None:
        begin_first_turn(sheet, line["by"])


def _start_subgame(sheet: Sheet, _: Line) -> None:
    """ESC-51 to ESC-53, ESC-D18: teams stay teams; its verdicts are its own."""
    _check_one_side(sheet)
    subgame = deepcopy(sheet)
    subgame.verdicts, subgame.turn = [], None
    sheet.subgame = subgame


def _check_one_side(sheet: Sheet) -> None:
    if sheet.variant != "esclave":
        raise Refused("that is for variants whose team is one side (ESC-D21)")


def _close(sheet: Sheet, _: Line) -> None:
    """ESC-D20, RSP-4."""
    if sheet.variant == "respawn":
        alone.stop_respawn(sheet)
    else:
        sheet.closed = True


_HAPPENINGS = {
    "defeat": _report,
    "defeats": _report,
    "concede": _concede,
    "choose": _choose,
    "win": _win,
    "draw": _draw,
    "turn": lambda sheet, _: begin_next_turn(sheet),
    "join": _join,
    "restart": _restart,
    "substitute": _substitute,
    "subgame": _start_subgame,
    "close": _close,
}


def write_document(sheet: Sheet) -> dict[str, Any]:
    """Where the pod stands, as `replay --json` says it, but for the sentences."""
    asked = (sheet.subgame or sheet).question
    return {
        "state": _name_state(sheet),
        "waiting_for": None if asked is None or sheet.over else _write_question(sheet, asked),
        "players": [_write_player(sheet, player) for player in sheet.seats],
        "turn": _write_turn(sheet),
        "verdicts": [
            {**vars(v), "loser": sat.get(v.loser, v.loser), "responsible": _call(sat, v.responsible)}
            for v, sat in zip(sheet.verdicts, sheet.called, strict=True)
        ],
        "result": None if sheet.result is None else _write_result(sheet, sheet.result),
    }


def _call(sat: dict[str, str], player: str | None) -> str | None:
    return player and sat.get(player, player)


def _write_result(sheet: Sheet, result: Result) -> dict[str, Any]:
    owner = sheet.owner
    return {
        "winners": [owner.get(seat, seat) for seat in result.winners],
        "draw": result.draw,
        "points": {owner.get(seat, seat): points for seat, points in result.points.items()},
    }


def _name_state(sheet: Sheet) -> str:
    if sheet.over:
        return "closed" if sheet.closed else "finished"
    return "waiting" if (sheet.subgame or sheet).question else "running"


def _write_question(sheet: Sheet, asked: Any) -> dict[str, Any]:
    by = sheet.sits.get(asked.by, asked.by)
    options = [sheet.sits.get(seat, seat) for seat in asked.options]
    return {**vars(asked), "by": by, "options": options}


def _write_player(sheet: Sheet, player: str) -> dict[str, Any]:
    sits = sheet.sits
    near = list_in_range(sheet, player)
    return {
        "player": sits.get(player, player),
        "status": sheet.status[player],
        "master": _call(sits, sheet.master.get(player)),
        "out_as": sheet.out_as.get(player),
        "in_range": None if near is None else [sits.get(seat, seat) for seat in near],
        "may_attack": [sits.get(seat, seat) for seat in list_attacked(sheet, player)],
    }


def _write_turn(sheet: Sheet) -> dict[str, Any]:
    assert sheet.turn is not None
    active = [sheet.sits.get(seat, seat) for seat in sheet.turn.active]
    return {"active": active, "number": sheet.turn.number}
