"""Which games of a season count for whom: each rule by itself, and what all of them promise."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median_low

import pytest
from msgspec.structs import replace

from bot.rules.house_deeds import compute_achievement_id
from bot.rules.refusals import Refusal
from bot.season_rules.circles import IGNORED_PARTNERS, TIE_WEIGHT, find_games_within_closed_groups
from bot.season_rules.game_selection import find_changed_standings_lines, select_counted_season_games
from bot.season_rules.games import (
    GameExclusionReason,
    GamesByPlayer,
    PlayerSeasonGame,
    SeasonGame,
    SeasonGameKey,
    SeasonGameResult,
    group_games_by_player,
)
from bot.season_rules.ranking import SeasonStandings
from bot.season_rules.rules import (
    NO_RULES,
    AttendanceRule,
    BestRoundsRule,
    RoundUnit,
    SeasonRules,
    apply_season_rules_preset,
    keep_earlier_achievement_points,
    validate_season_rules,
)

DAY = 86_400_000
MONDAY = 4 * DAY
"""The first one there is."""

FRIENDS = ("fay", "flo", "fin", "fox")


def game(number: int, *seats: str, day: int = 0, won: int = 3, lost: int = 0) -> SeasonGame:
    """A game that the first seat won, on a day counted from a Monday."""
    made = [SeasonGameResult(player, lost, won=False) for player in seats[1:]]
    at = MONDAY + day * DAY + number
    return SeasonGame(at, 1, number, (SeasonGameResult(seats[0], won, won=True), *made))


def left_out(games: Sequence[SeasonGame], rules: SeasonRules, player: str) -> dict[int, GameExclusionReason]:
    """Which games, by their numbers, do not count for a player, and why."""
    found = select_counted_season_games(games, rules).left_out[player]
    return {number: why for (_, number), why in found.items()}


def points(games: Sequence[SeasonGame], rules: SeasonRules) -> dict[str, int]:
    return {line.player: line.points for line in SeasonStandings(games, rules).list_ranked_lines()}


def test_nobody_leads_before_somebody_with_enough_games_has_the_most_points() -> None:
    games = [game(n, "ana", "bo", "cy", won=5) for n in range(2)]
    games += [game(n, "di", "eve", "flo", won=2) for n in range(2, 5)]
    rules = SeasonRules(needed=3)
    nobody, behind = (SeasonStandings(games[:number], rules) for number in (4, 5))
    assert [found.has_leader() for found in (nobody, behind)] == [False, False]
    assert [(line.player, line.rank, line.missing) for line in behind.list_lines_by_points()[:2]] == [
        ("ana", 1, 1),
        ("di", 2, 0),
    ]
    led = SeasonStandings([*games, game(6, "di", "eve", "flo", won=5)], rules)
    assert led.has_leader()
    later = SeasonStandings([*led.games, game(7, "gus", "hal", "ida", won=99)], rules)
    assert later.has_leader(), "once somebody has led, a newcomer with more points takes nothing away"


def test_without_rules_everything_counts_for_everybody() -> None:
    games = [game(n, "ana", "bo", "cy", "di") for n in range(5)]
    assert points(games, SeasonRules()) == {"ana": 15, "bo": 0, "cy": 0, "di": 0}


# The same people in a week


def test_the_third_game_of_a_week_against_the_same_people_does_not_count() -> None:
    games = [game(n, "ana", "bo", "cy", "di") for n in range(1, 5)]
    rules = SeasonRules(weekly=2)
    assert left_out(games, rules, "ana") == {3: GameExclusionReason("weekly", 3), 4: GameExclusionReason("weekly", 3)}
    assert points(games, rules)["ana"] == 6


def test_a_new_week_begins_on_monday_at_midnight_utc() -> None:
    sunday = [game(n, "ana", "bo", "cy", "di", day=6) for n in (1, 2)]
    assert left_out([*sunday, game(3, "ana", "bo", "cy", "di", day=7)], SeasonRules(weekly=2), "ana") == {}
    assert MONDAY // DAY == 4
    assert game(1, "ana", day=0).week_number == game(1, "ana", day=6).week_number != game(1, "ana", day=7).week_number


def test_another_fourth_seat_does_not_make_them_other_people() -> None:
    games = [game(n, "ana", "bo", "cy", f"guest{n}") for n in range(1, 5)]
    rules = SeasonRules(weekly=2)
    assert set(left_out(games, rules, "ana")) == {3, 4}
    assert left_out(games, rules, "guest4") == {}, "it is the guest's first game this week"


def test_who_is_met_stays_who_sat_there_whoever_claims_them() -> None:
    met = [game(1, "ana", "bo", "cy", "gus"), game(2, "ana", "di", "bo", "zoe")]
    seats = [s._replace(player="zoe", as_guest="gus") if s.player == "gus" else s for s in met[0].seats]
    claimed = [met[0]._replace(seats=tuple(seats)), met[1]]
    rules = SeasonRules(weekly=1)
    assert left_out(met, rules, "ana") == left_out(claimed, rules, "ana") == {}
    assert left_out(claimed, rules, "zoe") == {2: GameExclusionReason("weekly", 2)}, "their own are one person's"


def test_a_couple_among_strangers_is_not_the_same_people() -> None:
    games = [game(n, "ana", "bo", f"x{n}", f"y{n}") for n in range(1, 6)]
    assert left_out(games, SeasonRules(weekly=2), "ana") == {}


def test_a_game_that_does_not_count_is_no_meeting() -> None:
    games = [game(n, "ana", "bo", "cy") for n in (1, 2, 3)]
    games += [game(n, "ana", "cy", "di", "eve", "bo") for n in (4,)]
    assert set(left_out(games, SeasonRules(weekly=2), "ana")) == {3, 4}


# The best of the first


def test_the_best_of_the_first_count_and_no_later_one_pushes_them_out() -> None:
    won = [3, 0, 1, 3, 3]
    games = [game(n, "ana", "bo", "cy", won=p) for n, p in enumerate(won, 1)]
    assert left_out(games, SeasonRules(best=2, of=4), "ana") == {
        2: GameExclusionReason("worse"),
        3: GameExclusionReason("worse"),
        5: GameExclusionReason("later", 5),
    }
    assert points(games, SeasonRules(best=2, of=4))["ana"] == 6


def test_of_equal_games_the_first_count() -> None:
    games = [game(n, "ana", "bo", "cy") for n in (1, 2, 3)]
    assert left_out(games, SeasonRules(best=2), "ana") == {3: GameExclusionReason("worse")}


@pytest.mark.parametrize("seed", range(5))
def test_playing_on_never_costs_points_where_the_best_count(seed: int) -> None:
    chance = random.Random(seed)
    games = [game(n, "ana", "bo", "cy", won=chance.choice([-1, 0, 1, 3])) for n in range(12)]
    rules = SeasonRules(best=4, of=8)
    enough = [points(games[:played], rules)["ana"] for played in range(4, 13)]
    assert enough == sorted(enough)


@pytest.mark.parametrize("seed", range(20))
def test_playing_on_and_entering_older_games_never_costs_points(seed: int) -> None:
    chance = random.Random(seed)
    games = list[SeasonGame]()
    for number in range(40):
        others = chance.sample(["bo", "cy", "di", "eve"], 3)
        played = game(number, "ana", *others, day=chance.randrange(21), won=chance.choice([-3, -1, 0, 1, 3]))
        games.append(played._replace(recorded=MONDAY + 30 * DAY + number))
    rules = SeasonRules(best=4, of=8, weekly=3, order="log")
    found = [SeasonStandings(games[:played], rules) for played in range(1, 41)]
    enough = [
        next(line.points for line in table.list_ranked_lines() if line.player == "ana")
        for table in found
        if table.selection.eligible["ana"] >= 4
    ]
    assert enough
    assert enough == sorted(enough)
    again = SeasonStandings(chance.sample(games, len(games)), rules).list_ranked_lines()
    assert again == found[-1].list_ranked_lines(), "the order of the input changes nothing"


def test_games_entered_later_with_older_dates_stand_behind_what_the_log_held_before() -> None:
    played = [game(n, "ana", "bo", "cy", day=2, won=-1)._replace(recorded=n) for n in (1, 2, 3)]
    entered = [game(n, "ana", "di", "eve", day=1)._replace(recorded=n) for n in (4, 5, 6)]
    by_date = SeasonRules(best=3, of=3)
    assert points([*played, *entered], by_date)["ana"] == 9
    assert points([*played, *entered], SeasonRules(best=3, of=3, order="log"))["ana"] == -3
    weekly = [game(n, "ana", "bo", "cy", day=2, won=-1)._replace(recorded=n) for n in (1, 2)]
    weekly += [game(n, "ana", "bo", "cy", day=1)._replace(recorded=n) for n in (3, 4)]
    assert points(weekly, SeasonRules(weekly=2))["ana"] == 6
    assert points(weekly, SeasonRules(weekly=2, order="log"))["ana"] == -2


# The most points of a game


def test_a_game_brings_no_player_more_than_the_cap() -> None:
    games = [game(1, "ana", "bo", won=495, lost=-9), game(2, "bo", "ana")]
    assert points(games, SeasonRules(cap=12)) == {"ana": 12, "bo": -6}
    selection = select_counted_season_games(games, SeasonRules(cap=12))
    assert selection.capped == {"ana": 483}
    assert select_counted_season_games(games, SeasonRules()).capped == {}


def test_the_best_games_are_those_with_the_most_points_below_the_cap() -> None:
    games = [game(1, "ana", "bo", won=14), game(2, "ana", "bo", won=20)]
    assert left_out(games, SeasonRules(cap=12, best=1), "ana") == {2: GameExclusionReason("worse")}


# Who is ranked


def test_who_has_too_few_games_that_count_is_not_ranked_and_told_how_many_are_missing() -> None:
    games = [game(n, "ana", "bo", "cy", "di", day=7 * n) for n in range(3)]
    games.append(game(9, "eve", "ana", "bo", "cy"))
    lines = {line.player: line for line in SeasonStandings(games, SeasonRules(needed=3)).list_ranked_lines()}
    assert (lines["ana"].rank, lines["eve"].rank, lines["eve"].missing) == (1, None, 2)
    assert [*lines] == ["ana", "bo", "cy", "di", "eve"]


def test_who_is_excluded_has_no_rank_and_costs_nobody_anything() -> None:
    games = [game(1, "ana", "bo", "cy"), game(2, "bo", "ana", "cy")]
    before = SeasonStandings(games, SeasonRules()).list_ranked_lines()
    after = SeasonStandings(games, SeasonRules(), {"ana"}).list_ranked_lines()
    assert [(line.player, line.rank) for line in before] == [("ana", 1), ("bo", 1), ("cy", 3)]
    assert [(line.player, line.rank) for line in after] == [("bo", 1), ("cy", 2), ("ana", None)]
    assert {line.player: line.points for line in before} == {line.player: line.points for line in after}


# Circles


def league(seed: int, weeks: int = 8) -> Iterator[SeasonGame]:
    """Thirty people who meet in pods as it comes, twice a week, and four friends once a week."""
    chance, number = random.Random(seed), 0
    people = [f"p{n:02}" for n in range(32)]
    for week in range(weeks):
        for _ in range(2):
            chance.shuffle(people)
            for at in range(0, 32, 4):
                number += 1
                yield game(number, *people[at : at + 4], day=7 * week)
        number += 1
        yield game(number, *chance.sample(FRIENDS, 4), day=7 * week)


def farm(accounts: Sequence[str], each_week: int, weeks: int = 8) -> Iterator[SeasonGame]:
    """What one of the thirty wins against accounts of their own."""
    for week in range(weeks):
        for number in range(each_week):
            yield game(10_000 + 100 * week + number, "p00", *accounts, day=7 * week + 1)


RULES = SeasonRules(needed=4, weekly=3, circles=True)


@pytest.mark.parametrize("accounts", [("alt1",), ("alt1", "alt2"), ("alt1", "alt2", "alt3")])
def test_own_accounts_lift_nobody_past_the_middle(accounts: tuple[str, ...]) -> None:
    for seed in range(10):
        honest = SeasonStandings(league(seed), RULES).list_ranked_lines()
        games = [*league(seed), *farm(accounts, 10)]
        found = SeasonStandings(games, RULES)
        own = next(line for line in honest if line.player == "p00")
        now = next(line for line in found.list_ranked_lines() if line.player == "p00")
        held = found.selection.held["p00"]
        assert now.points == max(own.points, held.middle)
        unruled = SeasonStandings(games, SeasonRules()).list_ranked_lines()
        assert unruled[0].player == "p00"


def test_friends_who_play_among_themselves_lose_nothing_up_to_the_middle() -> None:
    for seed in range(10):
        games = [*league(seed), *farm(("alt1", "alt2", "alt3"), 10)]
        ruled, free = SeasonStandings(games, RULES), points(games, SeasonRules())
        for line in ruled.list_ranked_lines():
            if line.player in FRIENDS and line.player not in ruled.selection.held:
                assert line.points == free[line.player]
        assert all(ruled.selection.held[each].middle < free[each] for each in FRIENDS if each in ruled.selection.held)


@pytest.mark.parametrize("weeks", [1, 3, 8])
def test_who_is_tied_to_whom_is_what_the_definition_says(weeks: int) -> None:
    for seed in range(3):
        games = [*league(seed, weeks), *farm(("alt1", "alt2"), 4, weeks)]
        played = group_games_by_player(games)
        met = {one: count_met(seats) for one, seats in played.items()}
        usual = median_low([times for each in met.values() for times in each.values()])

        def count_apart(one: str, player: str, played: GamesByPlayer = played, usual: int = usual) -> int:
            apart = count_met([seat for seat in played[one] if player not in seat.others])
            return sum(sorted(min(times, usual) for times in apart.values())[:-IGNORED_PARTNERS])

        assert find_games_within_closed_groups(played, played) == {
            player: {
                seat.game_key
                for seat in seats
                if TIE_WEIGHT * sum(met[each][player] for each in seat.others)
                > sum(count_apart(each, player) for each in seat.others)
            }
            for player, seats in played.items()
        }


def count_met(seats: Iterable[PlayerSeasonGame]) -> Counter[str]:
    return Counter(each for seat in seats for each in seat.others)


def vouch(accounts: Sequence[str], each_week: int, weeks: int = 8) -> Iterator[SeasonGame]:
    """What the accounts play among themselves with two new guests, whom the first one brings."""
    for week in range(weeks):
        for number in range(each_week):
            name = 20_000 + 100 * week + number
            played = game(name, *accounts, day=7 * week + 2)
            brought = [
                SeasonGameResult(f"guest {name} {n}", 0, won=False, guest=True, person=accounts[0]) for n in (1, 2)
            ]
            yield played._replace(seats=(*played.seats, *brought))


def test_invented_guests_vouch_for_nobody() -> None:
    accounts = ("alt1", "alt2", "alt3")
    for seed in range(10):
        vouched = [*vouch(accounts, 16)]
        alone = [each._replace(seats=each.seats[:3]) for each in vouched]
        games = [*league(seed), *farm(accounts, 6)]
        members = {"alt1", "alt2", "alt3", *(f"p{n:02}" for n in range(32)), *FRIENDS}
        ruled = SeasonStandings([*games, *vouched], RULES).list_ranked_lines()
        assert [line for line in ruled if line.player in members] == SeasonStandings(
            [*games, *alone], RULES
        ).list_ranked_lines(), "as if the guests had not been there"
        assert next(line for line in ruled if line.player == "p00").held > 0


def test_a_game_with_own_guests_alone_is_within_a_circle() -> None:
    seats = [
        SeasonGameResult("gus", 0, won=False, guest=True, person="ana"),
        SeasonGameResult("gil", 0, won=False, guest=True, person="ana"),
    ]
    played = game(1, "ana")
    played = played._replace(seats=(*played.seats, *seats))
    listed = group_games_by_player([played])
    assert listed["ana"][0].others == ()
    assert find_games_within_closed_groups(listed, listed)["ana"] == {(1, 1)}


def test_two_accounts_of_one_person_share_the_games_that_they_need() -> None:
    played = [game(1, "old", "bo"), game(2, "old", "cy"), game(3, "new", "bo"), game(4, "bo", "cy")]
    seats = [tuple(s._replace(person="new") if s.player == "old" else s for s in each.seats) for each in played]
    games = [each._replace(seats=its) for each, its in zip(played, seats, strict=True)]
    lines = {line.player: line for line in SeasonStandings(games, SeasonRules(needed=3)).list_ranked_lines()}
    assert {player: line.missing for player, line in lines.items()} == {"bo": 0, "new": 0, "old": 0, "cy": 1}
    assert lines["new"].points == 3, "each account keeps its points"


def split(games: Iterable[SeasonGame], player: str, persons: bool) -> list[SeasonGame]:
    """Give a player another id in each game; with `persons` all of them count as the newest."""
    found = list(games)
    theirs = [each for each in found if player in {seat.player for seat in each.seats}]
    ids = {(each.channel, each.pod): f"{player}~{n:03}" for n, each in enumerate(theirs)}
    newest = max(ids.values(), default="") if persons else ""
    return [
        each._replace(
            seats=tuple(
                seat._replace(player=ids[each.channel, each.pod], person=newest) if seat.player == player else seat
                for seat in each.seats
            )
        )
        for each in found
    ]


@pytest.mark.parametrize("seed", range(6))
def test_whoever_is_forgotten_and_comes_back_changes_no_circle_and_needs_no_further_games(seed: int) -> None:
    whole = [*league(seed), *farm(("boss", "own-1", "own-2"), 6)]
    before = select_counted_season_games(whole, SeasonRules(needed=6, circles=True))
    for player in ("own-1", "boss", min(before.counted)):
        parts = split(whole, player, persons=True)
        after = select_counted_season_games(parts, SeasonRules(needed=6, circles=True))
        played, apart = group_games_by_player(whole), group_games_by_player(parts)
        circles, now = (find_games_within_closed_groups(played, played), find_games_within_closed_groups(apart, apart))
        for other in circles.keys() - {player}:
            assert now[other] == circles[other], (player, other)
        own = {id for id in now if id.startswith(f"{player}~")}
        assert set[SeasonGameKey]().union(*(now[id] for id in own)) == circles[player]
        assert {after.eligible[id] for id in own} == {before.eligible[player]}


@pytest.mark.parametrize("seed", range(6))
def test_a_table_stays_as_it_was_once_nobody_knows_who_came_back(seed: int) -> None:
    rules = SeasonRules(needed=6, circles=True)
    whole = [*league(seed), *farm(("boss", "own-1", "own-2"), 6)]
    told = split(whole, "own-1", persons=True)
    untold = split(whole, "own-1", persons=False)
    before = SeasonStandings(told, rules)
    erased = SeasonStandings(untold, rules)
    settled = find_changed_standings_lines(before.selection, erased.selection)
    assert erased.list_ranked_lines() != before.list_ranked_lines()
    assert SeasonStandings(untold, rules, (), settled).list_ranked_lines() == before.list_ranked_lines()


def test_in_the_first_days_nothing_is_held_back() -> None:
    games = [game(n, "ana", "bo", "cy", "di") for n in (1, 2)]
    assert points(games, SeasonRules(circles=True))["ana"] == 6


# The rules themselves


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (SeasonRules(needed=0), "season-rule-number"),
        (SeasonRules(weekly=1_000), "season-rule-number"),
        (SeasonRules(cap=0), "season-rule-number"),
        (SeasonRules(of=4), "season-rule-best"),
        (SeasonRules(best=5, of=4), "season-rule-best"),
        (SeasonRules(week_most=0), "season-rule-number"),
        (SeasonRules(deeds={"mill": -1}), "season-rule-deeds"),
        (SeasonRules(deeds={compute_achievement_id("x"): 0}), "season-rule-deeds"),
        (SeasonRules(deeds={compute_achievement_id("x"): -100}), "season-rule-deeds"),
        (SeasonRules(rounds=BestRoundsRule("week", 0)), "season-rule-rounds"),
        (SeasonRules(rounds=BestRoundsRule("night", 3, 2)), "season-rule-rounds"),
        (SeasonRules(attendance=AttendanceRule("night", 0)), "season-rule-attendance"),
    ],
)
def test_rules_that_make_no_sense_are_refused(rules: SeasonRules, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        validate_season_rules(rules)
    assert refused.value.code == code


# Weeks and nights


def why(games: Sequence[SeasonGame], rules: SeasonRules) -> dict[int, tuple[str, int]]:
    return {number: (found.reason, found.number) for number, found in left_out(games, rules, "ana").items()}


def test_the_best_games_of_a_week_count_and_of_equal_ones_the_first() -> None:
    games = [game(n, "ana", "bo", day=day, won=won) for n, (day, won) in enumerate(((0, 2), (1, 5), (6, 2), (7, 1)))]
    assert points(games, SeasonRules(week_most=2))["ana"] == 2 + 5 + 1
    assert why(games, SeasonRules(week_most=2)) == {2: ("week-most", 0)}
    line = SeasonStandings(games, SeasonRules(week_most=1, needed=4)).list_ranked_lines()[0]
    assert (line.player, line.missing, line.games, line.played) == ("ana", 0, 2, 4)


def test_the_best_weeks_of_the_first_count_with_all_their_games() -> None:
    days = ((0, 1), (1, 1), (7, 3), (14, 2), (21, 9))
    games = [game(n, "ana", "bo", day=day, won=won) for n, (day, won) in enumerate(days)]
    rules = SeasonRules(rounds=BestRoundsRule("week", 2, 3))
    assert points(games, rules)["ana"] == 1 + 1 + 3
    assert why(games, rules) == {3: ("worse-round", 0), 4: ("later-round", 4)}
    assert SeasonStandings(games, rules).count_rounds_of_player("ana", "week") == (2, 4)
    assert points(games, SeasonRules(rounds=BestRoundsRule("week", 1)))["ana"] == 9


@pytest.mark.parametrize(("zone_minutes", "nights"), [(0, 3), (-5 * 60, 2), (11 * 60 + 59, 3)])
def test_a_night_is_from_noon_to_noon_by_the_clock_of_the_server(zone_minutes: int, nights: int) -> None:
    hours = (19, 23, 37, 43)
    games = [game(n, "ana", "bo", won=1)._replace(at=MONDAY + hour * DAY // 24) for n, hour in enumerate(hours)]
    rules = SeasonRules(attendance=AttendanceRule("night", 10), zone_minutes=zone_minutes)
    numbers = {each.compute_week_or_night_number("night", zone_minutes) for each in games}
    assert points(games, rules)["ana"] == 4 + 10 * len(numbers)
    assert len(numbers) <= nights


def test_attendance_is_for_rounds_in_which_a_game_counts_and_above_the_most_of_a_game() -> None:
    games = [game(n, "ana", "bo", day=day, won=won) for n, (day, won) in enumerate(((0, 5), (0, 1), (7, 3), (14, 2)))]
    rules = SeasonRules(cap=4, attendance=AttendanceRule("week", 2), rounds=BestRoundsRule("week", 2))
    assert points(games, rules) == {"ana": 4 + 1 + 3 + 2 * 2, "bo": 2 * 2}
    (line,) = (each for each in SeasonStandings(games, rules).list_ranked_lines() if each.player == "ana")
    assert line.from_attendance == 4
    assert SeasonStandings(games, rules).selection.capped == {"ana": 1}


@pytest.mark.parametrize("seed", range(40))
def test_no_rule_about_weeks_or_nights_brings_more_than_all_games_with_attendance(seed: int) -> None:
    chance = random.Random(seed)
    games = [
        game(n, *chance.sample(FRIENDS, 3), day=chance.randrange(30), won=chance.randrange(9), lost=chance.randrange(2))
        for n in range(30)
    ]
    units: tuple[RoundUnit, ...] = ("week", "night")
    best, of = sorted(chance.sample(range(1, 9), 2))
    attendance = AttendanceRule(chance.choice(units), chance.randrange(1, 4))
    rules = SeasonRules(
        week_most=chance.choice((None, 1, 3)),
        rounds=BestRoundsRule(chance.choice(units), best, chance.choice((None, of))),
    )
    every = points(games, SeasonRules(attendance=attendance))
    some = points(games, replace(rules, attendance=attendance))
    without = points(games, rules)
    for player in FRIENDS:
        mine = [each for each in games if player in (seat.player for seat in each.seats)]
        rounds = len({each.compute_week_or_night_number(attendance.unit, 0) for each in mine})
        assert every[player] - points(games, NO_RULES)[player] == attendance.points * rounds
        assert without[player] <= some[player] <= every[player]
        assert (some[player] - without[player]) % attendance.points == 0


def test_a_circle_gets_no_attendance_past_the_middle() -> None:
    rules = SeasonRules(circles=True, attendance=AttendanceRule("week", 50))
    crowd = [chr(ord("a") + n) for n in range(24)]
    chance = random.Random(4)
    games = [game(n, *chance.sample(crowd, 4), day=n % 5) for n in range(300)]
    games += [game(1000 + n, *FRIENDS, day=7 * (n % 9)) for n in range(40)]
    line = {each.player: each for each in SeasonStandings(games, rules).list_ranked_lines()}
    assert line["fay"].held > 0
    middle = SeasonStandings(games, rules).selection.held["fay"].middle
    assert line["fay"].points == middle


def test_votes_lift_nobody_past_the_middle_and_cost_nothing_where_circles_lift_nobody() -> None:
    best, worst = (compute_achievement_id(name, "voted") for name in ("best", "worst"))
    crowd = [chr(ord("a") + n) for n in range(24)]
    chance = random.Random(5)
    games = [game(n, *chance.sample(crowd, 4), day=n % 5) for n in range(300)]

    def vote(each: SeasonGame) -> SeasonGame:
        seats = (s._replace(deeds={"a": (best,), "b": (worst,)}.get(s.player, ())) for s in each.seats)
        return each._replace(seats=tuple(seats))

    voted = [*map(vote, games)]
    open_rules = SeasonRules(deeds={best: 5, worst: -5})
    plain, free = points(games, NO_RULES), points(voted, open_rules)
    count = {name: sum(name in (s.player for s in each.seats) for each in games) for name in "ab"}
    assert free == plain | {"a": plain["a"] + 5 * count["a"], "b": plain["b"] - 5 * count["b"]}
    held = points(voted, replace(open_rules, circles=True))
    middle = median_low([*(plain | {"a": free["a"]}).values()])
    assert held == plain | {"a": max(plain["a"], middle)}


# Deeds


def did(number: int, *deeds: str, won: int = 3) -> SeasonGame:
    """A game that Ana won, in which she did these deeds and Bo none."""
    found = game(number, "ana", "bo", won=won)
    ana, bo = found.seats
    return found._replace(seats=(ana._replace(deeds=deeds), bo))


def sum_up(rules: SeasonRules, *games: SeasonGame) -> tuple[int, int]:
    """Ana's points, and those of them that are for deeds."""
    (line,) = (each for each in SeasonStandings(games, rules).list_ranked_lines() if each.player == "ana")
    return line.points, line.from_deeds


