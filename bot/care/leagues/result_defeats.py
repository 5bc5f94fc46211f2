"""Defeats that a league's table of results tells: who defeated whom, and on which turn players left.

They become rows like those of the table of defeats, in the order of the turns or places, so that the rules judge both
alike.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.care.leagues.csv_sheets import SpreadsheetRow, is_empty_name_cell
from bot.care.leagues.headings import map_words_to_defeat_causes, split_cell_into_player_names
from bot.i18n import normalize_word_for_comparison

MOMENT = "moment"
"""A cell of a row of defeats: rows with the same text in it tell defeats at the same moment."""

_TURN = re.compile(r"(?:t|turn|tour|ход|zug)?[\s.:#]*(\d{1,3})(?:[.,]0+)?", re.IGNORECASE)
_COUNT = re.compile(r"\d{1,2}(?:[.,]0+)?")


class SpreadsheetDefeat(NamedTuple):
    """A defeat in the results sheet: the loser, who beat them, and the cell.

    `by` is empty if the sheet names nobody.
    """

    loser: str
    by: str
    row: SpreadsheetRow
    column: str


class SpreadsheetPlayerResult(NamedTuple):
    """A player's row in the results: name, final place, and whether they won or drew."""

    name: str
    row: SpreadsheetRow
    place: int | None
    is_undefeated: bool


def is_defeat_count(cell_text: str) -> bool:
    """Return True if a cell of the column `defeated` contains a number instead of names."""
    return _COUNT.fullmatch(cell_text) is not None


def parse_turn_of_leaving(player_row: SpreadsheetRow) -> int | None:
    """Return the turn in which a player left the game; None for an empty cell. Raises `SpreadsheetError`."""
    typed = player_row.get_name_in_cell("out")
    if not typed:
        return None
    found = _TURN.fullmatch(typed)
    if found is None:
        problem = f"{player_row.quote_cell('out')} is no turn; accepted: 1, 2, 3 and so on"
        raise player_row.build_spreadsheet_cell_error("out", problem)
    return int(found[1])


def build_defeat_rows_from_results(
    player_rows: Sequence[SpreadsheetPlayerResult], normalise_name: Callable[[str], str], *, is_ordered_by_place: bool
) -> tuple[SpreadsheetRow, ...]:
    """Return a row for each defeat that follows from a game's results, in the order of defeats.

    The turns tell the order, or else the places, if `is_ordered_by_place`. Defeats on one turn are at the same moment,
    unless the loser of one caused another. Raises `SpreadsheetError`.
    """
    players = {normalise_name(each.name): each for each in player_rows}
    told = _collect_defeats_by_loser(players, normalise_name)
    if not any(each.by for each in told.values()):
        return ()
    moments = _group_defeats_by_moment(told, players, is_ordered_by_place=is_ordered_by_place)
    levels = (level for some in moments for level in _sort_defeats_of_turn(some, normalise_name))
    return tuple(
        _build_defeat_row(each, f"{number}", players[normalise_name(each.loser)].row)
        for number, level in enumerate(levels, 1)
        for each in level
    )


def list_defeats_missing_from_sheet(
    player_rows: Sequence[SpreadsheetPlayerResult],
    defeat_rows: Iterable[SpreadsheetRow],
    normalise_name: Callable[[str], str],
) -> Iterator[tuple[SpreadsheetDefeat, str]]:
    """Yield each defeat in the results that the defeats sheet lacks, with a description of the cell."""
    players = {normalise_name(each.name): each for each in player_rows}
    rows_by_loser: dict[str, list[SpreadsheetRow]] = {}
    for row in defeat_rows:
        rows_by_loser.setdefault(normalise_name(row.get_name_in_cell("player")), []).append(row)
    for loser, defeat in _collect_defeats_by_loser(players, normalise_name).items():
        rows = rows_by_loser.get(loser, [])
        named = {normalise_name(row.get_name_in_cell("by")) for row in rows}
        if defeat.by and normalise_name(defeat.by) not in named:
            yield defeat, rows[-1].format_cell_location_and_text("by") if rows else "no row of --defeats"


def _collect_defeats_by_loser(
    players: Mapping[str, SpreadsheetPlayerResult], normalise_name: Callable[[str], str]
) -> dict[str, SpreadsheetDefeat]:
    """Map each loser's normalised name to the defeat. Raises `SpreadsheetError`."""
    found: dict[str, SpreadsheetDefeat] = {}
    for key, each in players.items():
        if by := each.row.get_name_in_cell("by"):
            found[key] = SpreadsheetDefeat(each.name, by, each.row, "by")
    for each in players.values():
        for name in _list_defeated_player_names(each.row, players, normalise_name):
            defeat = SpreadsheetDefeat(players[normalise_name(name)].name, each.name, each.row, "defeated")
            before = found.setdefault(normalise_name(name), defeat)
            if normalise_name(before.by) != normalise_name(each.name):
                problem = f"{name!r}, but {before.row.format_cell_location_and_text(before.column)}"
                raise each.row.build_contradicted_cell_error("defeated", f"{problem}; accepted: one of them")
    for key, each in players.items():
        if found and key not in found and not each.is_undefeated and parse_turn_of_leaving(each.row) is not None:
            found[key] = SpreadsheetDefeat(each.name, "", each.row, "out")
    return found


