"""Events as rows: written in the newest schema, read in any."""

import re
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.planning.night_players import PlayerAddedToGameNight
from bot.planning.night_rounds import GameNightRoundSeated
from bot.planning.plan_creation import FutureGamePlanned
from bot.rulebooks import EVENTS, GameEvent
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import GameReportsConfirmed
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.joining import PlayerJoined
from bot.rules.lobby import LobbyOpened
from bot.rules.overrides import GameOverriddenByModerator
from bot.rules.records import GameChanges, Override, PlayerState, PodSetup
from bot.rules.reporting import DefeatsReported
from bot.rules.story import GameReportsCorrected, list_events_still_in_effect
from bot.rules.winning import DrawnGameReported
from bot.storage.record.codec import UPCASTERS, UndecodableEventError, decode_event_of_any_schema, encode_event_as_json
from tests.effort import examples
from tests.rules import test_variants
from tests.rules.test_properties import Choices, _command, _opening, _tries, games
from tests.storage.shapes import any_of

KINDS = EVENTS
A_DEFEAT_OF_SCHEMA_1 = """{
    "type": "defeated",
    "report": {"loser": "bo", "cause": "life", "sources": [{"controller": "ana"}]},
    "outcome": {"moves": [{"player": "bo", "status": "servant", "master": "ana"}]}
}"""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=examples(10))
@given(data=st.data())
def test_any_event_is_read_as_it_was_written(kind: type[GameEvent], data: st.DataObject) -> None:
    event = data.draw(any_of(kind))
    assert decode_event_of_any_schema(*encode_event_as_json(event)) == event


def test_every_event_has_a_name_of_its_own() -> None:
    names = {kind.__struct_config__.tag for kind in KINDS}
    assert len(names) == len(KINDS)


def test_a_payload_is_json_that_carries_its_type() -> None:
    written = encode_event_as_json(PlayerJoined("ana"))
    assert (written.type, written.schema) == ("joined", 2)
    assert msgspec.json.decode(written.payload) == {"type": "joined", "player": "ana"}


def test_a_plan_from_before_plans_repeated_happens_once_and_is_not_listed() -> None:
    plan = decode_event_of_any_schema("plan-made", 1, '{"type":"plan-made","setup":{},"host":"ana","at":5}')
    assert plan == FutureGamePlanned(PodSetup(), "ana", 5, every=None, listing=False)


def test_an_addition_to_a_night_from_before_it_had_guests_is_of_a_member() -> None:
    added = decode_event_of_any_schema("night-added", 1, '{"type":"night-added","player":"ana","tag":"t"}')
    assert added == PlayerAddedToGameNight("ana", "t")
    assert encode_event_as_json(PlayerAddedToGameNight("gus", "t", "ana")).schema == 2


def test_a_round_from_before_merged_accounts_counted_names_nobody_by_an_earlier_id() -> None:
    row = '{"type":"round-seated","round":1,"pods":[["ana","bo","cy"]],"out":[],"at":5}'
    seated = GameNightRoundSeated(1, (("ana", "bo", "cy"),), (), 5)
    assert decode_event_of_any_schema("round-seated", 1, row) == seated
    assert encode_event_as_json(seated).schema == 2


def test_a_defeat_of_schema_1_is_read_with_its_one_report_among_several() -> None:
    event = decode_event_of_any_schema("defeated", 1, A_DEFEAT_OF_SCHEMA_1)
    assert isinstance(event, DefeatsReported)
    assert event.reports == (DefeatReport("bo", "life", (DefeatSource("ana"),)),)
    assert event.outcome.moves[0].master == "ana"


def test_a_defeat_is_written_in_the_newest_schema() -> None:
    assert encode_event_as_json(decode_event_of_any_schema("defeated", 1, A_DEFEAT_OF_SCHEMA_1)).schema == 5


def test_an_object_from_before_cards_had_ids_is_a_text() -> None:
    report = '{"loser": "bo", "cause": "life", "sources": [{"controller": "ana", "object": "Bolt"}]}'
    event = decode_event_of_any_schema("defeated", 4, f'{{"type": "defeated", "reports": [{report}], "outcome": {{}}}}')
    assert isinstance(event, DefeatsReported)
    assert event.reports[0].sources[0].card is None


WITHOUT_HEIRS = {"defeated": 2, "conceded": 1, "chose": 1, "overruled": 1, "corrected": 1}
"""The last schema in which outcomes did not name heirs."""


WITHOUT_HEIRS = {"defeated": 2, "conceded": 1, "chose": 1, "overruled": 1, "corrected": 1}


def before_heirs(event: Event) -> Event:
    """An event that is read as it was written when outcomes did not name heirs."""
    written = encode_event_as_json(event)
    payload = re.sub(r',?"heirs":\[[^]]*\]', "", written.payload)
    before = decode_event_of_any_schema(written.type, WITHOUT_HEIRS.get(written.type, written.schema), payload)
    assert isinstance(before, Event)
    return before


