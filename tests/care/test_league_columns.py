"""Columns of sheets as people publish them: read right, asked about, or named as left out."""

from pathlib import Path

import pytest
from sqlalchemy import select

from bot.cards.card import Card
from bot.cards.index import CardIndex, disable_card_name_translation, enable_card_name_translation
from bot.cards.index_file import CardIndexDescription, write_card_index
from bot.cards.sample import build_sample_card_id, write_sample_card_index
from bot.care import MaintenanceCommandError
from bot.care.leagues.game_descriptions import describe_example_games
from bot.care.leagues.importing import LeagueImportPreview
from bot.projections.career import EVER
from bot.projections.deck_tables import DeckStatisticsFilter, load_deck_leaderboard
from bot.rules.pod import replay_pod_events
from bot.storage.engine.schema import results
from bot.storage.record.player_decks import decode_deck_json
from tests.care.leagues import League
from tests.storage.store import GUILD

pytestmark = pytest.mark.shared_databases

POSITIONS = """\
Game,Date,Player,Commander,Position,Variant
1,2026-01-10,Ana,Krenko,3,elimination
1,2026-01-10,Bo,Tymna,1,elimination
1,2026-01-10,Cy,Atraxa,4,elimination
1,2026-01-10,Di,Kokusho,2,elimination
"""


def list_outcomes(preview: LeagueImportPreview) -> list[tuple[list[str], list[str]]]:
    """Return the players of each game in the order of their seats, and the winners."""
    found = []
    for fresh in preview.games:
        pod = replay_pod_events(fresh.event.story)
        assert pod is not None
        assert pod.result is not None
        found.append(([*pod.standings], sorted(pod.result.winners)))
    return found


async def test_heading_that_may_be_two_columns_is_asked_about(league: League) -> None:
    with pytest.raises(MaintenanceCommandError) as asked:
        await league.judge(POSITIONS)
    said = str(asked.value)
    assert ":1: Position: may be the place or the seat" in said
    assert "as the place, Bo was first, then Di, Ana, Cy" in said
    assert "as the seat, they sat Bo, Di, Ana, Cy" in said
    assert "accepted: --column 'Position=place' or --column 'Position=seat'" in said


async def test_answer_decides_about_a_heading(league: League) -> None:
    first = await league.judge(POSITIONS, columns={"Position": "place"})
    assert list_outcomes(first) == [(["ana", "bo", "cy", "di"], ["bo"])]
    sheet = POSITIONS.replace("Variant", "Won").replace("1,elimination", "1,no")
    sheet = sheet.replace("3,elimination", "3,yes").replace("elimination", "no")
    second = await league.judge(sheet, columns={"position": "seat"})
    assert list_outcomes(second) == [(["bo", "di", "ana", "cy"], ["ana"])]


@pytest.mark.parametrize(
    ("other", "cells", "seats", "winners"),
    [
        ("Place", ("1", "2", "3", "4"), ["bo", "di", "ana", "cy"], ["ana"]),
        ("Seat", ("4", "3", "2", "1"), ["di", "cy", "bo", "ana"], ["bo"]),
    ],
)
async def test_another_heading_settles_the_question(
    league: League, other: str, cells: tuple[str, ...], seats: list[str], winners: list[str]
) -> None:
    header, *rows = POSITIONS.splitlines()
    lines = [f"{header},{other}", *(f"{row},{c}" for row, c in zip(rows, cells, strict=True))]
    assert list_outcomes(await league.judge("\n".join(lines))) == [(seats, winners)]


NICKNAMES = """\
game,date,player,deck,commander,partner,bracket,seat_position,result,Turns,Kills,Colors
1,2026-01-10,Ana,Birds,"Kangee, Sky Warden",,3,2,lost,9,0,WU
1,2026-01-10,Bo,Value,Tymna the Weaver,"Thrasios, Triton Hero",4,1,won,9,2,WUBG
1,2026-01-10,Cy,,Insectile Aberration,,,4,lost,5,0,U
1,2026-01-10,Di,,,,,3,lost,4,1,
"""


async def test_known_columns_are_read_or_named_with_what_is_lost(league: League, tmp_path: Path) -> None:
    cards = write_sample_card_index(tmp_path / "cards.sqlite3")
    preview = await league.enter(NICKNAMES, cards=cards)
    assert list_outcomes(preview) == [(["bo", "ana", "di", "cy"], ["bo"])]
    rows = await league.database.fetch_rows(select(results.c.player, results.c.deck).where(results.c.deck.is_not(None)))
    decks = {row.player: decode_deck_json(row.deck) for row in rows}
    ana, bo, cy = decks["ana"], decks["bo"], decks["cy"]
    assert ([each.text for each in ana.commanders], ana.name) == (["Kangee, Sky Warden"], "Birds")
    assert (ana.bracket, ana.colours) == (3, ("W", "U"))
    named = [build_sample_card_id("Tymna the Weaver"), build_sample_card_id("Thrasios, Triton Hero")]
    assert ([each.id for each in bo.commanders], bo.name, bo.bracket) == (named, "Value", 4)
    assert bo.colours == ("W", "U", "B", "G")
    assert cy.commanders[0].id == f"{build_sample_card_id('Delver of Secrets')}/1"
    notes = "\n".join(preview.notes)
    assert "'Turns' is not read: a game keeps no count of its turns" in notes
    assert "'Kills' is not read: how many somebody defeated does not say whom" in notes
    assert "No known cards, so they stay as they are written: 'Kangee, Sky Warden'" in notes


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (",2,lost", ",5,lost", "seat_position: '5' is no seat of 4; accepted: 1 to 4"),
        (",2,lost", ",,lost", "seat_position: is empty; accepted: 1 to 4, in all rows or none"),
        ("Cy,,Insectile Aberration", "Cy,Bugs,", "deck: 'Bugs', and no commander"),
        (",3,2,lost", ",9,2,lost", "bracket: '9' is none; accepted: 1, 2, 3, 4, 5"),
    ],
)
async def test_cell_that_cannot_be_read_is_refused_with_its_line(
    league: League, old: str, new: str, problem: str
) -> None:
    assert old in NICKNAMES
    with pytest.raises(MaintenanceCommandError) as refused:
        await league.judge(NICKNAMES.replace(old, new, 1))
    assert problem in str(refused.value)


