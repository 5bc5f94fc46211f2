"""Points that a game night's organiser takes from a player, with a reason that everybody reads."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.nights.night import GameNight, PointsPenalty
from bot.planning.plan import GameNightCommand, GameNightOrganiserAction, PlannedGame
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.overrides import require_moderator_reason
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, Requester

MOST_TAKEN_POINTS = 99
"""The most points that an organiser can take at once."""


class PenaliseGameNightPlayer(GameNightCommand, frozen=True):
    """The command that takes points from a player of a game night as a penalty.

    `by` is who takes the points.
    """

    player: Player
    points: int
    reason: str
    by: Player | None = None

    right = ORGANISER

    def create_game_night_event(
        self, planned_game: PlannedGame, game_night: GameNight, /
    ) -> "GameNightPlayerPenalised":
        """Return the `GameNightPlayerPenalised` event.

        Raises `Refusal` unless the player was in a round, and there is a reason.
        """
        if game_night.current_round is None:
            raise_refusal("night-no-round")
        if self.player not in game_night.all_players:
            raise_refusal("night-not-in", "player", player=self.player)
        if not 1 <= self.points <= MOST_TAKEN_POINTS:
            raise_refusal("night-points", "points", most=MOST_TAKEN_POINTS)
        require_moderator_reason(self.reason)
        return GameNightPlayerPenalised(self.player, self.points, self.reason, len(game_night.rounds), self.by)

    def require_impartial_requester(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        """Raise `Refusal` if the requester plays in the game night, and so could gain from the penalty."""
        if requester.moderator and not requester.neutral:
            return
        players = frozenset[Player]() if planned_game.night is None else planned_game.night.all_players
        if requester.player in map(planned_game.find_member_acting_for_player, players):
            raise_refusal("night-own-points")


class GameNightPlayerPenalised(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="night-points-taken"):
    """The event that a player of a game night lost points as a penalty, in one of its rounds.

    `by` is who took the points.
    """

    player: Player
    points: int
    reason: str
    round: int = 1
    by: Player | None = None

    audit_code = "night-points"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        taken = PointsPenalty(self.player, self.points, self.reason, self.round, self.by)
        return replace(planned_game, night=replace(game_night, taken_points=(*game_night.taken_points, taken)))

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        return replace(planned_game, night=replace(game_night, taken_points=game_night.taken_points[:-1]))


def count_penalty_points_in_round(game_night: GameNight, round_number: int) -> Mapping[Player, int]:
    """Return the penalty points of each player in a round of a game night."""
    taken: dict[Player, int] = {}
    for each in game_night.taken_points:
        if each.round == round_number:
            taken[each.player] = taken.get(each.player, 0) + each.points
    return taken
