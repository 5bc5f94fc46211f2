"""What holds at every table, whoever loses, leaves or takes another turn."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert
from msgspec.structs import replace

from bot.draws import seating
from bot.rules import seats
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn, list_phased_out_players
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import Pod, PodCommand, apply_pod_event, replay_pod_events
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import FormatId, PlayerState, PodSetup, Turn, TurnMarker
from bot.rules.reporting import ReportDefeats
from bot.rules.seats import find_minimum_player_count
from bot.rules.tables import POD_OPTIONS, TABLES, TableId, TableOptions, has_fixed_teams, list_table_option_values
from bot.rules.teams import list_players_in_game
from bot.rules.turns import SEATS_PER_MARKER, build_first_turn_of_game, build_next_turn
from bot.rules.variants import VARIANTS, find_variant_problems, list_scorings_of_variant
from tests.effort import examples
from tests.rules.notation import played

T = TypeVar("T")
Draw = Iterator[int]

PLAYERS = tuple("abcdefghijklmnopqrstuvwxy")
Played = Sequence[tuple[TableId, str]]
PLAYED: Played = [
    (table, variant)
    for table in TABLES
    for variant in ("elimination", "esclave", "necromancer")
    if not list(find_variant_problems(VARIANTS[variant], TABLES[table]))
]
ALONE: Played = [(table, "elimination") for table in ("free-for-all", "melee", "grand-melee")] + [
    ("melee", "necromancer")
]
GRAND: Played = [("grand-melee", "elimination"), ("grand-melee", "necromancer")]

lightly = settings(max_examples=examples(200))
games = given(st.binary(min_size=300, max_size=300).map(iter))
"""Bytes that make every choice of a game; when they run out, one after the other concedes."""


def some(draw: Draw, values: Sequence[T]) -> T:
    return values[next(draw, 0) % len(values)]


def setup_of(table: TableId, variant: str, teams: int = 2) -> PodSetup:
    return PodSetup(table, variant, scoring=list_scorings_of_variant(variant)[0], teams=teams)


def some_options(draw: Draw, table: TableId, number: int) -> TableOptions:
    """TAB-33: what is usual at the table, or other values that it has."""
    values = {option: list_table_option_values(TABLES[table], option, number) for option in POD_OPTIONS}
    return convert({option: some(draw, (None, *values[option])) for option in POD_OPTIONS}, TableOptions)


def a_start(draw: Draw, played: Played = PLAYED) -> list[Event]:
    """A pod whose seats and first player were drawn."""
    table, variant = some(draw, played)
    setup = setup_of(table, variant, some(draw, (2, 2, 3, 4)))
    players = PLAYERS[: some(draw, seats.list_player_counts_allowed_by_table(setup))]
    players = PLAYERS[: max(len(players), find_minimum_player_count(setup))]
    setup = replace(setup, options=some_options(draw, table, len(players)))
    opened = create_pod_event(None, OpenLobby(setup, players[0], players))
    return [
        opened,
        create_pod_event(replay_pod_events([opened]), seating.draw_seats_from_secret(setup, players, str(next(draw)))),
    ]


def a_command(draw: Draw, pod: Pod) -> PodCommand:
    left = list_players_in_game(pod.standings)
    kind = some(draw, range(12))
    if pod.pending_player_choice is not None:
        return AnswerPendingPlayerChoice(pod.pending_player_choice.by, some(draw, pod.pending_player_choice.options))
    if kind in (1, 2, 3, 4):
        return BeginNextTurn()
    if kind == 5:
        return BeginNextTurn(some(draw, left))
    if kind > 7:
        losers = {some(draw, left) for _ in range(some(draw, (1, 1, 2, 3)))}
        cause: Cause = some(draw, ("life", "poison"))
        reports = [DefeatReport(loser, cause, (DefeatSource(some(draw, left)),)) for loser in sorted(losers)]
        return ReportDefeats(tuple(reports))
    return ConcedeGame(some(draw, left))


def turn_of(pod: Pod) -> Turn:
    assert pod.turn is not None
    return pod.turn


def a_game(draw: Draw, played: Played = PLAYED) -> Iterator[tuple[Pod, Pod]]:
    """A game from its start to its end, as pairs of the pod before and after each event."""
    pod = replay_pod_events(a_start(draw, played))
    assert pod is not None
    for _ in range(400):
        after = apply_pod_event(pod, create_pod_event(pod, a_command(draw, pod)))
        yield pod, after
        if after.result is not None:
            return
        pod = after
    raise AssertionError("a game that everybody leaves has an end")


def sides(pod: Pod, player: Player) -> set[Player]:
    """Those whom the player cannot attack, whatever the seats."""
    setup, players = pod.setup, pod.players
    if setup.variant_rules.team_is_one_side:
        master = pod.begun[player].master or player
        return {p for p, s in pod.begun.items() if master in (p, s.master)}
    return set(players) - set(seats.find_opponents_by_seats(setup, players, player))


@games
@lightly
def test_every_game_ends_with_winners_whom_its_table_allows(draw: Draw) -> None:
    *_, (_, pod) = a_game(draw)
    result, setup = pod.result, pod.setup
    assert result is not None
    assert result.draw == (not result.winners)
    assert set(result.points) == set(pod.players)
    if result.draw:
        return
    if setup.variant == "elimination":
        won = dict.fromkeys(result.winners, 3)
        assert result.points == {**dict.fromkeys(pod.players, 0), **won}
        assert set(list_players_in_game(pod.standings)) & set(result.winners)
    if has_fixed_teams(TABLES[setup.table]):
        assert result.winners in seats.list_teams_from_seats(setup, pod.players)
    elif setup.table == "pentagon":
        assert len(result.winners) in (1, 2)
        for winner in result.winners:
            assert not set(seats.find_opponents_by_seats(setup, pod.players, winner)) & set(
                list_players_in_game(pod.standings)
            )
    elif setup.variant != "esclave":
        assert len(result.winners) == 1


@games
@lightly
def test_who_is_out_or_phased_out_is_neither_in_range_nor_attacked(draw: Draw) -> None:
    for _, pod in a_game(draw):
        out = set(pod.players) - set(list_players_in_game(pod.standings))
        reach = RangeOfInfluence(pod)
        assert not out & set(turn_of(pod).active)
        out |= {*list_phased_out_players(pod)}
        for player in pod.players:
            named = {*(reach.find_players_in_range(player) or ()), *reach.find_attackable_players(player)}
            assert not named & (out | {player})
            assert player not in out or not named


@games
@lightly
def test_players_attack_opponents_within_their_range(draw: Draw) -> None:
    for _, pod in a_game(draw):
        reach = RangeOfInfluence(pod)
        for player in list_players_in_game(pod.standings):
            attacked, near = (set(reach.find_attackable_players(player)), reach.find_players_in_range(player))
            assert near is None or attacked <= set(near)
            assert not attacked & sides(pod, player)


@games
@lightly
def test_range_goes_both_ways_between_players_who_share_it_with_nobody(draw: Draw) -> None:
    for _, pod in a_game(draw):
        reach = RangeOfInfluence(pod)
        one_side = pod.setup.variant_rules.team_is_one_side
        alone = [p for p in list_players_in_game(pod.standings) if not one_side or sides(pod, p) == {p}]
        for player in alone:
            for other in reach.find_players_in_range(player) or ():
                assert other not in alone or player in (reach.find_players_in_range(other) or ())


@games
@lightly
def test_within_a_turn_range_and_attacks_only_lose_those_who_leave(draw: Draw) -> None:
    """TAB-13, TAB-D3."""
    for before, pod in a_game(draw, [one for one in PLAYED if one[0] != "free-for-all"]):
        if turn_of(before).number != turn_of(pod).number:
            continue
        left = set(list_players_in_game(pod.standings)).difference(list_phased_out_players(pod))
        was, now = RangeOfInfluence(before), RangeOfInfluence(pod)
        for player in left:
            assert set(now.find_players_in_range(player) or ()) == set(was.find_players_in_range(player) or ()) & left
            if pod.setup.variant == "elimination":
                assert set(now.find_attackable_players(player)) == set(was.find_attackable_players(player)) & left


@games
@lightly
def test_when_a_turn_begins_the_empty_seats_have_closed_up(draw: Draw) -> None:
    """TAB-13, TAB-19, TAB-33, TAB-D3: as if the players who are left were all that there ever were."""
    for before, pod in a_game(draw, ALONE):
        if turn_of(before).number == turn_of(pod).number:
            continue
        ring = list_players_in_game(pod.standings)
        reach, limit = RangeOfInfluence(pod), pod.setup.influence_range
        far = len(ring) if limit is None else limit
        phased = list_phased_out_players(pod)
        for at, player in enumerate(ring):
            near = {ring[(at + step) % len(ring)] for step in range(-far, far + 1)}.difference({player}, phased)
            near = set() if player in phased else near
            found = reach.find_players_in_range(player)
            assert limit is None if found is None else set(found) == near
            if pod.setup.variant == "elimination":
                beside = {"left": {ring[(at + 1) % len(ring)]}, "right": {ring[at - 1]}}
                assert set(reach.find_attackable_players(player)) == beside.get(str(pod.setup.attack_option), near)


def test_where_nobody_keeps_track_of_turns_a_seat_closes_up_at_once() -> None:
    """TAB-13: there is no next turn to wait for."""
    setup = replace(setup_of("melee", "elimination"), turns=False)
    log = [create_pod_event(None, OpenLobby(setup, "a", PLAYERS[:7]))]
    log.append(create_pod_event(replay_pod_events(log), StartGame(PLAYERS[:7], "a")))
    log.append(create_pod_event(replay_pod_events(log), ConcedeGame("b")))
    pod = replay_pod_events(log)
    assert pod is not None
    assert RangeOfInfluence(pod).find_attackable_players("a") == ("c",)
    assert RangeOfInfluence(pod).find_players_in_range("a") == ("c", "d", "f", "g")


# Turns


@games
@lightly
def test_turns_go_clockwise_past_those_who_take_none(draw: Draw) -> None:
    """TAB-1, ESC-D13."""
    for pod, _ in a_game(draw, [one for one in PLAYED if one[0] != "grand-melee"]):
        if pod.pending_player_choice is not None:
            continue
        was, turn = (turn_of(pod), turn_of(apply_pod_event(pod, create_pod_event(pod, BeginNextTurn()))))
        assert turn.number == was.number + 1
        assert turn.seat in turn.active
        if pod.setup.has_team_turns:  # TAB-D6
            own = seats.find_team_of_player(pod.setup, pod.players, was.seat)
            assert set(turn.active) == set(list_players_in_game(pod.standings)) - set(own)
            continue
        start = pod.players.index(was.seat) + 1
        clockwise = [*pod.players[start:], *pod.players[:start]]
        one_side = pod.setup.variant_rules.team_is_one_side
        for player in clockwise[: clockwise.index(turn.seat)]:
            assert pod.standings[player].status in (("out", "servant") if one_side else ("out",))


def markers_apart(turn: Turn, ring: Sequence[Player]) -> bool:
    held = sorted(ring.index(marker.seat) for marker in turn.markers if marker.held)
    gaps = [(b - a) % len(ring) for a, b in zip(held, [*held[1:], *held[:1]], strict=True)]
    return len(held) == 1 or min(gaps) >= SEATS_PER_MARKER


def clockwise(turn: Turn, players: Sequence[Player]) -> bool:
    """Whether the markers are in the order of their numbers, all the way round."""
    at = [players.index(marker.seat) for marker in turn.markers]
    falls = sum(b < a for a, b in zip(at, [*at[1:], *at[:1]], strict=True))
    return falls <= 1


@games
@lightly
def test_the_markers_of_a_grand_melee_keep_their_order_and_their_distance(draw: Draw) -> None:
    """TAB-28."""
    for before, pod in a_game(draw, GRAND):
        turn, ring = turn_of(pod), list_players_in_game(pod.standings)
        assert len(turn.markers) == max(1, len(ring) // SEATS_PER_MARKER)
        assert turn.active == tuple(marker.seat for marker in turn.markers if marker.held)
        numbers = [marker.number for marker in turn.markers]
        assert numbers == sorted(set(numbers))
        assert clockwise(turn, pod.players)
        if turn.number != turn_of(before).number:
            assert turn.active
            assert markers_apart(turn, ring)


@games
@lightly
def test_in_a_grand_melee_everybody_has_a_turn_before_long(draw: Draw) -> None:
    """TAB-28: a round has no more turns than players, and some in which a marker waits."""
    pod = some(draw, [before for before, _ in a_game(draw, GRAND)])
    pod = replace(pod, turn=replace(turn_of(pod), extra=()))
    seen: set[Player] = set()
    ring = list_players_in_game(pod.standings)
    for _ in range(2 * len(ring)):
        pod = apply_pod_event(pod, create_pod_event(pod, BeginNextTurn()))
        seen |= set(turn_of(pod).active)
    assert seen == set(ring)


def risen(*commands: PodCommand, turns: bool = True) -> Pod:
    """A pod of Necromancer in which a has just defeated b, after some more commands."""
    setup = replace(setup_of("free-for-all", "necromancer"), turns=turns)
    players = PLAYERS[:4]
    beaten = ReportDefeats((DefeatReport("b", "life", (DefeatSource("a"),)),))
    pod: Pod | None = None
    for command in (OpenLobby(setup, "a", players), StartGame(players, "a"), beaten, *commands):
        pod = apply_pod_event(pod, create_pod_event(pod, command))
    assert pod is not None
    return pod


def test_an_extra_turn_is_none_in_the_order_of_the_table_and_nobody_phases_in() -> None:
    """NEC-5: the fourth turn is the one that comes round."""
    for player in ("a", "b"):
        assert list_phased_out_players(risen(BeginNextTurn(player))) == ("b",)
    assert not list_phased_out_players(risen(BeginNextTurn("b"), BeginNextTurn()))


def test_whoever_changes_masters_by_a_decision_is_as_phased_out_as_before() -> None:
    assert list_phased_out_players(risen(OverrideGameAsModerator("status", "misread", "b", "c"))) == ("b",)
    assert list_phased_out_players(risen(OverrideGameAsModerator("status", "misread", "b"))) == ("b",)
    back = risen(BeginNextTurn(), OverrideGameAsModerator("status", "misread", "b", "c"))
    assert not list_phased_out_players(back)


def test_where_nobody_keeps_track_of_turns_nobody_is_phased_out() -> None:
    """NEC-D9: nobody would say when they phase in."""
    pod = risen(turns=False)
    assert not list_phased_out_players(pod)
    assert RangeOfInfluence(pod).find_attackable_players("b") == ("c", "d")


def turns(players: str, turn: Turn, *extras: Player | None) -> list[str]:
    """Who is active in each of the turns that follow, of a grand melee that nobody leaves."""
    setup = setup_of("grand-melee", "elimination")
    found = []
    for extra in extras:
        turn = build_next_turn(setup, players, {p: PlayerState(p) for p in players}, turn, extra)
        found.append("".join(turn.active))
    return found


def test_in_a_grand_melee_an_extra_turn_follows_one_s_own() -> None:
    """TAB-28: the marker stays for another, and the one behind it waits."""
    turn = build_first_turn_of_game(setup_of("grand-melee", "elimination"), "abcdefghijklm", "a")
    assert turns("abcdefghijklm", turn, "e", None, None) == ["ej", "bfk", "cgl"]


def test_in_a_grand_melee_an_extra_turn_out_of_turn_waits_for_a_marker() -> None:
    """TAB-28: it is taken before one's next turn, so there are two when a marker comes."""
    turn = build_first_turn_of_game(setup_of("grand-melee", "elimination"), "abcdefghijklm", "a")
    assert turns("abcdefghijklm", turn, "g", *[None] * 3) == ["bfj", "cgk", "gl", "dhm"]


