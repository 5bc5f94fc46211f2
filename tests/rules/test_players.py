"""Finding the players in an event by the types of its fields."""

from hypothesis import given
from hypothesis import strategies as st

from bot.rules.acts import Event
from bot.rules.facts import Report, Source
from bot.rules.lobby import Opened
from bot.rules.players import find_players, rename_players
from bot.rules.pod_classes import EVENTS
from bot.rules.records import (
    Answer,
    Outcome,
    Pending,
    Question,
    Result,
    Setup,
    Standing,
    Turn,
    Verdict,
)
from bot.rules.reporting import Defeated
from bot.storage.record.codec import encode
from tests.storage.shapes import any_of

SOURCE = Source("ana", "ana", "bo")
FULL = Defeated(
    (Report("bo", "life", (SOURCE,), "cy", "di", SOURCE),),
    Outcome(
        (Standing("bo", "servant", "ana", "master", ((3, "di"),)),),
        (Verdict("bo", "ana", "servant", "ESC-21", "ana", "ana", "ana", "cy", "di"),),
        Pending(
            ("eve",),
            (Report("ana", "life"),),
            (Answer("successor", "ana", "bo"),),
            Question("successor", "ana", ("bo", "fay")),
        ),
        Turn(("ana",), 2, "gus"),
        Result(("ana",), False, {"ana": 1, "hal": 0}),
    ),
)
"""Every place where a player can be, and `ana` where text is."""


def test_everybody_is_found_wherever_an_event_names_them() -> None:
    names = {"ana", "bo", "cy", "di", "eve", "fay", "gus", "hal"}
    assert find_players(FULL) == names
    payload = encode(rename_players(FULL, str.upper)).payload
    assert not [name for name in names - {"ana"} if f'"{name}"' in payload]
    texts = ("object", "source", "answer", "found")
    assert payload.count('"ana"') == sum(payload.count(f'"{text}":"ana"') for text in texts) == 5


def test_a_title_that_is_like_a_player_stays() -> None:
    event = Opened(Setup(title="ana"), "ana", ("ana",))
    assert rename_players(event, str.upper) == Opened(Setup(title="ana"), "ANA", ("ANA",))


@given(st.one_of([any_of(kind) for kind in EVENTS]))
def test_other_names_change_no_more_than_the_names(event: Event) -> None:
    called = {player: f"{number}!" for number, player in enumerate(sorted(find_players(event)))}
    other = rename_players(event, called.__getitem__)
    assert find_players(other) == set(called.values())
    back = {name: player for player, name in called.items()}
    assert rename_players(other, back.__getitem__) == event
