"""One answer to whose turn it is, and to whom somebody may attack, wherever the bot gives it."""

from collections.abc import Iterator, Sequence

from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import checklist, table_view
from bot.front.judge import loyalty
from bot.front.judge.outcome_verdicts import render_reported_defeat_consequence
from bot.front.pods import more_actions, pod_board
from bot.front.reports.report_draft import DefeatFormInput
from bot.front.reports.report_modal import LOSER_FIELD, build_defeat_report_modal
from bot.i18n import load_translations
from bot.pictures.figures import build_players_in_picture
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.next_turn import BeginNextTurn, TurnBegan
from bot.rules.pod import Pod, apply_pod_event, replay_pod_events
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.refusals import Refusal
from bot.rules.teams import list_players_in_game
from bot.transcripts.pods import build_pod_json
from tests.effort import examples
from tests.rules.test_tables import PLAYED, Draw, Played, a_command, a_start, some

EVERY: Played = [*PLAYED, *((table, "respawn") for table in ("free-for-all", "melee", "grand-melee", "pentagon"))]
STEPS = 8

TEXT = load_translations("en")
WORDS = PodMessageFormatter(TEXT, lambda player: f"<{player}>")


@given(st.binary(min_size=200, max_size=200).map(iter))
@settings(max_examples=examples(40))
def test_every_place_gives_the_same_order_of_turns_and_the_same_attacks(draw: Draw) -> None:
    for pod in play(draw):
        compare_turns(pod)
        compare_attacks(pod)


def play(draw: Draw) -> Iterator[Pod]:
    """A pod after each step of a game that does not end, with and without turns."""
    pod = replay_pod_events(a_start(draw, EVERY))
    assert pod is not None
    for _ in range(STEPS):
        try:
            pod = apply_pod_event(pod, create_pod_event(pod, a_command(draw, pod)))
        except Refusal:
            continue
        if pod.result is not None or not list_players_in_game(pod.standings):
            return
        yield pod
        if some(draw, range(4)) == 0:
            yield replace(pod, setup=replace(pod.setup, turns=False))


def join(players: Sequence[Player]) -> str:
    return ", ".join(f"<{player}>" for player in players)


def read(players: str) -> set[Player]:
    """The players whom a text names between angle brackets."""
    return {part.partition(">")[0] for part in players.split("<")[1:]}


def list_turns_by_pressing(pod: Pod) -> list[tuple[Player, ...]]:
    """The active players now, and after each press of *Next turn*, until everybody was active."""
    waiting = {*list_players_in_game(pod.standings)}
    turns = list[tuple[Player, ...]]()
    at = replace(pod, pending=None)
    for _ in range(2 * len(pod.players)):
        assert at.turn is not None
        turns.append(at.turn.active)
        waiting -= {*at.turn.active}
        if not waiting:
            return turns
        at = apply_pod_event(at, create_pod_event(at, BeginNextTurn()))
    raise AssertionError(f"{waiting} never have a turn")


def compare_turns(pod: Pod) -> None:
    facts = PodPropertyCache(pod)
    assert pod.turn is not None
    active = pod.turn.active if pod.setup.turns else ()
    present = list_players_in_game(pod.standings)
    order = table_view.describe_turn_order_and_targets(pod, "nobody here", WORDS)
    shown = order[0].removeprefix("Turn order: ").split(" → ") if order else []
    if pod.setup.turns:
        now, *later = list_turns_by_pressing(pod)
        assert shown in ([], [*([f"▶️ {join(now)}"] if now else []), *map(join, later)])
        marks = table_view._list_turn_labels(facts, WORDS)
        assert [mark.players for mark in marks] == [now, *later][:2]
    assert not any("▶️" in turn for turn in shown[1 if active else 0 :])
    if pod.setup.variant_rules.team_is_one_side and shown:
        # A thrall has a turn with the master alone.
        turns = [read(turn) for turn in shown]
        for each in pod.standings.values():
            if each.status == "servant":
                assert all(each.master in turn for turn in turns[1:] if each.player in turn)
    board = "\n".join(table_view.render_team_lines(facts, WORDS))
    assert ("▶️" in board) == bool(active)
    nobody = TEXT("board-turn-nobody") in pod_board._render_pod_team_lines(facts, WORDS)
    assert nobody == (pod.setup.turns and not active)
    is_running = pod.state == "running"
    for player in pod.players:
        said = checklist.render_actions_awaited_from_viewer(facts, player, WORDS)
        assert (f"▶️ {TEXT('more-turn')}" in said) == (is_running and player in active)
        alt = table_view.build_table_picture_alt_text(pod, player, WORDS).splitlines()
        assert {p for p, line in zip(pod.players, alt[1:], strict=False) if TEXT("picture-active") in line} == {*active}
    assert {*loyalty._build_question_data_of_active_players(pod).get("active", ())} == {*active}
    if pod.setup.turns:
        assert tuple(build_pod_json(pod, TEXT)["turn"]["active"]) == active
    extra = [menu for menu in more_actions._build_card_effect_menus(1, pod, WORDS) if menu.custom_id.endswith("extra")]
    for option in (option for menu in extra for option in menu.options):
        event = create_pod_event(pod, BeginNextTurn(option.value))
        assert isinstance(event, TurnBegan)
        assert event.outcome.turn is not None
        assert option.label == join(event.outcome.turn.active) or pod.turn.markers
    assert len({option.label for menu in extra for option in menu.options}) <= len(present)


