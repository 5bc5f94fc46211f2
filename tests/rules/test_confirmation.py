"""A report counts once it is confirmed, and only that depends on it."""

from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from bot.rules.closing import ClosePod, PodClosed
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import (
    AnnounceReportDispute,
    ConfirmGameReports,
    DisputeGameReport,
    GameReportDisputed,
    GameReportsConfirmed,
    add_confirmation_requirement_to_event,
    build_automatic_confirmation_command,
    build_confirm_all_reports_command,
    find_automatic_confirmation_time,
    find_final_result_time,
    find_moderator_alert_time,
    find_next_automatic_confirmation_time,
)
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.overrides import GameOverriddenByModerator, OverrideGameAsModerator
from bot.rules.pod import DAY_MILLISECONDS, MINUTE_MILLISECONDS, Pod, PodCommand, apply_pod_event, replay_pod_events
from bot.rules.records import ConfirmationId, Override, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.restarting import BeginSubgame
from bot.rules.rights import Requester
from bot.rules.story import (
    CorrectGameReports,
    GameReportsCorrected,
    list_events_still_in_effect,
    list_events_until_result,
)
from bot.rules.undoing import PodEventUndone, UndoPodEvent
from bot.rules.winning import ReportDrawnGame, ReportWin
from bot.service import rights
from tests.rules.decoding import read_events
from tests.rules.test_properties import Choices, _command, _shown, _some, games, lightly

FOUR = ("ana", "bo", "cy", "di")
MODES: tuple[ConfirmationId, ...] = get_args(ConfirmationId)
WHY = "we mixed the two of them up"


class Game:
    """A pod with reports to confirm, and its log; each event takes a minute.

    Its result can be disputed for `minutes` after the end; None as in old pods.
    """

    def __init__(
        self,
        mode: ConfirmationId,
        players: tuple[Player, ...] = FOUR,
        minutes: int | None = None,
        setup: PodSetup | None = None,
    ) -> None:
        self.log: list[Event] = []
        self.had_end = False
        setup = setup or PodSetup(confirmation=mode, dispute_minutes=minutes)
        self.do(OpenLobby(setup, players[0], players), StartGame(players, players[0]))

    @property
    def pod(self) -> Pod:
        pod = replay_pod_events(self.log)
        assert pod is not None
        return pod

    @property
    def now(self) -> int:
        return len(self.log) * MINUTE_MILLISECONDS

    def do(self, *commands: PodCommand, by: Player = "ana") -> "Game":
        for command in commands:
            pod, version = replay_pod_events(self.log), len(self.log) + 1
            event = create_pod_event(pod, command)
            if pod is not None:
                event = add_confirmation_requirement_to_event(
                    pod, event, by, version, self.now, has_had_result=self.had_end
                )
            self.log.append(event)
            self.had_end = self.had_end or self.pod.result is not None
        return self

    def confirm(self, by: Player, until: int = 99, *, moderates: bool = False) -> "Game":
        return self.do(build_confirm_all_reports_command(self.pod, until, by, is_moderator=moderates))

    def confirm_as_everybody_asked(self) -> "Game":
        """Confirm the last report as each player whose press it needs: of a win any one, of a draw all."""
        claim = self.pod.unconfirmed[-1].needed_confirmation
        for player in claim.of if claim.each else claim.of[-1:]:
            self.confirm(player)
        return self

    def dispute(self, by: Player) -> "Game":
        return self.do(DisputeGameReport(self.versions[-1], by))

    @property
    def versions(self) -> list[int]:
        return [each.needed_confirmation.version for each in self.pod.unconfirmed]


def killed(loser: Player, killer: Player) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(killer, "Bolt"),)),))


def over(mode: ConfirmationId, minutes: int | None = None) -> Game:
    """Return a game that Ana has won by her own report."""
    return Game(mode, minutes=minutes).do(killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))


def refused(game: Game, *commands: PodCommand) -> str:
    with pytest.raises(Refusal) as refusal:
        game.do(*commands)
    return refusal.value.code


# For any game


