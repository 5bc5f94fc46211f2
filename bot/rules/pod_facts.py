"""The facts that follow from the state of a pod, each computed once for a version of the pod.

Whoever holds a version, such as a live game, holds its facts. The state itself holds none, because
every earlier step would then keep facts that nobody reads.
"""

from functools import cached_property

from msgspec import Struct

from bot.rules.confirmation import find_pressable
from bot.rules.facts import Player
from bot.rules.guests import find_actors
from bot.rules.players import find_players
from bot.rules.pod import Pod, Seat, State, Unconfirmed
from bot.rules.records import Question
from bot.rules.seats import find_sizes
from bot.rules.substitutes import find_offers, find_ungranted
from bot.rules.tables import TABLES, has_teams
from bot.rules.variants import Scoring, Variant


class PodFacts(Struct, frozen=True, dict=True):
    """The facts of a pod at one version. Each is computed when it is first read, and then kept."""

    pod: Pod

    @cached_property
    def state(self) -> State:
        """The pod's stage between its lobby and its end."""
        return self.pod.state

    @cached_property
    def is_over(self) -> bool:
        """Whether the pod has ended, so that another game can be opened."""
        return self.state not in ("lobby", "running", "waiting")

    @cached_property
    def answers(self) -> Variant:
        """The answers of the agreed variant."""
        return self.pod.setup.answers

    @cached_property
    def points(self) -> Scoring:
        """The points that each end of the game is worth."""
        return self.pod.setup.points

    @cached_property
    def open_reports(self) -> tuple[Unconfirmed, ...]:
        """The reports that somebody may still confirm or dispute."""
        return self.pod.open_reports

    @cached_property
    def disputed(self) -> Unconfirmed | None:
        """The report that moderators must decide about."""
        return next((each for each in self.open_reports if each.claim.disputed), None)

    @cached_property
    def pressable(self) -> tuple[Unconfirmed, ...]:
        """The reports that somebody may confirm; the others wait for the end of the game."""
        return find_pressable(self.pod) if self.open_reports else ()

    @cached_property
    def question(self) -> Question | None:
        """The choice that the pod, or its subgame, waits for."""
        return self.pod.question

    @cached_property
    def changes_seats(self) -> bool:
        """Whether seats have changed hands, or are offered to somebody."""
        return bool(self.pod.passed_on or self.pod.offers)

    @cached_property
    def offers(self) -> dict[Player, Player]:
        """The seats that can be taken over, each with whom it is offered to."""
        return find_offers(self.pod) if self.pod.offers else {}

    @cached_property
    def ungranted(self) -> tuple[Seat, ...]:
        """The seats of substitutes in the game whose result is somebody else's."""
        return find_ungranted(self.pod) if self.pod.passed_on else ()

    @cached_property
    def people(self) -> tuple[Player, ...]:
        """Everybody whom the pod's messages may name, each of them once."""
        pod = self.pod
        participants = pod.participants
        named = [*participants, *find_actors(pod, participants), pod.host, *pod.kept]
        named += [*pod.offers.values(), *(pod.setup.invited if self.state == "lobby" else ())]
        named += pod.deciders
        named += [v.choice.chosen_by for v in pod.verdicts if v.choice and v.choice.chosen_by]
        for event in (pod.overruled, *(each.event for each in pod.unconfirmed)):
            named += () if event is None else find_players(event)
        return tuple(dict.fromkeys(named))

    @cached_property
    def impossible_actions(self) -> frozenset[str]:
        """The names of the actions that make no sense in the pod."""
        pod = self.pod
        setup = pod.setup
        in_lobby = self.state == "lobby"
        possible = {
            "start": in_lobby and len(pod.players) in find_sizes(setup),
            "balance": in_lobby and has_teams(TABLES[setup.table]),
            "turn": setup.turns,
            "life": setup.counting,
            "word": pod.draw is not None,
            "fair": pod.draw is not None or pod.secret is not None,
            "why": bool(pod.verdicts),
            # Entered games have none of those that belong to the channel's current game.
            **dict.fromkeys(("rematch", "status", "here", "how"), setup.played is None),
        }
        return frozenset(action for action, is_possible in possible.items() if not is_possible)
