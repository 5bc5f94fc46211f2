"""Simultaneous losses. Shared life that a team loses is one defeat (ESC-D3, TAB-D6)."""

from collections import deque
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import seats
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.records import PodSetup
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, find_master


class ReportedLoss(Struct, frozen=True):
    """A reported defeat. `shared` means that a whole side lost its shared life."""

    report: DefeatReport
    shared: bool


def build_losses(setup: PodSetup, reports: Iterable[DefeatReport]) -> list[ReportedLoss]:
    """Return the loss of each report, in order. Nothing else decides if life was shared."""
    shares_life = setup.variant_answers.team_is_one_side or TABLES[setup.table].one_life
    return [ReportedLoss(report, report.cause == "life" and shares_life) for report in reports]


def merge_shared_life_reports(
    setup: PodSetup,
    players: Sequence[Player],
    standings: Standings,
    reports: tuple[DefeatReport, ...],
) -> tuple[DefeatReport, ...]:
    """Return the reports with those of shared life merged; `players` are in seat order.

    In Esclave the merged defeat is the master's, at a table of teams the first reported
    player's.
    """
    one_side = setup.variant_answers.team_is_one_side
    leaders: dict[tuple[Player, ...], Player] = {}
    result: dict[tuple[Player, bool], DefeatReport] = {}
    for loss in build_losses(setup, reports):
        report = loss.report
        if loss.shared and one_side:
            report = _attribute_report_to_master(standings, report)
        elif loss.shared:
            team = seats.find_teammates(setup, players, report.loser)
            report = replace(report, loser=leaders.setdefault(team, report.loser))
        key = report.loser, loss.shared
        result[key] = _merge_life_reports(result[key], report) if key in result else report
    return tuple(result.values())


def _attribute_report_to_master(standings: Standings, report: DefeatReport) -> DefeatReport:
    """Return a life report as the master's.

    A teammate who controlled the master is dropped (ESC-D21).
    """
    master = standings[report.loser].master or report.loser
    if master == report.loser and not (report.controlled_by or report.kindslaver):
        return report
    others = {
        field: player
        for field in ("controlled_by", "kindslaver")
        if (player := getattr(report, field)) and find_master(standings, player) != master
    }
    return replace(report, loser=master, **{"controlled_by": None, "kindslaver": None, **others})


def _merge_life_reports(first_report: DefeatReport, second_report: DefeatReport) -> DefeatReport:
    """Return one report from two of a team: sources join, amounts of an object add up
    (ESC-D21).
    """
    sources = list(first_report.sources)
    unmatched: dict[tuple[str | None, Player, Player], deque[int]] = {}
    for at, source in enumerate(sources):
        if source.object is not None:
            unmatched.setdefault(_compute_source_key(source), deque()).append(at)
    for source in second_report.sources:
        same = unmatched.get(_compute_source_key(source))
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
        first_report,
        sources=tuple(sources),
        controlled_by=first_report.controlled_by or second_report.controlled_by,
        kindslaver=first_report.kindslaver or second_report.kindslaver,
        protection_ended_by=first_report.protection_ended_by or second_report.protection_ended_by,
    )


def _compute_source_key(source: DefeatSource) -> tuple[str | None, Player, Player]:
    """Return the key that two sources share if they are the same object.

    A card may be spelt in two ways.
    """
    return source.card or source.object, source.controller, source.effective_owner
