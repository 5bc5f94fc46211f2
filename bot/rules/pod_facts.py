"""The facts that follow from the state of a pod, each computed once for a version of the pod.

Whoever holds a version, such as a live game, holds its facts. The state itself holds none, because every earlier step
would then keep facts that nobody reads.
"""

from functools import cached_property

from msgspec import Struct

from bot.rules.confirmation import list_confirmable_reports
from bot.rules.facts import Player
from bot.rules.guests import list_members_acting_for_players
from bot.rules.next_turn import list_current_and_next_turns, list_phased_out_players
from bot.rules.players import find_players_in_event_fields
from bot.rules.pod import Pod, PodStage, SeatHistory, UnconfirmedGameReport
from bot.rules.records import PendingPlayerChoice, Turn
from bot.rules.seats import list_playable_player_counts
from bot.rules.substitutes import (
    list_seats_awaiting_result_transfer,
    map_players_to_invited_substitutes,
)
from bot.rules.tables import TABLES, has_fixed_teams
from bot.rules.variants import Scoring, Variant


class PodPropertyCache(Struct, frozen=True, dict=True):
    """Values of one version of a pod, each computed at its first use and then cached."""

    pod: Pod

    @cached_property
    def state(self) -> PodStage:
        """Return the pod's stage: lobby, running, waiting, finished or closed."""
        return self.pod.state

    @cached_property
    def is_over(self) -> bool:
        """Return True if the pod has ended, so that its channel is free for another game."""
        return self.state not in ("lobby", "running", "waiting")

    @cached_property
    def variant_rules(self) -> Variant:
        return self.pod.setup.variant_rules

    @cached_property
    def scoring_points(self) -> Scoring:
        return self.pod.setup.scoring_points

    @cached_property
    def reports_open_to_dispute(self) -> tuple[UnconfirmedGameReport, ...]:
        """Return the reports that can still be confirmed or disputed."""
        return self.pod.reports_open_to_dispute

    @cached_property
    def disputed_report(self) -> UnconfirmedGameReport | None:
        """Return the report that needs a moderator's decision after an objection; None without one."""
        return next((each for each in self.reports_open_to_dispute if each.needed_confirmation.disputed), None)

    @cached_property
    def confirmable_reports(self) -> tuple[UnconfirmedGameReport, ...]:
        return list_confirmable_reports(self.pod) if self.reports_open_to_dispute else ()

    @cached_property
    def pending_player_choice(self) -> PendingPlayerChoice | None:
        """Return the choice that the pod or its subgame waits for; None without one."""
        return self.pod.pending_player_choice

    @cached_property
    def has_seat_changes(self) -> bool:
        """Return True if a seat has changed hands, or is offered to somebody."""
        return bool(self.pod.passed_on or self.pod.offers)

    @cached_property
    def seat_offers(self) -> dict[Player, Player]:
        """Map players who offer their seats to the substitutes whom they invited."""
        return map_players_to_invited_substitutes(self.pod) if self.pod.offers else {}

    @cached_property
    def seats_awaiting_result_transfer(self) -> tuple[SeatHistory, ...]:
        """Return the substitutes' seats whose result still belongs to the earlier player."""
        return list_seats_awaiting_result_transfer(self.pod) if self.pod.passed_on else ()

    @cached_property
    def upcoming_turns(self) -> tuple[Turn, ...]:
        """Return the current turn and the turns that follow, until everybody has had one."""
        return list_current_and_next_turns(self.pod)

    @cached_property
    def phased_out_players(self) -> tuple[Player, ...]:
        return list_phased_out_players(self.pod)

    @cached_property
    def all_mentioned_players(self) -> tuple[Player, ...]:
        """Return all players whom the pod's messages can name, each once."""
        pod = self.pod
        participants = pod.current_and_former_players
        named = [*participants, *list_members_acting_for_players(pod, participants), pod.host, *pod.kept]
        named += [*pod.offers.values(), *(pod.setup.invited if self.state == "lobby" else ())]
        named += pod.deciders
        named += [v.choice.chosen_by for v in pod.verdicts if v.choice and v.choice.chosen_by]
        for event in (pod.overruled, *(each.event for each in pod.unconfirmed)):
            named += () if event is None else find_players_in_event_fields(event)
        return tuple(dict.fromkeys(named))

    @cached_property
    def disabled_actions(self) -> frozenset[str]:
        """Return the names of the actions, such as buttons, that are useless in the pod's current state."""
        pod = self.pod
        setup = pod.setup
        in_lobby = self.state == "lobby"
        possible = {
            "leave": bool(pod.players),
            "removal": not in_lobby or bool(pod.players or pod.kept),
            "start": in_lobby and len(pod.players) in list_playable_player_counts(setup),
            "balance": in_lobby and has_fixed_teams(TABLES[setup.table]),
            "turn": setup.turns,
            "life": setup.counting,
            "word": pod.draw is not None,
            "fair": pod.draw is not None or pod.secret is not None,
            "why": bool(pod.verdicts),
            "effects": self.disputed_report is None and (setup.turns or self.variant_rules.team_is_one_side),
            # Of a result that counts, moderators use commands that take a reason.
            "undo": pod.before is not None and pod.final_result is None,
            **dict.fromkeys(("deed", "award"), pod.final_result is None),
            "substitute": pod.accepts_substitutes,
            # Entered games have none of those that belong to the channel's current game.
            **dict.fromkeys(("rematch", "status", "here", "how"), setup.played is None),
        }
        return frozenset(action for action, is_possible in possible.items() if not is_possible)
