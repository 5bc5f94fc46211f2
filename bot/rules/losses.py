"""Simultaneous losses. Shared life that a team loses is one defeat (ESC-D3, TAB-D6)."""

from collections import deque
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import seats
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.records import PodSetup
from bot.rules.tables import TABLES
from bot.rules.teams import StateByPlayer, find_responsible_master


class ReportedDefeat(Struct, frozen=True):
    """A reported defeat that the rules have to judge, with a mark if a team lost its shared life."""

    report: DefeatReport
    shared: bool


def build_reported_defeats(setup: PodSetup, reports: Iterable[DefeatReport]) -> list[ReportedDefeat]:
    shares_life = setup.variant_rules.team_is_one_side or TABLES[setup.table].one_life
    return [ReportedDefeat(report, report.cause == "life" and shares_life) for report in reports]


def merge_shared_life_reports(
    pod_setup: PodSetup,
    seated_players: Sequence[Player],
    player_states: StateByPlayer,
    defeat_reports: tuple[DefeatReport, ...],
) -> tuple[DefeatReport, ...]:
    """Return the reports of defeats; several reports about one team's shared life become one.

    `seated_players` are in seat order.
    """
    losses = build_reported_defeats(pod_setup, defeat_reports)
    one_side = pod_setup.variant_rules.team_is_one_side
    leaders: dict[tuple[Player, ...], Player] = {}
    result: dict[tuple[Player, bool], DefeatReport] = {}
    for loss in losses:
        report = loss.report
        if loss.shared and one_side:
            report = _replace_loser_by_master_in_report(player_states, report)
        elif loss.shared:
            team = seats.find_team_of_player(pod_setup, seated_players, report.loser)
            report = replace(report, loser=leaders.setdefault(team, report.loser))
        key = report.loser, loss.shared
        result[key] = _merge_reports_about_shared_life(result[key], report) if key in result else report
    return tuple(result.values())


def _replace_loser_by_master_in_report(player_states: StateByPlayer, defeat_report: DefeatReport) -> DefeatReport:
    """Return a report of lost shared life with the loser's master as the loser.

    A teammate who controlled the master is dropped (ESC-D21).
    """
    master = player_states[defeat_report.loser].master or defeat_report.loser
    if master == defeat_report.loser and not (defeat_report.controlled_by or defeat_report.kindslaver):
        return defeat_report
    others = {
        field: player
        for field in ("controlled_by", "kindslaver")
        if (player := getattr(defeat_report, field)) and find_responsible_master(player_states, player) != master
    }
    return replace(defeat_report, loser=master, **{"controlled_by": None, "kindslaver": None, **others})


def _merge_reports_about_shared_life(first_report: DefeatReport, second_report: DefeatReport) -> DefeatReport:
    """Return one report from two about the same team's shared life; their damage is added up."""
    sources = list(first_report.sources)
    unmatched: dict[tuple[str | None, Player, Player], deque[int]] = {}
    for at, source in enumerate(sources):
        if source.object is not None:
            unmatched.setdefault(_build_defeat_source_key(source), deque()).append(at)
    for source in second_report.sources:
        same = unmatched.get(_build_defeat_source_key(source))
        if not same:
            sources.append(source)
            continue
        at = same.popleft()
        known = sources[at]
        sources[at] = replace(
            known, amount=(known.amount or 1) + (source.amount or 1), voluntary=known.voluntary or source.voluntary
        )
    return replace(
        first_report,
        sources=tuple(sources),
        controlled_by=first_report.controlled_by or second_report.controlled_by,
        kindslaver=first_report.kindslaver or second_report.kindslaver,
        protection_ended_by=first_report.protection_ended_by or second_report.protection_ended_by,
    )


def _build_defeat_source_key(defeat_source: DefeatSource) -> tuple[str | None, Player, Player]:
    """Return a key that is equal for two reports of the same card or effect.

    A card may be spelt in two ways.
    """
    return defeat_source.card or defeat_source.object, defeat_source.controller, defeat_source.owner_or_controller
