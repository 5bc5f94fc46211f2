"""The checklist of a player: their next steps after a defeat, and the actions that a pod expects."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts.story import render_report_to_confirm
from bot.front.ui import components
from bot.rules.facts import Player
from bot.rules.guests import find_member_acting_for_player, list_guests_of_member, list_members_acting_for_players
from bot.rules.news import LatestEventDetails
from bot.rules.next_turn import list_players_whose_turn_it_is
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.records import PlayerState
from bot.rules.variants import (
    LEAVING_STEPS,
    RULES_ON_FOLLOWING,
    RULES_ON_LEAVING,
    Variant,
    list_instruction_keys_for_beaten_players,
    list_rules_on_defeated_players,
)


class PlayerNextSteps(NamedTuple):
    """The steps that a player must take after a defeat or a change of master, with the situation and notes.

    `rules` are the ids of the rules that say all of it.
    """

    situation: str
    steps: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def render_lines(self) -> list[str]:
        numbered = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return [self.situation, *numbered, *self.notes]


def render_next_steps_embed(
    pod_facts: PodPropertyCache, player: Player, formatter: PodMessageFormatter
) -> tuple[discord.Embed, tuple[str, ...]]:
    """Return an embed with the next steps of a player and their guests, with the rules."""
    own = find_next_steps_of_player(pod_facts, player, formatter)
    said = own.render_lines()
    rules = list(own.rules)
    for guest in list_guests_of_member(pod_facts.pod, player):
        following = find_next_steps_of_player(pod_facts, guest, formatter)
        if following.steps or following.notes:
            said += ["", f"**{formatter.name(guest)}** · {following.situation}", *following.render_lines()[1:]]
            rules += following.rules
    embed = discord.Embed(title=formatter.text("checklist-title"), description="\n".join(said))
    return embed, tuple(dict.fromkeys(rules))


def render_steps_after_defeat(
    pod_facts: PodPropertyCache, acting_player: Player, formatter: PodMessageFormatter
) -> list[str]:
    """Render what `acting_player` and their guests must do after the last defeat.

    These are the losers, and the servants who changed masters with them.
    """
    lines = list[str]()
    for player in _list_players_affected_by_last_defeat(pod_facts.pod, acting_player):
        following = find_next_steps_of_player(pod_facts, player, formatter)
        if following.steps or following.notes:
            whose = "" if player == acting_player else f"**{formatter.name(player)}** · "
            lines += [f"📋 {whose}{following.situation}", *following.render_lines()[1:]]
    return lines


def render_next_steps_button_hint(
    pod_facts: PodPropertyCache, latest_event_details: LatestEventDetails, formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield a hint on the board about the button that shows beaten players their next steps."""
    verdicts = latest_event_details.verdicts
    concerned = [verdict.loser for verdict in verdicts] + list(latest_event_details.list_transferred_servants(verdicts))
    asked = [
        each
        for each in dict.fromkeys(concerned)
        if (following := find_next_steps_of_player(pod_facts, each, formatter)).steps or following.notes
    ]
    if asked:
        actors = list_members_acting_for_players(pod_facts.pod, asked)
        shown = "checklist" in components.list_board_button_actions(pod_facts)
        button = formatter.text("button-checklist" if shown else "button-more")
        yield formatter.text("board-steps", players=formatter.join_player_names(actors), button=button)


def _list_players_affected_by_last_defeat(pod: Pod, acting_player: Player) -> list[Player]:
    """Return the players affected by the last defeat for whom `acting_player` acts: losers and their servants."""
    before = pod.before
    while before is not None and len(before.verdicts) == len(pod.verdicts):
        before = before.before
    verdicts = pod.verdicts[len(before.verdicts) if before is not None else 0 :]
    losers = [verdict.loser for verdict in verdicts]
    followers = [
        player
        for player, standing in pod.standings.items()
        if standing.status == "servant" and before is not None and _has_new_master(before, standing)
    ]
    moved = dict.fromkeys([*losers, *(followers if verdicts else ())])
    return [each for each in moved if find_member_acting_for_player(pod, each) == acting_player]


def _has_new_master(previous_pod: Pod, player_state: PlayerState) -> bool:
    former = previous_pod.standings.get(player_state.player)
    return former is None or (former.master, former.served) != (player_state.master, player_state.served)


