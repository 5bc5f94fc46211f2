"""A league's tables in three languages, with a row a player or a game; dates in two orders."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from bot.care import MaintenanceCommandError
from bot.care.leagues.importing import LeagueImportPreview
from bot.i18n import LOCALES, Locale, load_translations
from bot.rules.entering import PastGameRecorded
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS
from tests.care.leagues import DEFEATS, GAMES, League, found
from tests.commandline import run_suzerain
from tests.effort import SEED, examples
from tests.storage.store import CHANNEL, opened, url_of

pytestmark = pytest.mark.shared_databases

EACH = pytest.mark.parametrize("locale", LOCALES)


def words(locale: Locale, key: str) -> list[str]:
    """The words of a key, with other letters and spaces as people type them."""
    return [word.strip() for word in load_translations(locale)(f"sheet-{key}").split(",")]


def events(judged: LeagueImportPreview) -> Sequence[PastGameRecorded]:
    assert judged.doubts == ()
    return [fresh.event for fresh in judged.games]


def table(*rows: str) -> str:
    return "\n".join(rows)


WON = {"yes": "won", "no": "lost", "draw": "draw", "x": "won"}


def translate(sheet: str, locale: Locale, chance: Random) -> str:
    """Return a league's table with its headings and words translated."""
    header, *rows = [line.split(",") for line in sheet.splitlines()]
    typed = [chance.choice(words(locale, f"column-{name}")).title() for name in header]
    lines = [";".join(typed)]
    for row in rows:
        cells = dict(zip(header, row, strict=True))
        if cells.get("won"):
            spoken = [w for w in words(locale, f"won-{WON[cells['won']]}") if len(w) > 2]
            cells["won"] = chance.choice(spoken).upper()
        if cells.get("how"):
            cells["how"] = chance.choice(words(locale, f"how-{cells['how']}")).title()
        lines.append(";".join(cells[name] for name in header))
    return table(*lines)


@EACH
async def test_headings_and_words_may_be_of_any_language(league: League, locale: Locale) -> None:
    defeats = DEFEATS.replace('"Bolt, Lightning"', "Bolt")
    usual = events(await league.judge(GAMES, defeats))
    for number in range(examples(20)):
        chance = Random(f"{SEED} {number}")
        games = translate(GAMES, locale, chance)
        judged = await league.judge(games, translate(defeats, locale, chance))
        assert events(judged) == usual, games


@EACH
async def test_variants_and_tables_have_their_names_of_any_language(league: League, locale: Locale) -> None:
    text = load_translations(locale)
    for variant in VARIANTS:
        for name in TABLES if variant == "elimination" else ("free-for-all",):
            header = "game,played,player,won,variant,table"
            rows = [f"1,2026-01-10,{each},," for each in ("Bo", "Cy", "Di")]
            if name not in ("free-for-all", "teams", "two-headed-giant"):
                continue
            plain = table(header, f"1,2026-01-10,Ana,x,{variant},{name}", *(f"{r}," for r in rows))
            named = plain.replace(variant, text(f"variant-{variant}"))
            named = named.replace(name, text(f"table-{name}"))
            both = [await league.judge(each) for each in (plain, named)]
            assert [fresh.event for fresh in both[0].games] == [f.event for f in both[1].games]
            assert len(both[0].doubts) == len(both[1].doubts)


LONG = table("game,played,player,won,points", "one,2026-01-10 20:30,Ana,,", "one,,Bo,yes,2", "one,,Cy,,1", "one,,Di,,")


@pytest.mark.parametrize(
    "wide",
    [
        table(
            "game;date;Player 1;Player 2;Player 3;Player 4;Winner;Points 2;Points 3",
            "one;2026-01-10 20:30;Ana;Bo;Cy;Di;Bo;2;1",
        ),
        table(
            "partie;date;heure;joueur 1;joueur 2;joueur 3;joueur 4;vainqueur;points 2;points 3",
            "one;10/01/2026;20h30;Ana;Bo;Cy;Di;bo;2;1",
            "two;31/12/2025;;Ana;Bo;Cy;-;nul;;",
        ),
        table(
            "Игра;Дата;Время;Игрок1;Игрок2;Игрок3;Игрок4;Игрок5;Победитель;Очки2;Очки3",
            "one;10.01.2026;20:30;Ana;Bo;Cy;Di;;Bo;2;1",
        ),
        table("game;when?;played;players;result", "one;;2026-01-10 8:30 pm;Ana, Bo & Cy/Di;Bo"),
    ],
)
async def test_a_row_a_game_is_read_like_a_row_a_player(league: League, wide: str) -> None:
    long = LONG if "oints" in wide or "чки" in wide else LONG.replace("yes,2", "yes,")
    long = long if "oints" in wide or "чки" in wide else long.replace("Cy,,1", "Cy,,")
    await league.set(variant="elimination")
    (usual,) = events(await league.judge(long))
    assert events(await league.judge(wide))[0] == usual


async def test_games_without_names_are_called_by_their_day(league: League) -> None:
    wide = table(
        "Date,Player 1,Player 2,Player 3,Player 4,Winner",
        *("2026-01-10,Ana,Bo,Cy,Di,draw", "2026-01-10,Bo,Ana,Cy,Di,draw"),
    )
    judged = await league.judge(wide)
    names = [fresh.game.name for fresh in judged.games]
    assert names == ["2026-01-10", "2026-01-10 (2)"]


