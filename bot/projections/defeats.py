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

from bot.projections.history import History, has_results
from bot.rules.facts import Player
from bot.rules.pod import Pod, tell_events
from bot.rules.records import Verdict
from bot.rules.reporting import Defeated
from bot.storage.engine.changes import Row, RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.schema import card_defeats, deck_defeats, defeats, rivalries
from bot.storage.record.player_decks import encode_deck
from bot.storage.tables import guests
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.rivalries import ADD_POD, DELETE_EMPTY, SUBTRACT_POD


def _delete_of_pod(table: Table) -> Delete:
    return delete(table).where(
        table.c.channel == bindparam("in_channel"), table.c.pod == bindparam("of_pod")
    )


_DELETE_DEFEATS = _delete_of_pod(defeats)
_INSERT_DEFEATS = insert(defeats)
_DELETE_DECK_DEFEATS = _delete_of_pod(deck_defeats)
_INSERT_DECK_DEFEATS = insert(deck_defeats)
_DELETE_CARD_DEFEATS = _delete_of_pod(card_defeats)
_INSERT_CARD_DEFEATS = insert(card_defeats)


def project(history: History) -> Iterator[RowChange]:
    """Write the defeats of a pod if its result counts; delete them if it no longer does."""
    counted = list_counted(history.pod)
    yield from replace_defeats(
        history, POD, Counter((by, verdict.loser) for _, by, verdict in counted)
    )


def list_counted(pod: Pod) -> list[tuple[int, Player, Verdict]]:
    """Return the defeats by others of a pod that counts: place, responsible player, and verdict."""
    return [
        (at, verdict.responsible, verdict)
        for at, verdict in enumerate(pod.verdicts if has_results(pod) else ())
        if verdict.responsible is not None and verdict.responsible != verdict.loser
    ]


def replace_defeats(
    history: History, game: GameKind, pairs: Mapping[tuple[Player, Player], int]
) -> Iterator[RowChange]:
    """Replace the defeats of a game.

    `pairs` maps pairs of players to how often the first defeated the second.
    """
    recorded = history.last
    of_pod = [{"in_channel": recorded.channel, "of_pod": recorded.pod}]
    if history.had_results:
        yield RowChange(SUBTRACT_POD, of_pod)
        yield RowChange(_DELETE_DEFEATS, of_pod)
    if pairs:
        rows = [
            {
                "channel": recorded.channel,
                "pod": recorded.pod,
                "responsible": responsible,
                "loser": loser,
                "guild": recorded.guild,
                "game": game,
                "times": times,
                "at": history.ended,
            }
            for (responsible, loser), times in pairs.items()
        ]
        yield RowChange(_INSERT_DEFEATS, rows)
        yield RowChange(guests.CLAIM_LOSERS, of_pod)
        yield RowChange(guests.CLAIM_RESPONSIBLE, of_pod)
        yield RowChange(ADD_POD, of_pod)
    if history.had_results:
        yield RowChange(DELETE_EMPTY, [])


def project_decks(history: History) -> Iterator[RowChange]:
    """Write the defeats of a pod between known decks if its result counts, else delete them."""
    pod = history.pod
    rows = list[Row]()
    for at, by, verdict in list_counted(pod):
        deck = pod.find_deck_at(by, at)
        loser_deck = pod.find_deck_at(verdict.loser, at)
        if deck is not None and loser_deck is not None:
            both = {"deck": encode_deck(deck), "loser_deck": encode_deck(loser_deck)}
            rows.append({**_locate(history, at), **both})
    yield from _replace_rows(history, _DELETE_DECK_DEFEATS, _INSERT_DECK_DEFEATS, rows)


def project_cards(history: History) -> Iterator[RowChange]:
    """Write the defeats of a pod by named cards if its result counts, else delete them."""
    pod = history.pod
    cards = _find_cards(pod)
    rows = [
        {**_locate(history, at), "object": verdict.source, "card": cards.get(verdict.source)}
        for at, _, verdict in list_counted(pod)
        if verdict.source
    ]
    yield from _replace_rows(history, _DELETE_CARD_DEFEATS, _INSERT_CARD_DEFEATS, rows)


