"""Range of influence and legal attacks (TAB-12 to TAB-14, TAB-19, TAB-30, TAB-33, ESC-D13, NEC-D9).

Both depend on seats and sides when the turn began: players who leave or lose change nothing before the next turn
(TAB-13, TAB-D3, ESC-D21), if the pod tracks turns. Players who are out or phased out are never named, and their seats
still count for distance.
"""

from collections.abc import Iterable

from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.next_turn import list_phased_out_players
from bot.rules.pod import Pod
from bot.rules.tables import TABLES, TableFormat
from bot.rules.teams import StateByPlayer, find_responsible_master, list_players_in_game
from bot.rules.variants import Variant


class RangeOfInfluence:
    """The players whom each player can affect and attack in the current turn, by seats and range of influence."""

    def __init__(self, pod: Pod) -> None:
        self._pod = pod
        self._table: TableFormat = TABLES[pod.setup.table]
        self._variant: Variant = pod.setup.variant_rules
        self._begun = (pod.begun if pod.setup.turns else None) or pod.standings
        self._ring = [p for p in pod.players if p in self._begun and self._was_in_game_at_turn_start(p)]
        self._phased = frozenset(list_phased_out_players(pod))

    def find_players_in_range(self, acting_player: Player) -> tuple[Player, ...] | None:
        """Return the players in a player's range of influence; None without a limit."""
        reach = self._pod.setup.influence_range
        if reach is None:
            return None
        if self._is_out_of_game(acting_player) or acting_player in self._phased:
            return ()
        sharing = self._find_allies_at_turn_start(acting_player) if self._variant.team_is_one_side else (acting_player,)
        near = {other for mate in sharing for other in self._find_players_within_reach(mate, reach)}
        return self._sort_players_by_seat((near | set(sharing)) - self._phased - {acting_player})

    def find_affectable_players(self, acting_player: Player) -> tuple[Player, ...]:
        """Return the players whom a player can affect: all in range, except phased-out ones."""
        near = self.find_players_in_range(acting_player)
        if near is not None:
            return near
        if self._is_out_of_game(acting_player) or acting_player in self._phased:
            return ()
        return self._sort_players_by_seat(set(self._pod.players) - self._phased - {acting_player})

    def find_attackable_players(self, attacking_player: Player) -> tuple[Player, ...]:
        """Return the players whom a player may attack, in seat order.

        Where teams are one side, two players do not attack each other if they are teammates, or were when the turn
        began (ESC-D13).
        """
        if self._is_out_of_game(attacking_player) or attacking_player in self._phased:
            return ()
        spared = {
            attacking_player,
            *self._find_allies_at_turn_start(attacking_player),
            *self._find_team_or_fellow_servants(attacking_player),
        }
        attackable = set(self._find_targets_by_attack_option(attacking_player)) - spared - self._phased
        in_range = self.find_players_in_range(attacking_player)
        return self._sort_players_by_seat(attackable if in_range is None else attackable.intersection(in_range))

    def find_teammates(self, player: Player) -> tuple[Player, ...]:
        """Return a player's teammates, who are not opponents in the current turn."""
        mates = {*self._find_team_or_fellow_servants(player)}
        if not self._variant.team_is_one_side:
            standings = self._pod.standings.values()
            serving = {s.player for s in standings if s.status == "servant" and s.master == player}
            mates |= {*self._find_allies_at_turn_start(player), *serving}
        return self._sort_players_by_seat(mates - {player})

    def _find_targets_by_attack_option(self, player: Player) -> Iterable[Player]:
        """Return the players who may be attacked by the agreed attack option, or else by the table format."""
        match self._pod.setup.attack_option:
            case "left":
                return self._find_player_at_seat_offset(player, 1)
            case "right":
                return self._find_player_at_seat_offset(player, -1)
            case _:  # one opponent or several, or the table has no such option
                return self._find_targets_by_table_format(player)

    def _find_targets_by_table_format(self, player: Player) -> Iterable[Player]:
        match self._table.attackable:
            case "anyone":
                return list_players_in_game(self._pod.standings)
            case "beside":
                return (*self._find_player_at_seat_offset(player, 1), *self._find_player_at_seat_offset(player, -1))
            case "across":
                return self._find_opposite_player(player)
            case "two-across":
                return seats.find_opponents_across_table(self._pod.players, player)

    def _find_allies_at_turn_start(self, player: Player) -> tuple[Player, ...]:
        if self._variant.team_is_one_side:
            return _find_players_with_same_master(self._begun, player)
        if self._table.sides == "neighbours":
            opponents = seats.find_opponents_across_table(self._pod.players, player)
            return tuple(p for p in self._pod.players if p not in opponents)
        return seats.find_team_of_player(self._pod.setup, self._pod.players, player)

    def _find_team_or_fellow_servants(self, player: Player) -> Iterable[Player]:
        """Return a player's team, or the player's master and the other servants of that master.

        These do not attack each other (ESC-D13, NEC-6, NEC-8).
        """
        standings = self._pod.standings
        if self._variant.team_is_one_side:
            return _find_players_with_same_master(standings, player)
        own = standings[player]
        if own.status != "servant" or own.master is None:
            return ()
        fellows = (s.player for s in standings.values() if s.status == "servant")
        return (own.master, *(p for p in fellows if standings[p].master == own.master))

    def _find_players_within_reach(self, player: Player, seat_distance: int) -> Iterable[Player]:
        return (
            p
            for step in range(1, seat_distance + 1)
            for at in (step, -step)
            for p in self._find_player_at_seat_offset(player, at)
        )

    def _find_player_at_seat_offset(self, player: Player, seat_offset: int) -> tuple[Player, ...]:
        """Return the player `seat_offset` seats to the left; a negative offset means to the right."""
        if player not in self._ring:
            return ()
        at = self._ring.index(player)
        return (self._ring[(at + seat_offset) % len(self._ring)],)

    def _find_opposite_player(self, player: Player) -> tuple[Player, ...]:
        """Return the player opposite, or the nearest opponents if that seat is empty."""
        players = self._pod.players
        facing = len(players) - 1 - players.index(player)
        side = seats.find_team_of_player(self._pod.setup, players, player)
        others = [at for at, p in enumerate(players) if p not in side and p in self._ring]
        nearest = min((abs(at - facing) for at in others), default=0)
        return tuple(players[at] for at in others if abs(at - facing) == nearest)

    def _was_in_game_at_turn_start(self, player: Player) -> bool:
        return self._begun[player].status != "out"

    def _is_out_of_game(self, player: Player) -> bool:
        return self._pod.standings[player].status == "out"

    def _sort_players_by_seat(self, players: set[Player]) -> tuple[Player, ...]:
        return tuple(p for p in self._pod.players if p in players and not self._is_out_of_game(p))


def _find_players_with_same_master(player_states: StateByPlayer, player: Player) -> tuple[Player, ...]:
    master = find_responsible_master(player_states, player) if player in player_states else None
    if master is None:
        return (player,)
    return tuple(p for p in player_states if find_responsible_master(player_states, p) == master)
