"""Teams in the lobby: players choose them, or everybody gets one of about equal strength."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules import seats
from bot.rules.acts import Sentence
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.pod import Pod, PodCommand, PreparingEvent
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY, IN_CHARGE
from bot.rules.seats import find_sizes, format_sizes
from bot.rules.tables import TABLES, has_teams


class ChooseTeam(PodCommand, frozen=True):
    """Choose a team in the lobby, counted from 0; None leaves the choice to the draw."""

    player: Player
    team: int | None

    right = ANYBODY

    def decide(self, pod: Pod, /) -> "Sided":
        """Return the event of the command. Raises `Refusal`."""
        _check_teams(pod)
        if self.player not in pod.players:
            refuse("no-seat", "player")
        if self.team is not None and not 0 <= self.team < seats.count_teams(pod.setup):
            refuse("no-such-team", "team", most=seats.count_teams(pod.setup))
        return Sided(self.player, self.team)


class Sided(PreparingEvent, frozen=True, tag="sided"):
    """A player in the lobby chose a team, counted from 0; None leaves the choice to the draw."""

    player: Player
    team: int | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the lobby with the player's choice."""
        chosen = {player: team for player, team in pod.sides.items() if player != self.player}
        team = {} if self.team is None else {self.player: self.team}
        return replace(pod, sides={**chosen, **team})

    def make_command(self) -> ChooseTeam:
        """Return the command that led to the event."""
        return ChooseTeam(self.player, self.team)


class BalanceTeams(PodCommand, frozen=True):
    """Give every player in the lobby a team, counted from 0."""

    sides: Mapping[Player, int]

    right = IN_CHARGE

    def decide(self, pod: Pod, /) -> "Balanced":
        """Return the event of the command. Raises `Refusal`."""
        _check_teams(pod)
        sizes = find_sizes(pod.setup)
        if len(pod.players) not in sizes:
            refuse("table-size", "players", table=pod.setup.table, sizes=format_sizes(sizes))
        if self.sides.keys() != set(pod.players):  # a player came or left meanwhile
            refuse("sides-late")
        return Balanced(dict(self.sides))


class Balanced(PreparingEvent, Gated, frozen=True, tag="balanced"):
    """All players in the lobby were given teams of about equal strength."""

    sides: dict[Player, int]

    def apply(self, pod: Pod, /) -> Pod:
        """Return the lobby with a team for everybody."""
        return replace(pod, sides=self.sides)

    def make_command(self) -> BalanceTeams:
        """Return the command that led to the event."""
        return BalanceTeams(self.sides)

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-balanced")


def _check_teams(pod: Pod) -> None:
    """Raise `Refusal` unless teams can still be chosen."""
    if pod.state != "lobby":
        refuse("already-started")
    if not has_teams(TABLES[pod.setup.table]):
        refuse("no-teams", table=pod.setup.table)