def _answers(draw: Choices, pod: Pod) -> Iterator[PodCommand]:
    """Choices a confirmation or a dispute."""
    for each in pod.unconfirmed:
        kind = _some(draw, 0, 0, 1, 2)
        if kind == 1:
            yield DisputeGameReport(each.needed_confirmation.version, _some(draw, *pod.players))
        if kind == 2:
            yield ConfirmGameReports(
                (each.needed_confirmation.version,), _some(draw, None, *each.needed_confirmation.of)
            )


def _games(draw: Choices) -> Iterator[tuple[Game, Event]]:
    """Choices a game step by step."""
    six, minutes = ("ana", "bo", "cy", "di", "eve", "fay"), _some(draw, None, 15)
    game = Game(_some(draw, *MODES), six, minutes)
    for _ in range(14):
        pod = game.pod
        for command in (_command(draw, pod), *_answers(draw, pod)):
            try:
                game.do(command, by=_some(draw, *pod.players))
            except Refusal:
                continue
            yield game, game.log[-1]


@games
@lightly
def test_points_count_exactly_when_nothing_is_left_to_confirm(draw: Choices) -> None:
    for game, _ in _games(draw):
        pod = game.pod
        assert (pod.final_result is not None) == (pod.result is not None and not pod.unconfirmed)
        assert pod.final_result in (None, pod.result)


@games
@lightly
def test_a_pod_in_which_all_is_confirmed_is_the_pod_that_asked_for_nothing(draw: Choices) -> None:
    for game, _ in _games(draw):
        while game.versions:  # what takes a press and the end is confirmed by both
            game.do(ConfirmGameReports(tuple(game.versions)))
        plain: Pod | None = None
        for event in list_events_still_in_effect(game.log):
            plain = apply_pod_event(plain, event)
        assert plain is not None
        assert plain.unconfirmed == ()
        assert _shown(replace(plain, step=0)) == _shown(replace(game.pod, step=0))
        assert game.pod.final_result == game.pod.result


@games
@lightly
def test_an_answer_stays_given_and_what_is_taken_back_needs_none(draw: Choices) -> None:
    for game, _ in _games(draw):
        pod = game.pod
        if pod.before is None:
            continue
        undone = apply_pod_event(pod, create_pod_event(pod, UndoPodEvent()))
        assert _shown(undone) == _shown(pod.before)
        if pod.overruled is pod.before.overruled:
            known = {each.needed_confirmation.version: each.needed_confirmation for each in pod.unconfirmed}
            assert all(known.get(u.needed_confirmation.version) == u.needed_confirmation for u in undone.unconfirmed)


@games
@lightly
def test_a_story_holds_what_is_yet_to_confirm(draw: Choices) -> None:
    for game, _ in _games(draw):
        again = replay_pod_events(list_events_still_in_effect(game.log))
        assert again is not None
        claims = [
            u.needed_confirmation
            for u in game.pod.unconfirmed
            if not isinstance(u.event, GameReportsCorrected | PodEventUndone)
        ]
        assert [u.needed_confirmation for u in again.unconfirmed] == claims


@games
@lightly
def test_the_log_survives_being_written_down(draw: Choices) -> None:
    logs = [game.log for game, _ in _games(draw)]
    written = [read_events(msgspec.json.encode(log)) for log in logs[-1:]]
    assert written == logs[-1:]


def _may_dispute(pod: Pod, player: Player) -> bool:
    """Return whether a player can dispute, or has disputed, what the result depends on."""
    for each in pod.unconfirmed:
        try:
            create_pod_event(pod, DisputeGameReport(each.needed_confirmation.version, player))
        except Refusal as refusal:
            if refusal.code not in ("disputed", "disputed-once"):
                continue
        return True
    return False


@games
@lightly
def test_until_a_game_counts_every_player_could_dispute_it(draw: Choices) -> None:
    before: Pod | None = None
    for game, event in _games(draw):
        pod, former = game.pod, before
        before = pod
        decided = isinstance(event, GameOverriddenByModerator | GameReportsCorrected | PodEventUndone)
        if decided or pod.setup.dispute_minutes is None or pod.final_result is None:
            continue
        if former is None or former.final_result is None:
            assert isinstance(event, GameReportsConfirmed)
            assert former is not None
            assert former.result is not None
            assert all(_may_dispute(former, player) for player in pod.players)


