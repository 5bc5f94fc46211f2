"""Life, poison and commander damage: totals, what resets them, and what loses."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from msgspec.structs import replace

from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.deck_naming import DeclareDeck
from bot.rules.facts import Commander, Deck, DefeatReport, DefeatSource, Player
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import TurnBegan
from bot.rules.player_totals import DamagingCommander, LifeOrDamageCounterKey, build_player_counter_key
from bot.rules.pod import Pod, PodCommand, RunningGameEvent, apply_pod_event, replay_pod_events
from bot.rules.records import CountKind, LifeOrDamageChange, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.restarting import BeginSubgame, GameRestartedByKarn, RestartGameByKarn
from bot.rules.rights import Requester
from bot.rules.seats import find_possible_first_players
from bot.rules.story import CorrectGameReports, list_events_still_in_effect
from bot.rules.teams import list_players_in_game
from bot.rules.totals import (
    HIGHEST_TOTAL,
    LARGEST_CHANGE,
    ChangeLifeOrDamage,
    LethalCounter,
    LifeOrDamageChanged,
    SetLifeOrDamage,
    compute_life_total_of_player,
    find_commander_name,
    find_current_life_total_owner,
    find_lethal_counters,
    list_commanders_that_may_deal_damage,
)
from bot.rules.undoing import UndoPodEvent
from bot.rules.variants import VARIANTS
from bot.rules.winning import ReportWin
from bot.service import rights
from tests.effort import examples
from tests.rules.test_corrections import FOUR, WHY, after, killed
from tests.rules.test_properties import Choices, _command, _some, games, lightly

quickly = settings(lightly, max_examples=examples(80))

ESCLAVE = PodSetup(counting=True)


def setup(variant: str, **more: Any) -> PodSetup:
    return PodSetup(variant=variant, scoring=variant, counting=True, **more)


def played(*commands: PodCommand, setup: PodSetup = ESCLAVE, players: tuple[Player, ...] = FOUR) -> list[Event]:
    log: list[Event] = []
    first = find_possible_first_players(setup, players)[0]
    opening = (OpenLobby(setup, players[0], players), StartGame(players, first))
    for command in (*opening, *commands):
        log.append(create_pod_event(replay_pod_events(log), command))
    return log


def pod(*commands: PodCommand, **more: Any) -> Pod:
    return after(played(*commands, **more))


def lost(player: Player, amount: int, by: Player | None = None) -> ChangeLifeOrDamage:
    return ChangeLifeOrDamage(player, "life", -amount, by)


def poisoned(player: Player, amount: int, by: Player | None = None) -> ChangeLifeOrDamage:
    return ChangeLifeOrDamage(player, "poison", amount, by)


def struck(player: Player, amount: int, by: Player) -> ChangeLifeOrDamage:
    return ChangeLifeOrDamage(player, "commander", amount, by)


def poison(pod: Pod, player: Player) -> int:
    return pod.counts.compute_life_or_damage("poison", player)


# For any game


def _totals(pod: Pod) -> dict[LifeOrDamageCounterKey, int]:
    counts = pod.counts
    every = {key: counts.compute_life_or_damage(*key) for key in {**counts.base, **counts.added}}
    return {key: total for key, total in every.items() if total}


def _count(draw: Choices, pod: Pod) -> ChangeLifeOrDamage | SetLifeOrDamage:
    players = list_players_in_game(pod.current_game.standings) or ["zed"]
    kind: CountKind = _some(draw, "life", "life", "poison", "commander")
    amount, which = _some(draw, -3, -1, 1, 2, 7), _some(draw, 1, 2)
    if _some(draw, False, False, False, True):
        return SetLifeOrDamage(_some(draw, *players), kind, (_some(draw, 0, 3, 25),), _some(draw, *players), which)
    return ChangeLifeOrDamage(_some(draw, *players), kind, amount, _some(draw, *players), which)


def _try(pod: Pod, command: PodCommand) -> Event | None:
    try:
        return create_pod_event(pod, command)
    except Refusal:
        return None


def _opening(draw: Choices) -> list[Event]:
    variant = _some(draw, *VARIANTS)
    return played(setup=setup(variant), players=("ana", "bo", "cy", "di", "eve"))


@games
@quickly
def test_totals_are_the_sum_of_all_changes_since_the_last_reset(draw: Choices) -> None:
    """Poison and damage; a reset is a defeat after which one plays on, or begins to."""
    pod = after(_opening(draw))
    since = Counter[LifeOrDamageCounterKey]()
    for _ in range(40):
        command = _some(draw, _count, _count, _command)(draw, pod)
        event = None if isinstance(command, UndoPodEvent | BeginSubgame) else _try(pod, command)
        if event is None:
            continue
        pod = apply_pod_event(pod, event)
        if isinstance(event, LifeOrDamageChanged):
            for change in event.changes:
                since[build_player_counter_key(change)] += change.amount
        elif isinstance(event, GameRestartedByKarn):
            since.clear()
        elif isinstance(event, RunningGameEvent):
            plays_on = ("servant", "masterless", "rejoins")
            beaten = {v.loser for v in event.outcome.verdicts if v.becomes in plays_on}
            since = Counter({key: total for key, total in since.items() if key[1] not in beaten})
        playing = list_players_in_game(pod.current_game.standings)
        since = Counter({key: total for key, total in since.items() if key[1] in playing})
        for key in {*since, *_totals(pod)}:
            if key.kind != "life" and key.player in playing:
                assert pod.counts.compute_life_or_damage(*key) == since[key]
        if pod.state not in ("running", "waiting"):
            return


@games
@quickly
def test_life_changes_by_what_is_said_and_only_at_a_step_by_the_rules(draw: Choices) -> None:
    pod = after(_opening(draw))
    for _ in range(40):
        event = _try(pod, _some(draw, _count, _count, _command)(draw, pod))
        if event is None:
            continue
        before, pod = pod, apply_pod_event(pod, event)
        moved = Counter[LifeOrDamageCounterKey]()
        if isinstance(event, LifeOrDamageChanged):
            for change in event.changes:
                moved[build_player_counter_key(change)] += change.amount
            every = {**_totals(before), **moved}
            after_it = {key: before.counts.compute_life_or_damage(*key) + moved[key] for key in every}
            assert _totals(pod) == {key: total for key, total in after_it.items() if total}
        elif isinstance(event, TurnBegan):
            assert _totals(pod) == _totals(before)
        if pod.state not in ("running", "waiting"):
            return


@games
@quickly
def test_a_step_that_is_taken_back_leaves_the_totals_as_if_only_the_changes_had_been(draw: Choices) -> None:
    before = after(_opening(draw))
    for _ in range(_some(draw, 0, 3, 6)):
        event = _try(before, _some(draw, _count, _command)(draw, before))
        if event is not None and before.state in ("running", "waiting"):
            before = apply_pod_event(before, event)
    step = _try(before, _command(draw, before))
    if step is None or apply_pod_event(before, step).step <= before.step:
        return
    with_step, without = apply_pod_event(before, step), before
    if (with_step.subgame is None) != (before.subgame is None):
        return  # another game's totals
    for _ in range(_some(draw, 0, 1, 4)):
        counted = _try(with_step, _count(draw, with_step)) if with_step.counts.base else None
        if counted is not None:
            with_step, without = (apply_pod_event(with_step, counted), apply_pod_event(without, counted))
    assert _totals(apply_pod_event(with_step, create_pod_event(with_step, UndoPodEvent()))) == _totals(without)


@games
@quickly
def test_the_game_is_the_same_as_without_any_counting(draw: Choices) -> None:
    log = _opening(draw)
    pod = after(log)
    for _ in range(25):
        event = _try(pod, _some(draw, _count, _command)(draw, pod))
        if event is not None:
            log.append(event)
            pod = apply_pod_event(pod, event)
        if pod.state not in ("running", "waiting"):
            break
    bare = after([event for event in log if not isinstance(event, LifeOrDamageChanged)])
    story = list_events_still_in_effect(event for event in log if not isinstance(event, LifeOrDamageChanged))
    assert list_events_still_in_effect(log) == story
    assert (pod.standings, pod.verdicts, pod.result) == (bare.standings, bare.verdicts, bare.result)
    assert (pod.step, pod.turn, pod.pending) == (bare.step, bare.turn, bare.pending)


# Where totals start, and what resets them


@pytest.mark.parametrize(
    ("setup", "start"),
    [
        (ESCLAVE, 40),
        (replace(ESCLAVE, base="modern"), 20),
        (replace(ESCLAVE, life=25), 25),
        (setup("elimination", table="two-headed-giant"), 40),
        (setup("elimination", table="two-headed-giant", life=30), 60),
    ],
)
def test_totals_start_as_format_table_and_agreement_say(setup: PodSetup, start: int) -> None:
    assert {compute_life_total_of_player(pod(setup=setup), player) for player in FOUR} == {start}


def test_who_begins_to_serve_has_their_masters_life_and_no_counters() -> None:
    served = pod(
        lost("ana", 7), poisoned("bo", 4), struck("bo", 6, "cy"), poisoned("cy", 2),
        killed("bo", "ana"),
    )  # fmt: skip
    assert compute_life_total_of_player(served, "bo") == compute_life_total_of_player(served, "ana") == 33
    assert (poison(served, "bo"), served.counts.get_damage_by_commander("bo")) == (0, {})
    assert poison(served, "cy") == 2


def test_a_loss_of_life_of_a_thrall_is_the_teams() -> None:
    served = pod(killed("bo", "ana"), lost("bo", 3))
    assert compute_life_total_of_player(served, "ana") == 37


def test_those_who_follow_a_beaten_master_keep_their_counters() -> None:
    served = pod(killed("bo", "ana"), poisoned("bo", 3), poisoned("ana", 5), killed("ana", "cy"))
    assert (poison(served, "ana"), poison(served, "bo")) == (0, 3)
    assert find_current_life_total_owner(served, "bo") == "cy"


def test_who_becomes_the_same_masters_thrall_again_loses_counters_again() -> None:
    poison_again = ReportDefeats((DefeatReport("bo", "poison", (DefeatSource("ana", "Blight"),)),))
    served = pod(killed("bo", "ana"), poisoned("bo", 10), poison_again)
    assert poison(served, "bo") == 0


def test_a_successor_keeps_the_teams_life() -> None:
    assert compute_life_total_of_player(pod(killed("bo", "ana"), lost("ana", 11), ConcedeGame("ana")), "bo") == 29


@pytest.mark.parametrize(("variant", "becomes"), [("necromancer", 30), ("respawn", 40)])
def test_life_after_a_defeat_is_as_the_variant_says(variant: str, becomes: int) -> None:
    beaten = pod(
        lost("bo", 40), poisoned("bo", 3), struck("bo", 1, "di"), killed("bo", "ana"),
        setup=setup(variant),
    )  # fmt: skip
    assert (
        compute_life_total_of_player(beaten, "bo"),
        poison(beaten, "bo"),
        beaten.counts.get_damage_by_commander("bo"),
    ) == (becomes, 0, {})
    assert compute_life_total_of_player(beaten, "ana") == 40


def test_karn_starts_everything_afresh() -> None:
    afresh = pod(killed("bo", "ana"), lost("ana", 5), poisoned("cy", 4), RestartGameByKarn("di"))
    assert {compute_life_total_of_player(afresh, player) for player in FOUR} == {40}
    assert poison(afresh, "cy") == 0


@pytest.mark.parametrize(("card", "start"), [("shahrazad", 40), ("enter-the-dungeon", 5), ("countdown", 1)])
def test_a_subgame_has_totals_of_its_own(card: Any, start: int) -> None:
    log = played(lost("ana", 9), poisoned("bo", 2), BeginSubgame(card))
    inside = after(log)
    assert {compute_life_total_of_player(inside, player) for player in FOUR} == {start}
    assert poison(inside, "bo") == 0
    inside = apply_pod_event(inside, create_pod_event(inside, lost("ana", 1)))
    over = apply_pod_event(inside, create_pod_event(inside, ReportWin("bo")))
    assert (compute_life_total_of_player(over, "ana"), poison(over, "bo")) == (31, 2)
    again = apply_pod_event(over, create_pod_event(over, UndoPodEvent()))
    assert (compute_life_total_of_player(again, "ana"), compute_life_total_of_player(again, "bo")) == (start - 1, start)
    never = apply_pod_event(inside, create_pod_event(inside, UndoPodEvent()))
    assert (compute_life_total_of_player(never, "ana"), poison(never, "bo")) == (31, 2)


def test_undo_takes_back_the_report_and_no_change() -> None:
    log = played(poisoned("bo", 3), killed("bo", "ana"), lost("ana", 2), poisoned("bo", 1))
    back = apply_pod_event(after(log), create_pod_event(after(log), UndoPodEvent()))
    assert back.standings["bo"].status == "master"
    assert (
        compute_life_total_of_player(back, "ana"),
        compute_life_total_of_player(back, "bo"),
        poison(back, "bo"),
    ) == (38, 40, 4)


def test_a_correction_keeps_all_totals_and_resets_those_of_who_serves_then() -> None:
    log = played(lost("bo", 4), lost("cy", 40), poisoned("cy", 1), killed("bo", "ana"), lost("ana", 2))
    story = list_events_still_in_effect(log)
    right = create_pod_event(after(log), CorrectGameReports(story, {len(story) - 1: (killed("cy", "ana"),)}, WHY))
    pod = apply_pod_event(after(log), right)
    assert (
        compute_life_total_of_player(pod, "ana"),
        compute_life_total_of_player(pod, "bo"),
        compute_life_total_of_player(pod, "cy"),
        poison(pod, "cy"),
    ) == (38, 36, 38, 0)


# Changes


def test_damage_from_a_commander_takes_as_much_life() -> None:
    event = create_pod_event(pod(), struck("bo", 5, "ana"))
    assert event == LifeOrDamageChanged(
        (LifeOrDamageChange("bo", "commander", 5, "ana"), LifeOrDamageChange("bo", "life", -5, "ana"))
    )


def test_life_of_a_two_headed_giant_is_one_total_and_poison_is_not() -> None:
    giant = pod(
        lost("bo", 3), lost("ana", 2), poisoned("bo", 2),
        setup=setup("elimination", table="two-headed-giant"),
    )  # fmt: skip
    assert (
        compute_life_total_of_player(giant, "ana"),
        compute_life_total_of_player(giant, "bo"),
        compute_life_total_of_player(giant, "cy"),
    ) == (35, 35, 40)
    assert (poison(giant, "ana"), poison(giant, "bo")) == (0, 2)


GIANT = setup("elimination", table="two-headed-giant")


@pytest.mark.parametrize(("player", "totals", "becomes"), [("ana", (7,), 7), ("bo", (7,), 7), ("bo", (12, 3), 15)])
def test_totals_of_members_become_that_of_their_team(player: Player, totals: tuple[int, ...], becomes: int) -> None:
    giant = pod(lost("ana", 5), SetLifeOrDamage(player, "life", totals), setup=GIANT)
    assert {compute_life_total_of_player(giant, each) for each in ("ana", "bo")} == {becomes}
    assert {compute_life_total_of_player(giant, each) for each in ("cy", "di")} == {40}


def test_a_total_of_a_thrall_becomes_that_of_the_team() -> None:
    served = pod(killed("bo", "ana"), SetLifeOrDamage("bo", "life", (10, 4)))
    assert (compute_life_total_of_player(served, "ana"), compute_life_total_of_player(served, "cy")) == (14, 40)


def test_a_total_of_commander_damage_takes_the_life_that_is_missing() -> None:
    hit = pod(struck("bo", 5, "ana"), SetLifeOrDamage("bo", "commander", (3,), "ana"))
    assert hit.counts.get_damage_by_commander("bo") == {DamagingCommander("ana"): 3}
    assert compute_life_total_of_player(hit, "bo") == 37


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        ((SetLifeOrDamage("bo", "life", (40,)),), "count-same"),
        ((SetLifeOrDamage("bo", "life", ()),), "count-members"),
        ((SetLifeOrDamage("bo", "life", (20, 5)),), "count-members"),
        ((killed("bo", "ana"), SetLifeOrDamage("bo", "poison", (1, 1))), "count-members"),
        ((SetLifeOrDamage("bo", "life", (HIGHEST_TOTAL + 1,)),), "count-total"),
        ((SetLifeOrDamage("bo", "poison", (-1,)),), "count-total"),
        ((SetLifeOrDamage("bo", "commander", (3,)),), "whose-commander"),
        ((SetLifeOrDamage("zed", "life", (3,)),), "not-in"),
        ((lost("bo", 0),), "count-amount"),
        ((lost("bo", LARGEST_CHANGE + 1),), "count-amount"),
        ((poisoned("bo", -1),), "count-total"),
        ((ChangeLifeOrDamage("bo", "commander", 3),), "whose-commander"),
        ((struck("bo", 3, "zed"),), "not-in"),
        ((lost("zed", 3),), "not-in"),
        ((ConcedeGame("bo"), lost("bo", 3)), "out"),
        ((lost("bo", 3, "zed"),), "not-in"),
    ],
)
def test_it_is_refused(commands: tuple[PodCommand, ...], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        pod(*commands)
    assert refused.value.code == code


def test_a_total_goes_to_its_limit_and_no_further() -> None:
    gains = [ChangeLifeOrDamage("bo", "life", 999)] * 9 + [
        ChangeLifeOrDamage("bo", "life", HIGHEST_TOTAL - 40 - 9 * 999)
    ]
    most = pod(*gains)
    assert compute_life_total_of_player(most, "bo") == HIGHEST_TOTAL
    with pytest.raises(Refusal, match="count-total"):
        create_pod_event(most, ChangeLifeOrDamage("bo", "life", 1))


@pytest.mark.parametrize(
    ("setup", "command", "code"),
    [
        (PodSetup(), lost("bo", 3), "no-counting"),
        (replace(ESCLAVE, base="modern"), struck("bo", 3, "ana"), "no-commanders"),
    ],
)
def test_a_pod_without_it_refuses(setup: PodSetup, command: PodCommand, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        pod(command, setup=setup)
    assert refused.value.code == code


def test_nothing_is_counted_before_the_start_or_after_the_end() -> None:
    lobby = replay_pod_events(played()[:1])
    closed = pod(ClosePod())
    assert (_refused(lobby), _refused(closed)) == ("lobby", "closed")


def _refused(pod: Pod | None) -> str:
    with pytest.raises(Refusal) as refused:
        create_pod_event(pod, lost("bo", 1))
    return refused.value.code


@pytest.mark.parametrize(("who", "may"), [("cy", True), ("zed", False)])
def test_anybody_in_the_pod_may_change_anybodys_totals(who: Player, may: bool) -> None:
    assert rights.has_pod_command_permission(pod(), lost("bo", 3), Requester(who), None) is may


# DeadlyTotal


@pytest.mark.parametrize(
    ("commands", "losers"),
    [
        ([lost("bo", 39)], []),
        ([lost("bo", 38, "cy"), lost("bo", 2, "ana")], [LethalCounter("bo", "life", "ana", 2)]),
        ([lost("bo", 45)], [LethalCounter("bo", "life")]),
        ([lost("bo", 45, "ana"), ChangeLifeOrDamage("bo", "life", 1)], [LethalCounter("bo", "life")]),
        ([poisoned("bo", 9)], []),
        ([poisoned("bo", 7), poisoned("bo", 3, "cy")], [LethalCounter("bo", "poison", "cy", 3)]),
        ([struck("bo", 20, "ana"), struck("bo", 1, "cy")], []),
        ([struck("bo", 21, "ana")], [LethalCounter("bo", "commander", "ana", 21)]),
        ([struck("bo", 21, "ana"), ConcedeGame("ana")], [LethalCounter("bo", "commander")]),
        ([killed("bo", "ana"), lost("bo", 40, "cy")], [LethalCounter("ana", "life", "cy", 40)]),
    ],
)
def test_who_would_lose_is_known_with_what_did_it(commands: list[PodCommand], losers: list[LethalCounter]) -> None:
    assert list(find_lethal_counters(pod(*commands))) == losers


def test_a_two_headed_giant_loses_as_one() -> None:
    giant = pod(lost("cy", 40), setup=setup("elimination", table="two-headed-giant"))
    assert list(find_lethal_counters(giant)) == [LethalCounter("cy", "life")]


def test_nobody_loses_by_a_total_alone() -> None:
    assert pod(lost("bo", 99)).standings == pod().standings


def test_partners_count_apart() -> None:
    second = ChangeLifeOrDamage("bo", "commander", 10, "ana", 2)
    both = pod(struck("bo", 11, "ana"), second)
    assert both.counts.get_damage_by_commander("bo") == {DamagingCommander("ana"): 11, DamagingCommander("ana", 2): 10}
    assert [*find_lethal_counters(both)] == []
    assert compute_life_total_of_player(both, "bo") == 40 - 21
    deadly = pod(struck("bo", 11, "ana"), second, replace(second, amount=11))
    assert [each.cause for each in find_lethal_counters(deadly)] == ["commander"]


def test_there_is_no_third_commander() -> None:
    with pytest.raises(Refusal, match="count-late"):
        create_pod_event(pod(), ChangeLifeOrDamage("bo", "commander", 1, "ana", 3))


def test_partners_are_called_by_the_deck_that_was_named() -> None:
    deck = Deck((Commander("Tymna"), Commander("Thrasios")))
    known = pod(DeclareDeck("ana", deck))
    assert list_commanders_that_may_deal_damage(known)[:3] == [
        DamagingCommander("ana"),
        DamagingCommander("ana", 2),
        DamagingCommander("bo"),
    ]
    assert find_commander_name(known, DamagingCommander("ana", 2)) == "Thrasios"
    assert find_commander_name(known, DamagingCommander("bo")) is None


def test_the_commander_of_a_deck_with_one_is_called_by_its_name_too() -> None:
    known = pod(DeclareDeck("ana", Deck((Commander("Krenko, Mob Boss"),))))
    assert find_commander_name(known, DamagingCommander("ana")) == "Krenko, Mob Boss"
    assert DamagingCommander("ana", 2) not in list_commanders_that_may_deal_damage(known)
