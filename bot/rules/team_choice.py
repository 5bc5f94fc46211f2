"""Teams in the lobby: players choose them, or everybody gets one of about equal strength."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules import seats
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import LobbyEvent, Pod, PodCommand
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, IN_CHARGE
from bot.rules.seats import format_player_counts, list_playable_player_counts
from bot.rules.tables import TABLES, has_fixed_teams


class ChooseTeam(PodCommand, frozen=True):
    """The command by which a player in the lobby chooses a team, numbered from 0.

    None leaves the choice to the random draw.
    """

    player: Player
    team: int | None

    right = ANYBODY

    def create_event(self, pod: Pod, /) -> "TeamChosen":
        """Return the `TeamChosen` event. Raises `Refusal` if teams cannot be chosen."""
        _require_teams_can_be_chosen(pod)
        if self.player not in pod.players:
            raise_refusal("no-seat", "player")
        if self.team is not None and not 0 <= self.team < seats.count_teams_of_setup(pod.setup):
            raise_refusal("no-such-team", "team", most=seats.count_teams_of_setup(pod.setup))
        return TeamChosen(self.player, self.team)


class TeamChosen(LobbyEvent, frozen=True, tag="sided"):
    """The event that a player in the lobby chose a team, numbered from 0.

    None leaves the choice to the random draw.
    """

    player: Player
    team: int | None = None

    def apply(self, pod: Pod, /) -> Pod:
        chosen = {player: team for player, team in pod.sides.items() if player != self.player}
        team = {} if self.team is None else {self.player: self.team}
        return replace(pod, sides={**chosen, **team})

    def rebuild_original_command(self) -> ChooseTeam:
        return ChooseTeam(self.player, self.team)


class BalanceTeams(PodCommand, frozen=True):
    """The command that divides the lobby's players into teams of similar strength."""

    sides: Mapping[Player, int]

    right = IN_CHARGE

    def create_event(self, pod: Pod, /) -> "TeamsBalanced":
        """Return the `TeamsBalanced` event. Raises `Refusal` if players have joined or left meanwhile."""
        _require_teams_can_be_chosen(pod)
        sizes = list_playable_player_counts(pod.setup)
        if len(pod.players) not in sizes:
            raise_refusal("table-size", "players", table=pod.setup.table, sizes=format_player_counts(sizes))
        if self.sides.keys() != set(pod.players):  # a player came or left meanwhile
            raise_refusal("sides-late")
        return TeamsBalanced(dict(self.sides))


class TeamsBalanced(LobbyEvent, ModeratableEvent, frozen=True, tag="balanced"):
    """The event that the lobby's players were divided into teams of similar strength."""

    sides: dict[Player, int]

    def apply(self, pod: Pod, /) -> Pod:
        return replace(pod, sides=self.sides)

    def rebuild_original_command(self) -> BalanceTeams:
        return BalanceTeams(self.sides)

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-balanced")


def _require_teams_can_be_chosen(pod: Pod) -> None:
    if pod.state != "lobby":
        raise_refusal("already-started")
    if not has_fixed_teams(TABLES[pod.setup.table]):
        raise_refusal("no-teams", table=pod.setup.table)