@games
@lightly
def test_whatever_takes_a_result_away_every_player_can_dispute(draw: Choices) -> None:
    before: Pod | None = None
    for game, event in _games(draw):
        pod, former = game.pod, before
        before = pod
        decided = isinstance(event, GameOverriddenByModerator | GameReportsCorrected) or getattr(event, "reason", None)
        if decided or former is None or pod.setup.dispute_minutes is None:
            continue
        if former.result is not None and former.final_result is None and pod.result is None:
            assert all(_may_dispute(pod, player) for player in pod.players)
        if isinstance(event, PodClosed) and game.had_end:
            assert all(_may_dispute(pod, player) for player in pod.players)
            if pod.disputed_report is None:  # else moderators decide first
                assert find_next_automatic_confirmation_time(pod, 0) == 15 * MINUTE_MILLISECONDS


@games
@lightly
def test_however_a_game_ends_every_player_can_object(draw: Choices) -> None:
    before: Pod | None = None
    for game, event in _games(draw):
        pod, former = game.pod, before
        before = pod
        if former is None or former.state not in ("running", "waiting") or pod.state not in ("finished", "closed"):
            continue
        if pod.setup.dispute_minutes is not None:
            assert pod.reports_open_to_dispute, event
            assert all(_may_dispute(pod, player) for player in pod.current_and_former_players), event


@games
@lightly
def test_the_end_that_was_taken_back_can_be_restored(draw: Choices) -> None:
    for game, event in _games(draw):
        if not isinstance(event, PodEventUndone) or event.claim is None or game.pod.disputed_report is not None:
            continue
        ended = replay_pod_events(game.log[:-1])
        told = list_events_until_result(game.log[:-1])
        again = replay_pod_events(told)
        assert ended is not None
        assert again is not None
        assert again.result == ended.result is not None
        story = list_events_still_in_effect(game.log)
        if told[: len(story)] == story:
            added = {len(story): tuple(event.rebuild_original_command() for event in told[len(story) :])}
            game.do(CorrectGameReports(story, added, WHY))
            assert game.pod.result == ended.result


# By hand


def test_a_host_who_closes_after_taking_the_end_back_leaves_both_to_be_disputed() -> None:
    game = over("off", 15).do(UndoPodEvent(), ClosePod())
    assert game.pod.state == "closed"
    assert [type(each.event) for each in game.pod.reports_open_to_dispute] == [PodEventUndone, PodClosed]
    game.dispute("cy")
    assert game.pod.disputed_report is not None
    assert refused(game, killed("bo", "ana")) == "disputed"


def test_silence_makes_the_closing_final() -> None:
    game = over("off", 15).do(UndoPodEvent(), ClosePod())
    since = game.now
    due = since + 15 * MINUTE_MILLISECONDS
    assert find_next_automatic_confirmation_time(game.pod, since) == find_final_result_time(game.pod, since) == due
    game.do(build_automatic_confirmation_command(game.pod, due, since))
    assert game.pod.reports_open_to_dispute == ()
    assert game.pod.final_result is None


def test_who_begins_a_dispute_in_time_holds_the_silence_once() -> None:
    game = over("off", 15)
    since = game.now
    until = since + 30 * MINUTE_MILLISECONDS
    game.do(AnnounceReportDispute("cy", until))
    assert find_next_automatic_confirmation_time(game.pod, since) == until
    assert find_automatic_confirmation_time(game.pod, game.versions, since) == until
    assert refused(game, AnnounceReportDispute("cy", until + 1)) == "disputed-once"
    game.do(AnnounceReportDispute("bo", until - 1))
    assert find_next_automatic_confirmation_time(game.pod, since) == until
    game.do(ConfirmGameReports(tuple(game.versions)))
    assert refused(game, AnnounceReportDispute("di", until)) == "dispute-late"


def test_of_a_void_game_the_decision_alone_is_left_to_dispute() -> None:
    game = over("off", 15).do(UndoPodEvent(), OverrideGameAsModerator("void", WHY))
    assert [type(each.event) for each in game.pod.reports_open_to_dispute] == [GameOverriddenByModerator]
    game.dispute("cy")
    assert game.pod.disputed_report is not None


