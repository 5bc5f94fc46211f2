"""Matching the names in a league's tables with people."""

import pytest
from sqlalchemy import insert

from bot.care.integrity import check_integrity_of_database
from bot.storage.engine import schema
from bot.storage.record.people import Person, build_people_upserts
from tests.care.leagues import DEFEATS, GAMES, IDS, League
from tests.storage.store import GUILD, NOON, Channel, execute, rows

pytestmark = pytest.mark.shared_databases


async def test_every_doubt_about_a_name_is_listed(league: League) -> None:
    twin = Person("eve", 10**17 + 9, "Ana", "other")
    await league.database.commit_changes(*build_people_upserts([twin]))
    await Channel(league.database, 101).play("bo", "cy", "di", killer="eve", seats=("eve", "bo", "cy", "di"))
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


async def test_somebody_new_is_known_by_their_id_and_called_as_in_the_table(league: League) -> None:
    judged = await league.enter(
        GAMES.replace("Cy", "Zed"), DEFEATS.replace("Cy", "Zed"), names=("Zed = 200000000000000000")
    )
    assert [(each.display_name, each.discord_id) for each in judged.new] == [("Zed", 2 * 10**17)]
    assert judged.new[0].id in (await league.points())[0]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9999999999999999999", "is no id; accepted: digits"),
        ("<@12345678901234567890>", "is no id; accepted: digits"),
        ("8999999999999999999", "is nobody whom the bot knows"),
        ("8.03511E+16", "format the column as text"),
        ('"8,03511E+16"', "format the column as text"),
        ("8e+16", "format the column as text"),
    ],
)
async def test_an_id_that_cannot_be_one_is_a_doubt(league: League, typed: str, said: str) -> None:
    games, defeats = GAMES.replace("Cy", typed), DEFEATS.replace("Cy", typed)
    (doubt,) = (await league.judge(games, defeats, guests=True)).doubts
    assert f"games.csv:4: player: {typed.strip(chr(34))!r} " in doubt
    assert said in doubt


# Guests


async def test_who_has_no_account_is_a_guest_if_somebody_says_so(league: League) -> None:
    games, defeats = GAMES.replace("Cy", "Tom"), DEFEATS.replace("Cy", "Tom")
    assert "'Tom' is nobody whom the server knows" in (await league.judge(games, defeats)).doubts[0]
    judged = await league.enter(games, defeats, guests=True)
    (tom,) = judged.new
    assert (tom.display_name, tom.is_guest) == ("Tom", True)
    assert (await league.points())[0] == {"ana": 3, "bo": 1, tom.id: 1, "di": 0}
    ranked = {row[6] for row in await rows(league.database, schema.standings)}
    assert ranked == {"ana", "bo", "cy", "di"}
    again = GAMES.replace("Cy", "TOM ").replace("2026-01-1", "2026-01-2")
    assert (await league.judge(again, defeats.replace("Tom", "tom"))).new == ()
    examined = await league.database.run_read_transaction_without_timeout(check_integrity_of_database)
    assert (examined.strayed.first, examined.damaged.first) == ([], [])


async def test_it_is_said_that_guests_are_not_ranked_where_they_are_not(league: League) -> None:
    table = GAMES.replace("Cy", "Tom")
    (note,) = (await league.judge(table, guests=True)).notes
    assert note.startswith("Guests have no line on /leaderboard; the rule guests of /season rules")
    assert (await league.judge(GAMES, guests=True)).notes == ()
    season = {"guild": GUILD, "number": 1, "name": "One", "start": NOON, "rules": '{"guests":true}'}
    await execute(league.database, insert(schema.seasons).values(**season))
    assert (await league.judge(table, guests=True)).notes == ()


async def test_a_guest_whose_name_is_like_another_s_is_a_doubt(league: League) -> None:
    await league.enter(GAMES.replace("Cy", "Jonathan"), guests=True)
    later = GAMES.replace("2026-01-1", "2026-01-2").replace("Cy", "Johnathan")
    (doubt,) = (await league.judge(later, guests=True)).doubts
    assert "alike: 'Jonathan' guest" in doubt
    assert len((await league.judge(later, names="Johnathan = guest")).new) == 1
    renamed = await league.judge(GAMES.replace("2026-01-1", "2026-02-1"), names="Cy = guest")
    assert [each.display_name for each in renamed.new] == ["Cy"]


@pytest.mark.parametrize(
    ("known", "typed"), [("Frédéric", "Frederic"), ("Алёна", "Алена"), ("Zoë", "zoe"), ("Jo", "Jó")]
)
async def test_a_name_without_its_accents_is_no_new_guest_s(league: League, known: str, typed: str) -> None:
    both = GAMES.replace("1,,Cy", f"1,,{known}").replace("2,,Cy", f"2,,{typed}")
    assert len((await league.judge(both, guests=True)).doubts) == 1
    table = GAMES.replace("Cy", known)
    await league.enter(table, guests=True)
    later = table.replace(known, typed).replace("2026-01-1", "2026-02-1")
    judged = await league.judge(later, guests=True)
    (doubt,) = judged.doubts
    assert doubt.endswith(f"{typed!r} is nobody whom the server knows; alike: {known!r} guest")
    assert len((await league.judge(later, names=f"{typed} = guest")).new) == 1


async def test_a_name_that_is_like_a_claimed_guest_s_is_no_new_guest_s(league: League) -> None:
    (guest,) = (await league.enter(GAMES.replace("Cy", "Frédéric"), guests=True)).new
    await league.claim(guest.id, Person("zed", 10**17 + 5, "Zed", "zed.name"))
    later = GAMES.replace("Cy", "Frederic").replace("2026-01-1", "2026-02-1")
    (doubt,) = (await league.judge(later, guests=True)).doubts
    assert doubt.endswith("'Frederic' is nobody whom the server knows; alike: 'Frédéric' guest")


async def test_a_name_with_the_mark_of_a_call_is_the_same(league: League) -> None:
    table = GAMES.replace("1,,Cy", "1,,@Tom").replace("2,,Cy", "2,,tom").replace("Ana", "@Ana")
    judged = await league.enter(table, guests=True)
    assert [(each.display_name, each.is_guest) for each in judged.new] == [("Tom", True)]
    more = GAMES.replace("2026-01-1", "2026-02-1").replace("Cy", "@TOM")
    assert (await league.judge(more, guests=True)).new == ()
    named = await league.judge(more.replace("@TOM", "@Cyril"), names=f"@cyril = {IDS['cy']}")
    assert (named.doubts, named.new) == ((), ())
