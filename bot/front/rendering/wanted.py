"""What is wanted of one player now: to choose, to confirm, to play, or to put their cards right."""

from bot.front.rendering import checklist
from bot.front.rendering.story import render_claimed
from bot.rules.confirmation import find_pressable
from bot.rules.facts import Player
from bot.rules.guests import find_actor
from bot.rules.pod import Pod
from bot.words import Words


def render_wanted(pod: Pod, me: Player, words: Words) -> list[str]:
    """A line for each thing that waits for `me`, the most urgent first; none if nothing does."""
    text, lines = words.text, list[str]()
    question = pod.question
    if question is not None and find_actor(pod, question.by) == me:
        lines.append(f"⏳ **{words.render_question(question)}**")
    lines += [
        f"☑️ {text('more-confirm', what=render_claimed(each.event, words))}"
        for each in find_pressable(pod)
        if me in each.claim.of and pod.disputed is None
    ]
    active = pod.turn.active if pod.turn is not None and pod.state == "running" else ()
    for player in active:
        if player == me:
            lines.append(f"▶️ {text('more-turn')}")
        elif find_actor(pod, player) == me:
            lines.append(f"▶️ {text('more-turn-of', player=words.name(player))}")
    return lines + checklist.render_steps(pod, me, words)


def list_answers(pod: Pod, me: Player) -> list[tuple[int, str]]:
    """What `me` can answer about what is to confirm: its version, and the action of a button."""
    mine = [each for each in find_pressable(pod) if me in each.claim.of]
    if not mine or pod.disputed is not None:
        return []
    version = pod.unconfirmed[-1].claim.version
    return [(version, "confirm"), (version, "dispute")]