def test_in_a_grand_melee_extra_turns_may_keep_all_markers_waiting_in_turn() -> None:
    """TAB-28: the third has come so near to the first that it waits for that one to go on."""
    turn = build_first_turn_of_game(setup_of("grand-melee", "elimination"), "abcdefghijklm", "a")
    assert turns("abcdefghijklm", turn, "e", "e", None) == ["ej", "ek", "bf"]


def test_a_marker_is_not_overtaken_by_one_that_comes_up_to_its_seat() -> None:
    """TAB-28: the first waits to leave a's seat while the third arrives there."""
    players = "zaefghijklmn"
    turn = Turn(("g", "z"), 7, "a", (TurnMarker(1, "a", False), TurnMarker(2, "g"), TurnMarker(3, "z")))
    assert turns(players, turn, None, None) == ["ha", "ei"]
    setup, standings = (setup_of("grand-melee", "elimination"), {p: PlayerState(p) for p in players})
    for _ in range(2):
        turn = build_next_turn(setup, players, standings, turn)
    assert turn.markers == (TurnMarker(1, "e"), TurnMarker(2, "i"), TurnMarker(3, "a", False))


# Starts


@pytest.mark.parametrize("table", TABLES)
def test_every_start_that_is_drawn_is_one_that_the_table_allows(table: TableId) -> None:
    """TAB-20 to TAB-27: and everybody can come to sit where the first player sits."""
    for teams in (2, 3) if table == "teams" else (2,):
        setup = setup_of(table, "elimination", teams)
        for count in seats.list_player_counts_allowed_by_table(setup):
            opened = create_pod_event(None, OpenLobby(setup, "a", PLAYERS[:count]))
            firsts = set()
            for number in range(200 if count < 8 else 1):
                start = seating.draw_seats_from_secret(setup, PLAYERS[:count], f"{number}")
                create_pod_event(replay_pod_events([opened]), start)
                firsts.add((start.first, start.seats.index(start.first)))
            places = {place for _, place in firsts}
            able = {PLAYERS.index(player) for player in seats.find_possible_first_players(setup, PLAYERS[:count])}
            assert places <= able
            assert count >= 8 or len(firsts) == count * len(able)


