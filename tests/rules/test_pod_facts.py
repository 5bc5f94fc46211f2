"""The facts of a pod say what follows from its state, and each is computed once."""

from bot.rules.confirmation import DisputeGameReport, list_confirmable_reports
from bot.rules.pod import Pod
from bot.rules.pod_facts import CachedPodValues
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.substitutes import list_seats_of_substitutes_without_result, map_open_seat_offers
from bot.rules.tables import TABLES, has_fixed_teams
from tests.rules.test_confirmation import FOUR, MODES, Game
from tests.rules.test_properties import Choices, _command, _some, games, lightly


def check(pod: Pod) -> None:
    facts = CachedPodValues(pod)
    assert facts.state == pod.state
    assert facts.is_over == (pod.state in ("finished", "closed"))
    assert facts.variant_answers == pod.setup.variant_answers
    assert facts.scoring_values == pod.setup.scoring_values
    assert facts.open_reports == pod.open_reports
    assert facts.disputed_report == pod.disputed_report
    assert facts.reports_that_can_be_confirmed_now == list_confirmable_reports(pod)
    assert facts.pending_player_choice == pod.pending_player_choice
    assert facts.seat_offers == map_open_seat_offers(pod)
    assert facts.seats_awaiting_result_consent == list_seats_of_substitutes_without_result(pod)
    assert facts.people_named_in_messages == tuple(dict.fromkeys(facts.people_named_in_messages))
    assert {*pod.players, pod.host} <= {*facts.people_named_in_messages}


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
            reports = game.pod.open_reports
            if reports and disputes:
                game.do(DisputeGameReport(reports[-1].needed_confirmation.version, by), by=by)
            else:
                game.do(_command(draw, game.pod), by=by)
        except Refusal:
            continue
        check(game.pod)


def test_each_fact_is_computed_once() -> None:
    facts = CachedPodValues(Game("loser").pod)
    for name in ("people_named_in_messages", "impossible_actions", "variant_answers"):
        assert getattr(facts, name) is getattr(facts, name)


def test_teams_are_balanced_in_a_lobby_of_teams_alone() -> None:
    for table, about in TABLES.items():
        lobby = Pod(PodSetup(table=table), "ana", FOUR)
        assert ("balance" in CachedPodValues(lobby).impossible_actions) != has_fixed_teams(about)
