"""Defeats in games that count: who defeated whom, and rivalries."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from sqlalchemy import (
    Connection,
    Delete,
    Insert,
    Integer,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
)

from bot.projections.history import GameHistory, has_counted_results
from bot.rules.facts import Player
from bot.rules.pod import Pod, convert_linked_events_to_list
from bot.rules.records import DefeatVerdict
from bot.rules.reporting import DefeatsReported
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import Row, RowChange
from bot.storage.engine.schema import card_defeats, deck_defeats, defeats, rivalries
from bot.storage.record.player_decks import encode_deck_as_json
from bot.storage.tables import guests
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.rivalries import ADD_POD, DELETE_EMPTY, SUBTRACT_POD


def _build_delete_statement_for_pod_rows(database_table: Table) -> Delete:
    return delete(database_table).where(
        database_table.c.channel == bindparam("in_channel"), database_table.c.pod == bindparam("of_pod")
    )


_DELETE_DEFEATS = _build_delete_statement_for_pod_rows(defeats)
_INSERT_DEFEATS = insert(defeats)
_DELETE_DECK_DEFEATS = _build_delete_statement_for_pod_rows(deck_defeats)
_INSERT_DECK_DEFEATS = insert(deck_defeats)
_DELETE_CARD_DEFEATS = _build_delete_statement_for_pod_rows(card_defeats)
_INSERT_CARD_DEFEATS = insert(card_defeats)


def build_defeat_row_changes(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the changes that write a pod's defeats if its result counts, and delete them otherwise."""
    counted = list_defeats_by_other_players(game_history.game_as_pod)
    yield from build_changes_to_replace_defeats(
        game_history, POD, Counter((by, verdict.loser) for _, by, verdict in counted)
    )


def list_defeats_by_other_players(pod: Pod) -> list[tuple[int, Player, DefeatVerdict]]:
    """Return a pod's defeats by other players, if its results count, as (index, player who caused it, verdict)."""
    return [
        (at, verdict.responsible, verdict)
        for at, verdict in enumerate(pod.verdicts if has_counted_results(pod) else ())
        if verdict.responsible is not None and verdict.responsible != verdict.loser
    ]


def build_changes_to_replace_defeats(
    game_history: GameHistory, game_kind: GameKind, defeat_counts: Mapping[tuple[Player, Player], int]
) -> Iterator[RowChange]:
    """Yield the changes that replace a game's rows of defeats.

    `defeat_counts` maps pairs of players to how often the first defeated the second.
    """
    recorded = game_history.last
    of_pod = [{"in_channel": recorded.channel, "of_pod": recorded.pod}]
    if game_history.had_results:
        yield RowChange(SUBTRACT_POD, of_pod)
        yield RowChange(_DELETE_DEFEATS, of_pod)
    if defeat_counts:
        rows = [
            {
                "channel": recorded.channel,
                "pod": recorded.pod,
                "responsible": responsible,
                "loser": loser,
                "guild": recorded.guild,
                "game": game_kind,
                "times": times,
                "at": game_history.end_time,
            }
            for (responsible, loser), times in defeat_counts.items()
        ]
        yield RowChange(_INSERT_DEFEATS, rows)
        yield RowChange(guests.CLAIM_LOSERS, of_pod)
        yield RowChange(guests.CLAIM_RESPONSIBLE, of_pod)
        yield RowChange(ADD_POD, of_pod)
    if game_history.had_results:
        yield RowChange(DELETE_EMPTY, [])


