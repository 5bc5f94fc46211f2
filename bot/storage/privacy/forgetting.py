"""Forget a person: redact their names in user texts, and remove them from draws.

The games stay as they are. A draw has a tag for each player: a hash of the account under the draw's blinding key. Once
the blinding key is deleted, nobody can find the person by their tag, but the seats can still be drawn again, as they
come from the tags.
"""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, or_, select, update
from sqlalchemy.sql.dml import UpdateBase

from bot.planning.plan import PlannedGame
from bot.rulebooks import Game, is_game_over
from bot.rules.facts import Player
from bot.rules.guests import list_members_acting_for_players
from bot.rules.pod import Pod
from bot.rules.teams import list_players_in_game
from bot.storage.engine.schema import (
    audit,
    boards,
    card_defeats,
    deck_defeats,
    events,
    exclusions,
    guests,
    merges,
    results,
    seasons,
    strikes,
)
from bot.storage.privacy.traces import load_guests_and_merged_accounts, load_servers_of_player
from bot.storage.record.boards import OF_OPEN_POD
from bot.storage.record.people import Person, delete_people
from bot.storage.record.redaction import HOUSE_FIELD, TEXT_FIELDS, Redact, redact_user_texts_in_json
from bot.storage.tables.former_ids import store_former_ids_of_forgotten_person
from bot.storage.tables.open_games import (
    GameIdentifier,
    PlayerNeededInOpenGameError,
    build_player_events_sql_condition,
    load_game_if_never_ended,
    load_open_games_of_player,
)
from bot.storage.tables.scheduled_events import queue_scheduled_event_updates

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""


class NameRemovalRowChange(NamedTuple):
    """A change that removes a person's name from one row's JSON or text.

    `before` and `after` are the JSON or text, `key` is the primary key of the row.
    """

    key: tuple[Any, ...]
    before: str
    after: str


class NameRemovalChangesOfPerson(NamedTuple):
    """A person's servers, and the row changes that remove the person's names there."""

    servers: set[int]
    events: list[NameRemovalRowChange]  # by channel, version and pod
    audit: list[NameRemovalRowChange]  # by id
    texts: list[NameRemovalRowChange]  # by table, column and the key of a row; decks, cards, names, reasons

    def __bool__(self) -> bool:
        return any(self[1:])


def load_row_changes_to_remove_name(
    player: Player, redact_name: Redact, connection: Connection
) -> NameRemovalChangesOfPerson:
    """Load the row changes that remove a person's names and their data in random draws."""
    servers = load_servers_of_player(connection, player)
    typed = or_(*(events.c.payload.contains(f'"{name}"') for name in (*TEXT_FIELDS, HOUSE_FIELD)))
    log = select(events.c.channel, events.c.version, events.c.pod, events.c.payload)
    trail = select(audit.c.id, audit.c.details)
    unveiled = {
        key: NameRemovalRowChange(key, before, redact_user_texts_in_json(after, redact_name))
        for each in (player, *(guest.id for guest in load_guests_and_merged_accounts(connection, player)))
        for key, before, after in iterate_redacted_random_seating_events(each, servers, connection)
    }
    redacted = _iterate_name_removals_in_json_rows(
        connection, log.where(events.c.guild.in_(servers), typed), redact_name
    )
    return NameRemovalChangesOfPerson(
        servers,
        [*unveiled.values(), *(each for each in redacted if each.key not in unveiled)],
        list(_iterate_name_removals_in_json_rows(connection, trail.where(audit.c.guild.in_(servers)), redact_name)),
        [*_iterate_name_removals_in_decks_and_texts(connection, servers, redact_name)],
    )


DECK_COLUMNS = (results.c.deck, deck_defeats.c.deck, deck_defeats.c.loser_deck)
"""The columns that hold a deck as the log has it."""

TEXT_COLUMNS = (
    card_defeats.c.object,
    exclusions.c.reason,
    merges.c.reason,
    seasons.c.name,
    strikes.c.text,  # they stay alike what they strike out
)
"""The columns of servers that hold a text as somebody typed it."""


def _iterate_name_removals_in_decks_and_texts(
    connection: Connection, guild_ids: set[int], redact_name: Redact
) -> Iterator[NameRemovalRowChange]:
    for find, columns in (
        (_iterate_name_removals_in_json_rows, DECK_COLUMNS),
        (_list_rows_containing_name, TEXT_COLUMNS),
    ):
        for column in columns:
            of = column.table
            here = select(*of.primary_key, column).where(of.c.guild.in_(guild_ids))
            for key, before, after in find(connection, here.where(column.is_not(None)), redact_name):
                yield NameRemovalRowChange((of.name, column.name, *key), before, after)


def _list_rows_containing_name(connection: Connection, query: Any, redact_name: Redact) -> list[NameRemovalRowChange]:
    rows = connection.execute(query)
    found = [NameRemovalRowChange(tuple(key), text, redact_name(text)) for *key, text in rows]
    return [each for each in found if each.after != each.before]