def test_deeds_bring_what_the_season_gives_for_them_and_others_nothing() -> None:
    games = did(1, "first-blood", "revenge", "revenge"), did(2, "mill")
    assert sum_up(SeasonRules(), *games) == (6, 0)
    assert sum_up(SeasonRules(deeds={"first-blood": 1, "revenge": 2}), *games) == (11, 5)


TIE = compute_achievement_id("Concede a tie")


@pytest.mark.parametrize("seed", range(30))
def test_a_house_deed_brings_what_the_rule_gave_when_its_game_began(seed: int) -> None:
    chance = random.Random(seed)
    changes = [(at, chance.randrange(6)) for at in sorted(chance.sample(range(1, 50), chance.randrange(6)))]
    rules = SeasonRules()
    for at, points in changes:
        changed = replace(rules, deeds={"mill": 1} | ({TIE: points} if points else {}))
        rules = keep_earlier_achievement_points(rules, changed, at)
    begun = [chance.randrange(60) for _ in range(4)]
    games = [did(n, TIE)._replace(at=began + chance.randrange(60), began=began) for n, began in enumerate(begun)]
    worth = [next((points for at, points in reversed(changes) if at <= began), 0) for began in begun]
    assert sum_up(rules, *games)[1] == sum(worth)


def test_a_claimed_deed_that_nobody_confirmed_brings_nothing_where_circles_lift_nobody() -> None:
    rules = SeasonRules(deeds={TIE: 3, "mill": 1}, deeds_most=5)
    one = did(1, TIE, TIE, "mill")
    ana, bo = one.seats
    claimed = one._replace(seats=(ana._replace(unconfirmed_deeds=(TIE,)), bo))
    assert sum_up(rules, claimed) == (8, 5)
    assert sum_up(replace(rules, circles=True), claimed) == (7, 4)
    costly = replace(rules, deeds={TIE: -3}, circles=True)
    assert sum_up(costly, claimed) == (-3, -6)


