"""The games of a league from its spreadsheet: read, matched, judged, entered, taken back."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import insert

from bot.care.exporting import export
from bot.care.importing import import_history
from bot.care.leagues.batches import undo_batch
from bot.care.leagues.importing import Judged, Wanted, enter_league, judge_league
from bot.care.leagues.league import NEEDED_RESULTS, RESULTS, Usual, read_league
from bot.care.leagues.sheets import SheetError, read_sheet
from bot.care.streams import examine
from bot.projections.rebuild import PROJECTIONS, rebuild
from bot.rules.commands import Open
from bot.rules.events import Setup
from bot.service.live_game import Place
from bot.service.requests import Actor, Request
from bot.service.service import Service
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.log import Log
from bot.storage.record.people import People, Person, insert_people
from bot.storage.servers.guilds import ServerSettings
from bot.storage.servers.posts import Post, insert_post
from tests.commandline import run_suzerain
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import CHANNEL, GUILD, NOON, Channel, execute, opened, rows, url_of

LATER = NOON + timedelta(days=60)
IDS = {"ana": 10**17, "bo": 10**17 + 1, "cy": 10**17 + 2, "di": 10**17 + 3}

GAMES = """\
game,played,player,won,points
1,2026-01-10 20:00,Ana,yes,
1,,Bo,,
1,,Cy,,
1,,Di,,
2,2026-01-11,Di,no,7
2,,Bo,,
2,,Cy,x,
2,,Ana,,
"""
DEFEATS = """\
game,player,how,by,card
1,Bo,life,Ana,"Bolt, Lightning"
1,Cy,poison,Bo,
1,Di,concede,,
"""


class League(NamedTuple):
    """A server where Ana, Bo, Cy and Di have played once, and the tables of a league."""

    database: Database
    folder: Path

    def write(self, name: str, content: str | bytes) -> Path:
        file = self.folder / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    async def judge(self, games: str | bytes, defeats: str | None = None, **wanted: Any) -> Judged:
        """What entering the tables would do."""
        asked = Wanted(self.write("games.csv", games), CHANNEL)
        if defeats is not None:
            asked = replace(asked, defeats=self.write("defeats.csv", defeats))
        if names := wanted.pop("names", None):
            asked = replace(asked, names=self.write("names.txt", names))
        return await judge_league(self.database, replace(asked, **wanted), LATER)

    async def enter(self, games: str | bytes, defeats: str | None = None, **wanted: Any) -> Judged:
        """Enters the tables, of which nothing is in doubt."""
        judged = await self.judge(games, defeats, **wanted)
        assert judged.doubts == ()
        await enter_league(self.database, judged, LATER)
        return judged

    async def points(self, first: int = 2) -> list[dict[str, int]]:
        """Everybody's points in each game from that number on."""
        found: dict[int, dict[str, int]] = {}
        for row in await rows(self.database, schema.results):
            if row[1] >= first:
                found.setdefault(row[1], {})[row[2]] = row[4]
        return [found[pod] for pod in sorted(found)]

    async def everything(self) -> list[list[tuple[Any, ...]]]:
        return [await rows(self.database, table) for table in schema.metadata.sorted_tables]


@pytest.fixture
async def league(database: Database, tmp_path: Path) -> League:
    await found(database)
    return League(database, tmp_path)


async def found(database: Database) -> None:
    await database.write(insert_people(Person(id, IDS[id], id.title(), f"{id}.name") for id in IDS))
    channel = Channel(database)
    await channel.play("bo", "cy", "di")


async def test_games_are_entered_as_the_rules_and_the_league_have_them(league: League) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    assert (judged.first, len(judged.games), judged.players) == (6, 2, 4)
    assert await league.points() == [
        {"ana": 3, "bo": 1, "cy": 1, "di": 0},
        {"ana": 0, "bo": 0, "cy": 3, "di": 7},
    ]


