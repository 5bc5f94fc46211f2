"""Reports of defeats: impossible facts and absent players are refused (ESC-D20, TAB-16)."""

from bot.rules.acts import Sentence
from bot.rules.facts import Player, Report, Source
from bot.rules.guests import find_actors, find_others
from bot.rules.losses import merge_reports
from bot.rules.playing import check_present, check_running, settle_waiting
from bot.rules.pod import Claimable, ClaimDraft, JudgedEvent, Pod, PodCommand
from bot.rules.records import Claim, Outcome, Pending, Ruling
from bot.rules.refusals import Refusal, refuse
from bot.rules.responsibility import COUNTED_CAUSES
from bot.rules.rights import PLAYERS
from bot.rules.teams import Standings, find_in_game, find_masters


class Defeat(PodCommand, frozen=True):
    """Report the defeats of one moment; a moderator's `rulings` settle some of them."""

    reports: tuple[Report, ...]
    rulings: tuple[Ruling, ...] = ()

    right = PLAYERS
    stops_for_dispute = True

    def decide(self, pod: Pod, /) -> "Defeated":
        """Return the event of the command. Raises `Refusal`."""
        check_running(pod)
        game = pod.game
        pending = Pending(reports=_accept_reports(game, self), rulings=self.rulings)
        return Defeated(self.reports, settle_waiting(game, pending), self.rulings)


class Defeated(JudgedEvent, Claimable, frozen=True, tag="defeated"):
    """One or more players lost at the same moment."""

    reports: tuple[Report, ...]
    outcome: Outcome
    rulings: tuple[Ruling, ...] = ()
    claim: Claim | None = None

    replaceable = True

    def make_command(self) -> Defeat:
        """Return the command that led to the event."""
        return Defeat(self.reports, self.rulings)

    def find_confirmers(self, pod: Pod, by: Player) -> tuple[tuple[Player, ...], bool]:
        """Return who may confirm the report, and whether each of them must."""
        others = find_others(pod, by)
        if pod.setup.confirmation != "loser":
            return others, False
        losers = [report.loser for report in self.reports]
        if any(pod.guests.get(loser) == by for loser in losers):
            return others, False  # a guest's member cannot confirm their own
        return tuple(each for each in find_actors(pod, losers) if each != by), True

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that others confirm by silence, or that waits for the end."""
        if draft.pod.subgame is not None:
            return None
        wait = draft.waiting_time
        players, each = self.find_confirmers(draft.pod, draft.by)
        if wait is None or not players:
            return draft.wait_for_end()
        return draft.wait_for(players, wait, "silence", each=each)

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed report."""
        losers = tuple(dict.fromkeys(report.loser for report in self.reports))
        return Sentence("claim-defeat", {"losers": losers}, {"count": len(losers)})


def _accept_reports(game: Pod, command: Defeat) -> tuple[Report, ...]:
    """Return the reports of one moment, with shared life merged into one. Raises `Refusal`."""
    reports = command.reports
    if not reports:
        refuse("no-defeats", "at_once")
    losers: set[Player] = set()
    for index, report in enumerate(reports):
        try:
            check_present(game.standings, report.loser, "loser")
            if report.loser in losers:
                refuse("twice", "loser", player=report.loser)
            _check_report(game, report)
        except Refusal as refusal:
            raise refusal.with_prefix(f"at_once[{index}]") from None
        losers.add(report.loser)
    if len(reports) > 1 or reports[0].cause == "life":
        reports = _merge(game, reports)
    for ruling in command.rulings:
        _check_ruling(game, reports, ruling)
    return reports


def _merge(game: Pod, reports: tuple[Report, ...]) -> tuple[Report, ...]:
    together = merge_reports(game.setup, game.players, game.standings, reports)
    if len(together) == 1:
        return together
    losers = [report.loser for report in together]
    for index, loser in enumerate(losers):
        if loser in losers[:index]:
            refuse("twice-team", f"at_once[{index}].loser", player=loser)
    return together


def _check_report(game: Pod, report: Report) -> None:
    """Raise `Refusal` for impossible facts (ESC-D20, ESC-D21, TAB-16); fields are the report's."""
    sources = report.sources
    standings = game.standings
    if not sources and _needs_source(game, report):
        refuse("no-source", "sources")
    counted = len(sources) > 1 and report.cause in COUNTED_CAUSES
    for index, source in enumerate(sources):
        try:
            _check_source(standings, source)
            if counted and source.amount is None:
                refuse("no-amount", "amount")
            if source.forced_draw and report.cause != "library":
                refuse("forced-draw", "forced_draw")
        except Refusal as refusal:
            raise refusal.with_prefix(f"sources[{index}]") from None
    if report.protection_ended_by is not None:
        try:
            _check_source(standings, report.protection_ended_by)
        except Refusal as refusal:
            raise refusal.with_prefix("protection_ended_by") from None
    if report.controlled_by is not None:
        check_present(standings, report.controlled_by, "controlled_by")
    if report.kindslaver is not None:
        check_present(standings, report.kindslaver, "kindslaver")


def _needs_source(game: Pod, report: Report) -> bool:
    return game.setup.answers.responsibility == "esclave" and report.cause != "library"


def _check_source(standings: Standings, source: Source) -> None:
    check_present(standings, source.controller, "controller")
    if source.owner is not None:
        check_present(standings, source.owner, "owner")


def _check_ruling(game: Pod, reports: tuple[Report, ...], ruling: Ruling) -> None:
    """Raise `Refusal` unless a ruling names another player who can be responsible, or nobody."""
    losers = tuple(report.loser for report in reports)
    if ruling.loser not in losers:
        refuse("not-in", "loser", player=ruling.loser, players=losers)
    others = tuple(player for player in find_answerable(game) if player != ruling.loser)
    if ruling.responsible is not None and ruling.responsible not in others:
        refuse("not-a-master", "responsible", players=others)


def find_answerable(game: Pod) -> list[Player]:
    """Return who can be responsible: masters where teams are one side, otherwise all in play."""
    one_side = game.setup.answers.team_is_one_side
    return find_masters(game.standings) if one_side else find_in_game(game.standings)
