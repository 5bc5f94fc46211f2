"""Finding the players in an event by the types of its fields."""

from hypothesis import given
from hypothesis import strategies as st

from bot.rules.commands_and_events import Event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import LobbyOpened
from bot.rules.players import find_players_in_event_fields, replace_players_in_event_or_state
from bot.rules.pod_registry import EVENTS
from bot.rules.records import (
    DefeatsAwaitingPlayerChoice,
    DefeatVerdict,
    GameChanges,
    GameResult,
    PendingPlayerChoice,
    PlayerChoiceAnswer,
    PlayerState,
    PodSetup,
    Turn,
)
from bot.rules.reporting import DefeatsReported
from bot.storage.record.codec import encode_event_as_json
from tests.storage.shapes import any_of

SOURCE = DefeatSource("ana", "ana", "bo")
FULL = DefeatsReported(
    (DefeatReport("bo", "life", (SOURCE,), "cy", "di", SOURCE),),
    GameChanges(
        (PlayerState("bo", "servant", "ana", "master", ((3, "di"),)),),
        (DefeatVerdict("bo", "ana", "servant", "ESC-21", "ana", "ana", "ana", "cy", "di"),),
        DefeatsAwaitingPlayerChoice(
            ("eve",),
            (DefeatReport("ana", "life"),),
            (PlayerChoiceAnswer("successor", "ana", "bo"),),
            PendingPlayerChoice("successor", "ana", ("bo", "fay")),
        ),
        Turn(("ana",), 2, "gus"),
        GameResult(("ana",), False, {"ana": 1, "hal": 0}),
    ),
)
"""Every place where a player can be, and `ana` where text is."""


def test_everybody_is_found_wherever_an_event_names_them() -> None:
    names = {"ana", "bo", "cy", "di", "eve", "fay", "gus", "hal"}
    assert find_players_in_event_fields(FULL) == names
    payload = encode_event_as_json(replace_players_in_event_or_state(FULL, str.upper)).payload
    assert not [name for name in names - {"ana"} if f'"{name}"' in payload]
    texts = ("object", "source", "answer", "found")
    assert payload.count('"ana"') == sum(payload.count(f'"{text}":"ana"') for text in texts) == 5


def test_a_title_that_is_like_a_player_stays() -> None:
    event = LobbyOpened(PodSetup(title="ana"), "ana", ("ana",))
    assert replace_players_in_event_or_state(event, str.upper) == LobbyOpened(PodSetup(title="ana"), "ANA", ("ANA",))


@given(st.deferred(lambda: st.one_of([any_of(kind) for kind in EVENTS])))
def test_other_names_change_no_more_than_the_names(event: Event) -> None:
    called = {player: f"{number}!" for number, player in enumerate(sorted(find_players_in_event_fields(event)))}
    other = replace_players_in_event_or_state(event, called.__getitem__)
    assert find_players_in_event_fields(other) == set(called.values())
    back = {name: player for player, name in called.items()}
    assert replace_players_in_event_or_state(other, back.__getitem__) == event
