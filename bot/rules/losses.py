"""Losses of one moment; shared life that a team loses is one defeat (ESC-D3, TAB-D6)."""

from collections import deque
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import seats
from bot.rules.facts import Player, Report, Source
from bot.rules.records import Setup
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, find_master


class Loss(Struct, frozen=True):
    """A reported defeat; `shared` means that a whole side lost its shared life."""

    report: Report
    shared: bool


def find_losses(setup: Setup, reports: Iterable[Report]) -> list[Loss]:
    """Return the losses in `reports`, in order; nothing else decides whether life was shared."""
    shares_life = setup.answers.team_is_one_side or TABLES[setup.table].one_life
    return [Loss(report, report.cause == "life" and shares_life) for report in reports]


def merge_reports(
    setup: Setup, players: Sequence[Player], standings: Standings, reports: tuple[Report, ...]
) -> tuple[Report, ...]:
    """Return the reports, merging those of shared life; `players` are in seat order.

    In Esclave the merged defeat is the master's, at a table of teams the first reported player's.
    """
    one_side = setup.answers.team_is_one_side
    leaders: dict[tuple[Player, ...], Player] = {}
    result: dict[tuple[Player, bool], Report] = {}
    for loss in find_losses(setup, reports):
        report = loss.report
        if loss.shared and one_side:
            report = _attribute_to_master(standings, report)
        elif loss.shared:
            team = seats.find_teammates(setup, players, report.loser)
            report = replace(report, loser=leaders.setdefault(team, report.loser))
        key = report.loser, loss.shared
        result[key] = _put_together(result[key], report) if key in result else report
    return tuple(result.values())


def _attribute_to_master(standings: Standings, report: Report) -> Report:
    """Return a life report as the master's; a teammate who controlled them is dropped (ESC-D21)."""
    master = standings[report.loser].master or report.loser
    if master == report.loser and not (report.controlled_by or report.kindslaver):
        return report
    others = {
        field: player
        for field in ("controlled_by", "kindslaver")
        if (player := getattr(report, field)) and find_master(standings, player) != master
    }
    return replace(report, loser=master, **{"controlled_by": None, "kindslaver": None, **others})


def _put_together(one: Report, other: Report) -> Report:
    """Merge two life reports of one team: sources join, amounts of an object add up (ESC-D21)."""
    sources = list(one.sources)
    unmatched: dict[tuple[str | None, Player, Player], deque[int]] = {}
    for at, source in enumerate(sources):
        if source.object is not None:
            unmatched.setdefault(_identify(source), deque()).append(at)
    for source in other.sources:
        same = unmatched.get(_identify(source))
        if not same:
            sources.append(source)
            continue
        at = same.popleft()
        known = sources[at]
        sources[at] = replace(
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


def _identify(source: Source) -> tuple[str | None, Player, Player]:
    """Return what two sources share that are the same object: a card may be spelt in two ways."""
    return source.card or source.object, source.controller, source.owned_by
