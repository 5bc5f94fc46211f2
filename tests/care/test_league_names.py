"""Who is meant by the names in a league's tables."""

import pytest

from bot.care.streams import examine
from bot.storage.engine import schema
from bot.storage.record.people import Person, insert_people
from tests.care.leagues import DEFEATS, GAMES, IDS, League
from tests.storage.store import Channel, rows


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