async def test_what_is_made_of_them_is_what_the_log_says(league: League) -> None:
    await league.enter(GAMES, DEFEATS)
    examined = await league.database.snapshot(examine)
    kinds = (examined.damaged, examined.strayed, examined.boards)
    assert [problems.first for problems in kinds] == [[], [], []]
    kept = [await rows(league.database, table) for table in PROJECTIONS]
    await rebuild(league.database)
    assert [await rows(league.database, table) for table in PROJECTIONS] == kept


async def test_a_dry_run_changes_nothing(league: League) -> None:
    before = await league.everything()
    assert len((await league.judge(GAMES, DEFEATS)).games) == 2
    assert await league.everything() == before


async def test_what_is_here_already_is_not_entered_twice(league: League) -> None:
    await league.enter(GAMES, DEFEATS)
    again = await league.judge(GAMES, DEFEATS)
    assert (again.games, again.here, again.doubts) == ((), 2, ())
    more = GAMES + "3,2026-01-12,Ana,draw,\n3,,Bo,,\n3,,Cy,,\n3,,Di,,\n"
    grown = await league.enter(more, DEFEATS)
    assert (len(grown.games), grown.here) == (1, 2)


async def test_a_game_that_may_be_one_that_was_played_here_is_named(league: League) -> None:
    played = await league.judge(GAMES.replace("2026-01-11", f"{NOON:%Y-%m-%d}"), DEFEATS)
    (note,) = played.notes
    assert "games.csv:6: game '2' has the day and the players of game 1 of channel 100" in note


async def test_a_game_that_differs_from_what_is_here_is_a_doubt(league: League) -> None:
    await league.enter(GAMES, DEFEATS)
    changed = await league.judge(GAMES.replace("no,7", "no,6"), DEFEATS)
    (doubt,) = changed.doubts
    assert "games.csv:6: game: '2' is here already, with another content" in doubt


async def test_an_import_is_taken_back_as_one_and_can_be_made_again(league: League) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    before = await rows(league.database, schema.standings)
    assert await undo_batch(league.database, CHANNEL, judged.first, LATER) == 2
    assert await league.points() == []
    assert await undo_batch(league.database, CHANNEL, judged.first, LATER) == 0
    examined = await league.database.snapshot(examine)
    assert (examined.strayed.first, examined.boards.first) == ([], [])
    await league.enter(GAMES, DEFEATS)
    assert await rows(league.database, schema.standings) == before
    assert (await league.judge(GAMES, DEFEATS)).here == 2


async def test_no_board_is_sent_and_the_trail_knows_who_did_it(league: League) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    await undo_batch(league.database, CHANNEL, judged.first, LATER)
    names = [column.name for column in schema.boards.columns]
    wanted, shown, pod = names.index("wanted"), names.index("shown"), names.index("pod")
    sent = [row for row in await rows(league.database, schema.boards) if row[pod] >= judged.first]
    assert [row[wanted] for row in sent] == [row[shown] for row in sent] == [8, 9]
    trail = sorted(row[3:] for row in await rows(league.database, schema.audit))
    about = '{"channel":100,"number":6,"games":2}'
    assert trail == [("operator", "imported", about), ("operator", "unimported", about)]


async def test_an_archive_carries_all_of_it(league: League, fresh: Fresh) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    await undo_batch(league.database, CHANNEL, judged.first, LATER)
    await league.enter(GAMES, DEFEATS)
    archive = league.folder / "archive.jsonl"
    await export(league.database, str(archive))
    async with open_anew(fresh) as other:
        await import_history(other, str(archive))
        moved = League(other, league.folder)
        assert (await moved.judge(GAMES, DEFEATS)).here == 2
        for table in (schema.audit, schema.events, schema.pods, schema.standings):
            assert await rows(other, table) == await rows(league.database, table)


async def test_a_bot_that_runs_meanwhile_goes_on(league: League) -> None:
    service = Service(Log(league.database), People(league.database), lambda: LATER)
    place, ana = Place(GUILD, CHANNEL), Actor(IDS["ana"], "Ana")
    await service.find_current(place)
    await league.enter(GAMES, DEFEATS)
    done = await service.do(Request(place, ana, lambda me, _: Open(Setup(), me)))
    assert done.live.number == 8