@pytest.mark.parametrize("idle", [False, True])
def test_everybody_can_object_to_the_closing_of_a_game_that_had_begun(*, idle: bool) -> None:
    game = Game("off", minutes=15).do(killed("bo", "ana"), ClosePod(idle))
    since = game.now
    assert [type(each.event) for each in game.pod.reports_open_to_dispute] == [PodClosed]
    assert find_final_result_time(game.pod, since) == since + 15 * MINUTE_MILLISECONDS
    game.dispute("bo")
    assert find_moderator_alert_time(game.pod, since) == since
    assert find_next_automatic_confirmation_time(game.pod, since) is None


def test_the_closing_of_a_lobby_leaves_nothing_to_dispute() -> None:
    lobby = replay_pod_events(Game("off", minutes=15).log[:1])
    assert lobby is not None
    closed = add_confirmation_requirement_to_event(lobby, create_pod_event(lobby, ClosePod()), "ana", 2, 0)
    assert apply_pod_event(lobby, closed).unconfirmed == ()


def test_a_dispute_outlives_the_game_that_it_stopped() -> None:
    game = Game("off", minutes=15).do(killed("bo", "ana"))
    game.dispute("bo").do(ClosePod(idle=True))
    disputed = game.pod.disputed_report
    assert disputed is not None
    assert isinstance(disputed.event, DefeatsReported)
    assert find_moderator_alert_time(game.pod, game.now) == game.now
    assert find_next_automatic_confirmation_time(game.pod, game.now) is None


def test_a_game_that_was_closed_has_a_winner_if_a_moderator_says_so() -> None:
    game = Game("off", minutes=15).do(ClosePod(), OverrideGameAsModerator("end", WHY, "ana"))
    assert game.pod.state == "finished"
    assert game.pod.result is not None
    assert game.pod.result.winners == ("ana",)


def test_an_end_that_counted_at_once_in_an_old_pod_carries_no_claim() -> None:
    game = over("other").do(UndoPodEvent())
    assert all(not isinstance(each.event, PodEventUndone) for each in game.pod.unconfirmed)


def test_a_report_has_its_effect_at_once_and_the_points_wait() -> None:
    game = over("other")
    assert game.pod.state == "finished"
    assert game.pod.final_result is None
    game.confirm("bo")
    assert game.pod.final_result == game.pod.result is not None


def test_without_confirmation_the_points_count_at_once() -> None:
    assert over("off").pod.final_result is not None


@pytest.mark.parametrize(
    ("mode", "reporter", "may"),
    [
        ("loser", "ana", {"bo"}),
        ("loser", "bo", set()),
        ("other", "ana", {"bo", "cy", "di"}),
        ("other", "bo", {"ana", "cy", "di"}),
        ("after-5", "bo", {"ana", "cy", "di"}),
    ],
)
def test_who_may_confirm(mode: ConfirmationId, reporter: Player, may: set[Player]) -> None:
    game = Game(mode).do(killed("bo", "ana"), by=reporter)
    for player in (*FOUR, "zed"):
        again = Game(mode).do(killed("bo", "ana"), by=reporter)
        if player in may:
            assert again.confirm(player).versions == []
        else:
            with pytest.raises(Refusal):
                again.confirm(player)
    assert bool(game.versions) == bool(may)


def test_of_several_losers_each_confirms_their_own_defeat() -> None:
    both = ReportDefeats((killed("bo", "ana").reports[0], killed("cy", "ana").reports[0]))
    game = Game("loser").do(both, by="di").confirm("bo")
    assert [each.needed_confirmation.of for each in game.pod.unconfirmed] == [("cy",)]
    assert game.confirm("cy").versions == []


def test_an_opponent_confirms_a_claimed_win() -> None:
    game = Game("loser").do(killed("bo", "ana"), by="bo").do(ReportWin("ana"), by="ana")
    with pytest.raises(Refusal):
        game.confirm("bo")  # serves Ana, and has won with her
    assert game.confirm("di").pod.final_result is not None


def test_an_opponent_who_says_that_somebody_won_has_confirmed_it() -> None:
    assert Game("loser").do(ReportWin("ana"), by="di").pod.final_result is not None


