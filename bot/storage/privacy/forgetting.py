"""Forgetting a person: redact their names in typed texts, and remove them from draws.

The games stay as they are. A draw has a tag for each player, a hash of the account that the draw's
veil covers. Once the veil is deleted, nobody can find the person by their tag, but the seats can
still be drawn again, as they come from the tags.
"""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, or_, select, update
from sqlalchemy.sql.dml import UpdateBase

from bot.planning.plan import Plan
from bot.rulebooks import Game, is_over
from bot.rules.facts import Player
from bot.rules.guests import find_actors
from bot.rules.pod import Pod
from bot.rules.teams import find_in_game
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
from bot.storage.privacy.traces import find_claimed, find_servers
from bot.storage.record.boards import OF_OPEN_POD
from bot.storage.record.people import Person, delete_people
from bot.storage.record.redaction import HOUSE_FIELD, TEXT_FIELDS, Redact, redact_json
from bot.storage.tables.former_ids import insert_former_id
from bot.storage.tables.listings import owe_listings
from bot.storage.tables.open_games import (
    Playing,
    PodPlace,
    find_open,
    fold_game,
    match_player,
)

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""


class Rewrite(NamedTuple):
    """A change of a row's JSON or text, from `before` to `after`."""

    key: tuple[Any, ...]
    before: str
    after: str


class Mentions(NamedTuple):
    """The servers of a person, and the changes of rows there that mention them."""

    servers: set[int]
    events: list[Rewrite]  # by channel, version and pod
    audit: list[Rewrite]  # by id
    seasons: list[Rewrite]  # by guild and number; what they are called
    strikes: list[Rewrite]  # by guild and id; they stay alike what they strike out
    exclusions: list[Rewrite]  # by guild, season and player; why somebody is excluded
    cards: list[Rewrite]  # by table, column and the key of a row; decks and cards of defeats
    merges: list[Rewrite]  # by guild and player; why accounts are one person

    def __bool__(self) -> bool:
        return any(self[1:])


def find_mentions(player: Player, strike: Redact, connection: Connection) -> Mentions:
    """Find the rows on a person's servers that mention them, and their data in draws."""
    servers = find_servers(connection, player)
    typed = or_(*(events.c.payload.contains(f'"{name}"') for name in (*TEXT_FIELDS, HOUSE_FIELD)))
    log = select(events.c.channel, events.c.version, events.c.pod, events.c.payload)
    trail = select(audit.c.id, audit.c.details)
    called = select(seasons.c.guild, seasons.c.number, seasons.c.name)
    unveiled = {
        key: Rewrite(key, before, redact_json(after, strike))
        for each in (player, *(guest.id for guest in find_claimed(connection, player)))
        for key, before, after in find_draw_rewrites(each, servers, connection)
    }
    redacted = _find_redacted(connection, log.where(events.c.guild.in_(servers), typed), strike)
    struck = select(strikes.c.guild, strikes.c.id, strikes.c.text)
    excluded = select(*(exclusions.c[name] for name in ("guild", "season", "player", "reason")))
    merged = select(merges.c.guild, merges.c.player, merges.c.reason)
    return Mentions(
        servers,
        [*unveiled.values(), *(each for each in redacted if each.key not in unveiled)],
        list(_find_redacted(connection, trail.where(audit.c.guild.in_(servers)), strike)),
        _find_renamed(connection, called.where(seasons.c.guild.in_(servers)), strike),
        _find_renamed(connection, struck.where(strikes.c.guild.in_(servers)), strike),
        _find_renamed(connection, excluded.where(exclusions.c.guild.in_(servers)), strike),
        [*_find_cards(connection, servers, strike)],
        _find_renamed(connection, merged.where(merges.c.guild.in_(servers)), strike),
    )


_DECK_COLUMNS = (results.c.deck, deck_defeats.c.deck, deck_defeats.c.loser_deck)
"""The columns that hold a deck as the log has it."""

_CARD_COLUMNS = (card_defeats.c.object,)
"""The columns that hold a card as somebody typed it."""


def _find_cards(connection: Connection, servers: set[int], strike: Redact) -> Iterator[Rewrite]:
    """Yield the changes of decks and cards in projections, which the log has likewise."""
    for find, columns in ((_find_redacted, _DECK_COLUMNS), (_find_renamed, _CARD_COLUMNS)):
        for column in columns:
            of = column.table
            here = select(*of.primary_key, column).where(of.c.guild.in_(servers))
            for key, before, after in find(connection, here.where(column.is_not(None)), strike):
                yield Rewrite((of.name, column.name, *key), before, after)


def _find_renamed(connection: Connection, query: Any, strike: Redact) -> list[Rewrite]:
    rows = connection.execute(query)
    found = [Rewrite(tuple(key), text, strike(text)) for *key, text in rows]
    return [each for each in found if each.after != each.before]


