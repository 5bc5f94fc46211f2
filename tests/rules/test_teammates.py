"""Who is no opponent of a player: those whom redirection does not look at (PW-9)."""

from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import PlayerState, PodSetup

SEATS = ("a", "b", "c", "d")


def sit(setup: PodSetup, seats: tuple[Player, ...] = SEATS, **serving: Player) -> RangeOfInfluence:
    """A pod in which nobody serves but those who are named, each with their master."""
    standings = {
        player: PlayerState(player, "servant", serving[player]) if player in serving else PlayerState(player)
        for player in seats
    }
    return RangeOfInfluence(Pod(setup, seats[0], seats, standings))


def test_a_team_of_esclave_is_one_side() -> None:
    reach = sit(PodSetup(), b="a", c="a")
    assert reach.find_teammates("a") == ("b", "c")
    assert reach.find_teammates("b") == ("a", "c")
    assert reach.find_teammates("d") == ()


def test_minions_and_their_master_are_no_opponents_of_each_other() -> None:
    reach = sit(PodSetup(variant="necromancer"), b="a", c="a", d="b")
    assert reach.find_teammates("a") == ("b", "c")
    assert reach.find_teammates("b") == ("a", "c", "d")
    assert reach.find_teammates("c") == ("a", "b")
    assert reach.find_teammates("d") == ("b",)


def test_a_table_of_teams_has_teammates_and_a_pentagon_has_neighbours() -> None:
    giants = sit(PodSetup(variant="elimination", table="two-headed-giant"))
    assert giants.find_teammates("a") == ("b",)
    five = sit(PodSetup(variant="elimination", table="pentagon"), (*SEATS, "e"))
    assert five.find_teammates("a") == ("b", "e")


def test_whoever_is_out_is_no_teammate() -> None:
    standings = {player: PlayerState(player) for player in SEATS} | {"b": PlayerState("b", "out")}
    setup = PodSetup(variant="elimination", table="two-headed-giant")
    assert RangeOfInfluence(Pod(setup, "a", SEATS, standings)).find_teammates("a") == ()
