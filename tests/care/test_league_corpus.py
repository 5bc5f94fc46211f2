"""Sheets in the shapes that people publish: each is read right, asked about, or refused with its line."""

from typing import Any

import pytest

from bot.care import MaintenanceCommandError
from bot.care.leagues.game_descriptions import describe_example_games
from bot.care.leagues.headings import (
    SpreadsheetColumn,
    describe_data_lost_with_ignored_column,
    find_ambiguous_headings,
    map_headings_to_columns,
    normalise_column_heading,
)
from bot.care.leagues.importing import LeagueImportPreview
from bot.care.leagues.league_games import DEFEATS_LAYOUT, RESULTS_LAYOUT
from bot.i18n import LOCALES, load_translations
from bot.rules.deeds import build_defeat_timeline
from bot.rules.pod import replay_pod_events
from tests.care.leagues import League

pytestmark = pytest.mark.shared_databases

DECKS = {"ana": "Krenko", "bo": "Tymna", "cy": "Atraxa", "di": "Kokusho"}

SEATS = """\
game_id,date,player,deck,commander,seat,result,mvp_card,duration_minutes,turns,notes,kills,win_condition
f-1,2026-01-10,Ana,Goblins,Krenko,2,win,Swan Song,75,10,Fun,3,combat_damage
f-1,2026-01-10,Bo,Value,Tymna,1,loss,,75,10,Fun,0,combat_damage
f-1,2026-01-10,Cy,Counters,Atraxa,3,loss,,75,10,Fun,0,combat_damage
f-1,2026-01-10,Di,Drain,Kokusho,4,loss,,75,10,Fun,,combat_damage
"""
TEMPLATE = (
    "Date,Format,Playgroup,GameName,Bracket,Platform,Player1,Player2,Player3,Player4,Player1Commander,"
    "Player2Commander,Player3Commander,Player4Commander,Player1Mulligans,Player2Mulligans,Player3Mulligans,"
    "Player4Mulligans,Winner,GameTimeMinutes,TotalTurns,WinCondition,Tags,Notes\n"
    "1/10/2026,1,Friends,Game,3,1,Bo,Ana,Cy,Di,Tymna,Krenko,Atraxa,Kokusho,0,1,,,Ana,88,8,1,,\n"
)
FORM = """\
Timestamp,Email Address,Date,Player 1 Name,Player 1 Commander,Player 1 Position,Player 1 Rank,Player 2 Name,\
Player 2 Commander,Player 2 Position,Player 2 Rank,Player 3 Name,Player 3 Commander,Player 3 Position,Player 3 Rank,\
Player 4 Name,Player 4 Commander,Player 4 Position,Player 4 Rank,Number of Turns,Extra Notes,Winner Commander,Winner
1/10/2026 22:00:01,x@y.z,2026-01-10,Ana,Krenko,2,1,Di,Kokusho,4,4,Cy,Atraxa,3,3,Bo,Tymna,1,2,11,,Krenko,Ana
"""
PLACES = """\
game_id,date,player,deck,finish_position,eliminated_turn,seat,team_number
7,2026-01-10,Ana,Krenko,1,,2,
7,2026-01-10,Bo,Tymna,2,9,1,
7,2026-01-10,Cy,Atraxa,3,8,3,
7,2026-01-10,Di,Kokusho,4,5,4,
"""
KILLERS = """\
gameId,gameDate,playerName,commanderName,turnOrder,finishPosition,eliminatedBy,eliminationTurn,Variant
7,2026-01-10,Ana,Krenko,2,1,,,elimination
7,2026-01-10,Bo,Tymna,1,2,Ana,9,elimination
7,2026-01-10,Cy,Atraxa,3,3,Bo,9,elimination
7,2026-01-10,Di,Kokusho,4,4,Ana,5,elimination
"""
VICTIMS = """\
Game #,Date,Pilot,Commander,Color Identity,Seat #,Killed,Turn Out,W/L,Variant
7,2026-01-10,Bo,Tymna,WB,1,Cy,9,L,elimination
7,2026-01-10,Ana,Krenko,R,2,Di & Bo,,W,elimination
7,2026-01-10,Cy,Atraxa,WUBG,3,,9,L,elimination
7,2026-01-10,Di,Kokusho,Mono-Black,4,,5,L,elimination
"""
WITHOUT_TURNS = """\
Match,Date,Player,Commander,Seat,Placement,Knocked Out By,Variant
7,2026-01-10,Ana,Krenko,2,1st,-,elimination
7,2026-01-10,Bo,Tymna,1,2nd,Ana,elimination
7,2026-01-10,Cy,Atraxa,3,3rd,Bo,elimination
7,2026-01-10,Di,Kokusho,4,4th,Ana,elimination
"""
SHORT = """\
Date;P1;P1 Deck;P2;P2 Deck;P3;P3 Deck;P4;P4 Deck;Won by
10.01.2026;Bo;Tymna;Ana;Krenko;Cy;Atraxa;Di;Kokusho;Ana
"""
RUSSIAN = """\
Партия;Дата;Игрок;Командир;Порядок хода;Место;Кем выбит;Ход выбывания;Вариант
1;10.01.2026;Ana;Krenko;2;1;;;elimination
1;10.01.2026;Bo;Tymna;1;2;Ana;9;elimination
1;10.01.2026;Cy;Atraxa;3;3;Bo;8;elimination
1;10.01.2026;Di;Kokusho;4;4;Ana;5;elimination
"""
FRENCH = """\
Partie;Date;Joueur;Commandant;Ordre de tour;Éliminations;Tour d'élimination;Vainqueur;Variante
1;10/01/2026;Ana;Krenko;2;Di, Bo;;Ana;elimination
1;10/01/2026;Bo;Tymna;1;Cy;9;Ana;elimination
1;10/01/2026;Cy;Atraxa;3;;8;Ana;elimination
1;10/01/2026;Di;Kokusho;4;;5;Ana;elimination
"""


