"""Comparison of the games in a league's spreadsheet with the games that a server has already."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlalchemy import Connection, Row, and_, or_, select

from bot.cards.folding import fold_card_name
from bot.care.leagues.league_games import LeagueGame
from bot.projections.history import iterate_pod_events
from bot.rules.entering import PastGameEntered
from bot.rules.facts import Deck, Player
from bot.rules.lobby import LobbyOpened, StartGame
from bot.rules.overrides import GameOverridden, OverrideGame
from bot.rules.pod import EventStory, PodCommand, StoryEvent, replay_pod_events
from bot.rules.story import build_story
from bot.rules.undoing import PodStepUndone
from bot.storage.engine.schema import events, pods, results
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.log import ENTERED_TYPE, decode_event_row
from bot.storage.tables.guests import load_all_result_owners

_GAMES_PER_LOOKUP = 100  # games that are looked for together
_UNDONE_TYPE = str(PodStepUndone.__struct_config__.tag)

_HIGHEST_DELIVERY = -(2**62)
"""The highest number of a delivery, far below the numbers of interactions."""

_NAME_BITS = 31
"""Bits of a delivery's number for the digest of the game's name, and below them for its date.

So all games of one name are in one range.
"""

_SETUP_FIELDS = (
    ("variant", "variant"),
    ("table", "table"),
    ("format", "base"),
    ("scoring", "scoring"),
)
"""Columns of the table, and the fields of `PodSetup` that they fill."""

_CONFLICT_ADVICE = (
    "let a moderator put that one right, leave these rows out, or take that import back first"
)
_MAX_DUPLICATE_NOTES = 5  # the most similar games that get a note each


# Games that were entered before


class ImportedGame(NamedTuple):
    """A game of a server that was imported from a spreadsheet before.

    `event` is the game as it was entered at `at`. `told` is its story after the moderators'
    corrections. `stands` is False if a moderator took it back, or if its batch was undone
    (`unimported`); then `ended` is None.
    """

    channel: int
    pod: int
    event: PastGameEntered
    told: EventStory
    at: datetime
    ended: datetime | None
    stands: bool
    unimported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


class GameLookup(NamedTuple):
    """A game of a spreadsheet, and the server's imported games with the same name.

    `delivery` identifies its import, as an interaction would. `known` is the same game, if the
    server has it; `others` have its name and another date.
    """

    game: LeagueGame
    delivery: int
    known: ImportedGame | None
    others: Sequence[ImportedGame]


def list_entered_players(entered_event: PastGameEntered) -> Sequence[Player]:
    """Return the players of an imported game, as the game was entered."""
    opened = entered_event.story[0]
    assert isinstance(opened, LobbyOpened)
    return opened.players


def look_up_imported_games(
    connection: Connection, guild_id: int, time_zone: ZoneInfo, games: Sequence[LeagueGame]
) -> list[GameLookup]:
    """Look up a spreadsheet's games among a server's imported games; keep the order of `games`."""
    found: dict[int, dict[int, ImportedGame]] = {}
    for at in range(0, len(games), _GAMES_PER_LOOKUP):
        some = {
            _compute_name_digest(guild_id, game.name) for game in games[at : at + _GAMES_PER_LOOKUP]
        }
        for delivery, known in _load_games_by_name_digest(connection, some):
            found.setdefault((_HIGHEST_DELIVERY - delivery) >> _NAME_BITS, {})[delivery] = known
    return [
        _match_imported_game(
            guild_id, time_zone, game, found.get(_compute_name_digest(guild_id, game.name), {})
        )
        for game in games
    ]


def _match_imported_game(
    guild_id: int, time_zone: ZoneInfo, game: LeagueGame, same_name_games: dict[int, ImportedGame]
) -> GameLookup:
    """Find the imported game of the same name and time as a game in the spreadsheet.

    Compares local times as the table has them, so that a change of the server's time zone does
    not matter, and then dates that moderators corrected. A game whose batch was undone can be
    imported again, with the next number.
    """
    clock = game.played.astimezone(time_zone).replace(tzinfo=None)
    copy = 0
    while True:
        lower = _compute_name_digest(guild_id, game.name, clock, copy)
        delivery = _HIGHEST_DELIVERY - (
            _compute_name_digest(guild_id, game.name) << _NAME_BITS | lower
        )
        known = same_name_games.get(delivery)
        if known is None or not known.unimported:
            break
        copy += 1
    others = [
        each for each in same_name_games.values() if each is not known and not each.unimported
    ]
    if known is None:
        known = next((each for each in others if each.ended == game.played), None)
    return GameLookup(game, delivery, known, others)


def _compute_name_digest(*name_parts: object) -> int:
    digest = hashlib.blake2b("\n".join(map(str, name_parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> (64 - _NAME_BITS)


def _load_games_by_name_digest(
    connection: Connection, name_digests: Iterable[int]
) -> Iterable[tuple[int, ImportedGame]]:
    """Yield the imported games whose names have these digests, each with its import's number."""
    last = events.alias()
    every = (
        select(
            *(events, pods.c.state, pods.c.ended, pods.c.version.label("last")),
            *(last.c.type.label("last_type"), last.c.by.label("last_by")),
        )
        .join(pods, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .join(last, (last.c.channel == pods.c.channel) & (last.c.version == pods.c.version))
    )
    lowest = {name: _HIGHEST_DELIVERY - ((name + 1 << _NAME_BITS) - 1) for name in name_digests}
    ranges = [
        events.c.interaction.between(low, _HIGHEST_DELIVERY - (name << _NAME_BITS))
        for name, low in lowest.items()
    ]
    imported = (events.c.type == ENTERED_TYPE, events.c.by.is_(None))
    for row in connection.execute(every.where(or_(*ranges), *imported)).all():
        event = decode_event_row(row).event
        assert isinstance(event, PastGameEntered)
        stands = row.state != "closed"
        unimported = not stands and row.last_type == _UNDONE_TYPE and row.last_by is None
        told = (
            _load_corrected_story(connection, row) if stands and row.last > row.pod else event.story
        )
        ended = row.ended if stands else None
        known = ImportedGame(row.channel, row.pod, event, told, row.at, ended, stands, unimported)
        yield row.interaction, known


def _load_corrected_story(connection: Connection, game_row: Row[Any]) -> EventStory:
    here = and_(events.c.channel == game_row.channel, events.c.pod == game_row.pod)
    rows = connection.execute(select(events).where(here).order_by(events.c.version))
    return build_story(iterate_pod_events(map(decode_event_row, rows)))


# Games of the same day by the same players


class ServerGame(NamedTuple):
    """A game that a server has; `imported` says that the game was imported from a spreadsheet."""

    channel: int
    pod: int
    imported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


class GameIndexByDay:
    """An index of a server's games by day and players, without games that match by name."""

    def __init__(
        self,
        connection: Connection,
        guild_id: int,
        time_zone: ZoneInfo,
        matched_games: Iterable[tuple[int, int]],
    ) -> None:
        self._connection = connection
        self._zone = time_zone
        self._claimed = load_all_result_owners(connection).get(guild_id, {})
        left = set(matched_games)
        self._games = {
            self._build_day_key(*met): game
            for game, met in sorted(
                _load_games_with_results(connection, guild_id).items(), key=_is_imported_game
            )
            if (game.channel, game.pod) not in left
        }

    def find_game(self, game_time: datetime, players: Iterable[Player]) -> ServerGame | None:
        """Return a game of that day with these players, preferably an imported one; None if
        none.
        """
        return self._games.get(self._build_day_key(game_time, players))

    def load_imported_event(self, game: ServerGame) -> PastGameEntered | None:
        """Load the event that was imported as a game; None if the game was not imported."""
        here = and_(events.c.channel == game.channel, events.c.version == game.pod)
        rows = self._connection.execute(select(events).where(here)) if game.imported else ()
        event = next((decode_event_row(row).event for row in rows), None)
        return event if isinstance(event, PastGameEntered) else None

    def _build_day_key(self, game_time: datetime, players: Iterable[Player]) -> tuple[object, ...]:
        """Return the key of a day and its players; a claimed guest counts as the claiming
        member.
        """
        united = frozenset(self._claimed.get(player, player) for player in players)
        return game_time.astimezone(self._zone).date(), united


def _is_imported_game(game_with_players: tuple[ServerGame, object]) -> bool:
    return game_with_players[0].imported


def _load_games_with_results(
    connection: Connection, guild_id: int
) -> Mapping[ServerGame, tuple[datetime, set[Player]]]:
    """Load the games of a server that have results, with their times and players."""
    opens = (events.c.channel == results.c.channel) & (events.c.version == results.c.pod)
    imported = and_(events.c.type == ENTERED_TYPE, events.c.by.is_(None)).label("imported")
    columns = (results.c.channel, results.c.pod, imported, results.c.at, results.c.player)
    rows = connection.execute(
        select(*columns).join(events, opens).where(results.c.guild == guild_id)
    )
    found: dict[ServerGame, tuple[datetime, set[Player]]] = {}
    for channel, pod, imported, at, player in rows:
        game = ServerGame(channel, pod, bool(imported))
        found.setdefault(game, (at, set()))[1].add(player)
    return found


# Comparison


class NewLeagueGame(NamedTuple):
    """A game of a spreadsheet that the server lacks, its event, and the number of its import."""

    game: LeagueGame
    event: PastGameEntered
    delivery: int


class LeagueComparison:
    """A comparison of a spreadsheet's games with those of a server.

    `fresh` are the games that the server lacks, `here` the games that it has.
    """

    def __init__(self, time_zone: ZoneInfo) -> None:
        self._zone = time_zone
        self.fresh: list[NewLeagueGame] = []
        self.here: list[ImportedGame] = []
        self.doubts: list[str] = []
        self.notes: list[str] = []

    def add_game(self, lookup: GameLookup, event: PastGameEntered) -> None:
        """Compare a game's event from the spreadsheet with the server's game, if there is
        one.
        """
        game = lookup.game
        known = lookup.known
        at = f"{game.first_row.path}:{game.first_row.line}: game: {game.name!r}"
        if known is None:
            if moved := _find_game_with_other_date(lookup.others, event):
                self.doubts.append(
                    f"{at} is here with another date: {self._describe_date_change(moved)}"
                )
            else:
                self.fresh.append(NewLeagueGame(game, event, lookup.delivery))
        elif not known.stands:
            self.here.append(known)
            self.notes.append(f"{at} was taken back here by a moderator ({known}); left out")
        elif differing := _list_conflicting_columns(known, event):
            other = ", ".join(differing)
            self.doubts.append(
                f"{at} is here already ({known}) with another {other}; {_CONFLICT_ADVICE}"
            )
        else:
            self.here.append(known)

    def _describe_date_change(self, imported_game: ImportedGame) -> str:
        entered = imported_game.ended or datetime_from_milliseconds(
            imported_game.event.setup.played or 0
        )
        said = f"{imported_game}, of {entered.astimezone(self._zone):%Y-%m-%d %H:%M}"
        return f"{said}; {_CONFLICT_ADVICE}. Another game needs another name"

    def find_likely_duplicates(self, game_index: GameIndexByDay) -> None:
        """Add a note for each missing game with the day and players of another game of the
        server.

        If that game was imported with the same content, add a doubt instead.
        """
        alike: list[str] = []
        for game, event, _ in self.fresh:
            played = game_index.find_game(game.played, list_entered_players(event))
            if played is None:
                continue
            where = f"{game.first_row.path}:{game.first_row.line}: game"
            same = f"has the day and the players of {played}: is it the same?"
            imported = game_index.load_imported_event(played)
            if imported is not None and not _list_differing_columns(imported.story, event):
                left = "call it as before, or if it is not, keep the rows of that one in the table"
                self.doubts.append(f"{where}: {game.name!r} {same} If it is, {left}")
            else:
                alike.append(f"{where} {game.name!r} {same}")
        more = len(alike) - _MAX_DUPLICATE_NOTES
        self.notes += [*alike[:_MAX_DUPLICATE_NOTES], *([f"and {more:,} more"] if more > 0 else [])]


def _find_game_with_other_date(
    same_name_games: Sequence[ImportedGame], event: PastGameEntered
) -> ImportedGame | None:
    """Return the imported game of the same name and players that has another date.

    Without the players, a league that numbers its games anew each season would match.
    """
    players = set(list_entered_players(event))
    return next(
        (each for each in same_name_games if {*list_entered_players(each.event)} == players), None
    )


def _list_conflicting_columns(imported_game: ImportedGame, event: PastGameEntered) -> list[str]:
    """Return the columns that differ from a game both as entered and as moderators corrected
    it.
    """
    decks = ["deck"] if _has_other_commanders(imported_game.event, event) else []
    if not _list_differing_columns(imported_game.event.story, event):
        return decks
    return [*_list_differing_columns(imported_game.told, event), *decks]


def _has_other_commanders(former_entry: PastGameEntered, current_entry: PastGameEntered) -> bool:
    """Return whether any player has other commanders in two entries of a game."""
    both = former_entry.decks.keys() & current_entry.decks.keys()
    return any(
        _list_commander_words(former_entry.decks[each])
        != _list_commander_words(current_entry.decks[each])
        for each in both
    )


def _list_commander_words(deck: Deck) -> list[str]:
    """Return the words of a deck's commanders, sorted; a former import may have merged two
    names.
    """
    return sorted(word for each in deck.commanders for word in fold_card_name(each.text).split())


def _list_differing_columns(story: EventStory, event: PastGameEntered) -> list[str]:
    """Return the columns in which a story and an event differ, apart from the date.

    Compares the reports and not their outcomes, which older rules may have decided otherwise.
    """
    before, *then = story
    after, *now = event.story
    assert isinstance(before, LobbyOpened)
    assert isinstance(after, LobbyOpened)
    found = [
        column
        for column, field in _SETUP_FIELDS
        if getattr(before.setup, field) != getattr(after.setup, field)
    ]
    if {*before.players} != {*after.players}:
        return ["choice of players", *found]
    if before.players != after.players:
        return ["order of seats", *found]
    has_points = any(
        isinstance(e, GameOverridden) and e.override == "points" for e in (*then, *now)
    )
    is_same = _list_result_commands(then) == _list_result_commands(now)
    is_same = is_same and not (
        has_points and _compute_points_by_player(story) != _compute_points_by_player(event.story)
    )
    return found if is_same else [*found, "result"]


def _list_result_commands(story: Iterable[StoryEvent]) -> list[PodCommand]:
    """Return the reports and decisions after the start, without dates, points and reasons."""
    commands = (event.rebuild_command() for event in story)
    return [
        replace(each, reason="") if isinstance(each, OverrideGame) else each
        for each in commands
        if not isinstance(each, StartGame)
        and not (isinstance(each, OverrideGame) and each.override in ("date", "points"))
    ]


def _compute_points_by_player(story: EventStory) -> Mapping[Player, int]:
    pod = replay_pod_events(story)
    return {} if pod is None or pod.result is None else pod.result.points
