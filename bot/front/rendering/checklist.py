"""What the rules ask of a player now: of the beaten, and where somebody has left."""

from collections.abc import Iterable, Iterator, Sequence

import discord

from bot.front.rendering import controls
from bot.rules.events import Verdict
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.variants import LEAVING, list_checklist
from bot.words import Words


def render_checklist(pod: Pod, player: Player, words: Words) -> discord.Embed:
    """What is asked of a player now: by ESC-4 of the beaten, by TAB-16 when somebody left."""
    lead, steps = _find_asked(pod, player, words)
    embed = discord.Embed(title=words.text("checklist-title"), description=lead)
    if steps:
        embed.description = "\n\n".join([lead, "\n".join(_number(pod, steps, words))])
    return embed


def render_own_steps(pod: Pod, player: Player, words: Words) -> str:
    """What is asked of a player who was just beaten, below the answer to a report; else nothing."""
    lead, steps = _find_asked(pod, player, words)
    return "\n".join(["", f"📋 {lead}", *_number(pod, steps, words)]) if steps else ""


def render_hint(pod: Pod, verdicts: Sequence[Verdict], words: Words) -> Iterator[str]:
    """Where the beaten read what to do now, as a line of the board."""
    losers = dict.fromkeys(verdict.loser for verdict in verdicts)
    asked = [player for player in losers if _find_asked(pod, player, words)[1]]
    if asked:
        shown = "checklist" in controls.list_actions(pod)
        button = words.text("button-checklist" if shown else "button-more")
        yield f"-# {words.text('checklist-hint', players=words.join_names(asked), button=button)}"


def _find_asked(pod: Pod, player: Player, words: Words) -> tuple[str, Sequence[str]]:
    """How things stand for a player, and the steps that follow from it."""
    text, variant, standing = words.text, pod.setup.answers, pod.standings.get(player)
    if pod.result is not None or pod.closed:
        return text("checklist-over"), ()
    if variant.loser_becomes == "rejoins" and standing is not None:
        return text("checklist-rejoins"), list_checklist(variant)
    if standing is not None and standing.status == "out":
        return text("checklist-out"), LEAVING
    if standing is not None and standing.status == "masterless":
        return text("checklist-masterless"), list_checklist(variant)
    if standing is None or standing.master is None:
        return text("checklist-nothing"), ()
    master = words.name(standing.master)
    if standing.served and standing.served[0][1] != player:  # ESC-D15
        return text("checklist-follower", master=master), ()
    return text("checklist-servant", master=master), list_checklist(variant)


def _number(pod: Pod, steps: Iterable[str], words: Words) -> list[str]:
    variant = pod.setup.answers
    numbers: dict[str, str | int] = {
        "life": variant.life_after,
        "cards": variant.hand_after,
        "turns": variant.solo_turns,
    }
    said = [words.text(f"checklist-{step}", **numbers) for step in steps]
    return [f"{number}. {each}" for number, each in enumerate(said, 1)]
