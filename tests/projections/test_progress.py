"""Points over time are what the results up to then add up to."""

from datetime import datetime, timedelta
from random import Random

from bot.projections.progress import load_end_time_of_first_game, load_player_points_over_time
from bot.projections.standings import LeaderboardFilter
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from tests.storage.store import GUILD, NOON, SEATS, execute, make_blank_result

Row = dict[str, object]


def a_result(pod: int, player: str, at: datetime, **other: object) -> Row:
    row: Row = make_blank_result()
    row |= {"guild": GUILD, "pod": pod, "player": player, "at": at, "role": "master", "won": True}
    row |= {"game": "pod", "variant": "esclave", "table": "free-for-all", "mu": None, "sigma": None}
    return row | {"chance": None, "brought_by": None, "recorded": at} | other


def summed(rows: list[Row], player: str, scope: LeaderboardFilter, begin: datetime, end: datetime) -> int | None:
    """The same, added up one by one."""
    counted = [
        int(str(row["points"]))
        for row in rows
        if row["player"] == player
        and begin <= datetime.fromisoformat(str(row["at"])) < end
        and scope.variant in ("", row["variant"])
        and scope.table in ("", row["table"])
        and row["guild"] == GUILD
    ]
    return sum(counted) if counted else None


async def test_points_at_each_end_are_the_sums_over_the_results_until_then(database: Database) -> None:
    random = Random(7)
    rows = [
        a_result(
            pod,
            player,
            NOON + timedelta(hours=random.randrange(24 * 30)),
            points=random.randrange(-1, 4),
            variant=random.choice(["esclave", "necromancer"]),
            table=random.choice(["free-for-all", "emperor"]),
            guild=GUILD + random.randrange(2),
        )
        for pod in range(60)
        for player in SEATS
        if random.random() < 0.4
    ]
    await execute(database, results.insert().values(rows))
    begin = NOON + timedelta(days=3)
    ends = [begin + timedelta(days=days) for days in (1, 2, 9, 16, 20)]
    for scope in (
        LeaderboardFilter(),
        LeaderboardFilter(variant="esclave"),
        LeaderboardFilter(None, None, "necromancer", "emperor"),
    ):
        found = await load_player_points_over_time(database, GUILD, SEATS[:3], scope, begin, ends)
        for player in SEATS[:3]:
            expected = [summed(rows, player, scope, begin, end) for end in ends]
            assert list(found.get(player, [None] * len(ends))) == expected
        assert set(found) <= set(SEATS[:3])


async def test_who_has_not_played_yet_has_no_points_and_who_never_did_is_left_out(database: Database) -> None:
    rows = [
        a_result(1, "ana", NOON, points=0),
        a_result(2, "bo", NOON + timedelta(days=1), points=3),
        a_result(3, "bo", NOON + timedelta(days=2), points=-1, table="emperor"),
    ]
    await execute(database, results.insert().values(rows))
    ends = [NOON + timedelta(days=days) for days in (1, 2, 3)]
    found = await load_player_points_over_time(database, GUILD, SEATS, LeaderboardFilter(), NOON, ends)
    assert found == {"ana": [0, 0, 0], "bo": [None, 3, 2]}
    assert await load_end_time_of_first_game(database, GUILD, SEATS, LeaderboardFilter()) == NOON
    assert (
        await load_end_time_of_first_game(database, GUILD, ["bo"], LeaderboardFilter(table="emperor")) == rows[2]["at"]
    )
    assert await load_end_time_of_first_game(database, GUILD + 1, SEATS, LeaderboardFilter()) is None
