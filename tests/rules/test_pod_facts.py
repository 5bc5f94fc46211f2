"""The facts of a pod say what follows from its state, and each is computed once."""

from bot.rules.confirmation import Dispute, find_pressable
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.substitutes import find_offers, find_ungranted
from bot.rules.tables import TABLES, has_teams
from tests.rules.test_confirmation import FOUR, MODES, Game
from tests.rules.test_properties import Choices, _command, _some, games, lightly


def check(pod: Pod) -> None:
    facts = PodFacts(pod)
    assert facts.state == pod.state
    assert facts.is_over == (pod.state in ("finished", "closed"))
    assert facts.answers == pod.setup.answers
    assert facts.points == pod.setup.points
    assert facts.open_reports == pod.open_reports
    assert facts.disputed == pod.disputed
    assert facts.pressable == find_pressable(pod)
    assert facts.question == pod.question
    assert facts.offers == find_offers(pod)
    assert facts.ungranted == find_ungranted(pod)
    assert facts.people == tuple(dict.fromkeys(facts.people))
    assert {*pod.players, pod.host} <= {*facts.people}


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
                game.do(Dispute(reports[-1].claim.version, by), by=by)
            else:
                game.do(_command(draw, game.pod), by=by)
        except Refusal:
            continue
        check(game.pod)


def test_each_fact_is_computed_once() -> None:
    facts = PodFacts(Game("loser").pod)
    for name in ("people", "impossible_actions", "answers"):
        assert getattr(facts, name) is getattr(facts, name)


def test_teams_are_balanced_in_a_lobby_of_teams_alone() -> None:
    for table, about in TABLES.items():
        lobby = Pod(Setup(table=table), "ana", FOUR)
        assert ("balance" in PodFacts(lobby).impossible_actions) != has_teams(about)
