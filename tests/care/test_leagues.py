"""Importing a league's games: preview, entering, undo, and the command."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.care.exporting import export_game_history
from bot.care.importing import import_history_archive
from bot.care.integrity import check_integrity_of_database
from bot.care.leagues.batches import undo_game_import
from bot.care.leagues.importing import import_league_games
from bot.projections.project import PROJECTIONS, rebuild_derived_tables
from bot.rules.lobby import OpenLobby
from bot.rules.records import PodSetup
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine import schema
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from bot.storage.record.publications import PublishedMessageRepository
from bot.storage.servers.standings_posts import StandingsPost, build_standings_post_row_inserts
from tests.care.leagues import DEFEATS, GAMES, IDS, LATER, League, found
from tests.commandline import run_suzerain
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import CHANNEL, GUILD, NOON, opened, rows, url_of


async def test_games_are_entered_as_the_rules_and_the_league_have_them(league: League) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    assert (judged.first, len(judged.games), judged.players) == (6, 2, 4)
    assert await league.points() == [{"ana": 3, "bo": 1, "cy": 1, "di": 0}, {"ana": 0, "bo": 0, "cy": 3, "di": 7}]


async def test_what_is_made_of_them_is_what_the_log_says(league: League) -> None:
    await league.enter(GAMES, DEFEATS)
    examined = await league.database.run_read_transaction_without_timeout(check_integrity_of_database)
    kinds = (examined.damaged, examined.strayed, examined.boards)
    assert [problems.first for problems in kinds] == [[], [], []]
    kept = [await rows(league.database, table) for table in PROJECTIONS]
    await rebuild_derived_tables(league.database)
    assert [await rows(league.database, table) for table in PROJECTIONS] == kept


async def test_a_dry_run_changes_nothing(league: League) -> None:
    before = await league.everything()
    assert len((await league.judge(GAMES, DEFEATS)).games) == 2
    assert await league.everything() == before


async def test_no_board_is_sent_and_the_trail_knows_who_did_it(league: League) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    await undo_game_import(league.database, CHANNEL, judged.first, LATER)
    names = [column.name for column in schema.boards.columns]
    wanted, shown, pod = names.index("wanted"), names.index("shown"), names.index("pod")
    sent = [row for row in await rows(league.database, schema.boards) if row[pod] >= judged.first]
    assert [row[wanted] for row in sent] == [row[shown] for row in sent] == [8, 9]
    trail = sorted(row[3:] for row in await rows(league.database, schema.audit))
    about = '{"channel":100,"number":6,"games":2}'
    assert trail == [("operator", "imported", about), ("operator", "unimported", about)]


async def test_an_archive_carries_all_of_it(league: League, fresh: Fresh) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    await undo_game_import(league.database, CHANNEL, judged.first, LATER)
    await league.enter(GAMES, DEFEATS)
    archive = league.folder / "archive.jsonl"
    await export_game_history(league.database, str(archive))
    async with open_anew(fresh) as other:
        await import_history_archive(other, str(archive))
        moved = League(other, league.folder)
        assert (await moved.judge(GAMES, DEFEATS)).here == 2
        for table in (schema.audit, schema.events, schema.pods, schema.standings):
            assert await rows(other, table) == await rows(league.database, table)


async def test_a_bot_that_runs_meanwhile_goes_on(league: League) -> None:
    service = GameService(EventLog(league.database), PeopleRepository(league.database), lambda: LATER)
    place, ana = ChannelAddress(GUILD, CHANNEL), CommandUser(IDS["ana"], AccountNames("Ana"))
    await service.load_current_game(place)
    await league.enter(GAMES, DEFEATS)
    done = await service.execute_command(GameCommandRequest(place, ana, lambda me, _: OpenLobby(PodSetup(), me)))
    assert done.live.number == 8


async def test_what_is_played_between_reading_and_writing_is_noticed(league: League) -> None:
    judged = await league.judge(GAMES, DEFEATS)
    await league.enter(GAMES.replace("2026-01-1", "2026-01-2"), DEFEATS)
    before = await league.everything()
    with pytest.raises(Exception, match="was played in meanwhile, nothing was changed"):
        await import_league_games(league.database, judged, LATER)
    assert await league.everything() == before


async def test_posts_that_were_sent_follow(league: League) -> None:
    for week in (1, 2):
        end = NOON + timedelta(days=7 * week)
        post = StandingsPost(GUILD, "week", week, end - timedelta(days=7), end, False, "en", 1, week, 1, 1)
        await league.database.commit_changes(*build_standings_post_row_inserts(post))
    await league.enter(GAMES, DEFEATS)
    found = await PublishedMessageRepository(league.database).load_published_messages("post")
    assert [row.wanted for row in found] == [1, 2]


# The end alone


@pytest.mark.parametrize(
    ("game", "points"),
    [
        ("player,won,master\nAna,yes,\nBo,,Ana\nCy,,\nDi,,Cy", (3, 1, 0, -1)),
        ("player,won\nAna,draw\nBo,\nCy,\nDi,", (0, 0, 0, 0)),
        ("player,place\nAna,2\nBo,1\nCy,3\nDi,4", (0, 3, 0, 0)),
        ("player,won,variant\nAna,yes,elimination\nBo,,\nCy,,\nDi,,", (3, 0, 0, 0)),
        ("player,won,variant,points\nAna,yes,respawn,2\nBo,,,1\nCy,,,\nDi,,,", (2, 1, 0, 0)),
        ("player,won,variant,table\nAna,x,elimination,Two-Headed Giant\nBo,x,,\nCy,,,\nDi,,,", (3, 3, 0, 0)),
    ],
)
async def test_of_a_game_the_end_alone_may_be_known(league: League, game: str, points: tuple[int, ...]) -> None:
    header, *lines = game.splitlines()
    table = [f"game,played,{header}", *(f"one,2026-01-10,{line}" for line in lines)]
    await league.enter("\n".join(table))
    assert await league.points() == [dict(zip(IDS, points, strict=True))]


# As it is typed


Run = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def run(file: Path, tmp_path: Path) -> Run:
    """Run a command beside the games in `games.csv`; return status, output lines, error lines."""

    async def begin() -> None:
        async with opened(url_of(file)) as database:
            await found(database)

    asyncio.run(begin())
    (tmp_path / "games.csv").write_text(GAMES)

    def type_command(*arguments: str) -> tuple[int, list[str], str]:
        ended = run_suzerain(tmp_path, *arguments, SUZERAIN_DATABASE__URL=url_of(file))
        return ended.status, ended.out.splitlines(), ended.err

    return type_command


WHO = "Lines NAME = ID or NAME = guest in a file for --names say who is meant."
HERE = ("import", "games.csv", "--csv", "--channel", f"{CHANNEL}")


def test_the_commands_say_what_they_did(run: Run, tmp_path: Path) -> None:
    (tmp_path / "defeats.csv").write_text(DEFEATS)
    asked = (*HERE, "--defeats", "defeats.csv")
    held = "2 games of 4 players, played from 2026-01-10 to 2026-01-11."
    status, out, err = run(*asked)
    assert (status, out[0], err) == (0, held, "")
    assert out[-1] == "Nothing was changed. With --apply, this is entered."
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
    assert out[-1] == f"Nothing was changed. {WHO}"
    (tmp_path / "defeats.csv").write_text(DEFEATS)
    (tmp_path / "games.csv").write_text(GAMES.replace("2026-01-11", "soon"))
    status, out, err = run(*asked, "--apply")
    assert (status, out, len(err.splitlines())) == (2, [], 1)
    wrong = GAMES.replace("2026-01-11", "2027-01-11").replace("1,,Bo", "1,,X")
    (tmp_path / "games.csv").write_text(wrong)
    status, out, err = run(*asked, "--apply")
    assert (status, out) == (2, [])
    named = [line.split(": ")[0] for line in err.splitlines()]
    assert named == ["games.csv:6", "defeats.csv:2", "defeats.csv:3", "games.csv:3"]


def test_names_are_asked_for_where_they_are_in_doubt_alone(run: Run, tmp_path: Path) -> None:
    assert run(*HERE, "--apply")[0] == 0
    (tmp_path / "games.csv").write_text(GAMES.replace("no,7", "no,6"))
    status, out, _ = run(*HERE)
    assert (status, out[-1]) == (1, "Nothing was changed.")


def test_games_that_are_in_another_channel_are_said_to_be_there(run: Run) -> None:
    assert run(*HERE, "--apply")[0] == 0
    status, out, _ = run(*HERE[:-1], f"{CHANNEL + 1}", "--server", f"{GUILD}")
    assert (status, out[0], out[-1]) == (0, "Here already: 2 games.", "Nothing was changed.")
    assert out[1].startswith(f"They are in channel {CHANNEL} since ")
    assert out[1].endswith(" UTC, with an import of 2 games.")
    back = out[2].removeprefix("To take them all back: suzerain ").split()
    assert run(*back)[:2] == (0, ["Taken back: 2 games."])


def test_all_who_are_new_are_named(run: Run, tmp_path: Path) -> None:
    names = [f"{letter}{letter}" for letter in "ABCDEFGHJKLMNOPQRSTUVWXY"]
    rows = [f"{at // 4},2026-01-10,{name},draw" for at, name in enumerate(names)]
    (tmp_path / "games.csv").write_text("\n".join(("game,played,player,won", *rows)))
    _, out, _ = run(*HERE, "--guests")
    assert out[0].startswith("Guests have no line on /leaderboard")
    assert out[2] == f"New to the bot: {', '.join(f'{name!r} guest' for name in names)}."


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
def test_bad_arguments_are_one_line(file: Path, tmp_path: Path, typed: tuple[str, ...], said: str) -> None:
    (tmp_path / "games.csv").write_text(GAMES)
    ended = run_suzerain(tmp_path, "import", *typed, SUZERAIN_DATABASE__URL=url_of(file))
    assert (ended.status, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1
    assert said in ended.err


async def test_the_example_of_the_page_is_imported(league: League) -> None:
    page = (Path(__file__).parents[2] / "docs" / "importing.md").read_text("utf-8")
    games, defeats = (block.partition("```")[0] for block in page.split("```csv\n")[1:])
    await league.enter(games, defeats)
    assert await league.points() == [{"ana": 3, "bo": 1, "cy": 1, "di": 0}, {"ana": 0, "bo": 2, "cy": 5}]
