"""Votes to continue without a player who has vanished."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.rules.closing import ClosePod, PodClosed
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame, PlayerConceded
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.idle_closing import (
    AnnounceIdleGameClosing,
    IdleGameClosingAnnounced,
    IdleGameConfirmedAsActive,
    KeepIdleGameOpen,
)
from bot.rules.lobby import OpenLobby, PlayerLeftLobby
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand, apply_pod_event, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.story import list_events_still_in_effect
from bot.rules.teams import list_players_in_game
from bot.rules.undoing import UndoPodEvent
from bot.rules.votes import (
    TOO_FEW_VOICES,
    AnswerKickVote,
    KickPlayer,
    KickVoteCast,
    KickVoteEndedByTarget,
    KickVoteStarted,
    StartKickVote,
    VotersByTarget,
    count_required_kick_votes,
    update_kick_votes_after_event,
)
from tests.rules.test_corrections import FOUR, after, corrected, killed, played
from tests.rules.test_properties import Choices, _some, _tries, games, lightly

LOBBY: list[Event] = [create_pod_event(None, OpenLobby(PodSetup(), "ana", FOUR))]
ASIDES: tuple[Event, ...] = (
    KickVoteStarted("ana", "bo"),
    KickVoteEndedByTarget("ana"),
    KickVoteCast("ana", "bo"),
    KickVoteCast("ana", "bo", True),
    IdleGameClosingAnnounced(),
    IdleGameConfirmedAsActive(),
)
TIE = ReportDefeats((DefeatReport("bo", "effect", (DefeatSource("ana", "Bolt"), DefeatSource("cy", "Bolt"))),))


class Voting:
    """A pod and its open votes."""

    def __init__(self, *commands: PodCommand, players: tuple[Player, ...] = FOUR) -> None:
        self.log = played(*commands, players=players)
        self.votes: VotersByTarget = {}

    @property
    def pod(self) -> Pod:
        return after(self.log)

    def kick(self, player: Player, *by: Player) -> Event:
        """Let each voter vote in turn; return the last event."""
        for each in by:
            voted = self.votes.get(player, ())
            self.does(each, KickPlayer(player, each, voted=voted) if voted else StartKickVote(player, each))
        return self.log[-1]

    def does(self, by: Player, command: PodCommand) -> None:
        self.log.append(create_pod_event(self.pod, command))
        self.votes = update_kick_votes_after_event(self.votes, self.log[-1], by, self.pod)


def decided(pod: Pod, command: PodCommand) -> Event | str:
    """Return the event of a command, or the code of its refusal."""
    try:
        return create_pod_event(pod, command)
    except Refusal as refusal:
        return refusal.code


# For any game


@games
@lightly
def test_the_game_of_who_was_kicked_is_the_game_in_which_they_conceded(draw: Choices) -> None:
    *_, (_, _, _, log) = _tries(draw)
    pod = after(log)
    player = _some(draw, *pod.players)
    kicks = [KickPlayer(player, "mod", "moderator"), KickPlayer(player, "any", "gone"), _enough(pod, player)]
    conceded = decided(pod, ConcedeGame(player))
    for kick in kicks:
        event = decided(pod, kick)
        if isinstance(event, str) or isinstance(conceded, str):
            assert event == conceded
            continue
        assert isinstance(event, PlayerConceded)
        assert event.kicked_by == (*kick.voted, kick.by)
        assert replace(event, kicked_by=()) == conceded
        kicked, left = (replace(apply_pod_event(pod, each), told=None) for each in (event, conceded))
        assert kicked == left
        assert create_pod_event(pod, event.rebuild_original_command()) == event


def _enough(pod: Pod, player: Player) -> KickPlayer:
    """Return just enough votes of others."""
    others = [each for each in list_players_in_game(pod.current_game.standings) if each != player]
    if len(others) < TOO_FEW_VOICES:
        return KickPlayer(player, "mod", how="moderator")
    *voted, by = others[: count_required_kick_votes(pod, player)] or ["nobody"]
    return KickPlayer(player, by, voted=tuple(voted))


@games
@lightly
def test_votes_and_warnings_leave_no_trace_in_a_game_nor_in_its_story(draw: Choices) -> None:
    *_, (_, _, _, log) = _tries(draw)
    noisy = list(_with_asides(draw, log))
    assert replay_pod_events(noisy) == replay_pod_events(log)
    assert list_events_still_in_effect(noisy) == list_events_still_in_effect(log)


def _with_asides(draw: Choices, log: list[Event]) -> Iterator[Event]:
    for event in log:
        yield event
        yield _some(draw, *ASIDES)


# Voting


@pytest.mark.parametrize(("players", "needed"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_more_than_half_of_the_others_in_the_game_are_enough(players: int, needed: int) -> None:
    everybody = (*FOUR, "eve", "fay", "gus", "hal")[: players + 2]
    voting = Voting(ConcedeGame("ana"), ConcedeGame("bo"), players=everybody)
    *others, target = list_players_in_game(voting.pod.standings)
    assert len(others) == players - 1
    voting.kick(target, *others[: needed - 1])
    assert voting.pod.standings[target].status == "master"
    event = voting.kick(target, others[needed - 1])
    assert isinstance(event, PlayerConceded)
    assert event.kicked_by == tuple(others[:needed])
    assert voting.votes == {}


def test_of_two_players_one_cannot_throw_out_the_other() -> None:
    voting = Voting(ConcedeGame("ana"), ConcedeGame("bo"))
    one, other = list_players_in_game(voting.pod.standings)
    with pytest.raises(Refusal, match="kick-too-few"):
        voting.kick(other, one)


def test_a_vote_is_taken_back_by_voting_again() -> None:
    voting = Voting()
    voting.kick("bo", "ana")
    assert voting.votes == {"bo": ("ana",)}
    assert voting.kick("bo", "ana") == KickVoteCast("bo", "ana", taken_back=True)
    assert voting.votes == {}
    assert voting.kick("bo", "cy") == KickVoteStarted("bo", "cy")


@pytest.mark.parametrize(
    "command", [BeginNextTurn(), killed("cy", "di"), UndoPodEvent(), KeepIdleGameOpen(), StartKickVote("cy", "bo")]
)
def test_whoever_does_anything_is_evidently_there(command: PodCommand) -> None:
    voting = Voting(players=(*FOUR, "eve", "fay"))
    voting.kick("bo", "ana")
    voting.kick("di", "ana")
    voting.does("cy", BeginNextTurn())
    assert voting.votes == {"bo": ("ana",), "di": ("ana",)}
    voting.does("bo", command)
    assert "bo" not in voting.votes
    assert voting.votes["di"] == ("ana",)


def test_whoever_leaves_has_no_vote_and_is_voted_about_no_more() -> None:
    voting = Voting(players=(*FOUR, "eve", "fay"))
    voting.kick("bo", "ana", "cy")
    voting.kick("di", "ana")
    voting.does("ana", ConcedeGame("ana"))
    assert voting.votes == {"bo": ("cy",)}
    voting.does("mod", KickPlayer("bo", "mod", "moderator"))
    assert voting.votes == {}


def test_votes_that_became_enough_settle_it_at_the_next_press_of_whomever() -> None:
    voting = Voting(players=(*FOUR, "eve"))
    voting.kick("bo", "ana", "cy")
    voting.does("eve", ConcedeGame("eve"))
    event = voting.kick("bo", "ana")
    assert isinstance(event, PlayerConceded)
    assert event.kicked_by == ("ana", "cy")


def test_no_vote_outlives_the_game() -> None:
    voting = Voting()
    voting.kick("bo", "ana")
    voting.does("cy", ClosePod())
    assert voting.votes == {}


def test_an_undone_kick_brings_the_player_back_and_the_vote_begins_anew() -> None:
    voting = Voting()
    voting.kick("bo", "ana", "cy")
    assert list_players_in_game(voting.pod.standings) == ["ana", "cy", "di"]
    voting.does("ana", UndoPodEvent())
    assert list_players_in_game(voting.pod.standings) == [*FOUR]
    assert voting.votes == {}


def test_votes_do_not_stand_in_the_way_of_taking_back_the_last_report() -> None:
    voting = Voting(killed("cy", "ana"))
    voting.kick("bo", "ana")
    voting.does("ana", UndoPodEvent())
    assert voting.pod.standings["cy"].status == "master"
    assert voting.votes == {"bo": ("ana",)}


def test_whoever_was_to_choose_is_kicked_and_the_question_falls() -> None:
    voting = Voting(TIE)
    assert voting.pod.state == "waiting"
    voting.kick("bo", "ana", "cy")
    assert (voting.pod.state, voting.pod.standings["bo"].out_as) == ("running", "master")


def test_a_correction_keeps_who_kicked_whom() -> None:
    voting = Voting(killed("cy", "ana"))
    voting.kick("bo", "ana", "di")
    log = corrected(voting.log, {2: ()})
    assert list_events_still_in_effect(log)[-1] == voting.log[-1]


# In the lobby, and what is refused


def test_in_the_lobby_a_seat_is_given_back() -> None:
    assert create_pod_event(after(LOBBY), KickPlayer("bo", "ana")) == PlayerLeftLobby("bo", "ana", ("ana",))
    assert create_pod_event(after(LOBBY), KickPlayer("ana", "mod", "moderator")) == PlayerLeftLobby(
        "ana", "bo", ("mod",)
    )


@pytest.mark.parametrize(
    ("kick", "code"),
    [
        (KickPlayer("bo", "bo"), "kick-yourself"),
        (KickPlayer("zed", "ana"), "not-in"),
        (KickPlayer("di", "ana"), "out"),
        (KickPlayer("di", "mod", "moderator"), "out"),
        (KickPlayer("bo", "di"), "out"),
        (KickPlayer("bo", "zed"), "not-in"),
    ],
)
def test_what_makes_no_sense_is_refused(kick: KickPlayer, code: str) -> None:
    assert decided(after(played(ConcedeGame("di"))), kick) == code


@pytest.mark.parametrize(
    "command", [KickPlayer("bo", "ana"), AnnounceIdleGameClosing(), KeepIdleGameOpen(), ClosePod(idle=True)]
)
def test_nothing_of_it_happens_to_a_pod_that_is_over(command: PodCommand) -> None:
    closed = after(played(ClosePod()))
    assert decided(closed, command) == "closed"


def test_a_pod_is_closed_because_nobody_touched_it() -> None:
    assert create_pod_event(after(LOBBY), ClosePod(idle=True)) == PodClosed(idle=True)
    assert create_pod_event(after(LOBBY), (PodClosed(idle=True)).rebuild_original_command()) == PodClosed(idle=True)
    assert create_pod_event(after(LOBBY), AnnounceIdleGameClosing()) == IdleGameClosingAnnounced()
    assert create_pod_event(after(LOBBY), KeepIdleGameOpen()) == IdleGameConfirmedAsActive()


# The call before a vote


def test_without_a_call_there_is_no_vote_and_none_counts_before_it_opens() -> None:
    voting = Voting()
    assert decided(voting.pod, KickPlayer("bo", "ana")) == "kick-uncalled"
    voting.does("ana", StartKickVote("bo", "ana"))
    assert voting.votes == {"bo": ("ana",)}
    early = KickPlayer("bo", "cy", voted=("ana",), opened=False)
    assert decided(voting.pod, early) == "kick-early"
    assert isinstance(decided(voting.pod, KickPlayer("bo", "cy", voted=("ana",))), PlayerConceded)


def test_whoever_called_can_take_it_back_before_the_vote_opens() -> None:
    voting = Voting()
    voting.does("ana", StartKickVote("bo", "ana"))
    voting.does("ana", KickPlayer("bo", "ana", voted=("ana",), opened=False))
    assert voting.votes == {}


def test_who_says_that_they_are_there_ends_the_vote_about_them_alone() -> None:
    voting = Voting()
    voting.does("ana", StartKickVote("bo", "ana"))
    voting.does("ana", StartKickVote("di", "ana"))
    before = voting.pod
    voting.does("bo", AnswerKickVote("bo"))
    assert voting.votes == {"di": ("ana",)}
    assert voting.pod == before


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (StartKickVote("bo", "bo"), "kick-yourself"),
        (StartKickVote("zed", "bo"), "not-in"),
        (StartKickVote("bo", "zed"), "not-in"),
        (AnswerKickVote("zed"), "not-in"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(command: PodCommand, code: str) -> None:
    assert decided(Voting().pod, command) == code


def test_of_two_players_none_can_be_called() -> None:
    voting = Voting(ConcedeGame("cy"), ConcedeGame("di"))
    assert decided(voting.pod, StartKickVote("bo", "ana")) == "kick-too-few"