def test_everybody_else_who_can_still_win_confirms_a_draw() -> None:
    game = Game("loser").do(ReportDrawnGame(), by="ana")
    assert game.confirm("cy").confirm("bo").pod.final_result is None
    assert game.confirm("di").pod.final_result is not None


ELIMINATION = PodSetup(variant="elimination", scoring="elimination", dispute_minutes=15)


def two_left(mode: ConfirmationId) -> Game:
    """Ana and Bo are out; Cy and Di play on."""
    game = Game(mode, setup=replace(ELIMINATION, confirmation=mode))
    return game.do(killed("ana", "cy"), killed("bo", "di"))


@pytest.mark.parametrize("player", FOUR)
def test_who_is_out_calls_no_draw(player: Player) -> None:
    pod = two_left("off").pod
    if player in ("ana", "bo"):
        with pytest.raises(Refusal, match="draw-out"):
            rights.require_command_permission(pod, ReportDrawnGame(), Requester(player, organiser=True), None)
    else:
        rights.require_command_permission(pod, ReportDrawnGame(), Requester(player), None)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("command", [ReportDrawnGame(), ReportWin("cy"), killed("di", "cy")])
@pytest.mark.parametrize("reporter", FOUR)
def test_who_is_out_confirms_nothing_about_those_who_play(
    mode: ConfirmationId, command: PodCommand, reporter: Player
) -> None:
    game = two_left(mode).do(command, by=reporter)
    claim = game.pod.unconfirmed[-1].needed_confirmation
    assert not {"ana", "bo"} & set(claim.of)
    if reporter in ("ana", "bo") and isinstance(command, ReportWin):
        assert claim.of == ("di",)


def test_a_draw_needs_all_of_those_who_play_or_a_moderator_after_the_usual_time() -> None:
    game = two_left("other").do(ReportDrawnGame(), by="cy")
    claim = game.pod.unconfirmed[-1].needed_confirmation
    assert claim.of == ("di",)
    assert claim.each
    assert find_moderator_alert_time(game.pod, game.now) == claim.due
    assert game.confirm("mo", moderates=True).pod.final_result is not None


def test_a_draw_that_an_organiser_calls_who_does_not_play_stands_unless_somebody_disputes_it() -> None:
    game = two_left("off").do(ReportDrawnGame(), by="zed")
    claim = game.pod.unconfirmed[-1].needed_confirmation
    assert (claim.of, claim.waits) == ((), "end")
    due = find_final_result_time(game.pod, game.now)
    assert due is not None
    assert game.pod.setup.dispute_minutes is not None
    assert due == game.now + game.pod.setup.dispute_minutes * MINUTE_MILLISECONDS
    disputed = game.do(DisputeGameReport(game.versions[-1], "ana"), by="ana")
    assert find_final_result_time(disputed.pod, game.now) is None


def test_one_press_confirms_what_was_seen_and_no_more() -> None:
    game = Game("other").do(killed("bo", "ana"))
    seen = game.versions[-1]
    game.do(killed("cy", "ana"))
    assert len(game.confirm("di", until=seen).versions) == 1


def test_what_nobody_answers_is_confirmed_by_itself() -> None:
    game = over("after-5")
    due = find_next_automatic_confirmation_time(game.pod, 0)
    assert due is not None
    with pytest.raises(Refusal):
        build_automatic_confirmation_command(game.pod, due - 1, 0)
    game.do(build_automatic_confirmation_command(game.pod, due, 0))
    assert len(game.versions) == 2
    game.do(build_automatic_confirmation_command(game.pod, due + 9 * MINUTE_MILLISECONDS, 0))
    assert (game.versions, find_next_automatic_confirmation_time(game.pod, 0)) == ([], None)


def test_a_day_is_enough_where_somebody_has_to_confirm() -> None:
    game = Game("loser").do(killed("bo", "ana"))
    assert find_next_automatic_confirmation_time(game.pod, 0) == game.now + DAY_MILLISECONDS - MINUTE_MILLISECONDS


def test_nothing_is_confirmed_twice() -> None:
    game = Game("other").do(killed("bo", "ana"))
    versions = tuple(game.versions)
    game.confirm("bo")
    assert refused(game, ConfirmGameReports(versions, "cy")) == "nothing-to-confirm"
    assert refused(game, DisputeGameReport(versions[0], "cy")) == "dispute-late"


