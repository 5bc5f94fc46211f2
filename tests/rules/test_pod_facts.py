"""The facts of a pod say what follows from its state, and each is computed once."""

from bot.rules.confirmation import DisputeGameReport, list_confirmable_reports
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.substitutes import list_seats_awaiting_result_transfer, map_players_to_invited_substitutes
from bot.rules.tables import TABLES, has_fixed_teams
from tests.rules.test_confirmation import FOUR, MODES, Game
from tests.rules.test_properties import Choices, _command, _some, games, lightly


def check(pod: Pod) -> None:
    facts = PodPropertyCache(pod)
    assert facts.state == pod.state
    assert facts.is_over == (pod.state in ("finished", "closed"))
    assert facts.variant_rules == pod.setup.variant_rules
    assert facts.scoring_points == pod.setup.scoring_points
    assert facts.reports_open_to_dispute == pod.reports_open_to_dispute
    assert facts.disputed_report == pod.disputed_report
    assert facts.confirmable_reports == list_confirmable_reports(pod)
    assert facts.pending_player_choice == pod.pending_player_choice
    assert facts.seat_offers == map_players_to_invited_substitutes(pod)
    assert facts.seats_awaiting_result_transfer == list_seats_awaiting_result_transfer(pod)
    assert facts.all_mentioned_players == tuple(dict.fromkeys(facts.all_mentioned_players))
    assert {*pod.players, pod.host} <= {*facts.all_mentioned_players}


@games
@lightly
def test_facts_are_those_of_the_state(draw: Choices) -> None:
    mode = _some(draw, *MODES)
    minutes = _some(draw, None, 5)
    game = Game(mode, minutes=minutes)
    for _ in range(12):
        by = _some(draw, *FOUR)
        try:
            disputes = _some(draw, False, False, True)
            reports = game.pod.reports_open_to_dispute
            if reports and disputes:
                game.do(DisputeGameReport(reports[-1].needed_confirmation.version, by), by=by)
            else:
                game.do(_command(draw, game.pod), by=by)
        except Refusal:
            continue
        check(game.pod)


def test_each_fact_is_computed_once() -> None:
    facts = PodPropertyCache(Game("loser").pod)
    for name in ("all_mentioned_players", "disabled_actions", "variant_rules"):
        assert getattr(facts, name) is getattr(facts, name)


def test_teams_are_balanced_in_a_lobby_of_teams_alone() -> None:
    for table, about in TABLES.items():
        lobby = Pod(PodSetup(table=table), "ana", FOUR)
        assert ("balance" in PodPropertyCache(lobby).disabled_actions) != has_fixed_teams(about)
