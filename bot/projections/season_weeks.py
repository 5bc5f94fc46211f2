"""What a week was like in a season with rules: the table is by them, at both ends of the week.

The best of the week are those of all that was played, but for who is excluded.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from bot.projections.season_tables import SeasonTables
from bot.projections.weeks import TOP, Gain, Week, WeekRank
from bot.rules.facts import Player
from bot.season_rules.ranking import SeasonLine, SeasonTable
from bot.storage.engine.moments import to_milliseconds
from bot.storage.tables.game_kinds import POD, GameKind


async def follow_rules(tables: SeasonTables, guild: int, week: Week, game: GameKind = POD) -> Week:
    """A week with its table by the rules of its season, as it is where there are none.

    Raises `Unreachable`.
    """
    number = None if week.season is None else week.season.number
    table = await tables.read(guild, number, game)
    return week if table is None else await asyncio.to_thread(_follow, table, week)


def _follow(table: SeasonTable, week: Week) -> Week:
    after, before = (_list_ranked(table.cut(to_milliseconds(at))) for at in (week.end, week.start))
    former = {line.player: line.rank for line in before}
    second = next((line for line in after if line.rank != 1), None)
    return replace(
        week,
        table=tuple(
            WeekRank(line.rank or 0, line.player, line.points, former.get(line.player))
            for line in after[:TOP]
        ),
        leaders=_find_leaders(after),
        former=_find_leaders(before),
        ahead=after[0].points - second.points if second is not None else 0,
        gains=tuple(
            _rank_gains([each for each in week.gains if each.player not in table.excluded])
        ),
    )


def _rank_gains(gains: Sequence[Gain]) -> Iterator[Gain]:
    """What people have won in the week, with the ranks that they have among each other."""
    for gain in gains:
        yield replace(gain, rank=1 + sum(each.points > gain.points for each in gains))


def _list_ranked(table: SeasonTable) -> list[SeasonLine]:
    return [line for line in table.list_lines() if line.rank is not None]


def _find_leaders(lines: Iterable[SeasonLine]) -> tuple[Player, ...]:
    return tuple(line.player for line in lines if line.rank == 1)