def find_next_steps_of_player(
    pod_facts: PodPropertyCache, player: Player, formatter: PodMessageFormatter
) -> PlayerNextSteps:
    """Return the next steps of a player after a defeat or a change of master."""
    text = formatter.text
    pod = pod_facts.pod
    variant = pod_facts.variant_rules
    standing = pod.standings.get(player)
    steps = _render_next_steps(variant, list_instruction_keys_for_beaten_players(variant), formatter)
    rules = list_rules_on_defeated_players(variant)
    if pod.result is not None or pod.closed:
        return PlayerNextSteps(text("checklist-over"))
    if variant.loser_becomes == "rejoins" and standing is not None:
        return PlayerNextSteps(text("checklist-rejoins"), steps, rules=rules)
    if standing is not None and standing.status == "out":
        leaving = _render_next_steps(variant, LEAVING_STEPS, formatter)
        return PlayerNextSteps(text("checklist-out"), leaving, rules=RULES_ON_LEAVING)
    if standing is not None and standing.status == "masterless":
        return PlayerNextSteps(text("checklist-masterless"), steps, rules=rules)
    if standing is None or standing.master is None:
        return PlayerNextSteps(text("checklist-nothing"))
    master = formatter.name(standing.master)
    notes = tuple(_render_servant_notes(pod, variant, standing, master, formatter))
    if standing.served and standing.served[0][1] != player:  # ESC-D15
        return PlayerNextSteps(text("checklist-follower", master=master), notes=notes, rules=RULES_ON_FOLLOWING)
    key = "checklist-servant" if variant.servants_win_with_master else "checklist-minion"
    return PlayerNextSteps(text(key, master=master), steps, notes, rules)


def _render_next_steps(
    variant: Variant, step_text_keys: Iterable[str], formatter: PodMessageFormatter
) -> tuple[str, ...]:
    numbers: dict[str, str | int] = {
        "life": variant.life_after,
        "cards": variant.hand_after,
        "turns": variant.solo_turns,
    }
    return tuple(formatter.text(f"checklist-{step}", **numbers) for step in step_text_keys)


def _render_servant_notes(
    pod: Pod, variant: Variant, player_state: PlayerState, master_name: str, formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield notes for a servant, such as when they act and whom they may not attack."""
    if variant.team_is_one_side:
        key = "checklist-shares" if _has_turn_begun_under_master(pod, player_state) else "checklist-from-next-turn"
        yield f"▶️ {formatter.text(key, master=master_name)}"
    else:
        yield f"🕊️ {formatter.text('checklist-peace', master=master_name)}"
    yield f"🃏 {formatter.text(f'checklist-master-falls-{variant.servants_of_loser}', master=master_name)}"


def _has_turn_begun_under_master(pod: Pod, player_state: PlayerState) -> bool:
    """Return True if a turn has begun since a player became the servant of their master (ESC-7)."""
    began = pod
    while began.before is not None and not _has_new_master(began.before, player_state):
        began = began.before
    return pod.turn is not None and began.turn is not None and pod.turn.number > began.turn.number


def render_actions_awaited_from_viewer(
    pod_facts: PodPropertyCache, viewer: Player, formatter: PodMessageFormatter
) -> list[str]:
    """Render what the viewer must do in a pod now, most urgent first."""
    text = formatter.text
    lines = list[str]()
    pod = pod_facts.pod
    question = pod_facts.pending_player_choice
    if question is not None and find_member_acting_for_player(pod, question.by) == viewer:
        lines.append(f"⏳ **{formatter.render_choice_question(question)}**")
    lines += [
        f"☑️ {text('more-confirm', what=render_report_to_confirm(each.event, formatter))}"
        for each in pod_facts.confirmable_reports
        if viewer in each.needed_confirmation.of and pod_facts.disputed_report is None
    ]
    active = list_players_whose_turn_it_is(pod) if pod_facts.state == "running" else ()
    for player in active:
        if player == viewer:
            lines.append(f"▶️ {text('more-turn')}")
        elif find_member_acting_for_player(pod, player) == viewer:
            lines.append(f"▶️ {text('more-turn-of', player=formatter.name(player))}")
    return lines + _render_masters_and_next_steps(pod_facts, viewer, formatter)


def _render_masters_and_next_steps(
    pod_facts: PodPropertyCache, viewer: Player, formatter: PodMessageFormatter
) -> list[str]:
    """Render whom the viewer and their guests serve, and who must act after a defeat."""
    pod = pod_facts.pod
    moved = _list_players_affected_by_last_defeat(pod, viewer)
    lines = list[str]()
    for player in [viewer, *list_guests_of_member(pod, viewer)]:
        following = find_next_steps_of_player(pod_facts, player, formatter)
        master = pod.standings[player].master if player in pod.standings else None
        said = list[str]()
        if following.notes and master is not None:
            serves = formatter.text("more-serves", master=formatter.name(master))
            follows = player in moved and not following.steps
            said += [f"⛓️ {following.situation if follows else serves}", following.notes[0]]
        if player in moved and following.steps:
            said.append(formatter.text("more-steps"))
        if said:
            whose = "" if player == viewer else f"**{formatter.name(player)}** · "
            lines += [f"{whose}{said[0]}", *said[1:]]
    return lines


def list_confirm_and_dispute_buttons(pod_facts: PodPropertyCache, viewer: Player) -> list[tuple[int, str]]:
    """Return the buttons with which the viewer can confirm or dispute the newest reports.

    Each is a pair: the version of the newest report, and the action `confirm` or `dispute`.
    """
    mine = [each for each in pod_facts.confirmable_reports if viewer in each.needed_confirmation.of]
    if not mine or pod_facts.disputed_report is not None:
        return []
    version = pod_facts.reports_open_to_dispute[-1].needed_confirmation.version
    return [(version, "confirm"), (version, "dispute")]