def compare_attacks(pod: Pod) -> None:
    facts = PodPropertyCache(pod)
    rows = {row["player"]: row for row in build_pod_json(pod, TEXT)["players"]}
    present = list_players_in_game(pod.standings)
    phased = {p for p in present if pod.standings[p].phased and pod.setup.turns}
    figures = dict(zip(pod.players, build_players_in_picture([(each, "") for each in pod.players]), strict=True))
    for player in present:
        attacked, near = {*rows[player]["may_attack"]}, rows[player]["in_range"]
        assert not phased & (attacked | {*(near or ())})
        reached = {*near} if near is not None else {*present} - phased - {player}
        said = dict(line.split(": ", 1) for line in _describe_attacks(pod, player) if ": " in line)
        drawn = table_view.build_table_picture_scene(pod, player, figures, TEXT)
        assert {pod.players[at] for at in drawn.attack} == attacked
        if player in phased:
            assert not attacked
            assert not near
            assert "⚔️ You may attack" not in said
            assert drawn.reach == frozenset()
            continue
        assert read(said["⚔️ You may attack"]) == attacked
        assert read(said.get("🎯 In your range", join([*reached]))) == reached
        assert reached == ({*present} - {player} if drawn.reach is None else {pod.players[at] for at in drawn.reach})
    details = table_view.render_possible_attacks(pod, WORDS)
    for line in (line for line in details if " → " in line):
        attackers, attacked_players = line.split(" → ")
        for player in read(attackers):
            assert {*rows[player]["may_attack"]} == read(attacked_players)
    named = [read(line.split(" → ")[0]) for line in details if " → " in line]
    if pod.turn is not None and named and len(named) == len(details):
        assert set().union(*named) == {*pod.turn.active}
    assert not details or (pod.setup.turns and pod.setup.has_attack_limits)
    compare_phased(facts, phased)


def _describe_attacks(pod: Pod, player: Player) -> list[str]:
    return table_view.describe_turn_order_and_targets(pod, player, WORDS)[1 if pod.step else 0 :]


def compare_phased(facts: PodPropertyCache, phased: set[Player]) -> None:
    """The board, its details, the modal, and the judge call the same players phased out."""
    pod = facts.pod
    board = "\n".join(table_view.render_team_lines(facts, WORDS))
    assert {p for p in pod.players if f"<{p}>** 💤" in board or f"<{p}> 💤" in board} == phased
    reminders = [line for line in table_view.render_rule_reminders(pod, WORDS) if "NEC-5" in line]
    assert {player for line in reminders for player in read(line)} == phased
    modal = build_defeat_report_modal(1, 1, pod, DefeatFormInput(), WORDS)
    fields = [item.component for item in modal.children if isinstance(item, ui.Label)]
    (menu,) = (field for field in fields if isinstance(field, ui.Select) and field.custom_id == LOSER_FIELD)
    assert {option.value for option in menu.options if option.description} == phased
    if pod.state != "running":
        return
    loser, *others = list_players_in_game(pod.standings)
    for other in others:
        told = render_reported_defeat_consequence(pod, DefeatReport(loser, "life", (DefeatSource(other),)), WORDS).told
        said = {player for line in told.splitlines() if "NEC-5" in line for player in read(line)}
        assert said == phased & {loser, other}
