"""A league's tables as spreadsheets save them, and errors in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.care import MaintenanceCommandError
from bot.care.leagues.csv_sheets import SpreadsheetProblemCollector, read_league_spreadsheet
from bot.care.leagues.league_games import RESULTS_LAYOUT, EmptySpreadsheetCellDefaults, parse_spreadsheet_games
from bot.storage.engine.schema import results
from bot.storage.record.player_decks import decode_deck_json
from bot.storage.servers.server_settings import ServerSettings
from tests.care.leagues import DEFEATS, GAMES, LATER, League

pytestmark = pytest.mark.shared_databases


@pytest.mark.parametrize(
    "saved",
    [
        GAMES.replace(",", ";").encode("utf-8-sig"),
        GAMES.replace(",", "\t").encode("utf-16"),
        b"sep=;\r\n" + GAMES.replace(",", ";").replace("\n", "\r\n").encode(),
        (GAMES.replace("\n", "\r\n") + ",,,,\r\n").encode("utf-8"),
        GAMES.replace("no,7", 'no,"7,0"').replace("Ana", '" Ana "').encode(),
        GAMES.replace("2026-01-11", "11.01.2026").replace("2026-01-10", "10/01/2026").encode(),
        GAMES.replace("2026-01-10 20:00", "2026-01-10T20:00:00").encode(),
        GAMES.replace("player,won,points", "Player,WON,points").encode(),
    ],
)
async def test_a_table_is_read_however_it_was_saved(league: League, saved: bytes) -> None:
    usual = await league.judge(GAMES, DEFEATS)
    read = await league.judge(saved, DEFEATS)
    assert [each[1:] for each in read.games] == [each[1:] for each in usual.games]
    assert read.notes == ()


async def test_what_was_guessed_or_left_out_is_said(league: League) -> None:
    table = GAMES.replace("points", "notes").replace("no,7", "no,à la fin").encode("cp1252")
    (guessed, left) = (await league.judge(table, DEFEATS)).notes
    said = "as it is not in UTF-8 (--encoding says otherwise)"
    assert guessed.endswith(f"games.csv: read as cp1252 ('à la fin'), {said}")
    assert left.endswith("games.csv: columns that are not read: 'notes'")


async def test_a_table_in_cyrillic_letters_is_not_taken_for_another(league: League) -> None:
    table = GAMES.replace("Ana", "Анна")
    with pytest.raises(MaintenanceCommandError, match=r"games\.csv: is not in UTF-8, and hardly in cp1252") as no:
        await league.judge(table.encode("cp1251"), guests=True)
    assert str(no.value).endswith("('Àííà'); accepted: --encoding, such as cp1251 ('Анна')")
    read = await league.judge(table.encode("cp1251"), guests=True, encoding="cp1251")
    assert [(each.display_name, each.is_guest) for each in read.new] == [("Анна", True)]


async def test_an_encoding_that_a_table_does_not_have_is_refused(league: League) -> None:
    table = GAMES.replace("Ana", "Анна")
    for wrong in ("cp1251", "cp1252", "latin-1", "ascii"):
        with pytest.raises(MaintenanceCommandError, match=r"games\.csv: --encoding: '.*', but it is in UTF-8"):
            await league.judge(table, guests=True, encoding=wrong)
    for right in (table.encode(), table.encode("utf-8-sig"), table.encode("utf-16")):
        read = await league.judge(right, guests=True, encoding="UTF8")
        assert [each.display_name for each in read.new] == ["Анна"]
    marked = await league.judge(table.encode("utf-8-sig"), guests=True, encoding="cp1251")
    assert [each.display_name for each in marked.new] == ["Анна"]


@pytest.mark.parametrize(
    ("change", "to", "said"),
    [
        ("2026-01-11", "soon", ":6: played: 'soon' is no day; accepted: 2026-01-31"),
        ("2026-01-11", "11.01.", ":6: played: '11.01.' is no day"),
        ("2026-01-11", "2027-01-11", ":6: played: '2027-01-11' is to come"),
        ("2026-01-11", "2026-02-30", ":6: played: '2026-02-30' is no day"),
        ("2026-01-11", "1990-01-11", ":6: played: '1990-01-11' is too long ago"),
        ("no,7", "no,2,5", ":6: 6 cells; accepted: 5, as in the header"),
        ("no,7", 'no,"2,5"', ":6: points: '2,5' is no whole number"),
        ("no,7", "maybe,7", ":6: won: 'maybe' says nothing; accepted: yes, no, draw"),
        ("2,,Bo", "1,,Bo", ":7: game: '1' comes twice; accepted: rows that follow each other"),
        ("2,,Bo", ",,Bo", ":7: game: is empty"),
        ("2,,Bo", "2,,Ana", ":6: player: "),
        (",x,", ",,", ":6: won: nobody won"),
        (
            "2,,Bo,,\n",
            "",
            ":6: table: 'esclave' at the table 'free-for-all' takes 4–10 players, and game '2'"
            " has 3; accepted: so many rows, or in the column variant necromancer, ",
        ),
        ("player,won", "nick,won", ":1: player: there is no such column; accepted: game, player"),
        ("won,points", "won,won", ":1: won: this column comes twice"),
        ("Cy,x", 'Cy,"x', ":9: unexpected end of data; accepted: "),
        (GAMES, "", ": is empty; accepted: a header"),
    ],
)
async def test_what_is_wrong_with_a_table_is_said_with_its_place(
    league: League, change: str, to: str, said: str
) -> None:
    assert change in GAMES
    with pytest.raises(Exception, match=r"games\.csv") as wrong:
        await league.judge(GAMES.replace(change, to), DEFEATS)
    assert f"games.csv{said}" in str(wrong.value)


@pytest.mark.parametrize(
    ("change", "to", "said"),
    [
        ("1,Bo", "9,Bo", ":2: game: '9' is no game of "),
        ("1,Bo", "1,Zed", ":2: player: 'Zed' does not play game '1'; accepted: 'Ana', 'Bo'"),
        ("life", "fire", ":2: how: 'fire' is none; accepted: life, poison"),
        ("life,Ana", "life,", ":2: by: is empty; accepted: who controlled the card"),
    ],
)
async def test_what_is_wrong_with_a_defeat_is_said_with_its_place(
    league: League, change: str, to: str, said: str
) -> None:
    with pytest.raises(Exception, match=r"defeats\.csv") as wrong:
        await league.judge(GAMES, DEFEATS.replace(change, to))
    assert f"defeats.csv{said}" in str(wrong.value)


WIDE = """\
game;date;time;joueur 1;Игрок 2;Player 3;Player 4;Winner;Points 2;Place 1;Master 2;Variante
one;1/2/2026;20h30;Ana;Bo;Cy;Di;Bo;2;1;Ana;esclave
two;31/1/2026;;Ana;Bo;Cy;-;nul;;;;élimination
"""


@given(st.sampled_from([GAMES, WIDE]), st.lists(st.tuples(st.integers(0, 400), st.text(max_size=4)), max_size=6))
def test_whatever_a_table_holds_it_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, table: str, changes: list[tuple[int, str]]
) -> None:
    for at, typed in changes:
        table = table[: at % len(table)] + typed + table[at % len(table) + 1 :]
    file = tmp_path_factory.getbasetemp() / "any.csv"
    file.write_bytes(table.encode("utf-8", "surrogatepass"))
    findings = SpreadsheetProblemCollector()
    with findings.collect_errors():
        sheet = read_league_spreadsheet(file, RESULTS_LAYOUT, findings)
        parse_spreadsheet_games(sheet, None, EmptySpreadsheetCellDefaults(ServerSettings(), {}, LATER), findings)
    refused = (*findings.errors, *findings.doubts)
    assert all(each.startswith(f"{file}") for each in refused)


@pytest.mark.parametrize("heading", ["deck", "Commander", "Commandant", "Колода"])
async def test_a_column_of_decks_is_read_in_each_language(league: League, heading: str) -> None:
    first, *others = GAMES.splitlines()
    games = [f"{first},{heading}", f"{others[0]},Tymna  + Thrasios", f"{others[1]},-", *others[2:]]
    await league.enter("\n".join(games))
    found = await league.database.fetch_rows(select(results.c.deck).where(results.c.deck.is_not(None)))
    assert [[card.text for card in decode_deck_json(row.deck).commanders] for row in found] == [["Tymna", "Thrasios"]]


async def test_a_deck_of_too_many_commanders_is_refused(league: League) -> None:
    first, *others = GAMES.splitlines()
    games = [f"{first},deck", f"{others[0]},a + b + c + d", *others[1:]]
    with pytest.raises(MaintenanceCommandError, match=r"games\.csv:2: deck: 'a \+ b \+ c \+ d'; accepted: 1 to 3"):
        await league.judge("\n".join(games))
