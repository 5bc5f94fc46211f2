"""Decks of a game: who may name them, until when, and which one a defeat keeps."""

import pytest

from bot import rights
from bot.rules.closing import Close
from bot.rules.concession import Concede
from bot.rules.decide import decide
from bot.rules.deck_naming import NameDeck
from bot.rules.entering import Enter, settle_setup
from bot.rules.facts import Commander, Deck, Report, Source
from bot.rules.joining import Bring, Join
from bot.rules.lobby import Open, Start
from bot.rules.pod import Pod, PodCommand, evolve
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.rights import Asker
from bot.rules.story import tell_story
from bot.rules.undoing import Undo
from bot.rules.winning import Win

SEATS = ("ana", "bo", "cy", "di")
RESPAWN = Setup(variant="respawn", scoring="respawn")


def of(name: str) -> Deck:
    return Deck((Commander(name),))


KRENKO, ATRAXA, TYMNA = of("Krenko, Mob Boss"), of("Atraxa, Praetors’ Voice"), of("Tymna")


def kill(loser: str, killer: str) -> Defeat:
    return Defeat((Report(loser, "life", (Source(killer),)),))


def play(*asked: PodCommand, setup: Setup = RESPAWN) -> Pod:
    pod: Pod | None = None
    for command in (Open(setup, "ana", SEATS), Start(SEATS, "ana"), *asked):
        pod = evolve(pod, decide(pod, command))
    assert pod is not None
    return pod


def list_decks(pod: Pod) -> list[tuple[Deck | None, Deck | None]]:
    """The decks of the responsible player and of the loser, defeat by defeat."""
    return [
        (pod.find_deck_at(verdict.responsible or "", at), pod.find_deck_at(verdict.loser, at))
        for at, verdict in enumerate(pod.verdicts)
    ]


NAMED = (NameDeck("ana", KRENKO), NameDeck("bo", ATRAXA))


def test_in_respawn_a_defeat_keeps_the_deck_of_its_moment() -> None:
    again = (NameDeck("bo", TYMNA), kill("bo", "ana"))
    pod = play(*NAMED, kill("bo", "ana"), *again)
    assert pod.find_deck("bo") == TYMNA
    assert list_decks(pod) == [(KRENKO, ATRAXA), (KRENKO, TYMNA)]


def test_whoever_conceded_and_came_back_may_have_another_deck() -> None:
    back = (Concede("bo"), Join("bo"), NameDeck("bo", TYMNA), NameDeck("bo", of("Thrasios")))
    pod = play(*NAMED, kill("ana", "bo"), *back, kill("ana", "bo"))
    assert list_decks(pod) == [(ATRAXA, KRENKO), (of("Thrasios"), KRENKO)]


def test_a_deck_named_again_before_a_defeat_corrects_it() -> None:
    pod = play(*NAMED, NameDeck("bo", TYMNA), kill("bo", "ana"))
    assert list_decks(pod) == [(KRENKO, TYMNA)]
    corrected = (NameDeck("bo", KRENKO), NameDeck("bo", ATRAXA), kill("bo", "ana"))
    twice = play(*NAMED, NameDeck("bo", TYMNA), kill("bo", "ana"), *corrected)
    assert list_decks(twice) == [(KRENKO, TYMNA), (KRENKO, ATRAXA)]


def test_a_first_deck_named_after_a_defeat_was_played_in_it() -> None:
    pod = play(kill("bo", "ana"), NameDeck("bo", ATRAXA))
    assert list_decks(pod) == [(None, ATRAXA)]


def test_outside_respawn_the_latest_deck_holds_for_the_whole_game() -> None:
    pod = play(*NAMED, kill("bo", "ana"), NameDeck("bo", TYMNA), setup=Setup())
    assert list_decks(pod) == [(KRENKO, TYMNA)]


def test_decks_of_a_moment_survive_undoing() -> None:
    pod = play(*NAMED, kill("bo", "ana"), NameDeck("bo", TYMNA), kill("bo", "ana"))
    undone = evolve(pod, decide(pod, Undo()))
    assert list_decks(undone) == [(KRENKO, ATRAXA)]
    assert undone.find_deck("bo") == TYMNA


def test_an_entered_game_keeps_the_decks_of_its_moments() -> None:
    setup = settle_setup(RESPAWN, 10**12, 4)
    told = (*NAMED, kill("bo", "ana"), NameDeck("bo", TYMNA), kill("bo", "ana"))
    opening = (Open(setup, "ana", SEATS), Start(SEATS, "ana"))
    event = decide(None, Enter((*opening, *told, Close())))
    assert list_decks(evolve(None, event)) == [(KRENKO, ATRAXA), (KRENKO, TYMNA)]


def test_a_lobby_begins_with_the_decks_of_the_game_before_for_those_with_a_seat() -> None:
    kept = {"ana": KRENKO, "bo": ATRAXA, "zed": TYMNA}
    event = decide(None, Open(Setup(), "ana", ("ana",), kept=("bo",), decks=kept))
    pod = evolve(None, event)
    assert pod.decks == {"ana": KRENKO, "bo": ATRAXA}
    assert [each.make_command() for each in tell_story([event])] == [
        Open(Setup(), "ana", ("ana",), kept=("bo",), decks={"ana": KRENKO, "bo": ATRAXA})
    ]


def check(pod: Pod, asker: Asker, player: str) -> str:
    """Return the code with which naming a deck is refused; empty if it is not."""
    try:
        rights.check(pod, NameDeck(player, KRENKO), asker, None)
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(
    ("asker", "player", "refused"),
    [
        (Asker("ana"), "ana", ""),
        (Asker("ana"), "bo", "deck-other"),
        (Asker("bo"), "gus", ""),
        (Asker("ana"), "gus", "deck-other"),
        (Asker("zed", moderator=True), "bo", ""),
        (Asker("zed"), "zed", "only-players"),
    ],
)
def test_a_deck_is_named_by_its_player_or_whoever_brought_them(
    asker: Asker, player: str, refused: str
) -> None:
    lobby: Pod | None = None
    for command in (Open(Setup(), "ana", SEATS), Bring("gus", "bo")):
        lobby = evolve(lobby, decide(lobby, command))
    assert lobby is not None
    assert check(lobby, asker, player) == refused


def test_once_a_game_counts_only_moderators_correct_a_deck() -> None:
    over = play(Win("ana", "effect"), setup=Setup())
    assert over.counted is not None
    assert check(over, Asker("ana"), "ana") == "deck-counted"
    assert check(over, Asker("zed", moderator=True), "ana") == ""
    assert check(play(setup=Setup(dispute_minutes=15)), Asker("ana"), "ana") == ""
