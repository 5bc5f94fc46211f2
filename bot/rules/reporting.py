"""Reports of defeats: impossible facts and absent players are refused (ESC-D20, TAB-16)."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.guests import list_members_acting_for_players, list_members_who_may_confirm_reports
from bot.rules.losses import merge_shared_life_reports
from bot.rules.playing import require_player_in_game, require_running_game, resolve_pending_defeats
from bot.rules.pod import ConfirmableEvent, NewReportDetails, Pod, PodCommand, RunningGameEvent
from bot.rules.records import ConfirmationRequirement, DefeatsAwaitingPlayerChoice, GameChanges, ModeratorRulingOnDefeat
from bot.rules.refusals import Refusal, raise_refusal
from bot.rules.responsibility import COUNTED_CAUSES
from bot.rules.rights import PLAYERS
from bot.rules.teams import (
    StateByPlayer,
    find_responsible_master,
    list_players_in_game,
    list_players_with_master_status,
)


class ReportDefeats(PodCommand, frozen=True):
    """The command that reports defeats at one moment.

    A moderator may add rulings on who is responsible.
    """

    reports: tuple[DefeatReport, ...]
    rulings: tuple[ModeratorRulingOnDefeat, ...] = ()

    right = PLAYERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "DefeatsReported":
        """Return the `DefeatsReported` event. Raises `Refusal` for impossible reports."""
        require_running_game(pod)
        game = pod.current_game
        pending = DefeatsAwaitingPlayerChoice(reports=_build_defeat_reports(game, self), rulings=self.rulings)
        return DefeatsReported(self.reports, resolve_pending_defeats(game, pending), self.rulings)


class DefeatsReported(RunningGameEvent, ConfirmableEvent, frozen=True, tag="defeated"):
    """The event that somebody reported one or more players as defeated at the same moment."""

    reports: tuple[DefeatReport, ...]
    outcome: GameChanges
    rulings: tuple[ModeratorRulingOnDefeat, ...] = ()
    claim: ConfirmationRequirement | None = None

    replaceable = True

    def rebuild_original_command(self) -> ReportDefeats:
        return ReportDefeats(self.reports, self.rulings)

    def find_players_who_may_confirm(self, pod: Pod, report_author: Player) -> tuple[tuple[Player, ...], bool]:
        others = list_members_who_may_confirm_reports(pod, report_author)
        if pod.setup.confirmation != "loser":
            return others, False
        losers = [report.loser for report in self.reports]
        if any(pod.guests.get(loser) == report_author for loser in losers):
            return others, False  # a guest's member cannot confirm their own
        return tuple(each for each in list_members_acting_for_players(pod, losers) if each != report_author), True

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the defeats to count: nobody objects in time, or before the game ends."""
        if new_report.pod.subgame is not None:
            return None
        wait = new_report.objection_period_milliseconds
        players, each = self.find_players_who_may_confirm(new_report.pod, new_report.by)
        if wait is None or not players:
            return new_report.build_confirmation_at_end_of_game()
        return new_report.build_confirmation_requirement(players, wait, "silence", needs_everyone=each)

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        losers = tuple(dict.fromkeys(report.loser for report in self.reports))
        return TranslatableSentence("claim-defeat", {"losers": losers}, {"count": len(losers)})


def _build_defeat_reports(current_game: Pod, command: ReportDefeats) -> tuple[DefeatReport, ...]:
    """Return the reports of simultaneous defeats, a team's as one. Raises `Refusal` for an invalid report."""
    reports = command.reports
    if not reports:
        raise_refusal("no-defeats", "at_once")
    losers: set[Player] = set()
    for index, report in enumerate(reports):
        try:
            require_player_in_game(current_game.standings, report.loser, "loser")
            if report.loser in losers:
                raise_refusal("twice", "loser", player=report.loser)
            _validate_defeat_report(current_game, report)
        except Refusal as refusal:
            raise refusal.add_field_prefix(f"at_once[{index}]") from None
        losers.add(report.loser)
    if len(reports) > 1 or reports[0].cause == "life":
        reports = _merge_team_defeat_reports(current_game, reports)
    for ruling in command.rulings:
        _validate_moderator_ruling(current_game, reports, ruling)
    return reports


def _merge_team_defeat_reports(current_game: Pod, reports: tuple[DefeatReport, ...]) -> tuple[DefeatReport, ...]:
    together = merge_shared_life_reports(current_game.setup, current_game.players, current_game.standings, reports)
    if len(together) == 1:
        return together
    losers = [report.loser for report in together]
    for index, loser in enumerate(losers):
        if loser in losers[:index]:
            raise_refusal("twice-team", f"at_once[{index}].loser", player=loser)
    return together