def _find_redacted(connection: Connection, query: Any, strike: Redact) -> Iterator[Rewrite]:
    for *key, before in connection.execute(query.execution_options(yield_per=ROWS_PER_FETCH)):
        after = redact_json(before, strike)
        if after != before:
            yield Rewrite(tuple(key), before, after)


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
_UPDATE_SEASON_NAME = (
    update(seasons)
    .where(seasons.c.guild == bindparam("of_guild"), seasons.c.number == bindparam("of_number"))
    .where(seasons.c.name == bindparam("before"))
    .values(name=bindparam("after"))
)
_UPDATE_STRIKE = (
    update(strikes)
    .where(strikes.c.guild == bindparam("of_guild"), strikes.c.id == bindparam("of_number"))
    .where(strikes.c.text == bindparam("before"))
    .values(text=bindparam("after"))
)
_UPDATE_EXCLUSION = (
    update(exclusions)
    .where(exclusions.c.guild == bindparam("of_guild"))
    .where(exclusions.c.season == bindparam("of_season"))
    .where(exclusions.c.player == bindparam("of_player"))
    .where(exclusions.c.reason == bindparam("before"))
    .values(reason=bindparam("after"))
)
_UPDATE_MERGE = (
    update(merges)
    .where(merges.c.guild == bindparam("of_guild"), merges.c.player == bindparam("of_number"))
    .where(merges.c.reason == bindparam("before"))
    .values(reason=bindparam("after"))
)
_OWE_OPEN_BOARD = (
    update(boards)
    .where(boards.c.channel == bindparam("in_channel"), boards.c.pod == bindparam("of_pod"))
    .where(OF_OPEN_POD)
    .values(shown=0)
)


def rewrite(found: Mentions, connection: Connection) -> None:
    """Apply the changes, except to rows that have changed meanwhile."""
    in_log = [
        {"in_channel": channel, "at_version": version, "before": before, "after": after}
        for (channel, version, _), before, after in found.events
    ]
    in_trail = [{"of_id": id, "before": b, "after": a} for (id,), b, a in found.audit]
    _execute_each(connection, _UPDATE_EVENT, in_log)
    _execute_each(connection, _UPDATE_ENTRY, in_trail)
    for statement, texts in (
        (_UPDATE_SEASON_NAME, found.seasons),
        (_UPDATE_STRIKE, found.strikes),
        (_UPDATE_MERGE, found.merges),
    ):
        rows = [
            {"of_guild": guild, "of_number": number, "before": b, "after": a}
            for (guild, number), b, a in texts
        ]
        _execute_each(connection, statement, rows)
    reasons = [
        {"of_guild": guild, "of_season": season, "of_player": whom, "before": b, "after": a}
        for (guild, season, whom), b, a in found.exclusions
    ]
    _execute_each(connection, _UPDATE_EXCLUSION, reasons)
    for column in (*_DECK_COLUMNS, *_CARD_COLUMNS):
        of = column.table
        names = [each.name for each in of.primary_key]
        rows = [
            {**{f"of_{name}": value for name, value in zip(names, key, strict=True)}, "after": a}
            for (table, where, *key), _, a in found.cards
            if (table, where) == (of.name, column.name)
        ]
        same = (each == bindparam(f"of_{each.name}") for each in of.primary_key)
        statement = update(of).where(*same).values({column.name: bindparam("after")})
        _execute_each(connection, statement, rows)


def _execute_each(
    connection: Connection, statement: UpdateBase, rows: list[dict[str, Any]]
) -> None:
    if rows:  # without rows, it would run once without values
        connection.execute(statement, rows)


def remove_player(person: Person, found: Mentions, now: datetime, connection: Connection) -> None:
    """Apply the changes, and mark the open boards that show a person as outdated.

    In seasons that run, the id of the person goes on counting as theirs if they come back.

    Raises `Playing` if a game still needs the person; then nothing is written.
    """
    player = person.id
    places, awaited = _find_places(connection, player, found.servers)
    if awaited:
        raise Playing(awaited)
    rewrite(found, connection)
    _forget_owned(connection, player)
    insert_former_id(connection, person, found.servers, now)
    shown = {(place.channel, place.pod) for place in places}
    shown |= {(channel, pod) for (channel, _, pod), _, _ in found.events}
    rows = [{"in_channel": channel, "of_pod": pod} for channel, pod in sorted(shown)]
    _execute_each(connection, _OWE_OPEN_BOARD, rows)
    owe_listings(connection, sorted(shown))


def check_over(connection: Connection, player: Player) -> None:
    """Raise `Playing` if a game still needs a person, who then cannot be forgotten."""
    _, awaited = _find_places(connection, player, None)
    if awaited:
        raise Playing(awaited)