@pytest.mark.parametrize(
    ("cells", "won"), [("W,L,L,L", (3, 0, 0, 0)), ("V,D,D,D", (3, 0, 0, 0)), ("В,П,П,П", (3, 0, 0, 0))]
)
async def test_letters_are_of_the_language_that_has_all_of_them(
    league: League, cells: str, won: tuple[int, ...]
) -> None:
    await league.set(variant="elimination")
    await league.enter(letters(cells))
    assert await league.points() == [dict(zip(("ana", "bo", "cy", "di"), won, strict=True))]


async def test_letters_that_could_be_of_two_languages_are_refused(league: League) -> None:
    with pytest.raises(MaintenanceCommandError, match="W/L: 'D' says nothing"):
        await league.judge(letters("D,D,D,D"))  # a draw in English, four defeats in French


def letters(cells: str) -> str:
    rows = zip(("Ana", "Bo", "Cy", "Di"), cells.split(","), strict=True)
    return table("game,date,player,W/L", *(f"1,2026-01-10,{name},{cell}" for name, cell in rows))


async def test_an_error_names_the_column_as_the_file_does(league: League) -> None:
    sheet = table("Partie,Date,Joueur,Gagné", "1,2026-01-10,Ana,peut-être", "1,,Bo,", "1,,Cy,")
    with pytest.raises(MaintenanceCommandError, match="csv:2: Gagné: 'peut-être' says nothing"):
        await league.judge(sheet)
    wide = table("Date,Joueur 1,Joueur 2,Vainqueur", "2026-01-10,Ana,Bo,Zed")
    with pytest.raises(MaintenanceCommandError, match="csv:2: Vainqueur: 'Zed' does not play"):
        await league.judge(wide)
    twice = table("game,played,joueur,pseudo", "1,2026-01-10,Ana,Bo")
    with pytest.raises(MaintenanceCommandError, match="'joueur' and 'pseudo' are the same column"):
        await league.judge(twice)


# Dates


DATED = GAMES.replace("2026-01-10 20:00", "{} 20:00").replace("2026-01-11", "{}")


@pytest.mark.parametrize(
    ("first", "second", "dates", "read"),
    [
        ("1/2/2026", "13/1/2026", None, ["02-01", "01-13"]),
        ("1/2/2026", "1/13/2026", None, ["01-02", "01-13"]),
        ("1/2/2026", "13.1.2026", None, ["02-01", "01-13"]),
        ("1/2/2026", "2/3/2026", "mdy", ["01-02", "02-03"]),
        ("1/2/2026", "2/1/2026", "dmy", ["02-01", "01-02"]),
        ("1/1/2026", "2/2/2026", None, ["01-01", "02-02"]),
    ],
)
async def test_a_date_that_cannot_be_both_decides_for_all(
    league: League, first: str, second: str, dates: str | None, read: list[str]
) -> None:
    judged = await league.judge(DATED.format(first, second), dates=dates)
    assert judged.doubts == ()
    assert [f"{fresh.game.played:%m-%d}" for fresh in judged.games] == read


async def test_dates_that_could_all_be_both_are_a_doubt(league: League) -> None:
    (doubt,) = (await league.judge(DATED.format("1/2/2026", "2/1/2026"))).doubts
    assert "csv:2: played: '1/2/2026 20:00' may have the day or the month first" in doubt
    assert doubt.endswith("accepted: with --dates dmy or --dates mdy")
    (doubt,) = (await league.judge(DATED.format("13/1/2026", "1/14/2026"))).doubts
    assert "'13/1/2026 20:00' has the day first" in doubt
    assert "games.csv:6: played: '1/14/2026' the month" in doubt


@pytest.mark.parametrize("typed", ["20h30", "20:30", "8:30 pm", "20.30", "20 h 30"])
async def test_an_hour_is_read_as_people_write_it(league: League, typed: str) -> None:
    judged = await league.judge(GAMES.replace("2026-01-10 20:00", f"2026-01-10 {typed}"), DEFEATS)
    assert f"{judged.games[0].game.played:%H:%M}" == "20:30"


# What the dry run prints


def test_the_dry_run_prints_how_it_read_the_table_and_the_standings(file: Path, tmp_path: Path) -> None:
    async def begin() -> None:
        async with opened(url_of(file)) as database:
            await found(database)

    asyncio.run(begin())
    rows = ("1;10/01/2026 20h30;Ana;oui", "1;;Bo;non", "1;;Cy;non", "1;;Di;non")
    sheet = table("Partie;Date;Joueur;Gagné", *rows, "2;31/01/2026;Ana;oui", "2;;Bo;", "2;;Cy;", "2;;Di;")
    (tmp_path / "games.csv").write_text(sheet)
    typed = ("import", "games.csv", "--csv", "--channel", f"{CHANNEL}")
    ended = run_suzerain(tmp_path, *typed, SUZERAIN_DATABASE__URL=url_of(file))
    out = ended.out.splitlines()
    assert (ended.status, ended.err) == (0, "")
    assert out[1:6] == [
        "games.csv is read as:",
        "  Partie → game",
        "  Date → played",
        "  Joueur → player",
        "  Gagné → won: non = no, oui = yes",
    ]
    assert out[6] == "The first game of each kind:"
    assert out[7].startswith("  '")
    standing = out.index("All games of the server together would stand like this:")
    del out[6:standing]
    assert out[6] == "All games of the server together would stand like this:"
    ana = next(line for line in out if "Ana" in line)
    assert "9 points, 3 games (2 new), 3 won" in ana


def test_every_word_of_the_columns_means_one_column() -> None:
    names = (
        *("game", "player", "played", "time", "variant", "table", "format", "scoring", "won"),
        *("winner", "place", "points", "master", "players", "how", "by", "card"),
    )
    for locale in get_args(Locale):
        every = [word for name in names for word in words(locale, f"column-{name}")]
        assert len(every) == len({*every})
