"""A name is struck wherever somebody typed it, and nothing else is."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect
from sqlalchemy import delete, insert, update

from bot.rulebooks import EVENTS
from bot.rules.closing import ClosePod
from bot.rules.lobby import LobbyOpened, OpenLobby
from bot.rules.records import PodSetup
from bot.storage.engine.database import Database
from bot.storage.engine.schema import events, strikes
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository, build_people_upserts
from bot.storage.record.redaction import (
    REDACTED,
    TEXT_FIELDS,
    PersonNameRedactor,
    redact_user_texts_in_json,
    redact_user_texts_in_json_value,
)
from tests.storage.store import ANA, BO, CHANNEL, GUILD, NOON, Channel, execute

ACCOUNT = 123456789012345678

CODES = {
    *("rule", "answer", "deed", "found", "via", "variant", "scoring", "rules"),
    *("secret", "veil", "cover", "before", "tag", "tags", "hash", "apart"),
    *("id", "key", "card"),
}
"""Fields with text that the bot itself puts there, unless the variant is a server's own."""


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Ana", "Ana's pod", "▒▒▒'s pod"),
        ("Ana", "ANA and ana, (aNa)!", "▒▒▒ and ▒▒▒, (▒▒▒)!"),
        ("Ana", "Banana, Anax, Ana2", "Banana, Anax, Ana2"),
        ("Ana", "ana_the-great", "▒▒▒_the-great"),
        ("Zoë", "Zoe\u0308 is ZOË", "▒▒▒ is ▒▒▒"),
        ("Zoe", "Zoë", "Zoë"),
        ("Strasse", "STRAßE", "▒▒▒"),
        ("Аня", "сказала АНЯ.", "сказала ▒▒▒."),
        ("Ana Bo", "Ana  bo\tplays", "▒▒▒\tplays"),
        ("A", "a Banana, A!", "▒▒▒ Banana, ▒▒▒!"),
        ("田中", "田中さん 田中", "田中さん ▒▒▒"),
        ("田中太", "これは田中太さん", "これは▒▒▒さん"),
        ("田中太郎", "これは田中太郎さん", "これは▒▒▒さん"),
        ("*Ana*", "x*ana*x", "x▒▒▒x"),
        ("(.+)", "any (.+) thing", "any ▒▒▒ thing"),
        ("", "nothing to strike", "nothing to strike"),
        ("Bo", "Bo Bo Bo", "▒▒▒ ▒▒▒ ▒▒▒"),
    ],
)
def test_a_name_is_struck_where_it_is_a_word(name: str, text: str, left: str) -> None:
    assert PersonNameRedactor([name], ACCOUNT)(text) == left


def test_a_mention_and_the_bare_id_are_struck() -> None:
    strike = PersonNameRedactor(["Ana"], ACCOUNT)
    told = f"<@{ACCOUNT}> <@!{ACCOUNT}> {ACCOUNT} 9{ACCOUNT}"
    assert strike(told) == f"{REDACTED} {REDACTED} {REDACTED} 9{ACCOUNT}"


def test_the_longer_of_two_names_is_struck_as_a_whole() -> None:
    assert PersonNameRedactor(["Ana", "Ana Conda"], ACCOUNT)("ana conda, ana") == f"{REDACTED}, {REDACTED}"


@given(st.text(min_size=3, max_size=12), st.text(max_size=30), st.text(max_size=30))
def test_a_name_between_spaces_is_struck_and_all_else_stays(name: str, before: str, after: str) -> None:
    strike = PersonNameRedactor([name], ACCOUNT)
    told = strike(f"{before} {name} {after}")
    if name.strip():
        assert REDACTED in told
        assert strike(told.replace(REDACTED, " ")) == told.replace(REDACTED, " ")
    else:
        assert told == f"{before} {name} {after}"


def test_only_texts_are_struck_however_deep() -> None:
    strike = PersonNameRedactor(["ana"], ACCOUNT)
    story = [{"type": "opened", "host": "ana", "setup": {"title": "ana"}}]
    told = {"player": "ana", "reason": "ana!", "points": {"ana": 3}, "story": story}
    assert redact_user_texts_in_json_value(told, strike) == {
        "player": "ana",
        "reason": f"{REDACTED}!",
        "points": {"ana": 3},
        "story": [{"type": "opened", "host": "ana", "setup": {"title": REDACTED}}],
    }


