"""The checklist of a player: their next steps after a defeat, and the actions that a pod
expects.
"""

from collections.abc import Iterable, Iterator, Sequence

import discord

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts.story import render_unconfirmed_report
from bot.front.ui import components
from bot.rules.facts import Player
from bot.rules.guests import find_acting_member, find_acting_members, list_guests_of_member
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.records import DefeatVerdict
from bot.rules.variants import LEAVING_STEPS, Variant, list_defeat_checklist


def render_checklist_embed(
    pod_facts: PodFacts, player: Player, formatter: MessageFormatter
) -> discord.Embed:
    """Render what a player has to do now, after a defeat (ESC-4) or after a player left
    (TAB-16).

    The steps of the guests for whom the player acts stand below.
    """
    lead, steps = _find_required_steps(pod_facts, player, formatter)
    said = [lead, "\n".join(_render_numbered_steps(pod_facts.variant_answers, steps, formatter))]
    for guest in list_guests_of_member(pod_facts.pod, player):
        lead, steps = _find_required_steps(pod_facts, guest, formatter)
        if steps:
            said += [
                f"**{formatter.name(guest)}** · {lead}",
                "\n".join(_render_numbered_steps(pod_facts.variant_answers, steps, formatter)),
            ]
    shown = "\n\n".join(filter(None, said))
    return discord.Embed(title=formatter.text("checklist-title"), description=shown)


def render_next_steps(pod_facts: PodFacts, actor: Player, formatter: MessageFormatter) -> list[str]:
    """Return the next steps of the players who were just beaten and for whom `actor` acts, line
    by line.
    """
    lines = list[str]()
    for loser in _list_losers_of_verdicts(find_latest_verdicts(pod_facts.pod)):
        if find_acting_member(pod_facts.pod, loser) != actor:
            continue
        lead, steps = _find_required_steps(pod_facts, loser, formatter)
        if steps:
            whose = "" if loser == actor else f"**{formatter.name(loser)}** · "
            lines += [
                f"📋 {whose}{lead}",
                *_render_numbered_steps(pod_facts.variant_answers, steps, formatter),
            ]
    return lines


def render_checklist_hint(
    pod_facts: PodFacts, verdicts: Sequence[DefeatVerdict], formatter: MessageFormatter
) -> Iterator[str]:
    """Yield a line for the board that tells beaten players where to read their next steps."""
    asked = [
        each
        for each in _list_losers_of_verdicts(verdicts)
        if _find_required_steps(pod_facts, each, formatter)[1]
    ]
    if asked:
        actors = find_acting_members(pod_facts.pod, asked)
        shown = "checklist" in components.list_board_actions(pod_facts)
        button = formatter.text("button-checklist" if shown else "button-more")
        yield formatter.text(
            "board-steps", players=formatter.join_player_names(actors), button=button
        )


def find_latest_verdicts(pod: Pod) -> tuple[DefeatVerdict, ...]:
    """Return the verdicts of the newest event that has any."""
    before = pod.before
    while before is not None and len(before.verdicts) == len(pod.verdicts):
        before = before.before
    return pod.verdicts[len(before.verdicts) if before is not None else 0 :]


def _list_losers_of_verdicts(verdicts: Iterable[DefeatVerdict]) -> list[Player]:
    return list(dict.fromkeys(verdict.loser for verdict in verdicts))


def _find_required_steps(
    pod_facts: PodFacts, player: Player, formatter: MessageFormatter
) -> tuple[str, Sequence[str]]:
    """Return the text of a player's situation, and the steps that the rules require of them."""
    text = formatter.text
    pod = pod_facts.pod
    variant = pod_facts.variant_answers
    standing = pod.standings.get(player)
    if pod.result is not None or pod.closed:
        return text("checklist-over"), ()
    if variant.loser_becomes == "rejoins" and standing is not None:
        return text("checklist-rejoins"), list_defeat_checklist(variant)
    if standing is not None and standing.status == "out":
        return text("checklist-out"), LEAVING_STEPS
    if standing is not None and standing.status == "masterless":
        return text("checklist-masterless"), list_defeat_checklist(variant)
    if standing is None or standing.master is None:
        return text("checklist-nothing"), ()
    master = formatter.name(standing.master)
    if standing.served and standing.served[0][1] != player:  # ESC-D15
        return text("checklist-follower", master=master), ()
    return text("checklist-servant", master=master), list_defeat_checklist(variant)


def _render_numbered_steps(
    variant: Variant, steps: Iterable[str], formatter: MessageFormatter
) -> list[str]:
    numbers: dict[str, str | int] = {
        "life": variant.life_after,
        "cards": variant.hand_after,
        "turns": variant.solo_turns,
    }
    said = [formatter.text(f"checklist-{step}", **numbers) for step in steps]
    return [f"{number}. {each}" for number, each in enumerate(said, 1)]


def render_expected_actions(
    pod_facts: PodFacts, viewer: Player, formatter: MessageFormatter
) -> list[str]:
    """Return a line for each action that the pod expects of the viewer, the most urgent first."""
    text = formatter.text
    lines = list[str]()
    pod = pod_facts.pod
    question = pod_facts.open_question
    if question is not None and find_acting_member(pod, question.by) == viewer:
        lines.append(f"⏳ **{formatter.render_question(question)}**")
    lines += [
        f"☑️ {text('more-confirm', what=render_unconfirmed_report(each.event, formatter))}"
        for each in pod_facts.confirmable_reports
        if viewer in each.claim.of and pod_facts.disputed_report is None
    ]
    active = pod.turn.active if pod.turn is not None and pod_facts.state == "running" else ()
    for player in active:
        if player == viewer:
            lines.append(f"▶️ {text('more-turn')}")
        elif find_acting_member(pod, player) == viewer:
            lines.append(f"▶️ {text('more-turn-of', player=formatter.name(player))}")
    return lines + render_next_steps(pod_facts, viewer, formatter)


def list_report_answers(pod_facts: PodFacts, viewer: Player) -> list[tuple[int, str]]:
    """Return the answers to unconfirmed reports that the viewer can give, as version and
    action.
    """
    mine = [each for each in pod_facts.confirmable_reports if viewer in each.claim.of]
    if not mine or pod_facts.disputed_report is not None:
        return []
    version = pod_facts.open_reports[-1].claim.version
    return [(version, "confirm"), (version, "dispute")]