def test_house_deeds_of_a_season_whose_rules_never_changed_bring_what_they_did() -> None:
    assert sum_up(SeasonRules(deeds={TIE: 3}), did(1, TIE)) == (6, 3)


def test_a_preset_keeps_what_house_deeds_brought_before() -> None:
    rules = keep_earlier_achievement_points(NO_RULES, SeasonRules(deeds={TIE: 3}), 10)
    fun = keep_earlier_achievement_points(rules, apply_season_rules_preset(rules, "fun"), 20)
    assert not fun.differs_from_preset
    assert [fun.find_points_of_achievement(TIE, began) for began in (9, 10, 19, 20)] == [0, 3, 3, 0]


def test_a_house_deed_that_costs_points_costs_them_above_every_limit() -> None:
    rules = SeasonRules(deeds={"first-blood": 4, TIE: -3}, deeds_most=3)
    assert sum_up(rules, did(1, "first-blood", TIE)) == (3 + 3 - 3, 0)
    assert sum_up(replace(rules, cap=5), did(1, "first-blood", TIE, TIE)) == (5 - 6, 2 - 6)
    assert sum_up(replace(rules, best=1), did(1, TIE), did(2)) == (3, 0)


def test_deeds_of_a_game_bring_at_most_what_the_season_says() -> None:
    rules = SeasonRules(deeds={"first-blood": 1, "revenge": 2}, deeds_most=3)
    assert sum_up(rules, did(1, "first-blood", "revenge", "revenge"), did(2, "revenge")) == (11, 5)


@pytest.mark.parametrize(("won", "found"), [(1, (4, 3)), (4, (5, 1)), (7, (5, 0)), (-2, (1, 3))])
def test_the_most_of_a_game_is_the_most_with_its_deeds(won: int, found: tuple[int, int]) -> None:
    rules = SeasonRules(deeds={"double": 3}, cap=5)
    assert sum_up(rules, did(1, "double", won=won)) == found


def test_the_best_games_are_the_best_with_their_deeds() -> None:
    games = did(1, won=4), did(2, "double", won=3)
    assert sum_up(SeasonRules(deeds={"double": 3}, best=1), *games) == (6, 3)


@pytest.mark.parametrize("deeds", [{"first-blood": 0}, {"first-blood": 100}, {"third-blood": 1}])
def test_points_for_deeds_have_limits(deeds: dict[str, int]) -> None:
    with pytest.raises(Refusal, match="season-rule-deeds"):
        validate_season_rules(SeasonRules(deeds=deeds))
