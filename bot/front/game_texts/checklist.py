"""The checklist of a player: their next steps after a defeat, and the actions that a pod expects."""

from collections.abc import Iterable, Iterator, Sequence

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts.story import render_report_to_confirm
from bot.front.ui import components
from bot.rules.facts import Player
from bot.rules.guests import find_member_acting_for_player, list_guests_of_member, list_members_acting_for_players
from bot.rules.next_turn import find_players_at_turn
from bot.rules.pod import Pod
from bot.rules.pod_facts import CachedPodValues
from bot.rules.records import DefeatVerdict
from bot.rules.variants import LEAVING_STEPS, Variant, list_instructions_after_defeat


def render_next_steps_embed(
    pod_facts: CachedPodValues, player: Player, formatter: PodMessageFormatter
) -> discord.Embed:
    """Return an embed that tells a defeated player, or one whose opponent left, what to do next."""
    lead, steps = _find_situation_and_next_steps_of_player(pod_facts, player, formatter)
    said = [lead, "\n".join(_render_numbered_steps(pod_facts.variant_answers, steps, formatter))]
    for guest in list_guests_of_member(pod_facts.pod, player):
        lead, steps = _find_situation_and_next_steps_of_player(pod_facts, guest, formatter)
        if steps:
            said += [
                f"**{formatter.name(guest)}** · {lead}",
                "\n".join(_render_numbered_steps(pod_facts.variant_answers, steps, formatter)),
            ]
    shown = "\n\n".join(filter(None, said))
    return discord.Embed(title=formatter.text("checklist-title"), description=shown)


def render_steps_after_defeat(pod_facts: CachedPodValues, actor: Player, formatter: PodMessageFormatter) -> list[str]:
    """Return text lines on what players must do after their defeat: `actor` and the guests whom `actor` brought."""
    lines = list[str]()
    for loser in _list_losers_without_duplicates(find_verdicts_of_last_defeat(pod_facts.pod)):
        if find_member_acting_for_player(pod_facts.pod, loser) != actor:
            continue
        lead, steps = _find_situation_and_next_steps_of_player(pod_facts, loser, formatter)
        if steps:
            whose = "" if loser == actor else f"**{formatter.name(loser)}** · "
            lines += [f"📋 {whose}{lead}", *_render_numbered_steps(pod_facts.variant_answers, steps, formatter)]
    return lines


def render_next_steps_button_hint(
    pod_facts: CachedPodValues, verdicts: Sequence[DefeatVerdict], formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield a line for the board: which button shows defeated players their next steps."""
    asked = [
        each
        for each in _list_losers_without_duplicates(verdicts)
        if _find_situation_and_next_steps_of_player(pod_facts, each, formatter)[1]
    ]
    if asked:
        actors = list_members_acting_for_players(pod_facts.pod, asked)
        shown = "checklist" in components.list_actions_with_board_button(pod_facts)
        button = formatter.text("button-checklist" if shown else "button-more")
        yield formatter.text("board-steps", players=formatter.join_player_names(actors), button=button)


def find_verdicts_of_last_defeat(pod: Pod) -> tuple[DefeatVerdict, ...]:
    """Return what the rules decided about each loser of a pod's last defeat."""
    before = pod.before
    while before is not None and len(before.verdicts) == len(pod.verdicts):
        before = before.before
    return pod.verdicts[len(before.verdicts) if before is not None else 0 :]


def _list_losers_without_duplicates(verdicts: Iterable[DefeatVerdict]) -> list[Player]:
    return list(dict.fromkeys(verdict.loser for verdict in verdicts))


def _find_situation_and_next_steps_of_player(
    pod_facts: CachedPodValues, player: Player, formatter: PodMessageFormatter
) -> tuple[str, Sequence[str]]:
    """Return a text on whether a player is out, serves somebody or plays on, and the names of the steps to take."""
    text = formatter.text
    pod = pod_facts.pod
    variant = pod_facts.variant_answers
    standing = pod.standings.get(player)
    if pod.result is not None or pod.closed:
        return text("checklist-over"), ()
    if variant.loser_becomes == "rejoins" and standing is not None:
        return text("checklist-rejoins"), list_instructions_after_defeat(variant)
    if standing is not None and standing.status == "out":
        return text("checklist-out"), LEAVING_STEPS
    if standing is not None and standing.status == "masterless":
        return text("checklist-masterless"), list_instructions_after_defeat(variant)
    if standing is None or standing.master is None:
        return text("checklist-nothing"), ()
    master = formatter.name(standing.master)
    if standing.served and standing.served[0][1] != player:  # ESC-D15
        return text("checklist-follower", master=master), ()
    return text("checklist-servant", master=master), list_instructions_after_defeat(variant)


def _render_numbered_steps(variant: Variant, steps: Iterable[str], formatter: PodMessageFormatter) -> list[str]:
    numbers: dict[str, str | int] = {
        "life": variant.life_after,
        "cards": variant.hand_after,
        "turns": variant.solo_turns,
    }
    said = [formatter.text(f"checklist-{step}", **numbers) for step in steps]
    return [f"{number}. {each}" for number, each in enumerate(said, 1)]


def render_actions_expected_of_viewer(
    pod_facts: CachedPodValues, viewer: Player, formatter: PodMessageFormatter
) -> list[str]:
    """Return what a pod waits for from a viewer, as lines of text, the most urgent first."""
    text = formatter.text
    lines = list[str]()
    pod = pod_facts.pod
    question = pod_facts.pending_player_choice
    if question is not None and find_member_acting_for_player(pod, question.by) == viewer:
        lines.append(f"⏳ **{formatter.render_choice_question(question)}**")
    lines += [
        f"☑️ {text('more-confirm', what=render_report_to_confirm(each.event, formatter))}"
        for each in pod_facts.reports_that_can_be_confirmed_now
        if viewer in each.needed_confirmation.of and pod_facts.disputed_report is None
    ]
    active = find_players_at_turn(pod) if pod_facts.state == "running" else ()
    for player in active:
        if player == viewer:
            lines.append(f"▶️ {text('more-turn')}")
        elif find_member_acting_for_player(pod, player) == viewer:
            lines.append(f"▶️ {text('more-turn-of', player=formatter.name(player))}")
    return lines + render_steps_after_defeat(pod_facts, viewer, formatter)


def list_report_answer_buttons_for_viewer(pod_facts: CachedPodValues, viewer: Player) -> list[tuple[int, str]]:
    """Return by which buttons a viewer may confirm or dispute reports.

    Each is a pair: the version of the newest report, and the action `confirm` or `dispute`.
    """
    mine = [each for each in pod_facts.reports_that_can_be_confirmed_now if viewer in each.needed_confirmation.of]
    if not mine or pod_facts.disputed_report is not None:
        return []
    version = pod_facts.open_reports[-1].needed_confirmation.version
    return [(version, "confirm"), (version, "dispute")]