def test_a_concession_and_a_subgame_ask_for_nothing() -> None:
    game = Game("other").do(ConcedeGame("bo"), BeginSubgame("shahrazad"), killed("cy", "ana"))
    assert game.versions == []


# Disputes


@pytest.mark.parametrize(
    "command", [killed("cy", "ana"), BeginNextTurn(), ReportDrawnGame(), ReportWin("ana"), BeginSubgame("shahrazad")]
)
def test_a_disputed_pod_stands_still(command: PodCommand) -> None:
    game = Game("other").do(killed("bo", "ana")).dispute("bo")
    assert refused(game, command) == "disputed"
    assert refused(game, DisputeGameReport(game.versions[0], "cy")) == "disputed"


def test_a_disputed_pod_can_be_left_and_closed_and_the_report_taken_back() -> None:
    game = Game("other").do(killed("bo", "ana")).dispute("bo")
    for command in (ConcedeGame("di"), ClosePod(), UndoPodEvent()):
        Game("other").do(killed("bo", "ana")).dispute("bo").do(command)
    assert game.do(UndoPodEvent()).pod.disputed_report is None
    game.do(killed("cy", "ana"))


def test_a_dispute_stops_the_clock() -> None:
    game = Game("after-5").do(killed("bo", "ana")).dispute("bo")
    assert find_next_automatic_confirmation_time(game.pod, 0) is None
    with pytest.raises(Refusal):
        build_automatic_confirmation_command(game.pod, game.now + 9 * DAY_MILLISECONDS, 0)


def test_only_a_moderator_or_who_disputes_lets_a_disputed_report_stand() -> None:
    game = Game("other").do(killed("bo", "ana")).dispute("bo")
    with pytest.raises(Refusal) as refusal:
        game.confirm("cy")
    assert refusal.value.code == "disputed"
    with pytest.raises(Refusal):
        game.confirm("zed", moderates=True)  # with the button for all that is undisputed
    game.do(ConfirmGameReports((game.versions[0],), "zed"))
    assert game.pod.unconfirmed == ()
    game = Game("other").do(killed("bo", "ana")).dispute("bo")
    assert game.confirm("bo").pod.unconfirmed == ()


def test_a_correction_settles_what_it_touches_and_its_undoing_brings_it_back() -> None:
    game = Game("other").do(killed("bo", "ana"), killed("cy", "ana")).dispute("cy")
    first, second = game.versions
    before = game.pod
    game.do(CorrectGameReports(list_events_still_in_effect(game.log), {3: (killed("cy", "di"),)}, WHY))
    assert (game.versions, game.pod.disputed_report) == ([first], None)
    assert game.do(UndoPodEvent()).pod == before
    game.do(CorrectGameReports(list_events_still_in_effect(game.log), {2: ()}, WHY))
    assert (game.versions, game.pod.disputed_report is not None) == ([second], True)


@pytest.mark.parametrize(
    ("override", "settles"), [("status", True), ("points", True), ("end", True), ("void", True), ("host", False)]
)
def test_a_decision_settles_what_is_disputed(override: Override, settles: bool) -> None:
    game = over("other").dispute("bo") if override == "points" else Game("other")
    if override != "points":
        game.do(killed("bo", "ana")).dispute("bo")
    points = {"ana": 5} if override == "points" else {}
    game.do(OverrideGameAsModerator(override, WHY, "di", "ana" if override == "status" else None, points))
    assert (game.pod.disputed_report is None) == settles
    assert game.do(UndoPodEvent()).pod.disputed_report is not None


def test_a_confirmation_is_not_what_is_taken_back() -> None:
    game = Game("other").do(killed("bo", "ana"), killed("cy", "ana"))
    game.confirm("di", until=game.versions[0])
    game.do(UndoPodEvent())
    assert (game.versions, len(game.pod.verdicts)) == ([], 1)


def test_a_log_that_disputes_nothing_is_damaged() -> None:
    with pytest.raises(Exception, match="nothing to confirm"):
        apply_pod_event(Game("other").pod, GameReportDisputed(3, "bo"))