async def test_seat_that_two_have_is_a_doubt(league: League) -> None:
    preview = await league.judge(NICKNAMES.replace(",2,lost", ",1,lost", 1))
    assert any("seat_position: '1' is taken, see " in doubt for doubt in preview.doubts)


FACES = """\
game,date,player,commander,won
1,2026-01-10,Ana,Insectile Aberration,yes
1,,Bo,delver of  secrets,no
1,,Cy,Delver of Secrets // Insectile Aberration,no
1,,Di,,no
"""


async def test_decks_entered_without_an_index_are_cards_once_one_is_loaded(league: League, tmp_path: Path) -> None:
    await league.enter(FACES)
    before = await load_deck_leaderboard(league.database, GUILD, DeckStatisticsFilter(*EVER), "commanders")
    assert sorted(line.record.games for line in before) == [1, 1, 1]
    index = CardIndex(write_sample_card_index(tmp_path / "cards.sqlite3"))
    enable_card_name_translation(index)
    try:
        [line] = await load_deck_leaderboard(league.database, GUILD, DeckStatisticsFilter(*EVER), "commanders")
    finally:
        disable_card_name_translation(index)
        index.close()
    assert (line.record.games, line.record.won, line.deck.colours) == (3, 1, ("U",))


async def test_name_of_several_cards_is_a_doubt(league: League, tmp_path: Path) -> None:
    cards = tmp_path / "cards.sqlite3"
    both = [("Bind",), ("Bind", "Liberate")]
    write_card_index(cards, [Card(build_sample_card_id(str(n)), {"en": n}) for n in both], CardIndexDescription("test"))
    preview = await league.judge(NICKNAMES.replace("Insectile Aberration", "Bind"), cards=cards)
    [doubt] = preview.doubts
    assert "'Bind' is the name of several cards; accepted: one of Bind, Bind // Liberate" in doubt


async def test_first_game_of_each_kind_is_told_in_words(league: League) -> None:
    placed = POSITIONS.replace("Variant", "Won").replace("elimination", "")
    preview = await league.judge(placed, columns={"Position": "place"})
    [told] = describe_example_games(preview.games)
    assert told.startswith("'1' of 2026-01-10, ")
    assert "Bo from seat 2 won against Ana (seat 1), Cy (seat 3), Di (seat 4)" in told
    assert "; Di was number 2; Ana was number 3; Cy was number 4. Points: Ana " in told


GERMAN = """\
Spiel;Datum;Spieler;Kommandeur;Sitzplatz;Ergebnis;Dauer
1;10.01.2026;Ana;Krenko;2;Sieg;90
1;10.01.2026;Bo;Tymna;1;Niederlage;90
1;10.01.2026;Cy;Atraxa;3;Niederlage;90
1;10.01.2026;Di;Kokusho;4;Niederlage;90
"""
FRENCH = """\
Partie,Date,Joueur,Commandant,Siège,Rang,Durée
1,10/01/2026 20h30,Ana,Krenko,2,1,90
1,,Bo,Tymna,1,2,90
1,,Cy,Atraxa,3,3,90
1,,Di,Kokusho,4,4,90
"""
TRACKER = """\
Timestamp,Match,Date,Player Name,Commander,Turn Order,Placement,Turn Eliminated,Killed By,Variant
x,1,2026-01-10,Ana,Krenko,2,1,,,elimination
x,1,2026-01-10,Bo,Tymna,1,2,7,Ana,elimination
x,1,2026-01-10,Cy,Atraxa,3,3,6,Bo,elimination
x,1,2026-01-10,Di,Kokusho,4,4,4,Ana,elimination
"""
WIDE = """\
Date,Player 1,Commander 1,Player 2,Commander 2,Player 3,Commander 3,Player 4,Commander 4,Winner
2026-01-10,Bo,Tymna,Ana,Krenko,Cy,Atraxa,Di,Kokusho,Ana
"""


@pytest.mark.parametrize("sheet", [GERMAN, FRENCH, TRACKER, WIDE])
async def test_sheet_in_a_published_shape_is_read_right(league: League, sheet: str) -> None:
    preview = await league.judge(sheet, dates="dmy")
    assert preview.doubts == ()
    assert list_outcomes(preview) == [(["bo", "ana", "cy", "di"], ["ana"])]
    [game] = preview.games
    assert {player: deck.commanders[0].text for player, deck in game.event.decks.items()} == {
        **{"ana": "Krenko", "bo": "Tymna", "cy": "Atraxa", "di": "Kokusho"}
    }


async def test_unknown_answer_is_refused(league: League) -> None:
    with pytest.raises(MaintenanceCommandError, match="--column"):
        await league.judge(POSITIONS, columns={"Position": "chair"})
    with pytest.raises(MaintenanceCommandError, match="--column"):
        await league.judge(POSITIONS, columns={"Positon": "seat", "Position": "place"})