@pytest.mark.parametrize("table", TABLES)
def test_a_transcript_draws_a_legal_start_whoever_is_to_begin(table: TableId) -> None:
    """TAB-27, TAB-D6: seats and teams follow from the seed, and the same ones each time."""
    setup = setup_of(table, "elimination")
    players = PLAYERS[: find_minimum_player_count(setup)]
    for seed in range(20):
        first = players[seed % len(players)]
        line = {"do": "open", "table": table, "variant": "elimination", "players": players}
        document = played([{**line, "seed": seed, "first": first}])
        row = [player["player"] for player in document["players"]]
        assert sorted(row) == sorted(players)
        assert first in seats.find_possible_first_players(setup, row)
        assert document["turn"]["active"][0] == first
        assert document == played([{**line, "seed": seed, "first": first}])
        drawn = played([{**line, "seed": seed}])["turn"]["active"]
        assert set(drawn) <= set(players)


def test_a_transcript_that_gives_teams_sits_them_in_their_row() -> None:
    """TAB-D6."""
    line = {"do": "open", "table": "teams", "variant": "elimination", "players": [*"abcdef"]}
    document = played([{**line, "teams": [["a", "b"], ["c", "d"], ["e", "f"]]}])
    assert [player["player"] for player in document["players"]] == [*"acebdf"]


# Life


@pytest.mark.parametrize(
    ("table", "base", "players", "life", "starts"),
    [
        ("free-for-all", "standard", 4, None, 20),
        ("free-for-all", "commander", 4, None, 40),
        ("free-for-all", "brawl", 4, None, 20),
        ("free-for-all", "commander", 4, 30, 30),
        ("teams", "commander", 6, None, 40),
        ("emperor", "modern", 6, None, 20),
        ("two-headed-giant", "standard", 4, None, 40),
        ("two-headed-giant", "commander", 4, None, 40),
        ("two-headed-giant", "standard", 6, None, 60),
        ("two-headed-giant", "standard", 6, 15, 45),
    ],
)
def test_life_starts_where_format_table_and_agreement_say(
    table: TableId, base: FormatId, players: int, life: int | None, starts: int
) -> None:
    """TAB-D1, TAB-24: a total is a player's, or that of a team with one life."""
    assert seats.compute_starting_life(PodSetup(table, base=base, life=life), players) == starts