def build_deck_defeat_row_changes(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the changes that write which deck beat which, if the pod's result counts."""
    pod = game_history.game_as_pod
    rows = list[Row]()
    for at, by, verdict in list_defeats_by_other_players(pod):
        deck = pod.find_deck_at_defeat(by, at)
        loser_deck = pod.find_deck_at_defeat(verdict.loser, at)
        if deck is not None and loser_deck is not None:
            both = {"deck": encode_deck_as_json(deck), "loser_deck": encode_deck_as_json(loser_deck)}
            rows.append({**_build_defeat_row_key_columns(game_history, at), **both})
    yield from _build_changes_to_replace_rows(game_history, _DELETE_DECK_DEFEATS, _INSERT_DECK_DEFEATS, rows)


def build_card_defeat_row_changes(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the changes that write which cards beat players, if the pod's result counts."""
    pod = game_history.game_as_pod
    cards = _map_card_names_in_pod_to_card_ids(pod)
    rows = [
        {
            **_build_defeat_row_key_columns(game_history, at),
            "object": verdict.source,
            "card": cards.get(verdict.source),
        }
        for at, _, verdict in list_defeats_by_other_players(pod)
        if verdict.source
    ]
    yield from _build_changes_to_replace_rows(game_history, _DELETE_CARD_DEFEATS, _INSERT_CARD_DEFEATS, rows)


def _map_card_names_in_pod_to_card_ids(pod: Pod) -> dict[str, str]:
    return {
        source.object: source.card
        for event in convert_linked_events_to_list(pod.told)
        if isinstance(event, DefeatsReported)
        for report in event.reports
        for source in filter(None, (*report.sources, report.protection_ended_by))
        if source.object is not None and source.card is not None
    }


def _build_defeat_row_key_columns(game_history: GameHistory, verdict_index: int) -> Row:
    recorded = game_history.last
    return {
        "channel": recorded.channel,
        "pod": recorded.pod,
        "verdict": verdict_index,
        "guild": recorded.guild,
        "at": game_history.end_time,
    }


def _build_changes_to_replace_rows(
    game_history: GameHistory, delete_statement: Delete, insert_statement: Insert, new_rows: Sequence[Row]
) -> Iterator[RowChange]:
    if game_history.had_results:
        yield RowChange(delete_statement, [{"in_channel": game_history.last.channel, "of_pod": game_history.last.pod}])
    if new_rows:
        yield RowChange(insert_statement, new_rows)


class PlayerRivalry(Struct, frozen=True):
    """A rivalry: two players and how often each beat the other.

    The first of them won more often.
    """

    one: Player
    other: Player
    by_one: int
    by_other: int


async def load_fiercest_player_rivalries(
    database: Database, guild_id: int, season: int, limit: int, game_kind: GameKind = POD
) -> list[PlayerRivalry]:
    """Load the pairs of players who beat each other most often, in a season or (with `EVER`) in all games.

    At most `limit` pairs of a server in games of a kind.
    """
    parameters = {"in_guild": guild_id, "of_game": game_kind, "in_season": season, "most": limit}
    return [PlayerRivalry(*row) for row in await database.fetch_rows(_SELECT_FIERCEST, parameters)]


_Favourites: TypeAlias = list[tuple[Player, int]]


async def load_most_frequent_opponents(
    database: Database,
    guild_id: int,
    season_number: int,
    player: Player,
    opponent_limit: int,
    game_kind: GameKind = POD,
) -> tuple[_Favourites, _Favourites]:
    """Load the players whom a player beat most often, and the players who beat that player most often.

    Each with the number of defeats.
    """
    parameters = {
        "in_guild": guild_id,
        "of_game": game_kind,
        "in_season": season_number,
        "of_player": player,
        "most": opponent_limit,
    }

    def load_victims_and_nemeses(connection: Connection) -> tuple[_Favourites, _Favourites]:
        victims = connection.execute(_SELECT_VICTIMS, parameters)
        nemeses = connection.execute(_SELECT_NEMESES, parameters)
        return ([(row.loser, row.times) for row in victims], [(row.responsible, row.times) for row in nemeses])

    return await database.run_read_transaction(load_victims_and_nemeses)


def _build_fiercest_player_rivalries_query() -> Select[*tuple[Any, ...]]:
    """Build the query for the pairs of players with the most defeats between them, the more frequent winner first.

    On a tie, the lesser id is first.
    """
    back = rivalries.alias("back")
    returned = func.coalesce(back.c.times, 0)
    same = and_(
        back.c.guild == rivalries.c.guild,
        back.c.game == rivalries.c.game,
        back.c.season == rivalries.c.season,
        back.c.responsible == rivalries.c.loser,
        back.c.loser == rivalries.c.responsible,
    )
    first = rivalries.c.responsible < rivalries.c.loser
    pairs = select(rivalries.c.responsible, rivalries.c.loser, rivalries.c.times, returned)
    return (
        pairs.select_from(rivalries.outerjoin(back, same))
        .where(_IN_SCOPE, or_(rivalries.c.times > returned, and_(rivalries.c.times == returned, first)))
        .order_by((rivalries.c.times + returned).desc(), rivalries.c.responsible, rivalries.c.loser)
        .limit(bindparam("most", type_=Integer))
    )


def _build_most_frequent_opponents_query(player_column: str, opponent_column: str) -> Select[Any]:
    return (
        select(rivalries)
        .where(_IN_SCOPE, rivalries.c[player_column] == bindparam("of_player"))
        .order_by(rivalries.c.times.desc(), rivalries.c[opponent_column])
        .limit(bindparam("most", type_=Integer))
    )


_IN_SCOPE = and_(
    rivalries.c.guild == bindparam("in_guild"),
    rivalries.c.game == bindparam("of_game"),
    rivalries.c.season == bindparam("in_season"),
)

# Built once: building such a statement takes longer than executing it.
_SELECT_FIERCEST = _build_fiercest_player_rivalries_query()
_SELECT_VICTIMS = _build_most_frequent_opponents_query("responsible", "loser")
_SELECT_NEMESES = _build_most_frequent_opponents_query("loser", "responsible")