def _find_places(
    connection: Connection, player: Player, servers: Collection[int] | None
) -> tuple[list[PodPlace], tuple[int, ...]]:
    """Return the open games about a person, and the channels of those that need them."""
    theirs = (player, *(guest.id for guest in find_claimed(connection, player)))
    every = (place for each in theirs for place in find_open(connection, each, servers))
    places = list(dict.fromkeys(every))
    needing = (p for p in places if _is_awaited(theirs, fold_game(connection, p)))
    return places, tuple(place.channel for place in needing)


def _forget_owned(connection: Connection, player: Player) -> None:
    """Delete the account rows of a player's guests and merged accounts, and what is proposed.

    A merged account goes too: beside its row the merge would say whose the player's id was.
    """
    delete_people(connection, [each.id for each in find_claimed(connection, player)])
    asked = update(guests).where(guests.c.asked_by == player)
    connection.execute(asked.values(asked_by=None, asked=None))
    named = or_(merges.c.player == player, merges.c.stays == player)
    connection.execute(delete(merges).where(merges.c.person.is_(None), named))


def _is_awaited(theirs: Collection[Player], game: Game | None) -> bool:
    """Return True if a game still needs an action by, or for, one of a person's ids.

    Whoever brought a guest acts for the guest while the guest is in the game.
    """
    if game is None:
        return False
    if isinstance(game, Plan) and game.is_open:
        needed = {game.host, *game.players, *map(game.find_actor, game.players)}
    elif isinstance(game, Pod):
        waits = game.state == "lobby"
        here = game.players if waits else find_in_game(game.standings)
        needed = {*here, *find_actors(game, here), *([game.host] if waits else [])}
    elif game.state == "lobby":
        needed = {game.host, *game.players}
    else:
        needed = set() if is_over(game) else set(game.players)
    return not needed.isdisjoint(theirs)


VEIL_FIELD = "veil"

_EVENTS_WITH_TAGS = ("opened", "joined", "worded", "plan-made", "signed-up", "night-added")

_DRAWS = ("started", "round-seated")
"""The events that draw seats by the tags of those who sit there."""

EventKey = tuple[int, int, int]
"""A channel, a version, and a pod."""


def find_draw_rewrites(
    player: Player, servers: set[int], connection: Connection
) -> Iterator[tuple[EventKey, str, str]]:
    """Yield (key, before, after) for events from which a person's draw data has to go.

    If the person sat when the seats were drawn, the draw's veil goes. If they had left before,
    their tag goes instead, and the veil goes on covering the others.
    """
    started = _find_starts(player, connection)
    veils = set[str]()
    log = select(events.c.channel, events.c.version, events.c.pod, events.c.payload)
    theirs = log.where(events.c.type.in_(_EVENTS_WITH_TAGS), match_player(player))
    for channel, version, pod, before in connection.execute(theirs).all():
        if (channel, pod) in started:
            veils |= _find_veil(connection, channel, pod)
        elif (after := _drop_entry(before, player)) != before:
            yield (channel, version, pod), before, after
    if veils:
        # The draw before announced the veil, and another draw may have passed it on.
        named = or_(*(events.c.payload.contains(veil) for veil in veils))
        for *key, before in connection.execute(log.where(events.c.guild.in_(servers), named)):
            after = msgspec.json.encode(_drop_veils(_read(before), veils)).decode()
            yield (key[0], key[1], key[2]), before, after


def _find_starts(player: Player, connection: Connection) -> set[tuple[int, int]]:
    """Return the pods and nights in which a player sat when seats were drawn."""
    found = select(events.c.channel, events.c.pod)
    found = found.where(events.c.type.in_(_DRAWS), match_player(player))
    return {(row.channel, row.pod) for row in connection.execute(found)}


def _find_veil(connection: Connection, channel: int, pod: int) -> set[str]:
    opened = select(events.c.payload).where(events.c.channel == channel, events.c.version == pod)
    payload = _read(connection.scalar(opened) or "{}")
    seal = payload.get("draw") or (payload.get("night") or {}).get("seal") or {}
    veil = seal.get("own", {}).get(VEIL_FIELD)
    return set() if veil is None else {veil}


def _drop_entry(payload: str, player: Player) -> str:
    """Return an event without a player's tag and word."""
    event = _read(payload)
    event.get("tags", {}).pop(player, None)
    if event.get("player") == player:
        event.pop("tag", None)
        event.pop("word", None)
    after = msgspec.json.encode(event).decode()
    return payload if event == _read(payload) else after


def _drop_veils(value: Any, veils: set[str]) -> Any:
    """Return a JSON value without some veils, at any depth, as a correction holds events."""
    if isinstance(value, dict):
        return {
            name: _drop_veils(each, veils)
            for name, each in value.items()
            if name != VEIL_FIELD or each not in veils
        }
    return [_drop_veils(each, veils) for each in value] if isinstance(value, list) else value


def _read(payload: str) -> dict[str, Any]:
    """Return the JSON object of an event; an empty one if it is invalid."""
    try:
        return msgspec.json.decode(payload, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}
