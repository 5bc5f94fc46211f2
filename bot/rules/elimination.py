"""Defeats in variants without servants: losers are out (TAB-9) or rejoin (RSP-1)."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.rules import seats
from bot.rules.endings import compute_game_result
from bot.rules.facts import Player
from bot.rules.losses import ReportedDefeat
from bot.rules.records import GameChanges, PlayerState, PodSetup
from bot.rules.responsibility import DefeatJudgement, judge_responsibility_by_most_damage
from bot.rules.settlement import (
    DefeatResolver,
    PlayerStateChanges,
    build_state_of_eliminated_player,
    build_verdict_from_judgement,
)
from bot.rules.tables import TABLES
from bot.rules.teams import StateByPlayer


class EliminationDefeatResolver(DefeatResolver):
    """A resolver of defeats for variants where losers leave the game, alone or with their team.

    The rules are TAB-10, TAB-29, TAB-31.
    """

    __slots__ = ()

    def judge_responsibility(self, defeat: ReportedDefeat) -> DefeatJudgement:
        return judge_responsibility_by_most_damage(
            defeat.report, self._list_players_eliminated_by_defeat(defeat) if defeat.shared else ()
        )

    def compute_defeat_effects(
        self, defeats: Sequence[ReportedDefeat], judgements: Sequence[DefeatJudgement]
    ) -> GameChanges:
        """Return the state changes after defeats: every loser leaves the game."""
        gone = {player for loss in defeats for player in self._list_players_eliminated_by_defeat(loss)}
        moves = _build_states_of_eliminated_players(self.standings, gone)
        result = compute_game_result(self.setup, self.situation.seats, self.standings, losing_players=gone)
        if result is not None:
            rule = "TAB-6" if result.draw else TABLES[self.setup.table].rule
            return self.build_game_ending_changes(judgements, result, rule, moves)
        self.moved = self.moved.combine_with_later_changes(PlayerStateChanges.from_new_states(moves))
        return self.build_game_changes([build_verdict_from_judgement(j, "out") for j in judgements])

    def compute_concession_effects(self, player: Player) -> PlayerStateChanges:
        """Return the changes when a player concedes; with an emperor, the whole team leaves."""
        return PlayerStateChanges.from_new_states(
            _build_states_of_eliminated_players(self.standings, self._find_team_led_by_emperor(player) or (player,))
        )

    def _list_players_eliminated_by_defeat(self, defeat: ReportedDefeat) -> tuple[Player, ...]:
        """Return the players who leave the game by a defeat: one player, or a whole team.

        The team goes out if its shared life ran out or its emperor lost.
        """
        loser = defeat.report.loser
        if defeat.shared:
            return seats.find_team_of_player(self.setup, self.situation.seats, loser)
        return self._find_team_led_by_emperor(loser) or (loser,)

    def _find_team_led_by_emperor(self, player: Player) -> tuple[Player, ...]:
        if not TABLES[self.setup.table].emperors:
            return ()
        team = seats.find_team_of_player(self.setup, self.situation.seats, player)
        return team if player == seats.find_emperor_of_team(team) else ()


def build_states_of_beaten_opponents(
    pod_setup: PodSetup, seated_players: Sequence[Player], player_states: StateByPlayer, winner: Player
) -> list[PlayerState]:
    """Return the new states of the losers when an effect such as a combo lets a player win."""
    return _build_states_of_eliminated_players(
        player_states, seats.find_opponents_by_seats(pod_setup, seated_players, winner)
    )


def _build_states_of_eliminated_players(
    player_states: StateByPlayer, losing_players: Collection[Player]
) -> list[PlayerState]:
    return [
        build_state_of_eliminated_player(standing, "master")
        for player, standing in player_states.items()
        if player in losing_players and standing.status != "out"
    ]


class RespawnDefeatResolver(DefeatResolver):
    """A resolver of defeats for variants where losers lose points and come back into the game.

    The rules are RSP-1, RSP-3.
    """

    __slots__ = ()

    def judge_responsibility(self, defeat: ReportedDefeat) -> DefeatJudgement:
        return judge_responsibility_by_most_damage(defeat.report)

    def compute_defeat_effects(
        self, defeats: Sequence[ReportedDefeat], judgements: Sequence[DefeatJudgement]
    ) -> GameChanges:
        """Return the changes by defeats: losers give points to the players who beat them."""
        gains: dict[Player, int] = {}
        for judgement in judgements:
            gains[judgement.loser] = gains.get(judgement.loser, 0) - self._points_per_defeat
            if (responsible := judgement.responsible) is not None:
                gains[responsible] = gains.get(responsible, 0) + self._points_per_defeat
        beaten = {judgement.loser for judgement in judgements}
        moves = [self._add_points_to_player(player, gain) for player, gain in gains.items()]
        alone = self.variant.solo_turns > 0  # RSP-2
        self.moved = self.moved.combine_with_later_changes(
            PlayerStateChanges.from_new_states(
                replace(move, phased=alone) if move.player in beaten else move for move in moves
            )
        )
        return self.build_game_changes([build_verdict_from_judgement(j, "rejoins") for j in judgements])

    def compute_concession_effects(self, player: Player) -> PlayerStateChanges:
        """Return the changes when a player concedes: they lose points and may join again."""
        return PlayerStateChanges.from_new_states(
            [build_state_of_eliminated_player(self._add_points_to_player(player, -self._points_per_defeat), "master")]
        )

    @property
    def _points_per_defeat(self) -> int:
        return self.setup.scoring_points.per_defeat

    def _add_points_to_player(self, player: Player, added_points: int) -> PlayerState:
        standing = self.standings[player]
        return replace(standing, score=standing.score + added_points)
