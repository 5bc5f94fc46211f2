"""A season's games, in the form that its rules work on."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Literal, NamedTuple

from bot.rules.facts import Player
from bot.season_rules.rules import GameOrder, RoundUnit

_DAY_MILLISECONDS = 86_400_000
"""Milliseconds in a day."""

_EPOCH_WEEKDAY = 3
"""Weekday of 1 January 1970, counted from Monday."""

_MINUTE_MILLISECONDS = 60_000

_MINUTES_UNTIL_NOON = 12 * 60


class SeasonGameResult(NamedTuple):
    """A player's result in one game of a season: points, win or loss, defeats caused, and achievements.

    `caused` and `served` count defeats; `reign` is in milliseconds. `guest` is an unclaimed guest. A player who has
    claimed a guest played `as_guest`. Where people are counted, an unclaimed guest and an account that was forgotten
    count as the `person` behind them. `deeds` are the ids of what the player did; `unconfirmed_deeds` among them were
    claimed, and nobody else confirmed them. Of the `points`, a season gives
    `from_deeds` for deeds, `from_votes` among them for those on which players voted, and `from_attendance` because the
    game is the player's first that counts in its round.
    """

    player: Player
    points: int
    won: bool
    helped: bool = False
    caused: int = 0
    served: int = 0
    reign: int = 0
    guest: bool = False
    as_guest: Player = ""
    person: Player = ""
    deeds: tuple[str, ...] = ()
    from_deeds: int = 0
    from_attendance: int = 0
    from_votes: int = 0
    unconfirmed_deeds: tuple[str, ...] = ()

    @property
    def result_owner(self) -> Player:
        return self.person or self.player

    @property
    def player_or_claimed_guest(self) -> Player:
        """Return the later claimed guest under whose name the player took part; otherwise the player."""
        return self.as_guest or self.player


class SeasonGame(NamedTuple):
    """A game of a season. It ended at the time `at`, in milliseconds since 1970.

    `recorded` is when the log first held an end of the game; no correction changes it. `began` is when the game began;
    None if only its end is known.
    """

    at: int
    channel: int
    pod: int
    seats: tuple[SeasonGameResult, ...]
    variant: str = ""
    table: str = ""
    recorded: int = 0
    began: int | None = None

    @property
    def week_number(self) -> int:
        """Return the number of the week in which the game ended.

        Weeks begin on Monday at 0:00 UTC.
        """
        return (self.at // _DAY_MILLISECONDS + _EPOCH_WEEKDAY) // 7

    def compute_week_or_night_number(self, round_unit: RoundUnit, utc_offset_minutes: int) -> int:
        """Return the number of the week, or of the night (noon to noon), in which the game ended.

        The clock is `utc_offset_minutes` ahead of UTC, which matters for nights only.
        """
        if round_unit == "week":
            return self.week_number
        return (self.at + (utc_offset_minutes - _MINUTES_UNTIL_NOON) * _MINUTE_MILLISECONDS) // _DAY_MILLISECONDS


class PlayerSeasonGame(NamedTuple):
    """A season's game from one player's view: their own result, and the other players.

    `others` are the other people, each once: those as whom the players count today. `met` are the players as they were
    at the time.
    """

    game: SeasonGame
    own: SeasonGameResult
    others: tuple[Player, ...]
    met: tuple[Player, ...]

    @property
    def game_key(self) -> "SeasonGameKey":
        """Return the channel and number that identify the game."""
        return self.game.channel, self.game.pod


SeasonGameKey = tuple[int, int]
"""Channel and number of a game."""

ExclusionReasonCode = Literal["weekly", "later", "worse", "week-most", "later-round", "worse-round"]
"""Why a game does not count for a player.

`weekly`: at least half of the others had met the player often enough in that week. `later`: the
player had already played the number of games that are considered. `worse`: other games of the
player are better. `week-most`: enough other games of the player in that week are better.
`later-round` and `worse-round`: the same as `later` and `worse`, for a round, such as a night.
"""


class GameExclusionReason(NamedTuple):
    """The reason why a game does not count for a player in a season.

    `number` is the position of the game, counted from 1, if that is the reason: among the games against the same people
    in the week, or among the games of the season. Of a round, it is the position among the rounds of the player.
    """

    reason: ExclusionReasonCode
    number: int = 0


GamesByPlayer = Mapping[Player, list[PlayerSeasonGame]]
"""Games of each player, in the order of the season."""

ReasonsByGame = Mapping[SeasonGameKey, GameExclusionReason]

_BY_DATE = attrgetter("at", "channel", "pod")
_BY_LOG = attrgetter("recorded", "channel", "pod")


def group_games_by_player(season_games: Iterable[SeasonGame], game_order: GameOrder = "date") -> GamesByPlayer:
    """Group a season's games by player, and sort each player's games in `game_order`."""
    theirs = defaultdict[Player, list[PlayerSeasonGame]](list)
    for game in sorted(season_games, key=_BY_LOG if game_order == "log" else _BY_DATE):
        for own in game.seats:
            rest = [seat for seat in game.seats if seat.player != own.player]
            people = dict.fromkeys(seat.result_owner for seat in rest if seat.result_owner != own.result_owner)
            others = tuple(people)
            met = tuple(seat.player_or_claimed_guest for seat in rest)
            theirs[own.player].append(PlayerSeasonGame(game, own, others, met))
    return theirs