# What counts once nobody has disputed it for some time


def new(mode: ConfirmationId = "off") -> Game:
    return Game(mode, minutes=15)


def silent(game: Game, minutes: int = 15) -> Game:
    """Return the game after so much silence since the last event."""
    since = game.now - MINUTE_MILLISECONDS
    return game.do(build_automatic_confirmation_command(game.pod, since + minutes * MINUTE_MILLISECONDS, since))


ENDINGS: dict[str, tuple[PodCommand, ...]] = {
    "a defeat": (killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana")),
    "concessions": (ConcedeGame("bo"), ConcedeGame("cy"), ConcedeGame("di")),
    "a decision": (OverrideGameAsModerator("end", WHY, "ana"),),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_result_counts_once_nobody_has_disputed_it_for_as_long_as_was_agreed(ending: str) -> None:
    game = new().do(*ENDINGS[ending])
    assert game.pod.state == "finished"
    assert game.pod.final_result is None
    since = game.now - MINUTE_MILLISECONDS
    assert (
        find_next_automatic_confirmation_time(game.pod, since)
        == find_final_result_time(game.pod, since)
        == since + 15 * MINUTE_MILLISECONDS
    )
    with pytest.raises(Refusal):
        silent(new().do(*ENDINGS[ending]), minutes=14)
    assert silent(game).pod.final_result == game.pod.result is not None


def test_while_the_game_goes_on_nothing_is_due() -> None:
    game = new().do(killed("bo", "ana"), ConcedeGame("di"))
    assert find_next_automatic_confirmation_time(game.pod, 0) is None
    with pytest.raises(Refusal):
        build_automatic_confirmation_command(game.pod, 9 * DAY_MILLISECONDS, 0)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("command", [ReportWin("ana"), ReportDrawnGame()])
def test_silence_confirms_no_win_and_no_draw(mode: ConfirmationId, command: PodCommand) -> None:
    game = new(mode).do(command)
    reported = game.now - MINUTE_MILLISECONDS
    assert find_next_automatic_confirmation_time(game.pod, reported) is None
    assert find_final_result_time(game.pod, reported) is None
    assert find_moderator_alert_time(game.pod, reported) == reported + DAY_MILLISECONDS
    game.confirm_as_everybody_asked()
    assert find_moderator_alert_time(game.pod, reported) is None
    assert (game.pod.final_result is not None) == (mode != "off")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("command", [ReportWin("ana"), ReportDrawnGame()])
def test_nobody_confirms_their_own_win_or_draw(mode: ConfirmationId, command: PodCommand) -> None:
    game = new(mode).do(command, by="bo")
    for moderates in (False, True):
        with pytest.raises(Refusal) as refusal:
            game.confirm("bo", moderates=moderates)
        assert refusal.value.code == "not-yours-to-confirm"
    game.confirm("zed", moderates=True)
    assert (game.pod.final_result is not None) == (mode != "off")


@pytest.mark.parametrize("command", [ReportWin("ana"), ReportDrawnGame()])
def test_without_confirmation_a_win_that_is_pressed_for_can_still_be_disputed(command: PodCommand) -> None:
    game = new().do(command).confirm_as_everybody_asked()
    since = game.now - MINUTE_MILLISECONDS
    assert game.pod.final_result is None
    assert find_final_result_time(game.pod, since) == since + 15 * MINUTE_MILLISECONDS
    assert game.dispute("cy").pod.disputed_report is not None
    game.do(ConfirmGameReports((game.versions[-1],), "zed"))
    assert silent(game).pod.final_result is not None


def test_a_win_that_is_pressed_for_waits_for_what_was_reported_before() -> None:
    game = new().do(killed("bo", "ana"), ReportWin("ana")).confirm("di")
    assert game.pod.final_result is None
    assert silent(game).pod.final_result is not None


@pytest.mark.parametrize("mode", ["loser", "other", "after-5"])
def test_what_nobody_has_to_confirm_can_be_disputed_for_some_time(mode: ConfirmationId) -> None:
    game = new(mode).do(ConcedeGame("bo"), ConcedeGame("cy"), ConcedeGame("di"))
    assert game.pod.final_result is None
    assert silent(game).pod.final_result is not None


def test_what_is_confirmed_counts_at_once() -> None:
    game = new("loser").do(killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))
    assert game.confirm("bo").confirm("cy").pod.final_result is None
    assert game.confirm("di").pod.final_result is not None


def test_everybody_disputes_a_report_once() -> None:
    game = over("off", 15)
    version = game.versions[0]
    game.do(DisputeGameReport(version, "bo"), ConfirmGameReports((version,), "bo"))
    assert game.pod.disputed_report is None
    assert refused(game, DisputeGameReport(version, "bo")) == "disputed-once"
    game.do(DisputeGameReport(game.versions[1], "bo"))


def test_who_thinks_again_leaves_the_report_as_it_was() -> None:
    game = over("loser", 15)
    version = game.versions[0]
    game.do(DisputeGameReport(version, "di"), ConfirmGameReports((version,), "di"))
    assert game.pod.unconfirmed[0].needed_confirmation.of == ("bo",)
    assert game.pod.disputed_report is None


def test_what_a_moderator_let_stand_can_be_disputed_again_until_it_counts() -> None:
    game = over("other", 15)
    version = game.versions[0]
    game.do(DisputeGameReport(version, "bo"), ConfirmGameReports((version,), "zed"))
    (first, *_) = game.pod.unconfirmed
    assert (first.needed_confirmation.decided, first.needed_confirmation.waits, game.pod.deciders) == (
        "zed",
        "end",
        ("zed",),
    )
    game.do(DisputeGameReport(version, "di"))
    assert game.pod.disputed_report is not None
    game.do(ConfirmGameReports((version,), "yan")).confirm("di")
    assert silent(game).pod.final_result is not None


@pytest.mark.parametrize("override", ["status", "points", "end", "remove"])
def test_a_decision_can_be_disputed_until_it_counts(override: Override) -> None:
    game = over("off", 15) if override == "points" else new()
    points = {"ana": 5} if override == "points" else {}
    master = "ana" if override == "status" else None
    game.do(OverrideGameAsModerator(override, WHY, "di", master, points), by="zed")
    assert game.pod.unconfirmed[-1].needed_confirmation.decided == "zed"
    assert game.dispute("bo").pod.disputed_report is not None


def test_a_correction_can_be_disputed_until_it_counts() -> None:
    game = over("off", 15)
    game.do(CorrectGameReports(list_events_still_in_effect(game.log), {4: (killed("ana", "di"),)}, WHY), by="zed")
    assert game.pod.final_result is None
    assert game.dispute("ana").pod.disputed_report is not None
    game.do(ConfirmGameReports((game.versions[-1],), "yan"))
    assert silent(game).pod.final_result is not None


def test_what_is_decided_about_a_game_that_counts_counts_at_once() -> None:
    game = silent(over("off", 15))
    game.do(OverrideGameAsModerator("points", WHY, points={"bo": 7}), by="zed")
    assert game.pod.final_result is not None
    game.do(CorrectGameReports(list_events_still_in_effect(game.log), {3: (killed("cy", "di"),)}, WHY), by="zed")
    assert game.pod.final_result is not None
    assert game.pod.deciders == ("zed",)


def test_a_pod_has_counted_whatever_is_decided_later() -> None:
    game = over("off", 15)
    assert not game.pod.has_counted
    assert silent(game).pod.has_counted
    for command in (
        OverrideGameAsModerator("void", WHY),
        UndoPodEvent(WHY),
        OverrideGameAsModerator("reopen", WHY),
        UndoPodEvent(WHY),
    ):
        assert game.do(command).pod.has_counted


def test_a_moderators_word_on_who_won_leaves_nothing_else_to_confirm() -> None:
    game = new().do(ReportWin("ana")).do(OverrideGameAsModerator("end", WHY, "di"), by="zed")
    assert [each.needed_confirmation.decided for each in game.pod.unconfirmed] == ["zed"]
    assert silent(game).pod.final_result is not None


def test_what_is_disputed_is_for_moderators_to_look_at() -> None:
    game = over("off", 15)
    assert find_moderator_alert_time(game.pod, 7) is None
    assert find_moderator_alert_time(game.dispute("bo").pod, 7) == 7