async def test_what_is_played_between_reading_and_writing_is_noticed(league: League) -> None:
    judged = await league.judge(GAMES, DEFEATS)
    await league.enter(GAMES.replace("2026-01-1", "2026-01-2"), DEFEATS)
    before = await league.everything()
    with pytest.raises(Exception, match="was played in meanwhile, nothing was changed"):
        await enter_league(league.database, judged, LATER)
    assert await league.everything() == before


async def test_posts_that_were_sent_follow(league: League) -> None:
    for week in (1, 2):
        end = NOON + timedelta(days=7 * week)
        post = Post(GUILD, "week", week, end - timedelta(days=7), end, False, "en", 1, week, 1, 1)
        await league.database.write(insert_post(post))
    await league.enter(GAMES, DEFEATS)
    wanted = [column.name for column in schema.posts.columns].index("wanted")
    assert [row[wanted] for row in await rows(league.database, schema.posts)] == [1, 2]


# Who is meant


async def test_every_doubt_about_a_name_is_listed(league: League) -> None:
    twin = Person("eve", 10**17 + 9, "Ana", "other")
    await league.database.write(insert_people([twin]))
    await Channel(league.database, 101).play(
        "bo", "cy", "di", killer="eve", seats=("eve", "bo", "cy", "di")
    )
    judged = await league.judge(GAMES.replace("Cy", "Cyy"), DEFEATS.replace("Cy", "Cyy"))
    assert judged.games == ()
    two, unknown = judged.doubts
    assert "games.csv:2: player: 'Ana' may be each of these: 'Ana' @ana.name" in two
    assert "'Cyy' is nobody whom the server knows; alike: 'Cy' @cy.name" in unknown


@pytest.mark.parametrize("how", ["name", "id", "mention", "username"])
async def test_a_doubt_is_resolved_by_an_id_or_a_name_of_ones_own(league: League, how: str) -> None:
    id = IDS["cy"]
    typed = {"name": "Zed", "id": f"{id}", "mention": f"<@{id}>", "username": "@cy.name"}[how]
    names = f"# whom we call otherwise\nZED = {id}\n" if how == "name" else None
    games, defeats = GAMES.replace("Cy", typed), DEFEATS.replace("Cy", typed)
    judged = await league.judge(games, defeats, names=names)
    assert (judged.doubts, judged.new, len(judged.games)) == ((), (), 2)


async def test_somebody_new_is_known_by_their_id_and_called_as_in_the_table(
    league: League,
) -> None:
    judged = await league.enter(
        GAMES.replace("Cy", "Zed"), DEFEATS.replace("Cy", "Zed"), names=("Zed = 200000000000000000")
    )
    assert [(each.name, each.discord_id) for each in judged.new] == [("Zed", 2 * 10**17)]
    assert judged.new[0].id in (await league.points())[0]


# Guests


async def test_who_has_no_account_is_a_guest_if_somebody_says_so(league: League) -> None:
    games, defeats = GAMES.replace("Cy", "Tom"), DEFEATS.replace("Cy", "Tom")
    assert "'Tom' is nobody whom the server knows" in (await league.judge(games, defeats)).doubts[0]
    judged = await league.enter(games, defeats, guests=True)
    (tom,) = judged.new
    assert (tom.name, tom.is_guest) == ("Tom", True)
    assert (await league.points())[0] == {"ana": 3, "bo": 1, tom.id: 1, "di": 0}
    ranked = {row[6] for row in await rows(league.database, schema.standings)}
    assert ranked == {"ana", "bo", "cy", "di"}
    again = GAMES.replace("Cy", "TOM ").replace("2026-01-1", "2026-01-2")
    assert (await league.judge(again, defeats.replace("Tom", "tom"))).new == ()
    examined = await league.database.snapshot(examine)
    assert (examined.strayed.first, examined.damaged.first) == ([], [])


