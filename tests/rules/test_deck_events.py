"""Decks of a game: who may name them, until when, and which one a defeat keeps."""

import pytest

from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.deck_naming import DeclareDeck
from bot.rules.entering import RecordPastGame, build_setup_of_past_game
from bot.rules.facts import Commander, Deck, DefeatReport, DefeatSource
from bot.rules.joining import BringGuestToPod, JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod, PodCommand, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.rights import Requester
from bot.rules.story import list_events_still_in_effect
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportWin
from bot.service import rights

SEATS = ("ana", "bo", "cy", "di")
RESPAWN = PodSetup(variant="respawn", scoring="respawn")


def of(name: str) -> Deck:
    return Deck((Commander(name),))


KRENKO, ATRAXA, TYMNA = of("Krenko, Mob Boss"), of("Atraxa, Praetors’ Voice"), of("Tymna")


def kill(loser: str, killer: str) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(killer),)),))


def play(*asked: PodCommand, setup: PodSetup = RESPAWN) -> Pod:
    pod: Pod | None = None
    for command in (OpenLobby(setup, "ana", SEATS), StartGame(SEATS, "ana"), *asked):
        pod = apply_pod_event(pod, create_pod_event(pod, command))
    assert pod is not None
    return pod


def list_decks(pod: Pod) -> list[tuple[Deck | None, Deck | None]]:
    """The decks of the responsible player and of the loser, defeat by defeat."""
    return [
        (
            pod.find_deck_at_defeat(verdict.responsible or "", at),
            pod.find_deck_at_defeat(verdict.loser, at),
        )
        for at, verdict in enumerate(pod.verdicts)
    ]


NAMED = (DeclareDeck("ana", KRENKO), DeclareDeck("bo", ATRAXA))


def test_in_respawn_a_defeat_keeps_the_deck_of_its_moment() -> None:
    again = (DeclareDeck("bo", TYMNA), kill("bo", "ana"))
    pod = play(*NAMED, kill("bo", "ana"), *again)
    assert pod.find_declared_deck_of_player("bo") == TYMNA
    assert list_decks(pod) == [(KRENKO, ATRAXA), (KRENKO, TYMNA)]


def test_whoever_conceded_and_came_back_may_have_another_deck() -> None:
    back = (ConcedeGame("bo"), JoinPod("bo"), DeclareDeck("bo", TYMNA), DeclareDeck("bo", of("Thrasios")))
    pod = play(*NAMED, kill("ana", "bo"), *back, kill("ana", "bo"))
    assert list_decks(pod) == [(ATRAXA, KRENKO), (of("Thrasios"), KRENKO)]


def test_a_deck_named_again_before_a_defeat_corrects_it() -> None:
    pod = play(*NAMED, DeclareDeck("bo", TYMNA), kill("bo", "ana"))
    assert list_decks(pod) == [(KRENKO, TYMNA)]
    corrected = (DeclareDeck("bo", KRENKO), DeclareDeck("bo", ATRAXA), kill("bo", "ana"))
    twice = play(*NAMED, DeclareDeck("bo", TYMNA), kill("bo", "ana"), *corrected)
    assert list_decks(twice) == [(KRENKO, TYMNA), (KRENKO, ATRAXA)]


def test_a_first_deck_named_after_a_defeat_was_played_in_it() -> None:
    pod = play(kill("bo", "ana"), DeclareDeck("bo", ATRAXA))
    assert list_decks(pod) == [(None, ATRAXA)]


def test_outside_respawn_the_latest_deck_holds_for_the_whole_game() -> None:
    pod = play(*NAMED, kill("bo", "ana"), DeclareDeck("bo", TYMNA), setup=PodSetup())
    assert list_decks(pod) == [(KRENKO, TYMNA)]


def test_decks_of_a_moment_survive_undoing() -> None:
    pod = play(*NAMED, kill("bo", "ana"), DeclareDeck("bo", TYMNA), kill("bo", "ana"))
    undone = apply_pod_event(pod, create_pod_event(pod, UndoPodEvent()))
    assert list_decks(undone) == [(KRENKO, ATRAXA)]
    assert undone.find_declared_deck_of_player("bo") == TYMNA


def test_an_entered_game_keeps_the_decks_of_its_moments() -> None:
    setup = build_setup_of_past_game(RESPAWN, 10**12, 4)
    told = (*NAMED, kill("bo", "ana"), DeclareDeck("bo", TYMNA), kill("bo", "ana"))
    opening = (OpenLobby(setup, "ana", SEATS), StartGame(SEATS, "ana"))
    event = create_pod_event(None, RecordPastGame((*opening, *told, ClosePod())))
    assert list_decks(apply_pod_event(None, event)) == [(KRENKO, ATRAXA), (KRENKO, TYMNA)]


def test_a_lobby_begins_with_the_decks_of_the_game_before_for_those_with_a_seat() -> None:
    kept = {"ana": KRENKO, "bo": ATRAXA, "zed": TYMNA}
    event = create_pod_event(None, OpenLobby(PodSetup(), "ana", ("ana",), kept=("bo",), decks=kept))
    pod = apply_pod_event(None, event)
    assert pod.decks == {"ana": KRENKO, "bo": ATRAXA}
    assert [each.rebuild_original_command() for each in list_events_still_in_effect([event])] == [
        OpenLobby(PodSetup(), "ana", ("ana",), kept=("bo",), decks={"ana": KRENKO, "bo": ATRAXA})
    ]


def check(pod: Pod, asker: Requester, player: str) -> str:
    """Return the code with which naming a deck is refused; empty if it is not."""
    try:
        rights.require_command_permission(pod, DeclareDeck(player, KRENKO), asker, None)
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(
    ("asker", "player", "refused"),
    [
        (Requester("ana"), "ana", ""),
        (Requester("ana"), "bo", "deck-other"),
        (Requester("bo"), "gus", ""),
        (Requester("ana"), "gus", "deck-other"),
        (Requester("zed", moderator=True), "bo", ""),
        (Requester("zed"), "zed", "only-players"),
    ],
)
def test_a_deck_is_named_by_its_player_or_whoever_brought_them(asker: Requester, player: str, refused: str) -> None:
    lobby: Pod | None = None
    for command in (OpenLobby(PodSetup(), "ana", SEATS), BringGuestToPod("gus", "bo")):
        lobby = apply_pod_event(lobby, create_pod_event(lobby, command))
    assert lobby is not None
    assert check(lobby, asker, player) == refused


def test_once_a_game_counts_only_moderators_correct_a_deck() -> None:
    over = play(ReportWin("ana", "effect"), setup=PodSetup())
    assert over.final_result is not None
    assert check(over, Requester("ana"), "ana") == "deck-counted"
    assert check(over, Requester("zed", moderator=True), "ana") == ""
    assert check(play(setup=PodSetup(dispute_minutes=15)), Requester("ana"), "ana") == ""