def _iterate_name_removals_in_json_rows(
    connection: Connection, query: Any, redact_name: Redact
) -> Iterator[NameRemovalRowChange]:
    for *key, before in connection.execute(query.execution_options(yield_per=ROWS_PER_FETCH)):
        after = redact_user_texts_in_json(before, redact_name)
        if after != before:
            yield NameRemovalRowChange(tuple(key), before, after)


_UPDATE_EVENT = (
    update(events)
    .where(events.c.channel == bindparam("in_channel"), events.c.version == bindparam("at_version"))
    .where(events.c.payload == bindparam("before"))
    .values(payload=bindparam("after"))
)
_UPDATE_ENTRY = (
    update(audit)
    .where(audit.c.id == bindparam("of_id"), audit.c.details == bindparam("before"))
    .values(details=bindparam("after"))
)
_OWE_OPEN_BOARD = (
    update(boards)
    .where(boards.c.channel == bindparam("in_channel"), boards.c.pod == bindparam("of_pod"))
    .where(OF_OPEN_POD)
    .values(shown=0)
)


def remove_person_names_from_rows(name_removal_changes: NameRemovalChangesOfPerson, connection: Connection) -> None:
    """Remove a person's names from rows. A row that has changed meanwhile is skipped."""
    in_log = [
        {"in_channel": channel, "at_version": version, "before": before, "after": after}
        for (channel, version, _), before, after in name_removal_changes.events
    ]
    in_trail = [{"of_id": id, "before": b, "after": a} for (id,), b, a in name_removal_changes.audit]
    _execute_statement_for_rows(connection, _UPDATE_EVENT, in_log)
    _execute_statement_for_rows(connection, _UPDATE_ENTRY, in_trail)
    for column in (*DECK_COLUMNS, *TEXT_COLUMNS):
        of = column.table
        names = [each.name for each in of.primary_key]
        rows = [
            {**{f"of_{name}": value for name, value in zip(names, key, strict=True)}, "before": b, "after": a}
            for (table, where, *key), b, a in name_removal_changes.texts
            if (table, where) == (of.name, column.name)
        ]
        same = (each == bindparam(f"of_{each.name}") for each in of.primary_key)
        unchanged = column == bindparam("before")
        statement = update(of).where(*same, unchanged).values({column.name: bindparam("after")})
        _execute_statement_for_rows(connection, statement, rows)


def _execute_statement_for_rows(connection: Connection, statement: UpdateBase, rows: list[dict[str, Any]]) -> None:
    if rows:  # without rows, it would run once without values
        connection.execute(statement, rows)


def remove_person_from_database(
    person: Person, name_removal_changes: NameRemovalChangesOfPerson, now: datetime, connection: Connection
) -> None:
    """Delete a person's rows, and queue updates of the Discord messages that show their name.

    In running seasons the person's former id keeps counting as theirs if they come back. Raises
    `PlayerNeededInOpenGameError` if a game still needs the person; then nothing is written.
    """
    player = person.id
    places, awaited = _load_open_games_of_person(connection, player, name_removal_changes.servers)
    if awaited:
        raise PlayerNeededInOpenGameError(awaited)
    remove_person_names_from_rows(name_removal_changes, connection)
    _delete_guests_and_merged_accounts(connection, player)
    store_former_ids_of_forgotten_person(connection, person, name_removal_changes.servers, now)
    shown = {(place.channel, place.pod) for place in places}
    shown |= {(channel, pod) for (channel, _, pod), _, _ in name_removal_changes.events}
    rows = [{"in_channel": channel, "of_pod": pod} for channel, pod in sorted(shown)]
    _execute_statement_for_rows(connection, _OWE_OPEN_BOARD, rows)
    queue_scheduled_event_updates(connection, sorted(shown))


def require_no_open_game_needs_player(connection: Connection, player: Player) -> None:
    """Raise `PlayerNeededInOpenGameError` if an open game still needs a player."""
    _, awaited = _load_open_games_of_person(connection, player, None)
    if awaited:
        raise PlayerNeededInOpenGameError(awaited)


def _load_open_games_of_person(
    connection: Connection, player: Player, guild_ids: Collection[int] | None
) -> tuple[list[GameIdentifier], tuple[int, ...]]:
    """Load a person's open games, and the Discord channels of those games that still need the person."""
    theirs = (player, *(guest.id for guest in load_guests_and_merged_accounts(connection, player)))
    every = (place for each in theirs for place in load_open_games_of_player(connection, each, guild_ids))
    places = list(dict.fromkeys(every))
    needing = (p for p in places if _does_game_wait_for_person(theirs, load_game_if_never_ended(connection, p)))
    return places, tuple(place.channel for place in needing)


def _delete_guests_and_merged_accounts(connection: Connection, player: Player) -> None:
    """Delete a player's guests, merged accounts, claims to have played as a guest, and proposed merges.

    Beside the row of a merged account, the merge would say whose the player's id was.
    """
    delete_people(connection, [each.id for each in load_guests_and_merged_accounts(connection, player)])
    asked = update(guests).where(guests.c.asked_by == player)
    connection.execute(asked.values(asked_by=None, asked=None))
    named = or_(merges.c.player == player, merges.c.stays == player)
    connection.execute(delete(merges).where(merges.c.person.is_(None), named))