async def test_a_guest_whose_name_is_like_another_s_is_a_doubt(league: League) -> None:
    await league.enter(GAMES.replace("Cy", "Jonathan"), guests=True)
    later = GAMES.replace("2026-01-1", "2026-01-2").replace("Cy", "Johnathan")
    (doubt,) = (await league.judge(later, guests=True)).doubts
    assert "alike: 'Jonathan' guest" in doubt
    assert len((await league.judge(later, names="Johnathan = guest")).new) == 1
    renamed = await league.judge(GAMES, names="Cy = guest")
    assert [each.name for each in renamed.new] == ["Cy"]


# The end alone


@pytest.mark.parametrize(
    ("game", "points"),
    [
        ("player,won,master\nAna,yes,\nBo,,Ana\nCy,,\nDi,,Cy", (3, 1, 0, -1)),
        ("player,won\nAna,draw\nBo,\nCy,\nDi,", (0, 0, 0, 0)),
        ("player,place\nAna,2\nBo,1\nCy,3\nDi,4", (0, 3, 0, 0)),
        ("player,won,variant\nAna,yes,elimination\nBo,,\nCy,,\nDi,,", (3, 0, 0, 0)),
        ("player,won,variant,points\nAna,yes,respawn,2\nBo,,,1\nCy,,,\nDi,,,", (2, 1, 0, 0)),
        (
            "player,won,variant,table\nAna,x,elimination,Two-Headed Giant\nBo,x,,\nCy,,,\nDi,,,",
            (3, 3, 0, 0),
        ),
    ],
)
async def test_of_a_game_the_end_alone_may_be_known(
    league: League, game: str, points: tuple[int, ...]
) -> None:
    header, *lines = game.splitlines()
    table = [f"game,played,{header}", *(f"one,2026-01-10,{line}" for line in lines)]
    await league.enter("\n".join(table))
    assert await league.points() == [dict(zip(IDS, points, strict=True))]


# As spreadsheets save them


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
    assert guessed.endswith(
        "games.csv: read as cp1252, as it is not in UTF-8 (--encoding says otherwise)"
    )
    assert left.endswith("games.csv: columns that are not read: 'notes'")


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
        (
            "2,,Bo",
            "2,2026-01-13,Bo",
            ":7: played: '2026-01-13' differs from '2026-01-11' in line 6",
        ),
        ("2,,Bo", "1,,Bo", ":7: game: '1' comes twice; accepted: rows that follow each other"),
        ("2,,Bo", ",,Bo", ":7: game: is empty"),
        ("2,,Bo", "2,,Ana", ":6: player: "),
        (
            "2,,Bo,,",
            "2,,Bo,yes,",
            ":8: won: 'x', but by the rules and the other rows the winners are Bo",
        ),
        (",x,", ",,", ":6: won: nobody won"),
        ("player,won", "name,won", ":1: player: there is no such column; accepted: game, player"),
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
        ("1,Di,concede,,", "1,Bo,concede,,\n1,Bo,concede,,", ":5: "),
        ("life,Ana", "life,", ":2: by: is empty; accepted: who controlled the card"),
    ],
)
async def test_what_is_wrong_with_a_defeat_is_said_with_its_place(
    league: League, change: str, to: str, said: str
) -> None:
    with pytest.raises(Exception, match=r"defeats\.csv") as wrong:
        await league.judge(GAMES, DEFEATS.replace(change, to))
    assert f"defeats.csv{said}" in str(wrong.value)


async def test_a_season_that_is_over_is_entered_if_somebody_says_so(league: League) -> None:
    spring = {"guild": GUILD, "number": 1, "name": "Spring", "start": NOON}
    over = NOON + timedelta(days=11)
    await execute(league.database, insert(schema.seasons).values(**spring, end=over))
    (doubt,) = (await league.judge(GAMES, DEFEATS)).doubts
    assert "games.csv:2: played: 2 games of the season 'Spring', which is over" in doubt
    await league.enter(GAMES, DEFEATS, closed_seasons=True)


