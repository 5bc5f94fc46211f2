"""The end of a round in a pod: the game goes on, and the organiser may stop it."""

import pytest

from bot import rights
from bot.rulebooks import decide, evolve, fold
from bot.rules.acts import Event
from bot.rules.announcements import NoteTimeUp, TimeUp
from bot.rules.closing import Close
from bot.rules.confirmation import sign_event
from bot.rules.facts import Report, Source
from bot.rules.lobby import Open, Start
from bot.rules.pod import Pod
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.rights import Asker
from bot.rules.winning import Draw, Drew

PLAYERS = ("ana", "bo", "cy", "di")


def play(*commands: object, setup: Setup | None = None) -> Pod:
    game = fold([decide(None, Open(setup or Setup(dispute_minutes=15), "ana", PLAYERS))])
    for command in commands:
        game = evolve(game, decide(game, command))  # type: ignore[arg-type]
    assert isinstance(game, Pod)
    return game


STARTED = Start(PLAYERS, "ana")


@pytest.mark.parametrize("commands", [(), (STARTED,)])
def test_end_of_a_round_changes_nothing_in_the_game(commands: tuple[object, ...]) -> None:
    pod = play(*commands)
    assert evolve(pod, decide(pod, NoteTimeUp())) == pod
    assert decide(pod, NoteTimeUp()) == TimeUp()


def test_question_stays_open_at_the_end_of_a_round() -> None:
    defeat = Defeat((Report("bo", "life", (Source("bo"),)),))
    pod = play(STARTED, defeat, setup=Setup(choose_master=True))
    assert pod.state == "waiting"
    assert evolve(pod, decide(pod, NoteTimeUp())) == pod


@pytest.mark.parametrize("ends", [Draw(), Close()])
def test_finished_game_hears_of_no_time(ends: object) -> None:
    with pytest.raises(Refusal):
        decide(play(STARTED, ends), NoteTimeUp())


@pytest.mark.parametrize("command", [Draw(), Close()])
def test_organiser_stops_a_game_by_their_own_right(command: Draw | Close) -> None:
    pod = play(STARTED)
    zed = Asker("zed", organiser=True)
    rights.check(pod, command, zed, None)
    assert not rights.needs_moderator(pod, command, zed, None)
    with pytest.raises(Refusal):
        rights.check(pod, command, Asker("zed"), None)


def test_organiser_reports_nothing_else() -> None:
    defeat = Defeat((Report("bo", "life", (Source("cy"),)),))
    with pytest.raises(Refusal, match="only-players"):
        rights.check(play(STARTED), defeat, Asker("zed", organiser=True), None)


def test_draw_of_the_organiser_waits_for_the_players_as_any_other() -> None:
    pod = play(STARTED)
    drew = decide(pod, Draw())
    assert isinstance(drew, Event)
    signed = sign_event(pod, drew, "zed", 3, 0)
    assert isinstance(signed, Drew)
    assert signed.claim is not None
    assert (signed.claim.by, set(signed.claim.of)) == ("zed", set(PLAYERS))
    assert not signed.claim.decided
