"""The checklist of a player: their next steps after a defeat, and what waits for them."""

from collections.abc import Iterable, Iterator, Sequence

import discord

from bot.front.rendering import controls
from bot.front.rendering.story import render_claimed
from bot.rules.facts import Player
from bot.rules.guests import find_actor, find_actors, list_brought
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.records import Verdict
from bot.rules.variants import LEAVING_STEPS, Variant, list_checklist
from bot.words import Words


def render_checklist(facts: PodFacts, player: Player, words: Words) -> discord.Embed:
    """Render what a player has to do now: by ESC-4 after a defeat, by TAB-16 if somebody left.

    The steps of the guests for whom the player acts stand below.
    """
    lead, steps = _find_asked(facts, player, words)
    said = [lead, "\n".join(_number_steps(facts.answers, steps, words))]
    for guest in list_brought(facts.pod, player):
        lead, steps = _find_asked(facts, guest, words)
        if steps:
            said += [
                f"**{words.name(guest)}** · {lead}",
                "\n".join(_number_steps(facts.answers, steps, words)),
            ]
    shown = "\n\n".join(filter(None, said))
    return discord.Embed(title=words.text("checklist-title"), description=shown)


def render_steps(facts: PodFacts, by: Player, words: Words) -> list[str]:
    """Return the steps of the players who were just beaten and for whom `by` acts, line by line."""
    lines = list[str]()
    for loser in _list_losers(find_latest(facts.pod)):
        if find_actor(facts.pod, loser) != by:
            continue
        lead, steps = _find_asked(facts, loser, words)
        if steps:
            whose = "" if loser == by else f"**{words.name(loser)}** · "
            lines += [f"📋 {whose}{lead}", *_number_steps(facts.answers, steps, words)]
    return lines


def render_hint(facts: PodFacts, verdicts: Sequence[Verdict], words: Words) -> Iterator[str]:
    """Yield the words of the board that tell beaten players where to read their steps."""
    asked = [each for each in _list_losers(verdicts) if _find_asked(facts, each, words)[1]]
    if asked:
        actors = find_actors(facts.pod, asked)
        shown = "checklist" in controls.list_actions(facts)
        button = words.text("button-checklist" if shown else "button-more")
        yield words.text("board-steps", players=words.join_names(actors), button=button)


def find_latest(pod: Pod) -> tuple[Verdict, ...]:
    """Return the newest event's verdicts; events without verdicts are skipped."""
    before = pod.before
    while before is not None and len(before.verdicts) == len(pod.verdicts):
        before = before.before
    return pod.verdicts[len(before.verdicts) if before is not None else 0 :]


def _list_losers(verdicts: Iterable[Verdict]) -> list[Player]:
    return list(dict.fromkeys(verdict.loser for verdict in verdicts))


def _find_asked(facts: PodFacts, player: Player, words: Words) -> tuple[str, Sequence[str]]:
    """Return the name of a player's situation, and the steps that the rules ask of them."""
    text = words.text
    pod = facts.pod
    variant = facts.answers
    standing = pod.standings.get(player)
    if pod.result is not None or pod.closed:
        return text("checklist-over"), ()
    if variant.loser_becomes == "rejoins" and standing is not None:
        return text("checklist-rejoins"), list_checklist(variant)
    if standing is not None and standing.status == "out":
        return text("checklist-out"), LEAVING_STEPS
    if standing is not None and standing.status == "masterless":
        return text("checklist-masterless"), list_checklist(variant)
    if standing is None or standing.master is None:
        return text("checklist-nothing"), ()
    master = words.name(standing.master)
    if standing.served and standing.served[0][1] != player:  # ESC-D15
        return text("checklist-follower", master=master), ()
    return text("checklist-servant", master=master), list_checklist(variant)


def _number_steps(variant: Variant, steps: Iterable[str], words: Words) -> list[str]:
    numbers: dict[str, str | int] = {
        "life": variant.life_after,
        "cards": variant.hand_after,
        "turns": variant.solo_turns,
    }
    said = [words.text(f"checklist-{step}", **numbers) for step in steps]
    return [f"{number}. {each}" for number, each in enumerate(said, 1)]


def render_wanted(facts: PodFacts, me: Player, words: Words) -> list[str]:
    """Return a line for each action that the pod expects of `me`, the most urgent first."""
    text = words.text
    lines = list[str]()
    pod = facts.pod
    question = facts.question
    if question is not None and find_actor(pod, question.by) == me:
        lines.append(f"⏳ **{words.render_question(question)}**")
    lines += [
        f"☑️ {text('more-confirm', what=render_claimed(each.event, words))}"
        for each in facts.pressable
        if me in each.claim.of and facts.disputed is None
    ]
    active = pod.turn.active if pod.turn is not None and facts.state == "running" else ()
    for player in active:
        if player == me:
            lines.append(f"▶️ {text('more-turn')}")
        elif find_actor(pod, player) == me:
            lines.append(f"▶️ {text('more-turn-of', player=words.name(player))}")
    return lines + render_steps(facts, me, words)


def list_answers(facts: PodFacts, me: Player) -> list[tuple[int, str]]:
    """Return the buttons by which `me` can answer unconfirmed reports: version and action."""
    mine = [each for each in facts.pressable if me in each.claim.of]
    if not mine or facts.disputed is not None:
        return []
    version = facts.open_reports[-1].claim.version
    return [(version, "confirm"), (version, "dispute")]