def test_the_name_of_a_server_s_own_variant_is_struck_and_no_other_s() -> None:
    strike = PersonNameRedactor(["Esclave"], ACCOUNT)
    own = {"variant": "Esclave of old", "house": {"loser_becomes": "out"}}
    assert redact_user_texts_in_json_value(own, strike)["variant"] == f"{REDACTED} of old"
    assert redact_user_texts_in_json_value({"variant": "esclave"}, strike) == {"variant": "esclave"}


def test_of_a_setting_that_was_changed_only_names_of_variants_are_struck() -> None:
    strike = PersonNameRedactor(["Esclave"], ACCOUNT)
    variant = {"setting": "variant", "before": "Esclave of old", "after": "my Esclave"}
    struck = {"setting": "variant", "before": f"{REDACTED} of old", "after": f"my {REDACTED}"}
    assert redact_user_texts_in_json_value(variant, strike) == struck
    scoring = {"setting": "scoring", "before": "esclave", "after": "lotus"}
    assert redact_user_texts_in_json_value(scoring, strike) == scoring


@pytest.mark.parametrize("payload", ['{ "title": "Bo" }', '{"title": null}', "no JSON", "[]"])
def test_a_row_without_the_name_stays_as_it_is(payload: str) -> None:
    assert redact_user_texts_in_json(payload, PersonNameRedactor(["ana"], ACCOUNT)) == payload


def test_every_field_of_an_event_that_somebody_types_is_known() -> None:
    typed = set[str]().union(*(_free(inspect.type_info(event)) for event in EVENTS))
    assert typed == TEXT_FIELDS | CODES


def _free(shape: inspect.Type, name: str = "") -> set[str]:
    """The names of the fields that hold any text but a player's id."""
    match shape:
        case inspect.StrType():
            return {name}
        case inspect.Metadata():
            player = (shape.extra or {}).get("player")
            return set() if player else _free(shape.type, name)
        case inspect.StructType():
            if shape.cls in _SEEN:
                return set()
            _SEEN.add(shape.cls)
            return set().union(*(_free(f.type, f.name) for f in shape.fields))
        case inspect.UnionType():
            return set().union(*(_free(each, name) for each in shape.types))
        case inspect.VarTupleType():
            return _free(shape.item_type, name)
        case inspect.TupleType():
            return set().union(*(_free(each, name) for each in shape.item_types))
        case inspect.DictType():
            return _free(shape.key_type, name) | _free(shape.value_type, name)
        case _:
            return set()


_SEEN: set[Any] = set()


def test_no_typed_text_has_a_limit_that_redacting_a_short_name_exceeds() -> None:
    limited = set[str]()
    for event in EVENTS:
        limited |= {*_find_limited(inspect.type_info(event), set())}
    assert not limited & TEXT_FIELDS


def _find_limited(shape: Any, seen: set[Any], name: str = "") -> Iterator[str]:
    """The names of the fields with texts of limited length, at any depth."""
    if isinstance(shape, inspect.StrType) and shape.max_length is not None:
        yield name
    if isinstance(shape, inspect.StructType) and shape.cls not in seen:
        seen.add(shape.cls)
        for field in shape.fields:
            yield from _find_limited(field.type, seen, field.name)
    for part in ("type", "item_type", "key_type", "value_type"):
        if hasattr(shape, part):
            yield from _find_limited(getattr(shape, part), seen, name)
    for part in ("types", "item_types"):
        for each in getattr(shape, part, ()):
            yield from _find_limited(each, seen, name)


async def test_what_is_struck_out_stays_so_when_somebody_named_in_it_is_forgotten(database: Database) -> None:
    channel, people = Channel(database), PeopleRepository(database)
    await database.commit_changes(*build_people_upserts([ANA, BO]))
    await channel.do(OpenLobby(PodSetup(title="Bo, you …"), "ana", ("ana",)), ClosePod())
    strike = insert(strikes).values(guild=GUILD, id=1, text="bo, YOU …")
    joined = update(events).where(events.c.version == 1).values(by="bo")  # so it is their server
    await execute(database, strike, joined)
    assert await read_titles(database) == [REDACTED]
    assert await PersonalDataService(database, people).delete_personal_data(BO.discord_id, ["Bo"], NOON)
    assert await read_titles(database) == [REDACTED]
    await execute(database, delete(strikes))
    assert await read_titles(database) == [f"{REDACTED}, you …"]


async def read_titles(database: Database) -> list[str | None]:
    """What the lobbies of the channel were called, as they are read."""
    story = await EventLog(database).load_game_events(CHANNEL, 1)
    return [each.event.setup.title for each in story if isinstance(each.event, LobbyOpened)]