def _find_cards(pod: Pod) -> dict[str, str]:
    """Return the ids of cards by the texts with which a pod's reports name them."""
    return {
        source.object: source.card
        for event in tell_events(pod.told)
        if isinstance(event, Defeated)
        for report in event.reports
        for source in filter(None, (*report.sources, report.protection_ended_by))
        if source.object is not None and source.card is not None
    }


def _locate(history: History, verdict: int) -> Row:
    """Return the columns that say of which verdict of which game a row is."""
    recorded = history.last
    return {
        "channel": recorded.channel,
        "pod": recorded.pod,
        "verdict": verdict,
        "guild": recorded.guild,
        "at": history.ended,
    }


def _replace_rows(
    history: History, remove: Delete, add: Insert, rows: Sequence[Row]
) -> Iterator[RowChange]:
    """Replace a game's rows of a table."""
    if history.had_results:
        yield RowChange(remove, [{"in_channel": history.last.channel, "of_pod": history.last.pod}])
    if rows:
        yield RowChange(add, rows)


class Rivalry(Struct, frozen=True):
    """Two players, and how often each defeated the other; the one with more defeats comes first."""

    one: Player
    other: Player
    by_one: int
    by_other: int


async def load_fiercest_rivalries(
    database: Database, guild: int, season: int, most: int, game: GameKind = POD
) -> list[Rivalry]:
    """Return the pairs with the most defeats of each other, in a season or `EVER`.

    At most `most` pairs of a server in games of a kind. Raises `Unreachable`.
    """
    parameters = {"in_guild": guild, "of_game": game, "in_season": season, "most": most}
    return [Rivalry(*row) for row in await database.fetch(_SELECT_FIERCEST, parameters)]


_Favourites: TypeAlias = list[tuple[Player, int]]


async def load_opponents(
    database: Database,
    guild: int,
    season: int,
    player: Player,
    most: int,
    game: GameKind = POD,
) -> tuple[_Favourites, _Favourites]:
    """Return whom a player defeated most often, and who defeated the player most often.

    Each with the number of defeats. Raises `Unreachable`.
    """
    parameters = {
        "in_guild": guild,
        "of_game": game,
        "in_season": season,
        "of_player": player,
        "most": most,
    }

    def read_favourites(connection: Connection) -> tuple[_Favourites, _Favourites]:
        victims = connection.execute(_SELECT_VICTIMS, parameters)
        nemeses = connection.execute(_SELECT_NEMESES, parameters)
        return (
            [(row.loser, row.times) for row in victims],
            [(row.responsible, row.times) for row in nemeses],
        )

    return await database.read(read_favourites)


def _select_fiercest() -> Select[*tuple[Any, ...]]:
    """Select each pair once: by the player with more defeats, or with the lesser key on a tie."""
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
        .where(
            _IN_SCOPE, or_(rivalries.c.times > returned, and_(rivalries.c.times == returned, first))
        )
        .order_by((rivalries.c.times + returned).desc(), rivalries.c.responsible, rivalries.c.loser)
        .limit(bindparam("most", type_=Integer))
    )


def _select_opponents(side: str, other: str) -> Select[Any]:
    return (
        select(rivalries)
        .where(_IN_SCOPE, rivalries.c[side] == bindparam("of_player"))
        .order_by(rivalries.c.times.desc(), rivalries.c[other])
        .limit(bindparam("most", type_=Integer))
    )


_IN_SCOPE = and_(
    rivalries.c.guild == bindparam("in_guild"),
    rivalries.c.game == bindparam("of_game"),
    rivalries.c.season == bindparam("in_season"),
)

# Built once: building such a statement takes longer than executing it.
_SELECT_FIERCEST = _select_fiercest()
_SELECT_VICTIMS = _select_opponents("responsible", "loser")
_SELECT_NEMESES = _select_opponents("loser", "responsible")