def _validate_defeat_report(current_game: Pod, defeat_report: DefeatReport) -> None:
    """Raise `Refusal` if a report states something impossible; the refusal names the wrong field."""
    sources = defeat_report.sources
    standings = current_game.standings
    if not sources and _is_source_required_in_report(current_game, defeat_report):
        raise_refusal("no-source", "sources")
    counted = len(sources) > 1 and defeat_report.cause in COUNTED_CAUSES
    for index, source in enumerate(sources):
        try:
            _require_players_of_source_in_game(standings, source)
            if counted and source.amount is None:
                raise_refusal("no-amount", "amount")
            if source.forced_draw and defeat_report.cause != "library":
                raise_refusal("forced-draw", "forced_draw")
        except Refusal as refusal:
            raise refusal.add_field_prefix(f"sources[{index}]") from None
    if defeat_report.protection_ended_by is not None:
        try:
            _require_players_of_source_in_game(standings, defeat_report.protection_ended_by)
        except Refusal as refusal:
            raise refusal.add_field_prefix("protection_ended_by") from None
    if defeat_report.controlled_by is not None:
        require_player_in_game(standings, defeat_report.controlled_by, "controlled_by")
    if defeat_report.kindslaver is not None:
        require_player_in_game(standings, defeat_report.kindslaver, "kindslaver")


def _is_source_required_in_report(current_game: Pod, defeat_report: DefeatReport) -> bool:
    return current_game.setup.variant_rules.responsibility == "esclave" and defeat_report.cause != "library"


def _require_players_of_source_in_game(player_states: StateByPlayer, defeat_source: DefeatSource) -> None:
    require_player_in_game(player_states, defeat_source.controller, "controller")
    if defeat_source.owner is not None:
        require_player_in_game(player_states, defeat_source.owner, "owner")


def _validate_moderator_ruling(
    current_game: Pod, defeat_reports: tuple[DefeatReport, ...], ruling: ModeratorRulingOnDefeat
) -> None:
    """Raise `Refusal` if a moderator's ruling names a player who cannot be responsible for a defeat."""
    losers = tuple(report.loser for report in defeat_reports)
    if ruling.loser not in losers:
        raise_refusal("not-in", "loser", player=ruling.loser, players=losers)
    others = tuple(player for player in list_players_who_can_cause_defeat(current_game) if player != ruling.loser)
    if ruling.responsible is not None and ruling.responsible not in others:
        raise_refusal("not-a-master", "responsible", players=others)


class CardOfUnknownOwner(NamedTuple):
    """A card in a report whose owner is unknown: the card's place in the report, and its possible owners.

    The first of the `owners` is the player who controlled the card.
    """

    report_index: int
    source_index: int
    owners: tuple[Player, ...]


def find_card_whose_owner_matters(pod: Pod, defeat_reports: Sequence[DefeatReport]) -> CardOfUnknownOwner | None:
    """Return the first reported card whose unknown owner decides who is responsible; None without such a card.

    A card that killed its own controller makes its owner responsible (ESC-32, ESC-34, ESC-35). Raises `Refusal` for
    impossible reports.
    """
    known = _compute_defeat_consequences(pod, defeat_reports)
    standings = pod.current_game.standings
    for report_index, report in enumerate(defeat_reports):
        side = find_responsible_master(standings, report.loser)
        for source_index, source in enumerate(report.sources):
            if source.owner is not None or find_responsible_master(standings, source.controller) != side:
                continue
            others = [player for player in list_players_in_game(standings) if player != source.controller]
            for other in others:
                owned = _set_owner_of_source(report, source_index, other)
                reports = (*defeat_reports[:report_index], owned, *defeat_reports[report_index + 1 :])
                if _compute_defeat_consequences(pod, reports) != known:
                    return CardOfUnknownOwner(report_index, source_index, (source.controller, *others))
    return None


def _set_owner_of_source(defeat_report: DefeatReport, source_index: int, owner: Player) -> DefeatReport:
    source = defeat_report.sources[source_index]
    owned = replace(source, owner=owner)
    sources = (*defeat_report.sources[:source_index], owned, *defeat_report.sources[source_index + 1 :])
    ended = defeat_report.protection_ended_by
    return replace(defeat_report, sources=sources, protection_ended_by=owned if ended == source else ended)


def _compute_defeat_consequences(pod: Pod, defeat_reports: Sequence[DefeatReport]) -> GameChanges:
    """Return the responsible players and the consequences that reported defeats would have."""
    outcome = ReportDefeats(tuple(defeat_reports)).create_event(pod).outcome
    pending = None if outcome.pending is None else replace(outcome.pending, reports=())
    return replace(outcome, pending=pending, verdicts=tuple(replace(each, owner=None) for each in outcome.verdicts))


def list_players_who_can_cause_defeat(current_game: Pod) -> list[Player]:
    """Return the players who can be responsible for a defeat.

    These are the masters where teams are one side, otherwise all players in the game.
    """
    one_side = current_game.setup.variant_rules.team_is_one_side
    return (
        list_players_with_master_status(current_game.standings)
        if one_side
        else list_players_in_game(current_game.standings)
    )
