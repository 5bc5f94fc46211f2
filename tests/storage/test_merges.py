"""Merges of two accounts by several processes at once."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import insert

from bot.rules.refusals import Refusal
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record.audit import AuditEntry
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.tables.merges import MERGE_PROPOSED, MERGED, AccountMerge, AccountMergeRepository
from tests.storage.store import ANA, GUILD, NOON, Channel, execute, opened, rows

BO = Person("bo", 2, "Bo")
GIL = Person("gil", 7, "Gil")


async def prepare(database: Database, *proposed: tuple[str, str]) -> None:
    """Let both play a game, without each other, and agree to what is proposed."""
    channel = Channel(database)
    await channel.play("cy", "di", "eve", killer="bo", seats=("bo", "cy", "di", "eve"))
    await channel.play("cy", "di", "eve", killer="gil", seats=("gil", "cy", "di", "eve"))
    people = PeopleRepository(database)
    await database.commit_changes(*build_people_upserts([BO, GIL, ANA]))
    merges = AccountMergeRepository(database, people)
    for number, (old, new) in enumerate(proposed, 100):
        merge = AccountMerge(old, new, None, ANA.id, NOON, "New phone", True, True)
        entry = AuditEntry(number, GUILD, NOON, ANA.id, MERGE_PROPOSED, {"guest": old, "player": new})
        await merges.store_proposed_merge(entry, merge, BO, GIL)


async def carry_out(database: Database, id: int, player: str, stays: str) -> bool | str:
    """Carry a merge out as another process does; return the code of a refusal."""
    details = {"guest": player, "player": stays, "reason": "New phone"}
    entry = AuditEntry(id, GUILD, NOON + timedelta(minutes=id), ANA.id, MERGED, details)
    try:
        return await AccountMergeRepository(database, PeopleRepository(database)).complete_account_merge(
            entry, ANA, player
        )
    except Refusal as refusal:
        return refusal.code


async def find_owners(database: Database) -> set[str]:
    """Return which of the two have the points of the games that they have won."""
    at = [each.name for each in schema.results.c]
    found = [dict(zip(at, row, strict=True)) for row in await rows(database, schema.results)]
    return {each["player"] for each in found} & {"bo", "gil"}


@pytest.mark.parametrize("same", [True, False], ids=["one interaction", "two moderators"])
async def test_two_processes_carry_a_merge_out_once(database: Database, url: str, same: bool) -> None:
    await prepare(database, ("bo", "gil"))
    async with opened(url) as another:
        done = await asyncio.gather(
            carry_out(database, 1, "bo", "gil"), carry_out(another, 1 if same else 2, "bo", "gil")
        )
    assert sorted(map(str, done)) == (["False", "True"] if same else ["True", "merge-gone"])
    assert await find_owners(database) == {"gil"}
    assert [what for _, _, _, _, what, _ in await rows(database, schema.audit)].count(MERGED) == 1


async def test_two_processes_merge_two_accounts_into_one_of_them_only(database: Database, url: str) -> None:
    await prepare(database, ("bo", "gil"), ("gil", "bo"))
    async with opened(url) as another:
        done = await asyncio.gather(carry_out(database, 1, "bo", "gil"), carry_out(another, 2, "gil", "bo"))
    assert sorted(map(str, done)) == ["True", "merge-already"]
    assert await find_owners(database) in ({"gil"}, {"bo"})
    assert [what for _, _, _, _, what, _ in await rows(database, schema.audit)].count(MERGED) == 1


@pytest.mark.parametrize("elsewhere", [GUILD - 1, GUILD + 1])
async def test_a_merge_asks_about_no_season_for_games_of_another_server(database: Database, elsewhere: int) -> None:
    abroad = Channel(database, 200, elsewhere)
    for killer in ("fay", "fay", "bo"):
        await abroad.play("cy", "di", "eve", killer=killer, seats=(killer, "cy", "di", "eve"))
    await prepare(database, ("bo", "gil"))
    start, end = (NOON + timedelta(minutes=minutes) for minutes in (11, 20))
    over = {"guild": GUILD, "number": 1, "name": "Uno", "start": start, "end": end}
    await execute(database, insert(schema.seasons).values(over))
    assert await carry_out(database, 1, "bo", "gil") is True


@pytest.mark.parametrize(("who", "left"), [(BO, 0), (GIL, 0), (ANA, 1)])
async def test_a_proposed_merge_goes_with_either_of_its_accounts_and_nobody_else(
    database: Database, who: Person, left: int
) -> None:
    await prepare(database, ("bo", "gil"))
    await PersonalDataService(database, PeopleRepository(database)).delete_personal_data(
        who.discord_id, [who.display_name], NOON
    )
    assert len(await rows(database, schema.merges)) == left
