"""Rivalries: whatever happens, they are what the verdicts of counted games add up to."""

from collections import Counter
from datetime import timedelta

from hypothesis import example, given, settings

from bot.projections.history import build_game_history_from_events
from bot.projections.project import rebuild_derived_tables
from bot.rules.closing import ClosePod
from bot.rules.overrides import OverrideGameAsModerator as Decide
from bot.rules.undoing import UndoPodEvent
from bot.storage.engine.database import Database
from bot.storage.engine.schema import defeats, rivalries
from bot.storage.tables.rivalries import EVER, SELECT_WRONG_SERVERS
from bot.storage.tables.seasons import Season
from tests.effort import examples
from tests.projections.test_totals import NEVER, WHY, Later, League, histories, lived
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import GUILD, NOON, Channel, column, execute, killed, rows

Rivalry = tuple[int, str, str]
"""A season, who was responsible, and who lost."""

TWO_SEASONS = [("season", 1, 0, 0), *[("k", 1, n, 0) for n in (1, 2, 3)], ("season", 1, 0, 0)]
ANOTHER = [("much later", 1, 0, 0), *[("k", 1, n, 2) for n in (1, 0, 3)], ("u", 1, 0, 0)]


def added_up(channels: list[Later], seasons: list[Season]) -> Counter[Rivalry]:
    """What the pods say of themselves."""
    found = Counter[Rivalry]()
    for channel in channels:
        for number in {each.pod for each in channel.written}:
            story = build_game_history_from_events(each for each in channel.written if each.pod == number)
            if story.game_as_pod.final_result is None:
                continue
            at = story.end_time
            spans = [s.number for s in seasons if s.start <= at < (s.end or NEVER)]
            for verdict in story.game_as_pod.verdicts:
                if verdict.responsible not in (None, verdict.loser):
                    for span in (EVER, *spans):
                        found[span, verdict.responsible, verdict.loser] += 1
    return found


async def kept(database: Database) -> Counter[Rivalry]:
    """What the table says."""
    return Counter({tuple(key): times for _, _, *key, times in await rows(database, rivalries)})


@settings(max_examples=examples(8))
@given(history=histories)
@example(history=[*TWO_SEASONS, *ANOTHER])
async def test_rivalries_are_what_verdicts_add_up_to_and_a_rebuild_gives_the_same(
    fresh: Fresh, history: list[tuple[str, int, int, int]]
) -> None:
    async with open_anew(fresh) as database:
        league, channels, _ = await lived(database, history)
        expected = added_up(channels, await league.seasons.load_seasons_of_server(GUILD))
        assert await kept(database) == expected
        assert len(await rows(database, rivalries)) == len(expected)  # and nothing is left over
        before = [await rows(database, table) for table in (defeats, rivalries)]
        await rebuild_derived_tables(database)
        assert [await rows(database, table) for table in (defeats, rivalries)] == before
        assert await column(database, SELECT_WRONG_SERVERS) == []


async def test_a_defeat_counts_once_the_game_does_and_no_longer_once_it_does_not(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy")
    assert await kept(database) == {}
    await channel.do(killed("di", "bo"))  # who serves ana, and she wins
    assert await kept(database) == {(EVER, "ana", loser): 1 for loser in ("bo", "cy", "di")}
    await channel.do(UndoPodEvent())
    assert await kept(database) == {}
    await channel.do(killed("di", "ana"), Decide("void", WHY))
    assert await kept(database) == {}
    assert await rows(database, defeats) == await rows(database, rivalries) == []
    await channel.play("bo")
    await channel.do(ClosePod())
    assert await rows(database, defeats) == []


async def test_rivalries_follow_when_a_season_ends_after_the_game(database: Database) -> None:
    league, channel = League(database), Channel(database)
    await channel.play("bo", "cy", "di")
    await league.start(NOON)  # by a clock that was put back
    assert (await kept(database))[1, "ana", "bo"] == 1
    await league.end(channel.written[-1].at - timedelta(seconds=1))
    assert {season for season, *_ in await kept(database)} == {EVER}


async def test_what_is_not_what_the_defeats_add_up_to_is_found(database: Database) -> None:
    await Channel(database).play("bo", "cy", "di")
    await execute(database, rivalries.update().where(rivalries.c.loser == "bo").values(times=2))
    assert await column(database, SELECT_WRONG_SERVERS) == [GUILD]