def test_every_known_heading_means_one_column_or_is_asked_about() -> None:
    words: dict[str, str] = {}
    for locale in LOCALES:
        text = load_translations(locale)
        for column in {*RESULTS_LAYOUT.known, *DEFEATS_LAYOUT.known}:
            for word in text(f"sheet-column-{column}").split(", "):
                assert words.setdefault(normalise_column_heading(word), column) == column
    for word, column in words.items():
        layout = RESULTS_LAYOUT if column in RESULTS_LAYOUT.known else DEFEATS_LAYOUT
        [read] = map_headings_to_columns([word], layout.known)
        asked = find_ambiguous_headings([word], layout.known, {})
        assert asked or read == SpreadsheetColumn(column), word
        assert describe_data_lost_with_ignored_column(word) is None, word


IN_ORDER = [[("ana", "di")], [("bo", "cy")], [("ana", "bo")]]


def tell(preview: LeagueImportPreview) -> tuple[list[str], list[str], list[list[tuple[str, str]]], dict[str, str]]:
    """Return the only game's seats, winners, defeats moment by moment, and commanders."""
    [fresh] = preview.games
    pod = replay_pod_events(fresh.event.story)
    assert pod is not None
    assert pod.result is not None
    moments = build_defeat_timeline(pod).moments
    defeats = [[(beat.winner, beat.loser) for beat in moment.beats] for moment in moments if moment.beats]
    decks = {player: deck.commanders[0].text for player, deck in fresh.event.decks.items()}
    return [*pod.standings], sorted(pod.result.winners), defeats, decks


async def test_published_shape_is_read_right(league: League) -> None:
    without = {"Format": "-", "Bracket": "-"}
    shapes: list[tuple[str, dict[str, Any], list[list[tuple[str, str]]]]] = [
        (SEATS, {}, []),
        (TEMPLATE, {"columns": without, "dates": "mdy"}, []),
        (FORM, {}, []),
        (PLACES, {}, []),
        (KILLERS, {}, IN_ORDER),
        (VICTIMS, {}, IN_ORDER),
        (WITHOUT_TURNS, {}, IN_ORDER),
        (SHORT, {}, []),
        (RUSSIAN, {}, IN_ORDER),
        (FRENCH, {"dates": "dmy"}, IN_ORDER),
    ]
    for sheet, wanted, defeats in shapes:
        preview = await league.judge(sheet, **wanted)
        assert preview.doubts == (), sheet
        assert tell(preview) == (["bo", "ana", "cy", "di"], ["ana"], defeats, DECKS), sheet


async def test_what_is_not_read_is_named_with_what_is_lost(league: League) -> None:
    notes = "\n".join((await league.judge(SEATS)).notes)
    for heading in ("duration_minutes", "turns", "kills", "win_condition"):
        assert f"'{heading}' is not read: " in notes
    assert "columns that are not read: 'mvp card', 'notes'" in notes