def _list_defeated_player_names(
    player_row: SpreadsheetRow, players: Mapping[str, SpreadsheetPlayerResult], normalise_name: Callable[[str], str]
) -> list[str]:
    cell = player_row.get_name_in_cell("defeated")
    if not cell or is_defeat_count(cell):
        return []
    names = split_cell_into_player_names(cell, lambda name: normalise_name(name) in players)
    for name in names:
        if normalise_name(name) not in players:
            named = ", ".join(repr(each.name) for each in players.values())
            problem = f"{name!r} does not play this game; accepted: {named}, or a number, which is not read"
            raise player_row.build_spreadsheet_cell_error("defeated", problem)
    return names


def _group_defeats_by_moment(
    defeats_by_loser: Mapping[str, SpreadsheetDefeat],
    players: Mapping[str, SpreadsheetPlayerResult],
    *,
    is_ordered_by_place: bool,
) -> list[list[SpreadsheetDefeat]]:
    turns = {key: parse_turn_of_leaving(players[key].row) for key in defeats_by_loser}
    places = {key: players[key].place if is_ordered_by_place else None for key in defeats_by_loser}
    missing = next((key for key, turn in turns.items() if turn is None), None)
    if missing is not None and any(turn is not None for turn in turns.values()):
        row = players[missing].row
        raise row.build_spreadsheet_cell_error(
            "out", "is empty; accepted: a turn for everybody who was defeated, or for nobody"
        )
    if missing is not None and None in places.values() and len(defeats_by_loser) > 1:
        first = next(iter(defeats_by_loser.values()))
        problem = f"{len(defeats_by_loser)} defeats, and nothing says in which order they happened"
        accepted = "accepted: with a column out (the turn on which somebody left), with the table --defeats, or"
        raise first.row.build_contradicted_cell_error(first.column, f"{problem}; {accepted} left out by --column")
    moments: dict[tuple[int, int], list[SpreadsheetDefeat]] = {}
    for key, defeat in defeats_by_loser.items():
        moments.setdefault((turns[key] or 0, -(places[key] or 0)), []).append(defeat)
    _require_places_match_turns(defeats_by_loser, turns, places)
    return [moments[order] for order in sorted(moments)]


def _require_places_match_turns(
    defeats_by_loser: Mapping[str, SpreadsheetDefeat],
    turns_by_player: Mapping[str, int | None],
    places_by_player: Mapping[str, int | None],
) -> None:
    """Raise `SpreadsheetContradictionError` if somebody who left earlier has a better place."""
    known = [
        (turn, place, defeats_by_loser[key].row)
        for key, turn in turns_by_player.items()
        if (place := places_by_player[key]) and turn
    ]
    for turn, place, row in known:
        for later_turn, other_place, other in known:
            if turn < later_turn and place < other_place:
                problem = f"{row.quote_cell('out')} is before {other.format_cell_location_and_text('out')}"
                better = f"but {row.quote_cell('place')} is a better place than {other.quote_cell('place')}"
                raise row.build_contradicted_cell_error("out", f"{problem}, {better}; accepted: their order")


def _sort_defeats_of_turn(
    defeats: Sequence[SpreadsheetDefeat], normalise_name: Callable[[str], str]
) -> Iterator[list[SpreadsheetDefeat]]:
    """Yield groups of defeats in one turn, such that a player loses after those whom they beat."""
    left = list(defeats)
    while left:
        killers = {normalise_name(each.by) for each in left if normalise_name(each.by) != normalise_name(each.loser)}
        first = [each for each in left if normalise_name(each.loser) not in killers] or left
        yield first
        left = [each for each in left if each not in first]


def _build_defeat_row(spreadsheet_defeat: SpreadsheetDefeat, moment: str, loser_row: SpreadsheetRow) -> SpreadsheetRow:
    told, row = spreadsheet_defeat, spreadsheet_defeat.row
    heading = row.headings.get(told.column, told.column)
    cells = {"game": row.get_cell_text("game"), "player": told.loser, MOMENT: moment}
    if map_words_to_defeat_causes().get(normalize_word_for_comparison(told.by)) == "concede":
        cells["how"] = told.by
    elif not is_empty_name_cell(told.by):
        cells["by"] = told.by
    line = row.line if told.column != "out" else loser_row.line
    return SpreadsheetRow(row.path, line, cells, dict.fromkeys(("player", "by", "how"), heading))


def compute_final_places_from_exit_turns(player_rows: Sequence[SpreadsheetPlayerResult]) -> list[int | None]:
    """Return each player's final place, computed from the turns when players left if no place is given.

    Raises `SpreadsheetError`.
    """
    turns = [None if each.is_undefeated else parse_turn_of_leaving(each.row) for each in player_rows]
    if not any(turns) or any(each.place is not None for each in player_rows):
        return [each.place for each in player_rows]
    undefeated = sum(each.is_undefeated for each in player_rows)
    if undefeated != 1:
        return [None] * len(turns)
    for each, turn in zip(player_rows, turns, strict=True):
        if turn is None and not each.is_undefeated:
            raise each.row.build_spreadsheet_cell_error(
                "out", "is empty; accepted: a turn for everybody who lost, or for nobody"
            )
    return [1 if turn is None else 2 + sum(turn < (other or 0) for other in turns) for turn in turns]