@given(st.lists(st.tuples(st.integers(0, 400), st.text(max_size=4)), max_size=6))
def test_whatever_a_table_holds_it_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, str]]
) -> None:
    table = GAMES
    for at, typed in changes:
        table = table[: at % len(table)] + typed + table[at % len(table) + 1 :]
    file = tmp_path_factory.getbasetemp() / "any.csv"
    file.write_bytes(table.encode("utf-8", "surrogatepass"))
    refused = f"{file}"
    try:
        sheet = read_sheet(file, RESULTS, NEEDED_RESULTS)
        read_league(sheet, None, Usual(ServerSettings(), {}, LATER))
    except SheetError as error:
        refused = f"{error}"
    assert refused.startswith(f"{file}")


# As it is typed


def test_the_commands_say_what_they_did(file: Path, tmp_path: Path) -> None:
    url = url_of(file)

    async def begin() -> None:
        async with opened(url) as database:
            await found(database)

    asyncio.run(begin())
    (tmp_path / "games.csv").write_text(GAMES)
    (tmp_path / "defeats.csv").write_text(DEFEATS)
    here = ("--channel", f"{CHANNEL}")
    asked = ("import", "games.csv", "--csv", "--defeats", "defeats.csv", *here)

    def run(*arguments: str) -> tuple[int, list[str], str]:
        ended = run_suzerain(tmp_path, *arguments, SUZERAIN_DATABASE__URL=url)
        return ended.status, ended.out.splitlines(), ended.err

    held = "2 games of 4 players, played from 2026-01-10 to 2026-01-11."
    assert run(*asked) == (
        0,
        [held, "Nothing was changed. With --apply, this is entered."],
        "",
    )
    status, out, _ = run(*asked, "--apply")
    assert (status, out[0]) == (0, held)
    back = out[-1].removeprefix("To take them all back: suzerain ").split()
    assert run(*asked, "--apply")[1] == ["Here already: 2 games.", "Nothing was changed."]
    assert run(*back)[:2] == (0, ["Taken back: 2 games."])
    assert run(*back)[1] == ["All of it was taken back before; nothing was changed."]
    (tmp_path / "games.csv").write_text(GAMES.replace("Ana", "Zed"))
    (tmp_path / "defeats.csv").write_text(DEFEATS.replace("Ana", "Zed"))
    status, out, _ = run(*asked, "--apply")
    assert (status, out[0]) == (1, "Doubts: 1")
    (tmp_path / "games.csv").write_text(GAMES.replace("2026-01-11", "soon"))
    status, out, err = run(*asked, "--apply")
    assert (status, out, len(err.splitlines())) == (2, [], 1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("games.csv", "--csv"), "--channel: is missing"),
        (("--csv", "--channel", "5"), "FILE: is missing"),
        (("games.csv", "--csv", "--channel", "5"), "nothing was played there; accepted"),
        (("games.csv", "--csv", "--channel", "x"), "'x' is no id"),
        (("games.csv", "--apply"), "--apply: accepted only with --csv"),
        (("games.csv", "--channel", "5"), "--channel: accepted only with --csv or --undo"),
        (("--undo", "5"), "--channel: is missing"),
        (("--undo", "5", "--channel", "5"), "no import into this channel; accepted: none"),
        (("--undo", "5", "--csv", "--channel", "5"), "--undo: accepted only without --csv"),
        ((), "FILE: is missing; accepted: an archive"),
    ],
)
def test_bad_arguments_are_one_line(
    file: Path, tmp_path: Path, typed: tuple[str, ...], said: str
) -> None:
    (tmp_path / "games.csv").write_text(GAMES)
    ended = run_suzerain(tmp_path, "import", *typed, SUZERAIN_DATABASE__URL=url_of(file))
    assert (ended.status, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1
    assert said in ended.err


async def test_the_example_of_the_page_is_imported(league: League) -> None:
    page = (Path(__file__).parents[2] / "docs" / "operators.md").read_text("utf-8")
    games, defeats = (block.partition("```")[0] for block in page.split("```csv\n")[1:])
    await league.enter(games, defeats)
    assert await league.points() == [
        {"ana": 3, "bo": 1, "cy": 1, "di": 0},
        {"ana": 0, "bo": 2, "cy": 5},
    ]