def _does_game_wait_for_person(person_and_guest_ids: Collection[Player], game: Game | None) -> bool:
    """Return True if a game waits for something that this person, or one of their guests, has to do.

    Whoever brought a guest acts for the guest while the guest is in the game. A game does not wait for somebody of whom
    others have made a part, and who has not confirmed it: neither for the owner of a kept seat, nor for somebody whom
    an organiser added, nor for the member whom an organiser named as bringing a guest. A game that was reopened after
    its end waits for nobody: `game` is None then.
    """
    if game is None:
        return False
    if isinstance(game, PlannedGame) and game.is_open:
        confirmed = [player for player in game.players if game.has_pressed_join_button(player)]
        needed = {game.host, *confirmed, *map(game.find_member_acting_for_player, confirmed)}
    elif isinstance(game, Pod):
        waits = game.state == "lobby"
        here = game.players if waits else list_players_in_game(game.standings)
        hosts = {game.host}.difference(game.kept) if waits else set[Player]()
        needed = {*here, *list_members_acting_for_players(game, here), *hosts}
    elif game.state == "lobby":
        needed = {game.host, *game.players}
    else:
        needed = set() if is_game_over(game) else set(game.players)
    return not needed.isdisjoint(person_and_guest_ids)


VEIL_FIELD = "veil"

_EVENTS_WITH_TAGS = ("opened", "joined", "worded", "plan-made", "signed-up", "night-added")

_DRAWS = ("started", "round-seated", "night-pods-drawn-again")
"""The events that draw seats by the tags of those who sit there."""

EventKey = tuple[int, int, int]
"""A channel, a version, and a pod."""


def iterate_redacted_random_seating_events(
    erased_player: Player, guild_ids: set[int], connection: Connection
) -> Iterator[tuple[EventKey, str, str]]:
    """Yield the JSON of random seat draws that involve a person, before and after the person is removed from them.

    Each is (key, before, after). If the person sat when the seats were drawn, the draw's blinding key goes. If they had
    left before, their tag goes instead, and the key keeps hiding the accounts of the others.
    """
    started = _load_random_seatings_of_player(erased_player, connection)
    veils = set[str]()
    log = select(events.c.channel, events.c.version, events.c.pod, events.c.payload)
    theirs = log.where(events.c.type.in_(_EVENTS_WITH_TAGS), build_player_events_sql_condition(erased_player))
    for channel, version, pod, before in connection.execute(theirs).all():
        if (channel, pod) in started:
            veils |= _load_blinding_key_of_random_seating(connection, channel, pod)
        elif (after := _remove_player_from_seating_event(before, erased_player)) != before:
            yield (channel, version, pod), before, after
    if veils:
        # The draw before announced the veil, and another draw may have passed it on.
        named = or_(*(events.c.payload.contains(veil) for veil in veils))
        for *key, before in connection.execute(log.where(events.c.guild.in_(guild_ids), named)):
            after = msgspec.json.encode(_remove_blinding_keys_from_json(_parse_event_json(before), veils)).decode()
            yield (key[0], key[1], key[2]), before, after


def _load_random_seatings_of_player(player: Player, connection: Connection) -> set[tuple[int, int]]:
    """Load the pods and game nights whose random draw of seats included a player."""
    found = select(events.c.channel, events.c.pod)
    found = found.where(events.c.type.in_(_DRAWS), build_player_events_sql_condition(player))
    return {(row.channel, row.pod) for row in connection.execute(found)}


def _load_blinding_key_of_random_seating(connection: Connection, channel: int, pod: int) -> set[str]:
    opened = select(events.c.payload).where(events.c.channel == channel, events.c.version == pod)
    payload = _parse_event_json(connection.scalar(opened) or "{}")
    seal = payload.get("draw") or (payload.get("night") or {}).get("seal") or {}
    veil = seal.get("own", {}).get(VEIL_FIELD)
    return set() if veil is None else {veil}


def _remove_player_from_seating_event(event_json: str, player: Player) -> str:
    """Return an event's JSON without a player's pseudonym and text in a random draw of seats."""
    event = _parse_event_json(event_json)
    event.get("tags", {}).pop(player, None)
    if event.get("player") == player:
        event.pop("tag", None)
        event.pop("word", None)
    after = msgspec.json.encode(event).decode()
    return event_json if event == _parse_event_json(event_json) else after


def _remove_blinding_keys_from_json(json_value: Any, blinding_keys: set[str]) -> Any:
    """Return a JSON value without the secret keys that link pseudonyms in random draws to accounts."""
    if isinstance(json_value, dict):
        return {
            name: _remove_blinding_keys_from_json(each, blinding_keys)
            for name, each in json_value.items()
            if name != VEIL_FIELD or each not in blinding_keys
        }
    return (
        [_remove_blinding_keys_from_json(each, blinding_keys) for each in json_value]
        if isinstance(json_value, list)
        else json_value
    )


def _parse_event_json(payload: str) -> dict[str, Any]:
    """Return the JSON object of an event; an empty object if the JSON is invalid."""
    try:
        return msgspec.json.decode(payload, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}