@pytest.mark.parametrize("game", [(_opening, _command), (test_variants.opening, test_variants.command)])
@games
@settings(max_examples=60, deadline=None)
def test_heirs_are_found_in_what_was_written_before_they_were_named(game: Any, draw: Choices) -> None:
    *_, (_, _, _, log) = _tries(draw, *game)
    for event in log:
        assert event == before_heirs(event)
    correction = GameReportsCorrected(list_events_still_in_effect(log), (2,), "it was not like that")
    assert correction == before_heirs(correction)


def test_of_what_moderators_decided_only_a_removal_had_heirs() -> None:
    moves = (PlayerState("ana", "out", out_as="master"), PlayerState("bo"))
    removal = GameOverriddenByModerator("remove", "gone", "ana", outcome=GameChanges(moves, heirs=("bo",)))
    assert before_heirs(removal) == removal
    for override in sorted({*get_args(Override)} - {"remove"}):
        freed = GameOverriddenByModerator(override, "freed", "bo", outcome=GameChanges((PlayerState("bo"),)))
        assert before_heirs(freed) == freed


def test_a_pod_opened_in_schema_1_has_no_secret() -> None:
    event = decode_event_of_any_schema("opened", 1, '{"type": "opened", "setup": {}, "host": "bo", "players": ["bo"]}')
    assert event == LobbyOpened(PodSetup(), "bo", ("bo",), None)


def test_a_pod_keeps_its_secret() -> None:
    written = encode_event_as_json(LobbyOpened(PodSetup(), "bo", ("bo",), "s3cret"))
    assert msgspec.json.decode(written.payload)["secret"] == "s3cret"


def test_whom_an_old_rematch_named_sits_and_its_result_counts_at_once() -> None:
    payload = '{"type": "opened", "setup": {}, "host": "bo", "players": ["bo", "cy"]}'
    event = decode_event_of_any_schema("opened", 2, payload)
    assert event == LobbyOpened(PodSetup(dispute_minutes=None), "bo", ("bo", "cy"), kept=())


def test_what_a_moderator_let_stand_once_counts_for_good() -> None:
    claim = {"version": 3, "by": "ana", "of": ["bo"], "due": 5, "disputed": "bo"}
    payload = {"type": "drew", "outcome": {}, "claim": claim}
    event = decode_event_of_any_schema("drew", 1, msgspec.json.encode(payload).decode())
    assert isinstance(event, DrawnGameReported)
    assert event.claim is not None
    assert GameReportsConfirmed((3,), "meg", stands=True).update_needed_confirmation(event.claim) is None


STORED = {
    "corrected": 9,
    "opened": 6,
    "defeated": 5,
    **dict.fromkeys(("chose", "conceded", "entered", "overruled", "plan-made", "undone"), 4),
    **dict.fromkeys(("closed", "confirmed", "deck-named"), 3),
    **dict.fromkeys(("balanced", "disputed", "drew", "joined", "kept", "left", "night-added"), 2),
    **dict.fromkeys(("plan-cancelled", "round-seated", "signed-up", "started", "won"), 2),
    **dict.fromkeys(("duel-changed", "duel-closed", "duel-conceded", "duel-disputed"), 2),
    **dict.fromkeys(("duel-left", "duel-started", "duel-undone", "duel-upheld"), 2),
}
"""The newest schema that each type of event has had; it may only grow, as logs have such rows."""


@pytest.mark.parametrize("name", STORED)
def test_no_schema_that_was_written_is_ever_newer_than_the_last_one(name: str) -> None:
    with pytest.raises(UndecodableEventError, match=f"schema 99 of '{name}' is newer than") as refused:
        decode_event_of_any_schema(name, 99, "{}")
    newest = re.search(r"newer than (\d+)", str(refused.value))
    assert newest is not None
    assert int(newest[1]) >= STORED[name]


def test_every_old_schema_has_a_way_to_the_newest() -> None:
    for name in {name for name, _ in UPCASTERS}:
        schemas = sorted(schema for known, schema in UPCASTERS if known == name)
        assert schemas == list(range(1, len(schemas) + 1)), name
        for schema in schemas:
            with pytest.raises(UndecodableEventError, match=f"not a '{name}' of schema {schema}: "):
                decode_event_of_any_schema(name, schema, "[]")


@pytest.mark.parametrize(
    ("name", "schema", "payload", "problem"),
    [
        ("zapped", 1, "{}", "no event is called 'zapped'"),
        ("joined", 7, "{}", "schema 7 of 'joined' is newer than 2"),
        ("joined", 0, '{"player": "ana"}', "not a 'joined' of schema 0"),
        ("joined", 1, "{", "not a 'joined' of schema 1"),
        ("joined", 1, '{"player": 3}', "Expected `str`, got `int`"),
        ("joined", 1, '{"type": "left", "player": "ana"}', "Invalid value 'left'"),
        ("defeated", 1, '{"outcome": {}}', "not a 'defeated' of schema 1: 'report'"),
        ("defeated", 1, "[]", "not a 'defeated' of schema 1"),
    ],
)
def test_what_cannot_be_read_says_why(name: str, schema: int, payload: str, problem: str) -> None:
    with pytest.raises(UndecodableEventError) as refused:
        decode_event_of_any_schema(name, schema, payload)
    assert problem in str(refused.value)
