"""Life that players share: their life entries of one moment are one defeat (ESC-D3, TAB-D6)."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.rules import seats
from bot.rules.events import Setup
from bot.rules.facts import Player, Report, Source
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, master_of


def merged(
    setup: Setup, players: Sequence[Player], standings: Standings, reports: tuple[Report, ...]
) -> tuple[Report, ...]:
    """The reports, with the life entries of those who share it as one; `players` are seated.

    Of a team in Esclave it is the master's defeat, at a table of teams that of the first reported.
    """
    if setup.answers.team_is_one_side:
        if len(reports) == 1 and standings[reports[0].loser].status == "master":
            return reports
        return _by_loser([_master_s(standings, report) for report in reports])
    if TABLES[setup.table].one_life:
        leaders: dict[tuple[Player, ...], Player] = {}
        mine = [
            replace(
                report,
                loser=leaders.setdefault(seats.mates(setup, players, report.loser), report.loser),
            )
            if report.cause == "life"
            else report
            for report in reports
        ]
        return _by_loser(mine)
    return reports


def _by_loser(reports: Sequence[Report]) -> tuple[Report, ...]:
    result: dict[tuple[Player, bool], Report] = {}
    for report in reports:
        key = report.loser, report.cause == "life"
        other = result.get(key)
        result[key] = report if other is None else _together(other, report)
    return tuple(result.values())


def _master_s(standings: Standings, report: Report) -> Report:
    """A life entry as its master's; a teammate who decided is as if not there (ESC-D21)."""
    if report.cause != "life":
        return report
    master = standings[report.loser].master or report.loser
    others = {
        field: player
        for field in ("controlled_by", "kindslaver")
        if (player := getattr(report, field)) and master_of(standings, player) != master
    }
    return replace(report, loser=master, **{"controlled_by": None, "kindslaver": None, **others})


def _together(one: Report, other: Report) -> Report:
    """Two life entries of one team: sources put together, an object's amounts added (ESC-D21)."""
    sources = list(one.sources)
    unmatched = list(range(len(sources)))
    for source in other.sources:
        same = next((i for i in unmatched if _same_object(sources[i], source)), None)
        if same is None:
            sources.append(source)
            continue
        unmatched.remove(same)
        known = sources[same]
        sources[same] = replace(
            known,
            amount=(known.amount or 1) + (source.amount or 1),
            voluntary=known.voluntary or source.voluntary,
        )
    return replace(
        one,
        sources=tuple(sources),
        controlled_by=one.controlled_by or other.controlled_by,
        kindslaver=one.kindslaver or other.kindslaver,
        protection_ended_by=one.protection_ended_by or other.protection_ended_by,
    )


def _same_object(one: Source, other: Source) -> bool:
    return (
        one.object is not None
        and one.object == other.object
        and one.controller == other.controller
        and one.owned_by == other.owned_by
    )