async def test_defeats_in_the_results_are_told_in_words(league: League) -> None:
    [told] = describe_example_games((await league.judge(KILLERS)).games)
    assert "; in this order: Ana defeated Di, then Bo defeated Cy, then Ana defeated Bo." in told


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    (TEMPLATE, {"dates": "mdy"}, "Bracket: is about one player; accepted: a column for each seat"),
    (TEMPLATE, {"columns": {"Bracket": "-"}, "dates": "mdy"}, ":2: Format: '1' is none; accepted: commander"),
    (TEMPLATE.replace(",Ana,88", ",,88"), {"columns": {"Format": "-", "Bracket": "-"}, "dates": "mdy"}, ":2: "),
    (FORM.replace(" Rank", " Strength"), {}, ":1: position: may be the place or the seat; accepted: --column"),
    ("Date,Winner,Deck,Ana,Bo,Win Con,Other Decks,Notes\n1/10/26,Ana,Krenko,2,,damage,x,\n", {}, ":1: game: "),
    (
        "Date,Deck Name,Commander,Result,Winner Color Identity,Opponents,Total Players\n"
        '2026-01-10,Goblins,Krenko,Win,R,"Bo; Cy; Di",4\n',
        {},
        ":1: game: there is no such column",
    ),
    ("Date,1st,2nd,3rd,4th\n2026-01-10,Ana,Bo,Cy,Di\n", {}, ":1: game: there is no such column"),
    (
        "Season,Week,Table,Date,Player,Commander,Points,Placement\n3,1,2,2026-01-10,Ana,Krenko,5,1\n",
        {"columns": {"Week": "game"}},
        ":2: Table: '2' is none; accepted: free-for-all",
    ),
    (KILLERS.replace(",Bo,9,", ",Eve,9,"), {}, ":4: eliminatedBy: 'Eve' does not play game '7'; accepted: "),
    (KILLERS.replace(",Bo,9,", ",Bo,,"), {}, ":4: eliminationTurn: is empty; accepted: a turn for everybody who"),
    (KILLERS.replace(",9,", ",late,"), {}, "eliminationTurn: 'late' is no turn; accepted: 1, 2, 3"),
    (VICTIMS.replace("Mono-Black", "Sunny"), {}, ":5: Color Identity: 'Sunny' is none; accepted: letters of WUBRG"),
    (VICTIMS.replace("Di & Bo", "Di & Eve"), {}, ":3: Killed: 'Eve' does not play this game; accepted: "),
    (
        PLACES.replace("Bo,Tymna,2,9", "Bo,Tymna,,")
        .replace(",3,8,", ",,8,")
        .replace(",4,5,", ",,5,")
        .replace("Ana,Krenko,1,", "Ana,Krenko,,"),
        {},
        "accepted: more of them, or a column won or place",
    ),
]


async def test_what_cannot_be_read_is_asked_about_or_refused_with_its_line(league: League) -> None:
    for sheet, wanted, said in REFUSED:
        with pytest.raises(MaintenanceCommandError) as refused:
            await league.judge(sheet, **wanted)
        assert said in str(refused.value)


CONTRADICTED = [
    (KILLERS.replace("elimination\n", "esclave\n"), "1 for who wins by serving the winner"),
    (KILLERS.replace("Bo,Tymna,1,2,", "Bo,Tymna,1,4,").replace("Di,Kokusho,4,4", "Di,Kokusho,4,2"), "their order"),
    (
        WITHOUT_TURNS.replace("2nd", "").replace("3rd", "").replace("4th", ""),
        "3 defeats, and nothing says in which order they happened; accepted: with a column out",
    ),
    (VICTIMS.replace(",Cy,9,", ",Di,9,"), "'Di', but "),
]


async def test_contradiction_in_the_results_is_a_doubt(league: League) -> None:
    for sheet, said in CONTRADICTED:
        doubts = (await league.judge(sheet)).doubts
        assert any(said in doubt for doubt in doubts), doubts


async def test_defeats_of_both_tables_must_agree(league: League) -> None:
    table = "game,player,how,by,card\n7,Di,life,Ana,\n7,Cy,poison,Bo,\n7,Bo,life,Ana,\n"
    assert tell(await league.judge(KILLERS, table))[2] == IN_ORDER
    preview = await league.judge(KILLERS, table.replace("Cy,poison,Bo", "Cy,poison,Ana"))
    assert any("eliminatedBy: 'Bo' defeated 'Cy', but " in doubt for doubt in preview.doubts)


async def test_defeats_of_one_turn_happen_at_one_moment(league: League) -> None:
    sheet = KILLERS.replace(",Bo,9,", ",Ana,9,")
    assert tell(await league.judge(sheet.replace(",2,Ana,9", ",2,Ana,9")))[2] == [
        [("ana", "di")],
        [("ana", "cy")],
        [("ana", "bo")],
    ]
    tied = sheet.replace("Cy,Atraxa,3,3", "Cy,Atraxa,3,2")
    assert tell(await league.judge(tied))[2] == [[("ana", "di")], [("ana", "bo"), ("ana", "cy")]]


async def test_game_that_was_entered_without_its_defeats_is_known_again(league: League) -> None:
    await league.enter(KILLERS, columns={"eliminatedBy": "-", "eliminationTurn": "-"})
    again = await league.judge(KILLERS)
    assert (again.games, again.here, again.doubts) == ((), 1, ())
