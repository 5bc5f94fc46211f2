"""Defeats in games that count: who defeated whom, and rivalries."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from sqlalchemy import (
    Connection,
    Integer,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
)

from bot.projections.history import History
from bot.rules.facts import Player
from bot.rules.guests import find_excess
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.schema import deck_defeats, defeats, rivalries
from bot.storage.record.player_decks import encode_deck
from bot.storage.tables import guests
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.rivalries import ADD_POD, DELETE_EMPTY, SUBTRACT_POD

_DELETE_DEFEATS = delete(defeats).where(
    defeats.c.channel == bindparam("in_channel"), defeats.c.pod == bindparam("of_pod")
)
_INSERT_DEFEATS = insert(defeats)


def project(history: History) -> Iterator[RowChange]:
    """Write the defeats of a pod if its result counts; delete them if it no longer does."""
    pod = history.pod
    if not history.scored:
        return
    pairs = Counter(
        (verdict.responsible, verdict.loser)
        for verdict in (pod.verdicts if pod.counted and not find_excess(pod) else ())
        if verdict.responsible is not None and verdict.responsible != verdict.loser
    )
    yield from replace_defeats(history, POD, pairs)


def replace_defeats(
    history: History, game: GameKind, pairs: Mapping[tuple[Player, Player], int]
) -> Iterator[RowChange]:
    """Replace the defeats of a game.

    `pairs` maps pairs of players to how often the first defeated the second.
    """
    recorded = history.last
    of_pod = [{"in_channel": recorded.channel, "of_pod": recorded.pod}]
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
    yield RowChange(DELETE_EMPTY, [])


_DELETE_DECK_DEFEATS = delete(deck_defeats).where(
    deck_defeats.c.channel == bindparam("in_channel"), deck_defeats.c.pod == bindparam("of_pod")
)
_INSERT_DECK_DEFEATS = insert(deck_defeats)


def project_decks(history: History) -> Iterator[RowChange]:
    """Write the defeats of a pod between known decks if its result counts, else delete them."""
    if not history.scored:
        return
    pod = history.pod
    recorded = history.last
    of_pod = [{"in_channel": recorded.channel, "of_pod": recorded.pod}]
    yield RowChange(_DELETE_DECK_DEFEATS, of_pod)
    rows = []
    for at, verdict in enumerate(pod.verdicts if pod.counted and not find_excess(pod) else ()):
        if verdict.responsible is None or verdict.responsible == verdict.loser:
            continue
        deck = pod.find_deck_at(verdict.responsible, at)
        loser_deck = pod.find_deck_at(verdict.loser, at)
        if deck is not None and loser_deck is not None:
            rows.append(
                {
                    "channel": recorded.channel,
                    "pod": recorded.pod,
                    "verdict": at,
                    "guild": recorded.guild,
                    "deck": encode_deck(deck),
                    "loser_deck": encode_deck(loser_deck),
                    "at": history.ended,
                }
            )
    if rows:
        yield RowChange(_INSERT_DECK_DEFEATS, rows)


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
